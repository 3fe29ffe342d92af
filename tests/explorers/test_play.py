"""Properties of every state, in games of every level and number of players."""

import numpy as np
import pytest

from tablemates.agents.evaluation import evaluate
from tablemates.agents.explorers.script_agents import RulesAgent
from tablemates.agents.learn import train
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.errors import GameError
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.explorers.game import Explorers
from tablemates.envs.explorers.settings import Settings
from tablemates.envs.explorers.state import STATE
from tablemates.envs.testing import Checker
from tablemates.table import play
from tests.explorers.table import LEVELS


def choose(game, rng, agent):
    """Return an outcome by its chance, a random choice or, mostly, the script's."""
    if game.to_move() == CHANCE:
        values, chances = game.chance_outcomes()
        return int(rng.choice(values, p=chances))
    if rng.random() < 0.7:
        return agent.act(Situation.of(game, 0, 0))
    return int(rng.choice(np.flatnonzero(game.mask)))


def states(rng, count, **settings):
    """Yield checkers of games in so many states, ends included."""
    checker = Checker(Settings(**settings))
    game = checker.game
    agent = RulesAgent(game)
    answer = OVER
    for _ in range(count):
        answer = (
            game.new(int(rng.integers(2**63)))
            if answer == OVER
            else game.step(choose(game, rng, agent))
        )
        yield checker


@pytest.mark.slow
@pytest.mark.parametrize("count", [20, pytest.param(200, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(
    ("level", "players"), [*zip(LEVELS, [1, 2, 3, 4, 1], strict=True), ((5, 6, 12), 2)]
)
def test_every_property_in_random_games(level, players, count):
    rng = np.random.default_rng([players, len(level)])
    for chance in ("sampled", "explicit"):
        settings = {"level": level, "players": players, "chance": chance}
        settings["skip_forced"] = bool(rng.random() < 0.7)
        for n, checker in enumerate(states(rng, count, **settings)):
            checker.check(rng, shown=n % 12 == 0)


def test_agents_choose_alike_whatever_is_hidden():
    rng = np.random.default_rng(8)
    for n, checker in enumerate(states(rng, 40, level="easy", players=2)):
        game = checker.game
        if game.to_move() == OVER:
            continue
        choice = RulesAgent(game).act(Situation.of(game, 0, 0))
        game.resample(n)
        assert RulesAgent(game).act(Situation.of(game, 0, 0)) == choice


FAULTS = [
    ("public", "unknown", (8, 0), 1),
    ("public", "deep", 8, -1),
    ("public", "line", 0, 30),
    ("public", "unseen", 1, -1),
    ("public", "creature_length", None, 1),
    ("public", "items", (3, 2), 1),
    ("public", "items", (0, 25), 2),
    ("public", "chest_missing", 0, -3),
    ("public", "food", None, -100),
    ("public", "outcome", None, 1),
    ("hidden", "place_back", 0, 1),
    ("hidden", "low_back", 0, 1),
]


@pytest.mark.parametrize(("part", "name", "index", "change"), FAULTS)
def test_a_damaged_record_is_refused(part, name, index, change):
    game = Explorers(Settings(level="first", players=3))
    game.new(11)
    view = getattr(RecordView(game.record, STATE), part)
    if index is None:
        setattr(view, name, getattr(view, name) + change)
    else:
        getattr(view, name)[index] += change
    with pytest.raises(GameError):
        game.check(game.save())


@pytest.mark.parametrize("value", ["1,5,12", "[1,5,12]"])
def test_every_command_reads_the_numbers_of_chests_as_one_level(value):
    given = ["--game", "explorers", "--scenario", f"level={value}", "players=2"]
    asked = (play.COMMAND.parse(given), evaluate.COMMAND.parse(given), train.COMMAND.parse(given))
    for one in (*asked[:2], asked[2].environment):
        assert one.settings().level_choices == ((1, 5, 12),)
