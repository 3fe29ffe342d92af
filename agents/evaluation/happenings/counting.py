"""Counts of one game: their layout, and the compiled reader of events that fills them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.cache import own_cache
from tablemates.envs.core.compiled import compiled
from tablemates.envs.core.record import I8, I16, Array16, Bytes, dtype_of
from tablemates.envs.core.rows import record_at
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.records import box_of, work_of
from tablemates.envs.portal_dash.rules.vocabulary import MAGMA, Event, Reason

SOURCES: Final = MAGMA + 1  # of damage: kinds of mobs, and magma
#: Reasons for which a block leaves the cube: ``Reason.DIE``, ``BOSS`` and ``MINED``.
_REASONS: Final = 3
#: Stands for a part of the track, a space or a number of blocks that there is not.
NOWHERE: Final = -1
#: Parts on which somebody can die: the start strip, the gameboard tiles, the portal strip.
START: Final = L.TILES
PORTAL: Final = L.TILES + 1
PARTS: Final = L.TILES + 2


class Happened:
    """What happened in one game."""

    turn: I16  # the present one; in the end: the last
    # -- cube and blocks ------------------------------------------------------
    taken: Annotated[Array16, np.int16, (_REASONS, L.COLOURS)]  # out of the cube, by Reason
    drawn: Annotated[Array16, np.int16, L.COLOURS]  # from the used pile
    abilities: Annotated[Array16, np.int16, L.COLOURS]
    placed: Annotated[Array16, np.int16, (L.TASKS, L.COLOURS)]
    # -- tasks against layers: the first task against the top layer, and so on ---
    task_turn: Annotated[Array16, np.int16, L.TASKS]  # in which it was done, 0: never
    task_left: Annotated[Array16, np.int16, L.TASKS]  # blocks of its layer at that moment, or -1
    layer_left: Annotated[Array16, np.int16, L.CUBE_LAYERS]  # blocks, in the end
    layer_turn: Annotated[Array16, np.int16, L.CUBE_LAYERS]  # in which it became empty, 0: never
    # -- items ----------------------------------------------------------------
    found: Annotated[Array16, np.int16, L.ITEM_KINDS]  # tiles kept
    refused: I16  # tiles turned up and not kept
    chests: I16  # opened
    # -- harm -----------------------------------------------------------------
    hearts_lost: Annotated[Array16, np.int16, SOURCES]  # off life trackers
    armour_lost: Annotated[Array16, np.int16, SOURCES]
    # -- fights ---------------------------------------------------------------
    fights: Annotated[Array16, np.int16, L.ITEM_KINDS]  # by weapon
    boss_damage: Annotated[Array16, np.int16, L.ITEM_KINDS]  # life taken, by weapon
    defeated: Annotated[Array16, np.int16, L.MOB_KINDS]
    boss_turn: I16  # in which the first one appeared, 0: never
    weapon: I16  # of the fight under way
    life: I16  # of who is fought, before the dice
    # -- the end ---------------------------------------------------------------
    killer: I8  # what killed a player, see SOURCES; -1: nobody died
    part: I8  # on which part that was, see PARTS
    row: I8  # and on which space of it
    column: I8


HAPPENED: Final = dtype_of(Happened)
Counts = npt.NDArray[Any]  # of HAPPENED

with own_cache([Path(__file__)]) as CODE:

    @compiled
    def tally(counts: Bytes, n: int, work: Bytes, box: Bytes) -> int:
        """Count the events of the last step.

        Args:
            counts: Shape ``(games, HAPPENED.itemsize)``.
            n: Which game.
            work: The game's scratch space, with the events.
            box: What is in the box.

        Returns:
            The present turn.
        """
        w = work_of(work)
        h = record_at(counts, n, HAPPENED)
        for i in range(w.event_count):
            row = w.events[i]
            kind = row[0]
            if kind == Event.TURN_STARTED:
                h.turn = row[2]
            elif kind == Event.BLOCK_REMOVED:
                layer = int(row[3]) - 1
                colour = int(row[4])
                reason = int(row[5])
                place = 0 if reason == Reason.DIE else 1 if reason == Reason.BOSS else 2
                h.taken[place, colour] += 1
                h.layer_left[layer] -= 1
                if h.layer_left[layer] == 0:
                    h.layer_turn[layer] = h.turn
            elif kind == Event.BLOCK_DRAWN:
                h.drawn[row[2]] += 1
            elif kind == Event.ABILITY_USED:
                h.abilities[row[2]] += 1
            elif kind == Event.BLOCK_PLACED:
                h.placed[row[3] // L.TASK_COLUMNS, row[2]] += 1
            elif kind == Event.TASK_DONE:
                h.task_turn[row[2]] = h.turn
                h.task_left[row[2]] = h.layer_left[row[2]]
            elif kind == Event.ITEM_KEPT:
                h.found[row[3]] += 1
            elif kind == Event.ITEM_ENCHANTED:
                h.found[row[4]] += 1
            elif kind == Event.TILE_DISCARDED:
                if row[3] == Reason.NOT_KEPT:
                    h.refused += 1
            elif kind == Event.CHEST_OPENED:
                h.chests += 1
            elif kind == Event.HEART_LOST:
                h.hearts_lost[row[2]] += 1
            elif kind == Event.ARMOUR_HEART_LOST:
                h.armour_lost[row[2]] += 1
            elif kind == Event.FIGHT_STARTED:
                h.weapon = row[3]
                h.fights[row[3]] += 1
            elif kind == Event.FIGHT_ENDED:
                h.life = row[4]
            elif kind == Event.BOSS_HIT:
                h.boss_damage[h.weapon] += h.life - row[4]
            elif kind == Event.MOB_DEFEATED:
                if row[2] < L.REGULAR_MOBS:
                    h.defeated[box_of(box).mob_kind[row[2]]] += 1
            elif kind == Event.BOSS_APPEARED and h.boss_turn == 0:
                h.boss_turn = h.turn
        return int(h.turn)


def no_counts(games: int) -> Counts:
    """Return the counts of games that have not begun."""
    counts: Counts = np.zeros(games, HAPPENED)
    counts["layer_left"] = L.CUBE_COLUMNS
    for name in ("task_left", "killer", "part", "row", "column"):
        counts[name] = NOWHERE
    return counts
