"""Panels around the board: dice and fight, end bosses, mob line, the cube, the piglin board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablemates.envs.core.canvas import (
    MIDDLE,
    PADDING,
    RIGHT,
    Area,
    body_of,
    circle,
    draw_panel,
    rect,
    text,
)
from tablemates.envs.core.zones import piece
from tablemates.envs.portal_dash.naming import TASKS, mob_kind_name
from tablemates.envs.portal_dash.reading import task_sizes
from tablemates.envs.portal_dash.render import symbols as S
from tablemates.envs.portal_dash.render.drawing import icons
from tablemates.envs.portal_dash.render.drawing import palette as P
from tablemates.envs.portal_dash.render.scene import SIDE, Boss, Scene, mob_kind, mob_number
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.cube import GONE, UNSEEN

_DIE: Final = 32
_DICE_HEIGHT: Final = 126
_BOSS_HEIGHT: Final = 100
_COMBAT_DIE: Final = 21
_IN_LINE: Final = 40  # room for a mob of the line
_LATER: Final = P.Paint("#84739e", P.MOB.edge, P.MOB.ink)


def draw_status(scene: Scene, area: Area) -> Iterator[str]:
    """Yield the panels of the dice, the end bosses and the mob line, one below the other."""
    gap = 10
    x, y, width, height = area
    yield from draw_dice(scene, Area(x, y, width, _DICE_HEIGHT))
    y += _DICE_HEIGHT + gap
    yield from draw_bosses(list(scene.bosses()), Area(x, y, width, _BOSS_HEIGHT))
    y += _BOSS_HEIGHT + gap
    yield from draw_line(scene, Area(x, y, width, height - _DICE_HEIGHT - _BOSS_HEIGHT - 2 * gap))


def draw_dice(scene: Scene, area: Area) -> Iterator[str]:
    """Yield the panel of the dice and the fight."""
    p = scene.p
    yield from draw_panel(area, "Dice")
    x, y = area.x + PADDING, area.y + 34
    for label, value, left in (("blocks", p.blocks_die, x), ("mobs", p.mob_die, x + 128)):
        yield text(left + _DIE + 10, y + 20.5, label, 11, P.SOFT)
        if value < 0:
            yield rect(left, y, _DIE, _DIE, "none", P.BORDER, 1.2, 6, "4 3")
        elif label == "blocks":
            yield icons.die_face(int(value), left, y, _DIE)
        else:
            yield icons.number_die(str(value), left, y, _DIE)
    y += _DIE + 14
    if p.fight_mob < 0:
        yield text(x, y + 20, "no fight", 11, P.SOFT)
        return
    against = scene.names.mob(p, int(p.fight_mob))
    room = area.width - 2 * PADDING
    yield text(x, y + 8, f"fight against {against}", 11, P.INK, True, room=room)
    hits = [str(int(hit)) for hit in p.dice[: p.dice_count]]
    shown = [*hits, *[""] * int(p.dice_to_roll)]
    size = min(_COMBAT_DIE, room / max(1, len(shown)) - 2)
    for i, hit in enumerate(shown):
        yield icons.number_die(hit, x + i * (size + 2), y + 15, size)


def draw_bosses(bosses: list[Boss], area: Area) -> Iterator[str]:
    """Yield the panel of the end bosses."""
    yield from draw_panel(area, "End bosses" if len(bosses) > 1 else "End boss")
    pitch = (area.height - 30) / max(1, len(bosses))
    for n, boss in enumerate(bosses):
        yield from _boss(boss, area.x + PADDING, area.y + 28 + n * pitch, area, pitch)


def _boss(boss: Boss, x: float, y: float, area: Area, pitch: float) -> Iterator[str]:
    """Yield a boss with its life; two of them share the panel and have less room."""
    alone = pitch > 60
    room = area.width - 2 * PADDING
    size = min(30.0, pitch - 12)
    yield rect(x, y, size, size, P.BOSS.fill, P.BOSS.edge, 1.4, 6)
    code = S.MOB_CODES[boss.kind]
    yield text(x + size / 2, y + size * 0.64, code, size * 0.42, P.BOSS.ink, True, MIDDLE)
    left = x + size + 10
    name = f"{mob_kind_name(boss.kind)} ({boss.side})"
    yield text(left, y + size * 0.4, name, 12, P.INK, True, room=room - size - 10)
    start, wide, top = left, room - 62 - size - 10, y + size * 0.56
    if alone:
        where = "on the board" if boss.space >= 0 else "not here yet"
        yield text(left, y + 26, where, 10.5, P.SOFT)
        start, wide, top = x, room - 62, y + 6 + size + 6
    full = boss.full_life
    yield rect(start, top, wide, 12, P.NO_HEART, None, None, 3)
    if boss.life:
        yield rect(start, top, wide * boss.life / max(1, full), 12, P.HEART, None, None, 3)
    for n in range(1, full):
        yield rect(start + wide * n / full - 0.5, top, 1, 12, P.PANEL)
    yield icons.heart(start + wide + 8, top - 1, 13)
    label = f"{boss.life}/{full}"
    yield text(area.right - PADDING, top + 10, label, 11, P.INK, True, RIGHT)


def draw_line(scene: Scene, area: Area) -> Iterator[str]:
    """Yield the panel of the mob line."""
    yield from draw_panel(area, "Mob line", "the first one spawns next")
    if not scene.line:
        yield text(area.x + PADDING, area.y + 44, "empty", 11, P.SOFT)
        return
    across = min(6, int((area.width - 2 * PADDING) // _IN_LINE))
    wide = (area.width - 2 * PADDING) / across
    high = min(34.0, (area.height - 34) / -(-L.REGULAR_MOBS // across))
    for n, mob in enumerate(scene.line):
        row, column = divmod(n, across)
        x, y = area.x + PADDING + column * wide, area.y + 30 + row * high
        paint = P.MOB if n == 0 else _LATER
        shape = Area(x, y, wide - 5, high - 6)
        middle = y + shape.height / 2
        code = S.MOB_CODES[mob_kind(scene.p, scene.names, mob)]
        label = mob_number(scene.names, mob)
        token = (
            rect(*shape, paint.fill, paint.edge, 1.8 if n == 0 else 0.9, 5)
            + text(x + 4, middle + 3.8, code, 10.5, paint.ink, True)
            + circle(shape.right - 9.5, middle, 6.6, "#ffffff")
            + text(shape.right - 9.5, middle + 3.6, label, 10, P.INK, True, MIDDLE)
        )
        yield piece(f"mob/{mob}", "line", token)


# -- the cube --------------------------------------------------------------------------------

_LABEL: Final = 15  # room for the numbers of columns
_GAP: Final = 24  # between layers


def draw_cube(scene: Scene, area: Area, across: int = L.CUBE_LAYERS) -> Iterator[str]:
    """Yield the panel of the cube, layer by layer, so many side by side."""
    left = int(sum(scene.p.height))
    note = " · ringed blocks are exposed" * (across == L.CUBE_LAYERS)
    yield from draw_panel(area, "Cube", f"{left} blocks left{note}")
    yield from _layers(scene, body_of(area), across)


def _layers(scene: Scene, area: Area, across: int) -> Iterator[str]:
    p, exposed = scene.p, scene.exposed()
    high = area.height * across / L.CUBE_LAYERS
    wide = (area.width - (across - 1) * _GAP) / across - _LABEL
    cell = min(wide / SIDE, (high - 30) / SIDE)
    for layer in range(1, L.CUBE_LAYERS + 1):
        level = L.CUBE_LAYERS - layer
        down, right = divmod(layer - 1, across)
        x = area.x + right * (wide + _LABEL + _GAP) + _LABEL
        top = area.y + down * high
        y = top + 28
        yield text(x, top + 10, f"layer {layer}: {scene.blocks_left(layer)} left", 10.5, P.INK)
        for i in range(SIDE):
            yield text(x + (i + 0.5) * cell, y - 4, f"+{i}", 8.5, P.SOFT, anchor=MIDDLE)
            label = str(SIDE * i)
            yield text(x - 5, y + (i + 0.5) * cell + 3, label, 8.5, P.SOFT, anchor=RIGHT)
        for place in range(L.CUBE_COLUMNS):
            row, column = divmod(place, SIDE)
            here = (x + column * cell, y + row * cell)
            on_top = int(p.height[place]) == level + 1
            colour = int(p.cube[place, level])
            block = _block(colour, *here, cell, on_top and place in exposed)
            yield block if colour == GONE else piece(f"block/{place}-{layer}", "cube", block)
            if on_top:
                yield scene.mark("column", place, *here, cell, cell)


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


# -- the piglin board ------------------------------------------------------------------------

_LETTER: Final = 32  # room for the letter of a task
_DUE: Final = 74  # room for its deadline
_TASK_GAP: Final = 10.0  # between columns
_LARGEST: Final = 22.0  # a block


def draw_tasks(scene: Scene, area: Area) -> Iterator[str]:
    """Yield the panel of the piglin board."""
    yield from draw_panel(area, "Piglins", "due before a layer is gone")
    body = body_of(area)
    pitch = body.height / L.TASKS
    tasks = [task_sizes(scene.p, scene.names.box, task) for task in range(L.TASKS)]
    room = body.width - _LETTER - _DUE
    rooms = ((room - _TASK_GAP * (len(sizes) - 1)) / max(1, sum(sizes)) - 2 for sizes in tasks)
    block = min(_LARGEST, *rooms)
    for task, sizes in enumerate(tasks):
        here = Area(body.x, body.y + task * pitch, body.width, pitch)
        yield from _task(scene, task, sizes, block, here)


def _task(scene: Scene, task: int, sizes: list[int], block: float, area: Area) -> Iterator[str]:
    p = scene.p
    counts = [int(p.place_count[L.TASK_COLUMNS * task + i]) for i in range(len(sizes))]
    done = counts == sizes
    middle = area.y + area.height / 2
    ink = P.PANEL if done else P.GOOD
    yield circle(area.x + 12, middle, 11, P.GOOD if done else P.PANEL, P.GOOD, 1.6)
    yield text(area.x + 12, middle + 4.6, TASKS[task], 13, ink, True, MIDDLE)
    x = area.x + _LETTER
    for i, (count, size) in enumerate(zip(counts, sizes, strict=True)):
        place = L.TASK_COLUMNS * task + i
        top = middle - block / 2
        wide = size * (block + 2) - 2
        yield rect(x - 2.5, top - 2.5, wide + 5, block + 5, P.FAINT, P.BORDER, 0.8, 4)
        for n in range(size):
            left = x + n * (block + 2)
            if n < count:
                yield icons.block(int(p.place_colour[place]), left, top, block)
            else:
                yield rect(left + 1, top + 1, block - 2, block - 2, P.PANEL, P.BORDER, 1, 3)
        yield scene.mark("place", place, x - 4, top - 4, wide + 8, block + 8)
        x += wide + _TASK_GAP
    words = "complete" if done else f"layer {task + 1}"
    yield text(area.right, middle + (4 if done else -1), words, 11, P.INK, done, RIGHT)
    if not done:
        left_over = f"{scene.blocks_left(task + 1)} of 16 left"
        yield text(area.right, middle + 12, left_over, 10, P.SOFT, anchor=RIGHT)
