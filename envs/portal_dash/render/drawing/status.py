"""Beside the board: dice and fight, end bosses, mob line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablemates.envs.portal_dash.naming import Names, mob_kind_name
from tablemates.envs.portal_dash.render import symbols as S
from tablemates.envs.portal_dash.render.drawing import icons
from tablemates.envs.portal_dash.render.drawing import palette as P
from tablemates.envs.portal_dash.render.drawing.canvas import (
    MIDDLE,
    PADDING,
    RIGHT,
    Area,
    circle,
    draw_panel,
    rect,
    text,
)
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import MobKind

_DIE: Final = 32
_DICE_HEIGHT: Final = 126
_BOSS_HEIGHT: Final = 100
_COMBAT_DIE: Final = 21
_IN_LINE: Final = 6  # mobs of the line side by side
_LATER: Final = P.Paint(P.mixed(P.MOB.fill, P.PANEL, 0.28), P.MOB.edge, P.MOB.ink)


def draw_status(p: Public, names: Names, area: Area) -> Iterator[str]:
    """Yield the three panels beside the board.

    Args:
        p: The public state.
        names: The names of the parts.
        area: Where they are drawn, one below the other.
    """
    gap = 10
    x, y, width, height = area
    yield from _dice(p, names, Area(x, y, width, _DICE_HEIGHT))
    y += _DICE_HEIGHT + gap
    yield from _bosses(p, names, Area(x, y, width, _BOSS_HEIGHT))
    y += _BOSS_HEIGHT + gap
    yield from _line(p, names, Area(x, y, width, height - _DICE_HEIGHT - _BOSS_HEIGHT - 2 * gap))


def _dice(p: Public, names: Names, area: Area) -> Iterator[str]:
    yield from draw_panel(area, "Dice")
    x, y = area.x + PADDING, area.y + 34
    for label, rolled, left in (
        ("blocks", p.blocks_die >= 0, x),
        ("mobs", p.mob_die >= 0, x + 128),
    ):
        yield text(left + _DIE + 10, y + 20.5, label, 11, P.SOFT)
        if not rolled:
            yield rect(left, y, _DIE, _DIE, "none", P.BORDER, 1.2, 6, "4 3")
        elif label == "blocks":
            yield icons.die_face(int(p.blocks_die), left, y, _DIE)
        else:
            yield icons.number_die(str(p.mob_die), left, y, _DIE)
    y += _DIE + 14
    if p.fight_mob < 0:
        yield text(x, y + 20, "no fight", 11, P.SOFT)
        return
    against = names.mob(p, int(p.fight_mob))
    room = area.width - 2 * PADDING
    yield text(x, y + 8, f"fight against {against}", 11, P.INK, True, room=room)
    hits = [str(int(hit)) for hit in p.dice[: p.dice_count]]
    shown = [*hits, *[""] * int(p.dice_to_roll)]
    size = min(_COMBAT_DIE, room / max(1, len(shown)) - 2)
    for i, value in enumerate(shown):
        yield icons.number_die(value, x + i * (size + 2), y + 15, size)


def _bosses(p: Public, names: Names, area: Area) -> Iterator[str]:
    bosses = [i for i in range(L.BOSSES) if p.boss_kind[i] >= 0]
    yield from draw_panel(area, "End bosses" if len(bosses) > 1 else "End boss")
    pitch = (area.height - 30) / max(1, len(bosses))
    for n, i in enumerate(bosses):
        yield from _boss(p, names, i, area.x + PADDING, area.y + 28 + n * pitch, area, pitch)


def _boss(
    p: Public, names: Names, i: int, x: float, y: float, area: Area, pitch: float
) -> Iterator[str]:
    kind = MobKind.WILDFIRE + int(p.boss_kind[i])
    life, full = int(p.boss_life[i]), int(names.box.boss_life[p.boss_kind[i], p.boss_hard[i]])
    side = "hard" if p.boss_hard[i] else "easy"
    where = "on the board" if p.mob_space[L.REGULAR_MOBS + i] >= 0 else "not here yet"
    room = area.width - 2 * PADDING
    size = min(30.0, pitch - 12)
    yield rect(x, y, size, size, P.BOSS.fill, P.BOSS.edge, 1.4, 6)
    code = S.MOB_CODES[MobKind(kind)]
    yield text(x + size / 2, y + size * 0.64, code, size * 0.42, P.BOSS.ink, True, MIDDLE)
    left = x + size + 10
    name = f"{mob_kind_name(kind)} ({side})"
    yield text(left, y + size * 0.4, name, 12, P.INK, True, room=room - size - 10)
    if pitch > 60:
        yield text(left, y + 26, where, 10.5, P.SOFT)
        y += 6
    bar = area.width - 2 * PADDING - 62
    top = y + size + 6 if pitch > 60 else y + size * 0.56
    start = x if pitch > 60 else left
    wide = bar if pitch > 60 else bar - size - 10
    yield rect(start, top, wide, 12, P.NO_HEART, None, None, 3)
    if life:
        yield rect(start, top, wide * life / max(1, full), 12, P.HEART, None, None, 3)
    for n in range(1, full):
        yield rect(start + wide * n / full - 0.5, top, 1, 12, P.PANEL)
    yield icons.heart(start + wide + 8, top - 1, 13)
    yield text(area.right - PADDING, top + 10, f"{life}/{full}", 11, P.INK, True, RIGHT)


def _line(p: Public, names: Names, area: Area) -> Iterator[str]:
    yield from draw_panel(area, "Mob line", "the first one spawns next")
    mobs = [int(mob) for mob in p.line[: p.line_length]]
    if not mobs:
        yield text(area.x + PADDING, area.y + 44, "empty", 11, P.SOFT)
        return
    wide = (area.width - 2 * PADDING) / _IN_LINE
    rows = -(-L.REGULAR_MOBS // _IN_LINE)
    high = min(34.0, (area.height - 34) / rows)
    box = names.box
    for n, mob in enumerate(mobs):
        row, column = divmod(n, _IN_LINE)
        x, y = area.x + PADDING + column * wide, area.y + 30 + row * high
        paint = P.MOB if n == 0 else _LATER
        shape = Area(x, y, wide - 5, high - 6)
        middle = y + shape.height / 2
        yield rect(*shape, paint.fill, paint.edge, 1.8 if n == 0 else 0.9, 5)
        code = S.MOB_CODES[MobKind(int(box.mob_kind[mob]))]
        yield text(x + 4, middle + 3.8, code, 10.5, paint.ink, True)
        yield circle(shape.right - 9.5, middle, 6.6, "#ffffff")
        label = str(box.mob_number[mob])
        yield text(shape.right - 9.5, middle + 3.6, label, 10, P.INK, True, MIDDLE)
