"""What outside judges and hard knocks found, from what the last `make judge` has left."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

_KEPT: Final = Path(__file__).resolve().parents[1] / "results" / "judge.json"
_INTRODUCTION: Final = """\
# Reliability

Tests that this project did not write, and faults that are planted on purpose, judge the whole.
`make judge` runs all of them (about 150 minutes on two cores; stopped at any moment, the same
command goes on after the parts that are done), `make judge-quick` a small part of each in ten
minutes. A little of every part runs in `make test`: the files `tests/judge/test_*.py`, which also
show that each judge notices a fault that is planted for it.

{state}

| part | what is tried | cases | time | result | commit |
|---|---|---|---|---|---|
"""
_AFTER: Final = """\

A commit with `+` had changes that were not committed yet. One part alone:
`.venv/bin/python -m tests.judge --only referee`; `--anew` runs what has a result already.
"""
_LISTS: Final = (("faults", "Faults"), ("skipped", "Left out"), ("notes", "Notes"))


def pages() -> dict[str, str]:
    """Return the page; none where nobody has judged."""
    if not _KEPT.exists():
        return {}
    return {"reliability.md": page_of(json.loads(_KEPT.read_text(encoding="utf-8")))}


def page_of(kept: dict[str, Any]) -> str:
    """Return the page.

    Args:
        kept: What ``python -m tests.judge`` has put together: sentence and result of every part.
    """
    rows = [_row(name, one["sentence"], one["result"]) for name, one in kept.items()]
    details = [_details(name, one["result"]) for name, one in kept.items()]
    results = [one["result"] for one in kept.values()]
    text = _INTRODUCTION.format(state=_state(results)) + "\n".join(rows) + "\n" + _AFTER
    return text + "".join(details)


def _state(results: list[dict[str, Any]]) -> str:
    """Say how much of it was run at all."""
    ran = [one for one in results if one["verdict"] is not None]
    full = [one for one in ran if not one["quick"]]
    faults = sum(len(one["verdict"]["faults"]) for one in ran)
    words = f"Of {len(results)} parts, {len(full)} were run in full"
    if quick := len(ran) - len(full):
        words += f", {quick} in the quick size alone"
    if missing := len(results) - len(ran):
        words += f", {missing} not at all"
    words += f"; {faults or 'no'} fault{'' if faults == 1 else 's'} found."
    if len({one["code"] for one in ran}) > 1:
        words += " Not all of them judged the same code: see the commits."
    return words


def _row(name: str, sentence: str, result: dict[str, Any]) -> str:
    verdict = result["verdict"]
    if verdict is None:
        return f"| {name} | {sentence} | | | not run: {_cell(result['why_not'])} | |"
    faults = len(verdict["faults"])
    words = f"**{faults} fault{'s' if faults > 1 else ''}**" if faults else "passed"
    if result["quick"]:
        words += ", quick size alone"
    cases = f"{verdict['cases']:,} {verdict['of']}"
    minutes = f"{result['seconds'] / 60:.1f} min"
    return f"| {name} | {sentence} | {cases} | {minutes} | {words} | {result['commit']} |"


def _details(name: str, result: dict[str, Any]) -> str:
    verdict = result["verdict"] or {}
    parts = []
    for key, title in _LISTS:
        if sentences := verdict.get(key):
            lines = "\n".join(f"- {' '.join(one.split())}" for one in sentences)
            parts.append(f"\n{title}:\n\n{lines}\n")
    return f"\n## {name}\n" + "".join(parts) if parts else ""


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")
