"""Creatures in the line, and the card of the turn: food, and the night that ends it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tablemates.envs.core.display.cards import GAP, Drawing, frame
from tablemates.envs.core.display.svg import (
    BLANK,
    BORDER,
    FAINT,
    HEART,
    INK,
    MIDDLE,
    PANEL,
    PRINT,
    SOFT,
    Area,
    fine,
    rect,
    text,
)
from tablemates.envs.core.display.tokens import BIG, GROUND, SMALL, faded, pawn
from tablemates.envs.core.display.zones import about, piece, spot
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.pieces import CREATURES, GLYPHS, SEATS, food, under_way
from tablemates.envs.explorers.speech import WORDS, creature_words

_TURN: Final = 150  # width of the card of the turn
_NIGHT: Final = ("#2f2a52", "#5c2438", "#7d1f2b")  # by how close the end is
_TOP: Final = 46  # height of a creature's cost


def alarm(p: Any) -> int:
    """Return how close Game Over is: 0, 1 or 2."""
    return int(p.creature_length <= 10) + int(p.creature_length <= 5)


def draw_line(drawing: Drawing, p: Any, box: Any, area: Area) -> Iterator[str]:
    """Yield a stall for each type, and the turn at the right."""
    wide = (area.width - _TURN) / V.CREATURES
    yield spot("line", rect(area.x, area.y, area.width - _TURN, area.height))
    for kind in range(V.CREATURES):
        stall = Area(area.x + kind * wide, area.y, wide - GAP, area.height)
        shape = "".join(_stall(p, box, kind, stall))
        if kind == p.creature:
            shape += under_way(stall)
        if p.line[kind]:
            shape += drawing.choice(V.CREATURE + kind, frame(stall))
        yield about(creature_words(p, box, kind), shape)
    yield from _turn(drawing, p, Area(area.right - _TURN, area.y, _TURN, area.height))


def _stall(p: Any, box: Any, kind: int, stall: Area) -> Iterator[str]:
    """Yield what a fight costs, the creatures that are there, and how many may come."""
    count, unseen = int(p.line[kind]), int(p.unseen[kind])
    yield rect(*stall, PANEL if count else FAINT, HEART if count else BORDER, 1.5, 6)
    yield food(stall.x + 7, stall.y + 8, 30, int(box.creature_cost[kind]), BIG)
    yield fine(
        GLYPHS.draw("cards", stall.right - 38, stall.y + 12, 20)
        + text(stall.right - 16, stall.y + 27, str(unseen), SMALL, SOFT)
    )
    middle = stall.x + stall.width / 2
    name = WORDS.name("creature", kind)
    yield fine(text(middle, stall.bottom - 9, name, SMALL, INK if count else SOFT, False, MIDDLE))
    room = Area(stall.x + 4, stall.y + _TOP, stall.width - 8, stall.height - _TOP - 26)
    shown = max(1, count)
    across = 1 if shown == 1 else 2
    down = -(-shown // across)
    size = min(room.width / across, room.height / down, 92) - 5
    for n in range(shown):
        x = room.x + room.width * (n % across + 0.5) / across - size / 2
        y = room.y + room.height * (n // across + 0.5) / down - size / 2
        creature = rect(x, y, size, size, GROUND, PRINT, 1.2, 0.1 * size)
        creature += GLYPHS.draw(CREATURES[kind], x + 0.09 * size, y + 0.09 * size, 0.82 * size)
        yield piece(f"creature/{kind}.{n}", "line", creature) if count else faded(creature)


def _turn(drawing: Drawing, p: Any, area: Area) -> Iterator[str]:
    """Yield the food that is left, and the night with the creature pile."""
    seat = p.active
    high = 0.42 * area.height
    ground = Area(area.x, area.y, area.width, high - GAP)
    shape = rect(*ground, PANEL, BORDER, 1, 6)
    shape += pawn(ground.right - 18, ground.y + 18, drawing.game.player_name(seat), SEATS[seat])
    if p.left > 0:
        shape += food(ground.x + 12, ground.y + 6, 40, p.food, 36)
        shape += text(ground.x + 12, ground.bottom - 12, "−", 36, HEART, True)
        shape += food(ground.x + 44, ground.bottom - 46, 36, p.left, BIG, HEART)
    else:
        shape += food(ground.x + 14, ground.y + 21, 54, p.food, 48)
    yield spot("food", about(WORDS.say("about", "food", seat=seat, food=p.food), shape))
    night = Area(area.x, area.y + high, area.width, area.height - high)
    shape = rect(*night, _NIGHT[alarm(p)], BORDER, 1, 6)
    shape += GLYPHS.draw("moon", night.x + 10, night.y + 10, 62)
    shape += GLYPHS.draw("arrow", night.right - 62, night.y + 22, 44, BLANK)
    shape += GLYPHS.draw("cards", night.x + 16, night.bottom - 58, 48)
    count = str(p.creature_length)
    shape += text(night.x + 74, night.bottom - 20, count, 40, BLANK, True)
    shape += drawing.choice(V.END, frame(night))
    words = WORDS.say("about", "night", cards=p.creature_length)
    yield spot("night", about(words, shape))
