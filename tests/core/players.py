"""Agents that play the dice race."""

import numpy as np

from tablemates.envs.core.views.agent import Agent
from tests.core.dice_race import GIVE, HOLD, ROLL, STATE


class Player(Agent):
    """Rolls until it has so many pips, then holds, or gives them to a seat clockwise from it."""

    def __init__(self, name="player", pips=6, give=0):
        self.name = name
        self.pips = pips
        self.last = HOLD if give == 0 else GIVE + give - 1
        self.asked = []

    def act(self, situation):
        public = situation.public.view(STATE["public"])[0]
        self.asked.append((situation, int(public["decider"])))
        return self.last if public["total"] >= self.pips else ROLL

    def __reduce__(self):  # what it was asked stays with the one who was
        return Player, (self.name, self.pips, self.last - GIVE + 1 if self.last > HOLD else 0)


class Wild(Agent):
    """Plays at random, by its key alone."""

    name = "wild"

    def act(self, situation):
        return int(situation.rng().choice(np.flatnonzero(situation.mask)))


class Faulty(Player):
    """Answers rightly some times, then once as it was told."""

    def __init__(self, answer, times=2):
        super().__init__("faulty")
        self.answer, self.times = answer, times

    def act(self, situation):
        self.times -= 1
        if self.times == -1:
            if isinstance(self.answer, Exception):
                raise self.answer
            return self.answer
        return super().act(situation)
