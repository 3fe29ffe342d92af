"""RIV: nothing favours a team where both have the same box."""

from collections import Counter

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.orcs_must_die.rules_agent import RulesAgent
from tablemates.envs import orcs_must_die_v0
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.records.random import random_below
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.settings import Settings

EQUAL = {"rivalry": "on", "rival_edition": "order"}


class Mirrored:
    """A game with explicit chance; ``first`` is the team of the first lord.

    What chance gives is keyed by team and kind, counted from the first lord's team on.
    """

    def __init__(self, seed, first, **settings):
        self.seed, self.first, self.drawn = seed, first, Counter()
        side_by_side = settings["players"] // 2 if settings["seating"] == "blocks" else 1
        self.shift = first * side_by_side
        more = {**EQUAL, **settings, "chance": "explicit", "first_player": self.shift}
        self.game = OrcsMustDie(Settings(**more))
        self.answer = self.chance(self.game.new(0))

    def chance(self, answer):
        game = self.game
        while answer == CHANCE:
            p = game.public
            outcomes = game.chance_outcomes()[0].tolist()
            key = int(p.team) ^ self.first, int(p.chance)
            self.drawn[key] += 1
            stream = 100 * key[0] + key[1]
            answer = game.step(
                outcomes[random_below(self.seed, stream, self.drawn[key], len(outcomes))]
            )
        return answer

    def step(self, action):
        self.answer = self.chance(self.game.step(action))

    @property
    def mover(self):
        """The seat that decides, counted from the first lord."""
        seat, seats = self.answer, self.game.seats
        return seat if seat < 0 else (seat - self.shift) % seats


@pytest.mark.rule("RIV-01", "RIV-04", "RIV-05", "RIV-09")
@pytest.mark.parametrize(
    "settings",
    [
        {"players": 2, "seating": "blocks"},
        {"players": 4, "seating": "alternate", "boss_stage_2": "fire_lord"},
        {"players": 6, "seating": "blocks", "consent": "vote", "choices": "full"},
    ],
    ids=str,
)
def test_a_mirrored_game_is_the_same_game_with_the_teams_exchanged(settings):
    for seed in range(4):
        rng = np.random.default_rng(seed)
        one, other = (Mirrored(seed, first, **settings) for first in (0, 1))
        for _ in range(300):
            assert one.mover == other.mover
            if one.answer == OVER:
                break
            assert np.array_equal(one.game.mask, other.game.mask)
            seen = one.game.observation, other.game.observation
            assert np.array_equal(*seen), np.flatnonzero(seen[0] != seen[1])
            action = int(rng.choice(np.flatnonzero(one.game.mask)))
            one.step(action)
            other.step(action)
        returns = one.game.returns()
        assert np.array_equal(np.roll(returns, other.shift), other.game.returns())


def first_places(returns):
    """Return the share of games that the first team wins, a shared win as half of one."""
    return (np.array(returns) + 1) / 2


def random_games(count, **settings):
    """Return what the first seat gets in so many games of random play."""
    lanes = orcs_must_die_v0.vector_env(num_envs=200, players=2, **EQUAL, **settings)
    (_, info), found = lanes.reset(seed=1), []
    rng = np.random.default_rng(1)
    while len(found) < count:
        mask = info["action_mask"]
        keys = np.where(mask == 1, rng.random(mask.shape), -1.0)
        _, _, over, cut, info = lanes.step(keys.argmax(1))
        found += [row[0] for row in info["returns"][over | cut].tolist()]
    return found[:count]


def script_games(count):
    """Return what the first seat gets where the script plays both."""
    game = OrcsMustDie(Settings(players=2, **EQUAL))
    agent, found = RulesAgent(GameFacts.of_game(game)), []
    for seed in range(count):
        game.new(seed)
        while game.to_move() != OVER and game.turn <= game.settings.turn_limit:
            game.step(agent.act(Situation.of(game, 0, 0)))
        found.append(game.returns()[0] if game.to_move() == OVER else 0.0)
    return found


@pytest.mark.parametrize(
    ("games", "play"),
    [
        pytest.param(4_000, random_games, marks=pytest.mark.slow),
        pytest.param(4_000, script_games, marks=pytest.mark.exhaustive),
        (60, script_games),
    ],
)
def test_equal_agents_have_half_of_the_first_places(games, play):
    """The first lord is drawn, so that either team may begin."""
    shares = first_places(play(games))
    print(f"{play.__name__}: {shares.mean():.2%} of {games}")
    assert len({*shares}) > 1
    assert abs(shares.mean() - 0.5) < 3 * shares.std() / np.sqrt(games)
