"""Positions: complete games as plain data that people can read, edit and exchange."""

from __future__ import annotations

from tablemates.envs.core.errors import PositionError
from tablemates.envs.portal_dash.positions.dump import dump_position
from tablemates.envs.portal_dash.positions.load import load_position, settings_of

__all__ = ["PositionError", "dump_position", "load_position", "settings_of"]
