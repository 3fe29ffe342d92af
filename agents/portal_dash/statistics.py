"""What happens in games of Portal Dash: blocks, tasks, damage, fights and items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.game_statistics import Counted, GameCounter
from tablemates.envs.portal_dash.naming import TASKS, Names, colour_name, mob_kind_name, source_name
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import MAGMA, Cause, Event, Reason

#: Sources of damage: kinds of mobs, and magma.
SOURCES: Final = MAGMA + 1
#: Reasons for which a block leaves the cube, in the order of ``taken``.
_REASONS: Final = (Reason.DIE, Reason.BOSS, Reason.MINED)
#: Stands for a killer or a number of blocks that does not exist.
NOWHERE: Final = -1

Numbers = npt.NDArray[np.int16]
#: Name and value of each line of a table.
_Lines = list[tuple[str, float]]

#: What is counted in a game, with its shape.
_SHAPES: Final[Mapping[str, tuple[int, ...]]] = {
    "turn": (),  # the present one; in the end: the last
    "taken": (len(_REASONS), L.COLOURS),  # out of the cube
    "drawn": (L.COLOURS,),  # from the used pile
    "abilities": (L.COLOURS,),
    "placed": (L.TASKS, L.COLOURS),
    # tasks against layers: the first task against the top layer, and so on
    "task_turn": (L.TASKS,),  # in which it was done, 0: never
    "task_left": (L.TASKS,),  # blocks of its layer at that moment, or -1
    "layer_left": (L.CUBE_LAYERS,),  # blocks, in the end
    "layer_turn": (L.CUBE_LAYERS,),  # in which it became empty, 0: never
    "found": (L.ITEM_KINDS,),  # tiles kept
    "refused": (),  # tiles turned up and not kept
    "chests": (),  # opened
    "hearts_lost": (SOURCES,),  # off life trackers
    "armour_lost": (SOURCES,),
    "fights": (L.ITEM_KINDS,),  # by weapon
    "boss_damage": (L.ITEM_KINDS,),  # life taken, by weapon
    "defeated": (L.MOB_KINDS,),
    "boss_turn": (),  # in which the first one appeared, 0: never
    "weapon": (),  # of the present fight
    "life": (),  # of the opponent, before the dice
    "killer": (),  # what killed a player; -1: nobody died
}
#: Events of which each is one more: of what, and the field that says of which kind.
_ONE_MORE: Final = {
    Event.BLOCK_DRAWN: ("drawn", "colour"),
    Event.ABILITY_USED: ("abilities", "colour"),
    Event.ITEM_KEPT: ("found", "item"),
    Event.ITEM_ENCHANTED: ("found", "enchantment"),
    Event.CHEST_OPENED: ("chests", ""),
    Event.HEART_LOST: ("hearts_lost", "source"),
    Event.ARMOUR_HEART_LOST: ("armour_lost", "source"),
    Event.FIGHT_STARTED: ("fights", "item"),
}


class Counter(GameCounter):
    """Counts events of games: ``counts`` by name, the games along the first axis."""

    def __init__(self, count: int) -> None:
        self.counts = {name: np.zeros((count, *shape), np.int16) for name, shape in _SHAPES.items()}
        self.counts["layer_left"][:] = L.CUBE_COLUMNS
        for name in ("task_left", "killer"):
            self.counts[name][:] = NOWHERE

    def after(self, n: int, game: Any) -> None:
        """Count the events of the last move of the n-th game, or of its set-up."""
        for kind, *numbers in game.work.events[: game.work.event_count].tolist():
            self._count(n, Event(kind), numbers, game)

    def _count(self, n: int, kind: Event, numbers: Sequence[int], game: Any) -> None:
        c, f = self.counts, dict(zip(kind.fields, numbers, strict=False))
        turn = c["turn"][n]
        if kind in _ONE_MORE:
            name, field = _ONE_MORE[kind]
            c[name][(n, f[field]) if field else n] += 1
        match kind:
            case Event.TURN_STARTED:
                c["turn"][n] = f["turn"]
            case Event.BLOCK_REMOVED:
                layer = f["layer"] - 1
                c["taken"][n, _REASONS.index(Reason(f["reason"])), f["colour"]] += 1
                c["layer_left"][n, layer] -= 1
                if c["layer_left"][n, layer] == 0:
                    c["layer_turn"][n, layer] = turn
            case Event.BLOCK_PLACED:
                c["placed"][n, f["place"] // L.TASK_COLUMNS, f["colour"]] += 1
            case Event.TASK_DONE:
                c["task_turn"][n, f["task"]] = turn
                c["task_left"][n, f["task"]] = c["layer_left"][n, f["task"]]
            case Event.TILE_DISCARDED if f["reason"] == Reason.NOT_KEPT:
                c["refused"][n] += 1
            case Event.FIGHT_STARTED:
                c["weapon"][n] = f["item"]
            case Event.FIGHT_ENDED:
                c["life"][n] = f["life"]
            case Event.BOSS_HIT:
                c["boss_damage"][n, c["weapon"][n]] += c["life"][n] - f["life"]
            case Event.MOB_DEFEATED if f["mob"] < L.REGULAR_MOBS:
                c["defeated"][n, game.box_record.mob_kind[f["mob"]]] += 1
            case Event.BOSS_APPEARED if c["boss_turn"][n] == 0:
                c["boss_turn"][n] = turn

    def end(self, n: int, game: Any) -> None:
        """Note what killed a player."""
        if game.public.cause == Cause.PLAYER_DIED:
            self.counts["killer"][n] = game.public.cause_source

    def tables(self, games: Sequence[int], game: Any) -> list[Counted]:
        """Return the tables of some games."""
        chosen = {name: counts[list(games)] for name, counts in self.counts.items()}
        return [Counted(*one) for one in _contents(chosen, game.names)]


def _contents(c: Mapping[str, Numbers], names: Names) -> list[tuple[str, str, _Lines]]:
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
