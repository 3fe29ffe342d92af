"""The cube of blocks, column by column, and what each seat has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.pieces import (
    DARK,
    GLYPHS,
    HEARTS,
    MOBS,
    SEATS,
    block,
    characteristic,
    scene,
    stars,
    weapon,
)
from tablemates.envs.builders_biomes.speech import (
    WORDS,
    column_words,
    held_words,
    mob_words,
    space_words,
)
from tablemates.envs.core.display.cards import GAP, Drawing, frame
from tablemates.envs.core.display.svg import BORDER, FAINT, INK, PANEL, PRINT, Area, rect, text
from tablemates.envs.core.display.tokens import GROUND, SMALL, amount, badge, mat, times
from tablemates.envs.core.display.zones import about, piece, spot

_ACROSS: Final = 4  # columns of the cube
_HEAD: Final = 30  # height of the layers' line
_COUNT: Final = 18  # letters of the layers
_SPACE: Final = (70.0, 48.0)  # from space to space of a board
_NUMBER: Final = 15  # letters of the supply


def draw_cube(drawing: Drawing, p: Any, area: Area) -> Iterator[str]:
    """Yield how much is left of each layer, then the columns, their upper blocks large."""
    wide = (area.width + GAP) / V.LAYERS
    yield spot("cube", rect(*area))
    for layer in range(V.LAYERS):
        left = int((p.height > V.LAYERS - 1 - layer).sum())
        x = area.x + layer * wide
        ground = rect(x, area.y, wide - GAP, _HEAD - 5, PANEL, BORDER, 1, 5)
        bar = rect(x, area.y, (wide - GAP) * left / V.COLUMNS, _HEAD - 5, FAINT, None, None, 5)
        letter = "ABC–"[layer]
        words = text(x + 8, area.y + 19, letter, _COUNT, INK, True)
        words += GLYPHS.draw("layer", x + 30, area.y + 2, 21)
        words += text(x + 56, area.y + 19, str(left), _COUNT, INK)
        yield about(WORDS.say("about", "layer", layer=layer + 1, count=left), ground + bar + words)
    for column, place in enumerate(area.inside(0, _HEAD).grid(_ACROSS, _ACROSS, GAP)):
        shape = rect(*place, PANEL if p.height[column] else "none", BORDER, 1, 6)
        shape += "".join(_column(p, column, place))
        shape += drawing.choice(V.BLOCK + column, frame(place))
        yield about(column_words(p, column), shape)


def _column(p: Any, column: int, place: Area) -> Iterator[str]:
    """Yield the blocks of a column: the top one large, those below it beside it."""
    high = int(p.height[column])
    big, small = place.height - 6, (place.height - 7) / 2
    for level in range(high):
        under = high - 1 - level
        x, y, size = place.x + 3, place.y + 3, big
        if under:  # down, and then to the right
            down, right = min(under - 1, 1), max(under - 2, 0)
            x += big + 5 + 0.8 * right * small
            y, size = y + down * (small + 1), small
        shape = block(int(p.cube[column, level]), x, y, size)
        yield piece(f"block/{column}-{V.LAYERS - level}", "cube", shape)


def draw_seat(drawing: Drawing, p: Any, box: Any, seat: int, area: Area) -> Iterator[str]:
    """Yield a seat's name, XP and blocks, its board, its weapons and its mobs."""
    active = bool(seat == p.active)
    yield mat(area, drawing.game.player_name(seat), SEATS[seat], active, 70)
    words = WORDS.say("about", "xp", seat=seat, xp=int(p.xp[seat]))
    yield about(words, stars(area.x + 118, area.y + 6, 22, int(p.xp[seat]), 20))
    for colour in range(V.COLOURS):
        x, count = area.x + 194 + 45 * colour, int(p.supply[seat, colour])
        sign = block(colour, x, area.y + 6, 23)
        words = WORDS.say("about", "supply", seat=seat, colour=colour, count=count)
        yield about(words, amount(sign, x, area.y + 6, 23, str(count), _NUMBER))
    for space in range(V.SPACES):
        down, right = divmod(space, 3)
        x, y = area.x + 14 + right * _SPACE[0], area.y + 35 + down * _SPACE[1]
        yield from _space(drawing, p, box, seat, space, Area(x, y, 69, 46))
    yield from _tokens(p, box, seat, Area(area.x + 232, area.y + 35, area.width - 240, 142))


def _space(drawing: Drawing, p: Any, box: Any, seat: int, space: int, place: Area) -> Iterator[str]:
    tile, biome = int(p.built[seat, space]), int(box.boards[p.board[seat], space])
    shows = tuple(box.shows[tile].tolist()) if tile >= 0 else (biome,)
    shape = scene(shows, place.x, place.y, place.width) + rect(*place, "none", PRINT, 1.2)
    if seat == p.active:
        shape += drawing.choice(V.SPACE + space, frame(place))
    yield spot(f"space/{seat}-{space}", about(space_words(box, tile, biome), shape))


def _tokens(p: Any, box: Any, seat: int, area: Area) -> Iterator[str]:
    """Yield the weapons of a pile and the mobs that were defeated."""
    pile = [(kind, int(n)) for kind, n in enumerate(p.pile[seat]) if n]
    mobs = np.flatnonzero(p.where == V.WON + seat).tolist()
    wanted = len(pile) + len(mobs)
    across = next(n for n in range(4, 20) if n * int(n * area.height / area.width) >= wanted)
    size = (area.width + 3) / across - 3
    for at in range(len(pile) + len(mobs)):
        x = area.x + at % across * (size + 3)
        y = area.y + at // across * (size + 2)
        place = Area(x, y, size, size - 2)
        if at < len(pile):
            kind, count = pile[at]
            shape = rect(*place, GROUND, PRINT, 1, 5)
            shape += weapon(kind, x + 0.14 * size, y + 0.06 * size, 0.7 * size)
            shape += badge(x + 8, y + 8, str(int(box.weapon_hearts[kind])), SMALL, HEARTS)
            shape += times(place.right - 12, place.bottom - 8, count)
            yield about(held_words(box, kind, count), shape)
            continue
        tile = mobs[at - len(pile)]
        shape = rect(*place, DARK, PRINT, 1, 5)
        shape += rect(x + 2, y + 2, 0.56 * size, 0.6 * size, GROUND, None, None, 3)
        shape += GLYPHS.draw(MOBS[box.kind[tile]], x + 4, y + 3, 0.5 * size)
        side = 0.46 * size
        corner = (place.right - side - 1, place.bottom - side - 1, side)
        if box.action[tile]:
            shape += GLYPHS.draw("again", *corner, "#ffffff")
        else:
            shape += characteristic(int(box.bonus_for[tile]), *corner)
        yield about(mob_words(box, tile), shape)
