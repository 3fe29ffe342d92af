"""The text picture of a game: what lies on the table, in 100 columns.

Board, mob line and bosses, cube and piglin board, the other piles, and every
player's inventory in its two rows. Colours only repeat what letters and signs
say already, so the picture without them loses nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from io import StringIO, TextIOWrapper
from typing import Final, TextIO

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from tablemates.envs.portal_dash.action_strings import space_of
from tablemates.envs.portal_dash.decision_strings import describe_decision
from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.render import symbols as S
from tablemates.envs.portal_dash.render.board import board_lines
from tablemates.envs.portal_dash.render.panels import (
    cube_and_tasks,
    headline,
    hearts_and_dice,
    inventories,
    mob_rows,
    pile_rows,
)
from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules.state import Public

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
    question = S.span(describe_decision(p, names), S.TITLE)
    picture = Group(
        headline(p),
        Text(),
        *board_lines(p, names, _spaces(names, legal), width),
        Text(),
        *cube_and_tasks(p, names, _columns(legal), width),
        Text(),
        _beside(p, names, width),
        Text(),
        question,
    )
    return _written(picture, colour, width)


def table_picture(
    p: Public,
    names: Names,
    console: Console,
    *,
    legal: Collection[int] = (),
    below: int = 0,
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
    spaces = _spaces(names, legal)
    cube = list(cube_and_tasks(p, names, _columns(legal), width))
    board = list(board_lines(p, names, spaces, width))
    height = console.height if console.is_terminal else None
    if height and len(cube) + 2 + len(board) + below > height:
        board = list(board_lines(p, names, spaces, width, flat=True))
    short = headline(p).append(" · ").append_text(hearts_and_dice(p))
    gap = [] if height and len(cube) + 2 + len(board) + below > height else [Text()]
    picture = Group(_beside(p, names, width), Text(), *cube, *gap, short, *board)
    return _written(picture, wants_colour(console), width)


def cube_picture(p: Public, names: Names, console: Console, legal: Collection[int] = ()) -> str:
    """Return the cube with the piglin board alone, as ``table_picture`` shows them."""
    width = _width(console)
    picture = Group(*cube_and_tasks(p, names, _columns(legal), width))
    return _written(picture, wants_colour(console), width)


def terminal(out: TextIO) -> Console:
    """Return a console on a stream that colours where it can and never fails on a sign.

    Args:
        out: A terminal, or anything else: that is 100 columns wide.
    """
    if isinstance(out, TextIOWrapper):
        out.reconfigure(errors="replace")
    width = None if out.isatty() else WIDTH
    return Console(file=out, width=width, highlight=False, markup=False, emoji=False)


def wants_colour(console: Console | None = None) -> bool:
    """Return whether a terminal has colours and its user wants them (``NO_COLOR``).

    Args:
        console: Of the terminal; None: standard output.
    """
    console = console or Console()
    return console.color_system is not None and not console.no_color


def _written(picture: RenderableType, colour: bool, width: int) -> str:
    out = StringIO()
    console = Console(
        file=out,
        width=width,
        force_terminal=colour,
        color_system="256" if colour else None,
        no_color=not colour,
        legacy_windows=False,
        highlight=False,
    )
    console.print(picture)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def _spaces(names: Names, legal: Collection[int]) -> set[int]:
    return {space_of(names, action) for action in legal if action >= C.SPACE}


def _columns(legal: Collection[int]) -> set[int]:
    return {action - C.COLUMN for action in legal if C.COLUMN <= action < C.SLOT}


def _width(console: Console) -> int:
    return max(NARROWEST, min(WIDTH, console.width))


def _beside(p: Public, names: Names, width: int) -> Group:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for label, text in (*mob_rows(p, names), *pile_rows(p, names, width)):
        table.add_row(S.span(label, S.TITLE), text)
    return Group(table, Text(), inventories(p, names, width))
