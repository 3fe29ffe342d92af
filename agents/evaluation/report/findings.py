"""All that a report says, found out once from a plan and its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from agents.evaluation.cross_play import Matrix, matrices
from agents.evaluation.plan import Plan
from agents.evaluation.report.console import forfeits
from agents.evaluation.report.provenance import Provenance
from agents.evaluation.report.story import Story, story_tables
from agents.evaluation.report.summary import (
    Cells,
    Comparison,
    Summary,
    Total,
    cells_of,
    comparisons,
    ranked,
    summaries,
    totals,
)
from agents.evaluation.report.tables import (
    Table,
    cells_table,
    comparisons_table,
    levels_table,
    totals_table,
)
from agents.evaluation.report.teams import ratios_table
from agents.evaluation.rows import Row
from envs.portal_dash.game import Game
from envs.portal_dash.naming import Names
from envs.portal_dash.settings import Settings


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
        game = Game(Settings.of_recipe(rows[0].recipe, plan.components))
        return cls(
            known=Provenance.of(plan, rows),
            digest=digest,
            cells=cells,
            summaries=found,
            totals=ranked(totals(cells)),
            pairs=comparisons(cells),
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
            tables.append(comparisons_table(self.pairs))
        if self.cross_plays:
            tables.append(ratios_table(self.cross_plays))
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
