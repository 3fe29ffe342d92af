"""Tables of game statistics: means over games that were played again."""

from __future__ import annotations

from collections.abc import Callable
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

_Value = Callable[[Counts], Any]


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
    parts = {one: sample.where(one.played).counts for one in line_ups}
    tables = []
    for title, note, lines in _contents(names):
        written: list[list[str]] = []
        for name, value in lines:
            values = [float(value(counts)) for counts in parts.values()]
            if any(one > 0 for one in values):
                written.append([name, *map(few, values)])
        if written:
            tables.append(Table(title, ["", *map(str, parts)], written, note=note))
    return tables


def _contents(names: Names) -> list[tuple[str, str, list[tuple[str, _Value]]]]:
    """Return title, note and lines of each table; a line is a name and what computes its value."""
    uses = ("fill hearts", "repair", "find an item", "cover a space", "add Netherite")
    tasks: list[tuple[str, _Value]] = []
    for n, task in enumerate(TASKS):
        layer = f"layer {n + 1}"
        tasks += [
            (f"task {task} done, % of games", _percent_positive("task_turn", n)),
            (f"task {task}: turn in which it was done", _mean_where("task_turn", n, 1)),
            (f"task {task}: turn in which {layer} was empty", _mean_where("layer_turn", n, 1)),
            (f"task {task}: blocks left in {layer} when done", _mean_where("task_left", n, 0)),
        ]
    damage: list[tuple[str, _Value]] = []
    for n in range(SOURCES):
        damage += [
            (f"{source_name(n)}: hearts", _mean("hearts_lost", n)),
            (f"{source_name(n)}: hearts of armour", _mean("armour_lost", n)),
        ]
    items = [(names.item(kind), kind) for kind in range(len(names.items))]
    return [
        (
            "Blocks: source and use",
            "Blocks a game.",
            [
                ("mined", _mean("taken", 2)),
                ("taken by the blocks die", _mean("taken", 0)),
                ("taken by a boss", _mean("taken", 1)),
                ("drawn from the used pile", _mean("drawn")),
                ("for piglin tasks", _mean("placed")),
                *(
                    (f"{colour_name(colour)} ability: {use}", _mean("abilities", colour))
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
            [(source_name(source), _killed_by(source)) for source in range(SOURCES)],
        ),
        ("Damage taken", "Hearts a game.", damage),
        (
            "Damage to bosses",
            "Share of the damage by weapon, in %.",
            [
                *((name, _boss_damage_by(kind)) for name, kind in items),
                ("damage a game, all weapons", _mean("boss_damage")),
            ],
        ),
        (
            "Fights",
            "Per game unless stated otherwise.",
            [
                ("attacks with a weapon", _mean("fights")),
                *(
                    (f"defeated: {mob_kind_name(n)}", _mean("defeated", n))
                    for n in range(L.MOB_KINDS)
                ),
                ("games that met the boss, %", _percent_positive("boss_turn")),
                ("turn in which it appeared", _mean_where("boss_turn", None, 1)),
            ],
        ),
        (
            "Items found",
            "A game.",
            [
                ("tiles kept", _mean("found")),
                ("tiles turned up and not kept", _mean("refused")),
                ("chests opened", _mean("chests")),
                *((name, _mean("found", kind)) for name, kind in items),
            ],
        ),
    ]


def _part(counts: Counts, name: str, n: int | None) -> npt.NDArray[Any]:
    return counts[name] if n is None else counts[name][:, n]


def _mean(name: str, n: int | None = None) -> _Value:
    """Mean over games of a count, or of a part of it."""
    return lambda c: _part(c, name, n).reshape(len(c), -1).sum(axis=1).mean()


def _mean_where(name: str, n: int | None, least: int) -> _Value:
    """Mean of a count over the games in which it reaches a value, ``nan`` if there are none."""

    def value(counts: Counts) -> float:
        chosen = _part(counts, name, n)
        reached = chosen[chosen >= least]
        return float(reached.mean()) if len(reached) else float("nan")

    return value


def _percent_positive(name: str, n: int | None = None) -> _Value:
    return lambda c: 100 * (_part(c, name, n) > 0).mean()


def _killed_by(source: int) -> _Value:
    return lambda c: 100 * (c["killer"] == source).mean()


def _boss_damage_by(kind: int) -> _Value:
    return lambda c: 100 * c["boss_damage"][:, kind].sum() / max(1, c["boss_damage"].sum())
