"""The drawing of the piglins' tasks, each with the layer of the cube before which it is due."""

from __future__ import annotations

from collections.abc import Iterator

from tablemates.envs.core.display.cards import Drawing, frame
from tablemates.envs.core.display.svg import (
    BLANK,
    BORDER,
    FAINT,
    GOOD,
    INK,
    MIDDLE,
    PANEL,
    RIGHT,
    Area,
    circle,
    rect,
    text,
)
from tablemates.envs.core.display.zones import about
from tablemates.envs.portal_dash import icons
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.naming import TASKS, WORDS
from tablemates.envs.portal_dash.reading import task_sizes
from tablemates.envs.portal_dash.scene import Scene


def draw_tasks(drawing: Drawing, scene: Scene, area: Area) -> Iterator[str]:
    """Yield the tasks of the piglins: their columns, and the layer before which each is due."""
    p, size = scene.p, 26.0
    tasks = [task_sizes(p, scene.names.box, task) for task in range(V.TASKS)]
    room = area.width - 34 - 66
    size = min(size, *((room - 12 * len(sizes)) / max(1, sum(sizes)) - 1 for sizes in tasks))
    pitch = area.height / V.TASKS
    for task, sizes in enumerate(tasks):
        first = V.TASK_COLUMNS * task
        counts = p.place_count[first : first + len(sizes)].tolist()
        done, middle = counts == sizes, area.y + (task + 0.5) * pitch
        x = area.x + 19
        badge = circle(x, middle, 12, "#22693e" if done else "none", GOOD, 2)
        badge += text(x, middle + 5, TASKS[task], 14, BLANK if done else INK, True, MIDDLE)
        state = (
            WORDS.say("about", "task_done")
            if done
            else WORDS.say("about", "task_open", missing=sum(sizes) - sum(counts), layer=task + 1)
        )
        words = WORDS.say("about", "task", task=TASKS[task], state=state[:1].lower() + state[1:])
        yield about(words, badge)
        x += 20
        for place, (count, most) in enumerate(zip(counts, sizes, strict=True), first):
            yield from _column(
                drawing, scene, Area(x, middle - size / 2, size, size), place, count, most
            )
            x += most * (size + 1) + 11
        if done:
            yield about(words, (text(area.right - 14, middle + 6, "✓", 18, GOOD, True, RIGHT)))
        else:
            layer = icons.GLYPHS.draw("icon/layer", area.right - 56, middle - 10, 20, icons.SHADE)
            left = f"{scene.blocks_left(task + 1)}"
            layer += text(area.right - 12, middle + 5, left, 14.5, INK, True, RIGHT)
            yield about(words, layer)


def _column(
    drawing: Drawing, scene: Scene, first: Area, place: int, count: int, most: int
) -> Iterator[str]:
    """Yield a column of a task: its blocks, and places for more."""
    x, y, size, _ = first
    wide = most * (size + 1) - 1
    yield rect(x - 3, y - 2.5, wide + 6, size + 5, FAINT, BORDER, 1, 5)
    for n in range(most):
        left = x + n * (size + 1)
        if n < count:
            yield icons.block(int(scene.p.place_colour[place]), left, y, size)
        else:
            yield rect(left + 1, y + 1, size - 2, size - 2, PANEL, BORDER, 1, 3)
    yield drawing.choice(V.PLACE + place, frame(Area(x - 3, y - 3, wide + 6, size + 6)))
