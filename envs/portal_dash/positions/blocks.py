"""The 64 blocks of a position: cube, used pile, hand, piglin board.

A column of the cube is a word, its blocks from the top: ``RGYK``; ``-`` is an
empty column, ``?`` a block that nobody has seen, and a number stands for that
many blocks of any colour. A dump writes blocks that nobody has seen in small
letters (``RGyk``); the loader derives which they are from the cube's shape.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from tablemates.envs.portal_dash.naming import TASKS
from tablemates.envs.portal_dash.positions.keys import (
    ANY_COLOUR,
    COLOURS,
    LETTERS,
    NO_BLOCK,
    NOT_KNOWN,
    SMALL,
    Tasks,
)
from tablemates.envs.portal_dash.positions.reader import Left, Reader, fault
from tablemates.envs.portal_dash.reading import as_python
from tablemates.envs.portal_dash.rules import cube
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN
from tablemates.envs.portal_dash.rules.piglins import side_of
from tablemates.envs.portal_dash.rules.vocabulary import Cause, Colour


def write_blocks(r: Reader, in_transit: int, covered: Set[tuple[int, int]]) -> None:
    """Write cube, used pile, hand and piglin board.

    ``in_transit`` brown blocks are about to be laid on the board; ``covered`` are column and
    level of the blocks whose colour is about to be asked for.
    """
    p, given = r.p, r.given
    left = Left("cube", r.box.cube, COLOURS, "blocks")
    left.take(Colour.BROWN, sum(int(row).bit_count() for row in p.brown) + in_transit)
    for colour, count in (*given.hand.items(), *(given.used or {}).items()):
        left.take(colour, count)
    for column in given.cube or ():
        for colour in column:
            if colour >= 0:
                left.take(colour % SMALL)
    _write_tasks(r, left)
    _write_cube(r, left, covered)
    p.used = [(left if given.used is None else given.used).get(colour, 0) for colour in Colour]
    # a game may be given up before a brown block in transit is laid
    given_up = p.cause == Cause.ILLEGAL_ACTION and +left == {Colour.BROWN: 1}
    if given.used is not None and left.total() and not given_up:
        raise fault(("cube",), f"{left} blocks are nowhere; leave out `used` to put them there")


def _write_cube(r: Reader, left: Left, covered: Set[tuple[int, int]]) -> None:
    """Write the cube; blocks of any colour are drawn from those that are left."""
    p, h, columns = r.p, r.h, r.given.cube
    if columns is None:  # all blocks that are nowhere else; the last ones lie in the top layer
        heights = [(left.total() + n) // L.CUBE_COLUMNS for n in range(L.CUBE_COLUMNS)]
        columns = [[ANY_COLOUR] * height for height in heights]
    p.height = [len(column) for column in columns]
    if not any(columns) and not r.over:
        raise fault(("cube",), "the cube is empty: the game is lost (END-04)")
    pool = list(left.elements())
    order = [pool[n] for n in r.rng.permutation(len(pool))]

    def draw() -> int:
        if not order:
            raise fault(("cube",), "there are not so many blocks left in the box")
        left.take(order[-1])
        return int(order.pop())

    p.cube, h.cube = GONE, UNSEEN
    is_seen = as_python(cube.is_seen)
    for column, blocks in enumerate(columns):
        for level, block in enumerate(blocks):
            at, colour = (column, level), block % SMALL if block >= 0 else block
            shown = is_seen(p, column, level) and at not in covered
            # a game may end before blocks that come into sight have been looked at
            if r.over and (block >= SMALL or block == UNSEEN):
                shown = False
            if shown and colour == UNSEEN:
                reason = f"{NOT_KNOWN!r} stands for a block that shows a face"
                raise fault(("cube", f"column {column}"), reason)
            if colour < 0:
                colour = draw()
            if shown:
                p.cube[at] = colour
                continue
            p.cube[at] = UNSEEN
            p.unseen[colour] += 1
            if not r.explicit:
                h.cube[at] = colour
    if r.given.used is None and any(UNSEEN in column for column in columns):
        raise fault(("used",), f"must be given where the cube has {NOT_KNOWN!r}")


def _write_tasks(r: Reader, left: Left) -> None:
    """Write the piglin board."""
    p, tasks = r.p, r.given.tasks
    sizes = [int(size) for size in r.box.piglin[as_python(side_of)(p)]]
    p.place_colour = -1
    if tasks == "complete" or (tasks is None and p.portal_open):
        for place, size in enumerate(sizes):
            if size:
                _place(r, left, place, left.most_common(1)[0][0], size)
        return
    for task, name in enumerate(TASKS if isinstance(tasks, Tasks) else ()):
        first, columns = L.TASK_COLUMNS * task, getattr(tasks, name)
        own = [size for size in sizes[first : first + L.TASK_COLUMNS] if size]
        if len(columns) > len(own):
            reason = f"{len(columns)} columns, but this side of the board has {len(own)}"
            raise fault(("tasks", name), reason)
        for n, word in enumerate(columns):
            blocks = word.upper().replace(NO_BLOCK, "")
            if len(set(blocks)) > 1 or not set(blocks) <= set(LETTERS) or len(blocks) > own[n]:
                reason = f"{word!r}: the column has room for {own[n]} blocks of one colour"
                raise fault(("tasks", name, n), f"{reason}, such as 'RR'")
            if blocks:
                _place(r, left, first + n, LETTERS.index(blocks[0]), len(blocks))


def _place(r: Reader, left: Left, place: int, colour: int, count: int) -> None:
    r.p.place_colour[place], r.p.place_count[place] = colour, count
    left.take(colour, count)


def cube_rows(p: Any, h: Any) -> list[str]:
    """Return the cube of a game as four rows of four words."""
    found = [
        "".join(map(_letter, p.cube[column, :height][::-1], h.cube[column, :height][::-1]))
        for column, height in enumerate(p.height.tolist())
    ]
    words = [(blocks or NO_BLOCK).ljust(L.CUBE_LAYERS) for blocks in found]
    return [" ".join(words[row : row + 4]).rstrip() for row in range(0, L.CUBE_COLUMNS, 4)]


def _letter(seen: int, hidden: int) -> str:
    if seen >= 0:
        return LETTERS[seen]
    return LETTERS[hidden].lower() if hidden >= 0 else NOT_KNOWN


def task_columns(p: Any, box: Any) -> dict[str, list[str]]:
    """Return the piglin board of a game."""
    sizes = box.piglin[as_python(side_of)(p)]
    return {
        name: [
            LETTERS[p.place_colour[place]] * int(p.place_count[place])
            for place in range(L.TASK_COLUMNS * task, L.TASK_COLUMNS * (task + 1))
            if sizes[place]
        ]
        for task, name in enumerate(TASKS)
    }
