"""Everything that tables and report show, computed once from a plan and its rows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from tablemates.agents.cli.settings_models import configs_folder, read_config
from tablemates.agents.evaluation.plan import Plan, Schedule
from tablemates.agents.evaluation.report.standings import Standings
from tablemates.agents.evaluation.report.tables import Table, few, percent, plain
from tablemates.agents.evaluation.result_rows import Row
from tablemates.agents.evaluation.stats.adaptation import adaptation
from tablemates.agents.evaluation.stats.cross_play import matrices
from tablemates.agents.evaluation.stats.estimates import over_seeds
from tablemates.agents.evaluation.stats.luck_adjustment import Sample, gain_of, won
from tablemates.agents.evaluation.stats.sequential import decisions
from tablemates.agents.evaluation.stats.summary import (
    cells_of,
    compared,
    comparisons,
    line_ups_of,
    summaries,
    totals,
)
from tablemates.envs.registry import find_game

#: Settings in which a plan may differ from the benchmark; scenarios are compared by their
#: recipes, parts by the ruleset's hash.
_FREE: Final = frozenset({"agents", "games", "components", "luck", "ruleset", "scenario"})
_HASHES: Final = ("ruleset", "interface", "engine", "version")
#: Different reasons of forfeits named for one line-up.
_REASONS: Final = 3


class Results:
    """The results of an evaluation."""

    def __init__(self, plan: Plan, rows: Sequence[Row]) -> None:
        self.plan = plan
        self.rows = rows
        self.benchmark = benchmark_line(plan, rows[0].ruleset)
        self.hashes = {name: str(getattr(rows[0], name)) for name in _HASHES}
        self.cells = cells_of(rows)
        self.line_ups = line_ups_of(self.cells)
        self.settings = list(dict.fromkeys(games.setting for _, games in self.cells))
        self.game = find_game(plan.game)
        self.standings = (
            None if plan.co_operative else Standings(rows, self.game, plan.least_return)
        )
        self.summaries = summaries(self.cells) if plan.co_operative else []
        self.totals = totals(self.cells) if plan.co_operative else []
        chosen = compared(self.totals)
        self.pairs = comparisons(self.cells, chosen)
        self.left_out = len(self.totals) - len(chosen)
        self.decided = decided_tables(plan, rows)
        self.luck = luck_tables(self)
        self.matches = match_tables(self)
        self.cross_plays = matrices(plan, rows)

    def games_in_words(self) -> str:
        """Return how many games were played with which seeds."""
        counts = [len(rows) for rows in self.cells.values()]
        least, most = min(counts), max(counts)
        games = f"{most:,}" if least == most else f"{least:,} to {most:,}"
        seeds = f"seeds {self.plan.purpose} {self.plan.seed}"
        words = f"{games} games a cell, {seeds}, 95 % intervals"
        return f"{self.benchmark}: {words}" if self.benchmark else words

    def provenance(self, digest: str, command: str) -> list[tuple[str, str]]:
        """Return where the results come from, as names with values."""
        policies: dict[str, str] = {}
        for row in self.rows:
            policies |= row.policies
        seconds = sum(row.seconds for row in self.rows)
        return [
            ("benchmark", self.benchmark or "none"),
            ("seeds", f"{self.plan.purpose}, block {self.plan.seed}"),
            *self.hashes.items(),
            *((f"agent {name}", one) for name, one in policies.items()),
            ("agents' thinking time", f"{seconds:,.1f} seconds"),
            ("sha256 of rows.jsonl", digest),
            ("command", command),
        ]

    def forfeits(self) -> list[str]:
        """Return a sentence for each line-up that forfeited games."""
        found = []
        for line_up in self.line_ups:
            rows = [row for row in self.rows if line_up.played(row)]
            reasons = Counter(row.forfeit for row in rows if row.forfeit is not None)
            if reasons:
                found.append(
                    f"{line_up} forfeited {reasons.total():,} of {len(rows):,} games: "
                    f"{_in_short(reasons)}"
                )
        return found


def decided_tables(plan: Plan, rows: Sequence[Row]) -> list[Table]:
    """Return the table; none where all games of the plan were to be played."""
    if plan.until is None:
        return []
    lines = [
        [
            one.a,
            one.b,
            f"{one.seeds:,} of {plan.games:,}",
            *(plain(difference, sign=True) for difference in one.differences),
            *([] if plan.co_operative else ["–"]),
            one.verdict,
        ]
        for one in decisions(plan, rows)
    ]
    most = len(Schedule(plan))
    what = "win rates" if plan.co_operative else "returns"
    heads = ["agents", "compared with", "seeds", f"difference of {what}", "of progress", "verdict"]
    note = (
        f"{len(rows):,} of {most:,} games were played: {most - len(rows):,} "
        f"({100 * (most - len(rows)) / most:.0f} %) saved. The intervals are confidence sequences: "
        "all of them hold at all looks with 95 % probability. Those of other tables hold "
        "for a number of games that is fixed before, and are too narrow here."
    )
    return [Table("Until decided", heads, lines, names=2, note=note)]


def match_tables(results: Results) -> list[Table]:
    """Return how results change within matches; none where there are no matches."""
    length = results.plan.match
    if length == 1 or not results.plan.co_operative:
        return []
    lines = [
        [
            str(line_up),
            *games.labels,
            *(f"{100 * mean:.1f}" for mean in means),
            percent(change, sign=True),
        ]
        for line_up, games, means, change in adaptation(
            results.cells, lambda row: float(bool(row.won))
        )
    ]
    axes = [*results.rows[0].axes]
    heads = ["agents", *axes, *(f"game {n}" for n in range(1, length + 1)), "last less first"]
    note = (
        f"{results.plan.games // length:,} matches of {length} games with the same agents in the "
        "same seats; intervals by a bootstrap over matches."
    )
    return [Table("Games won by game of a match, %", heads, lines, 1 + len(axes), note)]


_HEADS = ("as played", "luck taken off", "variance ÷")
_NOTE = (
    "Every roll and draw judged by the value network {}, which was fixed before. The expected "
    "value is that of the games as played; intervals by a bootstrap over seeds."
)


def luck_tables(results: Results) -> list[Table]:
    """Return every line-up or agent by scenario, then in pairs; none where luck is not judged."""
    rows, standings, least = results.rows, results.standings, results.plan.least_return
    if any(row.luck is None for row in rows):
        return []
    if standings is None:
        singles = [
            ([str(line_up), *games.labels], Sample([[row] for row in own], won))
            for (line_up, games), own in results.cells.items()
        ]
        doubles = [([str(one.a), str(one.b)], Sample(one.games, won, won)) for one in results.pairs]
        axes, share, what = [*rows[0].axes], percent, "%"
    else:
        gains = {agent: gain_of(agent, least) for agent in standings.agents}
        singles = [
            ([agent], Sample([[row] for row in rows if agent in row.agents], gain))
            for agent, gain in gains.items()
        ]
        doubles = [
            ([one.a, one.b], Sample([(row, row) for row in one.rows], gains[one.a], gains[one.b]))
            for one in standings.meetings()
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


def _in_short(reasons: Counter[str]) -> str:
    named = [f"{reason} ({count} times)" for reason, count in reasons.most_common(_REASONS)]
    more = len(reasons) - len(named)
    return "; ".join([*named, f"{more} more reasons"] if more else named)


# -- the benchmark: a frozen plan with a name, so that results of different days are comparable
def benchmarks() -> dict[str, Plan]:
    """Return the benchmarks by name, the newest last.

    The file of a benchmark never changes: other rules, cells or seeds get the next number.
    """
    files = sorted((configs_folder() / "eval").glob("*-v*.yaml"))
    return {file.stem: read_config(Plan, file) for file in files}


def benchmark_line(plan: Plan, ruleset: str) -> str:
    """Return the name of the benchmark that a plan is, as tables are titled.

    It is ``GAME-v1, tier dev``, a sentence if only rules or parts differ, or empty.
    """
    if plan.tier is None:
        return ""
    sentence = ""
    for name, bench in benchmarks().items():
        if _frozen(plan) != _frozen(bench):
            continue
        if ruleset == bench.ruleset:
            return f"{name}, tier {plan.tier}"
        sentence = (
            f"not {name}: its ruleset is {bench.ruleset}, and the rules or parts here are "
            f"{ruleset}, so these numbers cannot be compared with those of {name}"
        )
    return sentence


def _frozen(plan: Plan) -> dict[str, Any]:
    scenarios = [dict(one.recipe) for one in plan.scenarios.values()]
    free = {name: value for name, value in plan.what.items() if name not in _FREE}
    return {"scenarios": json.loads(json.dumps(scenarios)), **free}
