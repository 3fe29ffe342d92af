"""Games played through the WebSocket."""

import re

import pytest

from tablemates.envs.core.views.beats import lines_of
from tablemates.table.server import game_server
from tests.table.served import RefusedError

STATE = {
    "push", "game", "name", "moves", "of", "why", "turn", "who", "zones", "clocks", "snapshot",
    "choices", "moved", "rules", "beats", "log", "seats", "shared", "chance", "pace", "ending",
    "unsaved", "mine", "wishes", "rolls", "position", "end", "undos", "asked",
    "secret", "hints",
}  # fmt: skip


def shown(state):
    """Return what a state shows of the game, without what people did to get there."""
    return {name: state[name] for name in ("moves", "turn", "who", "zones", "choices")}


@pytest.mark.slow
def test_a_whole_game_with_a_partner(page, rules):
    page.new(rules=rules, seats=["person", "random"])
    assert page.state.keys() == STATE
    kinds = set()
    while not page.state["ending"]:
        kinds.add(page.state["who"]["kind"])
        before = page.state["moves"]
        page.move(n=-1)
        assert page.state["moves"] == before + 1 == page.state["moved"]["at"] + 1
    assert kinds == {"person", "bot"}
    assert page.state["who"]["kind"] == "over"
    assert page.state["choices"] == []
    assert page.state["ending"]["text"] == page.state["who"]["text"]
    assert len(page.state["ending"]["returns"]) == 2
    assert {game["outcome"] for game in page.ask("list")["games"] if game["over"]}
    with pytest.raises(RefusedError, match="refused: The game is over"):
        page.now("choose", action=1)


def test_what_certainly_comes_of_a_choice_is_what_happens(page, rules):
    page.new(rules=rules, seats=["person"])
    for n in range(40):
        if page.state["ending"]:
            break
        choice = page.state["choices"][n % len(page.state["choices"])]
        page.now("choose", action=choice["action"])
        foretold = choice["leads"]["happens"]
        assert lines_of(page.state["beats"])[: len(foretold)] == foretold


def test_the_picture_points_at_choices(page, rules):
    page.new(rules=rules)
    found = 0
    for _ in range(12):
        pointed = set(map(int, re.findall(r'data-action="(\d+)"', str(page.state["zones"]))))
        assert pointed <= {one["action"] for one in page.state["choices"]}
        found += len(pointed)
        page.choose()
    assert found > 12


def test_stale_and_illegal_choices_change_nothing(page):
    page.new(seats=["person", "person"])
    before = shown(page.state)
    with pytest.raises(RefusedError, match=r"stale: .* another position: the game has 0 moves now"):
        page.of("choose", position="0" * 16, action=page.state["choices"][0]["action"])
    offered = {choice["action"] for choice in page.state["choices"]}
    with pytest.raises(RefusedError, match="illegal"):
        page.now("choose", action=next(n for n in range(99) if n not in offered))
    with pytest.raises(RefusedError, match="illegal"):
        page.now("choose", action=9999)
    with pytest.raises(RefusedError, match="malformed"):
        page.now("choose")
    with pytest.raises(RefusedError, match="refused: It is no bot's decision"):
        page.now("bot")
    page.of("open")
    assert shown(page.state) == before


def test_people_do_not_decide_for_bots(page):
    page.new(seats=["random", "person"])
    assert page.state["who"]["kind"] == "bot"
    with pytest.raises(RefusedError, match="give the seat to a person"):
        page.choose()
    page.of("seat", seat=0, who="person")
    assert page.state["why"] == "seats"
    page.choose()
    assert page.state["moves"] == 1


@pytest.mark.slow
def test_undo_redo_and_the_same_dice(page, rules):
    page.new(rules=rules, seats=["person", "random"], seed=11)
    states = {}
    while page.state["moves"] < 25 and not page.state["ending"]:
        states[page.state["moves"]] = shown(page.state)
        page.move()
    end = shown(page.state)
    page.now("undo", to=4)
    assert page.state["of"] == end["moves"]
    assert shown(page.state) == states[4]
    page.now("redo", to=5)
    assert shown(page.state) == states[5]
    page.now("redo", to=end["moves"])
    assert shown(page.state) == end
    assert page.state["of"] == end["moves"]


@pytest.mark.slow
def test_undo_without_a_number_goes_back_to_a_decision_of_people(page):
    page.new(seats=["person", "random"])
    for _ in range(12):
        page.move()
    while page.state["who"]["kind"] != "bot":
        page.move()
    page.move()
    page.now("undo")
    assert page.state["who"]["kind"] == "person"
    stops = [page.state["moves"]]
    while stops[-1]:
        page.now("undo")
        stops.append(page.state["moves"])
    with pytest.raises(RefusedError, match="nothing to take back"):
        page.now("undo")
    for stop in reversed(stops[:-1]):  # redo makes the same steps
        page.now("redo")
        assert page.state["moves"] == stop


def test_a_branch_is_a_game_of_its_own(page, rules):
    first = page.new(rules=rules)
    for _ in range(6):
        page.choose()
    whole = shown(page.state)
    other = page.branch(at=3)["game"]
    assert other != first
    assert page.state["moves"] == 3
    page.choose(n=-1)
    page.ask("open", game=first)
    page.branch(at=4, reroll=True)
    assert page.state["moves"] == 0
    page.choose()
    page.ask("open", game=first)
    assert shown(page.state) == whole


@pytest.mark.slow
def test_looking_at_a_move_shows_the_game_as_it_stood(page, rules):
    page.new(rules=rules, seats=["person", "random"], seed=8)
    stood, came = {}, {}
    while page.state["moves"] < 30 and not page.state["ending"]:
        stood[page.state["moves"]] = page.state["zones"]
        page.move(n=-1)
        came[page.state["moves"]] = page.state["beats"], page.state["moved"]["text"]
    before = shown(page.state)
    for at, picture in stood.items():
        seen = page.of("look", at=at)
        assert seen["zones"] == picture
        if at:
            assert (seen["beats"], seen["moved"]["text"]) == came[at]
    page.now("undo", to=before["moves"] - 3)
    for ahead in (before["moves"] - 2, before["moves"] - 1):  # taken back, but not forgotten
        seen = page.of("look", at=ahead)
        assert seen["zones"] == stood[ahead]
        assert seen["next"]["text"] == came[ahead + 1][1]
    page.now("redo", to=before["moves"])
    assert shown(page.state) == before
    with pytest.raises(RefusedError, match="has no move"):
        page.of("look", at=999)


def test_bots_play_by_themselves_until_people_are_asked(page):
    page.new(seats=["random", "random"], seed=4)
    page.of("pace", mode="run", seconds=0.0)
    page.wait_for(lambda state: state["moves"] >= 5)
    page.of("pace", mode="pause")
    at = page.state["moves"]
    page.of("open")
    assert page.state["moves"] <= at + 1
    assert page.state["pace"]["mode"] == "pause"


def test_what_if_shows_what_certainly_comes_and_takes_nothing(page, rules):
    page.new(rules=rules, seats=["person"], seed=6)
    for _ in range(8):
        before = shown(page.state)
        for choice in page.state["choices"]:
            seen = page.now("whatif", action=choice["action"])
            assert seen["happens"] == choice["leads"]["happens"]
            assert seen["then"] == choice["leads"]["then"]
            outcomes = [one["chance"] for one in seen["outcomes"]]
            assert not outcomes or sum(outcomes) == pytest.approx(1.0, abs=1e-3)
        page.of("open")
        assert shown(page.state) == before
        with pytest.raises(RefusedError, match="illegal"):
            page.now("whatif", action=1000)
        page.choose(n=-1)
        if page.state["ending"]:
            break


@pytest.mark.slow
def test_moves_of_bots_at_once_are_all_told_in_fewer_states(page, rules, monkeypatch):
    monkeypatch.setattr(game_server, "_SOON", 60.0)  # on a slow machine every move is late
    page.new(rules=rules, seats=["person", "random"], pace={"mode": "run", "seconds": 0.0})
    page.wait_for(lambda state: state["who"]["kind"] != "bot")
    page.pushes.clear()
    begun = page.state["moves"]
    while not page.state["ending"] and page.state["moves"] < begun + 60:
        page.choose()
        page.wait_for(lambda state: state["who"]["kind"] != "bot")
    told, moves = page.state["log"], page.state["moves"] - begun
    assert len(page.pushes) < moves
    page.ask("open", game=page.state["game"])
    assert page.state["log"] == told
