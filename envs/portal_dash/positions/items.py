"""The item tiles of a position: inventories, stack, discard pile, supply, tiles in hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from typing import Any

import numpy as np

from tablemates.envs.core.documents import Place
from tablemates.envs.portal_dash.positions.keys import OPEN, UNKNOWN, ItemEntry
from tablemates.envs.portal_dash.positions.reader import Left, Lexicon, Reader, fault
from tablemates.envs.portal_dash.reading import as_python
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.posterior import stack_hypotheses
from tablemates.envs.portal_dash.rules.stack import SHUFFLED_IN
from tablemates.envs.portal_dash.rules.vocabulary import ItemType, Mode

# -- inventories -------------------------------------------------------------------


def write_inventories(r: Reader, choosing: Set[tuple[int, int]]) -> None:
    """Write the items of all players, and which of them is in use.

    ``choosing`` are seat and slot of leggings whose owner is about to choose a mode.
    """
    p, given = r.p, r.given
    p.item_kind = p.item_enchantments = p.slot_in_use = -1
    usual = [
        ItemEntry.model_construct(item=kind, starting=True, enchantments=[]) if kind >= 0 else None
        for kind in r.level.start_item.tolist()
    ]
    for seat, player in enumerate(given.players):
        for slot, item in enumerate(usual if player.items is None else player.items):
            if item is not None:
                _write_item(r, (seat, slot), item, (seat, slot) in choosing)
    if given.in_use is not None:
        if p.item_kind[p.active_player, given.in_use] < 0:
            raise fault(("in_use",), f"the active player has nothing in slot {given.in_use}")
        p.slot_in_use = given.in_use


def _write_item(r: Reader, at: tuple[int, int], item: ItemEntry, choosing: bool) -> None:
    p, lexicon, kind = r.p, r.lexicon, item.item
    name, item_type = lexicon.items[kind], ItemType(int(r.box.item_type[kind]))
    place: Place = ("players", at[0], "items", at[1])
    mode = Mode[(item.mode or "none").upper()]
    two_ways = item_type == ItemType.LEGGINGS and not item.damaged and not choosing
    if two_ways and item.mode is None:
        mode = Mode.BOOTS
    if item_type == ItemType.ENCHANTMENT:
        reason = f"{name!r} takes no slot: it stands in the `enchantments` of an item"
        raise fault(place, reason)
    if (mode == Mode.NONE) == two_ways and not (mode == Mode.NONE and r.over):
        reason = "undamaged leggings lie as boots or as armour, nothing else has a mode"
        raise fault((*place, "mode"), f"{name!r}: {reason}")
    protects = item_type == ItemType.ARMOUR or mode == Mode.ARMOUR
    most = int(r.box.item_hearts[kind]) if protects and not item.damaged else 0
    hearts = most if item.hearts is None else item.hearts
    if not min(1, most) <= hearts <= most:
        reason = f"{name!r} has {f'1 to {most} hearts' if most else 'no hearts'} here"
        raise fault((*place, "hearts"), f"{reason}, not {hearts}")
    starting = lexicon.is_starting(kind) if item.starting is None else item.starting
    if lexicon.is_starting(kind) and not starting:
        raise fault((*place, "starting"), f"{name!r} can only be a starting item")
    for n, enchantment in enumerate(item.enchantments):
        if r.box.item_enchants[enchantment] != item_type:
            reason = f"{lexicon.items[enchantment]!r} cannot lie on {name!r}"
            raise fault((*place, "enchantments", n), reason)
        p.item_enchantments[(*at, n)] = enchantment
    p.item_kind[at], p.item_active[at], p.item_starting[at] = kind, not item.damaged, starting
    p.item_mode[at], p.item_hearts[at] = mode, hearts


def inventory(p: Any, lexicon: Lexicon, seat: int) -> list[Any]:
    """Return a player's items, each as short as it can be written."""
    items = [_entry(p, lexicon, (seat, slot)) for slot in range(L.SLOTS)]
    while items and items[-1] is None:
        items.pop()
    return items


def _entry(p: Any, lexicon: Lexicon, at: tuple[int, int]) -> Any:
    kind = int(p.item_kind[at])
    if kind < 0:
        return None
    entry: dict[str, Any] = {"item": lexicon.items[kind]}
    if not p.item_active[at]:
        entry["damaged"] = True
    elif lexicon.box.item_type[kind] == ItemType.LEGGINGS:
        entry["mode"] = Mode(int(p.item_mode[at])).name.lower()
    if p.item_hearts[at] and p.item_hearts[at] != lexicon.box.item_hearts[kind]:
        entry["hearts"] = int(p.item_hearts[at])
    if bool(p.item_starting[at]) != lexicon.is_starting(kind):
        entry["starting"] = bool(p.item_starting[at])
    enchantments = [lexicon.items[one] for one in p.item_enchantments[at] if one >= 0]
    if enchantments:
        entry["enchantments"] = enchantments
    return entry["item"] if len(entry) == 1 else entry


# -- stack, discard pile, supply ----------------------------------------------------


def write_stock(r: Reader) -> bool:
    """Write all other tiles; return whether the order of the stack is to be drawn."""
    p, h, given = r.p, r.h, r.given
    left = Left("stack", r.lexicon.drawable, r.lexicon.items, "tiles")
    owned = p.item_kind[(p.item_kind >= 0) & (p.item_starting == 0)]
    left.take_all([*owned.tolist(), *p.item_enchantments[p.item_enchantments >= 0].tolist()])
    p.drawn = h.stack = -1
    p.drawn[: len(given.drawn)] = given.drawn
    left.take_all(given.drawn)
    discards = Counter(given.discards)
    left.take_all(discards.elements())
    stack = given.stack if isinstance(given.stack, list) else None
    order = [kind for kind in reversed(stack or ()) if kind != OPEN]
    counts = Counter(given.stack) if isinstance(given.stack, dict) else Counter(order)
    left.take_all(counts.elements())
    _write_supply(r, left)
    if given.stack in (None, UNKNOWN):
        counts.update(left)
        left.clear()
    elif stack and OPEN in stack:
        rest = list(left.elements())
        left.clear()
        counts.update(rest)
        order = [rest[n] for n in r.rng.permutation(len(rest))] + order
    if given.discards is None:
        discards.update(left)
    elif left.total():
        raise fault(("stack",), f"{left} are nowhere")
    for kind in range(L.ITEM_KINDS):
        p.discards[kind], p.stack_count[kind] = discards[kind], counts[kind]
    if order and r.explicit:
        reason = "with explicit chance there is no order: say how many of each tile, {name: number}"
        raise fault(("stack",), reason)
    h.stack[: len(order)] = order
    _write_history(r)
    return stack is None and not r.explicit


def _write_supply(r: Reader, left: Left) -> None:
    """Write which Netherite tiles lie face up; of equal ones, the last places keep theirs."""
    netherite = r.box.netherite.tolist()
    face_up = Counter(r.given.supply)
    if r.given.supply is None:
        for kind in set(netherite) - {-1}:
            face_up[kind] = min(left[kind], netherite.count(kind))
    left.take_all(face_up.elements())
    r.p.supply = 0
    for place in reversed(range(L.NETHERITE)):
        if face_up[netherite[place]] > 0:
            face_up[netherite[place]] -= 1
            r.p.supply[place] = 1
    for kind in face_up.elements():
        reason = f"{r.lexicon.items[kind]!r} is not among the Netherite items"
        raise fault(("supply",), reason)


def _write_history(r: Reader) -> None:
    p, entries = r.p, r.given.history
    netherite = r.box.netherite.tolist()
    p.history_length = len(entries)
    for n, entry in enumerate(entries):
        if (entry.drawn is None) == (entry.added is None):
            reason = "an entry says either what was `drawn` or what was `added`"
            raise fault(("history", n), reason)
        p.history[n] = entry.drawn if entry.added is None else SHUFFLED_IN + entry.added
    added = Counter(entry.added for entry in entries if entry.added is not None)
    if any(count > netherite.count(kind) for kind, count in added.items()) or not _fits(p):
        raise fault(("history",), "after this, the stack cannot be what it is")


def _fits(p: Any) -> bool:
    """Return whether the stack can hold what it holds after its history (USE-04)."""
    entries = [int(entry) for entry in p.history[: p.history_length]]
    if not entries:
        return True
    before = Counter({kind: int(n) for kind, n in enumerate(p.stack_count)})
    before.update(entry for entry in entries if entry < SHUFFLED_IN)
    before.subtract(entry - SHUFFLED_IN for entry in entries if entry >= SHUFFLED_IN)
    if min(before.values()) < 0 or before.total() > L.DRAWABLE_TILES or entries[0] < SHUFFLED_IN:
        return False
    try:
        with np.errstate(all="ignore"):
            weight = as_python(stack_hypotheses)(p)[1]
    except (IndexError, ZeroDivisionError):
        return False  # a draw from an empty stack
    return bool((weight > 0).any())


def stock(p: Any, h: Any, lexicon: Lexicon) -> dict[str, Any]:
    """Return stack, discard pile, supply, tiles in hand and history of a game."""
    names = lexicon.items
    size = int(p.stack_count.sum())
    supply = [names[lexicon.box.netherite[i]] for i in range(L.NETHERITE) if p.supply[i]]
    stack = UNKNOWN if p.explicit_chance else [names[kind] for kind in h.stack[:size][::-1]]
    return {
        "stack": stack,
        "discards": {names[kind]: int(count) for kind, count in enumerate(p.discards) if count},
        "supply": dict(Counter(supply)),
        "drawn": [names[kind] for kind in p.drawn if kind >= 0],
        "history": [
            {"added": names[entry - SHUFFLED_IN]}
            if entry >= SHUFFLED_IN
            else {"drawn": names[entry]}
            for entry in map(int, p.history[: p.history_length])
        ],
    }
