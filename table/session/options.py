"""Settings of the command ``play.py``, for the page and for the text table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Self

from pydantic import Field, model_validator

from tablemates.agents.cli.scenarios import ScenarioConfig
from tablemates.agents.cli.settings_models import UserPath
from tablemates.envs.core.game.settings import Settings
from tablemates.envs.registry import GAMES

PORT: Final = 8642
#: Options of the text table only, and of the page only.
_TEXT_ONLY: Final = ("save", "load")
_PAGE_ONLY: Final = ("host", "port", "token", "folder", "replay")


class PlayConfig(ScenarioConfig):
    """All settings of the table; None: not given."""

    text: bool = False
    """Play at the text table, in the terminal."""
    seed: Annotated[int, Field(ge=0)] | None = None
    """Seed of the game; without it, it is drawn."""
    real_table: bool = False
    """The box is on your table: you enter each roll, draw and revealed tile."""
    setup: UserPath | None = None
    """What lies on that table: a position as JSON; what it leaves open is drawn."""
    partners: tuple[str, ...] = ()
    """Agents in the other seats, clockwise from yours, or one for all of them: names, policy
    folders, module:factory, 'cmd:program'; without it, they are bots in the browser and people
    with --text."""
    seat: Annotated[int, Field(ge=0)] | None = None
    """Your seat, from 0 on; without it, the first."""
    adviser: str | None = None
    """Agent that gives hints; without it, the game's own."""
    partners_decide: bool = False
    """Partners also take the team's decisions in their turns."""
    replay: UserPath | None = None
    """Show a saved game, or a line of evaluation rows: rows.jsonl:7; in the terminal,
    evaluate.py --replay does so."""
    browser: bool = True
    """Open the page in a browser."""
    port: Annotated[int, Field(ge=0, lt=2**16)] | None = None
    """Port of the page, usually 8642; 0: any that is free."""
    host: str | None = None
    """Address of the page, usually 127.0.0.1, this machine only; any other needs a token."""
    token: str | None = None
    """Token that visitors must know; without it, one is drawn if --host lets other machines in."""
    folder: UserPath | None = None
    """Where games are kept; without it, with your data."""
    save: UserPath | None = None
    """Save the game there on leaving."""
    load: UserPath | None = None
    """Continue a saved game."""

    @model_validator(mode="after")
    def _options_go_together(self) -> Self:
        for name in _PAGE_ONLY if self.text else _TEXT_ONLY:
            if getattr(self, name) is not None:
                raise ValueError(f"--{name} goes {'without' if self.text else 'with'} --text")
        if self.setup is not None and not self.real_table:
            raise ValueError("--setup goes with --real-table")
        if self.load is not None and (self.scenario or self.real_table):
            given = [*self.scenario, *["real table"] * self.real_table]
            raise ValueError(f"{', '.join(sorted(given))}: the saved game says that itself")
        return self

    @property
    def parts(self) -> Path | None:
        """File or folder with parts of one's own."""
        return None if self.components is None else Path(self.components)

    @property
    def own_game(self) -> str | None:
        """The game if it is not registered."""
        return None if self.game in GAMES else self.game

    def new_settings(self) -> Settings:
        """Return the settings of a new game."""
        chance = {"chance": "explicit"} if self.real_table else {}
        return self._kind().of_form({**self.scenario, **chance}, components=self.components)
