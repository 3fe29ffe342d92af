"""Declaration of a game's agents, as in ``agents/<game>/__init__.py``."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from tablemates.envs.registry import GAMES

#: Rounds of a game that is played to its end.
_ALL_ROUNDS: Final = 1000


@dataclass(frozen=True, slots=True)
class Script:
    """A scripted agent.

    Attributes:
        factory: ``module:name`` of what makes it of a ``GameFacts``, and of its parameters.
        parameters: What may follow the name after a colon, for messages, such as ``BUDGET``;
            empty: nothing.
        network: Whether it searches with a value network, whose folder its parameters may name.
            The factory then takes ``notify`` too.
    """

    factory: str
    parameters: str = ""
    network: bool = False


@dataclass(frozen=True, slots=True)
class Playouts:
    """Playouts of search: their policy, and where they stop.

    Attributes:
        prefer: Compiled script, as ``prefer`` of ``Rules``.
        judge: Compiled function of the state, the box and an array ``(SEATS,)``: writes what a
            game that goes on is worth to each seat, from 0 to 1. None: its progress.
        rounds: A playout stops when every seat has had this many turns.
    """

    prefer: Callable[..., int]
    judge: Callable[..., None] | None = None
    rounds: int = _ALL_ROUNDS

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return the functions by the names of those in ``Rules`` that they replace."""
        judged = {} if self.judge is None else {"write_progress": self.judge}
        return {"prefer": self.prefer, **judged}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAgents:
    """The agents of a game.

    Attributes:
        scripts: Scripted agents by name, weakest first.
        policies: Folders of the policies that come with the package, by name.
        playouts: ``module:name`` of the ``Playouts`` by which search plays on; empty: as the
            game's hook ``prefer`` says, or at random.
    """

    scripts: Mapping[str, Script] = field(default_factory=dict)
    policies: Mapping[str, Path] = field(default_factory=dict)
    playouts: str = ""


def agents_of(game: str) -> GameAgents:
    """Return the agents of a game; a game without a package here has none of its own."""
    module = f"{__package__}.{game}"
    if game not in GAMES or find_spec(module) is None:
        return GameAgents()
    found: GameAgents = load(f"{module}:AGENTS")
    return found


def load(target: str) -> Any:
    """Return what ``module:name`` names."""
    module, _, name = target.partition(":")
    return getattr(importlib.import_module(module), name)
