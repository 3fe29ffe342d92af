"""Everything that a report shows, computed once from a plan and its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tablemates.agents.evaluation.benchmark import benchmark_line
from tablemates.agents.evaluation.cross_play import Matrix, matrices
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.report.stats_tables import StatsSample
from tablemates.agents.evaluation.report.summary import (
    Cells,
    Comparison,
    Summary,
    Total,
    cells_of,
    compared,
    comparisons,
    line_ups_of,
    summaries,
    totals,
)
from tablemates.agents.evaluation.rows import Row
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.settings import Settings

_PURPOSES: Final = {"eval": "evaluation", "tune": "tuning"}
#: Different reasons of forfeits named for one line-up.
_REASONS: Final = 3


@dataclass(frozen=True)
class Provenance:
    """Where results come from; it stands on every table.

    Attributes:
        benchmark: Its name and tier, empty if the plan is none.
        games: Fewest and most games of a cell.
        purpose: Of the seeds.
        seed: Block of seeds.
        hashes: Hashes of rules, interface, engine and parts, and the version, by name.
        policies: Digest of every agent.
        seconds: Thinking time of the agents in all.
    """

    benchmark: str
    games: tuple[int, int]
    purpose: str
    seed: int
    hashes: dict[str, str]
    policies: dict[str, str]
    seconds: float

    @classmethod
    def of(cls, plan: Plan, rows: Sequence[Row]) -> Provenance:
        """Return where rows come from."""
        counts = Counter((row.agents, row.level, row.players) for row in rows)
        policies: dict[str, str] = {}
        for row in rows:
            policies |= row.policies
        names = ("ruleset", "interface", "engine", "components", "version")
        return cls(
            benchmark_line(plan, rows[0].ruleset),
            (min(counts.values()), max(counts.values())),
            plan.purpose,
            plan.seed,
            {name: str(getattr(rows[0], name)) for name in names},
            policies,
            sum(row.seconds for row in rows),
        )

    def title(self) -> str:
        """Return the title of the report."""
        return f"Portal Dash: {self.benchmark or 'evaluation'}"

    def games_in_words(self) -> str:
        """Return how many games were played with which seeds."""
        least, most = self.games
        games = f"{most:,}" if least == most else f"{least:,} to {most:,}"
        words = f"{games} games a cell, seeds {self.purpose} {self.seed}, 95 % intervals"
        return f"{self.benchmark}: {words}" if self.benchmark else words

    def hashes_in_words(self) -> str:
        """Return the hashes on a line."""
        return ", ".join(
            f"{name} {self.hashes[name]}" for name in ("ruleset", "interface", "engine")
        )

    def lines(self, digest: str, command: str) -> list[tuple[str, str]]:
        """Return everything as names with values.

        Args:
            digest: Of the file of rows.
            command: How it was played.
        """
        return [
            ("benchmark", self.benchmark or "none"),
            ("seeds", f"{_PURPOSES[self.purpose]}, block {self.seed}"),
            *self.hashes.items(),
            *((f"agent {name}", one) for name, one in self.policies.items()),
            ("agents' thinking time", f"{self.seconds:,.1f} seconds"),
            ("sha256 of rows.jsonl", digest),
            ("command", command),
        ]


@dataclass(frozen=True)
class Results:
    """The results of an evaluation.

    Attributes:
        known: Where they come from.
        digest: Of the file of rows.
        cells: The rows, cell by cell.
        summaries: The cells, counted.
        totals: The line-ups over all their cells, the best first.
        pairs: The line-ups in pairs.
        left_out: Number of line-ups that are not compared because there are too many.
        cross_plays: The matrices of teams of two.
        sample: Statistics of a sample of the games.
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
    sample: StatsSample
    names: Names

    @classmethod
    def of(cls, plan: Plan, rows: Sequence[Row], digest: str) -> Results:
        """Compute everything; plays games again, see ``StatsSample``.

        Raises:
            FormatError: The rows are of other rules or parts than those that are here.
        """
        cells = cells_of(rows)
        game = Game(Settings.of_recipe(rows[0].recipe, plan.components))
        return cls(
            known=Provenance.of(plan, rows),
            digest=digest,
            cells=cells,
            summaries=summaries(rows),
            totals=totals(cells),
            pairs=comparisons(cells),
            left_out=len(line_ups_of(cells)) - len(compared(cells)),
            cross_plays=matrices(plan, rows),
            sample=StatsSample.of(cells, plan.components),
            names=game.strings.names,
        )


def forfeits(found: Sequence[Summary]) -> list[str]:
    """Return a sentence for each line-up that forfeited games."""
    by_line_up: dict[str, Counter[str]] = {}
    games: Counter[str] = Counter()
    for one in found:
        games[one.agent] += one.games
        if one.forfeits:
            by_line_up.setdefault(one.agent, Counter()).update(one.forfeits)
    return [
        f"{agent} forfeited {reasons.total():,} of {games[agent]:,} games: {_in_short(reasons)}"
        for agent, reasons in by_line_up.items()
    ]


def _in_short(reasons: Counter[str]) -> str:
    named = [f"{reason} ({count} times)" for reason, count in reasons.most_common(_REASONS)]
    more = len(reasons) - len(named)
    return "; ".join([*named, f"{more} more reasons"] if more else named)
