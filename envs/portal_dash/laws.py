"""Laws of every state of a game: blocks, tiles and pieces are conserved, an end has its cause.

Readers of positions check more: what a step on the agenda needs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.engine.laws import Faults
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.records.layout import Bytes, RecordView
from tablemates.envs.core.records.ranges import out_of_range
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.part_models import words_of
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN
from tablemates.envs.portal_dash.rules.piglins import task_done
from tablemates.envs.portal_dash.state import RANGES, STATE
from tablemates.envs.portal_dash.vocabulary import Cause, Colour

_LEVELS = np.arange(V.CUBE_LAYERS)


def faults(game: PortalDash, record: Bytes) -> Faults:
    """Yield what no game can have: the key of a position, and the reason."""
    state: Any = RecordView(record, STATE)
    p, box = state.public, game.box_record
    if wrong := [*out_of_range(p, RANGES)]:
        yield from wrong
        return
    for name in ("active_player", "first_player", "decider", "cause_player"):
        if getattr(p, name) >= p.players:
            yield name, f"there are {p.players} players, counted from 0"
            return
    yield from _faults_of_pieces(p)
    yield from _faults_of_blocks(p, box)
    yield from _faults_of_tiles(p, box)
    yield from _faults_of_end(p, box)


def _faults_of_pieces(p: Any) -> Faults:
    on_board, line = np.flatnonzero(p.mob_space >= 0), p.line[: p.line_length]
    if (line < 0).any() or len({*on_board, *line}) < len(on_board) + len(line):
        yield "mobs, line", "a mob is in two places"
    spaces = p.mob_space[on_board]
    words = np.zeros(V.ROWS, np.uint64)
    np.bitwise_or.at(words, spaces >> 6, np.uint64(1) << (spaces & 63).astype(np.uint64))
    if len({*spaces}) < len(spaces) or (words != p.mob_words).any():
        yield "mobs", "two mobs stand on one space"
    chests = p.chest_space[p.chest_space >= 0]
    if len({*chests}) < len(chests):
        yield "chests", "two chest tokens lie on one space"


def _faults_of_blocks(p: Any, box: Any) -> Faults:
    if ((p.cube == GONE) != (p.height[:, None] <= _LEVELS)).any():
        yield "cube", "blocks lie on one another"
    if (p.cube == UNSEEN).sum() != p.unseen.sum():
        yield "cube", "there are other blocks than those that have not been seen"
    here = p.unseen + p.used + p.hand + np.bincount(p.cube[p.cube >= 0], minlength=V.COLOURS)
    taken = p.place_count > 0
    np.add.at(here, p.place_colour[taken], p.place_count[taken])
    steps = p.agenda[: p.agenda_length, 0]
    here[Colour.BROWN] += sum(int(row).bit_count() for row in p.brown) + (steps == Step.COVER).sum()
    for colour in np.flatnonzero(here != box.cube):
        name = words_of(Colour(int(colour)))
        yield "cube, used, hand, tasks", f"{here[colour]} {name} blocks, not {box.cube[colour]}"


def drawable(box: Any) -> npt.NDArray[np.int64]:
    """Return the tiles of each kind that are in stack and supply at the start (SETUP-09)."""
    netherite = box.netherite[box.netherite >= 0]
    return np.asarray(box.item_copies + np.bincount(netherite, minlength=V.ITEM_KINDS))


def _faults_of_tiles(p: Any, box: Any) -> Faults:
    held = p.item_kind[(p.item_kind >= 0) & (p.item_starting == 0)]
    on_items = p.item_enchantments[p.item_enchantments >= 0]
    elsewhere = [*held, *on_items, *p.drawn[p.drawn >= 0], *box.netherite[p.supply == 1]]
    here = p.stack_count + p.discards + np.bincount(elsewhere, minlength=V.ITEM_KINDS)
    if (here != drawable(box)).any():
        yield "stack, discards, supply, players", "there are other item tiles than in the box"


def _faults_of_end(p: Any, box: Any) -> Faults:
    """Yield why a game that is over has not ended like that, or one that goes on has (END)."""
    cause, over = Cause(p.cause), p.outcome != Outcome.RUNNING
    if over == (cause == Cause.NONE):
        yield "end.cause", "a game that is over has one, and no other"
    if (p.outcome == Outcome.WON) != (cause == Cause.BOSS_DEFEATED):
        yield "end.cause", f"{words_of(cause)!r} does not go with the outcome"
    if (cause == Cause.BOSS_DEFEATED) == p.boss_life[p.boss_kind >= 0].any():
        yield "bosses", "the game is won when no boss has life left, and not before (END-01)"
    dead = np.flatnonzero(p.hearts[: p.players] == 0).tolist()
    if dead != ([p.cause_player] if cause == Cause.PLAYER_DIED else []):
        yield "players, end.player", "a player without hearts ends the game, and no other (END-02)"
    if (p.cause_player >= 0) != (cause in (Cause.PLAYER_DIED, Cause.ILLEGAL_ACTION)):
        yield "end.player", f"{words_of(cause)!r} is not about a player, or lacks one"
    if (p.cause_source >= 0) != (cause == Cause.PLAYER_DIED):
        yield "end.source", "it is what a player died of"
    if (cause == Cause.CUBE_EMPTY) != (p.height.max() == 0):
        yield "cube", "the game ends with its last block, and no other (END-04)"
    for task in range(V.TASKS):
        late = cause == Cause.TASK_A_LATE.value + task
        gone = p.height.max() < V.CUBE_LAYERS - task and p.height.max() > 0
        done = task_done(p, box, task)
        if late and (not gone or done):
            yield "end.cause", "this task is done, or its layer of the cube is not empty (PIG-03)"
