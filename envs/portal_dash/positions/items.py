"""The item tiles of a position: inventories, stack, discard pile, supply, tiles in hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from typing import Any

import numpy as np

from tablemates.envs.core.documents import Place
from tablemates.envs.portal_dash.positions.draft import Draft, Left
from tablemates.envs.portal_dash.positions.names import Lexicon, fault
from tablemates.envs.portal_dash.positions.schema import OPEN, UNKNOWN, ItemEntry
from tablemates.envs.portal_dash.reading import as_python
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.posterior import stack_hypotheses
from tablemates.envs.portal_dash.rules.stack import SHUFFLED_IN
from tablemates.envs.portal_dash.rules.vocabulary import ItemType, Mode

# -- inventories -------------------------------------------------------------------


def write_inventories(draft: Draft, choosing: Set[tuple[int, int]]) -> None:
    """Write the items of all players, and which of them is in use.

    Args:
        draft: The game.
        choosing: Seat and slot of leggings whose owner is about to choose a mode.
    """
    p, given = draft.p, draft.given
    p.item_kind = p.item_enchantments = -1
    usual = [
        ItemEntry.model_construct(item=int(kind), starting=True, enchantments=[])
        if kind >= 0
        else None
        for kind in draft.level.start_item
    ]
    for seat, player in enumerate(given.players):
        for slot, item in enumerate(usual if player.items is None else player.items):
            if item is not None:
                place = ("players", seat, "items", slot)
                _write_item(draft, seat, slot, item, (seat, slot) in choosing, place)
    p.slot_in_use = -1
    if given.in_use is not None:
        if p.item_kind[p.active_player, given.in_use] < 0:
            raise fault(("in_use",), f"the active player has nothing in slot {given.in_use}")
        p.slot_in_use = given.in_use
    p.steps_left = given.steps_left


def _write_item(
    draft: Draft, seat: int, slot: int, item: ItemEntry, choosing: bool, place: Place
) -> None:
    p, lexicon, at, kind = draft.p, draft.lexicon, (seat, slot), item.item
    name = lexicon.items[kind]
    item_type = ItemType(int(lexicon.box.item_type[kind]))
    if item_type == ItemType.ENCHANTMENT:
        reason = f"{name!r} takes no slot: it stands in the `enchantments` of an item"
        raise fault(place, reason)
    p.item_kind[at] = kind
    p.item_active[at] = not item.damaged
    mode = Mode.NONE
    if item_type == ItemType.LEGGINGS and not item.damaged and not choosing:
        mode = Mode[(item.mode or "boots").upper()]
    elif item.mode not in (None, "none"):
        reason = "only undamaged leggings that lie as boots or as armour have a mode"
        raise fault((*place, "mode"), f"{name!r} has none: {reason}")
    if mode == Mode.NONE and item.mode == "none" and not (choosing or draft.over):
        raise fault((*place, "mode"), "leggings in the active row lie as boots or as armour")
    p.item_mode[at] = mode
    protects = item_type == ItemType.ARMOUR or mode == Mode.ARMOUR
    most = int(lexicon.box.item_hearts[kind]) if protects and not item.damaged else 0
    hearts = most if item.hearts is None else item.hearts
    if not min(1, most) <= hearts <= most:
        reason = f"{name!r} has {f'1 to {most} hearts' if most else 'no hearts'} here"
        raise fault((*place, "hearts"), f"{reason}, not {hearts}")
    p.item_hearts[at] = hearts
    starting = lexicon.is_starting(kind) if item.starting is None else item.starting
    if lexicon.is_starting(kind) and not starting:
        raise fault((*place, "starting"), f"{name!r} can only be a starting item")
    p.item_starting[at] = starting
    for n, enchantment in enumerate(item.enchantments):
        if lexicon.box.item_enchants[enchantment] != item_type:
            reason = f"{lexicon.items[enchantment]!r} cannot lie on {name!r}"
            raise fault((*place, "enchantments", n), reason)
        p.item_enchantments[seat, slot, n] = enchantment


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


def write_stock(draft: Draft) -> bool:
    """Write stack, discard pile, supply, tiles in hand and history.

    Returns:
        Whether the order of the stack is to be drawn.

    Raises:
        PositionError: They do not add up to the tiles of the box.
    """
    p, h, given = draft.p, draft.h, draft.given
    left = Left(("stack",), draft.lexicon.drawable, draft.lexicon.items, "tiles")
    left.take_all(_owned(p))
    p.drawn = -1
    p.drawn[: len(given.drawn)] = given.drawn
    left.take_all(given.drawn)
    discards = Counter(given.discards)
    left.take_all(discards.elements())
    stack = given.stack if isinstance(given.stack, list) else None
    order = [kind for kind in reversed(stack or ()) if kind != OPEN]
    counts = Counter(given.stack) if isinstance(given.stack, dict) else Counter(order)
    left.take_all(counts.elements())
    _write_supply(draft, left)
    if given.stack in (None, UNKNOWN):
        counts.update(left)
        left.clear()
    elif stack and OPEN in stack:
        rest = list(left.elements())
        left.clear()
        counts.update(rest)
        order = [rest[n] for n in draft.rng.permutation(len(rest))] + order
    if given.discards is None:
        discards.update(left)
    elif left.total():
        raise fault(("stack",), f"{left} are nowhere")
    for kind in range(L.ITEM_KINDS):
        p.discards[kind], p.stack_count[kind] = discards[kind], counts[kind]
    h.stack = -1
    if stack is not None and draft.explicit and order:
        reason = "with explicit chance there is no order: say how many of each tile, {name: number}"
        raise fault(("stack",), reason)
    if stack is not None:
        h.stack[: len(order)] = order
    _write_history(draft)
    if not fits_history(p):
        raise fault(("history",), "after this, the stack cannot be what it is")
    return stack is None and not draft.explicit


def _owned(p: Any) -> list[int]:
    """Return the tiles in inventories, without starting items, which are not drawn."""
    kinds = p.item_kind[(p.item_kind >= 0) & (p.item_starting == 0)]
    enchantments = p.item_enchantments[p.item_enchantments >= 0]
    return [int(kind) for kind in np.concatenate([kinds, enchantments])]


def _write_supply(draft: Draft, left: Left) -> None:
    """Write which Netherite tiles lie face up; of equal ones, the last places keep theirs."""
    netherite = [int(kind) for kind in draft.lexicon.box.netherite]
    face_up = Counter(draft.given.supply)
    if draft.given.supply is None:
        for kind in set(netherite) - {-1}:
            face_up[kind] = min(left[kind], netherite.count(kind))
    left.take_all(face_up.elements())
    draft.p.supply = 0
    for place in reversed(range(L.NETHERITE)):
        if face_up[netherite[place]] > 0:
            face_up[netherite[place]] -= 1
            draft.p.supply[place] = 1
    for kind in face_up.elements():
        reason = f"{draft.lexicon.items[kind]!r} is not among the Netherite items"
        raise fault(("supply",), reason)


def _write_history(draft: Draft) -> None:
    p, names = draft.p, draft.lexicon.items
    netherite = [int(kind) for kind in draft.lexicon.box.netherite]
    p.history = 0
    p.history_length = len(draft.given.history)
    for n, entry in enumerate(draft.given.history):
        if (entry.drawn is None) == (entry.added is None):
            reason = "an entry says either what was `drawn` or what was `added`"
            raise fault(("history", n), reason)
        if entry.added is None:
            p.history[n] = entry.drawn
            continue
        added = sum(one.added == entry.added for one in draft.given.history[: n + 1])
        if added > netherite.count(entry.added):
            reason = f"there are only {netherite.count(entry.added)} Netherite items of the name"
            raise fault(("history", n), f"{reason} {names[entry.added]!r}")
        p.history[n] = SHUFFLED_IN + entry.added


def fits_history(p: Any) -> bool:
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
