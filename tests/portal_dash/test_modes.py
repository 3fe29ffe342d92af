"""The engine plays the same compiled and interpreted, and stays inside its arrays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.portal_dash.games import LEVELS, PLAYERS, choose, digests, make_game

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments, **environment):
    """Run a module of the tests in a process of its own; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.split()


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS[1::3])
def test_interpreted_play_gives_the_same_bytes(level):
    """Records, masks, observations, events and resamples of 300 decisions."""
    compiled = list(digests(level, 300))
    interpreted = run("tests.portal_dash.games", level, 300, NUMBA_DISABLE_JIT="1")
    assert len(compiled) == 6
    assert interpreted == compiled


@pytest.mark.rule("TURN-01")
@pytest.mark.parametrize("players", PLAYERS)
def test_white_dice_depend_on_seed_and_turn_alone(players):
    """Two agents who do different things see the same dice in every turn that both reach."""
    shared = 0
    for seed in range(12):
        one, other = (dice_of_turns(players, seed, agent) for agent in (1, 2))
        turns = one.keys() & other.keys()
        shared += len(turns)
        assert {turn: one[turn] for turn in turns} == {turn: other[turn] for turn in turns}
        assert one != dice_of_turns(players, seed + 100, 1)
    assert shared > 40


def dice_of_turns(players, seed, agent):
    """Play at random; return both dice of every turn."""
    rng = np.random.default_rng(agent)
    game = make_game(rng, 1, players, chance="sampled", first_player=0)
    game.new(seed)
    dice = {}
    while not game.public.outcome:
        if game.public.mob_die > 0:
            dice[game.turn] = int(game.public.blocks_die), int(game.public.mob_die)
        game.step(choose(game, rng))
    return dice
