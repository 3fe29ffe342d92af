"""The game Portal Dash: its parts, its rules, and what can be seen of it."""

from tablemates.envs.core.cache import use_cache
from tablemates.envs.portal_dash.sources import compiled_sources

# Before any module of the package is imported: a compiled function takes the
# folder for its machine code when it is defined.
use_cache("portal-dash", compiled_sources())
