"""The game's facts, as for the tests of agents."""

from tests.agents.conftest import facts

__all__ = ["facts"]
