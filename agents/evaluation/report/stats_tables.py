"""Tables of game statistics: means over games that were played again."""

from __future__ import annotations

from typing import Any, Final

import numpy.typing as npt

from tablemates.agents.evaluation.game_stats import SOURCES, Counts, GameStats, game_stats
from tablemates.agents.evaluation.report.summary import Cells, LineUp
from tablemates.agents.evaluation.report.tables import Table, few
from tablemates.envs.portal_dash.components import Components
from tablemates.envs.portal_dash.naming import TASKS, Names, colour_name, mob_kind_name, source_name
from tablemates.envs.portal_dash.rules import limits as L

#: Games that are played again at most: about a minute and a half on one core.
MOST: Final = 40_000

#: Name and value of each line of a table.
_Lines = list[tuple[str, float]]


def sample_stats(
    cells: Cells, components: str | Components | None = None, most: int = MOST
) -> GameStats:
    """Play games again, about the same share of every cell.

    Args:
        cells: All games.
        components: The parts that they were played with.
        most: How many games at most.

    Raises:
        FormatError: A game is of other rules or parts.
    """
    every = -(-sum(map(len, cells.values())) // most)
    return game_stats([row for rows in cells.values() for row in rows[::every]], components)


def stats_tables(sample: GameStats, names: Names) -> list[Table]:
    """Return all tables of game statistics, a column for each line-up.

    Lines that are zero for all line-ups are left out, and so are empty tables.
    """
    line_ups = dict.fromkeys(LineUp.of(row.agents) for row in sample.rows)
    contents = [_contents(sample.where(one.played).counts, names) for one in line_ups]
    tables = []
    for same in zip(*contents, strict=True):
        title, note, _ = same[0]
        written = [
            [line[0][0], *(few(value) for _, value in line)]
            for line in zip(*(lines for _, _, lines in same), strict=True)
            if any(value > 0 for _, value in line)
        ]
        if written:
            tables.append(Table(title, ["", *map(str, line_ups)], written, note=note))
    return tables


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
