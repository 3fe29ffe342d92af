"""What an evaluation plays: its settings, and the list of all its games."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import Field, ValidationInfo, field_validator

from tablemates.agents.configs import UserPath
from tablemates.agents.evaluation.line_ups import JOIN, Agents, members_of, pairs, seated
from tablemates.envs.core.documents import DocumentModel, nearest
from tablemates.envs.core.seeds import seed_for
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.settings import Settings

#: Seeds in a block: ``seed: 1`` names games that ``seed: 0`` never plays.
BLOCK: Final = 2**24
#: Settings that say how a plan is played and where its results go, not what is played.
HOW: Final = frozenset({"lanes", "workers", "out"})

#: Seconds that an answer may take at the most: a day; timers take no more than some years.
_LONGEST: Final = 86_400.0

Positive = Annotated[int, Field(ge=1)]


class Plan(DocumentModel):
    """The settings of an evaluation; their defaults stand in ``configs/eval/base.yaml`` alone.

    Attributes:
        agents: Line-ups: an agent as the registry knows it, which plays all seats, or
            several, such as ``planner+rules``, who fill the seats in turn.
        cross_play: Every two of the agents play together, and each with itself.
        noise: How often every seat but the first plays a random legal action, 0 to 1.
        levels: Numbers of levels.
        players: Numbers of players.
        tiers: Numbers of games by name.
        games: Games a cell; a number, or the name of a tier.
        purpose: Whose seeds: ``eval`` for what is published, ``tune`` for whoever still
            chooses among his own agents.
        seed: Block of these seeds.
        edition: Whose reading of levels 2 and 3.
        boss: Where the level leaves it open.
        components: Parts of one's own.
        ruleset: Hash of the rules and parts that the plan is meant for; None: any.
        max_turns: Longer games count as lost.
        answer_seconds: Limit for an answer of a factory's agent or a program; None: the
            registry's own.
        lanes: Games that an agent answers at once.
        workers: Processes; 0: one for every core.
        out: Folder for the results.
    """

    agents: Annotated[tuple[str, ...], Field(min_length=1)]
    cross_play: bool
    noise: Annotated[float, Field(ge=0, le=1)]
    levels: Annotated[tuple[int, ...], Field(min_length=1)]
    players: Annotated[tuple[int, ...], Field(min_length=1)]
    tiers: dict[str, Positive]
    games: Annotated[int, Field(ge=1, le=BLOCK)]
    purpose: Literal["eval", "tune"]
    seed: Annotated[int, Field(ge=0, lt=BLOCK)]
    edition: str
    boss: str | None
    components: str | None
    ruleset: str | None
    max_turns: Positive
    answer_seconds: Annotated[float, Field(gt=0, le=_LONGEST)] | None
    lanes: Positive
    workers: Annotated[int, Field(ge=0)]
    out: UserPath | None

    @field_validator("agents", "levels", "players")
    @classmethod
    def _each_once(cls, values: tuple[object, ...]) -> tuple[object, ...]:
        for value in values:
            if values.count(value) > 1:
                raise ValueError(f"{value!r} stands there twice")
        return values

    @field_validator("games", mode="before")
    @classmethod
    def _games_of_a_tier(cls, games: object, info: ValidationInfo) -> object:
        tiers: Mapping[str, int] = info.data.get("tiers", {})
        if not isinstance(games, str) or games.isdecimal():
            return games
        if games not in tiers:
            raise ValueError(f"no tier is called {games!r}{nearest(games, tiers)}")
        return tiers[games]

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
    def _line_ups_have_seats(cls, players: tuple[int, ...], info: ValidationInfo) -> object:
        for count in players:
            if not 1 <= count <= L.PLAYERS:
                raise ValueError(f"the game is for 1 to {L.PLAYERS} players, not {count}")
        agents: Agents = info.data.get("agents", ())
        fewest = min(players)
        for line_up in agents:
            members = members_of(line_up)
            if len(members) > fewest:
                raise ValueError(
                    f"{line_up!r} are {len(members)}, and a game of {fewest} "
                    f"player{'s' * (fewest > 1)} has no seat for all of them"
                )
        for what in ("cross_play", "noise"):
            if fewest == 1 and info.data.get(what):
                raise ValueError(f"{what} is for partners, and a game of one player has none")
        for count in players:
            teams = [seated(members_of(line_up), count) for line_up in agents]
            for team in teams:
                if teams.count(team) > 1:
                    raise ValueError(f"the team {JOIN.join(team)} stands among the agents twice")
        return players

    @property
    def tier(self) -> str | None:
        """The tier that has so many games, None if there is none."""
        return next((name for name, games in self.tiers.items() if games == self.games), None)

    @property
    def what(self) -> dict[str, Any]:
        """The settings that say what is played, as plain data."""
        return self.model_dump(mode="json", exclude=set(HOW))

    def settings(self, level: int, players: int) -> Settings:
        """Return the settings of the games of a cell.

        Raises:
            SettingsError: No game can be made of them.
        """
        return Settings(
            level=level,
            players=players,
            edition=self.edition,
            boss=self.boss,
            components=self.components,
        )

    def processes(self) -> int:
        """Return how many processes play."""
        return self.workers or os.cpu_count() or 1

    def names(self) -> list[str]:
        """Return the agents of all line-ups, each once."""
        return list(dict.fromkeys(name for cell in self.cells() for name in cell.agents))

    def line_ups(self, players: int) -> list[Agents]:
        """Return who takes the seats in turn in games of so many players."""
        if self.cross_play:
            return pairs(self.agents, players)
        return [members_of(line_up) for line_up in self.agents]

    def teams(self, players: int) -> list[Agents]:
        """Return who plays, by seat, in games of so many players."""
        return [seated(members, players) for members in self.line_ups(players)]

    def cells(self) -> list[Cell]:
        """Return the cells in the order of the table."""
        return [
            Cell(team, level, players)
            for players in self.players
            for level in self.levels
            for team in self.teams(players)
        ]

    def task(self, cell: Cell, number: int) -> Task:
        """Return a game of a cell; the same numbers and seeds in every cell."""
        return Task(cell, number, seed_for(self.purpose, self.seed * BLOCK + number))

    def tasks(self, cell: Cell) -> Iterator[Task]:
        """Return the games of a cell."""
        for number in range(self.games):
            yield self.task(cell, number)


@dataclass(frozen=True, slots=True)
class Cell:
    """Games that are counted together.

    Attributes:
        agents: Who plays, by seat, as the registry knows them.
        level: The level.
        players: The number of players.
    """

    agents: Agents
    level: int
    players: int


@dataclass(frozen=True, slots=True)
class Task:
    """One game to be played.

    Attributes:
        cell: Who plays what.
        number: Of the game within the plan.
        seed: The game's seed.
    """

    cell: Cell
    number: int
    seed: int
