"""The page of agents: what each is, and how strong, from what evaluations have left."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from agents.portal_dash.rules_bot.rules import Rule
from benchmarks.plots import svg_of
from docs.tables import RESULTS, Row, data_of, provenance_of, rows_of, share

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TEMPLATE: Final = Path(__file__).with_suffix(".md")
#: Numbers of players that the ladder is measured with.
_PLAYERS: Final = ("1", "2", "4")


def pages() -> dict[str, str]:
    """Return the page of agents and its plot; none before they were measured."""
    needed = (
        *("search.json", "search_ahead.json", "search_bound.csv", "search_curve.csv"),
        "calibration.csv",
    )
    if not all((RESULTS / name).exists() for name in needed):
        return {}
    board = [row for row in rows_of("leaderboard") if row["players"] in _PLAYERS]
    search, bounds = rows_of("search"), rows_of("search_bound")
    curve = rows_of("search_curve") + rows_of("search_second")
    calibration = rows_of("calibration")
    everything = next(row for row in calibration if row["level"] == "all")
    text = _TEMPLATE.read_text(encoding="utf-8").format(
        board_games=f"{int(board[0]['games']):,}",
        board=_ladder(board),
        search_games=search[0]["games"],
        search_digest=provenance_of("search")["digest of rows.jsonl"],
        search=_search(search),
        pairs=_pairs("search"),
        ahead_digest=provenance_of("search_ahead")["digest of rows.jsonl"],
        ahead=_search(rows_of("search_ahead")),
        ahead_pairs=_pairs("search_ahead"),
        curve_games=curve[0]["games"],
        curve=_curve(curve),
        rules=", ".join(rule.name.lower().replace("_", " ") for rule in Rule),
        calibrated=everything["agent"],
        calibrated_games=f"{int(everything['games']):,}",
        error=_error(everything),
        calibration=_calibration(calibration),
        bound_games=bounds[0]["games"],
        bound=_search(bounds),
    )
    return {"agents.md": text, "search_curve.svg": _drawn(curve)}


def _pairs_of(name: str) -> dict[tuple[str, str], dict[str, str]]:
    """Return the comparisons of an evaluation by the two agents, each heading's word."""
    (table,) = (one for one in data_of(name)["results"] if one["title"] == "In pairs")
    found = (dict(zip(table["heads"], line, strict=True)) for line in table["lines"])
    return {(one["agents"], one["beside"]): one for one in found}


def _table(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    return "\n".join(
        [
            "| " + " | ".join(heads) + " |",
            "|---|" + "---:|" * (len(heads) - 1),
            *("| " + " | ".join(line) + " |" for line in lines),
        ]
    )


def _mean(rows: Sequence[Row], measure: str) -> float:
    return sum(float(row[measure]) for row in rows) / len(rows)


def _of(rows: Sequence[Row], agent: str) -> list[Row]:
    return [row for row in rows if row["agent"] == agent]


def _agents(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(row["agent"] for row in rows))


def _fewer(rows: Sequence[Row], agent: str, other: str) -> str:
    """Return by how much an agent loses fewer games than another, in the mean over cells."""
    lost, before = (1.0 - _mean(_of(rows, name), "won") for name in (agent, other))
    return (
        f"{100 * (1 - lost / before):+.0f} %".replace("+", "−")
        if lost < before
        else (f"+{100 * (lost / before - 1):.0f} %")
    )


def _line(rows: Sequence[Row], agent: str) -> list[str]:
    own = _of(rows, agent)
    return [
        f"{100 * _mean(own, 'won'):.1f}",
        f"{100 * _mean(own, 'progress'):.1f}",
        _two_digits(_mean(own, "milliseconds")),
    ]


def _two_digits(number: float) -> str:
    """Return a number with two digits that count, never with an exponent."""
    return np.format_float_positional(number, 2, unique=False, fractional=False, trim="-")


def _ladder(rows: Sequence[Row]) -> str:
    agents, pairs = _agents(rows), _pairs_of("leaderboard")
    lines = []
    for n, agent in enumerate(agents):
        beside = ["", "", ""]
        if n > 0:
            pair = pairs[agent, agents[n - 1]]
            lost = _fewer(rows, agent, agents[n - 1])
            beside = [lost, pair["difference, points"], pair["p, Holm"]]
        lines.append([f"`{agent}`", *_line(rows, agent), *beside])
    heads = ["agent", "won", "progress", "ms a decision", "lost games", "points won", "p"]
    return _table(heads, lines)


def _search(rows: Sequence[Row]) -> str:
    levels = sorted({int(row["level"]) for row in rows})
    lines = []
    for agent in _agents(rows):
        cells = [
            share(row, "won") for row in sorted(_of(rows, agent), key=lambda row: int(row["level"]))
        ]
        lines.append([f"`{agent}`", *cells, *_line(rows, agent)])
    heads = ["agent", *(f"level {n}" for n in levels), "won", "progress", "ms a decision"]
    return _table(heads, lines)


def _pairs(name: str) -> str:
    rows = rows_of(name)
    lines = [
        [
            f"`{agent}`",
            f"`{other}`",
            _fewer(rows, agent, other),
            pair["difference, points"],
            pair["only the first won"],
            pair["only the second"],
            pair["p, Holm"],
        ]
        for (agent, other), pair in _pairs_of(name).items()
    ]
    heads = ["agent", "beside", "lost games", "points", "only the first won", "only the second"]
    return _table([*heads, "p"], lines)


def _curve(rows: Sequence[Row]) -> str:
    return _search(rows)


def _drawn(rows: Sequence[Row]) -> str:
    """Return the plot of games won over the time that a decision took."""
    script, *searches = _agents(rows)

    def draw(axes: Axes) -> None:
        means = [100 * _mean(_of(rows, agent), "won") for agent in searches]
        spread = [_half(_of(rows, agent)) for agent in searches]
        axes.errorbar(range(len(searches)), means, yerr=spread, fmt="o-", capsize=3)
        axes.set_xticks(range(len(searches)), [one.removeprefix("rollout:") for one in searches])
        axes.axhline(100 * _mean(_of(rows, script), "won"), color="0.5", linestyle="--")
        axes.annotate(script, (0, 100 * _mean(_of(rows, script), "won")), color="0.4", va="bottom")
        axes.set_xlabel("rollouts a decision")
        axes.set_ylabel("games won, %")

    return svg_of([draw], width=6.5)


def _half(rows: Sequence[Row]) -> float:
    """Return half the 95 % interval of the mean over cells, in points."""
    parts = (float(row["won"]) * (1 - float(row["won"])) / int(row["games"]) for row in rows)
    return float(100 * 1.96 * sum(parts) ** 0.5 / len(rows))


def _error(row: Row) -> str:
    error, low, high = (float(row[name]) for name in ("error", "error_low", "error_high"))
    return f"{error:.3f} [{low:.3f}, {high:.3f}]"


def _calibration(rows: Sequence[Row]) -> str:
    lines = []
    for level in dict.fromkeys(row["level"] for row in rows):
        first = next(row for row in rows if row["level"] == level)
        lines.append([level, first["games"], f"{int(first['decisions']):,}", _error(first)])
    return _table(["level", "games", "decisions", "expected calibration error"], lines)
