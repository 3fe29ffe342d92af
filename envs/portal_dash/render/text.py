"""The text picture of a game: what lies on the table, in 100 columns.

Board, mob line and bosses, cube and piglin board, the other piles, and every
player's inventory in its two rows. Colours only repeat what letters and signs
say already, so the picture without them loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO
from typing import Final

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from envs.portal_dash.action_strings import space_of
from envs.portal_dash.decision_strings import describe_decision
from envs.portal_dash.naming import Names
from envs.portal_dash.render import symbols as S
from envs.portal_dash.render.board import board_lines
from envs.portal_dash.render.panels import (
    cube_and_tasks,
    headline,
    inventories,
    mob_rows,
    pile_rows,
)
from envs.portal_dash.rules import catalogue as C
from envs.portal_dash.rules.state import Public

WIDTH: Final = 100


def text_picture(
    p: Public,
    names: Names,
    *,
    legal: Iterable[int] = (),
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
    console.print(_picture(p, names, list(legal), width))
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def wants_colour(console: Console | None = None) -> bool:
    """Return whether a terminal has colours and its user wants them (``NO_COLOR``).

    Args:
        console: Of the terminal; None: standard output.
    """
    console = console or Console()
    return console.color_system is not None and not console.no_color


def _picture(p: Public, names: Names, legal: list[int], width: int) -> Group:
    spaces = {space_of(names, action) for action in legal if action >= C.SPACE}
    columns = {action - C.COLUMN for action in legal if C.COLUMN <= action < C.SLOT}
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for label, text in (*mob_rows(p, names), *pile_rows(p, names, width)):
        table.add_row(S.span(label, S.TITLE), text)
    return Group(
        headline(p),
        Text(),
        *board_lines(p, names, spaces, width),
        Text(),
        *cube_and_tasks(p, names, columns, width),
        Text(),
        table,
        Text(),
        inventories(p, names, width),
        Text(),
        S.span(describe_decision(p, names), S.TITLE),
    )
