"""What happens in games of Portal Dash: blocks, tasks, damage, fights and items."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.game_statistics import Counted, GameCounter
from tablemates.envs.core.cache import compiling, folder_within
from tablemates.envs.core.compiled import code_kept_in, compiled
from tablemates.envs.core.record import I8, I16, Array16, Bytes, dtype_of
from tablemates.envs.core.rows import record_at
from tablemates.envs.portal_dash import CACHE
from tablemates.envs.portal_dash.naming import TASKS, Names, colour_name, mob_kind_name, source_name
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.records import box_of, work_of
from tablemates.envs.portal_dash.rules.vocabulary import MAGMA, Cause, Event, Reason

#: Sources of damage: kinds of mobs, and magma.
SOURCES: Final = MAGMA + 1
#: Reasons for which a block leaves the cube: ``Reason.DIE``, ``BOSS`` and ``MINED``.
_REASONS: Final = 3
#: Stands for a killer or a number of blocks that does not exist.
NOWHERE: Final = -1
_COMPILE_SECONDS: Final = 5

Counts = npt.NDArray[Any]  # of COUNTS
#: Name and value of each line of a table.
_Lines = list[tuple[str, float]]


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
    def tally(counts: Bytes, n: int, work: Bytes, box: Bytes) -> None:
        """Count the events of the last step.

        Args:
            counts: Shape ``(games, COUNTS.itemsize)``.
            n: Which game.
            work: The game's scratch space, with the events.
            box: What is in the box.
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


class Counter(GameCounter):
    """Counts events of games.

    Args:
        count: The number of games.

    Attributes:
        counts: Records of ``GameCounts``, shape ``(count,)``.
    """

    def __init__(self, count: int) -> None:
        self.counts: Counts = np.zeros(count, COUNTS)
        self.counts["layer_left"] = L.CUBE_COLUMNS
        for name in ("task_left", "killer"):
            self.counts[name] = NOWHERE
        self._compiled = False
        self._flat: Bytes = self.counts.view(np.uint8).reshape(count, COUNTS.itemsize)

    def after(self, n: int, game: Any) -> None:
        """Count the events of the last move of the n-th game, or of its set-up."""
        if self._compiled:
            tally(self._flat, n, game.scratch, game.box)
            return
        with compiling("game statistics", _COMPILE_SECONDS, CODE):
            tally(self._flat, n, game.scratch, game.box)
        self._compiled = True

    def end(self, n: int, game: Any) -> None:
        """Note what killed a player."""
        if game.public.cause == Cause.PLAYER_DIED:
            self.counts["killer"][n] = game.public.cause_source

    def tables(self, games: Sequence[int], game: Any) -> list[Counted]:
        """Return the tables of some games."""
        return [Counted(*one) for one in _contents(self.counts[list(games)], game.names)]


def _contents(c: Counts, names: Names) -> list[tuple[str, str, _Lines]]:
    """Return title, note and lines of each table for the games of one line-up."""
    uses = ("fill hearts", "repair", "find an item", "cover a space", "add Netherite")
    tasks: _Lines = []
    for n, task in enumerate(TASKS):
        layer = f"layer {n + 1}"
        tasks += [
            (f"task {task} done, % of games", _percent(c["task_turn"][:, n] > 0)),
            (f"task {task}: turn in which it was done", _mean_from(1, c["task_turn"][:, n])),
            (f"task {task}: turn in which {layer} was empty", _mean_from(1, c["layer_turn"][:, n])),
            (f"task {task}: blocks left in {layer} when done", _mean_from(0, c["task_left"][:, n])),
        ]
    damage: _Lines = []
    for n in range(SOURCES):
        damage += [
            (f"{source_name(n)}: hearts", _mean(c["hearts_lost"][:, n])),
            (f"{source_name(n)}: hearts of armour", _mean(c["armour_lost"][:, n])),
        ]
    by_weapon = 100 * c["boss_damage"].sum(axis=0) / max(1, c["boss_damage"].sum())
    items = [(names.item(kind), kind) for kind in range(len(names.items))]
    return [
        (
            "Blocks: source and use",
            "Blocks a game.",
            [
                ("mined", _mean(c["taken"][:, 2])),
                ("taken by the blocks die", _mean(c["taken"][:, 0])),
                ("taken by a boss", _mean(c["taken"][:, 1])),
                ("drawn from the used pile", _mean(c["drawn"])),
                ("for piglin tasks", _mean(c["placed"])),
                *(
                    (f"{colour_name(colour)} ability: {use}", _mean(c["abilities"][:, colour]))
                    for colour, use in enumerate(uses)
                ),
            ],
        ),
        (
            "Tasks against layers",
            "Task A must be done before layer 1 is empty, B before layer 2, C before layer 3.",
            tasks,
        ),
        (
            "Causes of death",
            "In % of all games.",
            [(source_name(source), _percent(c["killer"] == source)) for source in range(SOURCES)],
        ),
        ("Damage taken", "Hearts a game.", damage),
        (
            "Damage to bosses",
            "Share of the damage by weapon, in %.",
            [
                *((name, float(by_weapon[kind])) for name, kind in items),
                ("damage a game, all weapons", _mean(c["boss_damage"])),
            ],
        ),
        (
            "Fights",
            "Per game unless stated otherwise.",
            [
                ("attacks with a weapon", _mean(c["fights"])),
                *(
                    (f"defeated: {mob_kind_name(n)}", _mean(c["defeated"][:, n]))
                    for n in range(L.MOB_KINDS)
                ),
                ("games that met the boss, %", _percent(c["boss_turn"] > 0)),
                ("turn in which it appeared", _mean_from(1, c["boss_turn"])),
            ],
        ),
        (
            "Items found",
            "A game.",
            [
                ("tiles kept", _mean(c["found"])),
                ("tiles turned up and not kept", _mean(c["refused"])),
                ("chests opened", _mean(c["chests"])),
                *((name, _mean(c["found"][:, kind])) for name, kind in items),
            ],
        ),
    ]


def _mean(counts: npt.NDArray[Any]) -> float:
    """Mean over games of a count, or of the sum of its parts."""
    return float(counts.reshape(len(counts), -1).sum(axis=1).mean())


def _mean_from(least: int, counts: npt.NDArray[Any]) -> float:
    """Mean of a count over the games in which it reaches a value, ``nan`` if there are none."""
    reached = counts[counts >= least]
    return float(reached.mean()) if len(reached) else float("nan")


def _percent(games: npt.NDArray[Any]) -> float:
    return 100 * float(games.mean())
