"""The plan of an evaluation: its settings, their defaults, and the list of its games.

A line-up names the agents of a game. Seats are filled in turn: of ``planner+rules``, the
planner has seats 0 and 2, the rules agent seats 1 and 3. In a co-operative game a line-up is a
team. In any other its agents are opponents, and on every seed the line-up is rotated through
all seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

import numpy as np
import numpy.typing as npt
from pydantic import Field, ValidationInfo, field_validator, model_validator

from tablemates.agents.cli.scenarios import ScenarioConfig, ScenarioFields
from tablemates.agents.cli.settings_models import UserPath
from tablemates.agents.names import PROGRAM, agent_within, folder_of, is_outside
from tablemates.agents.output.folders import is_folder
from tablemates.agents.outside.secret import hashed
from tablemates.envs.core.files.documents import nearest
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.seeds import SIZE, seed_for
from tablemates.envs.core.game.settings import Scenario
from tablemates.envs.registry import find_game, new_game

#: Seeds in a block: ``seed: 1`` names games that ``seed: 0`` never plays.
BLOCK: Final = 2**24
#: Games per cell by name.
TIERS: Final = {"smoke": 50, "dev": 400, "board": 2_000, "claim": 10_000}
#: Between the agents of a line-up.
JOIN: Final = "+"

#: The axis that every game has.
PLAYERS: Final = "players"

Positive = Annotated[int, Field(ge=1)]
#: Names of agents, as the registry knows them.
Agents: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """Games that are counted together.

    Attributes:
        agents: One agent per seat, as the registry knows them, before any rotation.
        scenario: Name of the scenario.
    """

    agents: Agents
    scenario: str


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played.

    Attributes:
        cell: The line-up and the scenario.
        number: Of the seed within its cell; see ``Schedule`` for the cells that share seeds.
        rotation: How many seats the line-up is moved round the table.
        seed: The game's seed.
    """

    cell: Cell
    number: int
    rotation: int
    seed: int

    @property
    def agents(self) -> Agents:
        """One agent per seat."""
        return rotated(self.cell.agents, self.rotation)


class Plan(ScenarioConfig):
    """The settings of an evaluation."""

    scenario: ScenarioFields = Field(default_factory=dict)
    """Parameters of the game that say what is set up, such as level=1,3 players=2; of several
    values, every combination. What is left out is that of the game's benchmark."""
    agents: Annotated[tuple[str, ...], Field(min_length=1)] = ("random",)
    """Names, policy folders, module:factory, 'cmd:program' or chat:MODEL@URL, or one
    that errs, soft:AGENT:T or clumsy:AGENT:p; each plays all seats (in a competitive game: every
    two against each other); of a line-up such as planner+rules, the agents take the seats in
    turn."""
    cross_play: bool = False
    """In a co-operative game: play every two of the agents as a team, and each with itself."""
    games: Annotated[int, Field(ge=1, le=BLOCK)] = 100
    """Seeds of every line-up in every scenario; a number, or a tier: smoke (50), dev (400), board
    (2,000), claim (10,000)."""
    match: Annotated[int, Field(ge=1, le=1000)] = 1
    """Games in a match: this many games in a row are played one after another with the same agents
    in the same seats; agents that ask for history see the earlier ones."""
    purpose: Literal["eval", "tune"] = "eval"
    """Seeds: eval to publish, tune to choose among agents of your own."""
    seed: Annotated[int, Field(ge=0, lt=BLOCK)] = 0
    """Block of seeds; all agents play the same games. With programs or factories among them,
    which must not know the dice, the seeds are hashed with a secret of the run."""
    luck: bool = False
    """Judge every roll and draw by the value network that comes with the game, and report results
    with luck taken off too: narrower intervals around the same means."""
    until: Literal["decided"] | None = None
    """decided: stop each pair as soon as it is known who is better; games is then the maximum."""
    ruleset: str | None = None
    """Hash of the rules and parts that the plan is meant for."""
    max_turns: Positive = 500
    """Turn limit: longer games are cut and count as lost, cause timeout."""
    lanes: Positive = 128
    """Games whose decisions an agent answers in one batch."""
    workers: Annotated[int, Field(ge=0)] = 0
    """Processes; 0: one per core."""
    ray: str | None = None
    """Address of a Ray cluster to play on, such as auto or ray://HOST:10001; local: one that is
    started here. Rows are the same as without it."""
    out: UserPath | None = None
    """Folder for rows, tables, report and replays; the same command resumes a stopped run, one with
    more games or more agents plays what is missing."""

    @field_validator("scenario")
    @classmethod
    def _as_the_game_reads_it(cls, given: dict[str, Any], info: ValidationInfo) -> dict[str, Any]:
        """Add what the game's benchmark has; what is read from files is read now."""
        if "game" not in info.data:
            return given
        game = info.data["game"]
        values = {**find_game(game).settings_type.benchmark, **given}
        settings = ScenarioConfig(game=game, scenario=values).settings()
        _refuse_duplicates([one.name for one in settings.scenarios()])
        return {name: getattr(settings, name) for name in values}

    @field_validator("agents")
    @classmethod
    def _no_duplicates(cls, agents: Agents) -> Agents:
        _refuse_duplicates(agents)
        return agents

    @field_validator("games", mode="before")
    @classmethod
    def _games_of_a_tier(cls, games: object) -> object:
        if not isinstance(games, str) or games.isdecimal():
            return games
        if games not in TIERS:
            raise ValueError(f"no tier is called {games!r}{nearest(games, TIERS)}")
        return TIERS[games]

    @model_validator(mode="after")
    def _games_make_whole_matches(self) -> Self:
        if self.games % self.match:
            whole = -(-self.games // self.match) * self.match
            raise ValueError(
                f"games: {self.games} are no whole matches of {self.match}: take {whole}"
            )
        if self.match > 1 and self.until is not None:
            raise ValueError("until: matches are played to their ends: leave out one of the two")
        return self

    @model_validator(mode="after")
    def _line_ups_fit_the_seats(self) -> Self:
        line_ups = [members_of(line_up) for line_up in self.agents]
        if self.cross_play:
            self._check_cross_play(line_ups)
        for players in self.settings().player_choices:
            for members in line_ups:
                if len(members) > players:
                    raise ValueError(
                        f"{JOIN.join(members)!r} has {len(members)} agents, and a game of "
                        f"{in_players(players)} has fewer seats"
                    )
            _refuse_duplicates([JOIN.join(seated(members, players)) for members in line_ups])
        return self

    def _check_cross_play(self, line_ups: Sequence[Agents]) -> None:
        if not self.co_operative:
            raise ValueError("cross_play: every two agents meet in a competitive game as it is")
        if len(line_ups) == 1:
            raise ValueError("cross_play: pairs need two agents or more")
        if min(self.settings().player_choices) == 1:
            raise ValueError("cross_play: pairs need two players or more")
        if any(len(members) > 1 for members in line_ups):
            raise ValueError("cross_play: pairs are made of single agents, and one here is a team")

    @property
    def co_operative(self) -> bool:
        """True if all seats get the same return."""
        return self._played.co_operative

    @property
    def least_return(self) -> float:
        """The least return of a seat; the greatest is 1."""
        return self._played.least_return

    @cached_property
    def _played(self) -> Game:
        return new_game(self.settings())

    @property
    def turn_limit(self) -> int:
        """The turn after which games are cut: that of the plan, or an earlier one of the game."""
        return min(self.max_turns, self.settings().turn_limit or self.max_turns)

    @property
    def tier(self) -> str | None:
        """The name of the tier with this number of games, None if there is none."""
        return next((name for name, games in TIERS.items() if games == self.games), None)

    @property
    def what(self) -> dict[str, Any]:
        """The settings that say what is played, not how, as plain data."""
        return self.model_dump(mode="json", exclude={"lanes", "workers", "ray", "out"})

    @property
    def scenarios(self) -> dict[str, Scenario]:
        """The scenarios by name, in the order of the table."""
        return {one.name: one for one in self.settings().scenarios()}

    def line_ups(self, players: int) -> list[Agents]:
        """Return the line-ups that play games of a number of players."""
        every = [members_of(line_up) for line_up in self.agents]
        if self.cross_play:
            return pairs(self.agents, players)
        alone = [members[0] for members in every if len(members) == 1]
        if self.co_operative or len(alone) < 2 or players < 2:
            return every
        # With an odd number of players one of two opponents has a seat more.
        meetings = [
            pair
            for a, b in combinations(alone, 2)
            for pair in ([(a, b), (b, a)] if players % 2 else [(a, b)])
        ]
        return meetings + [members for members in every if len(members) > 1]

    def cells(self) -> list[Cell]:
        """Return the cells in the order of the table."""
        return [
            Cell(seated(members, scenario.players), scenario.name)
            for scenario in self.scenarios.values()
            for members in self.line_ups(scenario.players)
        ]


class Schedule:
    """All games of a plan in their order: cell by cell, seed by seed, rotation by rotation.

    All cells play the same seeds, hashed with ``secret`` if there is one.

    ``names`` are the agents of all cells, each once.
    """

    def __init__(self, plan: Plan, secret: bytes | None = None) -> None:
        self._secret = secret
        self.cells = plan.cells()
        self.names = list(dict.fromkeys(name for cell in self.cells for name in cell.agents))
        self._plan = plan
        self._numbers = {cell: n for n, cell in enumerate(self.cells)}
        self._rotations = [
            1
            if plan.co_operative
            else len({rotated(one.agents, n) for n in range(len(one.agents))})
            for one in self.cells
        ]
        self._first = np.cumsum([0, *(plan.games * count for count in self._rotations)])

    def __len__(self) -> int:
        return int(self._first[-1])

    def task(self, place: int) -> Task:
        """Return the game at a place."""
        n = self.cell_at(place)
        number, rotation = divmod(place - int(self._first[n]), self._rotations[n])
        return Task(self.cells[n], number, rotation, self._seed(number))

    def _seed(self, number: int) -> int:
        purpose = self._plan.purpose
        seed = seed_for(purpose, self._plan.seed * BLOCK + number)
        if self._secret is None:
            return seed
        return seed_for(purpose, hashed(self._secret, seed, "seed") % SIZE)

    def places(self, seeds: int, cells: Iterable[Cell]) -> npt.NDArray[np.bool_]:
        """Return which games are of the first seeds of some cells, by their places."""
        found = np.zeros(len(self), np.bool_)
        for n in map(self._numbers.__getitem__, cells):
            first = int(self._first[n])
            found[first : first + seeds * self._rotations[n]] = True
        return found

    def cell_at(self, place: int) -> int:
        """Return the index of the cell of a place."""
        return int(np.searchsorted(self._first, place, "right")) - 1

    def place(self, agents: Agents, scenario: str, number: int, rotation: int) -> int:
        """Return the place of a game, given as rows do.

        Raises:
            LookupError: The plan has no such game.
        """
        n = self._numbers[Cell(rotated(agents, -rotation), scenario)]
        number, rotation = range(self._plan.games)[number], range(self._rotations[n])[rotation]
        return int(self._first[n]) + number * self._rotations[n] + rotation


def _refuse_duplicates(names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{name!r} is given twice")


# -- line-ups: which agent takes which seat
def members_of(line_up: str) -> Agents:
    """Split a line-up as users type it into its agents.

    A ``cmd:`` command may contain a ``+``, so a program can only come last; the same holds for
    the path of an existing folder.
    """
    members = line_up.split(JOIN)
    for n, member in enumerate(members):
        rest = JOIN.join(members[n:])
        folder = folder_of(rest)
        within = agent_within(f"{member}:") if ":" in member else member
        if within.startswith(PROGRAM) or (folder is not None and is_folder(folder)):
            return (*members[:n], rest)
    return tuple(members)


def taking_turns(agents: Agents) -> Agents:
    """Return the shortest line-up that fills the seats, given one agent per seat."""
    return next(
        agents[:size]
        for size in range(1, len(agents) + 1)
        if seated(agents[:size], len(agents)) == agents
    )


def seated(members: Sequence[str], players: int) -> Agents:
    """Return one agent per seat."""
    return tuple(members[seat % len(members)] for seat in range(players))


def has_outsider(agents: Iterable[str], game: str) -> bool:
    """Return whether one of the agents has code from outside the package."""
    return any(is_outside(name, game) for name in agents)


def rotated(agents: Agents, seats: int) -> Agents:
    """Return one agent per seat, everybody moved some seats round the table."""
    count = len(agents)
    return tuple(agents[(seat - seats) % count] for seat in range(count))


def pairs(agents: Sequence[str], players: int) -> list[Agents]:
    """Return all teams of two of the agents, and of each with itself.

    With an odd number of players one of the two has more seats, so both ``A+B`` and ``B+A``
    are played.
    """
    return [
        (a, b) for n, a in enumerate(agents) for m, b in enumerate(agents) if n <= m or players % 2
    ]


# -- scenarios in words, for headings and tables
def axes_in_words(axes: Mapping[str, int | str], without_players: bool = False) -> str:
    """Return a scenario's axes in words: ``level 1, 2 players``."""
    words = [f"{axis} {value}" for axis, value in axes.items() if axis != PLAYERS]
    return ", ".join(words if without_players else [*words, in_players(axes[PLAYERS])])


def in_players(count: int | str) -> str:
    """Return a number of players in words."""
    return f"{count} player{'s' * (count != 1)}"
