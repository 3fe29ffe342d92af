"""Statistics of games, counted from their events when they are played again from rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.commands import progress
from tablemates.agents.evaluation.rows import Row, cached_games
from tablemates.envs.core.cache import compiling, folder_within
from tablemates.envs.core.compiled import code_kept_in, compiled
from tablemates.envs.core.record import I8, I16, Array16, Bytes, dtype_of
from tablemates.envs.core.rows import record_at
from tablemates.envs.portal_dash import CACHE
from tablemates.envs.portal_dash.components import Components
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.records import box_of, work_of
from tablemates.envs.portal_dash.rules.vocabulary import MAGMA, Cause, Event, Reason

#: Sources of damage: kinds of mobs, and magma.
SOURCES: Final = MAGMA + 1
#: Turns of the curves of progress.
TURNS: Final = 80
#: Reasons for which a block leaves the cube: ``Reason.DIE``, ``BOSS`` and ``MINED``.
_REASONS: Final = 3
#: Stands for a killer or a number of blocks that does not exist.
NOWHERE: Final = -1
_COMPILE_SECONDS: Final = 5

Counts = npt.NDArray[Any]  # of COUNTS


class GameCounts:
    """The record of one game's counts."""

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
    # -- damage taken -----------------------------------------------------------
    hearts_lost: Annotated[Array16, np.int16, SOURCES]  # off life trackers
    armour_lost: Annotated[Array16, np.int16, SOURCES]
    # -- fights ---------------------------------------------------------------
    fights: Annotated[Array16, np.int16, L.ITEM_KINDS]  # by weapon
    boss_damage: Annotated[Array16, np.int16, L.ITEM_KINDS]  # life taken, by weapon
    defeated: Annotated[Array16, np.int16, L.MOB_KINDS]
    boss_turn: I16  # in which the first one appeared, 0: never
    weapon: I16  # of the present fight
    life: I16  # of the opponent, before the dice
    # -- the end ---------------------------------------------------------------
    killer: I8  # what killed a player, see SOURCES; -1: nobody died


COUNTS: Final = dtype_of(GameCounts)

CODE: Final = folder_within(CACHE, [Path(__file__)])

with code_kept_in(CODE):

    @compiled
    def tally(counts: Bytes, n: int, work: Bytes, box: Bytes) -> int:
        """Count the events of the last step.

        Args:
            counts: Shape ``(games, COUNTS.itemsize)``.
            n: Which game.
            work: The game's scratch space, with the events.
            box: What is in the box.

        Returns:
            The present turn.
        """
        w = work_of(work)
        h = record_at(counts, n, COUNTS)
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


@dataclass(frozen=True)
class GameStats:
    """Statistics of games, in the order of their rows.

    Attributes:
        rows: The games.
        counts: Records of ``GameCounts``.
        progress: Progress of the team at the end of each turn, shape ``(games, TURNS + 1)``;
            turn 0 is the set-up, and the last value stays after the end.
    """

    rows: Sequence[Row]
    counts: Counts
    progress: npt.NDArray[np.float32]

    def where(self, chosen: Callable[[Row], bool]) -> GameStats:
        """Return those of some games."""
        games = [n for n, row in enumerate(self.rows) if chosen(row)]
        return GameStats([self.rows[n] for n in games], self.counts[games], self.progress[games])


def game_stats(rows: Sequence[Row], components: str | Path | Components | None = None) -> GameStats:
    """Play rows again and count what happened.

    Args:
        rows: The rows.
        components: The parts that they were played with.

    Raises:
        FormatError: A game is of other rules or parts, or its actions are not legal.
    """
    counts: Counts = np.zeros(len(rows), COUNTS)
    counts["layer_left"] = L.CUBE_COLUMNS
    for name in ("task_left", "killer"):
        counts[name] = NOWHERE
    found = GameStats(rows, counts, np.zeros((len(rows), TURNS + 1), np.float32))
    flat = counts.view(np.uint8).reshape(len(rows), COUNTS.itemsize)
    game_of = cached_games(components)
    with progress("game statistics", "games", len(rows)) as report:
        for n, row in enumerate(rows):
            game = game_of(row)
            _play(game, row, flat, n, found.progress[n])
            if game.public.cause == Cause.PLAYER_DIED:
                counts["killer"][n] = game.public.cause_source
            report(n + 1, "")
    return found


def _play(
    game: PortalDash, row: Row, counts: Bytes, n: int, progress: npt.NDArray[np.float32]
) -> None:
    before = 0
    work, box = game.scratch, game.box
    with compiling("game statistics", _COMPILE_SECONDS, CODE):
        for _ in row.replay().play(game):
            turn = min(tally(counts, n, work, box), TURNS)
            if turn != before:  # progress is read once a turn, which is cheaper
                progress[before:turn] = game.progress()
                before = turn
    progress[before:] = game.progress()
