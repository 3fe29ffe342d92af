"""What happened, as tables: means over games that were played again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.evaluation.happenings.counting import SOURCES, Counts
from tablemates.agents.evaluation.happenings.replaying import Happenings, happenings
from tablemates.agents.evaluation.report.summary import Cells, Games, LineUp, line_ups_of
from tablemates.agents.evaluation.report.tables import Table, few
from tablemates.agents.evaluation.rows import Row
from tablemates.agents.progress import progress
from tablemates.envs.portal_dash.components import Components
from tablemates.envs.portal_dash.naming import TASKS, Names, colour_name, mob_kind_name, source_name
from tablemates.envs.portal_dash.rules import limits as L

#: Games that are played again at most: about a minute and a half on one core.
MOST: Final = 40_000
#: Fewer are played without a word on the screen.
_QUICK: Final = 2_000

_Value = Callable[[Counts], Any]


@dataclass(frozen=True)
class Story:
    """What happened in a sample of games.

    Attributes:
        rows: The games, all of one line-up together.
        line_ups: Who played each of them.
        happened: What happened in each.
        all_games: How many there are in all.
    """

    rows: Sequence[Row]
    line_ups: Sequence[LineUp]
    happened: Happenings
    all_games: int

    @classmethod
    def of(
        cls, cells: Cells, components: str | Components | None = None, most: int = MOST
    ) -> Story:
        """Play games again, of every cell about the same share.

        Args:
            cells: All games.
            components: The parts that they were played with.
            most: How many games at most.

        Raises:
            FormatError: A game is of other rules or parts.
        """
        total = sum(map(len, cells.values()))
        every = -(-total // most)
        rows: list[Row] = []
        line_ups: list[LineUp] = []
        for line_up in line_ups_of(cells):
            for (one, _), cell in cells.items():
                if one == line_up:
                    rows += cell[::every]
            line_ups += [line_up] * (len(rows) - len(line_ups))
        if len(rows) <= _QUICK:
            return cls(rows, line_ups, happenings(rows, components), total)
        with progress("counting what happened", "games", len(rows)) as report:
            found = happenings(rows, components, lambda done: report(done, ""))
        return cls(rows, line_ups, found, total)

    def sample_in_words(self) -> str:
        """Return how many of the games these numbers are from."""
        if len(self.rows) == self.all_games:
            return f"All {self.all_games:,} games."
        return (
            f"A sample: {len(self.rows):,} of {self.all_games:,} games, "
            "evenly taken from every cell."
        )

    def by_line_up(self) -> dict[LineUp, Counts]:
        """Return the counts of each line-up."""
        parts: dict[LineUp, Counts] = {}
        for line_up, group in groupby(range(len(self.rows)), lambda n: self.line_ups[n]):
            parts[line_up] = self.happened.counts[list(group)]
        return parts

    def where(
        self, line_up: LineUp | None = None, games: Games | None = None, level: int | None = None
    ) -> Happenings:
        """Return what happened in those games that fit."""
        chosen = [
            n
            for n, row in enumerate(self.rows)
            if (line_up is None or self.line_ups[n] == line_up)
            and (games is None or (row.players, row.level) == games)
            and (level is None or row.level == level)
        ]
        return self.happened[chosen]

    def levels(self) -> list[int]:
        """Return the levels that were played."""
        return sorted({row.level for row in self.rows})


def killers_of(counts: Counts) -> npt.NDArray[np.int64]:
    """Return how many players each source of damage killed."""
    return np.bincount(counts["killer"][counts["killer"] >= 0], minlength=SOURCES)


def story_tables(story: Story, names: Names) -> list[Table]:
    """Return all tables of what happened, a column for each line-up."""
    parts = story.by_line_up()
    tables = [
        _blocks(parts),
        _tasks(parts),
        _killers(parts),
        _harm(parts),
        _boss(parts, names),
        _fights(parts),
        _items(parts, names),
    ]
    return [table for table in tables if table.lines]


def _table(
    title: str,
    parts: Mapping[LineUp, Counts],
    lines: Sequence[tuple[str, _Value]],
    note: str,
    unit: Callable[[float], str] = few,
) -> Table:
    """Return a table; lines that are zero for everybody are left out."""
    written: list[list[str]] = []
    for name, value in lines:
        values = [float(value(counts)) for counts in parts.values()]
        if any(value > 0 for value in values):
            written.append([name, *map(unit, values)])
    return Table(title, ["", *map(str, parts)], written, note=note)


def _mean(name: str, *place: int) -> _Value:
    """Return what takes the mean over games of a count, or of a part of it."""

    def value(counts: Counts) -> float:
        chosen = counts[name]
        for n in place:
            chosen = chosen[:, n]
        return float(chosen.reshape(len(counts), -1).sum(axis=1).mean())

    return value


def _share(part: _Value, whole: _Value) -> _Value:
    """Return what takes a share in per cent, zero where there is no whole."""

    def value(counts: Counts) -> float:
        base = whole(counts)
        return 100 * part(counts) / base if base else 0.0

    return value


def _blocks(parts: Mapping[LineUp, Counts]) -> Table:
    lines: list[tuple[str, _Value]] = [
        ("mined", _mean("taken", 2)),
        ("taken by the blocks die", _mean("taken", 0)),
        ("taken by a boss", _mean("taken", 1)),
        ("drawn from the used pile", _mean("drawn")),
        ("for piglin tasks", _mean("placed")),
    ]
    uses = ("fill hearts", "repair", "find an item", "cover a space", "add Netherite")
    for use, colour in zip(uses, (0, 1, 2, 3, 4), strict=True):
        name = f"{colour_name(colour)} ability: {use}"
        lines.append((name, _mean("abilities", colour)))
    return _table("Blocks: whence, and what for", parts, lines, "Blocks a game.")


def _tasks(parts: Mapping[LineUp, Counts]) -> Table:
    lines: list[tuple[str, _Value]] = []
    for n, task in enumerate(TASKS):
        layer = f"layer {n + 1}"
        lines += [
            (f"task {task} done, % of games", _done(n)),
            (f"task {task}: turn in which it was done", _turn("task_turn", n)),
            (f"task {task}: turn in which {layer} was empty", _turn("layer_turn", n)),
            (f"task {task}: blocks left in {layer} when done", _left(n)),
        ]
    note = "Task A must be done before layer 1 is empty, B before layer 2, C before layer 3."
    return _table("Tasks against layers", parts, lines, note)


def _done(task: int) -> _Value:
    return lambda counts: 100 * float((counts["task_turn"][:, task] > 0).mean())


def _mean_of_some(values: npt.NDArray[Any], chosen: npt.NDArray[np.bool_]) -> float:
    """Return a mean, ``nan`` of nothing."""
    return float(values[chosen].mean()) if chosen.any() else float("nan")


def _turn(name: str, n: int) -> _Value:
    def value(counts: Counts) -> float:
        turns = counts[name][:, n]
        return _mean_of_some(turns, turns > 0)

    return value


def _left(task: int) -> _Value:
    def value(counts: Counts) -> float:
        left = counts["task_left"][:, task]
        return _mean_of_some(left, left >= 0)

    return value


def _killers(parts: Mapping[LineUp, Counts]) -> Table:
    def died_of(source: int) -> _Value:
        return lambda counts: 100 * float((counts["killer"] == source).mean())

    lines = [(source_name(source), died_of(source)) for source in range(SOURCES)]
    return _table("What killed a player", parts, lines, "In % of all games.")


def _harm(parts: Mapping[LineUp, Counts]) -> Table:
    lines: list[tuple[str, _Value]] = []
    for source in range(SOURCES):
        name = source_name(source)
        lines += [
            (f"{name}: hearts", _mean("hearts_lost", source)),
            (f"{name}: hearts of armour", _mean("armour_lost", source)),
        ]
    return _table("Damage taken", parts, lines, "Hearts a game.")


def _boss(parts: Mapping[LineUp, Counts], names: Names) -> Table:
    kinds = range(len(names.items))
    lines = [
        (names.item(kind), _share(_mean("boss_damage", kind), _mean("boss_damage")))
        for kind in kinds
    ]
    lines.append(("damage a game, all weapons", _mean("boss_damage")))
    note = "Share of the damage in %, by the weapon that did it."
    return _table("Damage to bosses", parts, lines, note)


def _fights(parts: Mapping[LineUp, Counts]) -> Table:
    lines: list[tuple[str, _Value]] = [
        ("attacks with a weapon", _mean("fights")),
        *((f"defeated: {mob_kind_name(n)}", _mean("defeated", n)) for n in range(L.MOB_KINDS)),
        ("games that met the boss, %", lambda c: 100 * float((c["boss_turn"] > 0).mean())),
        ("turn in which it appeared", lambda c: _mean_of_some(c["boss_turn"], c["boss_turn"] > 0)),
    ]
    return _table("Fights", parts, lines, "A game, where nothing else is said.")


def _items(parts: Mapping[LineUp, Counts], names: Names) -> Table:
    lines: list[tuple[str, _Value]] = [
        ("tiles kept", _mean("found")),
        ("tiles turned up and not kept", _mean("refused")),
        ("chests opened", _mean("chests")),
    ]
    lines += [(names.item(kind), _mean("found", kind)) for kind in range(len(names.items))]
    return _table("Items found", parts, lines, "A game.")
