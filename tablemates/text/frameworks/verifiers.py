"""Verifiers: tasks, each a seed, and an environment that plays them.

>>> import verifiers.v1 as vf
from pydantic import Field
>>> from tablemates.text.frameworks.verifiers import ID, TextConfig, TextEnv, TextEnvConfig
>>> env = TextEnv(TextEnvConfig(taskset=TextConfig(id=ID, game="KEY")))
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Final

import verifiers.v1 as vf
from pydantic import Field

from tablemates.envs.core.game.seeds import seed_for
from tablemates.text.game import TextGame

__all__ = ["TextEnv", "TextTaskset"]

#: Name by which the framework finds this module; it looks at the top alone.
ID: Final = "tablemates_text"
sys.modules.setdefault(ID, sys.modules[__name__])


class TextConfig(vf.TasksetConfig):  # type: ignore[misc]
    """A game: its key and parameters, the seat that is played, and the partners in the others."""

    game: str
    scenario: dict[str, Any] = Field(default_factory=dict)
    seat: int = 0
    partners: list[str] = Field(default_factory=lambda: ["random"])
    rules: str = "full"
    retries: int = 2
    tasks: int = 100


class TextData(vf.TaskData):  # type: ignore[misc]
    """The seed of a game, and how it is set up; no text tells them."""

    seed: int
    options: dict[str, Any]

    def begin(self) -> TextGame:
        """Return the game at its beginning."""
        return TextGame(seed=self.seed, **self.options)


class TextTask(vf.Task[TextData, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    """One game."""


class TextTaskset(vf.Taskset[TextTask, TextConfig]):  # type: ignore[misc]
    """Games that differ by their seeds."""

    def load(self) -> Iterator[TextTask]:
        """Yield the games; their numbers say their seeds."""
        given = self.config
        options = given.model_dump(include={"game", "scenario", "seat", "partners", "retries"})
        for number in range(given.tasks):
            seed = seed_for("eval", number)
            game = TextGame(seed=seed, **options)
            data = TextData(
                name=f"{given.game}#{number}",
                prompt=game.observation(),
                system_prompt=game.rules(given.rules),
                seed=seed,
                options=options,
            )
            yield TextTask(data, given.task)


class TextEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """The one seat that a model plays."""

    player: vf.AgentConfig = vf.AgentConfig()


class TextEnv(vf.Env[TextEnvConfig]):  # type: ignore[misc]
    """Plays a task: answers go to the game, and what is seen next comes back."""

    async def run(self, task: TextTask, agents: Any) -> None:
        """Play one game to its end; the reward is the seat's return."""
        game = task.data.begin()
        async with agents.player.interaction(task) as talk:
            segment = await talk.turn()
            while not segment.terminated:
                turn = game.step(segment.last_reply)
                if turn.over:
                    break
                segment = await talk.turn(turn.reason or game.observation())
        result = game.result
        talk.trace.record_reward("return", result.returns[game.seat or 0], 1.0)
        talk.trace.record_metric("progress", result.progress[game.seat or 0])
        for name in ("taken", "unreadable", "illegal", "forfeits"):
            talk.trace.record_metric(name, getattr(result.answers[game.seat or 0], name))
        talk.trace.info["cause"] = result.cause
