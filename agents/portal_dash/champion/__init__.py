"""Kept until its users import ``tablemates.agents.registry``."""
