"""The game Portal Dash: its parts, its rules, and what can be seen of it."""

from pathlib import Path
from typing import Final

from tablemates.envs.core.engine.contract import CORE, game_cache, source_files

_HERE: Final = Path(__file__).parent
_RULES: Final = (*source_files(_HERE, "rules", "interface.toml"), CORE / "engine" / "cube.py")
#: Files that decide what happens in a game.
RULE_SOURCES: Final = (*_RULES, *source_files(CORE, "records/layout", "records/random"))
#: Folder for the machine code of this game.
CACHE: Final = game_cache("portal_dash", f"{__name__}.hooks")
