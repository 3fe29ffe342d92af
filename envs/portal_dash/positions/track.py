"""The board of a position: tiles, terrain, bosses, and all pieces on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from envs.portal_dash.components.maps import CHEST, LAVA, MAGMA, PORTAL, SOUL_SAND
from envs.portal_dash.positions.board_map import (
    Drawing,
    left_to_right,
    map_words,
    plain_rows,
    printed_rows,
    read_map,
)
from envs.portal_dash.positions.draft import Draft
from envs.portal_dash.positions.errors import fault, pick
from envs.portal_dash.positions.schema import REST, UNKNOWN, PlayerEntry
from envs.portal_dash.rules import limits as L

FLAT: Final = "flat"
_SYMBOLS: Final = (("lava", LAVA), ("magma", MAGMA), ("soul_sand", SOUL_SAND))


def write_bosses(draft: Draft) -> None:
    """Write which bosses are in play and what life they have left."""
    p, given = draft.p, draft.given.bosses
    p.boss_kind = -1
    if given is None:
        base = draft.assumed("bosses").public
        p.boss_kind, p.boss_hard, p.boss_life = base.boss_kind, base.boss_hard, base.boss_life
        return
    names = draft.lexicon.kinds[L.MOB_KINDS :]
    for i, boss in enumerate(given):
        kind = pick(names, boss.boss, ("bosses", i, "boss"), "boss")
        hard = boss.side == "hard"
        if boss.side is None and draft.level is not None:
            hard = bool(draft.level.boss_hard[i])
        most = int(draft.lexicon.box.boss_life[kind, int(hard)])
        if boss.life is not None and boss.life > most:
            raise fault(("bosses", i, "life"), f"must be at most {most}, not {boss.life}")
        p.boss_kind[i], p.boss_hard[i] = kind, hard
        p.boss_life[i] = most if boss.life is None else boss.life


def write_track(draft: Draft) -> list[str]:
    """Write the tiles and the terrain; return what is printed on the face-up parts, row by row."""
    p, h, box = draft.p, draft.h, draft.lexicon.box
    tiles = _tiles(draft)
    p.parts = len(tiles)
    p.columns = int(box.start_columns) + p.parts * int(box.tile_columns) + int(box.portal_columns)
    _write_open(draft)
    p.tiles = h.tiles = -1
    for n, tile in enumerate(tiles):
        if n < p.parts_open:
            if tile is None:
                raise fault(("tiles", n), "the tile lies face up, so it cannot be unknown")
            p.tiles[n] = tile
        elif tile is not None and not draft.explicit:
            h.tiles[n] = tile
        elif tile is not None and n < len(draft.given.tiles or ()):
            reason = "with explicit chance nobody knows it before it is revealed: write 'unknown'"
            raise fault(("tiles", n), reason)
    if not draft.explicit and len({tile is None for tile in tiles[p.parts_open :]}) > 1:
        raise fault(("tiles",), "either all face-down tiles are unknown or none is")
    printed = printed_rows(draft.lexicon, [int(t) for t in p.tiles[: p.parts_open]], p.portal_open)
    p.open_columns = len(printed[0])
    for row in range(p.rows):
        p.open_words[row] = (1 << int(p.open_columns)) - 1
    return printed


def _tiles(draft: Draft) -> list[int | None]:
    """Return the tiles in their places; None where a face-down one is not known."""
    given, names = draft.given, draft.lexicon.tiles
    tiles: list[int | None] = []
    for n, name in enumerate(given.tiles or ()):
        tile = None if name == UNKNOWN else pick(names, name, ("tiles", n), "tile")
        if tile is not None and tile in tiles:
            raise fault(("tiles", n), f"{name!r} is in the track twice, but there is one of it")
        tiles.append(tile)
    if draft.level is None:
        if given.tiles is None:
            draft.assumed("tiles")
        return tiles
    parts = int(draft.level.parts)
    if len(tiles) > parts:
        raise fault(("tiles",), f"the level has {parts} tiles, not {len(tiles)}")
    if len(tiles) == parts:
        return tiles
    base = draft.base
    order = [int(tile) for tile in (base.public.tiles[0], *base.hidden.tiles[1:]) if tile >= 0]
    left = [t for t in dict.fromkeys([*order, *range(len(names))]) if t not in tiles]
    return [*tiles, *left[: parts - len(tiles)]]


def _write_open(draft: Draft) -> None:
    """Write how much of the track is face up; a map's width says it too."""
    given, p, box = draft.given, draft.p, draft.lexicon.box
    start, tile, portal = (
        int(columns) for columns in (box.start_columns, box.tile_columns, box.portal_columns)
    )
    parts_open, portal_open = given.parts_open, given.portal_open
    if _has_map(draft):
        width = len(map_words(given.board or "")[0])
        widths = {(n, False): start + n * tile for n in range(1, p.parts + 1)}
        widths[p.parts, True] = start + p.parts * tile + portal
        fitting = [open_ for open_, columns in widths.items() if columns == width]
        if not fitting:
            known = ", ".join(map(str, widths.values()))
            reason = f"the map has {width} columns; the face-up parts can have {known}"
            raise fault(("board",), reason)
        (parts_of_map, portal_of_map), *_ = fitting
        parts_open = parts_of_map if parts_open is None else parts_open
        portal_open = portal_of_map if portal_open is None else portal_open
    portal_open = bool(portal_open)
    if parts_open is None:
        parts_open = p.parts if portal_open else 1
    if parts_open > p.parts:
        raise fault(("parts_open",), f"the track has {p.parts} tiles, not {parts_open}")
    if portal_open and parts_open < p.parts:
        raise fault(("portal_open",), "the portal strip is revealed after all tiles")
    p.parts_open, p.portal_open = parts_open, portal_open


def _has_map(draft: Draft) -> bool:
    board = draft.given.board
    return board is not None and board != FLAT and bool(map_words(board))


def read_board(draft: Draft, printed: Sequence[str]) -> Drawing:
    """Read the map, or what is printed, and lay the spaces over it that are given as lists."""
    given = draft.given
    if _has_map(draft):
        marks = draft.lexicon.piece_marks(draft.boss_kind)
        grid = map_words(given.board or "")
        drawing = read_map(grid, printed, marks, draft.p.players, ("board",))
    elif given.board not in (None, FLAT):
        raise fault(("board",), "the map is empty; `flat` is a board without obstacles")
    else:
        ground = printed if given.board is None else plain_rows(printed)
        drawing = Drawing()
        for name, symbol in _SYMBOLS:
            setattr(drawing, name, set(_spaces_with(ground, symbol)))
    grounds = {name: getattr(drawing, name) for name, _ in _SYMBOLS}
    for name, spaces in grounds.items():
        for n, (row, column) in enumerate(getattr(given, name)):
            at = _face_up(draft, row, column, (name, n))
            if printed[row][column] not in (".", LAVA, MAGMA, SOUL_SAND):
                raise fault((name, n), "spawners, chest spaces and the portal are always plain")
            for other in grounds.values():
                other.discard(at)
            spaces.add(at)
    for n, (row, column) in enumerate(given.brown):
        at = _face_up(draft, row, column, ("brown", n))
        if not any(at in spaces for spaces in grounds.values()):
            raise fault(("brown", n), "a brown block lies on lava, magma or soul sand alone")
        drawing.brown.add(at)
    return drawing


def _spaces_with(rows: Sequence[str], symbols: str) -> Iterable[int]:
    return (
        r * L.COLUMNS + column
        for r, row in enumerate(rows)
        for column, symbol in enumerate(row)
        if symbol in symbols
    )


def _face_up(draft: Draft, row: int, column: int, place: tuple[str | int, ...]) -> int:
    """Return a space of the face-up board."""
    p = draft.p
    if row >= p.rows or column >= p.open_columns:
        reason = f"the face-up board has {p.rows} rows and {p.open_columns} columns, from 0"
        raise fault(place, f"[{row}, {column}] is not on the board: {reason}")
    return row * L.COLUMNS + column


def write_board(draft: Draft, drawing: Drawing, printed: Sequence[str]) -> None:
    """Write terrain, brown blocks, chest tokens, mobs and the line."""
    p = draft.p
    for name in ("lava", "magma", "soul_sand", "brown"):
        for space in getattr(drawing, name):
            getattr(p, name)[space // L.COLUMNS] |= _bit(space)
    _write_chests(draft, drawing, printed)
    _write_mobs(draft, drawing, printed)


def _bit(space: int) -> int:
    return 1 << space % L.COLUMNS


def _write_chests(draft: Draft, drawing: Drawing, printed: Sequence[str]) -> None:
    p, given = draft.p, draft.given
    supply = int(draft.lexicon.box.chests)
    possible = sorted(_spaces_with(printed, CHEST), key=left_to_right)
    p.chest_space = -1
    tokens: list[tuple[int, int | None]] = sorted(
        drawing.chests, key=lambda token: left_to_right(token[0])
    )
    if given.chests is not None:
        listed = [
            _face_up(draft, row, column, ("chests", n))
            for n, (row, column) in enumerate(given.chests)
        ]
        tokens += [(space, None) for space in sorted(listed, key=left_to_right)]
    elif not _has_map(draft):
        tokens = [(space, None) for space in possible[:supply]]
    place = ("chests",) if given.chests is not None else ("board",)
    numbered = [number for _, number in tokens if number is not None]
    free = [number for number in range(supply) if number not in numbered]
    if len(tokens) > supply or len(set(numbered)) < len(numbered) or max([-1, *numbered]) >= supply:
        raise fault(place, f"there are {supply} chest tokens, each of them once")
    for space, number in tokens:
        if space not in possible:
            row, column = divmod(space, L.COLUMNS)
            raise fault(place, f"[{row}, {column}] is no chest space")
        if space in p.chest_space:
            row, column = divmod(space, L.COLUMNS)
            raise fault(place, f"two chest tokens lie on [{row}, {column}]")
        p.chest_space[free.pop(0) if number is None else number] = space


def _write_mobs(draft: Draft, drawing: Drawing, printed: Sequence[str]) -> None:
    """Write the mobs on the board and those in the line."""
    p, given, lexicon = draft.p, draft.given, draft.lexicon
    p.mob_space = p.line = -1
    on_board = dict(drawing.mobs)
    for name, (row, column) in (given.mobs or {}).items():
        piece = lexicon.piece(name, draft.boss_kind, ("mobs", name))
        if piece in on_board:
            raise fault(("mobs", name), "the mob stands on the map already")
        on_board[piece] = _face_up(draft, row, column, ("mobs", name))
    listed = [
        lexicon.piece(name, (), ("line", n))
        for n, name in enumerate(given.line or ())
        if name != REST
    ]
    if len(set(listed)) < len(listed):
        raise fault(("line",), "a mob is in the line twice")
    for n, piece in enumerate(listed):
        if piece in on_board:
            raise fault(("line", n), f"{lexicon.pieces[piece]} is on the board too")
    order = _in_play(draft, [*on_board, *listed])
    if given.mobs is None and not _has_map(draft):
        spawners = _spawner_spaces(draft)
        waiting = [piece for piece in order if piece not in listed]
        on_board = dict(zip(waiting, spawners, strict=False))
    if p.portal_open:
        _add_boss(draft, on_board, printed)
    for piece, space in on_board.items():
        p.mob_space[piece] = space
        p.mob_words[space // L.COLUMNS] |= _bit(space)
    rest = [piece for piece in order if piece not in on_board and piece not in listed]
    if given.line is not None and REST in given.line:
        if given.line.index(REST) != len(given.line) - 1:
            raise fault(("line",), f"{REST!r} stands at the end: all mobs that are left")
        listed += rest
    elif given.line is None:
        listed = rest
    p.line[: len(listed)] = listed
    p.line_length = len(listed)
    for name in given.pending_mobs:
        p.pending_mobs |= 1 << lexicon.piece(name, draft.boss_kind, ("pending_mobs",))


def _in_play(draft: Draft, named: Sequence[int]) -> list[int]:
    """Return the regular mobs in play, those of the first spawners first, then the line."""
    named = [piece for piece in named if piece < L.REGULAR_MOBS]
    kinds = [int(kind) for kind in draft.lexicon.box.mob_kind]
    if draft.level is None or len(named) >= int(draft.level.mob_count.sum()):
        return list(named)
    base = draft.base.public
    standing = [piece for piece in range(L.REGULAR_MOBS) if base.mob_space[piece] >= 0]
    spawners = [int(space) for space in draft.lexicon.box.tile_spawner[base.tiles[0]]]
    start = int(draft.lexicon.box.start_columns)
    standing.sort(key=lambda piece: spawners.index(int(base.mob_space[piece]) - start))
    drawn = [*standing, *(int(piece) for piece in base.line[: base.line_length])]
    # Where a level draws some of a kind, those that the position names come first.
    wanted: list[int] = []
    for kind in range(L.MOB_KINDS):
        candidates = [*named, *drawn, *range(L.REGULAR_MOBS)]
        of_kind = list(dict.fromkeys(piece for piece in candidates if kinds[piece] == kind))
        wanted += of_kind[: int(draft.level.mob_count[kind])]
    extra = [piece for piece in wanted if piece not in drawn]
    return [piece for piece in [*drawn, *extra] if piece in wanted]


def _spawner_spaces(draft: Draft) -> list[int]:
    """Return the spawners of the first tile (SETUP-06)."""
    box = draft.lexicon.box
    spaces = box.tile_spawner[draft.p.tiles[0]]
    return [int(space) + int(box.start_columns) for space in spaces if space >= 0]


def _add_boss(draft: Draft, on_board: dict[int, int], printed: Sequence[str]) -> None:
    """Put a boss of which nothing is said on the portal space."""
    p = draft.p
    missing = [
        L.REGULAR_MOBS + i
        for i in range(L.BOSSES)
        if p.boss_kind[i] >= 0 and p.boss_life[i] > 0 and L.REGULAR_MOBS + i not in on_board
    ]
    (portal,) = _spaces_with(printed, PORTAL)
    if not missing or _has_map(draft):
        return
    if len(missing) > 1 or portal in on_board.values():
        name = draft.lexicon.piece_name(missing[-1], draft.boss_kind)
        raise fault(("mobs",), f"{name!r} is on the board too: say where")
    on_board[missing[0]] = portal


def write_players(draft: Draft, drawing: Drawing, waiting: set[int]) -> None:
    """Write where the players stand and what hearts they have.

    Args:
        draft: The game.
        drawing: The map.
        waiting: Players who have yet to choose a space.
    """
    p = draft.p
    p.player_space = -1
    starts = [row for row in range(p.rows) if not int(p.lava[row]) & 1]
    for seat, player in enumerate(entries(draft)):
        space = drawing.players.get(seat)
        if player.space is not None:
            if space is not None:
                raise fault(("players", seat, "space"), "the player stands on the map already")
            space = _face_up(draft, *player.space, ("players", seat, "space"))
        if space is None and seat not in waiting:
            space = starts[seat % len(starts)] * L.COLUMNS
        p.player_space[seat] = -1 if space is None else space
        p.hearts[seat] = player.hearts


def entries(draft: Draft) -> list[PlayerEntry]:
    """Return what is said of each player."""
    given = draft.given.players
    return [PlayerEntry()] * given if isinstance(given, int) else given
