"""The text picture of a game: what lies on the table, in 100 columns.

Board, mob line and bosses, cube and piglin board, the other piles, and every player's inventory
in its two rows. Colours only repeat what letters and signs say already, so the picture without
them loses nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Iterator
from io import TextIOWrapper
from typing import TYPE_CHECKING, Final, TextIO

from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.render import symbols as S
from tablemates.envs.portal_dash.render.board import board_lines
from tablemates.envs.portal_dash.render.panels import (
    cube_and_tasks,
    headline,
    hearts_and_dice,
    inventories,
    mobs_and_piles,
)
from tablemates.envs.portal_dash.render.scene import Scene
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.speech import describe_decision

if TYPE_CHECKING:
    from rich.console import Console

WIDTH: Final = 100
NARROWEST: Final = 80


def text_picture(
    p: Public,
    names: Names,
    *,
    legal: Collection[int] = (),
    colour: bool = False,
    width: int = WIDTH,
) -> str:
    """Return a picture of the public state as text, each line with its end.

    Args:
        p: The public state.
        names: The names of the parts.
        legal: Legal actions; spaces and columns among them are marked.
        colour: Whether to write ANSI colours.
        width: Columns that it may take, at least 80.
    """
    scene = Scene(p, names, legal)
    lines = [
        headline(scene),
        "",
        *board_lines(scene, width),
        "",
        *cube_and_tasks(scene, width),
        "",
        *_beside(scene, width),
        "",
        *S.wrapped(S.paint(describe_decision(p, names), S.TITLE), width),
    ]
    return _written(lines, colour)


def table_picture(
    p: Public, names: Names, console: Console, *, legal: Collection[int] = (), below: int = 0
) -> str:
    """Return the picture as people at a terminal need it: cube, tasks and board last.

    So these can be seen together with what is asked below them, also where the whole is longer
    than the screen. A board that is too high for that has one line a space instead of two. The
    line above it repeats hearts and dice.

    Args:
        p: The public state.
        names: The names of the parts.
        console: Where it is to be shown.
        legal: Legal actions; spaces and columns among them are marked.
        below: Lines that are to be seen below it.
    """
    width = _width(console)
    scene = Scene(p, names, legal)
    cube = list(cube_and_tasks(scene, width))
    board = list(board_lines(scene, width))
    height = console.height if console.is_terminal else None
    if height and len(cube) + 2 + len(board) + below > height:
        board = list(board_lines(scene, width, flat=True))
    short = S.wrapped(f"{headline(scene)} · {hearts_and_dice(p)}", width)
    gap = [] if height and len(cube) + 2 + len(board) + below > height else [""]
    lines = [*_beside(scene, width), "", *cube, *gap, *short, *board]
    return _written(lines, wants_colour(console.file))


def cube_picture(p: Public, names: Names, console: Console, legal: Collection[int] = ()) -> str:
    """Return the cube with the piglin board alone, as ``table_picture`` shows them."""
    lines = cube_and_tasks(Scene(p, names, legal), _width(console))
    return _written(lines, wants_colour(console.file))


def terminal(out: TextIO) -> Console:
    """Return a console on a stream that colours where it can and never fails on a sign.

    Args:
        out: A terminal, or anything else: that is 100 columns wide.
    """
    from rich.console import Console  # environments do without it

    if isinstance(out, TextIOWrapper):
        out.reconfigure(errors="replace")
    width = None if out.isatty() else WIDTH
    return Console(file=out, width=width, highlight=False, markup=False, emoji=False)


def wants_colour(stream: object = None) -> bool:
    """Return whether a stream is a terminal with colours and its user wants them (``NO_COLOR``).

    Args:
        stream: None: standard output.
    """
    is_terminal = getattr(stream or sys.stdout, "isatty", lambda: False)()
    dumb = os.environ.get("TERM", "") in ("", "dumb")
    return bool(is_terminal) and not dumb and not os.environ.get("NO_COLOR")


def _written(lines: Iterable[str], colour: bool) -> str:
    if not colour:
        lines = map(S.strip, lines)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _width(console: Console) -> int:
    return max(NARROWEST, min(WIDTH, console.width))


def _beside(scene: Scene, width: int) -> Iterator[str]:
    yield from mobs_and_piles(scene, width)
    yield ""
    yield from inventories(scene, width)
