"""Partners and opponents in training: agents by name, strangers, past selves of the learner."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.settings import EnvironmentConfig
from tablemates.agents.learn.training_folder import RunFolder
from tablemates.agents.names import is_outside
from tablemates.agents.population import partners_of
from tablemates.agents.registry import find_agent
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.records.layout import Array16
from tablemates.envs.core.views.agent import Agent, Batch, BatchAgent
from tablemates.envs.core.views.partners import Partners
from tablemates.envs.core.views.seat_options import PartnerSpec, Pool

#: Name of past versions of the learner among ``environment.partners``.
PAST: Final = "past"
#: Name of all public strangers of the game there.
POPULATION: Final = "population"


class PastSelf(BatchAgent):
    """The learner as it was at one of its checkpoints, of which each new one draws another.

    A policy samples its actions, ``suffix`` says so; before the first checkpoint it plays at
    random. Opponents from the whole of the run keep a learner from forgetting how to beat the
    earlier ones (Bansal et al. 2018).
    """

    name = PAST
    observation_only = True

    def __init__(self, folder: RunFolder, facts: GameFacts, seed: int, suffix: str) -> None:
        self._folder, self._facts, self._seed, self._suffix = folder, facts, seed, suffix
        self.spec = "random"  # who plays
        self._agent: Agent | None = None

    def renew(self) -> None:
        """Draw who plays until the next checkpoint."""
        if policies := self._folder.policies():
            rng = np.random.default_rng([self._seed, len(policies)])
            folder = Path(rng.choice(policies)).resolve()  # other processes are elsewhere
            self.spec, self._agent = f"{folder}{self._suffix}", None

    def act_batch(self, batch: Batch) -> Array16:
        """Return an action for every decision."""
        if self._agent is None:  # most runs have no use for it
            self._agent = find_agent(self.spec, self._facts)
        return self._agent.act_batch(batch)


def training_partners(
    config: EnvironmentConfig, game: Game, facts: GameFacts, folder: RunFolder, past: PastSelf
) -> Partners | None:
    """Return who has the other seats; None: the learner plays every seat."""
    if config.partners is None:
        return None
    names = [one for word in config.partners for one in _named(word, facts.game)]
    agents: list[PartnerSpec] = [past if one == PAST else one for one in names]
    outside = any(is_outside(one, facts.game) for one in names)
    find = partial(find_agent, facts=facts, secret=folder.secret() if outside else None)
    seated = agents if config.line_up == "fixed" else Pool(agents, config.line_up == "alike")
    return Partners("random", seated, game.settings.player_choices, find)


def _named(word: str, game: str) -> tuple[str, ...]:
    """Return the partners that a word of the settings stands for."""
    if word == POPULATION:
        return partners_of(game)
    return partners_of(game, Path(word)) if word.endswith((".yaml", ".yml")) else (word,)
