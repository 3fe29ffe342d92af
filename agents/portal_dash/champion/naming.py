"""Kept until its users import ``tablemates.agents.registry``."""

from tablemates.agents.registry import policy_of_champion as parsed

__all__ = ["parsed"]
