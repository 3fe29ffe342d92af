"""Agents of a user's own, some of them broken."""

import time
from typing import ClassVar

import numpy as np

from tablemates.envs.core.views.agent import Agent
from tests.core.lanterns import DRAW, LIGHT


class First(Agent):
    """Plays the legal action with the lowest number."""

    name = "first"

    def __init__(self, facts):
        self.facts = facts

    def act(self, situation):
        return int(np.flatnonzero(situation.mask)[0])


class Illegal(First):
    """Plays legally for a while, then an action that is never legal."""

    def act(self, situation):
        return 0 if situation.key % 8 == 0 else super().act(situation)


class Outside(First):
    """Plays a number that is no action; negative ones mean something to the engine."""

    def act(self, situation):
        return -1


class TooFew(First):
    def act_batch(self, batch):
        return np.zeros(len(batch) + 1, np.int16)


class Broken(First):
    def act(self, situation):
        raise ZeroDivisionError("no idea")


def not_an_agent(facts):
    return "agent"


class Curious(First):
    """Remembers the keys that it was given."""

    keys: ClassVar[list[int]] = []

    def act(self, situation):
        self.keys.append(situation.key)
        return super().act(situation)


class Huge(First):
    """Plays a number that fits into no array."""

    def act(self, situation):
        return 10**30


class Beyond(First):
    """Plays a number that would mean, in a replay, that another seat gave up."""

    def act(self, situation):
        return len(self.facts.catalogue) + 1


class Lighter(First):
    """Lights a lantern where it can, and else draws."""

    def act(self, situation):
        return LIGHT if situation.mask[LIGHT] else DRAW


class Lazy(First):
    """Takes its time, so that there is some to stop it in."""

    def act(self, situation):
        time.sleep(3e-4)
        return super().act(situation)


class Slow(First):
    """Thinks longer than anybody waits."""

    def act(self, situation):
        time.sleep(60)
        return super().act(situation)


class Wild(First):
    """Plays at random."""

    def act(self, situation):
        return int(situation.rng().choice(np.flatnonzero(situation.mask)))


class LeavingError(BaseException):
    pass


class Leaving(First):
    """Raises what is no ``Exception``."""

    def act(self, situation):
        raise LeavingError
