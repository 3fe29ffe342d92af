"""The game Portal Dash: its parts, its rules, and what can be seen of it."""

from tablemates.envs.core.hooks import game_cache
from tablemates.envs.portal_dash.sources import compiled_sources

#: Folder for the machine code of this game.
CACHE = game_cache("portal_dash", compiled_sources())
