"""Benchmarks with strangers: one entrant, all other seats taken by partners it does not know.

A benchmark names scenarios by game, the floor, and the candidates for best responses; the partners
are those that each game declares, or sealed ones. In every scenario each partner sits at all seats
but the last, in which the entrants, the floor, the candidates and the partner itself play the
same games. ``proximity`` says how near an entrant comes to the best, and whether that is a bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field
from rich.console import Console

from tablemates.agents.cli.settings_models import configs_folder
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.plan import (
    JOIN,
    PLAYERS,
    Agents,
    Plan,
    in_players,
    members_of,
    seated,
    taking_turns,
)
from tablemates.agents.evaluation.report.console import print_tables
from tablemates.agents.evaluation.report.proximities import tables, with_room, write
from tablemates.agents.evaluation.runner import play
from tablemates.agents.evaluation.stats.proximity import (
    Proximity,
    ProximityCell,
    cell_of,
    proximity_of,
)
from tablemates.agents.output.folders import locked
from tablemates.agents.population import partners_of, response_folder, taught_beside
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.files.documents import DocumentModel, nearest, read_document, validated

#: Stands for the partner in the name of a candidate.
PARTNER: Final = "{partner}"
#: Stands in the name of a candidate for the network that was trained beside the partner.
TRAINED: Final = "{trained}"
#: Stands for the key of the game in the name of an entrant that has a network for each.
ANY_GAME: Final = "{game}"


class Part(DocumentModel):
    """Scenarios of one game with one number of players.

    Attributes:
        game: Which.
        scenario: Parameters of the game.
        partners: Public strangers who are met here; none: all of the game. Sealed ones all are.
        mixed: Line-ups of partners of different kinds: so many pairs that follow each other.
    """

    game: str
    scenario: dict[str, Any]
    partners: tuple[str, ...] = ()
    mixed: Annotated[int, Field(ge=0)] = 0

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.scenario["players"])

    @property
    def folder(self) -> str:
        """Name of the folder of its games, such as ``GAME-hard-2``."""
        others = [one for name, one in self.scenario.items() if name != PLAYERS]
        each = [one for values in (*others, self.players) for one in _listed(values)]
        return "-".join((self.game, *map(str, each)))

    def teams(self, sealed: Path | None) -> list[Agents]:
        """Return who has the other seats in the cells: public strangers, or those of a file."""
        partners = self.partners
        if sealed is not None or not partners:
            partners = partners_of(self.game, sealed)
        alike = [(one,) * (self.players - 1) for one in partners]
        pairs = list(pairwise((*partners, partners[0])))[: self.mixed]
        return alike + [seated(pair, self.players - 1) for pair in pairs]


class Benchmark(DocumentModel):
    """A benchmark with strangers.

    Attributes:
        floor: Who scores nothing.
        candidates: Who may be the best response to a partner, for whose name ``{partner}`` stands,
            and ``{trained}`` for the network that has learned beside this partner, if there is
            one; those of one partner do not play where partners are mixed.
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
        entrants: Agents, one seat each; ``{game}`` in a name stands for the key of the game.
        game: Cells of this game only; None: of all games.
        scenario: Cells whose scenarios have these parameters only.
        games: Seeds of every cell; None: as many as the benchmark has.
        strangers: File with sealed partners; None: the public ones.
        responses: Folder of networks that were trained as best responses to them, which take the
            places of those that come with the games; None: these alone.
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

    def of(self, part: Part) -> Part | None:
        """Return what is wanted of a part, or None."""
        if self.game not in (None, part.game):
            return None
        scenario = dict(part.scenario)
        for name, values in self.scenario.items():
            there = [one for one in _listed(part.scenario.get(name)) if one in _listed(values)]
            if not there:
                return None
            scenario[name] = there[0] if len(there) == 1 else there
        return part.model_copy(update={"scenario": scenario})


def _listed(values: object) -> list[Any]:
    return list(values) if isinstance(values, list | tuple) else [values]


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
    parts = [some for one in benchmark.parts if (some := wanted.of(one)) is not None]
    if not parts:
        asked = " ".join(f"{key}={value}" for key, value in wanted.scenario.items())
        asked = f"{wanted.game or 'any game'}{f' with {asked}' if asked else ''}"
        games = ", ".join(dict.fromkeys(one.game for one in benchmark.parts))
        raise SettingsError(f"{name} has no cells of {asked}; it has some of {games}")
    teams = [one.teams(wanted.strangers) for one in parts]
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
        title = f"{name}, sealed strangers" if wanted.strangers else name
        print_tables(tables(title, cells, board, wanted.entrants), console)
        if out is not None:
            for sentence in write(out, cells, board, wanted.entrants):
                console.print(sentence, highlight=False, soft_wrap=True)
    return board


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
    stand_for: dict[str, str | None] = {PARTNER: None, TRAINED: None}
    if not others:
        stand_for = {PARTNER: partner, TRAINED: _trained(game, partner, wanted.responses)}
    found = []
    for candidate in benchmark.candidates:
        if all(value is not None for name, value in stand_for.items() if name in candidate):
            for name, value in stand_for.items():
                candidate = candidate.replace(name, value or "")
            found.append(candidate)
    return tuple(found)


def _trained(game: str, partner: str, responses: Path | None) -> str | None:
    """Return the network that has learned beside a partner: its folder or its name, or None."""
    if responses is not None:
        folder = response_folder(responses, game, partner) / "policy"
        if folder.is_dir():
            return str(folder)
    return taught_beside(game, partner)


def _named(entrants: Sequence[str], game: str) -> dict[str, str]:
    """Return the entrants by their names in a game."""
    return {one.replace(ANY_GAME, game): one for one in entrants}


def _plan(benchmark: Benchmark, part: Part, teams: Sequence[Agents], wanted: Wanted) -> Plan:
    line_ups: dict[Agents, None] = {}
    for partners in teams:
        candidates = _candidates(benchmark, part.game, partners, wanted)
        entrants = _named(wanted.entrants, part.game)
        for agent in dict.fromkeys((*entrants, benchmark.floor, *candidates, *partners)):
            line_ups[taking_turns((*partners, agent))] = None
    more = dict(wanted.more)
    if more.get("out") is not None:
        more["out"] = Path(more["out"]) / part.folder
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
    named = _named(wanted.entrants, plan.game)
    found = []
    for scenario in plan.scenarios.values():
        here = [row for row in rows if row.scenario == scenario.name]
        block = f"{plan.game} {in_players(scenario.players)}"
        for partners in teams:
            candidates = _candidates(benchmark, plan.game, partners, wanted)
            cell = cell_of(block, here, partners, tuple(named), candidates, benchmark.floor)
            found.append(
                replace(
                    cell,
                    scenario=f"{plan.game} {scenario.name}",
                    scores={named.get(one, one): cell.scores[one] for one in cell.scores},
                    response=named.get(cell.response, cell.response),
                    rivals=tuple(named.get(one, one) for one in cell.rivals),
                )
            )
    return found
