"""What the entries of a set must make together, and whether a board fits."""

from __future__ import annotations

from collections.abc import Sequence

from envs.portal_dash.components.errors import ComponentsError
from envs.portal_dash.components.maps import BoardPart
from envs.portal_dash.components.schema import Parts
from envs.portal_dash.components.sources import Source
from envs.portal_dash.rules import limits as L


def check_board_shape(parts: Parts, board_shape: tuple[int, int]) -> None:
    """Refuse a board shape that the engine cannot have or a level does not fit.

    Raises:
        ComponentsError: So it is.
    """
    rows, columns = board_shape
    if not (1 <= rows <= L.ROWS and 1 <= columns <= L.COLUMNS):
        raise ComponentsError(
            f"board_shape goes up to ({L.ROWS}, {L.COLUMNS}) rows and columns, not {board_shape}"
        )
    for entry in parts.levels.values():
        check_track(parts, entry.tiles, board_shape)


def check_track(parts: Parts, tiles: int, board_shape: tuple[int, int]) -> None:
    """Refuse a track that a board shape has no room for.

    Args:
        parts: The set.
        tiles: Gameboard tiles in the track.
        board_shape: Rows and columns that actions and observations have room for.

    Raises:
        ComponentsError: So it is.
    """
    board = parts.board
    columns = board.start_columns + tiles * board.tile_columns + board.portal_columns
    if board.rows > board_shape[0] or columns > board_shape[1]:
        raise ComponentsError(
            f"a track of {tiles} tiles is {board.rows} rows x {columns} columns, which does not "
            f"fit board_shape={board_shape}: choose a larger one, up to ({L.ROWS}, {L.COLUMNS})"
        )


def check_parts(
    source: Source,
    parts: Parts,
    tiles: Sequence[BoardPart],
    start: BoardPart,
    portal: BoardPart,
) -> None:
    """Refuse entries that do not go together.

    Raises:
        ComponentsError: The first fault found.
    """
