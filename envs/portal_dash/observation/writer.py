"""Writes observations: the entry points for buffers and for other compiled code."""

from __future__ import annotations

from typing import Final

from envs.core.compiled import compiled, helper, inlined
from envs.core.record import Array8, Bytes
from envs.portal_dash.observation import features as F
from envs.portal_dash.observation.blocks import START
from envs.portal_dash.observation.board import write_board
from envs.portal_dash.observation.items import write_items, write_offer, write_piles, write_supply
from envs.portal_dash.observation.pieces import write_bosses, write_line, write_mobs, write_players
from envs.portal_dash.observation.privileged import hidden_size, write_hidden
from envs.portal_dash.observation.table import write_cube, write_decision, write_game, write_tasks
from envs.portal_dash.observation.values import put
from envs.portal_dash.rules.records import box_of, state_of
from envs.portal_dash.rules.state import Box, Public, State

_BOARD: Final = START["board"]
_PLANES: Final = len(F.Plane)


@inlined
def viewer(p: Public) -> int:
    """Return whose view an observation is: who decides, else whose turn it is."""
    if p.decider >= 0:
        return int(p.decider)
    return max(0, int(p.active_player))


@helper
def write_view(p: Public, box: Box, seat: int, out: Array8) -> None:
    """Write what can be seen, relative to a seat.

    Args:
        p: The public part of the game.
        box: What is in the box.
        seat: The player who stands at seat 0 of the view.
        out: Written; at least the public layout's size.

    Raises:
        ValueError: The track or the array does not fit ``board_shape``.
    """
    rows = int(box.capacity_rows)
    columns = int(box.capacity_columns)
    if p.rows > rows or p.columns > columns:
        raise ValueError("the track is larger than board_shape: choose a larger board_shape")
    size = _BOARD + _PLANES * rows * columns
    if len(out) < size:
        raise ValueError("the array is shorter than the observation of this board_shape")
    for i in range(size):  # a slice would cost reference counting
        put(out, i, 0)
    write_decision(p, out)
    write_offer(p, box, out)
    write_game(p, box, out)
    write_players(p, seat, out)
    write_items(p, box, seat, out)
    write_supply(p, box, out)
    write_piles(p, box, out)
    write_cube(p, out)
    write_tasks(p, box, out)
    write_line(p, box, out)
    write_mobs(p, box, seat, out)
    write_bosses(p, box, seat, out)
    write_board(p, box, seat, out)


@helper
def write_observation(s: State, box: Box, out: Array8) -> None:
    """Write what can be seen, relative to the one who decides (see ``write_view``)."""
    write_view(s.public, box, viewer(s.public), out)


@helper
def write_privileged(s: State, box: Box, seat: int, out: Array8) -> None:
    """Write what can be seen, relative to a seat, and behind it what is hidden.

    Args:
        s: The game.
        box: What is in the box.
        seat: The player who stands at seat 0 of the view.
        out: Written; at least the privileged layout's size.

    Raises:
        ValueError: The track or the array does not fit ``board_shape``.
    """
    size = _BOARD + _PLANES * int(box.capacity_rows) * int(box.capacity_columns)
    if len(out) < size + hidden_size(box):
        raise ValueError("the array is shorter than the privileged observation")
    write_view(s.public, box, seat, out)
    write_hidden(s, box, out)


@inlined
def _check_seat(p: Public, seat: int) -> None:
    if seat < 0 or seat >= p.players:
        raise ValueError("the seat is not taken by a player of this game")


@compiled
def observe(game: Bytes, box: Bytes, out: Array8) -> None:
    """Write the observation of the one who decides, or else of the active player.

    Args:
        game: A game's record.
        box: The box's record.
        out: Written; shape ``(make_layout(board_shape).size,)``.

    Raises:
        ValueError: The track or the array does not fit ``board_shape``.
    """
    write_observation(state_of(game), box_of(box), out)


@compiled
def observe_from(game: Bytes, box: Bytes, seat: int, out: Array8) -> None:
    """Write what can be seen, relative to any seat, whoever decides.

    Args:
        game: A game's record.
        box: The box's record.
        seat: A player of the game.
        out: Written; shape ``(make_layout(board_shape).size,)``.

    Raises:
        ValueError: The seat is not taken, or the track or the array does not
            fit ``board_shape``.
    """
    s = state_of(game)
    _check_seat(s.public, seat)
    write_view(s.public, box_of(box), seat, out)


@compiled
def observe_privileged(game: Bytes, box: Bytes, seat: int, out: Array8) -> None:
    """Write what can be seen, relative to any seat, and what is hidden.

    Args:
        game: A game's record.
        box: The box's record.
        seat: A player of the game.
        out: Written; shape ``(make_layout(board_shape, privileged=True).size,)``.

    Raises:
        ValueError: The seat is not taken, or the track or the array does not
            fit ``board_shape``.
    """
    s = state_of(game)
    _check_seat(s.public, seat)
    write_privileged(s, box_of(box), seat, out)
