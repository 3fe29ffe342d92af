"""Scripted agents: a compiled function of what is public."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from tablemates.agents.facts import GameFacts
from tablemates.envs.core.compiler.cache import compiling, folder_within
from tablemates.envs.core.engine.contract import load_program
from tablemates.envs.core.records.layout import Array16
from tablemates.envs.core.views.agent import Batch, BatchAgent
from tablemates.envs.registry import find_game

Floats: TypeAlias = npt.NDArray[np.float64]

_PROGRAM: Final = Path(__file__).with_name("choice_loop.py")


class ScriptAgent(BatchAgent):
    """An agent that needs the public record alone and no random numbers.

    Args:
        facts: The game.
        choose: Its script: ``choose(s, box, w, mask, weights, notes)`` returns an action; ``s``
            has an empty hidden part, ``w`` is scratch space.
        weights: Numbers of the script, an array or a named tuple.
        notes: How many numbers the script notes for each decision.
        name: The agent's name; empty: that of its class.
    """

    def __init__(
        self,
        facts: GameFacts,
        choose: Callable[..., int],
        weights: Any = (),
        notes: int = 1,
        name: str = "",
    ) -> None:
        self.name = name or self.name
        engine = find_game(facts.settings.game).engine
        program = f"{__package__}.{_PROGRAM.stem}"
        folder = folder_within(engine.cache, program, choose.__module__) / choose.__name__
        self._program: Any = load_program(
            _PROGRAM, engine.hooks, folder, choose.__name__, choose=choose
        )
        self._folder = folder
        self._buffers = (
            facts.box.copy(),
            np.zeros(engine.work.itemsize, np.uint8),
            np.zeros(engine.state.itemsize, np.uint8),
        )
        self._weights, self._notes = weights, notes

    def act_batch(self, batch: Batch) -> Array16:
        """Return the choices of ``act``, all in one compiled call."""
        return self.choices(batch)[0]

    def choices(self, batch: Batch) -> tuple[Array16, Floats]:
        """Return the choices, and what the script noted, shape ``(games, notes)``."""
        actions, notes = np.zeros(len(batch), np.int16), np.zeros((len(batch), self._notes))
        # The machine code is for contiguous, writable arrays.
        publics = np.require(batch.publics, np.uint8, ["C", "W"])
        masks = np.require(batch.masks, np.int8, ["C", "W"])
        with compiling("script", 15, self._folder):
            self._program.choose_all(publics, masks, *self._buffers, self._weights, actions, notes)
        return actions, notes
