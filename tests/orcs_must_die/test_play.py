"""Properties of every state, in games of every fortress, mode and number of players."""

from xml.etree import ElementTree

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.orcs_must_die.rules_agent import RulesAgent
from tablemates.agents.registry import find_agent
from tablemates.agents.search import tree as T
from tablemates.envs import orcs_must_die_v0
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.errors import ComponentsError, GameError, SettingsError
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.settings import Settings
from tablemates.envs.orcs_must_die.state import STATE
from tablemates.envs.testing import Checker
from tests.edits import assert_is_sentence, check_reader, edited
from tests.orcs_must_die.table import FORTRESSES, Table


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
    agent = RulesAgent(GameFacts.of_game(game))
    answer = OVER
    for _ in range(count):
        answer = (
            game.new(int(rng.integers(2**63)))
            if answer == OVER
            else game.step(choose(game, rng, agent))
        )
        yield checker


@pytest.mark.slow
@pytest.mark.rule("SKULL-02", "PROG-01")
@pytest.mark.parametrize("count", [8, pytest.param(400, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(
    ("fortress", "players"), [*zip(FORTRESSES, [1, 2, 3, 4, 3, 4], strict=True)]
)
def test_every_property_in_random_games(fortress, players, count):
    rng = np.random.default_rng([players, len(fortress)])
    for chance in ("sampled", "explicit"):
        settings = {"fortress": fortress, "players": players, "chance": chance}
        settings["mode"] = str(rng.choice(["standard", "challenge"]))
        settings["skip_forced"] = bool(rng.random() < 0.7)
        before = 0.0
        for n, checker in enumerate(states(rng, count, **settings)):
            checker.check(rng, shown=n % 30 == 0)
            p = checker.game.public
            assert p.bank + p.pool + p.skulls.sum() == 60
            assert p.minions.min() >= 0
            now = checker.game.progress()
            assert now >= before or p.turn == 1
            before = now


@pytest.mark.slow
def test_every_choice_can_be_clicked_once():
    rng = np.random.default_rng(2)
    for checker in states(rng, 60, fortress="keep", players=2):
        game = checker.game
        drawing = ElementTree.fromstring(game.picture("svg"))
        clicked = [int(node.get("data-action", -1)) for node in drawing.iter()]
        assert sorted(n for n in clicked if n >= 0) == np.flatnonzero(game.mask).tolist()


def test_agents_choose_alike_whatever_is_hidden():
    rng = np.random.default_rng(8)
    agent = RulesAgent(GameFacts.of(Settings()))
    for n, checker in enumerate(states(rng, 40, fortress="gauntlet", players=2)):
        game = checker.game
        if game.to_move() == OVER:
            continue
        choice = agent.act(Situation.of(game, 0, 0))
        game.resample(n)
        assert agent.act(Situation.of(game, 0, 0)) == choice


@pytest.mark.slow
@pytest.mark.parametrize("count", [100, pytest.param(2_000, marks=pytest.mark.exhaustive)])
def test_edited_positions_are_refused_or_played_to_their_end(count):
    rng = np.random.default_rng(6)
    documents = []
    for n, checker in enumerate(states(rng, 160, fortress="keep", players=3)):
        if n % 8 == 0:
            documents.append(checker.game.dump_position())
    game = OrcsMustDie(Settings(fortress="keep", players=[1, 2, 3, 4]))

    def accepts(document):
        try:
            game.load_position(document)
        except GameError as error:
            assert_is_sentence(error)
            return False
        for _ in range(60):
            if game.to_move() == OVER:
                break
            game.step(int(rng.choice(np.flatnonzero(game.mask))))
        return True

    check_reader(edited(documents), accepts, count)


FAULTS = [
    ("public", "minions", (3, 0, 0), 100),
    ("public", "minions", (3, 0, 7), 1),
    ("public", "unseen", (0, 0), -100),
    ("public", "cards", (0, 2), 40),
    ("public", "at", 0, 20),
    ("public", "bank", None, 1),
    ("public", "entered", None, 1),
    ("public", "flying", None, 1),
    ("public", "cursor", None, 90),
    ("public", "outcome", None, 1),
    ("public", "shop", (1, 0), 60),
]


@pytest.mark.parametrize(("part", "name", "index", "change"), FAULTS)
def test_a_damaged_record_is_refused(part, name, index, change):
    game = OrcsMustDie(Settings(players=3))
    game.new(11)
    view = getattr(RecordView(game.record, STATE), part)
    if index is None:
        setattr(view, name, getattr(view, name) + change)
    else:
        getattr(view, name)[index] += change
    with pytest.raises(GameError):
        game.check(game.save())


def test_a_win_rewards_every_seat_and_shaping_adds_up():
    weights = {"progress": 1.0, "rift": 0.5, "kills": 0.25}
    env = orcs_must_die_v0.env(players=2, shaping=weights)
    agent = RulesAgent(GameFacts.of_game(env._game))
    env.reset(seed=5)
    first, total = env._game.potential[0], 0.0
    while not all(env.terminations.values()):
        env.step(agent.act(env.situation()))
        total += env.rewards["player_0"]
        assert env.rewards["player_0"] == env.rewards["player_1"]
    assert total == pytest.approx(env._game.returns()[0] - first)


def test_the_script_wins_most_games_and_random_play_none():
    game = OrcsMustDie(Settings(fortress="straight_shot", players=3))
    agent, rng, won = RulesAgent(GameFacts.of_game(game)), np.random.default_rng(1), [0, 0]
    for seed in range(10_000, 10_010):
        for script in (0, 1):
            game.new(seed)
            while game.to_move() != OVER:
                drawn = int(rng.choice(np.flatnonzero(game.mask)))
                game.step(agent.act(Situation.of(game, 0, 0)) if script else drawn)
            won[script] += game.returns()[0] == 1.0
    assert won[0] == 0
    assert won[1] >= 7


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"fortress": "kep"}, "did you mean 'keep'"),
        ({"mode": "hard"}, "unknown mode 'hard'"),
        ({"mode": []}, "nor a list of some"),
        ({"fortress": 3}, "neither a name nor a list"),
        ({"max_rounds": -1}, "max_rounds"),
        ({"players": 5}, "1 to 4 players"),
    ],
    ids=str,
)
def test_wrong_settings_are_refused(settings, message):
    with pytest.raises((SettingsError, ComponentsError), match=message):
        orcs_must_die_v0.env(**settings)


def test_a_list_of_fortresses_and_modes_is_drawn_from():
    game = OrcsMustDie(Settings(fortress=["keep", "gauntlet"], mode=["standard", "challenge"]))
    seen = set()
    for seed in range(40):
        game.new(seed)
        seen.add((game.fortress, int(game.public.mode)))
    assert len(seen) == 4


def test_pictures_and_clocks_name_what_is_there():
    seat = {"hero": "ivy", "equipment": ["fox amulet", None, None, None], "stunned": 1}
    table = Table.at(
        seats=[seat], standing={1: {"ogre": 2}}, stunned={1: {"ogre": 1}}, rift=2,
        supports={"2-3": "archer post"}, decision="recover",
    )  # fmt: skip
    text = table.game.picture("ansi")
    for words in ("3 ogres, 1 stunned", "archer post to 2", "fox amulet", "6 of 6 health, stunned"):
        assert words in text
    assert [clock.alarm for clock in table.game.clocks()] == [2, 0]


@pytest.mark.slow
def test_dice_that_add_up_to_the_same_are_one_node():
    game = OrcsMustDie(Settings(players=1))
    game.new(1)
    agent = find_agent("mcts:300", GameFacts.of_game(game))
    rolls = number = 0
    while game.to_move() != OVER:
        number += 1
        agent.act(Situation.of(game, number, number))
        tree = agent._tree
        nodes = tree.nodes[: int(tree.size[0])]
        chance = nodes[nodes[:, T.KIND] == T.CHANCE]
        edges = [tree.edges[first : first + count, T.CHILD] for first, count in chance[:, :2]]
        below = np.unique(np.concatenate([*edges, np.zeros(0, np.int64)]))
        below = below[below >= 0]
        assert len(np.unique(tree.positions[below], axis=0)) == len(below)
        rolls += sum(len(one[one >= 0]) for one in edges) - len(below)
        game.step(int(game.legal[0]))
    assert rolls > 0
