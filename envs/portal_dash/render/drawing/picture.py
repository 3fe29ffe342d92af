"""The whole picture: what can be seen of a game on 1280 × 800 pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from envs.portal_dash.action_strings import space_of
from envs.portal_dash.decision_strings import describe_decision
from envs.portal_dash.naming import EDITIONS, Names, player_name
from envs.portal_dash.render.drawing import icons
from envs.portal_dash.render.drawing import palette as P
from envs.portal_dash.render.drawing.board import draw_board
from envs.portal_dash.render.drawing.canvas import document, rect, text
from envs.portal_dash.render.drawing.cube import draw_cube
from envs.portal_dash.render.drawing.metrics import wrapped
from envs.portal_dash.render.drawing.panel import Area, draw_panel
from envs.portal_dash.render.drawing.piles import draw_piles
from envs.portal_dash.render.drawing.players import draw_players
from envs.portal_dash.render.drawing.status import draw_status
from envs.portal_dash.render.drawing.tasks import draw_tasks
from envs.portal_dash.rules import catalogue as C
from envs.portal_dash.rules import limits as L
from envs.portal_dash.rules.state import Public
from envs.portal_dash.rules.vocabulary import Decision, Outcome

WIDTH: Final = 1280
HEIGHT: Final = 800

_MARGIN: Final = 14
_GAP: Final = 10
_RIGHT: Final = WIDTH - _MARGIN
_HEADER: Final = Area(_MARGIN, 12, WIDTH - 2 * _MARGIN, 46)
_BOARD: Final = Area(_MARGIN, 68, 940, 376)
_STATUS: Final = Area(_MARGIN + 940 + _GAP, 68, _RIGHT - _MARGIN - 940 - _GAP, 376)
_CUBE: Final = Area(_MARGIN, 454, 676, 176)
_TASKS: Final = Area(_CUBE.right + _GAP, 454, 268, 176)
_PILES: Final = Area(_TASKS.right + _GAP, 454, _RIGHT - _TASKS.right - _GAP, 176)
_PLAYERS: Final = Area(_MARGIN, 640, WIDTH - 2 * _MARGIN, 148)


def svg_picture(p: Public, names: Names, *, legal: Iterable[int] = ()) -> str:
    """Return a picture of the public state as SVG.

    Args:
        p: The public state.
        names: The names of the parts.
        legal: Legal actions; what they point at is marked.
    """
    return document(WIDTH, HEIGHT, describe_decision(p, names), _content(p, names, list(legal)))


def _content(p: Public, names: Names, legal: list[int]) -> Iterator[str]:
    def chosen(first: int, end: int) -> set[int]:
        return {action - first for action in legal if first <= action < end}

    spaces = {space_of(names, action) for action in legal if action >= C.SPACE}
    spaces |= {_next_space(p, way) for way in chosen(C.STEP, C.COLUMN)}
    yield rect(0, 0, WIDTH, HEIGHT, P.PAPER)
    yield from _header(p, names)
    yield from draw_panel(_BOARD)
    yield from draw_board(p, names, spaces, _BOARD.inside(10))
    yield from draw_status(p, names, _STATUS)
    yield from draw_cube(p, chosen(C.COLUMN, C.SLOT), _CUBE)
    yield from draw_tasks(p, names, chosen(C.PLACE, C.COUNT), _TASKS)
    supply = chosen(C.SUPPLY, C.COLOUR)
    yield from draw_piles(p, names, chosen(C.COLOUR, C.ABILITY), supply, _PILES)
    seats = {(int(p.decider) + seat) % p.players for seat in chosen(C.PLAYER, C.TILE)}
    yield from draw_players(p, names, chosen(C.SLOT, C.MODE), seats, _PLAYERS)


def _header(p: Public, names: Names) -> Iterator[str]:
    x, y = _HEADER.x + 4, _HEADER.y
    yield text(x, y + 20, "Portal Dash", 19, P.INK, True)
    level = f"level {p.level}" if p.level else "custom level"
    yield text(x, y + 40, f"{level} ({EDITIONS[p.edition]}) · {_turn(p)}", 12, P.SOFT)
    box = Area(_HEADER.right - 780, y, 780, _HEADER.height)
    decider = int(p.decider)
    over = p.outcome != Outcome.RUNNING
    paint = P.PLAYERS[decider] if decider >= 0 else P.Paint(P.PANEL, P.SOFT, P.INK)
    yield rect(*box, P.PANEL, paint.edge, 1.6, 8)
    left = box.x + 14
    if decider >= 0 and not over:
        yield icons.pawn(decider, left - 2, y + 7, 32)
        left += 42
    words = describe_decision(p, names)
    lines = wrapped(words, 15, box.right - left - 14, True)
    size = 15.0 if len(lines) == 1 else 13.0
    lines = lines if len(lines) == 1 else wrapped(words, size, box.right - left - 14, True)[:2]
    top = y + 28.5 if len(lines) == 1 else y + 20
    for n, line in enumerate(lines):
        yield text(left, top + 17 * n, line, size, P.INK, True, room=box.right - left - 14)


def _next_space(p: Public, way: int) -> int:
    """Return the space to which a step of the decider leads."""
    step = C.ROW_STEP[way] * L.COLUMNS + C.COLUMN_STEP[way]
    return int(p.player_space[p.decider]) + step


def _turn(p: Public) -> str:
    """Return how far the game has come."""
    if p.outcome != Outcome.RUNNING:
        return f"turn {p.turn} · {Outcome(int(p.outcome)).name.lower()}"
    if p.turn == 0:
        return "setting up"
    if p.decision == Decision.REVEAL:
        phase = "end of the turn"
    else:
        begun = int(p.actions_done) + int(p.decision == Decision.ACTION)
        phase = f"action {begun} of 2" if begun else "dice and mobs"
    return f"turn {p.turn} · {player_name(p.active_player)}, {phase}"
