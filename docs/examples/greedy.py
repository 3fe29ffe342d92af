"""An agent of your own: evaluate.py --agents docs.examples.greedy:Greedy."""

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.envs.core.agent import Agent, Situation
from tablemates.envs.portal_dash.actions import id_ranges

ORDER = ("place", "colour", "yes", "column", "east", "slot", "ability")


class Greedy(Agent):
    """Plays the first kind of action that is legal: piglin tasks, mining, walking east, items."""

    name = "greedy"

    def __init__(self, facts: GameFacts) -> None:
        ids = {name: np.array(group) for name, group in id_ranges(facts.layout.board_shape).items()}
        ids["east"] = np.array([facts.catalogue.parse("step east")])
        self._ids = [ids[name] for name in ORDER] + [np.arange(len(facts.catalogue))]

    def act(self, situation: Situation) -> int:
        """Return a legal action id."""
        legal = next(ids for ids in self._ids if situation.mask[ids].any())
        return int(situation.rng().choice(legal[situation.mask[legal] == 1]))
