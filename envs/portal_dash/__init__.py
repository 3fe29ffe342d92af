"""The game Portal Dash: its parts, its rules, and what can be seen of it."""

from pathlib import Path
from typing import Final

from tablemates.envs.core.hooks import CORE, game_cache, source_files

_HERE: Final = Path(__file__).parent
#: Files that decide what happens in a game.
RULE_SOURCES: Final = (
    *source_files(_HERE, "rules"),
    *source_files(CORE, "record", "random", "cube"),
)
#: Folder for the machine code of this game.
CACHE: Final = game_cache(
    "portal_dash",
    [*source_files(_HERE, "hooks", "reward", "rules", "observation"), CORE / "cube.py"],
)
