"""The game Portal Dash: its parts, its rules, and what can be seen of it."""

from pathlib import Path
from typing import Final

from tablemates.envs.core.engine.rules import CORE, source_files

_HERE: Final = Path(__file__).parent
_RULES: Final = (*source_files(_HERE, "rules", "interface.toml"), CORE / "engine" / "cube.py")
#: Files that decide what happens in a game.
RULE_SOURCES: Final = (*_RULES, *source_files(CORE, "records/layout", "records/random"))
