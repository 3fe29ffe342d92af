"""The compiled engine of Portal Dash."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.hooks import load_engine
from tablemates.envs.portal_dash import CACHE, hooks

ENGINE: Final = load_engine(hooks, CACHE)
