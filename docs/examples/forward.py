"""An agent of one's own: evaluate.py --agents docs.examples.forward:Forward."""

from tablemates.agents.facts import GameFacts
from tablemates.envs.core.agent import Agent, Situation


class Forward(Agent):
    """Says yes, walks east and uses what blocks can do; all else it leaves to chance."""

    name = "forward"

    def __init__(self, facts: GameFacts) -> None:
        self._liked = [facts.catalogue.parse(name) for name in ("yes", "step east", "ability")]

    def act(self, situation: Situation) -> int:
        """Return the number of a legal action."""
        for action in self._liked:
            if situation.mask[action]:
                return action
        return int(situation.rng().choice(situation.mask.nonzero()[0]))
