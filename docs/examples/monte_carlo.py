"""An agent of your own: evaluate.py --agents docs.examples.monte_carlo:MonteCarlo."""

import numpy as np

from tablemates import Agent, Situation
from tablemates.agents.facts import GameFacts
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.settings import Settings


class MonteCarlo(Agent):
    """Plays on at random after every legal action and takes the one that gets furthest."""

    name = "monte-carlo"

    def __init__(self, facts: GameFacts) -> None:
        self._game = PortalDash(Settings(players=[1, 2, 3, 4], components=facts.components))

    def act(self, situation: Situation) -> int:
        """Return the number of a legal action."""
        futures = situation.rng().integers(2**63, size=4)  # the same for all actions
        legal = situation.mask.nonzero()[0]
        results = [[self._play(situation, int(a), int(s)) for s in futures] for a in legal]
        return int(legal[np.mean(results, axis=1).argmax()])

    def _play(self, situation: Situation, action: int, seed: int) -> float:
        game, rng = self._game, np.random.default_rng(seed)
        game.restore(situation.public.tobytes().ljust(game.record.nbytes, b"\0"))
        game.resample(seed)  # draws the hidden part from what is possible
        seat = game.step(action)
        while seat >= 0:  # to the end of the game
            seat = game.step(rng.choice(game.mask.nonzero()[0]))
        return game.progress()
