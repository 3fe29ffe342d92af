"""The piglin board: what each task has, what is missing, how long there is time."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from tablemates.envs.portal_dash.naming import TASKS, Names
from tablemates.envs.portal_dash.reading import task_sizes
from tablemates.envs.portal_dash.render.drawing import icons
from tablemates.envs.portal_dash.render.drawing import palette as P
from tablemates.envs.portal_dash.render.drawing.canvas import MIDDLE, RIGHT, circle, rect, text
from tablemates.envs.portal_dash.render.drawing.panel import Area, body_of, draw_panel
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Public

_LETTER: Final = 32  # room for the letter of a task
_DUE: Final = 74  # room for its deadline
_GAP: Final = 10.0  # between columns
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
    return (room - _GAP * (len(sizes) - 1)) / max(1, sum(sizes)) - 2


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
        x += wide + _GAP
    left = sum(1 for height in p.height if height > L.CUBE_LAYERS - 1 - task)
    words = "complete" if done else f"layer {task + 1}"
    yield text(area.right, middle + (4 if done else -1), words, 11, P.INK, done, RIGHT)
    if not done:
        yield text(area.right, middle + 12, f"{left} of 16 left", 10, P.SOFT, anchor=RIGHT)
