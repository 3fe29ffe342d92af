"""The Overworld: stacks of tiles, weapon tokens around them, and the pieces at the crossings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.pieces import (
    DARK,
    GLYPHS,
    MOBS,
    SEATS,
    bonus,
    cost,
    hearts,
    scene,
    stars,
    weapon,
)
from tablemates.envs.builders_biomes.rules.places import STACK_CELLS, TOUCHED
from tablemates.envs.builders_biomes.speech import WORDS, thing_words
from tablemates.envs.core.display.cards import Drawing, frame
from tablemates.envs.core.display.svg import BLANK, BORDER, CHOICE, FAINT, PRINT, Area, circle, rect
from tablemates.envs.core.display.tokens import BIG, GROUND, badge, empty, pawn
from tablemates.envs.core.display.zones import about, piece, spot

PITCH: Final = 97.0  # from cell to cell
_CELL: Final = 92.0
_EDGE: Final = 3.0  # of each tile below the top one
_TILE: Final = _CELL - _EDGE * (V.STACK - 1)
_GOLD: Final = "#f2c230"
_BACK: Final = "#8f7850"
_REACH: Final = 32.5  # of a crossing for a finger


def draw_overworld(drawing: Drawing, p: Any, box: Any, x: float, y: float) -> Iterator[str]:
    """Yield the cells, and then the crossings above them."""
    beside = TOUCHED[p.at[p.active]].tolist()
    for cell in range(V.CELLS):
        row, column = divmod(cell, V.SIDE)
        area = Area(x + column * PITCH, y + row * PITCH, _CELL, _CELL)
        yield spot(f"cell/{cell}", rect(*area))
        if not p.left[cell]:
            if cell in STACK_CELLS:
                yield empty(area.inside(4), 2)
            continue
        shape = "".join(_stack(p, cell, area)) + _top(p, box, cell, area)
        if cell in beside:
            corner = beside.index(cell)
            actions = {first + corner for first in (V.BUILD, V.FIGHT, V.WEAPON)}
            action = max(actions.intersection(drawing.open), default=-1)
            shape += drawing.choice(action, frame(area))
        yield about(thing_words(p, box, cell), shape)
    yield from _crossings(drawing, p, x, y)


def _stack(p: Any, cell: int, area: Area) -> Iterator[str]:
    """Yield the edges of the tiles below the top one."""
    if cell in STACK_CELLS:
        for under in range(int(p.left[cell]) - 1, 0, -1):
            by = _EDGE * under
            yield rect(area.x + by, area.y + by, _TILE, _TILE, _BACK, PRINT, 1, 5)


def _top(p: Any, box: Any, cell: int, area: Area) -> str:
    face, name = int(p.face[cell]), f"cell/{cell}"
    if cell not in STACK_CELLS:
        shape = "".join(_token(box, face, area))
        return piece(f"token/{cell}", name, shape) if face >= 0 else shape
    tile = Area(area.x, area.y, _TILE, _TILE)
    if face < 0:
        back = rect(*tile, "#b8a07a", PRINT, 1.2, 5)
        return back + GLYPHS.draw("back/tile", tile.x + 14, tile.y + 14, _TILE - 28)
    draw = _building if face < box.buildings else _mob
    return piece(f"tile/{face}", name, "".join(draw(box, face, tile)))


def _token(box: Any, face: int, area: Area) -> Iterator[str]:
    """Yield a weapon token with its hearts, or its back."""
    x, y = area.x + _CELL / 2, area.y + _CELL / 2
    if face < 0:
        yield GLYPHS.draw("back/token", x - 36, y - 36, 72)
        return
    yield circle(x, y, 44, GROUND, PRINT, 1.4)
    yield weapon(face, x - 21, y - 38, 42)
    yield hearts(x - 21, y + 8, 22, int(box.weapon_hearts[face]), BIG, PRINT)


def _building(box: Any, face: int, tile: Area) -> Iterator[str]:
    """Yield what a building shows, its cost, and the XP that it brings at once."""
    yield rect(*tile, GROUND)
    yield scene(tuple(box.shows[face].tolist()), tile.x, tile.y, tile.width)
    yield rect(*tile, "none", PRINT, 1.2)
    high = tile.width * 2 / 3
    strip = Area(tile.x, tile.y + high, tile.width, tile.height - high)
    yield from cost(box.cost[face].tolist(), strip)
    if box.xp[face]:
        yield badge(tile.right - 17, tile.y + 17, str(int(box.xp[face])), BIG, _GOLD)


def _mob(box: Any, face: int, tile: Area) -> Iterator[str]:
    """Yield a mob: its hearts, its XP, and what it is worth later."""
    x, y, *_ = tile
    yield rect(*tile, DARK, PRINT, 1.2, 5)
    yield rect(x + 3, y + 4, 40, 46, GROUND, PRINT, 1, 5)
    yield GLYPHS.draw(MOBS[box.kind[face]], x + 6, y + 10, 34)
    yield hearts(x + 45, y + 6, 17, int(box.hearts[face]), BIG, BLANK)
    yield stars(x + 45, y + 32, 17, int(box.xp[face]), BIG, BLANK)
    points = 0 if box.action[face] else int(box.bonus[face])
    yield bonus(points, int(box.bonus_for[face]), x + 5, y + 54, BLANK)


def _crossings(drawing: Drawing, p: Any, x: float, y: float) -> Iterator[str]:
    """Yield where pieces can go, and the pieces."""
    gap = (PITCH - _CELL) / 2
    for crossing in range(V.CROSSINGS):
        row, column = divmod(crossing, V.CROSSING_SIDE)
        left, top = x + (column + 1) * PITCH - gap, y + (row + 1) * PITCH - gap
        target = circle(left, top, _REACH, "transparent") + circle(
            left, top, 14, BLANK, CHOICE, 3.5
        )
        yield spot(f"crossing/{crossing}", circle(left, top, 9, FAINT, BORDER, 1.5))
        yield drawing.choice(V.GO + crossing, target)
        seats = np.flatnonzero(p.at[: p.players] == crossing).tolist()
        for n, seat in enumerate(seats):
            name = drawing.game.player_name(seat)
            radius = 15 if len(seats) == 1 else 12  # its letter stays beside the next one
            shape = pawn(left + 19 * (n - (len(seats) - 1) / 2), top, name, SEATS[seat], radius)
            words = WORDS.say("about", "pawn", seat=seat)
            yield piece(f"pawn/{seat}", f"crossing/{crossing}", about(words, shape))
