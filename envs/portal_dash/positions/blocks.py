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
from tablemates.envs.portal_dash.positions.draft import Draft, Left
from tablemates.envs.portal_dash.positions.names import COLOURS, fault
from tablemates.envs.portal_dash.positions.schema import (
    ANY_COLOUR,
    LETTERS,
    NO_BLOCK,
    NOT_KNOWN,
    SMALL,
    Tasks,
)
from tablemates.envs.portal_dash.reading import as_python
from tablemates.envs.portal_dash.rules import cube
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN
from tablemates.envs.portal_dash.rules.piglins import side_of
from tablemates.envs.portal_dash.rules.vocabulary import Cause, Colour


def write_blocks(draft: Draft, in_transit: int, covered: Set[tuple[int, int]]) -> None:
    """Write cube, used pile, hand and piglin board.

    Args:
        draft: The game.
        in_transit: Brown blocks that are about to be laid on the board.
        covered: Column and level of blocks whose colour is about to be asked for.

    Raises:
        PositionError: They do not add up to the blocks of the box.
    """
    p, given = draft.p, draft.given
    left = Left(("cube",), draft.lexicon.box.cube, COLOURS, "blocks")
    left.take(Colour.BROWN, sum(int(row).bit_count() for row in p.brown) + in_transit)
    p.mines_left, p.mined = given.mines_left, given.mined
    for pile, counts in ((p.hand, given.hand), (p.used, given.used or {})):
        for colour, count in counts.items():
            pile[colour] = count
            left.take(colour, count)
    for column in given.cube or ():
        for colour in column:
            if colour >= 0:
                left.take(colour % SMALL)
    _write_tasks(draft, left)
    _write_cube(draft, left, covered)
    if given.used is None:
        p.used = [left[colour] for colour in Colour]
    # a game may be given up before a brown block in transit is laid
    elif left.total() and not (p.cause == Cause.ILLEGAL_ACTION and +left == {Colour.BROWN: 1}):
        raise fault(("cube",), f"{left} blocks are nowhere; leave out `used` to put them there")


def _write_cube(draft: Draft, left: Left, covered: Set[tuple[int, int]]) -> None:
    """Write the cube; blocks of any colour are drawn from those that are left."""
    p, h, columns = draft.p, draft.h, draft.given.cube
    if columns is None:  # all blocks that are nowhere else; the last ones lie in the top layer
        heights = [(left.total() + n) // L.CUBE_COLUMNS for n in range(L.CUBE_COLUMNS)]
        columns = [[ANY_COLOUR] * height for height in heights]
    p.height = [len(column) for column in columns]
    if not any(columns) and not draft.over:
        raise fault(("cube",), "the cube is empty: the game is lost (END-04)")
    pool = list(left.elements())
    order = [pool[n] for n in draft.rng.permutation(len(pool))]

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
            if draft.over and (block >= SMALL or block == UNSEEN):
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
            if not draft.explicit:
                h.cube[at] = colour
    if draft.given.used is None and any(UNSEEN in column for column in columns):
        raise fault(("used",), f"must be given where the cube has {NOT_KNOWN!r}")


def _write_tasks(draft: Draft, left: Left) -> None:
    """Write the piglin board."""
    p, tasks = draft.p, draft.given.tasks
    sizes = [int(size) for size in draft.lexicon.box.piglin[as_python(side_of)(p)]]
    p.place_colour = -1
    if tasks == "complete" or (tasks is None and p.portal_open):
        for place, size in enumerate(sizes):
            if size:
                _place(draft, left, place, left.most_common(1)[0][0], size)
        return
    for task, name in enumerate(TASKS if isinstance(tasks, Tasks) else ()):
        first = L.TASK_COLUMNS * task
        own = [size for size in sizes[first : first + L.TASK_COLUMNS] if size]
        columns = getattr(tasks, name)
        if len(columns) > len(own):
            reason = f"{len(columns)} columns, but this side of the board has {len(own)}"
            raise fault(("tasks", name), reason)
        for n, word in enumerate(columns):
            blocks = word.upper().replace(NO_BLOCK, "")
            if len(set(blocks)) > 1 or not set(blocks) <= set(LETTERS):
                reason = f"{word!r}: a column holds blocks of one colour, such as 'RR'"
                raise fault(("tasks", name, n), reason)
            if len(blocks) > own[n]:
                reason = f"{word!r}: the column has room for {own[n]} blocks"
                raise fault(("tasks", name, n), reason)
            if blocks:
                _place(draft, left, first + n, LETTERS.index(blocks[0]), len(blocks))


def _place(draft: Draft, left: Left, place: int, colour: int, count: int) -> None:
    draft.p.place_colour[place], draft.p.place_count[place] = colour, count
    left.take(colour, count)


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
    sizes = box.piglin[as_python(side_of)(p)]
    return {
        name: [
            LETTERS[p.place_colour[place]] * int(p.place_count[place])
            for place in range(L.TASK_COLUMNS * task, L.TASK_COLUMNS * (task + 1))
            if sizes[place]
        ]
        for task, name in enumerate(TASKS)
    }
