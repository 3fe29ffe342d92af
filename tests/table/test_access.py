"""Access control: pages of this server, under its own name, with the token if there is one."""

import pytest
from starlette.websockets import WebSocketDisconnect

from tablemates.table import play
from tablemates.table.server.access import COOKIE, HEADERS, NO_TOKEN, Address
from tests.table.served import URL, serving

TOKEN = "open-sesame"


def test_the_page_comes_with_headers_that_keep_others_out(server):
    answer = server.client.get("/health")
    assert answer.json() == {"ok": True}
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "'unsafe-inline'" not in HEADERS["content-security-policy"]


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "evil.example:8642"},
        {"host": "127.0.0.1:9999"},
        {"host": "127.0.0.1"},
        {"host": ""},
        {"host": "127.0.0.1:8642", "origin": "http://evil.example"},
        {"host": "127.0.0.1:8642", "origin": "http://127.0.0.1:8641"},
        {"host": "127.0.0.1:8642", "origin": "null"},
    ],
)
def test_other_names_and_other_sites_are_refused(server, headers):
    assert server.client.get("/health", headers=headers).status_code == 403
    refused = server.client.post("/games", content="{}", headers=headers)
    assert refused.status_code == 403
    if "origin" not in headers:
        assert refused.text == f"This server answers only under its own address, {URL}/.\n"
    with pytest.raises(WebSocketDisconnect), server.page(**headers):
        pass


@pytest.mark.parametrize("host", ["127.0.0.1:8642", "localhost:8642", "[::1]:8642"])
def test_this_machine_under_any_of_its_names(server, host):
    own = {"host": host, "origin": f"http://{host}"}
    assert server.client.get("/health", headers=own).status_code == 200
    with server.page(**own) as page:
        page.ask("list")


def test_with_a_token_nobody_comes_in_without_it(tmp_path):
    with serving(tmp_path, address=Address("127.0.0.1", 8642, TOKEN)) as server:
        client = server.client
        refused = client.get("/health")
        assert refused.status_code == 403
        assert refused.text == "Open the address that the server printed: it has the token in it.\n"
        for wrong in ("/?token=wrong", "/?token=", f"/?Token={TOKEN}"):
            assert client.get(wrong, follow_redirects=False).status_code == 403
        for cookie in (f"{COOKIE}=wrong", "nonsense;;=", f"{COOKIE}=é"):
            answer = client.get("/health", headers={"cookie": cookie.encode()})
            assert answer.status_code == 403
        for headers in ({}, {"cookie": f"{COOKIE}=of-another-start"}):
            with server.page(**headers) as page, pytest.raises(WebSocketDisconnect) as ended:
                page.ask("list")
            assert ended.value.code == NO_TOKEN  # so that a page knows that it need not try again
            assert ended.value.reason == refused.text.strip()
        opened = client.get(f"/?token={TOKEN}", follow_redirects=False)
        assert opened.status_code == 303
        assert opened.headers["location"] == "/"
        for word in ("HttpOnly", "SameSite=lax"):
            assert word in opened.headers["set-cookie"]
        assert client.get("/health").status_code == 200
        with server.page(cookie=f"{COOKIE}={TOKEN}") as page:
            page.ask("list")
        with pytest.raises(WebSocketDisconnect), server.page(host="evil.example"):
            pass


@pytest.mark.parametrize("token", ["", " "])
def test_an_empty_token_is_refused(tmp_path, capsys, token):
    given = ["--no-browser", "--port", "0", "--folder", str(tmp_path), "--token", token]
    assert play.main(given) == 2
    said = capsys.readouterr().err
    assert said == "play.py: --token is empty: name one, or leave it out to have one drawn\n"


def test_files_outside_the_page_are_not_served(server):
    for path in ("/page/../server/app.py", "/page/%2e%2e/server/app.py", "/page//etc/passwd"):
        assert server.client.get(path).status_code == 404
    assert server.client.get("/games/..%2f..%2fx/save").status_code == 404
