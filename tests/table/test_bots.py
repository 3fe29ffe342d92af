"""Hints, reasons and reports, and bots that fail."""

import json
import threading

import numpy as np
import pytest

from tablemates.envs.core.views.agent import Agent, Candidate, Explanation, Guess
from tablemates.table.server.game_server import Options
from tests.table.race import RULES
from tests.table.served import RefusedError, serving


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
    with serving(tmp_path, Options(game=RULES, named=(name,))) as server, server.page() as page:
        game = page.new(seats=[name, "person"], first_player=0)
        asked = {"id": "late", "do": "bot", "game": game, "position": page.state["position"]}
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
    with serving(tmp_path, Options(game=RULES, named=(name,))) as server, server.page() as page:
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
    with (
        serving(tmp_path, Options(game=RULES, named=(broken, stubborn))) as server,
        server.page() as page,
    ):
        game = page.new(seats=[broken, "person"], first_player=0)
        both = page.new(seats=[stubborn, "person", broken, broken], players=4)
    with serving(tmp_path) as server, server.page() as page, server.page() as other:
        for one in (page, other):
            one.ask("open", game=game)
            assert [seat["who"] for seat in one.state["seats"]] == ["person", "person"]
            fault = f"Not here any more: {broken}. People have the seats now."
            assert one.state["pace"]["fault"] == fault
            one.ask("open", game=both)
            fault = f"Not here any more: {stubborn}, {broken}. People have the seats now."
            assert one.state["pace"]["fault"] == fault


class Endless(Slow):
    """Does not answer before it was given up."""

    asked, may_answer = threading.Event(), threading.Event()


def test_pausing_gives_up_a_bot_that_thinks(tmp_path):
    name = "tests.table.test_bots:Endless"
    with serving(tmp_path, Options(game=RULES, named=(name,))) as server, server.page() as page:
        game = page.new(seats=[name, "random"], first_player=0)
        asked = {"id": "b", "do": "bot", "game": game, "position": page.state["position"]}
        page.socket.send_text(json.dumps(asked))
        assert Endless.asked.wait(60)
        page.of("pace", mode="pause")
        while (reply := page.receive()).get("id") != "b":
            pass
        assert reply["error"]["code"] == "stale"  # nobody has to be told: people did it
        assert "stopped before it had an answer" in reply["error"]["message"]
        page.of("seat", seat=0, who="random")
        page.now("bot")  # another thread takes the place of the one that still thinks
        assert page.state["moves"] == 1
        Endless.may_answer.set()


class Guesser(Stubborn):
    """Believes something of the others, of one who is not there too."""

    name = "guesser"
    wants_history = True

    def act(self, situation):
        return int(np.flatnonzero(situation.mask)[0])

    def explain(self, situation):
        kinds = (("random", 0.75), ("soft:random", 0.25))
        guesses = (Guess(1 - situation.history.seat, kinds), Guess(7, kinds), Guess(0, ()))
        return Explanation((Candidate(self.act(situation), 0.5, "liked"),), guesses)


def test_what_a_bot_believes_of_the_others_is_shown(tmp_path):
    name = "tests.table.test_bots:Guesser"
    with serving(tmp_path, Options(game=RULES, named=(name,))) as server, server.page() as page:
        page.new(seats=[name, "person"], first_player=0)
        page.now("bot")
        (guess,) = page.explain(0)["guesses"]
        assert guess["sentence"] == "Teal plays like random: 75%."
        assert guess["seat"] == 1
        assert [(one["name"], one["share"]) for one in guess["kinds"]] == [
            ("random", 0.75),
            ("soft:random", 0.25),
        ]
        assert guess["kinds"][0]["words"] == "Takes any legal choice."
        mixed = "Takes any legal choice; it makes errors of a beginner."
        assert guess["kinds"][1]["words"] == mixed
