"""The exploit: who knows the public seeds of evaluations tries to foretell a game."""

import json
import shlex
import sys
from typing import ClassVar

import numpy as np
import pytest

from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.runner import play
from tablemates.agents.facts import GameFacts
from tablemates.agents.outside.program import ProgramAgent
from tablemates.agents.registry import find_agent
from tablemates.envs.core.game.seeds import seed_for
from tablemates.envs.core.views.agent import Agent, Situation
from tablemates.envs.core.views.decision_keys import decision_key
from tablemates.envs.registry import DEFAULT_GAME, GAMES, find_game, new_game
from tests.agents.evaluated import scenario_of
from tests.agents.outside.conftest import PROGRAM

PUBLIC = [seed_for("eval", n) for n in range(8)]
WORD = 2**64 - 1


class Spy(Agent):
    """Plays the first legal action and keeps what it was given."""

    name = "spy"
    given: ClassVar[list[Situation]] = []

    def __init__(self, facts):
        pass

    def act(self, situation):
        self.given.append(situation)
        return int(np.flatnonzero(situation.mask)[0])


def unmixed(x):
    """Invert the finaliser of SplitMix64."""
    x ^= x >> 31 ^ x >> 62
    x = x * pow(0x94D049BB133111EB, -1, 2**64) & WORD
    x ^= x >> 27 ^ x >> 54
    x = x * pow(0xBF58476D1CE4E5B9, -1, 2**64) & WORD
    return x ^ x >> 30 ^ x >> 60


def seed_of_key(key, number):
    """Invert ``decision_key``."""
    first = unmixed(key) - 0x9E3779B97F4A7C15 * (number + 1) & WORD
    return unmixed(first) ^ 0xA0761D6478BD642F


def played_ahead(game, seed, count):
    """Return the questions of a game of a seed in which the first legal action is played."""
    seat, found = game.new(seed), []
    while seat >= 0 and len(found) < count:
        found.append((decision_key(seed, len(found)), game.public_record.tobytes()))
        seat = game.step(game.legal[0])
    return found


def plan_of(name, agent, turns):
    return Plan(
        game=name, scenario=scenario_of(name, 2), agents=[agent], games=2, max_turns=turns,
        workers=1, lanes=1,
    )  # fmt: skip


def settings_of(plan):
    (scenario,) = plan.scenarios.values()
    return type(plan.settings()).of_recipe(scenario.recipe)


def foretold(game, asked):
    """Return how many of a game's questions one of the seeds that the exploit finds foretells."""
    seeds = {*PUBLIC, *(seed_of_key(key, n) for n, (key, _) in enumerate(asked[:3]))}
    most = 0
    for seed in seeds:
        ahead = played_ahead(game, seed, len(asked))
        right = [one[1] == other[1] for one, other in zip(ahead, asked, strict=False)]
        most = max(most, [*right, False].index(False))
    return most


def test_the_exploit_foretells_a_game_whose_seed_is_public():
    """Or else the tests below would show nothing."""
    game = new_game(find_game(DEFAULT_GAME).settings_type(players=2))
    for seed in (PUBLIC[3], 987654321):  # found in the list, and by its key
        asked = played_ahead(game, seed, 30)
        assert foretold(game, asked) == len(asked)
    assert seed_of_key(decision_key(987654321, 5), 5) == 987654321


@pytest.mark.parametrize("name", GAMES)
def test_no_factory_can_foretell_its_game(name):
    plan = plan_of(name, f"{__name__}:Spy", turns=4)
    game = new_game(settings_of(plan))
    Spy.given.clear()
    rows = play(plan)
    asked = [(one.key, one.public.tobytes()) for one in Spy.given[1:]]  # the first was asked twice
    assert len(asked) == sum(row.decisions for row in rows)
    first, second = asked[: rows[0].decisions], asked[rows[0].decisions :]
    public = {decision_key(seed, n) for seed in PUBLIC for n in range(len(asked))}
    for row, own in zip(rows, (first, second), strict=True):
        assert not public & {key for key, _ in own}
        assert foretold(game, own) < len(own)
        # It is only the seed that is not known.
        assert [seen for _, seen in played_ahead(game, row.seed, len(own))] == [
            seen for _, seen in own
        ]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_program_can_foretell_its_game(name, tmp_path):
    words = [sys.executable, "-S", "-E", str(PROGRAM), "writes_down", str(tmp_path / "asked")]
    plan = plan_of(name, f"cmd:{shlex.join(words)}", turns=2)
    game = new_game(settings_of(plan))
    rows = play(plan)
    asked = [json.loads(line) for line in (tmp_path / "asked").read_text().splitlines()][1:]
    own = asked[: rows[0].decisions]
    assert not {one["seed"] for one in own} & {
        decision_key(seed, n) >> 11 for seed in PUBLIC for n in range(len(own))
    }
    for seed in PUBLIC:
        seat, same = game.new(seed), True
        for one in own:
            same = same and seat >= 0 and one["snapshot"] == json.loads(json.dumps(game.snapshot()))
            seat = game.step(game.legal[0]) if same else seat
        assert not same


@pytest.mark.parametrize("kind", ["factory", "program"])
def test_a_partner_gets_no_key_that_the_seed_follows_from(kind):
    settings = find_game(DEFAULT_GAME).settings_type(players=2)
    game, facts = new_game(settings), GameFacts.of(settings)
    game.new(PUBLIC[0])
    decision = Situation.of(game, PUBLIC[0], 0)
    if kind == "program":
        agent = ProgramAgent("bot", shlex.quote(sys.executable), facts, 1.0)
        assert agent.question(decision).seed != decision.key >> 11
        return
    Spy.given.clear()
    agent = find_agent(f"{__name__}:Spy", facts)
    agent.act(decision)
    agent.explain(decision)
    agent.act_batch(decision.alone())
    assert len({one.key for one in Spy.given}) == 1
    assert Spy.given[0].key != decision.key
    assert seed_of_key(Spy.given[0].key, 0) != PUBLIC[0]
