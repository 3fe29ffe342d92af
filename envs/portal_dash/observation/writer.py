"""Writes observations."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.compiled import helper, inlined
from tablemates.envs.core.record import Array8
from tablemates.envs.core.values import clear
from tablemates.envs.portal_dash.observation import features as F
from tablemates.envs.portal_dash.observation.board import write_pieces, write_spaces
from tablemates.envs.portal_dash.observation.changes import (
    CUBE,
    FIXED,
    GROUND,
    ITEMS,
    PIECES,
    PILES,
    TASKS,
)
from tablemates.envs.portal_dash.observation.items import (
    mark_item,
    write_items,
    write_offer,
    write_piles,
    write_supply,
)
from tablemates.envs.portal_dash.observation.layout import START
from tablemates.envs.portal_dash.observation.pieces import (
    mark_piece,
    write_boss_faces,
    write_bosses,
    write_line,
    write_mobs,
    write_players,
)
from tablemates.envs.portal_dash.observation.table import (
    write_cube,
    write_deadlines,
    write_decision,
    write_die_faces,
    write_game,
    write_tasks,
)
from tablemates.envs.portal_dash.rules.state import Box, Public

_DIE_FACES: Final = START["die_faces"]
_GAME: Final = START["game"]
_PLAYERS: Final = START["players"]
_ITEMS: Final = START["items"]
_SUPPLY: Final = START["supply"]
_CUBE: Final = START["cube"]
_PLACES: Final = START["places"]
_TASKS: Final = START["tasks"]
_LINE: Final = START["line"]
_BOSS_FACES: Final = START["boss_faces"]
_BOARD: Final = START["board"]
_PLANES: Final = len(F.PLANE)


@inlined
def viewer(p: Public) -> int:
    """Return whose view an observation is: who decides, else whose turn it is."""
    if p.decider >= 0:
        return int(p.decider)
    return max(0, int(p.active_player))


@helper
def write_parts(p: Public, box: Box, seat: int, parts: int, out: Array8) -> None:
    """Write what can be seen, relative to a seat, but for parts that hold already.

    Args:
        p: The public part of the game.
        box: What is in the box.
        seat: The player who stands at seat 0 of the view.
        parts: Which of those in ``changes`` are to be written; those that depend on
            the seat are if it is not the one for which ``out`` was written last.
        out: Written; at least the public layout's size.

    Raises:
        ValueError: The track or the array does not fit ``board_shape``.
    """
    rows = int(box.capacity_rows)
    columns = int(box.capacity_columns)
    if p.rows > rows or p.columns > columns:
        raise ValueError("the track is larger than board_shape: choose a larger board_shape")
    area = rows * columns
    if len(out) < _BOARD + _PLANES * area:
        raise ValueError("the array is shorter than the observation of this board_shape")
    if parts & FIXED:
        clear(out, _DIE_FACES, _GAME)
        clear(out, _BOSS_FACES, _BOARD)
        write_die_faces(box, out)
        write_boss_faces(p, box, out)
    if parts & ITEMS:
        clear(out, _ITEMS, _SUPPLY)
        write_items(p, box, seat, out)
    if parts & PILES:
        clear(out, _SUPPLY, _CUBE)
        write_supply(p, box, out)
        write_piles(p, box, out)
    if parts & CUBE:
        write_cube(p, out)
        write_deadlines(p, out)
    if parts & TASKS:
        clear(out, _PLACES, _TASKS)
        write_tasks(p, box, out)
    if parts & GROUND:
        clear(out, _BOARD, _BOARD + F.PLANE.players * area)
        write_spaces(p, box, out)
    if parts & PIECES:
        clear(out, _LINE, _BOSS_FACES)
        clear(out, _BOARD + F.PLANE.players * area, _BOARD + _PLANES * area)
        write_line(p, box, out)
        write_mobs(p, box, seat, out)
        write_bosses(p, box, seat, out)
        write_pieces(p, box, seat, out)
    clear(out, 0, _DIE_FACES)
    write_decision(p, out)
    write_offer(p, box, out)
    write_game(p, box, out)
    clear(out, _PLAYERS, _ITEMS)
    write_players(p, seat, out)
    mark_item(p, seat, out)
    mark_piece(p, out)
