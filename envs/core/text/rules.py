"""The rules of a game as text, short or in full.

Short are the rule cards. In full it is what the game's page ``how_to_play.md`` says above
``END``, and the kinds of choices with what they mean.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.text.rule_cards import teaching_of

#: How much is told.
Level: TypeAlias = Literal["short", "full"]
PAGE: Final = "how_to_play.md"
#: Below it the page is about this project, not about the game.
END: Final = "<!-- end of the rules -->"
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_UP: Final = 2  # folders from a game's own to the top of a checkout


def check_level(level: str) -> None:
    """Refuse what is no ``Level``."""
    if level not in get_args(Level):
        raise SettingsError(f"level={level!r} is no length of rules: 'short' or 'full'")


def rules_as_text(game: Game, level: str = "short") -> str:
    """Return the rules of a game.

    Args:
        game: Any object of it.
        level: A ``Level``.

    Raises:
        SettingsError: It is none.
    """
    check_level(level)
    page = _page(type(game)) if level == "full" else None
    if page is None:
        cards = [
            f"{one.title}: {' '.join(one.text.split())}" for one in teaching_of(type(game)).cards
        ]
        parts = [f"{game.title}.", *cards]
    else:
        parts = [page]
    if level == "full":
        kinds = [f"- {one.name}: {one.meaning}" for one in game.catalogue.groups[1:]]
        parts.append("Kinds of choices:\n" + "\n".join(kinds))
    return "\n\n".join(parts)


def _page(kind: type[Game]) -> str | None:
    """Return the page of a game as text; it lies in its folder, in a checkout among the docs."""
    folder = Path(sys.modules[kind.__module__].__file__ or "").parent
    places = (folder / PAGE, folder.parents[_UP - 1] / "docs" / folder.name / PAGE)
    file = next((one for one in places if one.is_file()), None)
    if file is None:
        return None
    text = file.read_text(encoding="utf-8").partition(END)[0].strip()
    return _LINK.sub(r"\1", text)
