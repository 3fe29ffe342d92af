"""Scripted agents: a compiled function of what is public."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tablemates.agents.facts import GameFacts
from tablemates.agents.scripts import choice_loop
from tablemates.envs.core.compiler.arguments import kind_of_value, numbers_of
from tablemates.envs.core.compiler.library import Exported, addresses_of
from tablemates.envs.core.compiler.mode import INTERPRETED
from tablemates.envs.core.records.layout import Array16
from tablemates.envs.core.views.agent import Batch, BatchAgent
from tablemates.envs.registry import find_game

Floats: TypeAlias = npt.NDArray[np.float64]


class ScriptAgent(BatchAgent):
    """An agent that needs the public record alone and no random numbers.

    Args:
        facts: The game.
        choose: The script, compiled: ``choose(s, box, w, mask, weights, notes)`` returns an
            action; ``s`` has an empty hidden part, ``w`` is scratch space.
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
        self._engine, self._choose = find_game(facts.settings.game).engine, choose
        self._buffers = (
            facts.box.copy(),
            np.zeros(self._engine.work.itemsize, np.uint8),
            np.zeros((1, self._engine.state.itemsize), np.uint8),
        )
        self._weights, self._notes = weights, notes

    def prepare(self) -> None:
        """Compile or load the script, which otherwise its first decision does."""
        _ = self._script

    @cached_property
    def _script(self) -> Any:
        """The table of the script's address, which is compiled or loaded first."""
        if INTERPRETED:
            return SimpleNamespace(choose=self._choose)
        engine, name = self._engine, f"{self._engine.name}.{self._choose.__name__}"
        blocks = {"numbers": kind_of_value(self._weights)}
        exported = {"choose": Exported(self._choose, choice_loop.choose, engine.layouts, blocks)}
        modules = engine.modules_of(self._choose)
        found = addresses_of(name, exported, modules, f"script {name}")
        return np.array([found["choose"]], np.int64)

    @cached_property
    def _block(self) -> npt.NDArray[np.int64]:
        """The numbers that hand the weights over."""
        kind = kind_of_value(self._weights)
        return np.array([*numbers_of(kind, self._weights, "weights")], np.int64)

    def act_batch(self, batch: Batch) -> Array16:
        """Return the choices of ``act``, all in one compiled call."""
        return self.choices(batch)[0]

    def choices(self, batch: Batch) -> tuple[Array16, Floats]:
        """Return the choices, and what the script noted, shape ``(games, notes)``."""
        actions, notes = np.zeros(len(batch), np.int16), np.zeros((len(batch), self._notes))
        # The machine code is for contiguous, writable arrays.
        publics = np.require(batch.publics, np.uint8, ["C", "W"])
        masks = np.require(batch.masks, np.int8, ["C", "W"])
        numbers = self._weights if INTERPRETED else self._block.ctypes.data
        table = self._engine.table
        choice_loop.choose_all(
            table, self._script, publics, masks, *self._buffers, numbers, actions, notes
        )
        return actions, notes
