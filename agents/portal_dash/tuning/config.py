"""Settings of a tuning run; their defaults stand in ``configs/tune``."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tablemates.agents.configs import UserPath
from tablemates.envs.core.documents import DocumentModel
from tablemates.envs.portal_dash.rules import limits as L

_Count = Annotated[int, Field(ge=1)]
_Level = Annotated[int, Field(ge=1, le=5)]
_Players = Annotated[int, Field(ge=1, le=L.PLAYERS)]


class TuneConfig(DocumentModel):
    """What a run does; ``configs/tune/planner.yaml`` says what each setting is for."""

    run: UserPath
    start: UserPath | None
    players: Annotated[tuple[_Players, ...], Field(min_length=1)]
    levels: Annotated[tuple[_Level, ...], Field(min_length=1)]
    generations: _Count
    candidates: Annotated[int, Field(ge=4)]
    games: _Count
    spread: Annotated[float, Field(gt=0, le=1)]
    most: Annotated[float, Field(gt=0)]
    progress: Annotated[float, Field(ge=0, le=1)]
    fixed: tuple[str, ...]
    seed: Annotated[int, Field(ge=0)]
    first: Annotated[int, Field(ge=0)]
    threads: _Count
