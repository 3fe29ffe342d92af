"""Tables of results, from the CSV files that evaluations have written to ``docs/results``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from benchmarks.plots import svg_of
from docs.tables import Row, agents_of, of_agent, rows_of, share

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INTRODUCTION = """\
# Results

Written by `make results`, which trains the two quick policies, plays the plans below
and keeps their tables in `docs/results`. Every interval is a 95 % one; all agents of a
table play the same seeds. Each agent plays all seats.
"""


@dataclass(frozen=True, slots=True)
class Results:
    """A table of results.

    Attributes:
        plan: Name of the plan in ``configs/eval``, and of the file in ``docs/results``.
        title: Its heading.
    """

    plan: str
    title: str

    def rows(self) -> list[Row]:
        """Return the lines of the CSV file."""
        return rows_of(self.plan)

    def caption(self) -> str:
        """Return the sentence that says what was played, and by which command."""
        first = self.rows()[0]
        return (
            f"{int(first['games']):,} games a cell, evaluation seeds {first['seed']}, "
            f"ruleset `{first['ruleset']}`: "
            f"`python evaluate.py --plan configs/eval/{self.plan}.yaml`."
        )


README_RESULTS: Final = Results("readme", "Agents so far, two players")
PICTURE: Final = "results.svg"
PLAYABLE: Final = Results("playable", "The planner at every level and number of players")


def pages() -> dict[str, str]:
    """Return the page of results and the README's picture of them."""
    return {"results.md": _page(), PICTURE: _drawn(README_RESULTS.rows())}


def _page() -> str:
    lines = [_INTRODUCTION]
    for results in (README_RESULTS, PLAYABLE):
        lines += [f"## {results.title}", "", results.caption(), ""]
        for measure, words in (("won", "Games won, %"), ("progress", "Mean progress, %")):
            lines += [f"{words}:", "", *table(results.rows(), measure), ""]
    return "\n".join(lines)


def readme_section() -> list[str]:
    """Return the lines of the README's table of agents."""
    results = README_RESULTS
    return [
        f"![Games won and mean progress by level](docs/{PICTURE})",
        "",
        f"Games won and mean progress, both in %, two players. {results.caption()}",
        "",
        *table(results.rows(), "won", "progress"),
        "",
    ]


def _drawn(rows: Sequence[Row]) -> str:
    """Return a picture of what agents reach at each level, with 95 % intervals."""
    agents = agents_of(rows)
    # Side by side, so that intervals can be told apart.
    aside = {agent: 0.06 * (n - (len(agents) - 1) / 2) for n, agent in enumerate(agents)}

    def panel(measure: str, title: str, legend: bool) -> Callable[[Axes], None]:
        def draw(axes: Axes) -> None:
            for agent in agents:
                own = sorted(of_agent(rows, agent), key=lambda row: int(row["level"]))
                places = [int(row["level"]) + aside[agent] for row in own]
                values, low, high = (
                    [100 * float(row[f"{measure}{end}"]) for row in own]
                    for end in ("", "_low", "_high")
                )
                below = [middle - least for middle, least in zip(values, low, strict=True)]
                above = [most - middle for middle, most in zip(values, high, strict=True)]
                axes.errorbar(places, values, yerr=[below, above], fmt="o-", ms=4, label=agent)
            axes.set_xticks(sorted({int(row["level"]) for row in rows}))
            axes.set_xlabel("level")
            axes.set_ylabel(title)
            axes.set_ylim(0, 100)
            if legend:
                axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize="small")

        return draw

    won = panel("won", "games won, %", legend=False)
    return svg_of([won, panel("progress", "mean progress, %", legend=True)], width=11.0)


def table(rows: Sequence[Mapping[str, str]], *measures: str) -> list[str]:
    """Return a table with a line for each agent and number of players, a column for each level.

    Args:
        rows: Lines of a CSV file of results.
        measures: ``"won"`` and ``"progress"``: what a cell shows, with its interval.
    """
    levels = sorted({int(row["level"]) for row in rows})
    lines: dict[tuple[str, str], dict[int, str]] = {}
    for row in rows:
        cell = " · ".join(share(row, measure) for measure in measures)
        lines.setdefault((row["agent"], row["players"]), {})[int(row["level"])] = cell
    heads = ["agent", "players", *(f"level {level}" for level in levels)]
    out = ["| " + " | ".join(heads) + " |", "|---|---|" + "---|" * len(levels)]
    for (agent, players), cells in lines.items():
        shown = [f"`{agent}`", players, *(cells.get(level, "") for level in levels)]
        out.append("| " + " | ".join(shown) + " |")
    return out
