"""Generated tables of the benchmark with strangers, each from a file that a command has written.

The board and its cells are of ``evaluate.py --benchmark``, sealed sets of two more such runs;
``beside.csv`` and ``companion.csv`` are of ``studies.beside``, ``recognition.csv`` and
``requests.csv`` of the studies of these names.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Final

from docs.generators.pages import DOCS, Text, table
from tablemates.agents.evaluation.plan import members_of, taking_turns
from tablemates.agents.evaluation.report.proximities import BOARD, CELLS, PICTURE
from tablemates.agents.evaluation.result_folder import ROWS
from tablemates.agents.evaluation.result_rows import read_rows
from tablemates.agents.evaluation.stats.estimates import win_rate
from tablemates.agents.evaluation.studies.agreement import agreement_of
from tablemates.agents.output.folders import write_whole

NAME: Final = "teammates-v1"
#: Where a run of ``evaluate.py --benchmark`` left its board and cells.
RESULTS: Final = DOCS / "results" / NAME
#: Boards of two sets of sealed strangers.
SEALED: Final = (RESULTS / "sealed_a", RESULTS / "sealed_b")
#: Boards of a fourth, by game, with ``companion``.
FOURTH: Final = RESULTS / "sealed_d"
#: What the studies found beside a fifth, by which nothing was chosen.
FIFTH: Final = RESULTS / "sealed_e"
BESIDE: Final = "beside.csv"
COMPANION: Final = "companion.csv"
REQUESTS: Final = "requests.csv"
RECOGNITION: Final = "recognition.csv"
#: What entrants are whose networks do not come with the games; docs/training.md has the commands.
TRAINED: Final = {
    "runs/population/{game}/policy": "`value`, trained with a population",
    "runs/fcp/{game}/response/policy": "fictitious co-play",
    "runs/recurrent/{game}/policy": "recurrent PPO",
}
Line = dict[str, str]


def take_over(folder: Path) -> None:
    """Take over the board, the cells and the picture of a run, and some rows of it.

    These are the first game of the first cell of each part, with all but trained networks: whoever
    plays them again sees that the board repeats.
    """
    for name in (BOARD, CELLS, PICTURE):
        write_whole(RESULTS / name, (folder / name).read_text(encoding="utf-8"))
    lines = []
    for file in sorted(folder.glob(f"*/{ROWS}")):
        rows = read_rows(file)
        for row, line in zip(rows, file.read_text(encoding="utf-8").splitlines(), strict=True):
            first = row.number == 0 and row.scenario == rows[0].scenario
            if first and row.agents[0] == rows[0].agents[0] and "/" not in row.agents[-1]:
                lines.append(line)
    write_whole(RESULTS / ROWS, "\n".join([*lines, ""]))


def _read(name: str, folder: Path = RESULTS) -> list[Line]:
    with (folder / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _interval(line: Line, name: str, low: str, high: str) -> str:
    value, *ends = (100 * float(line[one]) for one in (name, low, high))
    return f"{value:.1f} [{ends[0]:.1f}, {ends[1]:.1f}]"


def lines_of_cells() -> list[Line]:
    """Return the scores on the board, a line for each agent in each cell."""
    return _read(CELLS)


def _cells(folder: Path = RESULTS) -> list[list[Line]]:
    """Return the lines of each cell."""
    found: dict[tuple[str, str], list[Line]] = {}
    for line in _read(CELLS, folder):
        found.setdefault((line["scenario"], line["partners"]), []).append(line)
    return list(found.values())


def _counts() -> str:
    cells = [lines[0] for lines in _cells()]
    holds = sum(one["certificate"] == "holds" for one in cells)
    games = sorted({int(one["games"]) for one in cells})
    size = f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"
    return f"{len(cells)} cells of {size} games; the certificate holds in {holds} of them"


def board() -> str:
    """Return the table of entrants."""
    rows = [
        (
            _entrant(line["agent"]),
            _interval(line, "mean", "low", "high"),
            _interval(line, "worst", "worst_low", "worst_high"),
            _interval(line, "certified", *(f"certified_{end}" for end in ("low", "high")))
            if line["certified"]
            else "-",
        )
        for line in _read(BOARD)
    ]
    heads = ["entrant", "mean proximity, %", "worst quarter of the cells, %"]
    heads.append("where the certificate holds, %")
    return f"{_counts()}.\n\n{table(heads, rows)}"


def cells() -> str:
    """Return the table of cells: scores, and the lead of the best response over each rival."""
    found = _cells()
    entrants = [line["agent"] for line in _read(BOARD)]
    rows = []
    for lines in found:
        by_agent = {line["agent"]: line for line in lines}
        response = by_agent[lines[0]["response"]]
        partners = lines[0]["partners"]
        itself = max(float(by_agent[one]["score"]) for one in set(members_of(partners)))
        leads = [line for line in lines if line["lead_low"]]
        least = min(leads, key=lambda line: float(line["lead_low"]))
        lead = _interval(least, "lead", "lead_low", "lead_high")
        rows.append(
            (
                lines[0]["scenario"].replace("-", " "),
                f"`{'+'.join(taking_turns(tuple(members_of(partners))))}`",
                *(_percent(by_agent[one]["score"]) for one in entrants),
                _percent(itself),
                f"`{_kind(response['agent'])}` {_percent(response['score'])}",
                f"{lead} over {_entrant(least['agent'])}",
                lines[0]["certificate"],
            )
        )
    heads = ["scenario", "strangers", *map(_entrant, entrants), "itself"]
    return table([*heads, "best response", "its least certain lead", "certificate"], rows)


def _entrant(name: str) -> str:
    return TRAINED.get(name, f"`{name}`")


def _kind(name: str) -> str:
    """Return the name of a best response with its network's folder left out."""
    if "runs/" not in name:
        return name
    before = name[: name.index("runs/")]
    return f"{before}trained" if before else "trained"


def _percent(share: str | float) -> str:
    return f"{100 * float(share):.1f}"


def readme() -> str:
    """Return the README's table of entrants beside strangers."""
    rows = [(_entrant(one["agent"]), _interval(one, "mean", "low", "high")) for one in _read(BOARD)]
    return (
        "Beside partners whom they have not trained with, agents come so near to the best that is "
        f"known, over {_counts()} ([teammates](docs/teammates.md)):\n\n"
        f"{table(['agent', 'proximity, % with 95 % intervals'], rows)}"
    )


def sealed() -> str:
    """Return how entrants do beside two sets of sealed strangers, and whether these agree."""
    boards = [{line["agent"]: line for line in _read(BOARD, folder)} for folder in SEALED]
    cells = [len({(one["scenario"], one["partners"]) for one in _read(CELLS, f)}) for f in SEALED]
    games = {one["games"] for folder in SEALED for one in _read(CELLS, folder)}
    rows = [
        (_entrant(agent), *(_interval(board[agent], "mean", "low", "high") for board in boards))
        for agent in boards[0]
        if agent in boards[1]
    ]
    found = agreement_of(*SEALED)
    words = (
        f"{' and '.join(map(str, cells))} cells of {' or '.join(sorted(games))} games. "
        f"Kendall's tau of {found.entrants} entrants: {found.tau.value:.2f} "
        f"[{found.tau.low:.2f}, {found.tau.high:.2f}] (bootstrap over cells)."
    )
    return f"{table(['entrant', 'first set, %', 'second set, %'], rows)}\n\n{words}"


def strangers() -> str:
    """Return how ``companion`` does beside sealed strangers, by game."""
    rows = [
        (file.parent.name, f"`{one['agent']}`", _interval(one, "mean", "low", "high"))
        for file in sorted(FOURTH.glob(f"*/{BOARD}"))
        for one in _read(BOARD, file.parent)
    ]
    return table(["game", "entrant", "mean proximity beside sealed strangers, %"], rows)


def costs() -> str:
    """Return what a game costs with each agent in the entrant's seat."""
    lines = _read(BESIDE)
    scenarios = list(dict.fromkeys((line["game"], line["scenario"]) for line in lines))
    by_agent: dict[str, dict[tuple[str, str], str]] = {}
    for line in lines:
        named = by_agent.setdefault(_kind(line["agent"]), {})
        named[line["game"], line["scenario"]] = f"{float(line['milliseconds']):,.0f} ms"
    rows = [
        (f"`{agent}`", *(found.get(one, "not measured") for one in scenarios))
        for agent, found in by_agent.items()
    ]
    heads = [
        "in the entrant's seat",
        *(f"{game} {name.replace('-', ' ')}" for game, name in scenarios),
    ]
    return table(heads, rows)


def companion() -> str:
    """Return how ``companion`` and what it is compared with do beside partners."""
    return _beside([line for line in _read(COMPANION) if line["match"] == "1"])


def matches() -> str:
    """Return what ``companion`` wins more in the last game of a match than in the first."""
    rows = [
        (
            f"{line['game']} {line['scenario'].replace('-', ' ')}",
            _partner(line["partner"]),
            f"{int(line['games']) // int(line['match'])} of {line['match']} games",
            _interval(line, "won", "won_low", "won_high"),
            _interval(line, "gain", "gain_low", "gain_high"),
        )
        for line in (*_read(COMPANION), *_read(COMPANION, FIFTH))
        if line["match"] != "1"
    ]
    heads = ["scenario", "partner", "matches", "games won, %", "last game more than first"]
    return table(heads, rows)


def requests() -> str:
    """Return how often ``companion`` does as it is asked, and what that costs."""
    rows = [
        (
            f"{line['game']} {line['scenario'].replace('-', ' ')}",
            line["request"].replace(":", " "),
            _partner(line["asker"]),
            f"`{line['judge']}`",
            f"{100 * float(line['limit']):g}",
            line["games"],
            f"{int(line['moments']) / int(line['games']):.1f}",
            f"{100 * int(line['done']) / int(line['moments']):.0f}",
            _interval(line, "cost", "cost_low", "cost_high"),
        )
        for line in (*_read(REQUESTS), *_read(REQUESTS, FIFTH))
    ]
    heads = ["scenario", "request", "who asks", "judge", "limit of a choice, points", "games"]
    return table([*heads, "times a game", "done, %", "points it costs"], rows)


def _partner(name: str) -> str:
    return "six sealed strangers" if name.startswith("strangers ") else f"`{name}`"


def _beside(lines: list[Line]) -> str:
    rows = [
        (
            f"{line['game']} {line['scenario'].replace('-', ' ')}",
            f"`{line['partner']}`",
            f"`{_kind(line['agent'])}`",
            line["games"],
            _interval(line, "won", "won_low", "won_high"),
            f"{float(line['milliseconds']):,.0f}",
            _lead(line),
        )
        for line in lines
    ]
    heads = [
        "scenario",
        "partner",
        "agent",
        "games",
        "games won, %",
        "CPU ms a game",
        "more or less",
    ]
    return table(heads, rows)


def _lead(line: Line) -> str:
    if line["agent"] == line["reference"]:
        return ""
    return f"{_interval(line, 'lead', 'lead_low', 'lead_high')} than `{_kind(line['reference'])}`"


def recognition() -> str:
    """Return in how many games the kind of a stranger was named right, by game."""
    sets = [_read(RECOGNITION), _read(RECOGNITION, FIFTH)]
    rows = [
        (game, *(_right([one for one in lines if one["game"] == game]) for lines in sets))
        for game in dict.fromkeys(line["game"] for line in sets[0])
    ]
    rows.append(("all", *map(_right, sets)))
    return table(["game", "first two sets, %", "fifth set, %"], rows)


def _right(lines: list[Line]) -> str:
    right, games = (sum(int(line[name]) for line in lines) for name in ("right", "games"))
    share = "{:.0f} [{:.0f}, {:.0f}]".format(*(100 * one for one in win_rate(right, games)))
    return f"{share} of {games} games with {len(lines)} strangers"


SECTIONS: Final[dict[str, dict[str, Text]]] = {
    "README.md": {"teammates": readme},
    "docs/teammates.md": {
        "board": board,
        "cells": cells,
        "sealed": sealed,
        "costs": costs,
        "companion": companion,
        "matches": matches,
        "requests": requests,
        "strangers": strangers,
        "recognition": recognition,
    },
}
