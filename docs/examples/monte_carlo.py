"""An agent of your own: evaluate.py --agents docs.examples.monte_carlo:MonteCarlo."""

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.envs.core.agent import Agent, Situation
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.settings import Settings


class MonteCarlo(Agent):
    """Tries every legal action, plays on at random, and keeps the one that gets furthest."""

    name = "monte-carlo"

    def __init__(self, facts: GameFacts) -> None:
        self._game = Game(Settings(components=facts.components))

    def act(self, situation: Situation) -> int:
        """Return the number of a legal action."""
        rng = situation.rng()
        futures = rng.integers(2**63, size=FUT)
        legal = situation.mask.nonzero()[0]
        means = [np.mean([self._play(situation, int(a), int(s)) for s in futures]) for a in legal]
        return int(legal[np.argmax(means)])

    def _play(self, situation: Situation, action: int, seed: int) -> float:
        game, rng = self._game, np.random.default_rng(seed)
        game.restore(situation.public.tobytes().ljust(len(game.record), b"\0"))
        game.resample(seed)  # what is hidden is drawn from what is possible
        seat = game.step(action)
        for _ in range(STEPS):
            if seat < 0: break
            seat = game.step(int(rng.choice(game.mask.nonzero()[0])))
        return game.progress()
FUT=4; STEPS=40
