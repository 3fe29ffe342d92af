"""The 64 blocks of a position: cube, used pile, hand, piglin board.

A column of the cube is a word, its blocks from the top: ``RGYK``; ``-`` is an
empty column, ``?`` a block that nobody has seen and that is not known, and a
number stands for so many blocks of any colour. Blocks that nobody has seen but
are known to the record are written small (``RGyk``); which they are follows
from the cube, so reading, both are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, Final

from tablemates.envs.core.documents import Place
from tablemates.envs.portal_dash.positions.draft import Draft
from tablemates.envs.portal_dash.positions.errors import fault, pick
from tablemates.envs.portal_dash.positions.names import COLOURS
from tablemates.envs.portal_dash.positions.schema import Tasks
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN
from tablemates.envs.portal_dash.rules.vocabulary import Cause, Colour

#: Red, gray, gold (yellow), brown, black.
LETTERS: Final = "RGYBK"
NO_BLOCK: Final = "-"
NOT_KNOWN: Final = "?"
TASK_NAMES: Final = ("A", "B", "C")

_ANY = -3  # a block of whatever colour is left
_ONE_BROWN = [int(colour == Colour.BROWN) for colour in Colour]
_SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))


def write_blocks(draft: Draft, in_transit: int, covered: Set[tuple[int, int]]) -> bool:
    """Write cube, used pile, hand and piglin board.

    Args:
        draft: The game.
        in_transit: Brown blocks that are about to be laid on the board.
        covered: Column and level of blocks whose colour is about to be asked for.

    Returns:
        Whether the colours of unseen blocks are yet to be drawn.

    Raises:
        PositionError: They do not add up to the blocks of the box.
    """
    p, given = draft.p, draft.given
    left = [int(count) for count in draft.lexicon.box.cube]
    left[Colour.BROWN] -= sum(int(row).bit_count() for row in p.brown) + in_transit
    p.mines_left, p.mined = given.mines_left, given.mined
    p.hand = _by_colour(given.hand, "hand")
    _take(left, p.hand)
    if given.used is not None:
        p.used = _by_colour(given.used, "used")
        _take(left, p.used)
    columns = None if given.cube is None else _columns(given.cube)
    if columns is not None:
        _take(left, [sum(column.count(c) for column in columns) for c in range(L.COLOURS)])
    _check_left(left)
    _write_tasks(draft, left)
    _check_left(left)
    if columns is None:
        columns = _assumed_cube(draft, left)
    if given.end is not None and given.cube is not None:
        # A game may end before blocks that come into sight have been seen.
        covered = {
            (column, level)
            for column, word in enumerate(_words(given.cube))
            for level, letter in enumerate(reversed(word))
            if letter.islower() or letter == NOT_KNOWN
        }
    unknown = _write_cube(draft, columns, left, covered)
    if given.used is None:
        p.used = left
    elif any(left):
        if p.cause == Cause.ILLEGAL_ACTION and left == _ONE_BROWN:
            return unknown  # the game was given up before it was laid
        missing = ", ".join(
            f"{count} {name}" for count, name in zip(left, COLOURS, strict=True) if count
        )
        raise fault(("cube",), f"{missing} blocks are nowhere; leave out `used` to put them there")
    return unknown


def _by_colour(counts: Mapping[str, int], key: str) -> list[int]:
    for name in counts:
        pick(COLOURS, name, (key, name), "colour")
    return [counts.get(name, 0) for name in COLOURS]


def _take(left: list[int], blocks: Iterable[int]) -> None:
    for colour, count in enumerate(blocks):
        left[colour] -= int(count)


def _check_left(left: Sequence[int]) -> None:
    for count, name in zip(left, COLOURS, strict=True):
        if count < 0:
            raise fault(("cube",), f"the position has {-count} {name} blocks more than the box")


def _columns(cube: str | Sequence[str]) -> list[list[int]]:
    """Return the columns' blocks from the base up: colours, ``UNSEEN`` or ``_ANY``."""
    found = _words(cube)
    if len(found) != L.CUBE_COLUMNS:
        reason = f"{len(found)} words, but the cube has {L.CUBE_COLUMNS} columns ('-': empty)"
        raise fault(("cube",), reason)
    return [_column(word, ("cube", f"column {n}")) for n, word in enumerate(found)]


def _column(word: str, place: Place) -> list[int]:
    if word == NO_BLOCK:
        return []
    if word.isdecimal():
        count = int(word) if len(word) == 1 else L.BLOCKS
        blocks = [_ANY] * count
    else:
        known = LETTERS + NOT_KNOWN
        for letter in word.upper():
            if letter not in known:
                raise fault(place, f"{letter!r} in {word!r} is no block; known: {' '.join(known)}")
        blocks = [
            UNSEEN if letter == NOT_KNOWN else LETTERS.index(letter)
            for letter in reversed(word.upper())
        ]
    if len(blocks) > L.CUBE_LAYERS:
        raise fault(place, f"{word!r} is higher than {L.CUBE_LAYERS} blocks")
    return blocks


def _order(draft: Draft) -> list[int]:
    """Return the colours of the new game's cube, base layer first: what "any colour" means."""
    if draft.base is None or draft.explicit:
        counts = draft.lexicon.box.cube
        rounds = range(int(max(counts)))
        return [c for n in rounds for c in range(L.COLOURS) if n < int(counts[c])]
    seen, unseen = draft.base.public.cube, draft.base.hidden.cube
    return [
        int(seen[column, level] if seen[column, level] >= 0 else unseen[column, level])
        for level in range(L.CUBE_LAYERS)
        for column in range(L.CUBE_COLUMNS)
    ]


def _assumed_cube(draft: Draft, left: Sequence[int]) -> list[list[int]]:
    """Return a cube of all blocks that are nowhere else; the last ones lie in the top layer."""
    draft.assumed("cube")
    count = sum(left)
    return [
        [_ANY] * len([n for n in range(count) if n % L.CUBE_COLUMNS == column])
        for column in range(L.CUBE_COLUMNS - 1, -1, -1)
    ]


def _write_cube(
    draft: Draft, columns: list[list[int]], left: list[int], covered: Set[tuple[int, int]]
) -> bool:
    """Write the cube; blocks of any colour are taken from what is left."""
    p, h = draft.p, draft.h
    p.height = [len(column) for column in columns]
    open_colours = any(block in (_ANY, UNSEEN) for column in columns for block in column)
    pool = list(left)
    order = [c for c in (_order(draft) if open_colours else ()) if _take_one(pool, c)]
    unknown: list[tuple[int, int]] = []
    seen_unknown = False
    p.cube, h.cube = GONE, UNSEEN
    p.unseen = 0
    for level in range(L.CUBE_LAYERS):
        for column in range(L.CUBE_COLUMNS):
            if level >= len(columns[column]):
                continue
            colour = columns[column][level]
            seen = _is_seen(p.height, column, level) and (column, level) not in covered
            if colour == _ANY and (seen or not draft.explicit):
                if not order:
                    raise fault(("cube",), "there are not so many blocks left in the box")
                colour = order.pop(0)
                left[colour] -= 1
            if seen:
                seen_unknown |= colour == UNSEEN
                p.cube[column, level] = colour
                continue
            p.cube[column, level] = UNSEEN
            if colour in (UNSEEN, _ANY):
                unknown.append((column, level))
            else:
                p.unseen[colour] += 1
                if not draft.explicit:
                    h.cube[column, level] = colour
    if seen_unknown:
        raise fault(("cube",), f"{NOT_KNOWN!r} stands for a block that shows a face")
    _spread_unknown(draft, unknown, order, left)
    return bool(unknown) and not draft.explicit


def _take_one(pool: list[int], colour: int) -> bool:
    pool[colour] -= 1
    return pool[colour] >= 0


def _spread_unknown(
    draft: Draft, unknown: Sequence[tuple[int, int]], order: list[int], left: list[int]
) -> None:
    """Give unknown blocks some colours that are left; `load` draws them anew."""
    p, h = draft.p, draft.h
    if not draft.explicit and unknown and int(p.unseen.sum()) > 0:
        reason = f"either all blocks that show no face are {NOT_KNOWN!r} or none is"
        raise fault(("cube",), reason)
    if len(unknown) > len(order):
        raise fault(("cube",), "there are not so many blocks left in the box")
    open_count = any(NOT_KNOWN in word for word in _words(draft.given.cube or ""))
    if open_count and draft.given.used is None:
        raise fault(("used",), f"must be given where the cube has {NOT_KNOWN!r}")
    for column, level in unknown:
        colour = order.pop(0)
        left[colour] -= 1
        p.unseen[colour] += 1
        if not draft.explicit:
            h.cube[column, level] = colour


def _words(cube: str | Sequence[str]) -> list[str]:
    return (cube if isinstance(cube, str) else " ".join(cube)).split()


def _is_seen(height: Any, column: int, level: int) -> bool:
    """Return whether a block shows its top or a side."""
    if level == int(height[column]) - 1:
        return True
    row, col = divmod(column, 4)
    sides = [(row + r, col + c) for r, c in _SIDES]
    return any(not (0 <= r < 4 and 0 <= c < 4) or int(height[4 * r + c]) <= level for r, c in sides)


def _write_tasks(draft: Draft, left: list[int]) -> None:
    """Write the piglin board."""
    p, tasks = draft.p, draft.given.tasks
    sizes = [int(size) for size in draft.lexicon.box.piglin[0 if p.players <= 2 else 1]]
    p.place_colour, p.place_count = -1, 0
    if tasks is None:
        tasks = "complete" if p.portal_open else None
    if tasks is None:
        return
    if isinstance(tasks, Tasks):
        for task, name in enumerate(TASK_NAMES):
            _write_task(draft, task, getattr(tasks, name), sizes)
    else:
        for place, size in enumerate(sizes):
            if size:
                colour = max(
                    range(L.COLOURS),
                    key=lambda c: (
                        left[c]
                        - sum(
                            int(n)
                            for n, other in zip(p.place_count, p.place_colour, strict=True)
                            if other == c
                        )
                    ),
                )
                p.place_colour[place], p.place_count[place] = colour, size
    for place in range(L.PLACES):
        if p.place_count[place]:
            left[p.place_colour[place]] -= int(p.place_count[place])


def _write_task(draft: Draft, task: int, columns: Sequence[str], sizes: Sequence[int]) -> None:
    p, name = draft.p, TASK_NAMES[task]
    first = L.TASK_COLUMNS * task
    own = [size for size in sizes[first : first + L.TASK_COLUMNS] if size]
    if len(columns) > len(own):
        reason = f"{len(columns)} columns, but this side of the board has {len(own)}"
        raise fault(("tasks", name), reason)
    for n, word in enumerate(columns):
        blocks = word.upper().replace(NO_BLOCK, "")
        if len(set(blocks)) > 1 or not set(blocks) <= set(LETTERS):
            reason = f"{word!r}: a column holds blocks of one colour, such as 'RR'"
            raise fault(("tasks", name, n), reason)
        if len(blocks) > own[n]:
            raise fault(("tasks", name, n), f"{word!r}: the column has room for {own[n]} blocks")
        if blocks:
            p.place_colour[first + n] = LETTERS.index(blocks[0])
            p.place_count[first + n] = len(blocks)


def cube_rows(p: Any, h: Any) -> list[str]:
    """Return the cube of a game as four rows of four words."""
    found = []
    for column in range(L.CUBE_COLUMNS):
        blocks = ""
        for level in range(int(p.height[column]) - 1, -1, -1):
            seen, hidden = int(p.cube[column, level]), int(h.cube[column, level])
            if seen >= 0:
                blocks += LETTERS[seen]
            else:
                blocks += LETTERS[hidden].lower() if hidden >= 0 else NOT_KNOWN
        found.append((blocks or NO_BLOCK).ljust(L.CUBE_LAYERS))
    return [" ".join(found[row : row + 4]).rstrip() for row in range(0, L.CUBE_COLUMNS, 4)]


def task_columns(p: Any, box: Any) -> dict[str, list[str]]:
    """Return the piglin board of a game."""
    sizes = box.piglin[0 if p.players <= 2 else 1]
    return {
        name: [
            LETTERS[p.place_colour[place]] * int(p.place_count[place])
            for place in range(L.TASK_COLUMNS * task, L.TASK_COLUMNS * (task + 1))
            if sizes[place]
        ]
        for task, name in enumerate(TASK_NAMES)
    }
