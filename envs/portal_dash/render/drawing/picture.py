"""The whole picture: what can be seen of a game on 1280 × 800 pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from tablemates.envs.portal_dash.decision_strings import describe_decision
from tablemates.envs.portal_dash.naming import Names, player_name
from tablemates.envs.portal_dash.render.drawing import icons
from tablemates.envs.portal_dash.render.drawing import palette as P
from tablemates.envs.portal_dash.render.drawing.board import draw_board
from tablemates.envs.portal_dash.render.drawing.canvas import (
    Area,
    document,
    draw_panel,
    rect,
    text,
    wrapped,
)
from tablemates.envs.portal_dash.render.drawing.panels import draw_cube, draw_status, draw_tasks
from tablemates.envs.portal_dash.render.drawing.players import draw_piles, draw_player
from tablemates.envs.portal_dash.render.scene import Scene
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.rules.vocabulary import Outcome

WIDTH: Final = 1280
HEIGHT: Final = 800

_MARGIN: Final = 14
_GAP: Final = 10
_INSET: Final = 10  # of the board in its panel
_CARD: Final = 148  # height of a player's card


class Layout(NamedTuple):
    """Where the panels of a picture lie.

    Attributes:
        header: Title, turn and decision.
        board: The board.
        status: Dice, end bosses and mob line.
        cube: The cube.
        tasks: The piglin board.
        piles: Blocks and tiles beside the cube.
        cards: The players' inventories, by seat.
    """

    header: Area
    board: Area
    status: Area
    cube: Area
    tasks: Area
    piles: Area
    cards: Sequence[Area]


class Panel(NamedTuple):
    """A part of a picture that nothing else reaches into.

    Attributes:
        area: Where it lies; its ground covers that.
        shapes: Its drawing, in the picture's units.
    """

    area: Area
    shapes: list[str]


def wide_layout(players: int) -> Layout:
    """Return the layout of ``WIDTH`` by ``HEIGHT`` pixels."""
    right = WIDTH - _MARGIN
    status = _MARGIN + 940 + _GAP
    cube = Area(_MARGIN, 454, 676, 176)
    tasks = Area(cube.right + _GAP, 454, 268, 176)
    card = (right - _MARGIN - (players - 1) * _GAP) / players
    return Layout(
        Area(_MARGIN, 12, right - _MARGIN, 46),
        Area(_MARGIN, 68, 940, 376),
        Area(status, 68, right - status, 376),
        cube,
        tasks,
        Area(tasks.right + _GAP, 454, right - tasks.right - _GAP, 176),
        [Area(_MARGIN + seat * (card + _GAP), 640, card, _CARD) for seat in range(players)],
    )


def svg_picture(p: Public, names: Names, *, legal: Iterable[int] = ()) -> str:
    """Return a picture of the public state as SVG.

    Args:
        p: The public state.
        names: The names of the parts.
        legal: Legal actions; what they point at is marked.
    """
    shapes = [rect(0, 0, WIDTH, HEIGHT, P.PAPER)]
    for panel in panels(p, names, wide_layout(int(p.players)), legal):
        shapes += panel.shapes
    return document(WIDTH, HEIGHT, describe_decision(p, names), shapes)


def panels(p: Public, names: Names, layout: Layout, legal: Iterable[int] = ()) -> Iterator[Panel]:
    """Yield the panels of a picture.

    Args:
        p: The public state.
        names: The names of the parts.
        layout: Where they lie.
        legal: Legal actions; what they point at is marked.
    """
    scene = Scene(p, names, legal)
    yield Panel(layout.header, list(_header(scene, layout.header)))
    board = draw_board(scene, layout.board.inside(_INSET))
    yield Panel(layout.board, [*draw_panel(layout.board), *board])
    yield Panel(layout.status, list(draw_status(scene, layout.status)))
    yield Panel(layout.cube, list(draw_cube(scene, layout.cube)))
    yield Panel(layout.tasks, list(draw_tasks(scene, layout.tasks)))
    yield Panel(layout.piles, list(draw_piles(scene, layout.piles)))
    for seat, card in enumerate(layout.cards):
        yield Panel(card, list(draw_player(scene, seat, card)))


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
