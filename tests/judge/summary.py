"""What a judgement says on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tests.judge.kept import Result
from tests.judge.parts import Part


def words_of(result: Result | None) -> str:
    """Return what came of a part in a few words."""
    if result is None:
        return "not run: nobody has run it"
    if result.verdict is None:
        return f"not run: {result.why_not}"
    faults = len(result.verdict.faults)
    found = "passed" if not faults else f"{faults} fault{'s' if faults > 1 else ''}"
    return f"{found} (quick)" if result.quick else found


def time_of(seconds: float) -> str:
    """Return a time as people say it."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def show(
    parts: Sequence[Part],
    results: Mapping[str, Result],
    code: str,
    console: Console | None = None,
) -> None:
    """Print the summary table, and below it every fault and everything that was left out.

    Args:
        parts: Which ones were asked for.
        results: What came of them, by name.
        code: Digest of the code that is here.
        console: Where to.
    """
    console = console or Console()
    table = Table("part", "what", "cases", "time", "result")
    for part in parts:
        result = results.get(part.name)
        verdict = result.verdict if result else None
        words = words_of(result)
        if verdict is not None and result is not None and result.code != code:
            words += ", of other code"
        style = "yellow" if verdict is None else "green" if verdict.passed else "red"
        table.add_row(
            part.name,
            Text(part.sentence),
            "" if verdict is None else f"{verdict.cases:,} {verdict.of}",
            time_of(result.seconds) if result and verdict else "",
            Text(words, style=style),
        )
    console.print(table)
    seconds = sum(result.seconds for result in results.values())
    console.print(f"{time_of(seconds)} in all", highlight=False)
    for part in parts:
        result = results.get(part.name)
        if result is None or result.verdict is None:
            continue
        for title, sentences in (
            ("fault", result.verdict.faults),
            ("left out", result.verdict.skipped),
        ):
            for sentence in sentences:
                console.print(Text(f"{part.name}: {title}: {sentence}"), soft_wrap=True)
