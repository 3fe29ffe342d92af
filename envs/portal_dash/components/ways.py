"""What the tiles and strips of a board must make together: spaces, spawners, ways.

A way is what a player can walk without a brown block, maybe a dear one:
anything but lava.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from tablemates.envs.portal_dash.components.checks import Faults
from tablemates.envs.portal_dash.components.errors import ComponentsError
from tablemates.envs.portal_dash.components.maps import CHEST, LAVA, PORTAL, SPAWNERS, BoardPart
from tablemates.envs.portal_dash.components.schema import Parts
from tablemates.envs.portal_dash.rules import limits as L

_FEWEST_SPAWNERS = 3
# Longer tracks than those of the levels have too many orders to try them all.
_SHORTEST_TRACK, _LONGEST_TRACK = 2, 3


def faults_of_board(
    parts: Parts, tiles: Sequence[BoardPart], start: BoardPart, portal: BoardPart
) -> Faults:
    """Yield the faults of a board, those of single parts first."""
    if len(tiles) != L.TILES:  # SETUP-02
        yield ("tiles",), f"{len(tiles)} gameboard tiles, not {L.TILES}"
    for tile in tiles:
        place = ("tiles", tile.name)
        if len(tile.spawners) < _FEWEST_SPAWNERS:
            yield place, f"{len(tile.spawners)} spawners, fewer than {_FEWEST_SPAWNERS}"
        if tile.spaces(PORTAL):
            yield place, f"{PORTAL!r} stands for the portal, which is on the portal strip"
        if len(tile.spaces(CHEST)) > L.CHEST_SPACES:
            yield place, f"{len(tile.spaces(CHEST))} chest spaces, more than {L.CHEST_SPACES}"
        if not is_way([tile]):
            yield place, "there is no way from the left edge to the right edge without lava"
    yield from _strips(start, portal)
    yield from _track_lengths(parts)
    yield from _ways(parts, tiles, start, portal)


def check_board_shape(parts: Parts, board_shape: tuple[int, int]) -> None:
    """Refuse a board shape that the engine cannot have or that a level does not fit.

    Raises:
        ComponentsError: So it is.
    """
    rows, columns = board_shape
    if not (1 <= rows <= L.ROWS and 1 <= columns <= L.COLUMNS):
        raise ComponentsError(
            f"board_shape goes up to {L.ROWS} rows and {L.COLUMNS} columns, not {board_shape}"
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
    rows, columns = parts.board.rows, track_columns(parts, tiles)
    if rows > board_shape[0] or columns > board_shape[1]:
        raise ComponentsError(
            f"a track of {tiles} tiles has {rows} rows and {columns} columns, more than "
            f"board_shape={board_shape}: choose a larger one, at most {L.ROWS, L.COLUMNS}"
        )


def track_columns(parts: Parts, tiles: int) -> int:
    """Return the columns of a track of so many gameboard tiles."""
    board = parts.board
    return board.start_columns + tiles * board.tile_columns + board.portal_columns


def is_way(track: Sequence[BoardPart], goal: str | None = None) -> bool:
    """Tell whether the parts side by side can be crossed without entering lava.

    Args:
        track: From left to right.
        goal: A symbol that every space of the left edge that can be walked
            must have a way to; None asks for one way from the left edge to
            the right one.
    """
    rows = ["".join(pieces) for pieces in zip(*(part.rows for part in track), strict=True)]
    last = len(rows[0]) - 1
    open_spaces = left = reached = 0
    for row, symbols in enumerate(rows):
        for column, symbol in enumerate(symbols):
            bit = 1 << (row * L.COLUMNS + column)
            if symbol != LAVA:
                open_spaces |= bit
                left |= bit if column == 0 else 0
                reached |= bit if symbol == goal or (goal is None and column == last) else 0
    before = 0
    while before != reached:
        before = reached
        beside = reached << 1 | reached >> 1 | reached << L.COLUMNS | reached >> L.COLUMNS
        reached |= beside & open_spaces
    if goal is None:
        return left & reached > 0
    return left > 0 and left & ~reached == 0


def _strips(start: BoardPart, portal: BoardPart) -> Faults:
    for symbol in (CHEST, PORTAL, *SPAWNERS):
        if start.spaces(symbol):
            yield ("strips", "start"), f"{symbol!r} cannot be on the start strip"
    if len(portal.spaces(PORTAL)) != 1:
        yield ("strips", "portal"), f"{len(portal.spaces(PORTAL))} portal spaces {PORTAL!r}, not 1"
    if len(portal.spaces(CHEST)) > L.CHEST_SPACES:
        reason = f"{len(portal.spaces(CHEST))} chest spaces, more than {L.CHEST_SPACES}"
        yield ("strips", "portal"), reason


def _track_lengths(parts: Parts) -> Faults:
    for number, entry in parts.levels.items():
        columns = track_columns(parts, entry.tiles)
        if columns > L.COLUMNS:
            yield (
                ("levels", number, "tiles"),
                f"a track of {columns} columns, not {L.COLUMNS} or fewer",
            )


def _ways(parts: Parts, tiles: Sequence[BoardPart], start: BoardPart, portal: BoardPart) -> Faults:
    for pair in permutations(tiles, 2):
        if not is_way(pair):
            reason = f"with {pair[1].name!r} to the right of it there is no way without lava"
            yield ("tiles", pair[0].name), reason
    lengths = {entry.tiles for entry in parts.levels.values()}
    for length in sorted(lengths):
        if not _SHORTEST_TRACK <= length <= _LONGEST_TRACK:
            continue
        for order in permutations(tiles, length):
            if not is_way([start, *order, portal], PORTAL):
                names = ", ".join(tile.name for tile in order)
                reason = (
                    f"from a start space there is no way to the portal without lava over {names}"
                )
                yield ("tiles",), reason
