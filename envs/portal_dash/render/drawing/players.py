"""The inventories: a card for each player with hearts and items in their two rows."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from tablemates.envs.portal_dash.naming import Names, player_name, space_name
from tablemates.envs.portal_dash.render.drawing import icons
from tablemates.envs.portal_dash.render.drawing import palette as P
from tablemates.envs.portal_dash.render.drawing.canvas import MIDDLE, RIGHT, element, rect, text
from tablemates.envs.portal_dash.render.drawing.metrics import SMALLEST, width_of
from tablemates.envs.portal_dash.render.drawing.panel import PADDING, Area
from tablemates.envs.portal_dash.render.drawing.worth import owned_worth
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import ItemType, Mode

_HEAD: Final = 30
_SIDE: Final = 16  # room for the names of the rows, written upwards
_WIDEST: Final = 140  # a tile


def draw_player(
    p: Public, names: Names, seat: int, slots: Collection[int], lit: bool, area: Area
) -> Iterator[str]:
    """Yield a player's card.

    Args:
        p: The public state.
        names: The names of the parts.
        seat: Whose.
        slots: Slots of the decider that may be chosen now.
        lit: Whether the player may be chosen now.
        area: Where it is drawn.
    """
    yield from _card(p, names, seat, slots if seat == p.decider else (), area)
    if lit:
        yield icons.corners(area.x + 6, area.y + 3, 30, 27, P.CHOICE, 2.2)


def _card(p: Public, names: Names, seat: int, slots: Collection[int], area: Area) -> Iterator[str]:
    paint = P.PLAYERS[seat]
    decides = seat == p.decider
    yield rect(*area, P.PANEL, paint.edge if decides else P.BORDER, 2 if decides else 1, 8)
    yield icons.pawn(seat, area.x + 9, area.y + 4, 24)
    name = player_name(seat)
    yield text(area.x + 40, area.y + 21, name, 13, P.INK, True)
    x = area.x + 40 + width_of(name, 13, True) + 10
    yield icons.hearts(x, area.y + 10, 13, int(p.hearts[seat]), L.HEARTS)
    space = int(p.player_space[seat])
    note = f"on {space_name(space)}" if space >= 0 else "not placed"
    if decides:
        note = "decides"
    elif seat == p.active_player and p.turn > 0:
        note = "on turn"
    x += L.HEARTS * 14.5 + 8
    yield text(
        *(area.right - PADDING, area.y + 21, note, 11),
        *(paint.edge if decides else P.SOFT, decides, RIGHT),
        room=area.right - PADDING - x,
    )
    high = (area.height - _HEAD - 8) / 2
    for active, label in ((1, "active"), (0, "bottom")):
        top = area.y + _HEAD + (1 - active) * (high + 2)
        row = Area(area.x + 6, top, area.width - 12, high)
        yield from _row(p, names, seat, active, label, slots, row)


def _row(
    p: Public,
    names: Names,
    seat: int,
    active: int,
    label: str,
    slots: Collection[int],
    area: Area,
) -> Iterator[str]:
    """Yield one row of tiles; every slot keeps its column in both rows."""
    yield rect(*area, P.PAPER if active else P.FAINT, None, None, 5)
    x, y = area.x + 11, area.y + area.height / 2
    turned = f"rotate(-90 {x:.6g} {y:.6g})"
    attributes = {"font-size": "8.5", "fill": P.SOFT, "text-anchor": "middle"}
    yield element("text", label, x=x, y=y, transform=turned, **attributes)
    wide = min(float(_WIDEST), (area.width - _SIDE - 2) / L.SLOTS)
    for slot in range(L.SLOTS):
        if p.item_kind[seat, slot] < 0 or p.item_active[seat, slot] != active:
            continue
        tile = Area(area.x + _SIDE + slot * wide + 1, area.y + 2, wide - 3, area.height - 4)
        yield from _tile(p, names, seat, slot, tile)
        if slot in slots:
            yield icons.corners(*tile, P.CHOICE, 2.2)


def _tile(p: Public, names: Names, seat: int, slot: int, area: Area) -> Iterator[str]:
    """Yield an item: its name, its sign, what it can do now."""
    kind = int(p.item_kind[seat, slot])
    item_type = ItemType(int(names.box.item_type[kind]))
    in_use = seat == p.active_player and slot == p.slot_in_use
    fill = P.PANEL if p.item_active[seat, slot] else P.ITEM.fill
    yield rect(*area, fill, P.INK if in_use else P.ITEM.edge, 1.8 if in_use else 1, 4)
    middle = area.x + area.width / 2
    room = area.width - 4
    yield text(middle, area.y + 10.5, _short(names.item(kind), room), 9, P.INK, False, MIDDLE, room)
    size = min(22.0, area.height - 26)
    yield icons.item_icon(item_type, middle - size / 2, area.y + 13.5, size, P.ITEM.ink)
    extra = sum(1 for e in p.item_enchantments[seat, slot] if e >= 0)
    if extra:
        x = area.right - 11.5
        yield icons.item_icon(ItemType.ENCHANTMENT, x, area.y + 13, 10, P.STAR)
        if extra > 1:
            yield text(x + 5, area.y + 32, str(extra), 9, P.STAR, True, MIDDLE)
    low = area.bottom - 4
    worn = item_type == ItemType.ARMOUR or p.item_mode[seat, slot] == Mode.ARMOUR
    if worn and p.item_active[seat, slot]:
        full, left = int(names.box.item_hearts[kind]), int(p.item_hearts[seat, slot])
        heart = min(8.5, room / max(1, full) - 1)
        start = middle - (full * (heart + 1) - 1) / 2
        yield icons.hearts(start, low - 8, heart, left, full, 1)
        return
    words, short = owned_worth(p, names, seat, slot)
    said = words if width_of(words, 9 * SMALLEST) <= room else short
    yield text(middle, low, said, 9, P.SOFT, False, MIDDLE, room)


def _short(name: str, room: float) -> str:
    """Return a name that fits, without its last word if the sign can say that."""
    words = name.split()
    if len(words) > 1 and width_of(name, 9 * SMALLEST) > room:
        return " ".join(words[:-1])
    return name
