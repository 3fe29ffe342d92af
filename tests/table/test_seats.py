"""Seats on devices, and requests to bots."""

import pytest
from starlette.websockets import WebSocketDisconnect

from tablemates.envs.registry import DEFAULT_GAME
from tablemates.table.server.access import Address
from tablemates.table.server.wishes import are_alike
from tests.table.served import RefusedError, serving

#: Half of the last digit of a loss.
ROUNDED = 0.0005
REFUSED = "refused: (You watch|.* on another device)"


@pytest.fixture
def two(server):
    """Pages of two devices in one game of two people."""
    with server.page() as one, server.page() as other:
        one.ask("hello", device="laptop")
        other.ask("hello", device="phone")
        game = one.new(seats=["person", "person", "random"], first_player=0)
        other.ask("open", game=game)
        yield one, other


def deciding(one, other):
    """Move bots on; return the page whose seat decides, and the other one."""
    pages = [one, other]
    one.ask("list")  # what was pushed meanwhile comes before the reply
    while one.state["who"]["kind"] == "bot":
        one.now("bot")
    other.ask("list")
    return pages if one.state["who"]["seat"] in one.state["mine"] else pages[::-1]


def test_who_comes_later_watches_until_it_has_a_seat(two):
    one, other = two
    assert (one.state["mine"], other.state["mine"]) == ([0, 1], [])
    before = one.state["moves"]
    for do in ("undo", "bot"):
        with pytest.raises(RefusedError, match=REFUSED):
            other.now(do)
    for do, fields in (
        ("seat", {"seat": 2, "who": "person"}),
        ("rename", {"name": "mine"}),
        ("pace", {"mode": "run"}),
        ("wish", {"seat": 2, "kind": "do", "words": "hold"}),
        ("branch", {"at": 0, "position": one.state["position"]}),
        ("stand", {"seat": 0}),
    ):
        with pytest.raises(RefusedError, match=REFUSED):
            other.of(do, **fields)
    with pytest.raises(RefusedError, match=REFUSED):
        other.ask("delete", game=one.state["game"])
    with pytest.raises(RefusedError, match=REFUSED):
        other.choose()
    with pytest.raises(RefusedError, match="Another device has that seat"):
        other.of("sit", seat=1)
    assert one.state["moves"] == before


def test_neither_device_acts_for_the_other(two):
    one, other = two
    one.of("stand", seat=1)
    other.of("sit", seat=1)
    seen = set()
    for _ in range(30):
        mine, others = deciding(one, other)
        if mine.state["ending"]:
            break
        if mine.state["who"]["kind"] == "person":
            seen.add(mine is one)
            with pytest.raises(RefusedError, match="on another device"):
                others.choose()
        mine.choose(-1)
    assert seen == {True, False}
    assert (one.state["mine"], other.state["mine"]) == ([0], [1])


def test_a_seat_whose_device_has_gone_is_free(two, server):
    one, other = two
    one.of("close")
    assert other.of("sit", seat=0)["mine"] == [0]
    with server.page() as third:
        third.ask("hello", device="laptop")
        third.ask("open", game=other.state["game"])
        assert third.state["mine"] == [1]


def test_seats_are_kept_with_the_game(tmp_path):
    with serving(tmp_path) as server, server.page() as page:
        page.ask("hello", device="laptop")
        game = page.new()
    with serving(tmp_path) as server, server.page() as page, server.page() as other:
        other.ask("hello", device="phone")
        other.ask("open", game=game)
        page.ask("hello", device="laptop")
        page.ask("open", game=game)
        assert (page.state["mine"], other.state["mine"]) == ([0, 1], [])


@pytest.mark.parametrize(("host", "count"), [("127.0.0.1", 0), ("10.1.2.3", 1)])
def test_addresses_are_those_that_another_device_can_open(tmp_path, host, count):
    own = {"host": f"{host}:8642", "origin": f"http://{host}:8642"}
    with serving(tmp_path, address=Address(host, 8642, None)) as server, server.page(**own) as page:
        game = page.new()
        found = page.of("devices", seat=1)["addresses"]
    assert [one["url"] for one in found] == [f"http://{host}:8642/#game={game}&seat=1"] * count
    assert all(one["qr"].startswith("<svg") for one in found)


def test_everywhere_is_an_address_of_this_machine():
    for url in Address("0.0.0.0", 8642, "key").reachable():
        assert not url.startswith(("http://0.0.0.0", "http://127."))
        assert url.endswith(":8642/?token=key")


def test_one_machine_cannot_shut_out_the_others(server, monkeypatch):
    monkeypatch.setattr("tablemates.table.server.app.CONNECTIONS", 2)
    with server.page() as one, server.page() as other:
        one.ask("list")
        other.ask("list")
        with server.page() as third, pytest.raises(WebSocketDisconnect) as ended:
            third.ask("list")
    assert ended.value.code == 1013
    with server.page() as later:
        later.ask("list")


@pytest.mark.slow
def test_a_bot_does_what_it_is_asked_for_until_that_is_withdrawn(server):
    def mined():
        """Return which blocks a bot mines in its first turns, in words."""
        taken = []
        while page.state["turn"] < 9 and not page.state["ending"]:
            page.move()
            moved = page.state["moved"]
            if moved["agent"] and moved["kind"] == "column":
                taken.append(moved["text"])
        return taken

    with server.page() as page:
        page.new(rules=DEFAULT_GAME, seats=["person", "planner"], seed=4, level=1, shared="bots")
        usual = mined()
        colour = usual[0].split()[2]
        page.now("undo", to=0)
        asked = page.of("wish", seat=1, kind="leave", words=f"{colour} blocks")
        assert "I will leave" in asked["said"]
        asked_for = mined()
        (wish,) = page.state["wishes"]
        assert wish["last"]
        assert asked_for != usual
        page.of("unwish", number=asked["number"])
        page.now("undo", to=0)
        assert mined() == usual


def test_own_choices_are_alike_by_the_odds_and_those_of_the_team_at_all_odds():
    assert are_alike([0.5, 0.46], shared=False)
    assert not are_alike([0.5, 0.45], shared=False)
    assert not are_alike([0.99, 0.98], shared=False), "who is about to win still plays"
    assert are_alike([0.99, 0.98], shared=True)
    assert not are_alike([0.5, 0.45], shared=False, made=30)
    assert are_alike([0.5, 0.45], shared=False, made=45), "a long game asks less"


@pytest.mark.slow
def test_the_judge_knows_the_price_and_trifles_are_decided(server):
    with server.page() as page:
        page.new(rules=DEFAULT_GAME, seats=["person", "value"], seed=4, level=1)
        losses, decided = [], 0
        for _ in range(60):
            if page.state["ending"]:
                break
            if page.state["who"]["kind"] != "person":
                page.move()
                continue
            actions = [one["action"] for one in page.state["choices"]]
            found = [page.now("judge", action=action)["loss"] for action in actions]
            assert min(found) == 0
            losses += found
            before, done = page.state["moves"], page.now("trifle")["action"]
            worst = max(found)
            if done is not None:
                assert len(found) > 1
                assert worst <= 0.0415 + ROUNDED
                assert page.state["moves"] == before + 1
                assert page.state["moved"]["trifle"]
                decided += 1
            else:
                assert len(found) == 1 or worst > 0.0015 - ROUNDED
                page.choose()
        assert decided
        assert max(losses) > 0.005


def test_a_report_of_a_fault_is_the_game_the_turn_and_the_sentence(server, page):
    page.new()
    page.choose()
    answer = server.client.get(page.save_url(), params={"fault": "The die lies.", "at": "1"})
    assert answer.json()["fault"] == {"sentence": "The die lies.", "moves": 1}
    again = server.client.post("/games", content=answer.text)
    assert again.status_code == 201, "the report opens as a game"
