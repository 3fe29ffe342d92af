"""Landscape cards: a scene, and below it what exploring costs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from tablemates.envs.core.display.cards import GAP, Drawing, frame
from tablemates.envs.core.display.svg import (
    BORDER,
    INK,
    PANEL,
    PRINT,
    SOFT,
    Area,
    fine,
    moved,
    rect,
    text,
    width_of,
)
from tablemates.envs.core.display.tokens import BIG, SMALL, badge, empty, faded
from tablemates.envs.core.display.zones import about, piece, spot
from tablemates.envs.core.files.documents import read_document
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.pieces import GLYPHS, ITEMS, KINDS, food, sign, under_way
from tablemates.envs.explorers.speech import WORDS, landscape_words, pile_words, trade_of
from tablemates.envs.explorers.vocabulary import Decision, Front

_SCENES: Final[Any] = read_document(Path(__file__).with_name("scenes.yaml")).values
_SCENE: Final = (48, 32)
_ACROSS: Final = 4
_TOOLS: Final = {V.TOOL: "sword", V.PICKAXE: "pickaxe"}


def draw_row(drawing: Drawing, p: Any, box: Any, area: Area) -> Iterator[str]:
    """Yield the slots of the row and the pile, four side by side."""
    yield spot("row", rect(*area))
    for place, card in zip(range(V.PLACES), area.grid(_ACROSS, 2, GAP), strict=True):
        front = int(p.place_front[place])
        if place == V.TOP:
            yield _pile(drawing, p, box, card)
        elif front < 0:
            yield _empty(drawing, p, place, card)
        else:
            shape = "".join(_card(p, box, place, card))
            if place == p.slot and p.decision in (Decision.PAY, Decision.TRADE):
                shape += under_way(card)
            shape += drawing.choice(V.SLOT + place, frame(card))
            words = landscape_words(p, box, place)
            yield piece(f"front/{front}.{place}", "row", about(words, shape))


@cache
def _scene(front: int) -> str:
    """Return the scene of a front, 48 wide and 32 high."""
    ground, *things = _SCENES[Front(front).name.lower()]
    shapes = [GLYPHS.draw(f"ground/{ground}", 0, 0, _SCENE[0])]
    shapes += [GLYPHS.draw(name, x, y, size, *ink) for name, x, y, size, *ink in things]
    return "".join(shapes)


def _picture(front: int, card: Area) -> str:
    return moved(card.x, card.y, [_scene(front)], card.width / _SCENE[0])


def _card(p: Any, box: Any, place: int, card: Area) -> Iterator[str]:
    """Yield a landscape: scene, name, cost, what lowers it, danger, what is known of its back."""
    front, back = int(p.place_front[place]), int(p.place_back[place])
    yield rect(*card, PANEL, BORDER, 1, 3)
    yield _picture(front, card)
    name = WORDS.name("front", front)
    name = name[:1].upper() + name[1:]
    wide = min(card.width - 4, width_of(name, SMALL, True) + 8)
    label = rect(card.x + 2, card.y + 4, wide, 21, PANEL, None, None, 4)
    yield fine(label + text(card.x + 6, card.y + 19.5, name, SMALL, INK, True))
    base = card.y + card.width * _SCENE[1] / _SCENE[0]
    y, x = base + (card.bottom - base) / 2, card.x
    trade = [KINDS[kind] for kind in trade_of(box, front)]
    price = int(box.front_cost[front])
    if trade:
        yield food(x + 3, y - 15, 30, price, BIG)
        yield sign(trade[0], x + 58, y - 16, 32)
        yield text(x + 91, y + 10, "/", BIG, SOFT)
        yield sign(trade[-1], x + 102, y - 16, 32)
        yield GLYPHS.draw("arrow", x + 139, y - 11, 22, SOFT)
        yield sign(ITEMS[box.back_item[front, 0]], x + 166, y - 20, 40)
    else:
        yield food(x + 8, y - 18, 36, price, BIG)
        if tool := _TOOLS.get(int(box.front_tool[front])):
            yield text(x + 76, y + 10, "−", BIG, SOFT, True)
            yield sign(tool, x + 102, y - 18, 36)
        if box.front_danger[front]:
            yield GLYPHS.draw("danger", card.right - 44, y - 19, 38)
        if back >= 0:
            yield from _known(box, front, back, card)


def _known(box: Any, front: int, back: int, card: Area) -> Iterator[str]:
    """Yield what lies behind a card, if it is known: the item, and how many creature cards."""
    creatures = int(box.back_creatures[front, back])
    wide = 56 + 24 * creatures
    ground = Area(card.right - wide - 5, card.y + 30, wide, 56)
    yield rect(*ground, PANEL, PRINT, 2, 6)
    yield sign(ITEMS[box.back_item[front, back]], ground.x + 8, ground.y + 8, 40)
    for n in range(creatures):
        yield GLYPHS.draw("cards", ground.x + 49 + 24 * n, ground.y + 14, 28)


def _empty(drawing: Drawing, p: Any, place: int, card: Area) -> str:
    """Return an empty slot; those behind the row wait for the destinations."""
    shape = empty(card.inside(1), 2)
    n = place - (V.ROW - len(V.DESTINATIONS))
    if n < 0 or V.DESTINATIONS[n] in p.place_front[: V.ROW]:
        return shape
    inner = card.inside(3)
    shape += faded(moved(inner.x, inner.y, [_scene(V.DESTINATIONS[n])], inner.width / _SCENE[0]))
    shape += sign("map", card.x + card.width / 2 - 26, card.bottom - 57, 52)
    shape += drawing.choice(V.DESTINATION + n, frame(card))
    return about(WORDS.say("about", "free", front=V.DESTINATIONS[n]), shape)


def _pile(drawing: Drawing, p: Any, box: Any, card: Area) -> str:
    """Return the pile with its top card, how many there are, and laying out new ones."""
    length = int(p.place_front[V.TOP] >= 0) + p.deep_length + p.low_length
    top = Area(card.x, card.y, card.width - 8, card.height - 8)
    shape = "".join(
        rect(top.x + by, top.y + by, top.width, top.height, PANEL, BORDER, 1, 3)
        for by in (8, 4)
        if length > by / 4
    )
    if p.place_front[V.TOP] >= 0:
        shape += "".join(_card(p, box, V.TOP, top))
    elif length:  # the card below is being turned up
        shape += faded(GLYPHS.draw("fronts", top.x + 60, top.y + 10, 76))
    else:
        shape += empty(card.inside(1), 2)
    if length:
        shape += badge(card.right - 40, card.y + 108, str(length), BIG)
    button = Area(card.x + 3, card.y + 86, 106, 44)
    shape += rect(*button, PANEL, PRINT, 2, 10)
    shape += GLYPHS.draw("refresh", button.x + 6, button.y + 6, 32, INK)
    shape += food(button.x + 44, button.y + 8, 28, 1, BIG)
    shape += drawing.choice(V.REFRESH, frame(card))
    return about(pile_words(p, length), shape)
