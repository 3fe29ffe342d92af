"""The drawing of a player's mat: hearts, and the items in their two rows with what they can do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablemates.envs.core.display.cards import Drawing, frame
from tablemates.envs.core.display.svg import (
    BORDER,
    FAINT,
    INK,
    MIDDLE,
    PANEL,
    PAPER,
    RIGHT,
    SOFT,
    Area,
    element,
    rect,
    text,
    width_of,
)
from tablemates.envs.core.display.zones import about
from tablemates.envs.portal_dash import icons
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.naming import WORDS
from tablemates.envs.portal_dash.scene import Scene
from tablemates.envs.portal_dash.vocabulary import ItemType, Mode

#: Size of the zone.
SEAT: Final = (420, 149)
_SIZE: Final = 13.3  # letters: 12 pixels on a phone
_LOW: Final = 2  # rows of signs below the name


def draw_player(drawing: Drawing, scene: Scene, seat: int, area: Area) -> Iterator[str]:
    """Yield a player's mat."""
    p, paint = scene.p, icons.PLAYERS[seat]
    decides = seat == p.decider
    yield rect(*area, PANEL, paint.edge if decides else BORDER, 2 if decides else 1, 8)
    name, hearts = drawing.game.player_name(seat), int(p.hearts[seat])
    shape = icons.pawn(seat, area.x + 8, area.y + 3, 31)
    shape += text(area.x + 44, area.y + 24, name, 15, INK, True)
    shape += icons.GLYPHS.row(icons.hearts(hearts, V.HEARTS), area.x + 112, area.y + 8, 20)
    yield about(WORDS.say("about", "pawn", player=name, hearts=hearts), shape)
    if p.player_space[seat] < 0:
        yield text(area.right - 10, area.y + 24, "not placed", _SIZE, SOFT, anchor=RIGHT)
    relative = (seat - p.decider) % p.players
    pawn = Area(area.x + 6, area.y + 2, 34, 32)
    yield drawing.choice(V.PLAYER + relative, frame(pawn)) if p.decider >= 0 else ""
    high = (area.height - 42) / 2
    wide = (area.width - 10) / V.SLOTS
    for active in (1, 0):
        top = area.y + 37 + (1 - active) * (high + 2)
        yield rect(
            area.x + 5, top, area.width - 10, high, PAPER if active else FAINT, None, None, 5
        )
        for slot in range(V.SLOTS):  # every slot keeps its column in both rows
            if p.item_kind[seat, slot] < 0 or p.item_active[seat, slot] != active:
                continue
            tile = Area(area.x + 6 + slot * wide, top + 1, wide - 2, high - 2)
            choice = drawing.choice(V.SLOT + slot, frame(tile)) if decides else ""
            yield _tile(scene, seat, slot, tile, choice)


def _tile(scene: Scene, seat: int, slot: int, area: Area, choice: str) -> str:
    """Return an item in the colour of what it is made of, and what it can do now as signs."""
    p, names = scene.p, scene.names
    kind, active = int(p.item_kind[seat, slot]), p.item_active[seat, slot] == 1
    in_use = seat == p.active_player and slot == p.slot_in_use
    name, able = names.item(kind), _able(scene, seat, slot)
    shapes = [icons.item(names.box.item_type[kind], area.x + 3, area.y + 17, 30, name)]
    extra = int((p.item_enchantments[seat, slot] >= 0).sum())
    if extra:
        shapes.append(icons.item(ItemType.ENCHANTMENT, area.x + 20, area.y + 30, 15))
    top = area.y + 3.0
    if len(able) <= _LOW:  # else signs take the place of its material, which colour shows too
        middle, room = area.x + area.width / 2, area.width - 3
        words = name if width_of(name, _SIZE) <= room else name.split()[0]
        shapes.append(text(middle, area.y + 13.5, words, _SIZE, INK, anchor=MIDDLE, room=room))
        top += 14
    for n, signs in enumerate(able):
        shapes.append(icons.GLYPHS.row(signs, area.x + 35, top + 16 * n, 15.5, area.width - 36))
    ground = rect(*area, PANEL, INK if in_use else BORDER, 2.4 if in_use else 1, 5)
    shape = ground + element("g", "".join(shapes), opacity=None if active else 0.5) + choice
    place = WORDS.say("about", "active" if active else "bottom")
    details = names.owned_details(p, seat, slot)
    return about(WORDS.say("about", "item", item=name, details=details, place=place), shape)


def _able(scene: Scene, seat: int, slot: int) -> list[list[str]]:
    """Return what an item can do now, as rows of signs and numbers."""
    p, names = scene.p, scene.names
    kind, mode = int(p.item_kind[seat, slot]), int(p.item_mode[seat, slot])
    n = names.numbers(kind, p.item_enchantments[seat, slot])
    item_type = int(names.box.item_type[kind])
    if item_type == ItemType.ARMOUR or mode == Mode.ARMOUR:
        hearts = icons.hearts(int(p.item_hearts[seat, slot]), n.hearts)
        return [hearts[at : at + 2] for at in range(0, len(hearts), 2)]
    if item_type == ItemType.LEGGINGS and mode == Mode.NONE:
        return [["icon/steps", f"{n.steps}"], ["icon/hearts", f"{n.hearts}"]]
    numbers = ("dice", "range", "rerolls", "steps", "blocks", "blind")
    found = [[f"icon/{one}", f"{getattr(n, one)}"] for one in numbers if getattr(n, one)]
    return found + [["icon/fire"]] * bool(n.fire)
