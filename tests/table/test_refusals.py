"""Messages that are none, uploads that are none, floods: refused with a sentence."""

import json

import pytest

from tablemates.table.server.messages import MESSAGE
from tests.table.served import URL, RefusedError, serving

DEEP = "[" * 100_000
CUSTOM = '{"tiles": 2, "bosses": [["wildfire", "easy"]]}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        '{"id": 1}',
        '{"id": null, "do": "list"}',
        '{"id": [1], "do": "list"}',
        '{"id": 1, "do": "nothing"}',
        '{"id": 1, "do": "new", "scenario": 3}',
        '{"id": 1, "do": "new", "scenario": {"players": "2"}}',
        '{"id": 1, "do": "new", "scenario": {"level": true}}',
        '{"id": 1, "do": "new", "scenario": {"level": {"tiles": 99}}}',
        '{"id": 1, "do": "new", "scenario": {"board_shape": [1000000, 1000000]}}',
        '{"id": 1, "do": "new", "scenario": {"skip_forced": false}}',
        '{"id": 1, "do": "new", "rules": "cat"}',
        '{"id": 1, "do": "new", "seed": NaN}',
        '{"id": 1, "do": "new", "seats": []}',
        '{"id": 1, "do": "new", "scenario": {"players": 3}, "seats": ["person"]}',
        '{"id": 1, "do": "new", "pace": {"mode": "fast"}}',
        '{"id": 1, "do": "open", "game": "nothere"}',
        '{"id": ' + "9" * 5000 + "}",
        DEEP,
        " " * (MESSAGE + 1),
    ],
    ids=lambda text: text[:60] or "empty",
)
def test_what_is_no_request(page, text):
    reply = page.raw(text)
    assert reply["ok"] is False
    assert reply["error"]["message"][-1] in ".?!"
    assert reply["error"]["code"] != "internal"
    assert page.ask("list")["games"] is not None


def test_bytes_are_no_message(page):
    page.socket.send_bytes(b'{"id": 1, "do": "list"}')
    assert page.receive()["error"]["code"] == "malformed"
    page.ask("list")


def test_a_message_that_is_too_long_is_not_read(page):
    text = json.dumps({"id": 1, "do": "list"})
    padded = text + " " * (MESSAGE - len(text))
    assert page.raw(padded)["ok"]
    reply = page.raw(f"{padded} ")
    assert reply["error"]["code"] == "limit"


# -- uploads ------------------------------------------------------------------------
def saved_game(page, server):
    page.new(seats=["person", "random"], seed=21)
    for _ in range(4):
        page.move()
    answer = server.client.get(page.save_url())
    assert "attachment" in answer.headers["content-disposition"]
    return answer.json()


@pytest.mark.parametrize(
    ("at", "moves"), [("2", 2), ("", None), ("-1", None), ("9" * 5000, None), ("²", None)]
)
def test_a_report_of_a_fault_has_the_place_if_there_is_one(page, server, at, moves):
    saved_game(page, server)
    answer = server.client.get(page.save_url(), params={"fault": "odd", "at": at})
    assert answer.json()["fault"] == {"sentence": "odd", "moves": moves}


def test_a_saved_game_comes_back(page, server):
    data = saved_game(page, server)
    state = page.state
    answer = server.client.post("/games", json=data)
    assert answer.status_code == 201
    page.ask("open", game=answer.json()["game"])
    for name in ("snapshot", "choices", "moves", "seats", "log"):
        assert page.state[name] == state[name]
    page.now("undo", to=0)


def test_saved_games_that_lie(page, server):
    data = saved_game(page, server)

    def refused(**changed):
        answer = server.client.post("/games", json={**data, **changed})
        assert answer.status_code == 400, answer.text
        return answer.json()["error"]["message"]

    assert "format" in refused(format="something")
    assert "version" in refused(version=9)
    assert refused(recipe={**data["recipe"], "players": [1, 2]})
    assert refused(recipe={**data["recipe"], "cat": 1})
    assert refused(hashes={"ruleset": "x", "interface": "y"})
    assert refused(actions="!!!")
    assert "not legal" in refused(actions="eJxjYGBgAAAABAAB")
    assert refused(seed=None, record="eJxjYGBgAAAABAAB")
    assert refused(table={"seats": 3})
    assert refused(table={"undos": -1})
    for redraws in (3, [[1]], [["0", 1]], [[0, -1]], [[0, 2**64]], {"0": 1}):
        assert "redraws" in refused(redraws=redraws)
    strangers = {**data, "table": {"seats": ["cmd:touch /tmp/x", "person"]}}
    answer = server.client.post("/games", json=strangers)
    page.ask("open", game=answer.json()["game"])
    assert [seat["who"] for seat in page.state["seats"]] == ["person", "person"]


def test_files_that_somebody_damaged_stop_nobody(tmp_path):
    with serving(tmp_path) as server, server.page() as page:
        good, bad = page.new(), page.new()
    listing = json.loads((tmp_path / f"{bad}.json").read_text())["listing"]
    (tmp_path / f"{bad}.json").write_text(json.dumps({"listing": listing, "pace": 3}))
    for name, text in {"a": "", "b": "{}", "c": "[]", "d": '{"listing": {"game": "d"}}'}.items():
        (tmp_path / f"{name}.json").write_text(text)
    with serving(tmp_path) as server, server.page() as page:
        (notice,) = server.notices  # one for all of them
        assert notice.startswith("4 files are left alone (a.json, b.json, ...)")
        assert {game["game"] for game in page.ask("list")["games"]} == {good, bad}
        with pytest.raises(RefusedError, match="cannot be read"):
            page.ask("open", game=bad)
        page.ask("open", game=good)
        page.ask("delete", game=bad)
        assert [push["game"] for push in page.pushes if push["push"] == "closed"] == []
        page.ask("delete", game=good)
        assert page.pushes[-1] == {"push": "closed", "game": good}
        assert page.ask("list")["games"] == []
    assert (tmp_path / "a.json").exists()


@pytest.mark.parametrize(
    ("content", "status"),
    [(b"", 400), (b"\xff\xfe", 400), (b"{", 400), (b"x" * (MESSAGE + 1), 413)],
)
def test_files_that_are_none(server, content, status):
    answer = server.client.post("/games", content=content)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_who_cuts_an_upload_leaves_no_trace(server):
    """A closed laptop in the middle of an upload is no fault of the server."""
    said = []

    async def receive():
        return {"type": "http.disconnect"}

    async def send(message):
        said.append(message)

    host = (b"host", URL.removeprefix("http://").encode())
    scope = {"type": "http", "method": "POST", "path": "/games", "query_string": b""}
    scope |= {"headers": [host], "http_version": "1.1", "scheme": "http"}
    server.client.portal.call(server.client.app, scope, receive, send)
    assert said[0]["status"] == 400
