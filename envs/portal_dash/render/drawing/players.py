"""The players' inventories, and the piles of blocks and tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from tablemates.envs.core.canvas import (
    MIDDLE,
    PADDING,
    RIGHT,
    SMALLEST,
    Area,
    body_of,
    draw_panel,
    element,
    rect,
    text,
    width_of,
)
from tablemates.envs.portal_dash.naming import ItemNumbers, Names, player_name, space_name
from tablemates.envs.portal_dash.render.drawing import icons
from tablemates.envs.portal_dash.render.drawing import palette as P
from tablemates.envs.portal_dash.render.scene import Scene
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import Colour, ItemType, Mode


def short_worth(names: Names, kind: int, n: ItemNumbers, mode: int = Mode.NONE) -> str:
    """Return the numbers of an item: ``4d r3`` is four dice and range 3.

    ``re1`` is one reroll, ``3st`` three steps, ``fire`` fire walking, ``2h`` two
    hearts, ``2bl`` two blocks from the cube, ``4us`` four from the used pile.

    Args:
        names: The names of the parts.
        kind: The kind of item.
        n: Its numbers, enchantments included.
        mode: Which way up leggings lie.
    """
    if names.box.item_type[kind] == ItemType.LEGGINGS and mode == Mode.NONE:
        return f"{n.steps}st/{n.hearts}h"
    parts = [f"{n.dice}d" * bool(n.dice), f"r{n.range}" * bool(n.range)]
    parts += [f"re{n.rerolls}" * bool(n.rerolls)]
    if mode != Mode.ARMOUR:
        parts += [f"{n.steps}st" * bool(n.steps), "fire" * n.fire_walking]
    if mode != Mode.BOOTS:
        parts += [f"{n.hearts}h" * bool(n.hearts)]
    parts += [f"{n.blocks}bl" * bool(n.blocks), f"{n.blind}us" * bool(n.blind)]
    return " ".join(part for part in parts if part)


_HEAD: Final = 30
_SIDE: Final = 16  # room for the names of the rows, written upwards
_WIDEST: Final = 140  # a tile


def draw_player(scene: Scene, seat: int, area: Area) -> Iterator[str]:
    """Yield a player's card."""
    p = scene.p
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
        yield from _row_ground(label, active, row)
        wide = min(float(_WIDEST), (row.width - _SIDE - 2) / L.SLOTS)
        for slot in range(L.SLOTS):  # every slot keeps its column in both rows
            if p.item_kind[seat, slot] < 0 or p.item_active[seat, slot] != active:
                continue
            tile = Area(row.x + _SIDE + slot * wide + 1, row.y + 2, wide - 3, row.height - 4)
            yield from _tile(scene, seat, slot, tile)
            if decides:
                yield scene.mark("slot", slot, *tile)
    yield scene.mark("player", seat, area.x + 6, area.y + 3, 30, 27)


def _row_ground(label: str, active: int, area: Area) -> Iterator[str]:
    yield rect(*area, P.PAPER if active else P.FAINT, None, None, 5)
    x, y = area.x + 11, area.y + area.height / 2
    turned = f"rotate(-90 {x:.6g} {y:.6g})"
    attributes = {"font-size": "8.5", "fill": P.SOFT, "text-anchor": "middle"}
    yield element("text", label, x=x, y=y, transform=turned, **attributes)


def _tile(scene: Scene, seat: int, slot: int, area: Area) -> Iterator[str]:
    """Yield an item: its name, its sign, what it can do now."""
    p, names = scene.p, scene.names
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
    words = names.owned_details(p, seat, slot)
    if width_of(words, 9 * SMALLEST) > room:
        numbers = names.numbers(kind, p.item_enchantments[seat, slot])
        words = short_worth(names, kind, numbers, int(p.item_mode[seat, slot]))
    yield text(middle, low, words, 9, P.SOFT, False, MIDDLE, room)


def _short(name: str, room: float) -> str:
    """Return a name that fits, without its last word if the sign can say that."""
    words = name.split()
    if len(words) > 1 and width_of(name, 9 * SMALLEST) > room:
        return " ".join(words[:-1])
    return name


_LABEL: Final = 56
_NARROW: Final = 220
_BLOCK: Final = 16
_ICON: Final = 16


def draw_piles(scene: Scene, area: Area) -> Iterator[str]:
    """Yield the panel of the piles of blocks and tiles; a narrow one has labels above."""
    p, names = scene.p, scene.names
    chests = int(names.box.chests) - sum(1 for space in p.chest_space if space >= 0)
    stack = f"{sum(p.stack_count)} tiles in the stack, {sum(p.discards)} discarded"
    narrow = area.width < _NARROW
    if narrow:
        stack = f"{sum(p.stack_count)} tiles, {sum(p.discards)} out"
    yield from draw_panel(area, "Piles", f"{chests} chests" + " in the supply" * (not narrow))
    body = body_of(area)
    pitch = body.height / 5
    above = 16 if narrow else 0
    rows = [body.y + i * pitch + (pitch - above) / 2 for i in range(5)]
    beside = body
    if narrow:
        beside = Area(body.x - _LABEL, body.y, body.width + _LABEL, body.height)
    for y, label, counts in (
        (rows[0], "used", p.used),
        (rows[1], "unseen", p.unseen),
        (rows[2], "in hand", p.hand),
    ):
        yield text(body.x, y + 4, label, 11, P.SOFT)
        yield from _blocks(scene, label == "in hand", list(map(int, counts)), beside, y + above)
    yield text(body.x, rows[3] + 4, "Netherite", 11, P.SOFT)
    yield from _supply(scene, beside, rows[3] + above)
    drawn = [names.item(kind) for kind in p.drawn if kind >= 0]
    words = f"drawn: {' or '.join(drawn)}" if drawn else stack
    yield text(body.x, rows[4] + 4, words, 11, P.INK if drawn else P.SOFT, room=body.width)


def _blocks(
    scene: Scene, in_hand: bool, counts: Sequence[int], body: Area, y: float
) -> Iterator[str]:
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
        if in_hand:
            yield scene.mark("colour", colour, x - 2, top - 2, _BLOCK + 4, _BLOCK + 4)


def _supply(scene: Scene, body: Area, y: float) -> Iterator[str]:
    """Yield the signs of the tiles in the Netherite supply, equal ones with their number."""
    names = scene.names
    places = [place for place in range(L.NETHERITE) if scene.p.supply[place] == 1]
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
        place = next(place for place in places if names.box.netherite[place] == kind)
        yield scene.mark("supply", place, x - 2, top - 2, pitch - 2, _ICON + 4)
