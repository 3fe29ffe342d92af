"""The options of a view: illegal actions, truncation, form of observations and pictures."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, get_args

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from tablemates.envs.core.game import Game
from tablemates.envs.core.raster import missing_libraries
from tablemates.envs.core.record import Array8
from tablemates.envs.core.settings import IllegalAction, ObservationKind, check_choice

Observation: TypeAlias = Array8 | dict[str, Any]
RENDER_MODES: Final = ("ansi", "human", "rgb_array", "svg")


def render_modes() -> list[str]:
    """Return the modes for a view's metadata: pixels only where their libraries are installed.

    Gymnasium's checker draws in every mode that is listed.
    """
    return [mode for mode in RENDER_MODES if mode != "rgb_array" or not missing_libraries()]


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """How a view handles what the rules leave open, and what it shows: see ``Settings``."""

    illegal_action: IllegalAction
    max_turns: int | None = None
    observation: ObservationKind = "flat"
    mask_in_observation: bool = False
    render_mode: str | None = None

    def __post_init__(self) -> None:
        check_choice("illegal_action", self.illegal_action, get_args(IllegalAction))
        check_choice("observation", self.observation, get_args(ObservationKind))
        if self.render_mode is not None:
            check_choice("render_mode", self.render_mode, RENDER_MODES)

    def space(self, game: Game) -> spaces.Space[Any]:
        """Return a new observation space."""
        flat = self.observation == "flat"
        shown = game.observation_space if flat else game.space_of(self.observation)
        space: spaces.Space[Any] = deepcopy(shown)
        if not self.mask_in_observation:
            return space
        mask = spaces.Box(0, 1, (len(game.catalogue),), np.int8)
        return spaces.Dict({"observation": space, "action_mask": mask})

    def dress(self, game: Game, observation: Array8, mask: Array8) -> Observation:
        """Return flat observations, of one game or of many, in this view's form."""
        seen: Observation = observation
        if self.observation != "flat":
            seen = game.show(self.observation, observation, mask)
        return {"observation": seen, "action_mask": mask} if self.mask_in_observation else seen


def space_of_lanes(space: spaces.Space[Any], count: int) -> spaces.Space[Any]:
    """Return the space of a batch, whose lanes share the bounds of one.

    Gymnasium repeats them for every lane, where they take four observations each.
    """
    if isinstance(space, spaces.Dict):
        return spaces.Dict({name: space_of_lanes(one, count) for name, one in space.items()})
    lanes = batch_space(space, count)
    for name in ("low", "high", "bounded_below", "bounded_above"):
        bounds = getattr(lanes, name)
        setattr(lanes, name, np.broadcast_to(bounds[0].copy(), bounds.shape))
    return lanes
