"""Writes observations."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.compiler.decorators import helper, inlined
from tablemates.envs.core.records.elements import clear
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.portal_dash.observation import board, items, pieces, table
from tablemates.envs.portal_dash.observation import changes as C
from tablemates.envs.portal_dash.observation import layout as F
from tablemates.envs.portal_dash.observation.layout import START
from tablemates.envs.portal_dash.state import Box, Public

_PLANES: Final = len(F.PLANE)


@inlined
def viewer(p: Public) -> int:
    """Return whose view an observation is: who decides, else whose turn it is."""
    if p.decider >= 0:
        return p.decider
    return max(0, p.active_player)


@helper
def write_parts(p: Public, box: Box, seat: int, parts: int, out: Array8) -> None:
    """Write what can be seen, relative to a seat, but for parts that hold already.

    ``parts`` says which of those in ``changes`` are written.
    """
    area = box.capacity_rows * box.capacity_columns
    if parts & C.FIXED:
        clear(out, START.die_faces, START.game)
        clear(out, START.boss_faces, START.board)
        table.write_die_faces(box, out)
        pieces.write_boss_faces(p, box, out)
    if parts & C.ITEMS:
        clear(out, START.items, START.supply)
        items.write_items(p, box, seat, out)
    if parts & C.PILES:
        clear(out, START.supply, START.cube)
        items.write_supply(p, box, out)
        items.write_piles(p, box, out)
    if parts & C.CUBE:
        table.write_cube(p, out)
        table.write_deadlines(p, out)
    if parts & C.TASKS:
        clear(out, START.places, START.tasks)
        table.write_tasks(p, box, out)
    if parts & C.GROUND:
        clear(out, START.board, START.board + F.PLANE.players * area)
        board.write_spaces(p, box, out)
    if parts & C.PIECES:
        clear(out, START.line, START.boss_faces)
        clear(out, START.board + F.PLANE.players * area, START.board + _PLANES * area)
        pieces.write_line(p, box, out)
        pieces.write_mobs(p, box, seat, out)
        pieces.write_bosses(p, box, seat, out)
        board.write_pieces(p, box, seat, out)
    clear(out, 0, START.die_faces)
    table.write_decision(p, out)
    items.write_offer(p, box, out)
    table.write_game(p, box, out)
    clear(out, START.players, START.items)
    pieces.write_players(p, seat, out)
    items.mark_item(p, seat, out)
    pieces.mark_piece(p, out)
