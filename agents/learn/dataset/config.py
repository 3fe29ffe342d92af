"""The settings of a data set; their defaults stand in ``configs/data/base.yaml`` alone."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from tablemates.agents.configs import UserPath
from tablemates.envs.core.documents import DocumentModel
from tablemates.envs.portal_dash.settings import Settings

Positive = Annotated[int, Field(ge=1)]
Share = Annotated[float, Field(ge=0, le=1)]


class DataConfig(DocumentModel):
    """All settings of a data set.

    Attributes:
        out: Its folder.
        seed: Of games and choices.
        decisions: So many at least.
        play: Agents with their shares of the games; one plays all seats of a game.
        label: Agent whose answers are noted; None: whoever plays.
        labelled: Share of the decisions that are labelled and noted.
        adviser: Script whose opinion of the choices is noted for networks that listen to it.
        plans: Note where the adviser's plans lead, not its marks of the legal actions.
        scores: Note what the labelling agent says of its best choices.
        level: Drawn from, game by game.
        players: Drawn from, game by game.
        edition: Whose reading of levels 2 and 3.
        boss: Where the level leaves it open.
        components: Parts of one's own.
        max_turns: Longer games are cut short.
        noisy: Share of games with a stretch of noise.
        noise: How often a random legal action is played in it.
        stretch: Decisions that it lasts at most.
        begins: Decisions before which it begins.
        games: Games in a file.
        workers: Processes; 0: one for every core.
    """

    out: UserPath
    seed: Annotated[int, Field(ge=0, lt=2**15)]
    decisions: Positive
    play: Annotated[dict[str, Annotated[float, Field(gt=0, lt=1e9)]], Field(min_length=1)]
    label: str | None
    labelled: Annotated[float, Field(gt=0, le=1)]
    adviser: str | None
    plans: bool
    scores: bool
    level: Annotated[tuple[int, ...], Field(min_length=1)]
    players: Annotated[tuple[int, ...], Field(min_length=1)]
    edition: str
    boss: str | None
    components: str | None
    max_turns: Positive
    noisy: Share
    noise: Share
    stretch: Positive
    begins: Positive
    games: Annotated[int, Field(ge=1, le=4096)]
    workers: Annotated[int, Field(ge=0)]

    @model_validator(mode="after")
    def _plans_are_somebodys(self) -> Self:
        if self.plans and self.adviser is None:
            raise ValueError("plans are an adviser's: say whose, such as adviser=planner-tuned")
        return self

    def settings(self) -> Settings:
        """Return settings of which any of the games can be begun.

        Raises:
            SettingsError: No game can be made of them.
        """
        return Settings(
            level=list(self.level),
            players=list(self.players),
            edition=self.edition,
            boss=self.boss,
            components=self.components,
            mask_in_observation=False,
        )
