"""Generated tables of results: README, agents, leaderboard, performance."""

from __future__ import annotations

import csv
import statistics
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import yaml

from benchmarks.measure import PUBLISHED, Results, number, spread
from docs.generators.pages import DOCS, Text, table
from tablemates.agents.evaluation.report.contents import benchmarks
from tablemates.agents.evaluation.stats.estimates import over_seeds
from tablemates.agents.names import class_of
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.files.documents import nearest
from tablemates.envs.registry import DEFAULT_GAME, GAMES, find_game

RESULTS: Final = DOCS / "results"
#: A line of an evaluation's ``results.csv``: one agent in one scenario.
Cell = dict[str, str]
#: Teams of games of teams, of which all seats of one have the same place.
_TEAMS: Final = 2
#: The axis that tables have a line for each value of, beside the columns for all others.
PLAYERS: Final = "players"


def read(game: str) -> list[Cell]:
    """Return the lines of a leaderboard, ``docs/results/GAME.csv``.

    ``game`` is a key of the registry, or with the name of a mode: ``orcs_must_die_rivalry``.
    """
    known = sorted(file.stem for file in RESULTS.glob("*.csv"))
    if game not in known:
        raise SettingsError(f"no leaderboard is called {game!r}{nearest(game, known)}")
    with (RESULTS / f"{game}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _board_of(benchmark: str) -> str:
    """Return the leaderboard of a benchmark: its name without the number."""
    return benchmark.rpartition("-v")[0]


def _key_of(board: str) -> str:
    """Return the game that is played for a leaderboard."""
    return next(key for key in sorted(GAMES, reverse=True) if board.startswith(key))


def take_over(game: str, folder: Path) -> None:
    """Merge an evaluation's ``results.csv`` into a game's leaderboard.

    Lines of an agent that has been played again at as many games are replaced; all others stay,
    those of other rules too, which the page names (`rules`). In a competitive game, where results
    depend on the opponents, all lines are replaced.
    """
    before = read(game)
    with (folder / "results.csv").open(encoding="utf-8", newline="") as file:
        new = list(csv.DictReader(file))
    played = {(cell["agent"], cell["games"]) for cell in new if "won" in cell}
    old = [
        cell for cell in before if "won" in cell and (cell["agent"], cell["games"]) not in played
    ]
    with (RESULTS / f"{game}.csv").open("w", encoding="utf-8", newline="") as file:
        columns = dict.fromkeys(name for cell in (*old, *new) for name in cell)
        out = csv.DictWriter(file, columns, restval="0", lineterminator="\n")  # lost by a cause
        out.writeheader()
        out.writerows([*old, *new])


def _agents(cells: Iterable[Cell], column: str = "won") -> dict[str, list[Cell]]:
    """Return the cells by agent, those with the highest mean of a column first."""
    found: dict[str, list[Cell]] = {}
    for cell in cells:
        found.setdefault(cell["agent"], []).append(cell)
    return dict(sorted(found.items(), key=lambda item: mean(item[1], column), reverse=True))


def _axes(cell: Cell) -> list[str]:
    """Return the axes of the scenarios: the columns before the agent's."""
    return list(cell)[: list(cell).index("agent")]


def _setting(cell: Cell) -> str:
    """Return a cell's scenario in words, without the number of players."""
    return ", ".join(f"{axis} {cell[axis]}" for axis in _axes(cell) if axis != PLAYERS)


def mean(cells: Sequence[Cell], column: str) -> float:
    """Return the mean of a column, every cell alike."""
    return statistics.fmean(float(cell[column]) for cell in cells)


def _percent(cell: Cell, column: str = "won") -> str:
    value, low, high = (100 * float(cell[column + end]) for end in ("", "_low", "_high"))
    return f"{value:.1f} [{low:.1f}, {high:.1f}]"


def readme() -> str:
    """Return the README's table of agents: those of the leaderboard's largest tier."""
    found = read(DEFAULT_GAME)
    games = max(int(cell["games"]) for cell in found)
    cells = [one for one in found if one[PLAYERS] == "2" and int(one["games"]) == games]
    rows = [
        (f"`{agent}`", *(_percent(one) for one in sorted(own, key=_setting)))
        for agent, own in _agents(cells).items()
    ]
    plans = " and ".join(dict.fromkeys(cell["benchmark"].partition(",")[0] for cell in cells))
    head = f"Games won, %, two players, {games:,} games per level of {plans} with 95 % intervals"
    return f"{head}:\n\n{table(['agent', *sorted({_setting(cell) for cell in cells})], rows)}"


def _by_size(found: Sequence[Cell], tabled: Callable[[Sequence[Cell]], str]) -> str:
    """Return a table of the cells of each number of games, the largest first."""
    return "\n\n".join(
        f"{n:,} games a cell:\n\n{tabled([cell for cell in found if int(cell['games']) == n])}"
        for n in sorted({int(cell["games"]) for cell in found}, reverse=True)
    )


def largest(found: Sequence[Cell]) -> list[Cell]:
    """Return the cells of each agent at the most games that it has been played at.

    Of a competitive game these are all.
    """
    if "games" not in found[0]:
        return list(found)
    most: dict[str, int] = {}
    for cell in found:
        most[cell["agent"]] = max(most.get(cell["agent"], 0), int(cell["games"]))
    return [cell for cell in found if int(cell["games"]) == most[cell["agent"]]]


def rules(game: str) -> str:
    """Return a list of the game's benchmarks: their rules, and whose lines were played by them."""
    lines = []
    for name, bench in benchmarks().items():
        if _board_of(name) == game:
            played: dict[str, list[str]] = {}
            for cell in read(game):
                if cell["ruleset"] == bench.ruleset:
                    played.setdefault(f"{int(cell['games']):,} games a cell", []).append(
                        f"`{cell['agent']}`"
                    )
            agents = [f"{', '.join(dict.fromkeys(own))} ({size})" for size, own in played.items()]
            file = f"[{name}](../configs/eval/{name}.yaml), ruleset `{bench.ruleset}`"
            lines.append(f"- {file}: {'; '.join(agents) or 'no lines yet'}")
    return "\n".join(lines)


def totals(game: str) -> str:
    """Return the tables of agents over all levels and numbers of players, one a sample size."""

    def total(found: Sequence[Cell]) -> str:
        rows = [
            (
                f"`{agent}`",
                class_of(agent, _key_of(game)),
                f"{100 * mean(own, 'won'):.1f}",
                f"{100 * mean(own, 'progress'):.1f}",
                f"{mean(own, 'milliseconds'):.2g}",
            )
            for agent, own in _agents(found).items()
        ]
        heads = ["agent", "class", "games won, %", "mean progress, %", "ms per decision"]
        return table(heads, rows)

    return _by_size(read(game), total)


def cells(game: str) -> str:
    """Return the tables of all cells, each agent at the most games that it has been played at."""
    return _by_size(largest(read(game)), _cells)


def _cells(found: Sequence[Cell]) -> str:
    settings = list(dict.fromkeys(_setting(cell) for cell in found))
    rows = []
    for agent, own in _agents(found).items():
        won = {(cell[PLAYERS], _setting(cell)): _percent(cell) for cell in own}
        rows += [
            (f"`{agent}`", players, *(won.get((players, one), "") for one in settings))
            for players in sorted({cell[PLAYERS] for cell in found})
        ]
    return table(["agent", "players", *settings], rows)


def standings(game: str) -> str:
    """Return the table of a competitive game's agents by number of players."""
    rows = [
        (
            f"`{agent}`",
            class_of(agent, game),
            cell[PLAYERS],
            f"{int(cell['seats']):,}",
            _percent(cell, "first"),
            f"{float(cell['rank']):.2f}",
            f"{float(cell['score']):.1f}",
        )
        for agent, own in _agents(read(game), "return").items()
        for cell in own
    ]
    heads = ["agent", "class", "players", "seats", "first, %", "mean rank", "mean score"]
    return table(heads, rows)


def teams(board: str) -> str:
    """Return the tables of a board of two teams: means over all cells, and each cell.

    The interval of a mean is a bootstrap over its cells.
    """
    found = [_of_teams(cell) for cell in read(board)]
    rows = []
    for agent, own in _agents(found).items():
        for players in sorted({cell[PLAYERS] for cell in own}):
            cells = [cell for cell in own if cell[PLAYERS] == players]
            games = sum(int(cell["games"]) for cell in cells)
            won = over_seeds([float(cell["won"]) for cell in cells], range(len(cells)))
            shown = f"{100 * won.value:.1f} [{100 * won.low:.1f}, {100 * won.high:.1f}]"
            kind = class_of(agent, _key_of(board))
            rows.append((f"`{agent}`", kind, players, f"{games:,}", shown))
    heads = ["agent", "class", "players", "games", "games won, %"]
    return f"{table(heads, rows)}\n\n{_by_size(found, _cells)}"


def _of_teams(cell: Cell) -> Cell:
    """Return a line with what the agent's team won: its seats share each first place."""
    seats = int(cell[PLAYERS]) // _TEAMS
    shares = {end: min(1.0, seats * float(cell[f"first{end}"])) for end in ("", "_low", "_high")}
    won = {f"won{end}": str(share) for end, share in shares.items()}
    return {**cell, **won, "games": str(int(cell["seats"]) // seats)}


def partners(game: str, column: str = "won") -> str:
    """Return the file that tells the game table how strong its partners are."""
    found = largest(read(game))
    level = _axes(found[0])[0]
    text = (
        f"# Games won, %, by {level}, for 1 to 4 players; null: not measured. Written by\n"
        f"# `make docs-pages` from docs/results/{game}.csv.\n"
    )
    levels = list(dict.fromkeys(cell[level] for cell in found))
    most = max(int(cell[PLAYERS]) for cell in found)
    agents: dict[str, dict[str | int, list[float | None]]] = {}
    for cell in found:
        nothing: dict[str | int, list[float | None]] = {_key(one): [None] * most for one in levels}
        won_by = agents.setdefault(cell["agent"], nothing)
        won_by[_key(cell[level])][int(cell[PLAYERS]) - 1] = round(100 * float(cell[column]), 1)
    return text + yaml.safe_dump(agents, default_flow_style=None, sort_keys=False)


def _key(level: str) -> str | int:
    return int(level) if level.isdigit() else level


def benchmark() -> str:
    """Return the tables of the published benchmark run."""
    results = Results.read(PUBLISHED)
    where = results.machine
    libraries = ", ".join(f"{name} {version}" for name, version in results.versions.items())
    ratios = [
        (f"{mine} / {other}", f"{number(statistics.median(runs))} ×", spread(runs))
        for mine, other, runs in results.ratios()
    ]
    every = [
        (name, f"{number(figure.median)} {figure.unit}", spread(figure.runs))
        for name, figure in results.figures.items()
    ]
    setting = (
        f"{where['date']}, commit `{where['commit']}`, on a machine with a load of "
        f"{where['load']} before: {where['processor']}, {where['cores']} cores, {where['system']}, "
        f"Python {where['python']}, {libraries}. Median of {results.rounds} runs of "
        f"{results.seconds:g} s, [slowest, fastest]."
    )
    beside = table(["ours / theirs", "ratio", "range"], ratios)
    return f"{setting}\n\n{beside}\n\n{table(['case', 'median', 'range'], every)}"


#: The cases of the README beside the fastest one of the vector view.
_ONE: Final = (f"gym_env, compiled pick, {DEFAULT_GAME}", f"env, NumPy pick, {DEFAULT_GAME}")


def speed() -> str:
    """Return the README's sentences about speed."""
    results = Results.read(PUBLISHED)
    best = results.fastest("vector_env, ") or ""
    rates = [
        f"{_view_of(name)} {round(results.figures[name].median, -3):,.0f}" for name in (best, *_ONE)
    ]
    ratios = ", ".join(
        f"{statistics.median(runs):.0f} × ({_view_of(mine)} / {other.partition(',')[0]})"
        for mine, other, runs in results.ratios()
    )
    return (
        f"Random decisions per second on one core ({results.machine['processor']}, "
        f"{results.machine['date']}, commit `{results.machine['commit']}`): "
        f"{', '.join(rates)}. The fastest game beside those of other projects, in the same run of "
        f"`make bench`: {ratios} ([performance](docs/performance.md))."
    )


def _view_of(case: str) -> str:
    """Return the view and the game of one of our cases."""
    view, *_, game = case.split(", ")
    return f"`{view}` of `{game}`"


_CO_OPERATIVE: Final = [key for key in GAMES if find_game(key).utilities == "identical"]
#: Boards of modes of a game, each with the name of its section and what makes it.
_MODES: Final = [
    *((f"orcs_must_die_{mode}", "cells", cells) for mode in ("boss", "unchained")),
    ("orcs_must_die_rivalry", "teams", teams),
]
_COMPETITIVE: Final = [key for key in GAMES if key not in _CO_OPERATIVE]
_LEADERBOARD: Final[dict[str, Text]] = {
    **{f"{game}-rules": partial(rules, game) for game in _CO_OPERATIVE},
    **{f"{game}-totals": partial(totals, game) for game in _CO_OPERATIVE},
    **{f"{game}-cells": partial(cells, game) for game in _CO_OPERATIVE},
    **{f"{game}-standings": partial(standings, game) for game in _COMPETITIVE},
    **{f"{board}-{kind}": partial(text, board) for board, kind, text in _MODES},
}
SECTIONS: Final[dict[str, dict[str, Text]]] = {
    "README.md": {"results": readme, "speed": speed},
    "docs/agents.md": {"strength": partial(totals, DEFAULT_GAME)},
    "docs/leaderboard.md": _LEADERBOARD,
    "docs/performance.md": {"benchmark": benchmark},
}
FILES: Final[dict[str, Text]] = {
    **{f"agents/{game}/strength.yaml": partial(partners, game) for game in _CO_OPERATIVE},
    **{f"agents/{game}/strength.yaml": partial(partners, game, "first") for game in _COMPETITIVE},
}
