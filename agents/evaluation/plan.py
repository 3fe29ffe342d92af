"""The plan of an evaluation: its settings, their defaults, and the list of its games.

A line-up names the agents of a team. Seats are filled in turn: of ``planner+rules``, the
planner has seats 0 and 2, the rules agent seats 1 and 3. The first player is drawn from the
seed, so with two or four players the order of two agents makes no difference; with three, the
first has two seats.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator

from tablemates.agents.configs import SettingsModel, UserPath
from tablemates.agents.folders import is_folder
from tablemates.agents.registry import PROGRAM, folder_of
from tablemates.envs.core.documents import DocumentError, DocumentModel, nearest, read_document
from tablemates.envs.core.seeds import seed_for
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.settings import LevelChoice, Settings

#: Seeds in a block: ``seed: 1`` names games that ``seed: 0`` never plays.
BLOCK: Final = 2**24
#: Games per cell by name.
TIERS: Final = {"smoke": 50, "dev": 400, "board": 2_000, "claim": 10_000}
#: Settings that say how a plan is played, not what is played.
HOW: Final = frozenset({"lanes", "workers", "out"})

#: Between the agents of a line-up.
JOIN: Final = "+"

Positive = Annotated[int, Field(ge=1)]


class CustomLevel(DocumentModel):
    """A level of the user's own.

    Attributes:
        name: In rows and tables.
        content: As the ``level=`` parameter of an environment takes it (``tiles``, ``mobs``,
            ``bosses``, perhaps ``start_items``).
    """

    name: str
    content: dict[str, Any]

    def __hash__(self) -> int:
        return hash(self.name)


#: Names of agents, as the registry knows them.
Agents: TypeAlias = tuple[str, ...]
#: How cells and rows name a level: its number, or the name of a custom one.
LevelName: TypeAlias = int | str


def _level(given: object) -> object:
    """Read a custom level from the file or the mapping that names it."""
    if isinstance(given, str) and given.isdecimal():
        return int(given)
    if isinstance(given, str | Path):
        file = Path(given).expanduser()
        if not file.is_file():
            raise ValueError(
                f"{str(given)!r} is neither the number of a level nor a file with a custom level"
            )
        try:
            return {"name": file.stem, "content": read_document(file).values}
        except DocumentError as error:
            raise ValueError(str(error)) from error
    if isinstance(given, Mapping) and "content" not in given:
        content = {key: value for key, value in given.items() if key != "name"}
        return {"name": str(given.get("name", "custom")), "content": content}
    return given


Level = Annotated[int | CustomLevel, BeforeValidator(_level)]


@dataclass(frozen=True, slots=True)
class Cell:
    """Games that are counted together.

    Attributes:
        agents: One agent per seat, as the registry knows them.
        level: Number, or name of a custom level.
        players: The number of players.
    """

    agents: Agents
    level: LevelName
    players: int


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played.

    Attributes:
        cell: The team and the scenario.
        number: Of the game within its cell.
        seed: The game's seed.
    """

    cell: Cell
    number: int
    seed: int


class Plan(SettingsModel):
    """The settings of an evaluation."""

    agents: Annotated[tuple[str, ...], Field(min_length=1)] = ("random",)
    """Names, policy folders, module:factory or 'cmd:program', each playing all seats; a team such
    as planner+rules fills the seats in turn."""
    cross_play: bool = False
    """Play every two of the agents as a team, and each with itself."""
    levels: Annotated[tuple[Level, ...], Field(min_length=1)] = (1, 2, 3, 4, 5)
    """Numbers from 1 to 5, or YAML files with custom levels."""
    players: Annotated[tuple[int, ...], Field(min_length=1)] = (2,)
    """Numbers of players, 1 to 4."""
    games: Annotated[int, Field(ge=1, le=BLOCK)] = 100
    """Games of every team on every level with every number of players; a number, or a tier: smoke
    (50), dev (400), board (2,000), claim (10,000)."""
    purpose: Literal["eval", "tune"] = "eval"
    """Seeds: eval to publish, tune to choose among agents of your own."""
    seed: Annotated[int, Field(ge=0, lt=BLOCK)] = 0
    """Block of seeds; all agents play the same games."""
    edition: str = "en"
    """Wording of levels 2 and 3: en or fr."""
    boss: str | None = None
    """Boss of levels that leave it open."""
    components: str | None = None
    """File or folder with parts of your own."""
    ruleset: str | None = None
    """Hash of the rules and parts that the plan is meant for."""
    max_turns: Positive = 500
    """Turn limit: longer games count as lost, cause timeout."""
    lanes: Positive = 128
    """Games that an agent answers at once."""
    workers: Annotated[int, Field(ge=0)] = 0
    """Processes; 0: one per core."""
    out: UserPath | None = None
    """Folder for rows, tables, report and replays; the same command resumes a stopped run."""

    @field_validator("agents", "levels", "players")
    @classmethod
    def _no_duplicates(cls, values: tuple[object, ...]) -> tuple[object, ...]:
        names = [str(getattr(value, "name", value)) for value in values]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"{name!r} is given twice")
        return values

    @field_validator("games", mode="before")
    @classmethod
    def _games_of_a_tier(cls, games: object) -> object:
        if not isinstance(games, str) or games.isdecimal():
            return games
        if games not in TIERS:
            raise ValueError(f"no tier is called {games!r}{nearest(games, TIERS)}")
        return TIERS[games]

    @field_validator("cross_play")
    @classmethod
    def _pairs_of_single_agents(cls, wanted: bool, info: ValidationInfo) -> bool:
        agents: Agents = info.data.get("agents", ())
        if wanted and len(agents) == 1:
            raise ValueError("pairs need two agents or more")
        for line_up in agents if wanted else ():
            if len(members_of(line_up)) > 1:
                raise ValueError(f"pairs are made of single agents, and {line_up!r} is a team")
        return wanted

    @field_validator("players")
    @classmethod
    def _teams_fit_the_seats(cls, players: tuple[int, ...], info: ValidationInfo) -> object:
        for count in players:
            if not 1 <= count <= L.PLAYERS:
                raise ValueError(f"the game is for 1 to {L.PLAYERS} players, not {count}")
        teams = [members_of(line_up) for line_up in info.data.get("agents", ())]
        fewest = min(players)
        for team in teams:
            if len(team) > fewest:
                raise ValueError(
                    f"{JOIN.join(team)!r} has {len(team)} agents, and a game of {fewest} "
                    f"player{'s' * (fewest > 1)} has fewer seats"
                )
        if fewest == 1 and info.data.get("cross_play"):
            raise ValueError("cross-play needs two players or more")
        for count in players:
            by_seat = [seated(team, count) for team in teams]
            for one in by_seat:
                if by_seat.count(one) > 1:
                    raise ValueError(f"the team {JOIN.join(one)} is given twice")
        return players

    @property
    def tier(self) -> str | None:
        """The name of the tier with this number of games, None if there is none."""
        return next((name for name, games in TIERS.items() if games == self.games), None)

    @property
    def what(self) -> dict[str, Any]:
        """The settings that say what is played, as plain data."""
        return self.model_dump(mode="json", exclude=set(HOW))

    @property
    def level_names(self) -> list[LevelName]:
        """The levels as cells and rows name them."""
        return [level if isinstance(level, int) else level.name for level in self.levels]

    def level_choice(self, name: LevelName) -> LevelChoice:
        """Return a level as the ``level=`` parameter of an environment takes it."""
        level = self.levels[self.level_names.index(name)]
        return level if isinstance(level, int) else level.content

    def settings(self, level: LevelName | None = None, players: int | None = None) -> Settings:
        """Return the settings of the games of a cell, or of all games of the plan.

        Args:
            level: As cells name it; None: all levels of the plan.
            players: Number of players; None: all numbers of the plan.

        Raises:
            SettingsError: No game can be made of them.
        """
        every = [self.level_choice(name) for name in self.level_names]
        return Settings(
            level=every if level is None else self.level_choice(level),
            players=list(self.players) if players is None else players,
            edition=self.edition,
            boss=self.boss,
            components=self.components,
        )

    def recipe(self, cell: Cell) -> dict[str, Any]:
        """Return the plain data that ``Settings.of_recipe`` makes a cell's game of."""
        level = self.level_choice(cell.level)
        recipe = self.settings(cell.level, cell.players).recipe({"level": level}, cell.players)
        plain: dict[str, Any] = json.loads(json.dumps(recipe))
        return plain

    def names(self) -> list[str]:
        """Return the agents of all line-ups, each once."""
        return list(dict.fromkeys(name for cell in self.cells() for name in cell.agents))

    def line_ups(self, players: int) -> list[Agents]:
        """Return the line-ups that play games of a number of players."""
        if self.cross_play:
            return pairs(self.agents, players)
        return [members_of(line_up) for line_up in self.agents]

    def teams(self, players: int) -> list[Agents]:
        """Return the same line-ups with one agent per seat."""
        return [seated(members, players) for members in self.line_ups(players)]

    def cells(self) -> list[Cell]:
        """Return the cells in the order of the table."""
        return [
            Cell(team, level, players)
            for players in self.players
            for level in self.level_names
            for team in self.teams(players)
        ]

    def task(self, cell: Cell, number: int) -> Task:
        """Return a game of a cell; numbers and seeds are the same in every cell."""
        return Task(cell, number, seed_for(self.purpose, self.seed * BLOCK + number))


def level_order(level: LevelName) -> tuple[bool, LevelName]:
    """Sort key of levels: numbers first, then custom ones by name."""
    return isinstance(level, str), level


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
        if member.startswith(PROGRAM) or (folder is not None and is_folder(folder)):
            return (*members[:n], rest)
    return tuple(members)


def taking_turns(agents: Agents) -> Agents:
    """Return the shortest line-up that fills the seats of a team.

    Args:
        agents: One agent per seat.
    """
    count = len(agents)
    size = next(
        size
        for size in range(1, count + 1)
        if all(agents[seat] == agents[seat % size] for seat in range(count))
    )
    return agents[:size]


def seated(members: Sequence[str], players: int) -> Agents:
    """Return one agent per seat."""
    return tuple(members[seat % len(members)] for seat in range(players))


def pairs(agents: Sequence[str], players: int) -> list[Agents]:
    """Return all teams of two of the agents, and of each with itself.

    With an odd number of players one of the two has more seats, so both ``A+B`` and ``B+A``
    are played.
    """
    return [
        (a, b) for n, a in enumerate(agents) for m, b in enumerate(agents) if n <= m or players % 2
    ]
