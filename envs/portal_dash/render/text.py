"""The text picture of a game: what lies on the table, in 100 columns.

Board, mob line and bosses, cube and piglin board, the other piles, and every player's inventory
in its two rows. Colours only repeat what letters and signs say already, so the picture without
them loses nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable
from typing import Final

from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.render import symbols as S
from tablemates.envs.portal_dash.render.board import board_lines
from tablemates.envs.portal_dash.render.panels import (
    cube_and_tasks,
    headline,
    inventories,
    mobs_and_piles,
)
from tablemates.envs.portal_dash.render.scene import Scene
from tablemates.envs.portal_dash.rules.state import Public
from tablemates.envs.portal_dash.speech import describe_decision

WIDTH: Final = 100


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
    lines: Iterable[str] = [
        headline(scene),
        "",
        *board_lines(scene, width),
        "",
        *cube_and_tasks(scene, width),
        "",
        *mobs_and_piles(scene, width),
        "",
        *inventories(scene, width),
        "",
        *S.wrapped(S.paint(describe_decision(p, names), S.TITLE), width),
    ]
    if not colour:
        lines = map(S.strip, lines)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def wants_colour() -> bool:
    """Return whether the output is a terminal in colour and its user wants it (``NO_COLOR``)."""
    dumb = os.environ.get("TERM", "") in ("", "dumb")
    return sys.stdout.isatty() and not dumb and not os.environ.get("NO_COLOR")
