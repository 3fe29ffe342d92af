"""A game as RLlib's ``MultiAgentEnv``, with an agent for every seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from tablemates.envs.core.errors import IllegalActionError, SettingsError
from tablemates.envs.core.game.observation import Observation
from tablemates.envs.core.game.seeds import drawn_seed
from tablemates.envs.core.views.aec import GameAECEnv
from tablemates.envs.registry import find_game, new_game

#: Keys of ``env_config`` that are no settings of the game.
GAME: Final = "game"
SEQUENCE: Final = "sequence"
#: RLlib's name for all agents together.
_ALL: Final = "__all__"


class RllibEnv(MultiAgentEnv):  # type: ignore[misc]
    """The AEC view for RLlib: only the deciding agent gets an observation.

    Observations are ``{"observation", "action_mask"}``. RLlib sums the rewards of an agent between
    two of its own decisions.

    Args:
        config: ``env_config``: ``game``, the game's key; its settings; and optionally
            ``sequence``, integers that seed the games in addition to RLlib's seeds.

    Raises:
        SettingsError: Observations come without masks, or chance is explicit.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        settings = dict(config)
        self._sequence = tuple(settings.pop(SEQUENCE, ()))
        # RLlib's context of a process tells its number; a plain mapping has none.
        self._process = getattr(config, "worker_index", 0) or 0
        given = find_game(settings.pop(GAME, "")).settings_type(**settings)
        self._view = GameAECEnv(new_game(given))
        if not settings.get("mask_in_observation", True):
            raise SettingsError(
                "RLlib's modules need masks in observations: leave out mask_in_observation=False"
            )
        if settings.get("chance", "sampled") != "sampled":
            raise SettingsError("RLlib agents do not play chance: leave out chance='explicit'")
        self.possible_agents = list(self._view.possible_agents)
        self.agents = list(self.possible_agents)
        self.observation_spaces = dict(self._view.observation_spaces)
        self.action_spaces = dict(self._view.action_spaces)
        self.metadata = dict(self._view.metadata)  # RLlib writes into it
        self.render_mode = self._view.render_mode
        super().__init__()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a new game, without a seed the next of the sequence.

        A seed names a sequence of training games together with ``sequence`` and the number of the
        process: RLlib gives lanes of two processes the same seeds.
        """
        del options
        if seed is not None:
            drawn = np.random.default_rng([*self._sequence, self._process, seed])
            seed = drawn_seed(drawn)
        self._view.reset(seed)
        self.agents = list(self._view.agents)
        decider = self._view.agent_selection
        return {decider: self._view.observe(decider)}, {decider: {}}

    def step(
        self, action_dict: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take the decision of the agent who decides: its action by its name.

        Observations are of who decides next, at the end of everybody; rewards are everybody's.
        """
        view = self._view
        decider = view.agent_selection
        if set(action_dict) != {decider}:
            others = ", ".join(map(str, action_dict)) or "nobody"
            raise IllegalActionError(f"{decider} decides, and {others} plays")
        view.step(int(action_dict[decider]))
        over, cut = view.terminations[decider], view.truncations[decider]
        shown = self.agents if over or cut else [view.agent_selection]
        infos = view.infos if over or cut else {name: {} for name in shown}
        return (
            {name: view.observe(name) for name in shown},
            dict(view.rewards),
            {_ALL: over},
            # By agent as well, RLlib would take a game that is cut short for one that is lost:
            # its episodes count as terminated once every single agent is done.
            {_ALL: cut},
            {name: _without_mask(infos[name]) for name in shown},
        )


def _without_mask(info: Mapping[str, Any]) -> dict[str, Any]:
    """Return an info without what the observation has, too: RLlib keeps and sends all of it."""
    return {name: value for name, value in info.items() if name != "action_mask"}
