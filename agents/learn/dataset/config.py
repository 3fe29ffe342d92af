"""Settings of a data set; recipes in ``configs/data`` change some of the defaults."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from tablemates.agents.configs import SettingsModel, UserPath
from tablemates.envs.portal_dash.settings import Settings

Positive = Annotated[int, Field(ge=1)]
Share = Annotated[float, Field(ge=0, le=1)]


class DataConfig(SettingsModel):
    """All settings of a data set."""

    out: UserPath = Path("runs/data/quick")
    """Folder of the data set."""
    seed: Annotated[int, Field(ge=0, lt=2**15)] = 0
    """Seed of games and sampling."""
    decisions: Positive = 1_000_000
    """Number of decisions; with a larger number, a finished data set grows."""
    play: str = "planner-tuned"
    """Agent that plays all seats; bc.data takes several data sets, of one agent each."""
    label: str | None = None
    """Teacher whose answers are stored; null: whoever plays."""
    label_share: Annotated[float, Field(gt=0, le=1)] = 1.0
    """Share of the decisions that are labelled and stored."""
    scores: bool = False
    """Store the teacher's ratings of its best actions too; slower."""
    adviser: str | None = None
    """Script whose plans are stored, for networks of kind plans; null: none."""
    level: Annotated[tuple[int, ...], Field(min_length=1)] = (1, 2, 3, 4, 5)
    """Levels, drawn for each game."""
    players: Annotated[tuple[int, ...], Field(min_length=1)] = (1, 2, 3, 4)
    """Numbers of players, drawn for each game."""
    edition: str = "en"
    """Edition of the rules for levels 2 and 3: en or fr."""
    boss: str | None = None
    """wildfire or ancient hoglin, where the level leaves it open; null: drawn."""
    components: str | None = None
    """File or folder with parts of your own."""
    max_turns: Positive = 200
    """Longer games are truncated and count as lost."""
    noise_share: Share = 0.5
    """Share of the games with a period of noise, which leads to unusual positions."""
    noise: Share = 0.3
    """Probability of a random legal action during the period of noise."""
    games_per_file: Annotated[int, Field(ge=1, le=4096)] = 32
    """Games in a file; what a stopped process loses at most."""
    workers: Annotated[int, Field(ge=0)] = 0
    """Processes; 0: one for every core."""

    def settings(self) -> Settings:
        """Return the settings of the games.

        Raises:
            SettingsError: There are no such games.
        """
        return Settings(
            level=list(self.level),
            players=list(self.players),
            edition=self.edition,
            boss=self.boss,
            components=self.components,
            mask_in_observation=False,
        )
