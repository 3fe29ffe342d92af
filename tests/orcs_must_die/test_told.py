"""Sentences at a real table are enough to move the minions there."""

import random
from collections import Counter

import numpy as np
import pytest

from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.registry import find_game, new_game

pytestmark = pytest.mark.slow


def minions(game):
    """Return how many minions of each type stand on each tile."""
    p = game.public
    counts = p.minions.sum(axis=1, dtype=int)[:, : V.TYPES] + p.arrived[:, : V.TYPES]
    return Counter({(tile, kind): int(counts[tile, kind]) for tile, kind in np.argwhere(counts)})


def follow(table, event, rift):
    """Move minions on a table as an event tells."""
    told, kind, count = event["event"], event.get("minion"), event.get("count", 1)
    if told in ("minions_moved", "minion_killed"):
        table[event["tile"], kind] -= count
    if told == "minions_entered":
        table[event["tile"], kind] += count
    if told == "minions_moved":
        table[event["other"], kind] += count
    if told == "rift_damaged":
        table[rift, kind] -= count


@pytest.mark.parametrize("players", [2, 3, 4])
def test_minions_stand_where_they_were_told_to(players):
    rng, seen = random.Random(players), 0
    for seed in range(2):
        game = new_game(find_game("orcs_must_die").settings_type(players=players))
        game.new(seed)
        rift = int(game.box_record.rift_tile[game.public.fortress])
        table = minions(game)
        while game.to_move() >= 0:
            game.step(rng.choice(game.legal))
            for event in game.events():
                follow(table, event, rift)
            if game.public.decision == V.Decision.MENU:  # between them, some are in the hand
                assert +table == minions(game)
                seen += table.total()
    assert seen > 50
