"""The 64 blocks of a position (cube, used pile, hand, piglin board) and its item tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from tablemates.envs.core.position_models import counts_by_name
from tablemates.envs.portal_dash.naming import TASKS
from tablemates.envs.portal_dash.positions import keys as K
from tablemates.envs.portal_dash.positions.reader import Left, Lexicon, Reader, refuse
from tablemates.envs.portal_dash.reading import as_python, task_sizes
from tablemates.envs.portal_dash.rules import cube
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN
from tablemates.envs.portal_dash.rules.posterior import stack_hypotheses
from tablemates.envs.portal_dash.rules.stack import SHUFFLED_IN
from tablemates.envs.portal_dash.rules.vocabulary import Cause, Chance, Colour, ItemType, Mode

# -- blocks ------------------------------------------------------------------------


def write_blocks(r: Reader) -> None:
    """Write cube, used pile, hand and piglin board."""
    p, given = r.p, r.given
    left = Left("cube", r.box.cube, K.COLOURS)
    to_cover = sum(row[0] == Step.COVER for row in r.rows)  # about to be laid on the board
    brown = sum(int(row).bit_count() for row in p.brown) + to_cover
    left.take({Colour.BROWN: brown})
    left.take(given.hand)
    left.take(given.used or {})
    left.take(block % K.SMALL for column in given.cube or () for block in column if block >= 0)
    _write_tasks(r, left)
    _write_cube(r, left)
    p.used = [(left if given.used is None else given.used).get(colour, 0) for colour in Colour]
    # a game may be given up before a brown block in transit is laid
    given_up = p.cause == Cause.ILLEGAL_ACTION and +left == {Colour.BROWN: 1}
    lost = given.used is not None and left.total() and not given_up
    refuse(lost, "cube", f"{left} blocks are nowhere; leave out `used` to put them there")


def _write_cube(r: Reader, left: Left) -> None:
    """Write the cube; blocks of any colour are drawn from those that are left."""
    p, h, columns = r.p, r.h, r.given.cube
    if columns is None:  # all blocks that are nowhere else; the last ones lie in the top layer
        heights = [(left.total() + n) // L.CUBE_COLUMNS for n in range(L.CUBE_COLUMNS)]
        columns = [[K.ANY_COLOUR] * height for height in heights]
    p.height = [len(column) for column in columns]
    empty = not any(columns) and not r.over
    refuse(empty, "cube", "the cube is empty: the game is lost (END-04)")
    asked = [row[1:] for row in r.rows if row[0] == Step.CHANCE]
    covered = {(b, c) for a, b, c in asked if a == Chance.BLOCK_UNCOVERED}
    pool = list(left.elements())
    order = [pool[n] for n in r.rng.permutation(len(pool))]
    p.cube, h.cube = GONE, UNSEEN
    is_seen = as_python(cube.is_seen)
    blocks = ((n, m, block) for n, column in enumerate(columns) for m, block in enumerate(column))
    for column, level, block in blocks:
        at, colour = (column, level), block % K.SMALL if block >= 0 else block
        # a game may end before blocks that come into sight have been looked at
        unread = r.over and (block >= K.SMALL or block == UNSEEN)
        shown = is_seen(p, column, level) and at not in covered and not unread
        reason = f"{K.NOT_KNOWN!r} stands for a block that shows a face"
        refuse(shown and colour == UNSEEN, f"cube.column {column}", reason)
        if colour < 0:
            refuse(not order, "cube", "there are not so many blocks left in the box")
            colour = int(order.pop())
            left.take([colour])
        p.cube[at] = colour if shown else UNSEEN
        p.unseen[colour] += not shown
        if not shown and not r.explicit:
            h.cube[at] = colour
    unknown = r.given.used is None and any(UNSEEN in column for column in columns)
    refuse(unknown, "used", f"must be given where the cube has {K.NOT_KNOWN!r}")


def _write_tasks(r: Reader, left: Left) -> None:
    """Write the piglin board."""
    p, tasks = r.p, r.given.tasks
    p.place_colour = -1
    complete = tasks == "complete" or (tasks is None and p.portal_open)
    given: dict[Any, list[str]] = {**tasks} if isinstance(tasks, Mapping) else {}
    for task, name in enumerate(TASKS):
        sizes, columns = task_sizes(p, r.box, task), given.get(name, [])
        reason = f"{len(columns)} columns, but this side of the board has {len(sizes)}"
        refuse(len(columns) > len(sizes), f"tasks.{name}", reason)
        for n, size in enumerate(sizes):
            place, word = L.TASK_COLUMNS * task + n, [*columns, *[""] * len(sizes)][n]
            blocks = word.upper().replace(K.NO_BLOCK, "")
            if complete:
                blocks = K.LETTERS[left.most_common(1)[0][0]] * size
            wrong = len(set(blocks)) > 1 or not set(blocks) <= set(K.LETTERS) or len(blocks) > size
            reason = f"{word!r}: the column has room for {size} blocks of one colour, such as 'RR'"
            refuse(wrong, f"tasks.{name}.{n}", reason)
            if blocks:
                p.place_colour[place] = K.LETTERS.index(blocks[0])
                p.place_count[place] = len(blocks)
                left.take({K.LETTERS.index(blocks[0]): len(blocks)})


def cube_rows(p: Any, h: Any) -> list[str]:
    """Return the cube of a game as four rows of four words."""
    found = [
        "".join(map(_letter, p.cube[column, :height][::-1], h.cube[column, :height][::-1]))
        for column, height in enumerate(p.height.tolist())
    ]
    words = [(blocks or K.NO_BLOCK).ljust(L.CUBE_LAYERS) for blocks in found]
    return [" ".join(words[row : row + 4]).rstrip() for row in range(0, L.CUBE_COLUMNS, 4)]


def _letter(seen: int, hidden: int) -> str:
    if seen >= 0:
        return K.LETTERS[seen]
    return K.LETTERS[hidden].lower() if hidden >= 0 else K.NOT_KNOWN


def task_columns(p: Any, box: Any) -> dict[str, list[str]]:
    """Return the piglin board of a game."""
    words = [
        K.LETTERS[colour] * count
        for colour, count in zip(p.place_colour.tolist(), p.place_count.tolist(), strict=True)
    ]
    firsts = range(0, L.PLACES, L.TASK_COLUMNS)
    return {
        name: words[first : first + len(task_sizes(p, box, task))]
        for task, (name, first) in enumerate(zip(TASKS, firsts, strict=True))
    }


# -- inventories -------------------------------------------------------------------


def write_inventories(r: Reader) -> None:
    """Write the items of all players, and which of them is in use."""
    p, given = r.p, r.given
    p.item_kind = p.item_enchantments = p.slot_in_use = -1
    usual = [
        K.ItemEntry.model_construct(item=kind, starting=True, enchantments=[])
        if kind >= 0
        else None
        for kind in r.level.start_item.tolist()
    ]
    for seat, player in enumerate(given.players):
        for slot, item in enumerate(usual if player.items is None else player.items):
            if item is not None:
                _write_item(r, (seat, slot), item)
    if given.in_use is not None:
        nothing = p.item_kind[p.active_player, given.in_use] < 0
        refuse(nothing, "in_use", f"the active player has nothing in slot {given.in_use}")
        p.slot_in_use = given.in_use


def _write_item(r: Reader, at: tuple[int, int], item: K.ItemEntry) -> None:
    p, lexicon, kind = r.p, r.lexicon, item.item
    name, item_type = lexicon.items[kind], ItemType(int(r.box.item_type[kind]))
    place = f"players.{at[0]}.items.{at[1]}"
    mode = Mode[(item.mode or "none").upper()]
    choosing = any(row[:3] == (Step.MODE, *at) for row in r.rows)
    two_ways = item_type == ItemType.LEGGINGS and not item.damaged and not choosing
    if two_ways and item.mode is None:
        mode = Mode.BOOTS
    reason = f"{name!r} takes no slot: it stands in the `enchantments` of an item"
    refuse(item_type == ItemType.ENCHANTMENT, place, reason)
    wrong = (mode == Mode.NONE) == two_ways and not (mode == Mode.NONE and r.over)
    reason = f"{name!r}: undamaged leggings lie as boots or as armour, nothing else has a mode"
    refuse(wrong, f"{place}.mode", reason)
    protects = item_type == ItemType.ARMOUR or mode == Mode.ARMOUR
    most = int(r.box.item_hearts[kind]) if protects and not item.damaged else 0
    hearts = most if item.hearts is None else item.hearts
    reason = f"{name!r} has {f'1 to {most} hearts' if most else 'no hearts'} here, not {hearts}"
    refuse(not min(1, most) <= hearts <= most, f"{place}.hearts", reason)
    only_starting = not lexicon.drawable[kind]
    starting = only_starting if item.starting is None else item.starting
    reason = f"{name!r} can only be a starting item"
    refuse(only_starting and not starting, f"{place}.starting", reason)
    for n, enchantment in enumerate(item.enchantments):
        reason = f"{lexicon.items[enchantment]!r} cannot lie on {name!r}"
        wrong = r.box.item_enchants[enchantment] != item_type
        refuse(wrong, f"{place}.enchantments.{n}", reason)
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
    kind, hearts, starting = int(p.item_kind[at]), int(p.item_hearts[at]), bool(p.item_starting[at])
    if kind < 0:
        return None
    entry: dict[str, Any] = {"item": lexicon.items[kind]}
    if not p.item_active[at]:
        entry["damaged"] = True
    elif lexicon.box.item_type[kind] == ItemType.LEGGINGS:
        entry["mode"] = Mode(int(p.item_mode[at])).name.lower()
    if hearts and hearts != lexicon.box.item_hearts[kind]:
        entry["hearts"] = hearts
    if starting != (not lexicon.drawable[kind]):
        entry["starting"] = starting
    enchantments = [lexicon.items[one] for one in p.item_enchantments[at] if one >= 0]
    if enchantments:
        entry["enchantments"] = enchantments
    return entry["item"] if len(entry) == 1 else entry


# -- stack, discard pile, supply ----------------------------------------------------


def write_stock(r: Reader) -> bool:
    """Write all other tiles; return whether the order of the stack is to be drawn."""
    p, h, given = r.p, r.h, r.given
    left = Left("stack", r.lexicon.drawable, r.lexicon.items)
    left.take(p.item_kind[(p.item_kind >= 0) & (p.item_starting == 0)].tolist())
    left.take(p.item_enchantments[p.item_enchantments >= 0].tolist())
    p.drawn = h.stack = -1
    p.drawn[: len(given.drawn)] = given.drawn
    discards = Counter(given.discards)
    stack = given.stack if isinstance(given.stack, list) else None
    order = [kind for kind in reversed(stack or ()) if kind != K.OPEN]
    counts = Counter(given.stack) if isinstance(given.stack, dict) else Counter(order)
    for kinds in (Counter(given.drawn), discards, counts):
        left.take(kinds)
    _write_supply(r, left)
    if given.stack in (None, K.UNKNOWN):
        counts.update(left)
        left.clear()
    elif stack and K.OPEN in stack:
        rest = list(left.elements())
        left.clear()
        counts.update(rest)
        order = [rest[n] for n in r.rng.permutation(len(rest))] + order
    if given.discards is None:
        discards.update(left)
    else:
        refuse(left.total(), "stack", f"{left} are nowhere")
    for kind in range(L.ITEM_KINDS):
        p.discards[kind], p.stack_count[kind] = discards[kind], counts[kind]
    reason = "with explicit chance there is no order: say how many of each tile, {name: number}"
    refuse(order and r.explicit, "stack", reason)
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
    left.take(face_up)
    for place in reversed(range(L.NETHERITE)):
        r.p.supply[place] = face_up[netherite[place]] > 0
        face_up[netherite[place]] -= 1
    for kind in face_up.elements():
        reason = f"{r.lexicon.items[kind]!r} is not among the Netherite items"
        refuse(True, "supply", reason)


def _write_history(r: Reader) -> None:
    p, entries = r.p, r.given.history
    p.history_length = len(entries)
    for n, entry in enumerate(entries):
        p.history[n] = sum(kind + SHUFFLED_IN * (what == "added") for what, kind in entry.items())
    added = Counter(entry["added"] for entry in entries if "added" in entry)
    too_many = added - Counter(r.box.netherite.tolist())
    refuse(too_many or not _fits(p), "history", "after this, the stack cannot be what it is")


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
    history = p.history[: p.history_length].tolist()
    return {
        "stack": K.UNKNOWN if p.explicit_chance else [names[kind] for kind in h.stack[:size][::-1]],
        "discards": counts_by_name(p.discards, names),
        "supply": dict(Counter(supply)),
        "drawn": [names[kind] for kind in p.drawn if kind >= 0],
        "history": [
            {"added" if entry >= SHUFFLED_IN else "drawn": names[entry % SHUFFLED_IN]}
            for entry in history
        ],
    }
