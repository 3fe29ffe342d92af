"""Crazy Eights as a registered game, for what only one seat may see."""

from docs.examples.crazy_eights import CrazyEights
from tablemates.envs.registry import GAMES, RegisteredGame, find_game, new_game

RULES = "crazy_eights"
SETTINGS = CrazyEights.settings_type
REGISTERED = RegisteredGame(
    *("CrazyEights-v0", "crazy_eights-v0", "tests.table.hands"),
    "docs.examples.crazy_eights:CrazyEights",
)


def with_secrets():
    """Return the games in which something is chosen in secret, each with settings for that."""
    kinds = {key: find_game(key).settings_type for key in GAMES}
    found = {key: kind.fullest for key, kind in kinds.items() if kind.fullest}
    found = {
        key: more for key, more in found.items() if new_game(kinds[key](**more)).secret_actions
    }
    assert found
    return list(found.items())
