"""Blocks and tiles beside the cube: used pile, hand, supply, stack, what was drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.render.drawing import icons
from tablemates.envs.portal_dash.render.drawing import palette as P
from tablemates.envs.portal_dash.render.drawing.canvas import MIDDLE, text
from tablemates.envs.portal_dash.render.drawing.panel import Area, body_of, draw_panel
from tablemates.envs.portal_dash.render.drawing.worth import short_worth
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import Colour, ItemType

_LABEL: Final = 56
_BLOCK: Final = 16
_ICON: Final = 16


def draw_piles(
    p: Public, names: Names, colours: Collection[int], supply: Collection[int], area: Area
) -> Iterator[str]:
    """Yield the panel of the piles.

    Args:
        p: The public state.
        names: The names of the parts.
        colours: Colours of blocks in hand that may be chosen now.
        supply: Places of the supply that may be chosen now.
        area: Where it is drawn.
    """
    chests = int(names.box.chests) - sum(1 for space in p.chest_space if space >= 0)
    stack = f"{sum(p.stack_count)} tiles in the stack, {sum(p.discards)} discarded"
    yield from draw_panel(area, "Piles", f"{chests} chests in the supply")
    body = body_of(area)
    pitch = body.height / 5
    rows = [body.y + i * pitch + pitch / 2 for i in range(5)]
    for y, label, counts in (
        (rows[0], "used", p.used),
        (rows[1], "unseen", p.unseen),
        (rows[2], "in hand", p.hand),
    ):
        chosen = colours if label == "in hand" else ()
        yield text(body.x, y + 4, label, 11, P.SOFT)
        yield from _blocks(list(map(int, counts)), chosen, body, y)
    yield text(body.x, rows[3] + 4, "Netherite", 11, P.SOFT)
    yield from _supply(p, names, supply, body, rows[3])
    drawn = [names.item(kind) for kind in p.drawn if kind >= 0]
    words = f"drawn: {' or '.join(drawn)}" if drawn else stack
    yield text(body.x, rows[4] + 4, words, 11, P.INK if drawn else P.SOFT, room=body.width)


def _blocks(counts: Sequence[int], chosen: Collection[int], body: Area, y: float) -> Iterator[str]:
    pitch = (body.width - _LABEL) / L.COLOURS
    top = y - _BLOCK / 2
    for colour in Colour:
        x = body.x + _LABEL + colour * pitch
        count = counts[colour]
        if not count:
            yield text(x + _BLOCK / 2, y + 3, "–", 11, P.BORDER, anchor=MIDDLE)
            continue
        yield icons.block(colour, x, top, _BLOCK)
        yield text(x + _BLOCK + 3.5, y + 4, str(count), 11, P.INK)
        if colour in chosen:
            yield icons.corners(x - 2, top - 2, _BLOCK + 4, _BLOCK + 4, P.CHOICE, 2)


def _supply(
    p: Public, names: Names, chosen: Collection[int], body: Area, y: float
) -> Iterator[str]:
    """Yield the signs of the tiles in the Netherite supply, equal ones with their number."""
    places = [place for place in range(L.NETHERITE) if p.supply[place] == 1]
    kinds = Counter(int(names.box.netherite[place]) for place in places)
    if not kinds:
        yield text(body.x + _LABEL, y + 4, "empty", 11, P.SOFT)
        return
    pitch = min(44.0, (body.width - _LABEL) / len(kinds))
    top = y - _ICON / 2
    for n, (kind, count) in enumerate(kinds.items()):
        x = body.x + _LABEL + n * pitch
        yield icons.item_icon(ItemType(int(names.box.item_type[kind])), x, top, _ICON, P.ITEM.ink)
        worth = short_worth(names, kind, names.numbers(kind)).split()[0].split("/")[0]
        yield text(x + _ICON + 2, y + 6, worth, 9, P.SOFT, room=pitch - _ICON - 4)
        if count > 1:
            yield text(x + _ICON + 2, y - 3, f"×{count}", 9, P.INK, True)
        if any(names.box.netherite[place] == kind for place in chosen):
            yield icons.corners(x - 2, top - 2, pitch - 2, _ICON + 4, P.CHOICE, 2)
