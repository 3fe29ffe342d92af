"""The 64 blocks of a position (cube, used pile, hand, piglin board) and its item tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tablemates.envs.core.history.positions import counts_by_name, refuse
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.portal_dash import positions_keys as K
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.laws import drawable
from tablemates.envs.portal_dash.naming import TASKS
from tablemates.envs.portal_dash.parts import Components
from tablemates.envs.portal_dash.positions_board import BoardReader
from tablemates.envs.portal_dash.reading import task_sizes
from tablemates.envs.portal_dash.rules import cube
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN
from tablemates.envs.portal_dash.rules.piglins import task_done
from tablemates.envs.portal_dash.rules.posterior import stack_hypotheses
from tablemates.envs.portal_dash.rules.stack import SHUFFLED_IN
from tablemates.envs.portal_dash.vocabulary import Cause, Chance, Colour, ItemType, Mode


def _left_in_box(supply: Any) -> Counter[int]:
    return Counter(dict(enumerate(supply.tolist())))


def _named(counts: Counter[int], names: Sequence[str]) -> str:
    return ", ".join(f"{count} {names[kind]}" for kind, count in (+counts).items())


class StockReader(BoardReader):
    """Writes blocks and item tiles too."""

    def write_blocks(self) -> None:
        """Write cube, used pile, hand and piglin board."""
        p, given = self.p, self.given
        left = _left_in_box(self.box.cube)
        # with those that are about to be laid on the board
        left[Colour.BROWN] -= sum(int(row).bit_count() for row in p.brown)
        left[Colour.BROWN] -= sum(row[0] == Step.COVER for row in self.rows)
        left.subtract(given.hand)
        left.subtract(given.used or {})
        known = "".join(given.cube or ()).upper()
        left.subtract({colour: known.count(letter) for colour, letter in enumerate(K.LETTERS)})
        self._write_tasks(left)
        refuse(-left, f"cube: the position has {_named(-left, K.COLOURS)} more than the box")
        self._write_cube(left)
        p.used = [(left if given.used is None else given.used).get(one, 0) for one in Colour]
        # a game may be given up before a brown block in transit is laid
        given_up = p.cause == Cause.ILLEGAL_ACTION and +left == {Colour.BROWN: 1}
        lost = given.used is not None and left.total() and not given_up
        reason = f"{_named(left, K.COLOURS)} are nowhere; leave out `used` to put them there"
        refuse(lost, f"cube: {reason}")

    def _write_tasks(self, left: Counter[int]) -> None:
        """Write the piglin board."""
        p, tasks = self.p, self.given.tasks
        complete = tasks == "complete" or (tasks is None and p.portal_open)
        given: Mapping[Any, list[str]] = tasks if isinstance(tasks, dict) else {}
        for task, name in enumerate(TASKS):
            columns, sizes = given.get(name, []), task_sizes(p, self.box, task)
            reason = f"this side of the board has {len(sizes)} columns"
            refuse(len(columns) > len(sizes), f"tasks.{name}: {reason}")
            words = [*columns, *[""] * len(sizes)]
            for n, (size, word) in enumerate(zip(sizes, words, strict=False)):
                blocks = word.upper().replace("-", "")
                if complete:
                    blocks = K.LETTERS[left.most_common(1)[0][0]] * size
                wrong = len({*blocks}) > 1 or not {*blocks} <= {*K.LETTERS} or len(blocks) > size
                reason = f"{word!r}: up to {size} blocks of one colour lie here, such as 'RR'"
                refuse(wrong, f"tasks.{name}.{n}: {reason}")
                if blocks:
                    place, colour = V.TASK_COLUMNS * task + n, K.LETTERS.index(blocks[0])
                    p.place_colour[place], p.place_count[place] = colour, len(blocks)
                    left[colour] -= len(blocks)

    def _write_cube(self, left: Counter[int]) -> None:
        """Write the cube; blocks of any colour are drawn from those that are left."""
        p, h, columns = self.p, self.h, self.given.cube
        if columns is None:  # all blocks that are nowhere else; the last ones lie in the top layer
            total, count = left.total(), V.CUBE_COLUMNS
            columns = [K.ANY_COLOUR * ((total + n) // count) for n in range(count)]
        p.height = [len(column) for column in columns]
        empty = not any(columns) and not self.over
        refuse(empty, "cube: it is empty: the game is lost (END-04)")
        uncovered = [
            row[2:] for row in self.rows if row[:2] == (Step.CHANCE, Chance.BLOCK_UNCOVERED)
        ]
        pool = list(left.elements())
        order = [pool[n] for n in self.rng.permutation(len(pool))]
        p.cube = GONE
        is_seen = cube.is_seen
        blocks = ((n, m, one) for n, column in enumerate(columns) for m, one in enumerate(column))
        for column, level, letter in blocks:
            # a game may end before blocks that come into sight have been looked at
            unread = self.over and (letter == "?" or letter.islower())
            shown = is_seen(p, column, level) and (column, level) not in uncovered and not unread
            refuse(shown and letter == "?", f"cube.column {column}: '?' for a block that is seen")
            colour = K.LETTERS.find(letter.upper())
            if colour < 0:
                refuse(not order, "cube: the box has not that many blocks left")
                colour = order.pop()
                left[colour] -= 1
            p.cube[column, level] = colour if shown else UNSEEN
            p.unseen[colour] += not shown
            if not shown and not self.explicit:
                h.cube[column, level] = colour
        unknown = self.given.used is None and "?" in "".join(columns)
        refuse(unknown, "used: must be given where the cube has '?'")
        for task, name in enumerate(TASKS):
            gone = max(p.height) < V.CUBE_LAYERS - task
            late = gone and not task_done(p, self.box, task) and not self.over
            reason = f"it is open and layer {task + 1} of the cube is empty: the game is lost"
            refuse(late, f"tasks.{name}: {reason} (PIG-03)")

    # -- items -------------------------------------------------------------------------

    def write_inventories(self) -> None:
        """Write the items of all players, and which of them is in use."""
        p, given = self.p, self.given
        usual = [
            K.ItemEntry.model_construct(item=kind, starting=True) if kind >= 0 else None
            for kind in self.base.public.item_kind[0].tolist()
        ]
        for seat, player in enumerate(given.players):
            for slot, item in enumerate(usual if player.items is None else player.items):
                if item is not None:
                    self._write_item((seat, slot), item)
            own = Counter(p.item_kind[seat][p.item_starting[seat] > 0].tolist())
            more = own - Counter(self.base.public.item_kind[0].tolist())
            reason = f"{_named(more, self.lexicon.items)} more than the level gives at the start"
            refuse(p.level and more, f"players.{seat}.items: {reason} (SETUP-07)")
        if given.in_use is not None:
            nothing = p.item_kind[p.active_player, given.in_use] < 0
            refuse(nothing, "in_use: the active player has nothing in this slot")
            p.slot_in_use = given.in_use

    def _write_item(self, at: tuple[int, int], item: K.ItemEntry) -> None:
        p, box, kind, names = self.p, self.box, item.item, self.lexicon.items
        place, name, item_type = f"players.{at[0]}.items.{at[1]}", names[kind], box.item_type[kind]
        wrong = item_type == ItemType.ENCHANTMENT
        refuse(wrong, f"{place}: {name!r} stands in the `enchantments` of an item")
        choosing = any(row[:3] == (Step.MODE, *at) for row in self.rows)
        two_ways = item_type == ItemType.LEGGINGS and not item.damaged and not choosing
        mode = (Mode.BOOTS if two_ways else Mode.NONE) if item.mode is None else item.mode
        wrong = (mode == Mode.NONE) == two_ways and not (mode == Mode.NONE and self.over)
        reason = "undamaged leggings lie as boots or as armour, nothing else has a mode"
        refuse(wrong, f"{place}.mode: {reason}")
        protects = bool(item_type == ItemType.ARMOUR) or mode == Mode.ARMOUR
        most = int(box.item_hearts[kind]) if protects and not item.damaged else 0
        hearts = most if item.hearts is None else item.hearts
        wrong = not min(1, most) <= hearts <= most
        refuse(wrong, f"{place}.hearts: {name!r} has {min(1, most)} to {most} here, not {hearts}")
        only = not drawable(box)[kind]
        starting = only if item.starting is None else item.starting
        refuse(only and not starting, f"{place}.starting: {name!r} is nothing but a starting item")
        for n, one in enumerate(item.enchantments):
            wrong = box.item_enchants[one] != item_type
            refuse(wrong, f"{place}.enchantments.{n}: {names[one]!r} cannot lie on {name!r}")
            p.item_enchantments[(*at, n)] = one
        p.item_kind[at], p.item_active[at], p.item_starting[at] = kind, not item.damaged, starting
        p.item_mode[at], p.item_hearts[at] = mode, hearts

    def write_stock(self) -> None:
        """Write stack, discard pile, supply, tiles in hand and history."""
        p, given, names = self.p, self.given, self.lexicon.items
        left = _left_in_box(drawable(self.box))
        left.subtract(p.item_kind[(p.item_kind >= 0) & (p.item_starting == 0)].tolist())
        left.subtract(p.item_enchantments[p.item_enchantments >= 0].tolist())
        left.subtract(given.drawn)
        p.drawn[: len(given.drawn)] = given.drawn
        stack = given.stack if isinstance(given.stack, list) else []
        refuse(K.OPEN in stack[:-1], "stack: '...' stands at the end: the rest in any order")
        order = [kind for kind in reversed(stack) if kind != K.OPEN]
        counts = Counter(given.stack if isinstance(given.stack, dict) else order)
        discards = Counter(given.discards)
        left.subtract(counts)
        left.subtract(discards)
        netherite = Counter(self.box.netherite[self.box.netherite >= 0].tolist())
        supply = Counter(given.supply)
        if given.supply is None:  # those that are nowhere else
            supply = Counter({kind: left[kind] for kind in netherite}) & netherite
        left.subtract(supply)
        reason = "more than the box has in stack and supply"
        refuse(-left, f"stack: the position has {_named(-left, names)} {reason}")
        refuse(supply - netherite, "supply: not all of this are Netherite items of the box")
        for place, kind in reversed([*enumerate(self.box.netherite.tolist())]):
            p.supply[place] = supply[kind] > 0  # of equal ones, the last places keep theirs
            supply[kind] -= 1
        rest = [*left.elements()] if given.stack in (None, K.UNKNOWN) or K.OPEN in stack else []
        counts.update(rest)
        left.subtract(rest)
        if stack:
            order = [rest[n] for n in self.rng.permutation(len(rest))] + order
        if given.discards is None:
            discards.update(left)
        else:
            refuse(left.total(), f"stack: {_named(left, names)} are nowhere")
        p.discards = [discards[kind] for kind in range(V.ITEM_KINDS)]
        p.stack_count = [counts[kind] for kind in range(V.ITEM_KINDS)]
        reason = "with explicit chance it has no order: say how many of each, {name: number}"
        refuse(order and self.explicit, f"stack: {reason}")
        self.h.stack[: len(order)] = order
        self._write_history()

    def _write_history(self) -> None:
        p, entries = self.p, self.given.history
        kinds = [
            kind + SHUFFLED_IN * ("added" in entry) for entry in entries for kind in entry.values()
        ]
        p.history[: len(kinds)], p.history_length = kinds, len(kinds)
        added = Counter(entry["added"] for entry in entries if "added" in entry)
        too_many = added - Counter(self.box.netherite.tolist())
        # those that have been drawn are elsewhere; those in the supply have never been in it
        tiles = _left_in_box(drawable(self.box))
        tiles.subtract([*added.elements(), *self.box.netherite[p.supply > 0].tolist()])
        wrong = too_many or (kinds and not _fits(p, kinds, tiles))
        refuse(wrong, "history: after this, the stack cannot be what it is")


def _fits(p: Any, history: Sequence[int], tiles: Counter[int]) -> bool:
    """Return whether the stack can hold what it holds after a history (USE-04).

    ``tiles`` are those that can have been in it before.
    """
    before = _left_in_box(p.stack_count)
    for entry in history:
        before[entry % SHUFFLED_IN] += -1 if entry >= SHUFFLED_IN else 1
    if -before or before - tiles or history[0] < SHUFFLED_IN:
        return False
    try:
        with np.errstate(all="ignore"):
            weight = stack_hypotheses(p)[1]
    except (IndexError, ZeroDivisionError):
        return False  # a draw from an empty stack
    return bool((weight > 0).any())


# -- dumping ---------------------------------------------------------------------------


def cube_rows(p: Any, hidden: Array8) -> list[str]:
    """Return the cube of a game as four rows of four words; -1 is a block that is not known."""
    letters = K.LETTERS + "?"  # what -1, not seen, stands for
    words = []
    for height, seen, below in zip(p.height, p.cube.tolist(), hidden.tolist(), strict=True):
        blocks = [
            letters[one] if one >= 0 else letters[other].lower()
            for one, other in zip(seen[:height], below, strict=False)
        ]
        words.append("".join(reversed(blocks or "-")).ljust(V.CUBE_LAYERS))
    return [" ".join(words[row : row + 4]).rstrip() for row in range(0, V.CUBE_COLUMNS, 4)]


def task_columns(p: Any, box: Any) -> dict[str, list[str]]:
    """Return the piglin board of a game."""
    places = zip(p.place_colour, p.place_count, strict=True)
    words = [K.LETTERS[colour] * count for colour, count in places]
    firsts = zip(TASKS, range(0, V.PLACES, V.TASK_COLUMNS), strict=True)
    return {
        name: words[first : first + len(task_sizes(p, box, task))]
        for task, (name, first) in enumerate(firsts)
    }


def inventory(p: Any, box: Any, parts: Components, seat: int) -> list[Any]:
    """Return a player's items, each as short as it can be written."""
    items: list[Any] = []
    for at in ((seat, slot) for slot in range(V.SLOTS)):
        kind, hearts, starting = (int(x[at]) for x in (p.item_kind, p.item_hearts, p.item_starting))
        entry: dict[str, Any] = {"item": kind}
        if not p.item_active[at]:
            entry["damaged"] = True
        elif box.item_type[kind] == ItemType.LEGGINGS:
            entry["mode"] = int(p.item_mode[at])
        if hearts not in (0, box.item_hearts[kind]):
            entry["hearts"] = hearts
        if bool(starting) == bool(drawable(box)[kind]):
            entry["starting"] = bool(starting)
        if p.item_enchantments[at].max() >= 0:
            entry["enchantments"] = [one for one in p.item_enchantments[at].tolist() if one >= 0]
        items.append(K.written(K.ItemEntry, parts, **entry) if kind >= 0 else None)
    while items and items[-1] is None:
        items.pop()
    return items


def stock(p: Any, h: Any, box: Any, names: Sequence[str]) -> dict[str, Any]:
    """Return stack, discard pile, supply, tiles in hand and history of a game."""
    order = h.stack[: p.stack_count.sum()][::-1]
    return {
        "stack": K.UNKNOWN if p.explicit_chance else [names[kind] for kind in order],
        "discards": counts_by_name(p.discards, names),
        "supply": dict(Counter(names[kind] for kind in box.netherite[p.supply > 0])),
        "drawn": [names[kind] for kind in p.drawn if kind >= 0],
        "history": [
            {"added" if entry >= SHUFFLED_IN else "drawn": names[entry % SHUFFLED_IN]}
            for entry in p.history[: p.history_length]
        ],
    }
