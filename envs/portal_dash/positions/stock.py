"""All other item tiles of a position: stack, discard pile, supply, tiles in hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, TypeAlias

from tablemates.envs.core.documents import Place
from tablemates.envs.portal_dash.positions.draft import Draft
from tablemates.envs.portal_dash.positions.errors import fault
from tablemates.envs.portal_dash.positions.schema import REST, UNKNOWN
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.stack import NETHERITE_DEPTH, SHUFFLED_IN

#: Tiles of a stack from the base up: groups within which any order is possible.
_Groups: TypeAlias = tuple[tuple[int, ...], ...]
_ORDINARY: Final = -1


def write_stock(draft: Draft) -> bool:
    """Write stack, discard pile, supply, tiles in hand and history.

    Returns:
        Whether the stack's order is yet to be drawn.

    Raises:
        PositionError: They do not add up to the tiles of the box.
    """
    p, h, given, lexicon = draft.p, draft.h, draft.given, draft.lexicon
    left = list(lexicon.drawable)
    _take_owned(draft, left)
    p.drawn = -1
    for n, name in enumerate(given.drawn):
        p.drawn[n] = lexicon.item(name, ("drawn", n))
        left[p.drawn[n]] -= 1
    if given.discards is not None:
        _take_counts(draft, left, p.discards, given.discards, "discards")
    order, counts = _stack(draft)
    for kind, count in enumerate(counts):
        left[kind] -= count
    _check_left(draft, left)
    _write_supply(draft, left)
    _check_left(draft, left)
    if order is None:  # everything that is nowhere else
        order = _assumed_order(draft, left, [])
        left = [0] * L.ITEM_KINDS
    elif given.stack is not None and REST in given.stack:
        order = _assumed_order(draft, left, order)
        left = [0] * L.ITEM_KINDS
    if given.discards is None:
        p.discards = left
    elif any(left):
        raise fault(("stack",), f"{_list(draft, left)} are nowhere")
    p.stack_count = 0
    for kind in order:
        p.stack_count[kind] += 1
    unknown = given.stack == UNKNOWN or isinstance(given.stack, Mapping)
    h.stack = -1
    if not draft.explicit:
        h.stack[: len(order)] = order
    elif order and isinstance(given.stack, list):
        reason = "with explicit chance there is no order: say how many of each tile, {name: number}"
        raise fault(("stack",), reason)
    _write_history(draft)
    known = None if unknown or draft.explicit else order
    if not history_fits(p, known):
        raise fault(("history",), "after this, the stack cannot be what it is")
    return unknown and not draft.explicit


def _take_owned(draft: Draft, left: list[int]) -> None:
    """Take the tiles in inventories, without starting items, which are not drawn."""
    p = draft.p
    for seat in range(p.players):
        for slot in range(L.SLOTS):
            if p.item_kind[seat, slot] >= 0 and not p.item_starting[seat, slot]:
                left[p.item_kind[seat, slot]] -= 1
            for enchantment in p.item_enchantments[seat, slot]:
                if enchantment >= 0:
                    left[enchantment] -= 1


def _take_counts(
    draft: Draft, left: list[int], field: Any, counts: Mapping[str, int], key: str
) -> None:
    for name, count in counts.items():
        kind = draft.lexicon.item(name, (key,))
        field[kind] = count
        left[kind] -= count


def _list(draft: Draft, counts: Sequence[int]) -> str:
    names = draft.lexicon.items
    return ", ".join(f"{n} {names[kind]}" for kind, n in enumerate(counts) if n)


def _check_left(draft: Draft, left: Sequence[int]) -> None:
    box = draft.lexicon.drawable
    for kind, count in enumerate(left):
        if count < 0:
            name = draft.lexicon.items[kind]
            reason = f"the position has {box[kind] - count} of {name!r}, the box {box[kind]}"
            raise fault(("stack",), reason)


def _stack(draft: Draft) -> tuple[list[int] | None, list[int]]:
    """Return the stack from its base (None: all the rest), and the tiles named by kind."""
    given, lexicon = draft.given.stack, draft.lexicon
    counts = [0] * L.ITEM_KINDS
    if given is None or given == UNKNOWN:
        return None, counts
    order: list[int] = []
    if isinstance(given, Mapping):
        for name, count in given.items():
            order += [lexicon.item(name, ("stack",))] * count
    else:
        if REST in given and given.index(REST) != len(given) - 1:
            raise fault(("stack",), f"{REST!r} stands at the end: all tiles that are left")
        names = [name for name in given if name != REST]
        order = [lexicon.item(name, ("stack", n)) for n, name in enumerate(names)][::-1]
    for kind in order:
        counts[kind] += 1
    return order, counts


def _assumed_order(draft: Draft, left: Sequence[int], top: Sequence[int]) -> list[int]:
    """Return a stack of all tiles that are left below the given ones, as the seed has them."""
    rest = list(left)
    order = []
    known = [] if draft.base is None else [int(kind) for kind in draft.base.hidden.stack]
    for kind in (*known, *(k for k, count in enumerate(left) for _ in range(count))):
        if kind >= 0 and rest[kind] > 0:
            rest[kind] -= 1
            order.append(kind)
    if draft.given.stack is None and not draft.explicit:
        draft.assumed("stack")
    return [*order, *top]


def _write_supply(draft: Draft, left: list[int]) -> None:
    """Write which Netherite tiles lie face up; of equal ones, the last places keep theirs."""
    p, given = draft.p, draft.given.supply
    netherite = [int(kind) for kind in draft.lexicon.box.netherite]
    face_up = [0] * L.ITEM_KINDS
    if given is None:
        for kind in set(netherite):
            if kind >= 0:
                face_up[kind] = max(0, min(left[kind], netherite.count(kind)))
                left[kind] -= face_up[kind]
    else:
        _take_counts(draft, left, face_up, given, "supply")
    p.supply = 0
    for place in range(L.NETHERITE - 1, -1, -1):
        kind = netherite[place]
        if kind >= 0 and face_up[kind] > 0:
            face_up[kind] -= 1
            p.supply[place] = 1
    if any(face_up):
        raise fault(("supply",), f"{_list(draft, face_up)} are not among the Netherite items")


def _write_history(draft: Draft) -> None:
    p = draft.p
    p.history = 0
    for n, entry in enumerate(draft.given.history):
        place: Place = ("history", n)
        if (entry.drawn is None) == (entry.added is None):
            raise fault(place, "an entry says either what was `drawn` or what was `added`")
        if entry.added is not None:
            kind = draft.lexicon.item(entry.added, place)
            if kind not in draft.lexicon.box.netherite:
                raise fault(place, f"{entry.added!r} is no Netherite item")
            p.history[n] = SHUFFLED_IN + kind
        else:
            p.history[n] = draft.lexicon.item(entry.drawn or "", place)
    p.history_length = len(draft.given.history)
    if draft.given.history:
        netherite = [int(kind) for kind in draft.lexicon.box.netherite]
        added = [int(one) - SHUFFLED_IN for one in p.history if one >= SHUFFLED_IN]
        for kind in set(added):
            if added.count(kind) > netherite.count(kind):
                name = draft.lexicon.items[kind]
                raise fault(("history",), f"{name!r} was added more often than the box has it")
        if draft.given.history[0].added is None:
            raise fault(("history",), "it begins with a tile that was added")
        if not any(p.stack_count[kind] for kind in added):
            raise fault(("history",), "no tile that was added is in the stack any more")


def history_fits(p: Any, order: Sequence[int] | None) -> bool:
    """Return whether the stack can be what it is after its history.

    The history is undone step by step; a shuffle that is undone leaves a group
    of tiles in any order, so there may be several possible pasts.

    Args:
        p: The public record.
        order: The stack from its base; None: not known.
    """
    entries = [int(entry) for entry in p.history[: p.history_length]]
    special = {entry - SHUFFLED_IN for entry in entries if entry >= SHUFFLED_IN}

    def sign(kind: int) -> int:
        return kind if kind in special else _ORDINARY

    if order is None:
        tiles = [k for k in range(L.ITEM_KINDS) for _ in range(int(p.stack_count[k]))]
        pasts: set[_Groups] = {(tuple(sorted(sign(kind) for kind in tiles)),)}
    else:
        pasts = {tuple((sign(kind),) for kind in order)}
    for entry in reversed(entries):
        if entry < SHUFFLED_IN:
            pasts = {(*past, (sign(entry),)) for past in pasts}
        else:
            pasts = {before for past in pasts for before in _unshuffled(past, entry - SHUFFLED_IN)}
    return bool(pasts)


def _unshuffled(groups: _Groups, kind: int) -> Iterable[_Groups]:
    """Return the stacks that a tile may have been shuffled into (USE-04)."""
    below = list(groups)
    window: list[int] = []
    size = min(NETHERITE_DEPTH + 1, sum(map(len, groups)))
    while below and len(window) + len(below[-1]) <= size:
        window += below.pop()
    cut = below.pop() if below and len(window) < size else ()
    for upper in _parts_of(cut, size - len(window)):
        rest = list(cut)
        for one in upper:
            rest.remove(one)
        inside = [*window, *upper]
        if kind in inside:
            inside.remove(kind)
            groups_below = [*below, tuple(rest)] if rest else below
            yield (*groups_below, tuple(sorted(inside)))


def _parts_of(tiles: Sequence[int], size: int) -> Iterable[tuple[int, ...]]:
    """Return the different parts of so many tiles; ordinary tiles are all alike."""
    special = [one for one in tiles if one != _ORDINARY]
    ordinary = len(tiles) - len(special)
    for count in range(min(size, len(special)) + 1):
        if size - count <= ordinary:
            for part in set(combinations(special, count)):
                yield (*part, *[_ORDINARY] * (size - count))


def stock(p: Any, h: Any, lexicon: Any) -> dict[str, Any]:
    """Return stack, discard pile, supply, tiles in hand and history of a game."""
    names = lexicon.items

    def counted(kinds: Iterable[int]) -> dict[str, int]:
        counts: dict[str, int] = {}
        for kind in kinds:
            counts[names[kind]] = counts.get(names[kind], 0) + 1
        return counts

    size = int(p.stack_count.sum())
    return {
        "stack": UNKNOWN
        if p.explicit_chance
        else [names[h.stack[n]] for n in range(size - 1, -1, -1)],
        "discards": {names[kind]: int(count) for kind, count in enumerate(p.discards) if count},
        "supply": counted(
            lexicon.box.netherite[place] for place in range(L.NETHERITE) if p.supply[place]
        ),
        "drawn": [names[kind] for kind in p.drawn if kind >= 0],
        "history": [
            {"added": names[entry - SHUFFLED_IN]}
            if entry >= SHUFFLED_IN
            else {"drawn": names[entry]}
            for entry in map(int, p.history[: p.history_length])
        ],
    }
