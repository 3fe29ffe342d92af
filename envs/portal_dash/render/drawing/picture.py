"""The whole picture: what can be seen of a game on 1280 × 800 pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tablemates.envs.core.canvas import (
    Area,
    document,
    draw_panel,
    rect,
    text,
    wrapped,
)
from tablemates.envs.portal_dash.naming import Names, player_name
from tablemates.envs.portal_dash.render.drawing import icons
from tablemates.envs.portal_dash.render.drawing import palette as P
from tablemates.envs.portal_dash.render.drawing.board import draw_board
from tablemates.envs.portal_dash.render.drawing.panels import draw_cube, draw_status, draw_tasks
from tablemates.envs.portal_dash.render.drawing.players import draw_piles, draw_player
from tablemates.envs.portal_dash.render.scene import Scene
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import Outcome
from tablemates.envs.portal_dash.speech import describe_decision

WIDTH: Final = 1280
HEIGHT: Final = 800

_MARGIN: Final = 14
_GAP: Final = 10
_INSET: Final = 10  # of the board in its panel


def svg_picture(p: Public, names: Names, *, legal: Iterable[int] = ()) -> str:
    """Return a picture of the public state as SVG.

    Args:
        p: The public state.
        names: The names of the parts.
        legal: Legal actions; what they point at is marked.
    """
    shapes = [rect(0, 0, WIDTH, HEIGHT, P.PAPER), *shapes_of(p, names, legal)]
    return document(WIDTH, HEIGHT, describe_decision(p, names), shapes)


def shapes_of(p: Public, names: Names, legal: Iterable[int] = ()) -> Iterator[str]:
    """Yield the shapes of a picture of ``WIDTH`` by ``HEIGHT`` pixels, without its ground.

    Args:
        p: The public state.
        names: The names of the parts.
        legal: Legal actions; what they point at is marked.
    """
    scene = Scene(p, names, legal)
    right = WIDTH - _MARGIN
    header = Area(_MARGIN, 12, right - _MARGIN, 46)
    yield from _header(scene, header)
    board = Area(_MARGIN, 68, 940, 376)
    yield from draw_panel(board)
    yield from draw_board(scene, board.inside(_INSET))
    status = Area(board.right + _GAP, 68, right - board.right - _GAP, 376)
    yield from draw_status(scene, status)
    cube = Area(_MARGIN, 454, 676, 176)
    yield from draw_cube(scene, cube)
    tasks = Area(cube.right + _GAP, 454, 268, 176)
    yield from draw_tasks(scene, tasks)
    piles = Area(tasks.right + _GAP, 454, right - tasks.right - _GAP, 176)
    yield from draw_piles(scene, piles)
    players = int(p.players)
    width = (right - _MARGIN - (players - 1) * _GAP) / players
    for seat in range(players):
        card = Area(_MARGIN + seat * (width + _GAP), 640, width, 148)
        yield from draw_player(scene, seat, card)


def _header(scene: Scene, area: Area) -> Iterator[str]:
    x, y = area.x + 4, area.y
    yield text(x, y + 20, "Portal Dash", 19, P.INK, True)
    about = f"{scene.title} · {scene.progress(player_name(scene.p.active_player))}"
    yield text(x, y + 40, about, 12, P.SOFT)
    box = Area(area.right - 780, y, 780, area.height)
    decider = int(scene.p.decider)
    over = scene.p.outcome != Outcome.RUNNING
    paint = P.PLAYERS[decider] if decider >= 0 else P.Paint(P.PANEL, P.SOFT, P.INK)
    yield rect(*box, P.PANEL, paint.edge, 1.6, 8)
    left = box.x + 14
    if decider >= 0 and not over:
        yield icons.pawn(decider, left - 2, y + 7, 32)
        left += 42
    words = describe_decision(scene.p, scene.names)
    lines = wrapped(words, 15, box.right - left - 14, True)
    size = 15.0 if len(lines) == 1 else 13.0
    lines = lines if len(lines) == 1 else wrapped(words, size, box.right - left - 14, True)[:2]
    top = y + 28.5 if len(lines) == 1 else y + 20
    for n, line in enumerate(lines):
        yield text(left, top + 17 * n, line, size, P.INK, True, room=box.right - left - 14)
