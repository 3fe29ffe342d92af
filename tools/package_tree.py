"""The package as one folder, for tools that do not run it: ``python -m tools.package_tree``.

In a checkout the folders of the package lie at the top and ``tablemates/__init__.py`` finds them,
which type checkers, editors and generators of documentation do not see. Point them at
``build/tree``, which holds links to the folders and is not under version control.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
TREE: Final = ROOT / "build" / "tree"
FOLDERS: Final = ("agents", "configs", "envs", "table")


def make_tree(folder: Path = TREE) -> None:
    """Make the folder, or add what has come since."""
    package = folder / "tablemates"
    package.mkdir(parents=True, exist_ok=True)
    own = (one for one in (ROOT / "tablemates").iterdir() if one.name != "__pycache__")
    for one in [*own, *(ROOT / name for name in FOLDERS)]:
        _link(package / one.name, one)


def _link(link: Path, target: Path) -> None:
    if sys.platform == "win32":  # everybody may make junctions, few may make links
        if target.is_file():
            shutil.copy2(target, link)
        elif not link.exists():
            import _winapi

            _winapi.CreateJunction(str(target), str(link))
    elif not link.exists():
        link.unlink(missing_ok=True)  # it may lead where a checkout once was
        link.symlink_to(target)


if __name__ == "__main__":
    make_tree()
