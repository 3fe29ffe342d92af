"""Finding, keeping, replacing, enchanting and repairing items."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.agenda import Step, pop, push
from tablemates.envs.portal_dash.rules.harm import ask
from tablemates.envs.portal_dash.state import Box, Public, Work
from tablemates.envs.portal_dash.vocabulary import Decision, Event, ItemType, Mode, Reason


def free_slot(p: Public, player: int) -> int:
    """Return the first empty slot of a player's inventory, or -1."""
    for slot in range(V.SLOTS):  # ITEM-01
        if p.item_kind[player, slot] == -1:
            return slot
    return -1


def can_enchant(p: Public, box: Box, player: int, slot: int, kind: int) -> bool:
    """Return whether an enchantment may be attached to an item (ITEM-08, MOVE-07)."""
    item = int(p.item_kind[player, slot])
    if item == -1 or box.item_type[item] != box.item_enchants[kind]:
        return False
    return p.item_enchantments[player, slot, V.ENCHANTMENTS - 1] == -1


def can_keep(p: Public, box: Box, player: int, kind: int) -> bool:
    """Return whether a finder may keep a tile: enchantments need an item of their type."""
    if box.item_type[kind] != ItemType.ENCHANTMENT:
        return True
    for slot in range(V.SLOTS):
        if can_enchant(p, box, player, slot, kind):  # ITEM-08
            return True
    return False


def find(p: Public, player: int) -> None:
    """Let a player reveal the top two tiles and keep one (ITEM-02)."""
    pop(p)
    p.drawn[0] = -1
    p.drawn[1] = -1
    push(p, Step.KEEP, player, 0, 0)
    push(p, Step.DRAW, player, 0, 0)
    push(p, Step.DRAW, player, 0, 0)  # ITEM-02


def discard_tile(p: Public, w: Work, player: int, kind: int, reason: int) -> None:
    """Put a tile on the discard pile."""
    p.discards[kind] += 1
    emit(w, Event.TILE_DISCARDED, player, kind, reason)


def discard_drawn(p: Public, w: Work, player: int) -> None:
    """Discard the tiles that the finder has in hand."""
    for i in range(2):
        kind = int(p.drawn[i])
        if kind >= 0:
            p.drawn[i] = -1
            discard_tile(p, w, player, kind, Reason.NOT_KEPT.value)


def start_keep(p: Public, box: Box, w: Work, player: int) -> None:
    """Ask which tile is kept; with none that can be, both are discarded (ITEM-08)."""
    for i in range(2):
        if p.drawn[i] >= 0 and can_keep(p, box, player, int(p.drawn[i])):
            ask(p, Decision.KEEP_TILE, player, 0)
            return
    discard_drawn(p, w, player)  # ITEM-08
    pop(p)


def keep_tile(p: Public, box: Box, w: Work, player: int, i: int) -> None:
    """Keep one of the two tiles and discard the other (ITEM-02)."""
    kind = int(p.drawn[i])
    p.drawn[i] = -1
    discard_drawn(p, w, player)  # ITEM-02
    p.drawn[0] = kind  # in hand until it has its place
    if box.item_type[kind] == ItemType.ENCHANTMENT:
        push(p, Step.ENCHANT, player, kind, 0)  # ITEM-08
        return
    slot = free_slot(p, player)
    if slot >= 0:
        place_item(p, box, w, player, slot, kind)
    else:
        push(p, Step.REPLACE, player, kind, 0)  # ITEM-03


def place_item(p: Public, box: Box, w: Work, player: int, slot: int, kind: int) -> None:
    """Put a found item in the active row, armour with all its hearts (ITEM-02, ITEM-05)."""
    p.drawn[0] = -1
    p.item_kind[player, slot] = kind
    emit(w, Event.ITEM_KEPT, player, slot, kind)
    raise_item(p, box, player, slot)  # ITEM-02 ITEM-05


def raise_item(p: Public, box: Box, player: int, slot: int) -> None:
    """Move an item to the active row, armour filled up; leggings choose their mode anew."""
    kind = int(p.item_kind[player, slot])
    hearts = int(box.item_hearts[kind])
    p.item_active[player, slot] = 1
    if box.item_type[kind] == ItemType.ARMOUR:
        p.item_hearts[player, slot] = hearts  # CUSTOM-04
    elif box.item_type[kind] == ItemType.LEGGINGS:
        p.item_mode[player, slot] = Mode.NONE
        p.item_hearts[player, slot] = 0
        push(p, Step.MODE, player, slot, 0)  # ITEM-06 REPAIR-02


def choose_mode(p: Public, box: Box, w: Work, player: int, slot: int, mode: int) -> None:
    """Lay leggings as boots or as armour (ITEM-06)."""
    p.item_mode[player, slot] = mode  # ITEM-06
    if mode == Mode.ARMOUR:  # ITEM-06
        p.item_hearts[player, slot] = box.item_hearts[p.item_kind[player, slot]]
    emit(w, Event.MODE_CHOSEN, player, slot, mode)


def replace_item(p: Public, box: Box, w: Work, player: int, slot: int, kind: int) -> None:
    """Discard an old item with its enchantments and put the found one in its place."""
    for i in range(V.ENCHANTMENTS):
        enchantment = int(p.item_enchantments[player, slot, i])
        if enchantment >= 0:
            p.item_enchantments[player, slot, i] = -1
            discard_tile(p, w, player, enchantment, Reason.REPLACED.value)  # ITEM-03
    old = int(p.item_kind[player, slot])
    if p.item_starting[player, slot] == 1:  # ITEM-04
        p.item_starting[player, slot] = 0
        emit(w, Event.TILE_DISCARDED, player, old, Reason.STARTING.value)
    else:
        discard_tile(p, w, player, old, Reason.REPLACED.value)  # ITEM-03
    p.item_mode[player, slot] = Mode.NONE
    p.item_hearts[player, slot] = 0
    if player == p.active_player and slot == p.slot_in_use:
        p.slot_in_use = -1
    place_item(p, box, w, player, slot, kind)


def enchant(p: Public, box: Box, w: Work, player: int, slot: int, kind: int) -> None:
    """Attach an enchantment to an item, which is repaired at once (ITEM-08)."""
    p.drawn[0] = -1
    for i in range(V.ENCHANTMENTS):
        if p.item_enchantments[player, slot, i] == -1:
            p.item_enchantments[player, slot, i] = kind  # ITEM-09
            break
    emit(w, Event.ITEM_ENCHANTED, player, slot, int(p.item_kind[player, slot]), kind)
    if p.item_active[player, slot] == 0:
        repair(p, box, w, player, slot)  # ITEM-08


def needs_repair(p: Public, box: Box, player: int, slot: int) -> bool:
    """Return whether there is something to repair about an item (REPAIR-03)."""
    kind = int(p.item_kind[player, slot])
    if kind == -1:
        return False
    if p.item_active[player, slot] == 0:
        return True
    armour = box.item_type[kind] == ItemType.ARMOUR or p.item_mode[player, slot] == Mode.ARMOUR
    if not armour:  # REPAIR-02
        return False
    return p.item_hearts[player, slot] < box.item_hearts[kind]  # REPAIR-01


def repair(p: Public, box: Box, w: Work, player: int, slot: int) -> None:
    """Bring an item back to the active row, armour filled up (REPAIR-01)."""
    emit(w, Event.ITEM_REPAIRED, player, slot, int(p.item_kind[player, slot]))
    raise_item(p, box, player, slot)  # REPAIR-01


def enchanted(p: Public, player: int, slot: int, numbers: object, kind: int) -> int:
    """Return an item's printed number plus what its enchantments add (ITEM-09).

    ``numbers`` is a field of the box with one number a kind, such as ``item_dice``.
    """
    total = int(numbers[kind])  # type: ignore[index]
    for i in range(V.ENCHANTMENTS):
        enchantment = int(p.item_enchantments[player, slot, i])
        if enchantment >= 0:
            total += int(numbers[enchantment])  # type: ignore[index]
    return total


compile_functions(globals())
