"""Small drawings that zones are made of: items, counts, food, players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tablemates.envs.core.display.glyphs import Glyphs
from tablemates.envs.core.display.svg import INK, PRINT, Area, rect
from tablemates.envs.core.display.tokens import GROUND, amount, badge, times
from tablemates.envs.core.records.vocabulary import words_of
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.vocabulary import Creature, Item, Kind

GLYPHS: Final = Glyphs(Path(__file__).with_name("glyphs.yaml"))
SEATS: Final = ("#c8374a", "#2f6fd0", "#4bb06a", "#e0b21c")
CREATURES: Final = words_of(Creature)
KINDS: Final = words_of(Kind)
ITEMS: Final = words_of(Item)
_METALS: Final = {"iron": "#dfe6ee", "gold": "#f2c230", "diamond": "#58d3df"}
_LEFT: Final = "#22693e"  # a use of a tool
_TROPHY: Final = "#8a5a2b"  # the board on which one is nailed


def sign(name: str, x: float, y: float, size: float) -> str:
    """Return the sign of an item or a kind, such as ``"gold_sword"``."""
    metal, _, kind = name.rpartition("_")
    if metal in _METALS:
        return GLYPHS.draw(kind, x, y, size, _METALS[metal])
    return GLYPHS.draw(metal or kind, x, y, size, _METALS["iron"])


def under_way(area: Area) -> str:
    """Return the outline of what is being paid for or filled."""
    return rect(*area, "none", INK, 5, 6)


def food(x: float, y: float, size: float, count: int, letters: float, ink: str = INK) -> str:
    """Return an amount of food; ``x`` and ``y`` are the sign's upper left corner."""
    return amount(GLYPHS.draw("hunger", x, y, size), x, y, size, str(count), letters, ink)


def holding(box: Any, number: int, count: int, area: Area) -> Iterator[str]:
    """Yield an item that a seat holds: what it is worth, its uses, how many there are."""
    size = min(area.width, area.height)
    x, y = area.x + area.width / 2, area.y + area.height / 2
    yield rect(*area, GROUND, PRINT, 1, 6)
    yield sign(ITEMS[V.holding_item(number)], x - 0.34 * size, y - 0.34 * size, 0.68 * size)
    worth = int(box.holding_cut[number]) or int(box.holding_food[number])
    if worth:
        yield badge(area.x + 11, area.y + 11, str(worth))
    if V.TOOL <= number < V.TOOLS_END:
        for n in range(V.USES):
            left = n < box.holding_uses[number]
            ground = (area.right - 9, area.y + 4 + 11 * n, 6, 9)
            yield rect(*ground, _LEFT if left else "none", _LEFT, 1.2, 1.5)
    yield times(area.right - 13, area.bottom - 10, count)


def trophy(creature: int, count: int, area: Area) -> Iterator[str]:
    """Yield the trophies of a type."""
    size = min(area.width, area.height)
    x, y = area.x + area.width / 2, area.y + area.height / 2
    yield rect(*area, _TROPHY, PRINT, 1, 6)
    yield rect(*area.inside(4), "#b98a55", None, None, 4)
    yield GLYPHS.draw(CREATURES[creature], x - 0.31 * size, y - 0.31 * size, 0.62 * size)
    yield times(area.right - 13, area.bottom - 10, count)
