"""Agents for the dice race; they bank their total from so many pips on."""

from tablemates.envs.core.views.agent import Agent
from tests.core.dice_race import HOLD, ROLL


class Bold(Agent):
    name = "bold"
    pips = 8

    def __init__(self, facts):
        del facts

    def act(self, situation):
        return HOLD if situation.observation[0] >= self.pips else ROLL


class Twin(Bold):
    """Plays as ``Bold`` does."""


class Timid(Bold):
    pips = 1
