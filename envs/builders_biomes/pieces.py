"""Small drawings that zones are made of: blocks, buildings, weapons, what they show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.vocabulary import Characteristic, Colour, Mob
from tablemates.envs.core.display.glyphs import Glyphs
from tablemates.envs.core.display.svg import INK, PRINT, Area, moved, rect
from tablemates.envs.core.display.tokens import BIG, amount
from tablemates.envs.core.records.vocabulary import words_of

GLYPHS: Final = Glyphs(Path(__file__).with_name("glyphs.yaml"))
SEATS: Final = ("#c8374a", "#2f6fd0", "#e0b21c", "#4bb06a")
MOBS: Final = words_of(Mob)
DARK: Final = "#43345e"  # under mobs
HEARTS: Final = "#a8233a"  # under a number of hearts
_COLOURS: Final = words_of(Colour)
_NAMES: Final = words_of(Characteristic)
#: Of buildings, by their material.
_WALLS: Final = ("#b37a44", "#f0dfa8", "#a9aeb4", "#6f58a3")
_PLAIN: Final = "#e9d6ae"  # walls of a type alone
_WEAPONS: Final = (
    *(("potato", PRINT), ("sword", "#b37a44"), ("sword", "#8d9299"), ("sword", "#e6edf4")),
    *(("sword", "#58d3df"), ("bow", PRINT), ("hoe", "#f2c230"), ("pickaxe", "#8d9299")),
    ("tnt", PRINT),
)
_WIDE: Final = 24  # width of a ground, which is 16 high


def block(look: int, x: float, y: float, size: float) -> str:
    """Return a block by its colour; one that is not visible is negative."""
    return GLYPHS.draw(f"block/{_COLOURS[look] if look >= 0 else 'unseen'}", x, y, size)


def weapon(kind: int, x: float, y: float, size: float) -> str:
    """Return the sign of a weapon."""
    name, ink = _WEAPONS[kind]
    return GLYPHS.draw(name, x, y, size, ink)


def hearts(x: float, y: float, size: float, count: int, letters: float, ink: str = INK) -> str:
    """Return a number of hearts."""
    return amount(GLYPHS.draw("heart", x, y, size), x, y, size, str(count), letters, ink)


def stars(x: float, y: float, size: float, count: int, letters: float, ink: str = INK) -> str:
    """Return a number of XP."""
    return amount(GLYPHS.draw("star", x, y, size), x, y, size, str(count), letters, ink)


def characteristic(number: int, x: float, y: float, size: float) -> str:
    """Return the sign of what a building may show: a ground, a block or a building."""
    category, name = number // V.PER_CATEGORY, _NAMES[number]
    if category == 0:
        top = y + size / 6
        ground = GLYPHS.draw(f"ground/{name}", x, top, size)
        return ground + rect(x, top, size, size * 2 / 3, "none", PRINT, 1.2)
    if category == 1:
        return GLYPHS.draw(f"block/{name}", x, y, size)
    return GLYPHS.draw(f"building/{name}", x, y, size, _PLAIN)


def scene(shows: tuple[int, ...], x: float, y: float, width: float) -> str:
    """Return a biome, and on it the building that shows a material and a type, if there is one."""
    return moved(x, y, [_scene(shows)], width / _WIDE)


@cache
def _scene(shows: tuple[int, ...]) -> str:
    """Return a scene, 24 wide and 16 high."""
    ground = GLYPHS.draw(f"ground/{_NAMES[shows[0]]}", 0, 0, _WIDE)
    if len(shows) == 1:
        return ground
    material, kind = shows[1], shows[2]
    walls = _WALLS[material - V.PER_CATEGORY]
    building = GLYPHS.draw(f"building/{_NAMES[kind]}", 6.2, 1.2, 14, walls)
    return ground + building + GLYPHS.draw(f"block/{_NAMES[material]}", 0.6, 9, 6.4)


def cost(counts: list[int], area: Area) -> Iterator[str]:
    """Yield the blocks of a cost: those of a colour behind one another."""
    size, step = min(20.0, area.height), 7.0
    wide = sum(size + step * (n - 1) + 1 for n in counts if n) - 1
    x, y = area.x + (area.width - wide) / 2, area.y + (area.height - size) / 2
    for colour, count in enumerate(counts):
        for n in range(count):
            yield block(colour, x + step * n, y, size)
        x += (size + step * (count - 1) + 1) * bool(count)


def bonus(points: int, each: int, x: float, y: float, ink: str) -> str:
    """Return what a mob is worth at the end: points for each space; without, one more action."""
    if points:
        sign = characteristic(each, x, y, 26)
        return amount(sign, x, y, 26, f"×{points}", BIG, ink)
    return amount(GLYPHS.draw("again", x, y, 26, ink), x, y, 26, "+1", BIG, ink)
