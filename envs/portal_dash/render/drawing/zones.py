"""The drawing in parts, as the table's page lays them out; and what runs out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tablemates.envs.core.canvas import Area, draw_panel
from tablemates.envs.core.zones import Clock, Zone, zone
from tablemates.envs.portal_dash.naming import TASKS, Names, mob_kind_name, player_name
from tablemates.envs.portal_dash.reading import task_sizes
from tablemates.envs.portal_dash.render.drawing.board import draw_board
from tablemates.envs.portal_dash.render.drawing.panels import (
    draw_bosses,
    draw_cube,
    draw_dice,
    draw_line,
    draw_tasks,
)
from tablemates.envs.portal_dash.render.drawing.players import draw_piles, draw_player
from tablemates.envs.portal_dash.render.scene import Scene
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Public

_BOARD: Final = (860, 660)
_SHARED: Final = (420, 262)
_SEAT: Final = (420, 156)
_CUBE: Final = 250  # width
_STRIP: Final = 126  # height of the panels below the board
_GAP: Final = 6


def zones(p: Public, names: Names, legal: Iterable[int]) -> list[Zone]:
    """Return the zones of a public state; legal actions are marked."""
    scene = Scene(p, names, legal)
    width, height = _SHARED
    shared = [
        *draw_cube(scene, Area(0, 0, _CUBE, height), 2),
        *draw_piles(scene, Area(_CUBE + _GAP, 0, width - _CUBE - _GAP, height)),
    ]
    return [
        zone("board", "board", "Track, mobs and tasks", *_BOARD, _board(scene)),
        zone("cube", "shared", "Cube and piles", *_SHARED, shared),
        *(
            zone(
                f"seat/{seat}",
                "seat",
                player_name(seat),
                *_SEAT,
                draw_player(scene, seat, Area(1, 1, _SEAT[0] - 2, _SEAT[1] - 2)),
            )
            for seat in range(p.players)
        ),
    ]


def _board(scene: Scene) -> Iterator[str]:
    width, height = _BOARD
    top = height - _STRIP
    area = Area(0, 0, width, top - _GAP)
    yield from draw_panel(area)
    yield from draw_board(scene, area.inside(8))
    x = 0.0
    for share, draw in ((0.25, draw_dice), (0.21, None), (0.24, draw_line), (0.3, draw_tasks)):
        panel = Area(x, top, share * (width + _GAP) - _GAP, _STRIP)
        yield from draw_bosses(list(scene.bosses()), panel) if draw is None else draw(scene, panel)
        x = panel.right + _GAP


def clocks(p: Public, names: Names) -> Iterator[Clock]:
    """Yield the tasks with the blocks of their layers, the weakest player, and the bosses."""
    scene = Scene(p, names)
    for task in range(L.TASKS):
        first = L.TASK_COLUMNS * task
        missing = sum(task_sizes(p, names.box, task)) - int(
            sum(p.place_count[first : first + L.TASK_COLUMNS])
        )
        left, most = scene.blocks_left(task + 1), L.CUBE_COLUMNS
        spare = left - missing
        if missing and left:
            alarm = (spare < most // 2) + (spare < most // 4)
            words = f"{missing} to go, {left} blocks"
            yield Clock(f"Task {TASKS[task]}", left, most, alarm, words)
        else:
            yield Clock(f"Task {TASKS[task]}", most, most, 0, "done")
    hearts = [int(left) for left in p.hearts[: p.players]]
    weakest = min(hearts)
    alarm = (weakest <= L.HEARTS // 2) + (weakest <= 2)
    words = f"{player_name(hearts.index(weakest))} {weakest}"
    yield Clock("Hearts", weakest, L.HEARTS, alarm, words)
    for boss in scene.bosses():
        yield Clock(mob_kind_name(boss.kind), boss.life, boss.full_life)
