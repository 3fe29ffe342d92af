"""Tables of results with luck taken off."""

from __future__ import annotations

from collections.abc import Sequence

from tablemates.agents.evaluation.luck import Sample, of_rivals, of_seats, of_team, of_teams
from tablemates.agents.evaluation.report.standings import Standings
from tablemates.agents.evaluation.report.summary import Cells, LineUp, common_games
from tablemates.agents.evaluation.report.tables import Table, few, percent, plain
from tablemates.agents.evaluation.rows import Row
from tablemates.agents.evaluation.statistics import over_seeds

_HEADS = ("as played", "luck taken off", "variance ÷")
_NOTE = (
    "Every roll and draw judged by the value network {}, which was fixed before. The expected "
    "value is that of the games as played; intervals by a bootstrap over seeds."
)


def luck_tables(
    rows: Sequence[Row],
    cells: Cells,
    pairs: Sequence[tuple[LineUp, LineUp]],
    standings: Standings | None,
    least: float,
) -> list[Table]:
    """Return every line-up or agent by scenario, then in pairs; nothing where luck is not judged.

    Args:
        rows: All games.
        cells: The same by line-up and scenario.
        pairs: Teams to be compared.
        standings: Of a competitive game.
        least: The game's least return.
    """
    if any(row.luck is None for row in rows):
        return []
    singles: list[tuple[list[str], Sample]]
    if standings is None:
        singles = [
            ([str(line_up), *games.labels], of_team(own)) for (line_up, games), own in cells.items()
        ]
        doubles = [
            ([str(a), str(b)], of_teams(games))
            for a, b in pairs
            if (games := common_games(cells, a, b))
        ]
        axes, share, what = [*rows[0].axes], percent, "%"
    else:
        singles = [([agent], of_seats(rows, agent, least)) for agent in standings.agents]
        doubles = [
            ([one.a, one.b], of_rivals(rows, one.a, one.b, least)) for one in standings.meetings()
        ]
        axes, share, what = [], plain, "return"
    digest = "" if rows[0].luck is None else rows[0].luck.network
    tables = []
    for title, heads, found, sign in (
        (f"With luck taken off, {what}", ["agents", *axes], singles, False),
        (f"Differences with luck taken off, {what}", ["agents", "compared with"], doubles, True),
    ):
        lines = [
            [
                *names,
                str(len(one.numbers)),
                share(over_seeds(one.values, one.numbers, least=-1.0), sign),
                share(over_seeds(one.sharpest, one.numbers, least=-1.0), sign),
                few(one.factor),
            ]
            for names, one in found
        ]
        if lines:
            every = [*heads, "seeds", *_HEADS]
            tables.append(Table(title, every, lines, len(heads), _NOTE.format(digest)))
    return tables
