"""Kept until its users import ``tablemates.agents.portal_dash.compiled``."""

from tablemates.agents.portal_dash.compiled import SIZE, copy_game

__all__ = ["SIZE", "copy_game"]
