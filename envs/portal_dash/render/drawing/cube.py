"""The resource cube, as it stands and layer by layer, and the piglin board."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from tablemates.envs.portal_dash.naming import TASKS, Names
from tablemates.envs.portal_dash.reading import exposed_columns, task_sizes
from tablemates.envs.portal_dash.render import symbols as S
from tablemates.envs.portal_dash.render.drawing import icons
from tablemates.envs.portal_dash.render.drawing import palette as P
from tablemates.envs.portal_dash.render.drawing.canvas import (
    MIDDLE,
    RIGHT,
    Area,
    body_of,
    circle,
    draw_panel,
    number,
    path,
    rect,
    text,
)
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import Colour

_SIDE: Final = 4  # rows of the base, and columns in a row
_STAND_WIDTH: Final = 152
_STAND_HEIGHT: Final = 140
_LABEL: Final = 15  # room for the numbers of columns
_GAP: Final = 12  # between layers
_NARROW: Final = 300  # with so much room the layers lie in two lines
#: How much of a face's colour gives way to its edge's colour.
_LEFT_SHADE: Final = 0.3
_RIGHT_SHADE: Final = 0.55


def draw_cube(p: Public, columns: Collection[int], area: Area) -> Iterator[str]:
    """Yield the panel of the cube.

    Args:
        p: The public state.
        columns: Columns that may be chosen now.
        area: Where it is drawn.
    """
    exposed = set(exposed_columns(p))
    left = int(sum(p.height))
    yield from draw_panel(area, "Cube", f"{left} blocks left · ringed blocks are exposed")
    body = body_of(area)
    yield from _stand(p, Area(body.x, body.y, _STAND_WIDTH, min(body.height, _STAND_HEIGHT)))
    yield from _layers(p, exposed, columns, body.inside(0)._replace(x=body.x + _STAND_WIDTH + 12))


def _stand(p: Public, area: Area) -> Iterator[str]:
    """Yield the cube seen from a corner, the columns at the back first."""
    half = area.width / (2 * _SIDE)
    slope = half * 0.52
    high = (area.height - 2 * _SIDE * slope) / L.CUBE_LAYERS
    top = area.y + L.CUBE_LAYERS * high
    middle = area.x + area.width / 2

    def point(row: float, column: float, level: float) -> str:
        x = middle + (column - row) * half
        y = top + (column + row) * slope - level * high
        return f"{number(round(x, 1))} {number(round(y, 1))}"

    def face(*corners: str) -> str:
        return "M" + "L".join(corners) + "z"

    base = [point(0, 0, 0), point(0, 4, 0), point(4, 4, 0), point(4, 0, 0)]
    yield path(face(*base), P.FAINT, P.BORDER, 1)
    for place in range(L.CUBE_COLUMNS):
        r, c = divmod(place, _SIDE)
        for level in range(int(p.height[place])):
            colour = int(p.cube[place, level])
            if _height(p, r + 1, c) <= level:
                fill, edge = _shaded(colour, _LEFT_SHADE)
                corners = [(r + 1, c), (r + 1, c + 1)]
                low = [point(*corner, level) for corner in corners]
                upper = [point(*corner, level + 1) for corner in reversed(corners)]
                yield path(face(*low, *upper), fill, edge, 0.8, True)
            if _height(p, r, c + 1) <= level:
                fill, edge = _shaded(colour, _RIGHT_SHADE)
                corners = [(r + 1, c + 1), (r, c + 1)]
                low = [point(*corner, level) for corner in corners]
                upper = [point(*corner, level + 1) for corner in reversed(corners)]
                yield path(face(*low, *upper), fill, edge, 0.8, True)
        level = int(p.height[place])
        if level:
            colour = int(p.cube[place, level - 1])
            fill, edge = _shaded(colour, 0)
            around = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
            yield path(face(*(point(*corner, level) for corner in around)), fill, edge, 0.8, True)
            in_front = ((r + 1, c), (r, c + 1), (r + 1, c + 1))
            if all(_height(p, *other) <= level for other in in_front):
                x, y = map(float, point(r + 0.5, c + 0.5, level).split())
                yield text(x, y + 3.3, _code(colour), 9, _ink(colour), True, MIDDLE)


def _height(p: Public, row: int, column: int) -> int:
    """Return the height of a column, 0 outside the cube."""
    if row >= _SIDE or column >= _SIDE:
        return 0
    return int(p.height[_SIDE * row + column])


def _shaded(colour: int, share: float) -> tuple[str, str]:
    """Return fill and edge of a face; an unseen block is gray."""
    if colour < 0:
        return P.FAINT, P.BORDER
    paint = P.BLOCKS[Colour(colour)]
    return P.mixed(paint.fill, paint.edge, share), paint.edge


def _code(colour: int) -> str:
    return S.BLOCK_CODES[Colour(colour)] if colour >= 0 else "?"


def _ink(colour: int) -> str:
    return P.BLOCKS[Colour(colour)].ink if colour >= 0 else P.SOFT


def _layers(
    p: Public, exposed: Collection[int], columns: Collection[int], area: Area
) -> Iterator[str]:
    room = area.width - _STAND_WIDTH - 12
    across = L.CUBE_LAYERS if room > _NARROW else 2
    wide = (room - (across - 1) * _GAP) / across - _LABEL
    high = area.height / (L.CUBE_LAYERS // across)
    cell = min(wide / _SIDE, (high - 30) / _SIDE)
    for layer in range(1, L.CUBE_LAYERS + 1):
        level = L.CUBE_LAYERS - layer
        line, place_in_line = divmod(layer - 1, across)
        x = area.x + place_in_line * (_SIDE * cell + _LABEL + _GAP) + _LABEL
        top = area.y + line * high
        y = top + 28
        left = sum(1 for height in p.height if height > level)
        yield text(x, top + 10, f"layer {layer}: {left} left", 10.5, P.INK)
        for i in range(_SIDE):
            yield text(x + (i + 0.5) * cell, y - 4, f"+{i}", 8.5, P.SOFT, anchor=MIDDLE)
            label = str(_SIDE * i)
            yield text(x - 5, y + (i + 0.5) * cell + 3, label, 8.5, P.SOFT, anchor=RIGHT)
        for place in range(L.CUBE_COLUMNS):
            row, column = divmod(place, _SIDE)
            here = (x + column * cell, y + row * cell)
            on_top = int(p.height[place]) == level + 1
            yield _block(int(p.cube[place, level]), *here, cell, on_top and place in exposed)
            if on_top and place in columns:
                yield icons.corners(here[0] + 0.5, here[1] + 0.5, cell - 1, cell - 1, P.CHOICE, 2)


def _block(colour: int, x: float, y: float, cell: float, exposed: bool) -> str:
    """Return a block of a layer; an exposed one has a ring around it."""
    if colour == GONE:
        return icons.gone_block(x, y, cell)
    inset = cell * 0.12
    size = cell - 2 * inset
    if colour == UNSEEN:
        return icons.unseen_block(x + inset, y + inset, size)
    ring = rect(x + 1, y + 1, cell - 2, cell - 2, "none", P.INK, 1.5, 5) if exposed else ""
    return ring + icons.block(colour, x + inset, y + inset, size)


_LETTER: Final = 32  # room for the letter of a task
_DUE: Final = 74  # room for its deadline
_TASK_GAP: Final = 10.0  # between columns
_LARGEST: Final = 22.0  # a block


def draw_tasks(p: Public, names: Names, places: Collection[int], area: Area) -> Iterator[str]:
    """Yield the panel of the piglin board.

    Args:
        p: The public state.
        names: The names of the parts.
        places: Its columns (``3 * task + column``) that may be chosen now.
        area: Where it is drawn.
    """
    yield from draw_panel(area, "Piglins", "due before a layer is gone")
    body = body_of(area)
    pitch = body.height / L.TASKS
    sizes = [task_sizes(p, names.box, task) for task in range(L.TASKS)]
    room = body.width - _LETTER - _DUE
    size = min(_LARGEST, *(_block_size(of_task, room) for of_task in sizes))
    for task in range(L.TASKS):
        here = Area(body.x, body.y + task * pitch, body.width, pitch)
        yield from _task(p, task, sizes[task], size, places, here)


def _block_size(sizes: list[int], room: float) -> float:
    """Return the size of a block with which the columns of a task fill the room."""
    return (room - _TASK_GAP * (len(sizes) - 1)) / max(1, sum(sizes)) - 2


def _task(
    p: Public, task: int, sizes: list[int], size: float, places: Collection[int], area: Area
) -> Iterator[str]:
    counts = [int(p.place_count[L.TASK_COLUMNS * task + i]) for i in range(len(sizes))]
    done = counts == sizes
    middle = area.y + area.height / 2
    yield circle(area.x + 12, middle, 11, P.GOOD if done else P.PANEL, P.GOOD, 1.6)
    yield text(
        *(area.x + 12, middle + 4.6, TASKS[task], 13), P.PANEL if done else P.GOOD, True, MIDDLE
    )
    x = area.x + _LETTER
    for i, (count, places_in) in enumerate(zip(counts, sizes, strict=True)):
        place = L.TASK_COLUMNS * task + i
        top = middle - size / 2
        wide = places_in * (size + 2) - 2
        yield rect(x - 2.5, top - 2.5, wide + 5, size + 5, P.FAINT, P.BORDER, 0.8, 4)
        for n in range(places_in):
            left = x + n * (size + 2)
            if n < count:
                yield icons.block(int(p.place_colour[place]), left, top, size)
            else:
                yield rect(left + 1, top + 1, size - 2, size - 2, P.PANEL, P.BORDER, 1, 3)
        if place in places:
            yield icons.corners(x - 3.5, top - 3.5, wide + 7, size + 7, P.CHOICE, 2.2)
        x += wide + _TASK_GAP
    left = sum(1 for height in p.height if height > L.CUBE_LAYERS - 1 - task)
    words = "complete" if done else f"layer {task + 1}"
    yield text(area.right, middle + (4 if done else -1), words, 11, P.INK, done, RIGHT)
    if not done:
        yield text(area.right, middle + 12, f"{left} of 16 left", 10, P.SOFT, anchor=RIGHT)
