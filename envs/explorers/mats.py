"""Chests that fill, and what each seat holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tablemates.envs.core.display.cards import GAP, Drawing, frame
from tablemates.envs.core.display.svg import BORDER, GOOD, PANEL, PRINT, Area, rect
from tablemates.envs.core.display.tokens import GROUND, SMALL, badge, empty, faded, mat
from tablemates.envs.core.display.zones import about, spot
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.pieces import (
    GLYPHS,
    KINDS,
    SEATS,
    food,
    holding,
    sign,
    trophy,
    under_way,
)
from tablemates.envs.explorers.speech import WORDS, chest_words, holding_words, needs_of
from tablemates.envs.explorers.vocabulary import Decision

_WOOD, _LID = "#a8703a", "#c28a4b"
#: Of holdings: how many, and how many across.
_ROWS: Final = ((2, 5), (2, 7), (3, 8), (4, 10), (4, 11))


def draw_chests(drawing: Drawing, p: Any, box: Any, area: Area) -> Iterator[str]:
    """Yield the chests, each with a socket for what it needs."""
    across = 4 if p.chests > 6 else min(3, p.chests)
    down = -(-p.chests // across)
    for n, place in zip(range(p.chests), area.grid(across, down, GAP), strict=False):
        shape = "".join(_chest(p, box, n, place))
        if n == p.chest and p.decision == Decision.ITEM:
            shape += under_way(place)
        shape += drawing.choice(V.CHEST + n, frame(place))
        yield spot(f"chest/{int(p.chest_number[n])}", about(chest_words(p, box, n), shape))


def _chest(p: Any, box: Any, n: int, place: Area) -> Iterator[str]:
    needs, filled = needs_of(p, box, n), not p.chest_missing[n]
    x, y, wide, high = place
    yield rect(*place, GOOD if filled else PANEL, BORDER, 1, 6)
    left, top = x + 4, y + 4
    width, lid = wide - 8, 0.26 * high
    yield rect(left, top + lid - 3, width, high - lid - 5, _WOOD, PRINT, 1.4, 3)
    yield rect(left, top, width, lid, _LID, PRINT, 1.4, 6)
    for edge in (left + 0.1 * width, left + 0.84 * width):
        yield rect(edge, top + 1, 0.06 * width, high - 10, "#6b4526")
    yield badge(x + wide / 2, top + lid / 2, str(int(p.chest_number[n])), SMALL)
    size = min(48.0, (width - 10) / len(needs) - 4, high - lid - 18)
    middle = top + lid + (high - lid - 8) / 2 - 2
    for k, (kind, met) in enumerate(needs):
        left = x + wide / 2 + (k - len(needs) / 2) * (size + 5) + 2.5
        socket = Area(left, middle - size / 2, size, size)
        yield rect(*socket, GROUND, PRINT, 1.4, 5, None if met else "4 3")
        thing = sign(KINDS[kind], socket.x + 5, socket.y + 5, size - 10)
        yield thing if met else faded(thing, 0.42)
        if met:
            yield GLYPHS.draw("check", socket.right - 19, socket.bottom - 19, 22)


def draw_seat(drawing: Drawing, p: Any, box: Any, seat: int, area: Area) -> Iterator[str]:
    """Yield a seat's name, its food when it is its turn, its items and its trophies."""
    active = bool(seat == p.active)
    yield mat(area, drawing.game.player_name(seat), SEATS[seat], active, area.width - 150)
    if active:
        words = WORDS.say("about", "food", seat=seat, food=p.food)
        yield about(words, food(area.right - 66, area.y + 5, 28, p.food, 22))
    held = [("holding", n, int(count)) for n, count in enumerate(p.items[seat]) if count]
    held += [("trophy", n, int(count)) for n, count in enumerate(p.trophies[seat]) if count]
    down, across = next((one for one in _ROWS if one[0] * one[1] >= len(held)), _ROWS[-1])
    room = Area(area.x + 14, area.y + 38, area.width - 22, area.height - 46)
    for at, cell in enumerate(room.grid(across, down, GAP)):
        place = Area(*cell[:3], min(cell.width, cell.height))
        if at >= len(held):
            yield empty(place.inside(2))  # room for more
            continue
        what, n, count = held[at]
        if what == "holding":
            shape, action = "".join(holding(box, n, count, place)), V.HOLDING + n
        else:
            shape, action = "".join(trophy(n, count, place)), V.TROPHY + n
        if active:
            shape += drawing.choice(action, frame(place))
        yield about(holding_words(box, what, n, count), shape)
