"""OpenEnv: an environment behind a web server, a session for each client.

>>> app = create_text_app("KEY", {"players": 2}, partners="rules")  # uvicorn.run(app)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
from pydantic import Field

from tablemates.envs.core.game.seeds import fresh_seed
from tablemates.text.game import ALONE, TextGame


class TextAction(Action):  # type: ignore[misc]
    """An answer."""

    answer: str = Field(description='a text with a JSON object, such as {"action": ID}')


class TextObservation(Observation):  # type: ignore[misc]
    """A text that the player reads, and the choices."""

    text: str = Field(description="what has happened, the position, what is asked")
    legal: list[dict[str, Any]] = Field(description="ids and texts of what is legal")
    refused: str = Field("", description="why the last answer was refused, a sentence")


class TextEnvironment(Environment):  # type: ignore[misc]
    """A game for one seat; the reward is its return at the end of the game.

    ``options`` are as of ``TextGame``; the seat is 0, the partners are ``random``, unless told.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self, game: str, scenario: Mapping[str, Any] | None = None, **options: Any
    ) -> None:
        super().__init__()
        self.game = TextGame(game, scenario, fresh_seed(), **ALONE | options)
        self._episode = str(uuid4())

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **_more: Any
    ) -> TextObservation:
        """Begin a game and return the rules with what is seen; without a seed, any game."""
        self.game.reset(fresh_seed() if seed is None else seed)
        self._episode = episode_id or str(uuid4())
        return self._seen("", f"{self.game.rules()}\n\n")

    def step(
        self, action: TextAction, timeout_s: float | None = None, **_more: Any
    ) -> TextObservation:
        """Take the choice of an answer."""
        del timeout_s
        return self._seen(self.game.step(action.answer).reason)

    @property
    def state(self) -> State:
        """The episode so far, without what is hidden."""
        return State(
            episode_id=self._episode, step_count=self.game.decisions, result=self.game.row()
        )

    def get_metadata(self) -> EnvironmentMetadata:
        """Return what the game is called, and its rules."""
        title = self.game.game.title
        return EnvironmentMetadata(
            name=title, description=title, readme_content=self.game.rules("full")
        )

    def _seen(self, refused: str, before: str = "") -> TextObservation:
        game, over = self.game, self.game.over
        legal = [one._asdict() for one in game.legal()]
        reward = game.result.returns[game.seat or 0] if over else 0.0
        text = f"{before}{game.observation()}"
        return TextObservation(text=text, legal=legal, refused=refused, done=over, reward=reward)


def create_text_app(
    game: str, scenario: Mapping[str, Any] | None = None, sessions: int = 64, **options: Any
) -> Any:
    """Return the server of a game as a web application, for so many sessions side by side."""
    return create_app(
        lambda: TextEnvironment(game, scenario, **options),
        TextAction,
        TextObservation,
        env_name=game,
        max_concurrent_envs=sessions,
    )
