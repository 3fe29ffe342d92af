"""Random decisions of a game's rules alone: no observation, no mask, no Python between moves."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from benchmarks.measure import Sample, rate_of
from tablemates.envs.core.compiler.decorators import compiled
from tablemates.envs.core.engine.calls import (
    advance,
    box_of,
    scenario_at,
    set_up,
    state_of,
    take,
    to_move,
    work_of,
)
from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.records.layout import Bytes, Rows
from tablemates.envs.core.records.random import random_below
from tablemates.envs.registry import find_game, new_game

_DECISIONS: Final = 20_000
_PICKS: Final = 2001  # a stream


@compiled
def play(
    rules: Any,
    game: Bytes,
    box: Bytes,
    scenarios: Rows[Bytes],
    work: Bytes,
    players: int,
    seed: int,
    decisions: int,
) -> int:
    """Play random games until so many decisions have been taken; return how many were."""
    s, b, w = state_of(rules, game), box_of(rules, box), work_of(rules, work)
    taken, games = 0, 0
    while taken < decisions:
        scenario = scenario_at(rules, scenarios, games % len(scenarios))
        set_up(rules, s, b, scenario, w, seed + games, players, 0, 0, 0)
        advance(rules, s, b, w)
        while to_move(rules, s) != OVER:
            w.event_count = 0
            option = random_below(seed, _PICKS, taken, w.legal_count)
            take(rules, s, b, w, int(w.legal[option]))
            taken += 1
        games += 1
    return taken


def engine(key: str, players: int, **settings: Any) -> Sample:
    """Return random games of a game, one after the other."""
    game = new_game(find_game(key).settings_type(**{"players": players, **settings}))
    work = np.zeros(game.engine.work.itemsize, np.uint8)
    seed = 0

    def some() -> int:
        nonlocal seed
        seed += 1_000_000
        return play(
            game.engine.table,
            game.record,
            game.box,
            game.scenarios,
            work,
            players,
            seed,
            _DECISIONS,
        )

    return rate_of(some)
