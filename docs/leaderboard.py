"""Keeps what ``docs/leaderboard.md`` is made of: ``python -m docs.leaderboard FOLDER ...``.

Of the folders that plays of the benchmark have left, the tables of all of them together,
and of their rows a sample small enough for the repository, which a test plays again; the
digests stand for all the others. Slow agents may have been played at a lower tier than
quick ones: games are compared where both have played them. Of agents that were played at
several tiers the games of the largest one count.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from tablemates.agents.commands import run
from tablemates.agents.evaluation.benchmark import benchmarks
from tablemates.agents.evaluation.report.files import write_csv
from tablemates.agents.evaluation.report.findings import Findings
from tablemates.agents.evaluation.rows import Row, read_rows, write_rows
from tablemates.envs.core.errors import FormatError

#: Where it is kept; the endings are those of the tables, the numbers and the sample.
KEPT: Final = Path(__file__).resolve().parent / "results" / "leaderboard"
#: Games of every cell in the sample.
_OF_A_CELL: Final = 4
_REUSE: Final = "--reuse"
#: What two plays must have in common.
_ALIKE: Final = ("ruleset", "interface", "engine", "components", "version")


def keep(folders: Sequence[Path], kept: Path = KEPT) -> list[Path]:
    """Keep the tables of plays of the benchmark and a sample of their rows.

    Args:
        folders: Each with ``results.json`` and ``rows.jsonl``.
        kept: The files that are written, without their endings.

    Returns:
        The files.

    Raises:
        OSError, FormatError: A folder has no such files, one is damaged, what was played
            is not the benchmark, or two plays do not go together.
    """
    found_in = [results_of(folder) for folder in folders]
    plays = [_play_of(folder, one[0]) for folder, one in zip(folders, found_in, strict=True)]
    name = plays[0]["benchmark"]
    rows = _together(folders, plays, [one[1] for one in found_in])
    plays = [play for play in plays if play["agents"]]
    plan = benchmarks()[name]
    found = Findings.of(plan, rows, ", ".join(play["digest"] for play in plays))
    tiers = ", ".join(dict.fromkeys(play["tier"] for play in plays))
    found = replace(found, known=replace(found.known, benchmark=f"{name}, tier {tiers}"))
    data = found.as_data("; ".join(play["command"] for play in plays)) | {"plays": plays}
    tables, numbers, sample = (kept.with_suffix(end) for end in (".json", ".csv", ".jsonl"))
    text = json.dumps(data, indent=1, ensure_ascii=False)
    tables.write_text(f"{text}\n", encoding="utf-8")
    write_csv(plan, found.known, found.summaries, numbers)
    write_rows(sample, sampled(rows))
    return [tables, numbers, sample]


def results_of(folder: Path) -> tuple[dict[str, str], list[Row]]:
    """Return the provenance of an evaluation's tables, and the rows that they are made of.

    Raises:
        OSError, FormatError: The folder has no such files, they are damaged, or the tables
            are of other rows.
    """
    file = folder / "results.json"
    try:
        known = {str(k): str(v) for k, v in json.loads(file.read_text("utf-8"))["provenance"]}
        digest = known["digest of rows.jsonl"]
    except (ValueError, TypeError, KeyError) as error:
        raise FormatError(f"{file}: is not what evaluate.py writes, or is damaged") from error
    rows = read_rows(folder / "rows.jsonl")
    if not rows or rows[-1].hash != digest:
        raise FormatError(f"{folder}: rows.jsonl is not what results.json is made of")
    return known, rows


def _play_of(folder: Path, known: Mapping[str, str]) -> dict[str, Any]:
    """Return what was played in a folder: benchmark, tier, agents, digest, command."""
    benchmark = known.get("benchmark", "")
    name, _, tier = benchmark.partition(", tier ")
    if not tier:
        raise FormatError(f"{folder} is no play of the benchmark: {benchmark}")
    return {
        "benchmark": name,
        "tier": tier,
        "agents": [one.removeprefix("agent ") for one in known if one.startswith("agent ")],
        "digest": known["digest of rows.jsonl"],
        "command": without_reuse(known.get("command", "")),
    }


def without_reuse(command: str) -> str:
    """Return a command without the folders that it took games over from.

    They lie on one machine alone, and the same games come of it without them.
    """
    words = shlex.split(command)
    if _REUSE in words:
        begin = words.index(_REUSE)
        end = next((n for n in range(begin + 1, len(words)) if words[n][:2] == "--"), len(words))
        words = words[:begin] + words[end:]
    return shlex.join(words)


def _together(
    folders: Sequence[Path], plays: Sequence[dict[str, Any]], played: Sequence[Sequence[Row]]
) -> list[Row]:
    """Return the rows that count of all plays, and leave agents without any out of a play."""
    rows: list[Row] = []
    cells: dict[tuple[object, ...], Path] = {}
    most = Counter[tuple[object, ...]]()
    for own in played:
        most |= Counter(map(_cell, own))
    for folder, play, every in zip(folders, plays, played, strict=True):
        first, games = played[0][0], Counter(map(_cell, every))
        own = [row for row in every if games[_cell(row)] == most[_cell(row)]]
        counted = {name for row in own for name in row.agents}
        play["agents"] = [name for name in play["agents"] if name in counted]
        for name in _ALIKE:
            if getattr(every[0], name) != getattr(first, name):
                raise FormatError(f"{folder} was played with another {name} than {folders[0]}")
        if play["benchmark"] != plays[0]["benchmark"]:
            raise FormatError(f"{folder} is a play of another benchmark than {folders[0]}")
        for cell in {_cell(row) for row in own}:
            if cell in cells:
                raise FormatError(f"{cells[cell]} and {folder} have the same agents: {cell[0]}")
            cells[cell] = folder
        rows += own
    return rows


def _cell(row: Row) -> tuple[object, ...]:
    return "+".join(row.agents), row.noise, row.players, row.level


def sampled(rows: Sequence[Row]) -> list[Row]:
    """Return some rows of each cell, spread evenly."""
    chosen: list[Row] = []
    for _, cell in groupby(rows, _cell):
        own = list(cell)
        chosen += own[:: -(-len(own) // _OF_A_CELL)]
    return chosen


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code.

    Args:
        argv: The arguments; None: those of the process.
    """
    parser = argparse.ArgumentParser(prog="python -m docs.leaderboard", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="that evaluate.py has written")
    folders = parser.parse_args(argv).folders

    def work() -> None:
        for file in keep(folders):
            print(f"{file} written")

    return run("docs.leaderboard", work)


if __name__ == "__main__":
    sys.exit(main())
