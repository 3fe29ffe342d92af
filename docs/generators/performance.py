"""The page of speed and its plots, from the figures that ``make bench`` has written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from benchmarks import plots
from benchmarks.compare import FLOOR
from benchmarks.measure import Figure
from benchmarks.report import PUBLISHED, Results, number
from benchmarks.targets import OWN, RATIOS, Reached, reached

_TEMPLATE: Final = Path(__file__).with_suffix(".md")
_PROFILE: Final = _TEMPLATE.with_name("performance_profile.md")
_PLOTS: Final[dict[str, Callable[[plots.Figures], str]]] = {
    "batches": plots.draw_batches,
    "costs": plots.draw_costs,
}


def pages() -> dict[str, str]:
    """Return the page of speed and its two plots."""
    results = Results.read(PUBLISHED)
    text = _TEMPLATE.read_text(encoding="utf-8").format(
        floor=FLOOR,
        machine=_machine(results),
        runs=results.settings["runs"],
        seconds=f"{results.settings['seconds']:g}",
        ratios=_reached_table(reached(RATIOS, results.figures), beside=True),
        targets=_reached_table(reached(OWN, results.figures), beside=False),
        skipped=_skipped(results.skipped),
        profile=_PROFILE.read_text(encoding="utf-8"),
        cases=_table(("case", "median", "range"), map(_case, results.figures.values())),
    )
    drawn = {f"performance/{name}.svg": _drawn(name, results) for name in _PLOTS}
    return {"performance.md": text, **drawn}


def readme_section() -> list[str]:
    """Return the lines of the README that say how fast it is."""
    results = Results.read(PUBLISHED)
    (best, *_) = reached(OWN, results.figures)
    lanes = best.case.removeprefix("vector view, ")

    def rate(figure: Figure) -> str:
        return f"{round(figure.median, -3):,.0f}"

    gym, env = (results.figures[name] for name in ("gym_env, compiled pick", "env, NumPy pick"))
    others = f"`gym_env` {rate(gym)}, `env` {rate(env)}"
    lines = [
        f"Random legal decisions a second on one core ({results.machine['processor']}):",
        f"`vector_env` {rate(best.figure)} ({lanes}), {others} when NumPy picks the action.",
    ]
    if ratios := reached(RATIOS, results.figures):
        times = [f"{one.figure.median:.0f} × ({one.target.what})" for one in ratios]
        lines += ["Beside peers in the same call:", ", ".join(times) + "."]
    return [*lines, ""]


def _machine(results: Results) -> str:
    where = results.machine
    versions = ", ".join(f"{name} {version}" for name, version in results.versions.items())
    load = where["load"]
    said = "" if load is None else f"; load before the first run {load:.2f}"
    return (
        f"Machine: {where['processor']}, {where['cores']} cores, {where['system']}{said}.\n"
        f"Versions: Python {where['python']}, {versions}."
    )


def _skipped(names: Sequence[str]) -> str:
    return f"\nNot measured: {'; '.join(names)}." if names else ""


def _reached_table(rows: Sequence[Reached], beside: bool) -> str:
    """Return a table of targets, with both sides' own figures where they are ratios to peers."""
    heads = ["what", "target", "measured", "range", "met"]
    if beside:
        heads.append("case, and beside it")
    lines = []
    for one in rows:
        target, (low, high) = one.target, one.figure.range
        sign = "≤" if target.most else "≥"
        limit = f"{sign} {target.limit:,} {target.unit}"
        range_ = f"[{number(low)}, {number(high)}]" if len(one.figure.runs) > 1 else "one run"
        met = "yes" if one.met else "**no**"
        cells = [target.what, limit, _value(one.figure), range_, met]
        if beside:
            cells.append(f"{one.case} / {one.other}")
        lines.append(tuple(cells))
    return _table(tuple(heads), lines)


def _value(figure: Figure) -> str:
    return f"{number(figure.median)} {figure.unit}"


def _case(figure: Figure) -> tuple[str, ...]:
    low, high = figure.range
    range_ = f"[{number(low)}, {number(high)}]" if len(figure.runs) > 1 else "one run"
    return figure.name, _value(figure), range_


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _drawn(name: str, results: Results) -> str:
    """Return a plot; the one that is there, if it was drawn from these figures in this way.

    Another version of Matplotlib would draw other bytes of the same picture.
    """
    figures = {one: asdict(figure) for one, figure in results.figures.items()}
    source = Path(plots.__file__).read_text(encoding="utf-8")
    digest = hashlib.sha256((json.dumps(figures) + source).encode()).hexdigest()
    mark = f"<!-- drawn from {digest} -->\n"
    file = PUBLISHED.with_name(f"{name}.svg")
    if file.exists() and (held := file.read_text(encoding="utf-8")).endswith(mark):
        return held
    return _PLOTS[name](results.figures) + mark
