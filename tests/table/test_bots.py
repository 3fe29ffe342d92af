"""Hints, reasons and reports, and bots that fail."""

import asyncio
import json
import threading

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.agents.roster import roster_of
from tablemates.envs.core.agent import Agent
from tablemates.table.server.game_server import Options
from tests.table.served import RefusedError, serving

ADVISER = roster_of("portal_dash").adviser


def test_a_hint_is_the_advisers_and_takes_nothing(server, page):
    name = page.new(seats=["person", "person"])
    hint = page.now("hint")
    room = server.games.room(name)
    agent = find_agent(ADVISER, GameFacts.of(room.table.game.settings))
    best = agent.explain(room.situation(0)).candidates
    assert [one["action"] for one in hint["best"]] == [one.action for one in best]
    assert all(0 <= one["chance"] <= 1 and one["reason"] for one in hint["best"])
    assert page.state["moves"] == 0
    with pytest.raises(RefusedError, match="stale"):
        page.of("hint", moves=1)


def test_why_a_bot_moved(page):
    page.new(seats=["planner", "person"], first_player=0)
    page.now("bot")
    why = page.of("explain", at=0)
    assert why["agent"] == "planner"
    assert why["seat"] == 0
    assert why["best"][0]["played"]
    assert why["best"][0]["action"] == page.state["moved"]["action"]
    assert why["best"][0]["text"] in why["sentence"]
    with pytest.raises(RefusedError, match="has no move"):
        page.of("explain", at=1)


@pytest.mark.slow
def test_the_report_adds_up_to_the_outcome(page):
    page.new(level=1, seats=["rules", ADVISER], seed=12)
    with pytest.raises(RefusedError, match="The game goes on"):
        page.of("report")
    while not page.state["ending"]:
        page.now("bot")
    report = page.of("report")
    won = 1.0 if page.state["ending"]["outcome"] == "won" else 0.0
    begun = report["curve"][0][1]
    changes = report["luck"]["total"] + report["decisions"]["total"]
    assert begun + changes == pytest.approx(won, abs=1e-3)
    seats = report["decisions"]["by_seat"]
    assert sum(one["choices"] for one in seats) == len(report["curve"]) == page.state["moves"]
    assert seats[1]["lost"] == pytest.approx(0.0, abs=1e-9), "the planner agrees with itself"
    assert seats[0]["lost"] < 0
    # What the planner does not look into is no game lost: each such choice would cost most of it.
    assert -2 < report["decisions"]["total"] < 0
    points = report["turning_points"]
    assert points
    assert all(point["after"] < point["before"] for point in points)
    assert any(point["happened"] for point in points)


class Stubborn(Agent):
    """Answers what is never legal."""

    name = "stubborn"

    def __init__(self, facts):
        del facts

    def act(self, situation):
        return int(np.flatnonzero(situation.mask == 0)[0])


class Broken(Stubborn):
    """Raises."""

    name = "broken"

    def act(self, situation):
        raise KeyError("no idea")


class Slow(Stubborn):
    """Answers when it is let."""

    name = "slow"
    asked, may_answer = threading.Event(), threading.Event()

    def act(self, situation):
        self.asked.set()
        assert self.may_answer.wait(60)
        return int(np.flatnonzero(situation.mask)[0])


def test_an_answer_that_comes_too_late_is_forgotten(tmp_path):
    name = "tests.table.test_bots:Slow"
    with serving(tmp_path, Options(named=(name,))) as server, server.page() as page:
        game = page.new(seats=[name, "person"], first_player=0)
        asked = {"id": "late", "do": "bot", "game": game, "moves": 0}
        page.socket.send_text(json.dumps(asked))
        assert Slow.asked.wait(60)
        page.of("seat", seat=0, who="person")  # the others are not kept waiting
        page.choose(n=-1)
        page.of("seat", seat=0, who=name)
        Slow.may_answer.set()
        while (reply := page.receive()).get("id") != "late":
            pass
        assert reply["result"] == {"moves": 1}
        page.of("open")
        assert page.state["moves"] == 1


@pytest.mark.parametrize(
    ("agent", "sentence"), [("Stubborn", "which is not legal"), ("Broken", "no idea")]
)
def test_a_bot_that_fails_stops_and_the_game_goes_on_without_it(tmp_path, agent, sentence):
    name = f"tests.table.test_bots:{agent}"
    with serving(tmp_path, Options(named=(name,))) as server, server.page() as page:
        page.new(seats=[name, "person"], first_player=0)
        with pytest.raises(RefusedError, match="agent") as refused:
            page.now("bot")
        assert sentence in str(refused.value)
        page.of("open")
        assert page.state["pace"]["mode"] == "pause"
        assert sentence in page.state["pace"]["fault"]
        page.of("seat", seat=0, who="person")
        page.choose()
        assert page.state["moves"] == 1


@pytest.mark.parametrize(
    "who",
    [
        "tests.table.test_bots:Broken",
        "cmd:touch /tmp/never",
        "runs/quick/policy",
        "clairvoyant",
        "rollout:1000000",
        "../../x",
    ],
)
def test_pages_name_no_programs_modules_or_paths(page, who):
    with pytest.raises(RefusedError, match="unknown: Nobody here is called"):
        page.new(seats=["person", who])
    page.new(seats=["person", "person"])
    with pytest.raises(RefusedError, match="unknown: Nobody here is called"):
        page.of("seat", seat=0, who=who)


def test_agents_of_another_start_leave_their_seats_to_people(tmp_path):
    broken, stubborn = (f"tests.table.test_bots:{agent}" for agent in ("Broken", "Stubborn"))
    with serving(tmp_path, Options(named=(broken, stubborn))) as server, server.page() as page:
        game = page.new(seats=[broken, "person"], first_player=0)
        both = page.new(seats=[stubborn, "person", broken, broken])
    with serving(tmp_path) as server, server.page() as page, server.page() as other:
        for one in (page, other):
            one.ask("open", game=game)
            assert [seat["who"] for seat in one.state["seats"]] == ["person", "person"]
            fault = f"Not here any more: {broken}. People have the seats now."
            assert one.state["pace"]["fault"] == fault
            one.ask("open", game=both)
            fault = f"Not here any more: {stubborn}, {broken}. People have the seats now."
            assert one.state["pace"]["fault"] == fault


class Later(Slow):
    """Has not been asked yet."""

    asked, may_answer = threading.Event(), threading.Event()


def test_a_deleted_game_does_not_play_on(tmp_path):
    name = "tests.table.test_bots:Later"
    with serving(tmp_path, Options(named=(name,))) as server, server.page() as page:
        game = page.new(seats=[name], pace={"mode": "run", "seconds": 0.0})
        assert Later.asked.wait(60)
        room = server.games.room(game)
        page.socket.send_text(json.dumps({"id": "b", "do": "bot", "game": game, "moves": 0}))
        page.ask("delete", game=game)
        assert page.pushes[-1] == {"push": "closed", "game": game}
        seen = len(page.pushes)
        Later.may_answer.set()
        while (reply := page.receive()).get("id") != "b":  # each request has its reply
            pass
        assert "error" in reply or reply["ok"]
        server.client.portal.call(asyncio.sleep, 0.2)
        assert room.runner is None
        assert room.table.moves <= 1
        page.ask("list")
        assert len(page.pushes) == seen
        assert not list(tmp_path.glob("*.json"))


class Endless(Slow):
    """Does not answer before it was given up."""

    asked, may_answer = threading.Event(), threading.Event()


def test_pausing_gives_up_a_bot_that_thinks(tmp_path):
    name = "tests.table.test_bots:Endless"
    with serving(tmp_path, Options(named=(name,))) as server, server.page() as page:
        game = page.new(seats=[name, "random"], first_player=0)
        asked = {"id": "b", "do": "bot", "game": game, "moves": 0}
        page.socket.send_text(json.dumps(asked))
        assert Endless.asked.wait(60)
        page.of("pace", mode="pause")
        while (reply := page.receive()).get("id") != "b":
            pass
        assert "stopped before it had an answer" in reply["error"]["message"]
        page.of("seat", seat=0, who="random")
        page.now("bot")  # another thread takes the place of the one that still thinks
        assert page.state["moves"] == 1
        Endless.may_answer.set()
