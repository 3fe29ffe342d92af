"""The engine's entry points: a new game, a step, what is legal, chance, progress.

Entry points take ``uint8`` buffers of one record each, because handing a record
from Python to compiled code costs far more than handing over an array.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiled import compiled
from tablemates.envs.core.record import Array8, Bytes
from tablemates.envs.portal_dash.rules.chance import outcomes
from tablemates.envs.portal_dash.rules.ending import progress_of
from tablemates.envs.portal_dash.rules.flow import advance, is_legal, refresh, take
from tablemates.envs.portal_dash.rules.legal import fill_mask
from tablemates.envs.portal_dash.rules.records import box_of, level_of, state_of, work_of
from tablemates.envs.portal_dash.rules.resample import draw_hidden
from tablemates.envs.portal_dash.rules.setup import set_up

DONE = 0
ILLEGAL = 1


@compiled
def new_game(
    game: Bytes,
    box: Bytes,
    level: Bytes,
    work: Bytes,
    seed: int,
    players: int,
    first_player: int,
    explicit: int,
    skip_forced: int,
) -> None:
    """Set up a game in ``game`` and run to the first decision; see ``setup.set_up``."""
    w = work_of(work)
    w.event_count = 0
    w.ends_known = 0
    s = state_of(game)
    b = box_of(box)
    set_up(s, b, level_of(level), w, seed, players, first_player, explicit, skip_forced)
    advance(s, b, w)


@compiled
def step(game: Bytes, box: Bytes, work: Bytes, action: int) -> int:
    """Take an action; ``work`` holds the legal list of this game.

    Returns:
        ``DONE``, or ``ILLEGAL`` when the action is not legal: nothing changed.
    """
    w = work_of(work)
    if not is_legal(w, action):
        return ILLEGAL
    take(state_of(game), box_of(box), w, action)
    return DONE


@compiled
def legal(game: Bytes, box: Bytes, work: Bytes) -> int:
    """Recompute the legal list from the record, as after a restore; return its length."""
    w = work_of(work)
    refresh(state_of(game), box_of(box), w)
    return int(w.legal_count)


@compiled
def run_on(game: Bytes, box: Bytes, work: Bytes) -> None:
    """Run a record that stands between two decisions on to the next one.

    A record at a decision is asked again: nothing changes.
    """
    w = work_of(work)
    w.event_count = 0
    w.ends_known = 0
    advance(state_of(game), box_of(box), w)


@compiled
def write_mask(work: Bytes, mask: Array8) -> None:
    """Write the action mask of the decision under way."""
    fill_mask(work_of(work), mask)


@compiled
def chance_outcomes(
    game: Bytes,
    box: Bytes,
    values: npt.NDArray[np.int16],
    chances: npt.NDArray[np.float64],
) -> int:
    """At a chance decision, write its outcomes and exact chances; return how many."""
    p = state_of(game).public
    return outcomes(p, box_of(box), int(p.decision_about), values, chances)


@compiled
def resample(game: Bytes, box: Bytes, seed: int) -> None:
    """Draw a new hidden part that agrees with the public one."""
    draw_hidden(state_of(game), box_of(box), seed)


@compiled
def progress(game: Bytes, box: Bytes) -> float:
    """Return how far the team has come, from 0 to 1 (won)."""
    return progress_of(state_of(game).public, box_of(box))
