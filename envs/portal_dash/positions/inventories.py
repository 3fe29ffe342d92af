"""The inventories of a position: what each player owns, row by row, slot by slot."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from tablemates.envs.core.documents import Place
from tablemates.envs.portal_dash.positions.draft import Draft
from tablemates.envs.portal_dash.positions.errors import fault
from tablemates.envs.portal_dash.positions.names import Lexicon
from tablemates.envs.portal_dash.positions.pieces import entries
from tablemates.envs.portal_dash.positions.schema import ItemEntry
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import ItemType, Mode


def write_inventories(draft: Draft, choosing: Set[tuple[int, int]]) -> None:
    """Write the items of all players, and which of them is in use.

    Args:
        draft: The game.
        choosing: Seat and slot of leggings whose owner is about to choose a mode.
    """
    p, given = draft.p, draft.given
    p.item_kind = p.item_enchantments = -1
    for seat, player in enumerate(entries(draft)):
        place: Place = ("players", seat, "items")
        owned = _starting_items(draft) if player.items is None else player.items
        for slot, one in enumerate(owned):
            if one is not None:
                item = ItemEntry(item=one) if isinstance(one, str) else one
                _write_item(draft, seat, slot, item, (seat, slot) in choosing, (*place, slot))
    p.slot_in_use = -1
    if given.in_use is not None:
        if p.item_kind[p.active_player, given.in_use] < 0:
            raise fault(("in_use",), f"the active player has nothing in slot {given.in_use}")
        p.slot_in_use = given.in_use
    p.steps_left = given.steps_left


def _starting_items(draft: Draft) -> list[str | ItemEntry | None]:
    draft.assumed("players")
    names = draft.lexicon.items
    return [
        ItemEntry(item=names[kind], starting=True) if kind >= 0 else None
        for kind in draft.level.start_item
    ]


def _write_item(
    draft: Draft, seat: int, slot: int, item: ItemEntry, choosing: bool, place: Place
) -> None:
    p, lexicon, at = draft.p, draft.lexicon, (seat, slot)
    kind = lexicon.item(item.item, place)
    item_type = ItemType(int(lexicon.box.item_type[kind]))
    if item_type == ItemType.ENCHANTMENT:
        reason = f"{item.item!r} takes no slot: it stands in the `enchantments` of an item"
        raise fault(place, reason)
    p.item_kind[at] = kind
    p.item_active[at] = not item.damaged
    p.item_mode[at] = mode = _mode(item, item_type, choosing, place)
    if item.mode == "none" and not choosing and draft.given.end is None:
        raise fault((*place, "mode"), "leggings in the active row lie as boots or as armour")
    p.item_hearts[at] = _hearts(lexicon, kind, item, item_type, mode, place)
    starting = is_starting(lexicon, kind) if item.starting is None else item.starting
    _check_starting(draft, seat, kind, starting, place)
    p.item_starting[at] = starting
    for n, name in enumerate(item.enchantments):
        enchantment = lexicon.item(name, (*place, "enchantments", n))
        if lexicon.box.item_enchants[enchantment] != item_type:
            raise fault((*place, "enchantments", n), f"{name!r} cannot lie on {item.item!r}")
        p.item_enchantments[seat, slot, n] = enchantment


def _mode(item: ItemEntry, item_type: ItemType, choosing: bool, place: Place) -> Mode:
    """Return which way up an item lies (ITEM-06)."""
    if item.mode is not None and item_type != ItemType.LEGGINGS:
        raise fault((*place, "mode"), f"{item.item!r} has no modes: leggings have")
    if item.mode is not None and item.damaged:
        raise fault((*place, "mode"), "leggings in the bottom row have no mode")
    if item_type != ItemType.LEGGINGS or item.damaged or choosing or item.mode == "none":
        return Mode.NONE
    return Mode.ARMOUR if item.mode == "armour" else Mode.BOOTS


def _hearts(
    lexicon: Lexicon, kind: int, item: ItemEntry, item_type: ItemType, mode: Mode, place: Place
) -> int:
    """Return the hearts on a piece of armour (MOB-11, ITEM-05)."""
    printed = int(lexicon.box.item_hearts[kind])
    if not (item_type == ItemType.ARMOUR or mode == Mode.ARMOUR) or item.damaged:
        if item.hearts:
            reason = f"{item.item!r} has hearts as armour in the active row alone"
            raise fault((*place, "hearts"), reason)
        return 0
    hearts = printed if item.hearts is None else item.hearts
    if not 1 <= hearts <= printed:
        reason = f"{item.item!r} in the active row has 1 to {printed} hearts, not {hearts}"
        raise fault((*place, "hearts"), reason)
    return hearts


def is_starting(lexicon: Lexicon, kind: int) -> bool:
    """Return whether a kind is a starting item unless something else is said."""
    return lexicon.drawable[kind] == 0


def _check_starting(draft: Draft, seat: int, kind: int, starting: bool, place: Place) -> None:
    """Refuse a starting item that the level does not give, or gives less often (SETUP-07)."""
    name = draft.lexicon.items[kind]
    if not starting:
        if is_starting(draft.lexicon, kind):
            raise fault((*place, "starting"), f"{name!r} can only be a starting item")
        return
    if draft.level is None:
        return
    given = sum(1 for one in draft.level.start_item if one == kind)
    p = draft.p
    owned = sum(
        1
        for one, mark in zip(p.item_kind[seat], p.item_starting[seat], strict=True)
        if one == kind and mark
    )
    if owned + 1 > given:
        reason = f"the level gives each player {given} of {name!r} as starting items"
        raise fault(place, reason)


def inventory(p: Any, lexicon: Lexicon, seat: int) -> list[Any]:
    """Return a player's items, as short as they can be said."""
    items = [_entry(p, lexicon, seat, slot) for slot in range(L.SLOTS)]
    while items and items[-1] is None:
        items.pop()
    return items


def _entry(p: Any, lexicon: Lexicon, seat: int, slot: int) -> Any:
    at = (seat, slot)
    kind = int(p.item_kind[at])
    if kind < 0:
        return None
    entry: dict[str, Any] = {"item": lexicon.items[kind]}
    if not p.item_active[at]:
        entry["damaged"] = True
    leggings = lexicon.box.item_type[kind] == ItemType.LEGGINGS
    if leggings and p.item_active[at]:
        entry["mode"] = Mode(int(p.item_mode[at])).name.lower()
    if p.item_hearts[at] and p.item_hearts[at] != lexicon.box.item_hearts[kind]:
        entry["hearts"] = int(p.item_hearts[at])
    if bool(p.item_starting[at]) != is_starting(lexicon, kind):
        entry["starting"] = bool(p.item_starting[at])
    enchantments = [lexicon.items[one] for one in p.item_enchantments[at] if one >= 0]
    if enchantments:
        entry["enchantments"] = enchantments
    return entry["item"] if len(entry) == 1 else entry
