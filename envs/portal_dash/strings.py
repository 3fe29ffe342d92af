"""Everything that can be said about a game, bound to the names of one set of parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablemates.envs.portal_dash.action_strings import describe_action
from tablemates.envs.portal_dash.decision_strings import describe_decision, describe_ending
from tablemates.envs.portal_dash.event_strings import describe_event
from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.rules.state import Public


@dataclass(frozen=True)
class Strings:
    """A game in words: its decisions, choices, events and ending.

    Attributes:
        names: What the parts are called.
    """

    names: Names

    def action(self, p: Public, action: int) -> str:
        """Return what a legal action means now, such as ``move north to (2, 3)``."""
        return describe_action(p, self.names, action)

    def decision(self, p: Public) -> str:
        """Return who chooses what now, in a sentence."""
        return describe_decision(p, self.names)

    def ending(self, p: Public) -> str:
        """Return how the game stands and, once it is over, why, in a sentence."""
        return describe_ending(p)

    def event(self, p: Public, row: Sequence[int]) -> str:
        """Return an event (a row of ``Work.events``) as a sentence."""
        return describe_event(p, self.names, row)
