"""All that a report says, found out once from a plan and its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from tablemates.agents.evaluation.cross_play import Matrix, matrices
from tablemates.agents.evaluation.luck.adjust import adjusted
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.report.console import forfeits
from tablemates.agents.evaluation.report.provenance import Provenance
from tablemates.agents.evaluation.report.story import Story, story_tables
from tablemates.agents.evaluation.report.summary import (
    Cells,
    Comparison,
    Luck,
    Summary,
    Total,
    cells_of,
    compared,
    comparisons,
    line_ups_of,
    ranked,
    summaries,
    totals,
)
from tablemates.agents.evaluation.report.tables import (
    Table,
    cells_table,
    comparisons_table,
    levels_table,
    totals_table,
)
from tablemates.agents.evaluation.report.teams import (
    matrix_table,
    pairs_of_teams_table,
    ratios_table,
)
from tablemates.agents.evaluation.rows import Row
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.settings import Settings

#: Games whose luck is taken off, in all: a minute or two on one core.
LUCK_MOST: Final = 20_000
#: Fewer are too few to find out what luck counts for.
LUCK_LEAST: Final = 100


def luck_of(cells: Cells, components: str | None) -> Luck | None:
    """Take luck off the first games of every cell whose line-up is compared.

    They are taken one after the other, because what luck counts for is found in games
    of other numbers.

    Returns:
        The luck-adjusted outcomes; None: there are too few games.
    """
    line_ups = set(compared(cells))
    chosen = [cell for (line_up, _), cell in cells.items() if line_up in line_ups]
    each = max(1, LUCK_MOST // max(1, len(chosen)))
    rows = [row for cell in chosen for row in cell[:each]]
    if len(rows) < LUCK_LEAST:
        return None
    return Luck(rows, adjusted(rows, components).tolist())


@dataclass(frozen=True)
class Findings:
    """What rows say.

    Attributes:
        known: Where they come from.
        digest: The last hash of the file of rows.
        cells: The rows, cell by cell.
        summaries: The cells, counted.
        totals: The line-ups over all their cells, the best first.
        pairs: The line-ups in pairs.
        left_out: Line-ups that are not compared, since they are too many.
        cross_plays: The matrices of teams of two.
        story: What happened in a sample of the games.
        names: The names of the parts that they were played with.
    """

    known: Provenance
    digest: str
    cells: Cells
    summaries: Sequence[Summary]
    totals: Sequence[Total]
    pairs: Sequence[Comparison]
    left_out: int
    cross_plays: Sequence[Matrix]
    story: Story
    names: Names

    @classmethod
    def of(cls, plan: Plan, rows: Sequence[Row], digest: str) -> Findings:
        """Find out everything; plays games again, see ``Story``.

        Raises:
            FormatError: The rows are of other rules or parts than those that are here.
        """
        cells = cells_of(rows)
        found = summaries(rows)
        luck = luck_of(cells, plan.components)
        game = Game(Settings.of_recipe(rows[0].recipe, plan.components))
        return cls(
            known=Provenance.of(plan, rows),
            digest=digest,
            cells=cells,
            summaries=found,
            totals=ranked(totals(cells, luck)),
            pairs=comparisons(cells, luck),
            left_out=len(line_ups_of(cells)) - len(compared(cells)),
            cross_plays=matrices(plan, rows) if plan.cross_play else [],
            story=Story.of(cells, plan.components),
            names=game.strings.names,
        )

    def result_tables(self) -> list[Table]:
        """Return the tables of how much was won."""
        tables = [
            totals_table(self.totals),
            levels_table(self.summaries, "won", "Games won, %"),
            levels_table(self.summaries, "progress", "Mean progress, %"),
        ]
        if self.pairs:
            tables.append(comparisons_table(self.pairs, self.left_out))
        if self.cross_plays:
            tables += map(matrix_table, self.cross_plays)
            tables.append(ratios_table(self.cross_plays))
            tables.append(pairs_of_teams_table(self.cross_plays))
        return [*tables, cells_table(self.summaries)]

    def story_tables(self) -> list[Table]:
        """Return the tables of what happened."""
        return story_tables(self.story, self.names)

    def as_data(self, command: str) -> dict[str, Any]:
        """Return the results as plain data.

        Args:
            command: How they were made.

        Returns:
            ``title``, ``games`` in words, ``provenance`` (name and value each),
            ``forfeits``, ``sample`` in words, and the tables: ``results`` and ``story``.
        """
        return {
            "title": self.known.title(),
            "games": f"{sum(one.games for one in self.summaries):,} games: "
            f"{self.known.games_in_words()}.",
            "provenance": self.known.lines(self.digest, command),
            "forfeits": forfeits(self.summaries),
            "sample": self.story.sample_in_words(),
            "results": [asdict(table) for table in self.result_tables()],
            "story": [asdict(table) for table in self.story_tables()],
        }
