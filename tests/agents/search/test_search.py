"""Search in any game, mostly in the dice race."""

from importlib import import_module
from itertools import cycle

import numpy as np
import pytest

from tablemates import load_agent
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.agents.search import tree as T
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.registry import GAMES
from tests.core.dice_race import GOAL, HOLD, ROLL, STATE, DiceRace, Settings

AGENTS = ("rollout", "mcts")


def race(players, scores=(), total=0, decider=0):
    """Return a race at a position."""
    game = DiceRace(Settings(players=players))
    game.new(1)
    game.public.scores[: len(scores)] = scores
    game.public.total, game.public.decider = total, decider
    game.restore(game.save())
    return game


def made(kind, budget, players=2):
    return find_agent(f"{kind}:{budget}", GameFacts.of_game(race(players)))


@pytest.mark.parametrize("kind", AGENTS)
@pytest.mark.parametrize(
    ("players", "decider", "scores"), [(2, 1, (9, 15)), (3, 1, (0, 15, 3)), (4, 3, (15, 9, 0, 15))]
)
def test_the_decider_takes_its_own_win(kind, players, decider, scores):
    """The seat that holds wins; its partners in the tree want something else."""
    game = race(players, scores, GOAL - 15, decider)
    best, *others = made(kind, "200", players).explain(Situation.of(game, 1, 1)).candidates
    assert (best.action, best.value) == (HOLD, 1.0)
    assert all(other.value < 1.0 for other in others)


@pytest.mark.parametrize("kind", AGENTS)
def test_nothing_hidden_changes_the_answer(kind):
    game, agent = race(3, (4, 9, 0), 6), made(kind, "60", 3)
    first = agent.explain(Situation.of(game, 5, 2))
    for seed in range(3):
        game.resample(seed)
        assert agent.explain(Situation.of(game, 5, 2)) == first
    assert agent.explain(Situation.of(game, 6, 2)) != first  # another key, other playouts


def test_a_tree_has_exact_chances_and_nothing_hidden():
    agent = made("mcts", "600", 3)
    agent.act(Situation.of(race(3, (4, 9, 0), 6), 5, 2))
    tree, nodes = agent._tree, int(agent._tree.size[0])
    assert not tree.positions[:nodes].view(STATE)["hidden"]["seed"].any()
    kinds = set()
    for node in range(nodes):
        first, count, visits, kind, column = tree.nodes[node].tolist()
        edges = slice(first, first + count)
        kinds.add(kind)
        assert tree.edges[edges, T.TRIED].sum() == visits
        if kind == T.OVER:
            assert sorted(tree.own[node, :3].tolist()) == [0.0, 0.0, 1.0]
            continue
        assert tree.shares[edges].sum() == pytest.approx(1.0)
        assert column in range(3)
        if kind == T.CHANCE:
            assert tree.shares[edges].tolist() == [pytest.approx(1 / 6)] * 6
            assert np.ptp(tree.edges[edges, T.TRIED]) <= max(2, visits // 6)
    assert kinds == {T.DECISION, T.CHANCE, T.OVER}


def test_a_budget_may_be_a_time():
    agent = made("mcts", "20ms")
    agent.act(Situation.of(race(2, (4, 9), 6), 5, 2))
    assert agent.name == "mcts:0.02s"
    assert agent._tree.nodes[0, T.VISITS] > 30


@pytest.mark.slow  # most of it compiles; one agent is enough for the hooks of a game
@pytest.mark.parametrize(("game", "kind"), list(zip(GAMES, cycle(AGENTS))))
def test_it_plays_and_explains_itself_in_every_game(game, kind):
    env = import_module(GAMES[game].module).gym_env(players=2)
    loaded = load_agent(f"{kind}:8", env)
    observation, info = env.reset(seed=3)
    for _ in range(6):
        best, *others = loaded.agent.explain(env.situation()).candidates
        action = loaded.act(observation, info["action_mask"])
        assert action == best.action
        assert info["action_mask"][[one.action for one in (best, *others)]].all()
        assert 0.0 <= best.value <= 1.0
        assert "%" in best.reason
        observation, _, _, _, info = env.step(action)


def hold_at(pips):
    """Return the script that holds with so many pips, or with enough to win."""

    def choose(game, _rng):
        total, banked = game.public.total, game.public.scores[game.public.decider]
        return HOLD if total >= pips or banked + total >= GOAL else ROLL

    return choose


def at_random(game, rng):
    return rng.choice(np.flatnonzero(game.mask))


def wins(agent, opponent, players, games):
    """Return how many races the agent wins against opponents in all other seats."""
    game, rng, won = DiceRace(Settings(players=players)), np.random.default_rng(7), 0
    for number in range(games):
        seat, decision = number % players, 0
        decider = game.new(2000 + number)
        while decider >= 0:
            if decider == seat:
                action = agent.act(Situation.of(game, number, decision))
            else:
                action = opponent(game, rng)
            decider, decision = game.step(int(action)), decision + 1
        won += game.returns()[seat] > 0
    return won


@pytest.mark.slow
@pytest.mark.parametrize("players", [3])
@pytest.mark.parametrize("kind", AGENTS)
def test_it_beats_random_play_and_the_best_script_that_holds(kind, players):
    """Lower bounds of 95 % (Wilson) above a fair share.

    To roll until it is enough is a best answer to itself, so that nothing can beat it; of
    the scripts that hold before, 11 pips is the best.
    """
    agent = made(kind, "200", players)
    for opponent, games in ((at_random, 40), (hold_at(11), 400)):
        share = wins(agent, opponent, players, games) / games
        error = 1.96 * np.sqrt(share * (1 - share) / games + (0.98 / games) ** 2)
        lower = (share + 1.92 / games - error) / (1 + 3.84 / games)
        assert lower > 1 / players
