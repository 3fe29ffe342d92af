"""Benchmarks with strangers: one entrant, all other seats taken by partners it does not know.

A benchmark names scenarios by game, the floor, and the candidates for best responses; the partners
are those that each game declares, or sealed ones. In every scenario each partner sits at all seats
but the last, in which the entrants, the floor, the candidates and the partner itself play the
same games. ``proximity`` says how near an entrant comes to the best, and whether that is a bound.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from pydantic import Field
from rich.console import Console

from tablemates.agents.cli.settings_models import configs_folder
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.plan import (
    JOIN,
    Agents,
    Plan,
    in_players,
    members_of,
    seated,
    taking_turns,
)
from tablemates.agents.evaluation.report.console import print_tables
from tablemates.agents.evaluation.report.tables import Table, few, percent, shortened
from tablemates.agents.evaluation.runner import play
from tablemates.agents.evaluation.stats.proximity import (
    Proximity,
    ProximityCell,
    cell_of,
    proximity_of,
)
from tablemates.agents.names import RESPONSE
from tablemates.agents.output.figures import STYLE, svg_of
from tablemates.agents.output.folders import locked, write_whole
from tablemates.agents.population import partners_of, response_folder
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.files.documents import DocumentModel, nearest, read_document, validated

#: Stands for the partner in the name of a candidate.
PARTNER: Final = "{partner}"
BOARD: Final = "board.csv"
CELLS: Final = "cells.csv"
PICTURE: Final = "proximity.svg"


class Part(DocumentModel):
    """Scenarios of one game with one number of players.

    Attributes:
        game: Which.
        scenario: Parameters of the game.
        mixed: Line-ups of partners of different kinds: so many pairs that follow each other.
    """

    game: str
    scenario: dict[str, Any]
    mixed: Annotated[int, Field(ge=0)] = 0

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.scenario["players"])

    def teams(self, partners: Sequence[str]) -> list[Agents]:
        """Return who has the other seats in the cells of this part."""
        alike = [(one,) * (self.players - 1) for one in partners]
        pairs = list(pairwise((*partners, partners[0])))[: self.mixed]
        return alike + [seated(pair, self.players - 1) for pair in pairs]


class Benchmark(DocumentModel):
    """A benchmark with strangers.

    Attributes:
        floor: Who scores nothing.
        candidates: Who may be the best response to a partner, for whose name ``{partner}`` stands;
            those of one partner do not play where partners are mixed.
        games: Seeds of every cell.
        parts: What is played.
    """

    floor: str
    candidates: Annotated[tuple[str, ...], Field(min_length=1)]
    games: Annotated[int, Field(ge=1)]
    parts: Annotated[tuple[Part, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The part of a benchmark that a user wants to be played.

    Attributes:
        entrants: Agents, one seat each.
        game: Cells of this game only; None: of all games.
        scenario: Cells whose scenarios have these parameters only.
        games: Seeds of every cell; None: as many as the benchmark has.
        strangers: File with sealed partners; None: the public ones.
        responses: Folder of networks that were trained as best responses to them; None: there
            are none.
        overwrite: Whether games in the folder are removed first.
        more: Further settings of the plans; ``out`` is the folder of all results, or None.
    """

    entrants: Sequence[str]
    game: str | None
    games: int | None
    strangers: Path | None
    overwrite: bool
    more: Mapping[str, Any]
    responses: Path | None = None
    scenario: Mapping[str, Any] = field(default_factory=dict)

    def has(self, part: Part) -> bool:
        """Return whether a part is wanted."""
        fits = all(part.scenario.get(name) == value for name, value in self.scenario.items())
        return self.game in (None, part.game) and fits


def read_benchmark(name: str) -> Benchmark:
    """Return a benchmark with strangers.

    Raises:
        SettingsError: There is none of this name.
    """
    folder = configs_folder() / "benchmarks"
    known = [file.stem for file in sorted(folder.glob("*.yaml"))]
    if name not in known:
        raise SettingsError(f"no benchmark is called {name!r}{nearest(name, known)}")
    file = folder / f"{name}.yaml"
    values = read_document(file).values
    return validated(Benchmark, values, lambda why: SettingsError(f"{file}: {why}"))


def run(name: str, wanted: Wanted, console: Console) -> list[Proximity]:
    """Play a benchmark, print its tables, write its results, and return the board.

    Raises:
        SettingsError: There is no such benchmark, or it has no cells of the game.
        AgentError: An entrant is no single agent, or there is none.
    """
    benchmark = read_benchmark(name)
    _check_entrants(wanted.entrants)
    parts = [one for one in benchmark.parts if wanted.has(one)]
    if not parts:
        asked = " ".join(f"{key}={value}" for key, value in wanted.scenario.items())
        asked = f"{wanted.game or 'any game'}{f' with {asked}' if asked else ''}"
        games = ", ".join(dict.fromkeys(one.game for one in benchmark.parts))
        raise SettingsError(f"{name} has no cells of {asked}; it has some of {games}")
    partners = {one.game: partners_of(one.game, wanted.strangers) for one in parts}
    teams = [one.teams(partners[one.game]) for one in parts]
    plans = [_plan(benchmark, one, seats, wanted) for one, seats in zip(parts, teams, strict=True)]
    out: Path | None = wanted.more.get("out")
    cells: list[ProximityCell] = []
    with nullcontext() if out is None else locked(out):
        for plan, seats in zip(plans, teams, strict=True):
            cells += _cells(benchmark, plan, seats, wanted)
        board = [
            proximity_of(agent, with_room(cells)) for agent in wanted.entrants if with_room(cells)
        ]
        board.sort(key=lambda one: -one.mean.value)
        print_tables(tables(name, cells, board, wanted), console)
        if out is not None:
            for sentence in _write(out, cells, board, wanted.entrants):
                console.print(sentence, highlight=False, soft_wrap=True)
    return board


def with_room(cells: Sequence[ProximityCell]) -> list[ProximityCell]:
    """Return the cells in which the best is above the floor."""
    return [cell for cell in cells if cell.room]


def _check_entrants(entrants: Sequence[str]) -> None:
    if not entrants:
        raise AgentError("--benchmark needs entrants: name them by --agents")
    for entrant in entrants:
        if len(members_of(entrant)) > 1:
            raise AgentError(f"{entrant!r} is a team: an entrant is one agent, who meets strangers")


def _candidates(
    benchmark: Benchmark, game: str, partners: Agents, wanted: Wanted
) -> tuple[str, ...]:
    """Return who may be the best response to some partners."""
    (partner, *others) = dict.fromkeys(partners)
    named = [one for one in benchmark.candidates if not others or PARTNER not in one]
    found = [one.replace(PARTNER, partner) for one in named]
    if wanted.responses is not None and not others:
        folder = response_folder(wanted.responses, game, partner) / "policy"
        if folder.is_dir():
            found += [str(folder), *(f"{one}@{folder}" for one in found if RESPONSE in one)]
    return tuple(found)


def _plan(benchmark: Benchmark, part: Part, teams: Sequence[Agents], wanted: Wanted) -> Plan:
    line_ups: dict[Agents, None] = {}
    for partners in teams:
        candidates = _candidates(benchmark, part.game, partners, wanted)
        for agent in dict.fromkeys((*wanted.entrants, benchmark.floor, *candidates, *partners)):
            line_ups[taking_turns((*partners, agent))] = None
    more = dict(wanted.more)
    if more.get("out") is not None:
        more["out"] = Path(more["out"]) / f"{part.game}-{part.players}"
    return Plan(
        game=part.game,
        scenario=part.scenario,
        agents=tuple(JOIN.join(one) for one in line_ups),
        games=wanted.games or benchmark.games,
        **more,
    )


def _cells(
    benchmark: Benchmark, plan: Plan, teams: Sequence[Agents], wanted: Wanted
) -> list[ProximityCell]:
    """Play a plan and return its cells."""
    rows = play(plan, wanted.overwrite)
    found = []
    for scenario in plan.scenarios.values():
        here = [row for row in rows if row.scenario == scenario.name]
        block = f"{plan.game} {in_players(scenario.players)}"
        for partners in teams:
            candidates = _candidates(benchmark, plan.game, partners, wanted)
            cell = cell_of(block, here, partners, wanted.entrants, candidates, benchmark.floor)
            found.append(replace(cell, scenario=f"{plan.game} {scenario.name}"))
    return found


# -- tables, files, picture ------------------------------------------------------------------
def tables(
    name: str, cells: Sequence[ProximityCell], board: Sequence[Proximity], wanted: Wanted
) -> list[Table]:
    """Return the board and the cells."""
    counts = {kind: sum(one.certificate == kind for one in cells) for kind in _WORDS}
    certified = ", ".join(f"{count} {_WORDS[kind]}" for kind, count in counts.items())
    usable = with_room(cells)
    note = (
        f"{len(usable)} of {len(cells)} cells have room between floor and best. Certificates: "
        f"{certified}. 95 % intervals by a bootstrap over seeds."
    )
    if counts["holds"] < len(cells):
        note += (
            " Where a certificate does not hold, somebody may do better than the best here: claim "
            "nothing of such a cell."
        )
    lines = [
        [
            one.agent,
            percent(one.mean),
            percent(one.worst),
            str(one.cells),
            *_by_strangers(one, usable),
        ]
        for one in board
    ]
    counts_of = _numbers(usable)
    heads = [
        "entrant",
        "proximity, %",
        "worst quarter",
        "cells",
        *(f"{n} strangers" for n in counts_of),
    ]
    sealed = ", sealed strangers" if wanted.strangers else ""
    return [Table(f"{name}{sealed}", heads, lines, 1, note), _cells_table(cells, wanted.entrants)]


_WORDS: Final = {"holds": "hold", "open": "open", "fails": "fail"}


def _numbers(cells: Sequence[ProximityCell]) -> list[int]:
    return sorted({len(cell.partners) for cell in cells})


def _by_strangers(one: Proximity, cells: Sequence[ProximityCell]) -> list[str]:
    return [
        few(
            100
            * float(
                np.mean([c.proximity(one.agent)[0] for c in cells if len(c.partners) == number])
            )
        )
        for number in _numbers(cells)
    ]


def _cells_table(cells: Sequence[ProximityCell], entrants: Sequence[str]) -> Table:
    lines = [
        [
            cell.scenario,
            _team(cell.partners),
            *(f"{100 * cell.scores[one].mean():.1f}" for one in entrants),
            f"{100 * cell.scores[cell.floor].mean():.1f}",
            f"{max(_mean(cell, one) for one in cell.partners):.1f}",
            f"{shortened(cell.best)} {100 * cell.scores[cell.best].mean():.1f}",
            cell.certificate if cell.room else f"{cell.certificate}, no room",
        ]
        for cell in cells
    ]
    heads = ["scenario", "strangers", *entrants, "floor", "itself", "best", "certificate"]
    return Table("Score by cell, %", heads, lines, 2)


def _write(
    out: Path, cells: Sequence[ProximityCell], board: Sequence[Proximity], entrants: Sequence[str]
) -> list[str]:
    """Write board, cells and picture; the same games give the same bytes."""
    lines = [["agent", "cells", "mean", "low", "high", "worst", "worst_low", "worst_high"]]
    lines += [
        [one.agent, str(one.cells), *(f"{n:.6f}" for n in (*one.mean, *one.worst))] for one in board
    ]
    write_whole(out / BOARD, _csv(lines))
    lines = [
        ["scenario", "partners", "agent", "games", "score", "proximity", "best", "certificate"]
    ]
    for cell in cells:
        for agent, scores in cell.scores.items():
            near = cell.proximity(agent)[0]
            row = [cell.scenario, JOIN.join(cell.partners), agent, str(len(scores))]
            row += [f"{scores.mean():.6f}", "" if np.isnan(near) else f"{near:.6f}"]
            lines.append([*row, cell.best, cell.certificate])
    write_whole(out / CELLS, _csv(lines))
    write_whole(out / PICTURE, picture(cells, entrants))
    return [f"board: {out / BOARD}", f"cells: {out / CELLS}", f"picture: {out / PICTURE}"]


def _csv(lines: Sequence[Sequence[str]]) -> str:
    stream = io.StringIO(newline="")
    csv.writer(stream).writerows(lines)
    return stream.getvalue()


def picture(cells: Sequence[ProximityCell], entrants: Sequence[str]) -> bytes:
    """Draw scores as a matrix: who sits down, over scenarios and strangers."""
    agents = list(dict.fromkeys(one for cell in cells for one in cell.scores))
    agents.sort(key=lambda one: one not in entrants)
    table = np.array([[_mean(cell, one) for cell in cells] for one in agents])
    with mpl.rc_context(STYLE):
        figure = Figure((2.5 + 0.24 * len(cells), 2.0 + 0.24 * len(agents)))
        axes = figure.add_subplot()
        shown = axes.imshow(np.ma.masked_invalid(table), cmap="viridis", vmin=0, vmax=100)
        axes.set_yticks(range(len(agents)), [shortened(one) for one in agents])
        names = [f"{cell.scenario}, {shortened(_team(cell.partners))}" for cell in cells]
        axes.set_xticks(range(len(cells)), names, rotation=90)
        axes.set_xlabel("scenario, strangers in the other seats")
        axes.set_ylabel("in the entrant's seat")
        figure.colorbar(shown, ax=axes, label="score, %")
        return svg_of(figure)


def _team(partners: Agents) -> str:
    return JOIN.join(taking_turns(partners))


def _mean(cell: ProximityCell, agent: str) -> float:
    return 100 * float(cell.scores[agent].mean()) if agent in cell.scores else float("nan")
