"""What an evaluation plays: its settings, and the list of all its games."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field, field_validator

from envs.core.documents import DocumentModel
from envs.core.seeds import seed_for
from envs.portal_dash.settings import Settings

#: Evaluation seeds in a block: ``seed: 1`` names games that ``seed: 0`` never plays.
BLOCK: Final = 2**24

Positive = Annotated[int, Field(ge=1)]


class Plan(DocumentModel):
    """The settings of an evaluation; their defaults stand in ``configs/eval/base.yaml`` alone.

    Attributes:
        agents: As the registry knows them; each plays all seats.
        levels: Numbers of levels.
        players: Numbers of players.
        games: Games a cell.
        seed: Block of evaluation seeds.
        edition: Whose reading of levels 2 and 3.
        boss: Where the level leaves it open.
        components: Parts of one's own.
        max_turns: Longer games count as lost.
        lanes: Games that an agent answers at once.
        workers: Processes; 0: one for every core.
        out: Folder for the results.
    """

    agents: Annotated[tuple[str, ...], Field(min_length=1)]
    levels: Annotated[tuple[int, ...], Field(min_length=1)]
    players: Annotated[tuple[int, ...], Field(min_length=1)]
    games: Annotated[int, Field(ge=1, le=BLOCK)]
    seed: Annotated[int, Field(ge=0, lt=BLOCK)]
    edition: str
    boss: str | None
    components: str | None
    max_turns: Positive
    lanes: Positive
    workers: Annotated[int, Field(ge=0)]
    out: Path | None

    @field_validator("agents", "levels", "players")
    @classmethod
    def _each_once(cls, values: tuple[object, ...]) -> tuple[object, ...]:
        for value in values:
            if values.count(value) > 1:
                raise ValueError(f"{value!r} stands there twice")
        return values

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

    def cells(self) -> list[Cell]:
        """Return the cells in the order of the table."""
        return [
            Cell((agent,) * players, level, players)
            for players in self.players
            for level in self.levels
            for agent in self.agents
        ]

    def tasks(self, cell: Cell) -> Iterator[Task]:
        """Return the games of a cell; the same numbers and seeds in every cell."""
        for number in range(self.games):
            yield Task(cell, number, seed_for("eval", self.seed * BLOCK + number))


@dataclass(frozen=True, slots=True)
class Cell:
    """Games that are counted together.

    Attributes:
        agents: Who plays, by seat, as the registry knows them.
        level: The level.
        players: The number of players.
    """

    agents: tuple[str, ...]
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
