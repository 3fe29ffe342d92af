"""Crazy Eights as a registered game, for what only one seat may see."""

from docs.examples.crazy_eights import CrazyEights
from tablemates.envs.registry import RegisteredGame

RULES = "crazy_eights"
SETTINGS = CrazyEights.settings_type
REGISTERED = RegisteredGame(
    *("CrazyEights-v0", "crazy_eights-v0", "tests.table.hands"),
    "docs.examples.crazy_eights:CrazyEights",
)
