"""The board of a position: tiles, the face-up parts as a text map (docs/positions.md), pieces."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

from tablemates.envs.portal_dash.components import schema as S
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.positions.keys import OPEN
from tablemates.envs.portal_dash.positions.reader import BOSS_LETTERS, MOB_LETTERS, Reader, refuse
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.agenda import Step

BROWN: Final = "#"
TOKEN: Final = "$"
PLAYER: Final = "@"
#: Fields of the record by the sign of what covers a space.
GROUNDS: Final = {S.LAVA: "lava", S.MAGMA: "magma", S.SOUL_SAND: "soul_sand", BROWN: "brown"}
_PLACES: Final = S.SPAWNERS + S.CHEST + S.PORTAL
_WORD: Final = re.compile(
    rf"([{re.escape(S.PLAIN + S.LAVA + S.MAGMA + S.SOUL_SAND + _PLACES)}])?"
    rf"({BROWN})?(\{TOKEN}[0-{L.CHESTS - 1}]?)?"
    rf"([{MOB_LETTERS}]\d[abc]?|[{BOSS_LETTERS}])?((?:{PLAYER}\d)*)"
)


def write_board(r: Reader) -> None:
    """Write tiles, ground and chest tokens; read the map."""
    given, p = r.given, r.p
    _write_open(r)
    grid = given.board or [] if given.has_map else []
    reason = f"the map has {len(grid)} rows, not {p.rows}"
    refuse(given.has_map and len(grid) != p.rows, "board", reason)
    for row, words in enumerate(grid):
        reason = f"the row has {len(words)} spaces, but {p.open_columns} columns are face up"
        refuse(len(words) != p.open_columns, f"board.{row}", reason)
        for column, word in enumerate(words):
            reason = _read_word(r, word, row * L.COLUMNS + column)
            refuse(reason, f"board.{row}.column {column}", reason)
    for n, at in enumerate(given.chests or ()):
        r.chests.setdefault(r.space(at, f"chests.{n}"), None)
    tiles = _tiles(r)
    r.printed = printed_rows(r.game, tiles[: p.parts_open], bool(p.portal_open))
    _write_tiles(r, tiles)
    for space, sign in r.ground.items():
        row, column = divmod(space, L.COLUMNS)
        symbol, place = r.printed[row][column], f"board.{row}.column {column}"
        refuse(sign in _PLACES and sign != symbol, place, f"{sign!r} is not printed there")
        reason = "spawners, chest spaces and the portal are always plain"
        wrong = sign not in _PLACES and symbol in _PLACES
        refuse(wrong, place, f"an obstacle on {symbol!r}: {reason}")
    if given.board is None:
        r.ground = {s: sign for s, sign in _spaces(r.printed) if sign not in _PLACES}
    p.open_words[: p.rows] = (1 << int(p.open_columns)) - 1
    for space, sign in (*r.ground.items(), *((space, BROWN) for space in r.brown)):
        if sign in GROUNDS:
            getattr(p, GROUNDS[sign])[space // L.COLUMNS] |= _bit(space)
    _write_chests(r)


def _bit(space: int) -> int:
    """Return the word of a row in which only the column of a space is set."""
    return 1 << space % L.COLUMNS


def _said(space: int) -> str:
    return str([*divmod(space, L.COLUMNS)])


def _left_to_right(space: int) -> tuple[int, int]:
    """Return the sort key of the order in which chest tokens are laid (SETUP-10)."""
    return space % L.COLUMNS, space // L.COLUMNS


def printed_rows(game: PortalDash, tiles: Sequence[int], portal: bool) -> list[str]:
    """Return what is printed on start, some tiles and perhaps the portal strip, a word a row."""
    components = game.components
    parts = [components.start, *(components.tiles[tile] for tile in tiles)]
    parts += [components.portal] * portal
    return list(map("".join, zip(*(part.rows for part in parts), strict=True)))


def _spaces(rows: Sequence[str]) -> Iterator[tuple[int, str]]:
    for r, row in enumerate(rows):
        for column, symbol in enumerate(row):
            yield r * L.COLUMNS + column, symbol


# -- the track -------------------------------------------------------------------


def _write_open(r: Reader) -> None:
    """Write how much of the track is face up; the width of a map says it too."""
    given, p, box = r.given, r.p, r.box
    start, tile, portal = int(box.start_columns), int(box.tile_columns), int(box.portal_columns)
    parts, portal_open = int(r.level.parts), bool(given.portal_open)
    parts_open = given.parts_open or (parts if portal_open else 1)
    p.parts, p.columns = parts, start + parts * tile + portal
    if given.has_map:
        width = len((given.board or [[]])[0])
        widths = {start + n * tile: (n, False) for n in range(1, parts + 1)}
        widths[int(p.columns)] = parts, True
        known = ", ".join(map(str, widths))
        reason = f"the map has {width} columns; the face-up parts can have {known}"
        refuse(width not in widths, "board", reason)
        parts_open, portal_open = widths[width]
        reason = f"the map shows {parts_open} tiles" + " and the portal strip" * portal_open
        reason += ": leave out `parts_open` and `portal_open`"
        same = given.parts_open in (None, parts_open) and given.portal_open in (None, portal_open)
        refuse(not same, "parts_open", reason)
    refuse(parts_open > parts, "parts_open", f"the track has {parts} tiles, not {parts_open}")
    early = portal_open and parts_open < parts
    refuse(early, "portal_open", "the portal strip is revealed after all tiles")
    p.parts_open, p.portal_open = parts_open, portal_open
    p.open_columns = start + parts_open * tile + portal * portal_open


def _tiles(r: Reader) -> list[int]:
    """Return the tiles from the left, `OPEN` where unknown; those left out are drawn to fit."""
    p, named, components = r.p, r.given.tiles, r.game.components
    parts = components.tiles
    refuse(len(named) > p.parts, "tiles", f"the level has {p.parts} tiles, not {len(named)}")
    for n, tile in enumerate(named):
        place, unknown, face_down = f"tiles.{n}", tile == OPEN, n >= p.parts_open
        reason = "the tile lies face up, so it cannot be unknown"
        refuse(unknown and not face_down, place, reason)
        reason = f"{components.tile_names[tile]!r} is in the track twice, but there is one of it"
        refuse(not unknown and tile in named[:n], place, reason)
        reason = "with explicit chance nobody knows it before it is revealed: write 'unknown'"
        refuse(not unknown and face_down and r.explicit, place, reason)
    if len(named) == p.parts:
        return named
    base = r.base
    drawn = [int(tile) for tile in (base.public.tiles[0], *base.hidden.tiles[1:]) if tile >= 0]
    order = dict.fromkeys([*drawn, *map(int, r.rng.permutation(len(parts)))])
    left = [tile for tile in order if tile not in named]
    chosen: list[int] = []
    for slot in range(len(named), int(p.parts_open)):
        first = int(r.box.start_columns) + slot * int(r.box.tile_columns)
        fitting = [tile for tile in left if _fits(r, parts[tile], first)]
        chosen.append((fitting or left)[0])
        left.remove(chosen[-1])
    rest = left[: int(p.parts) - len(named) - len(chosen)]
    return [*named, *chosen, *([OPEN] * len(rest) if r.explicit else rest)]


def _fits(r: Reader, part: S.BoardPart, first: int) -> bool:
    """Return whether a tile has spawners and chest spaces where the map needs them."""
    for at, symbol in _spaces(part.rows):
        sign = r.ground.get(at + first)
        if sign is not None and (sign in _PLACES or symbol in _PLACES) and sign != symbol:
            return False
        if at + first in r.chests and symbol != S.CHEST:
            return False
    return True


def _write_tiles(r: Reader, tiles: Sequence[int]) -> None:
    p, h = r.p, r.h
    p.tiles = h.tiles = -1
    p.tiles[: p.parts_open] = tiles[: p.parts_open]
    face_down = tiles[p.parts_open :]
    if not r.explicit and OPEN not in face_down:
        h.tiles[p.parts_open : p.parts] = face_down
    elif not r.explicit:
        reason = "either all face-down tiles are unknown or none is"
        refuse(set(face_down) != {OPEN}, "tiles", reason)


def _write_chests(r: Reader) -> None:
    """Write the space of each chest token on the board (SETUP-10)."""
    given, supply, tokens = r.given, int(r.box.chests), r.chests
    possible = sorted((s for s, sign in _spaces(r.printed) if sign == S.CHEST), key=_left_to_right)
    if given.chests is None and not given.has_map:
        tokens = dict.fromkeys(possible[:supply])
    numbers = [number for number in tokens.values() if number is not None]
    free = [number for number in range(supply) if number not in numbers]
    place = "chests" if given.chests else "board"
    for space in tokens.keys() - set(possible):
        refuse(True, place, f"{_said(space)} is no chest space")
    too_many = len(tokens) > supply or len(numbers) + len(free) != supply
    refuse(too_many, place, f"there are {supply} chest tokens, each of them once")
    r.p.chest_space = -1
    for space in sorted(tokens, key=_left_to_right):
        number = tokens[space]
        r.p.chest_space[free.pop(0) if number is None else number] = space


# -- the map -----------------------------------------------------------------------


def _read_word(r: Reader, word: str, space: int) -> str:
    """Read what a word says of a space; return what is wrong with it, else nothing."""
    found = _WORD.fullmatch(word)
    if not found:
        return f"{word!r} is no word of a map, such as '.', '~#', 'C$', ':e2' or '@0'"
    ground, brown, token, mark, seats = found.groups()
    if ground and ground != S.PLAIN:
        r.ground[space] = ground
    if brown:
        if ground not in GROUNDS:
            return "a brown block lies on lava, magma or soul sand alone"
        r.brown.add(space)
    if token:
        r.chests[space] = int(token[1:]) if token[1:] else None
    if mark:
        if mark not in r.lexicon.marks:
            return f"there is no mob {mark!r} in this game"
        if r.mobs.setdefault(r.lexicon.marks.index(mark), space) != space:
            return f"{mark!r} stands on the map twice"
    for seat in map(int, seats.split(PLAYER)[1:]):
        if seat >= r.p.players:
            return f"there is no player {seat}: seats are counted from 0"
        if r.players.setdefault(seat, space) != space:
            return f"player {seat} stands on the map twice"
    return ""


def draw_map(p: Any, printed: Sequence[str], marks: Sequence[str]) -> list[str]:
    """Return the map of a game, one text a row; ``marks`` are the signs of the pieces."""
    signs: dict[int, str] = defaultdict(str)
    for sign, name in GROUNDS.items():
        for space, _ in _spaces(printed):
            if int(getattr(p, name)[space // L.COLUMNS]) & _bit(space):
                signs[space] += sign
    spaces = [int(space) for space in p.chest_space]
    lying = [space for space in spaces if space >= 0]
    in_order = spaces[: len(lying)] == sorted(lying, key=_left_to_right)
    for number, space in enumerate(spaces):
        signs[space] += TOKEN if in_order else f"{TOKEN}{number}"
    for mark, space in zip(marks, p.mob_space, strict=True):
        signs[int(space)] += mark
    for seat, space in enumerate(p.player_space):
        signs[int(space)] += f"{PLAYER}{seat}"
    grid = [
        [
            signs[r * L.COLUMNS + c] or (one if one in _PLACES else S.PLAIN)
            for c, one in enumerate(row)
        ]
        for r, row in enumerate(printed)
    ]
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    return [
        " ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip()
        for row in grid
    ]


# -- bosses, mobs, players -----------------------------------------------------------


def write_bosses(r: Reader) -> None:
    """Write which bosses are in play and what life they have left."""
    p, given, base = r.p, r.given.bosses, r.base.public
    if given is None:
        p.boss_kind, p.boss_hard, p.boss_life = base.boss_kind, base.boss_hard, base.boss_life
        return
    p.boss_kind = -1
    twice = len({boss.boss for boss in given}) < len(given)
    refuse(twice, "bosses", "one boss or two different ones are needed")
    for i, boss in enumerate(given):
        hard = boss.side == "hard" if boss.side else bool(r.level.boss_hard[i])
        most = int(r.box.kind_life[L.MOB_KINDS + 2 * boss.boss + hard])
        life = most if boss.life is None else boss.life
        refuse(life > most, f"bosses.{i}.life", f"must be at most {most}, not {life}")
        p.boss_kind[i], p.boss_hard[i], p.boss_life[i] = boss.boss, hard, life
    won = not r.over and not p.boss_life.any()
    refuse(won, "bosses", "every boss is at 0: the game is won (END-01)")


def write_mobs(r: Reader) -> None:
    """Write the mobs on the board and those in the line."""
    p, given, names = r.p, r.given, r.lexicon.mobs
    p.mob_space = p.line = -1
    on_board = {r.piece(mob, "board"): space for mob, space in r.mobs.items()}
    for mob, at in (given.mobs or {}).items():
        place = f"mobs.{names[mob]}"
        on_board[r.piece(mob, place)] = r.space(at, place)
    listed = [mob for mob in given.line or () if mob != OPEN]
    for n, mob in enumerate(listed):
        refuse(mob >= L.REGULAR_MOBS, f"line.{n}", "bosses are never in the line")
        twice = mob in listed[:n] or mob in on_board
        refuse(twice, f"line.{n}", f"{names[mob]} is in the line or on the board already")
    placed = given.mobs is not None or given.has_map
    open_line = given.line is None or OPEN in given.line
    order = _in_play(r, [*on_board, *listed]) if open_line or not placed else []
    if not placed:
        spawners = r.box.part_spawner[p.tiles[0]]
        spaces = [int(at) + int(r.box.start_columns) for at in spawners if at >= 0]
        on_board |= zip([mob for mob in order if mob not in listed], spaces, strict=False)
    _check_bosses(r, on_board)
    for piece, space in on_board.items():
        reason = f"another mob stands on {_said(space)} as well"
        refuse(_has_mob(r, space), f"mobs.{r.name(piece)}", reason)
        p.mob_space[piece] = space
        p.mob_words[space // L.COLUMNS] |= _bit(space)
    if open_line:
        listed += [mob for mob in order if mob not in on_board and mob not in listed]
    p.line[: len(listed)] = listed
    p.line_length = len(listed)
    for mob in given.pending_mobs:
        piece = r.piece(mob, "pending_mobs")
        gone = p.mob_space[piece] < 0 and not r.over
        refuse(gone, "pending_mobs", f"{names[mob]!r} is not on the board")
        p.pending_mobs |= 1 << piece


def _has_mob(r: Reader, space: int) -> bool:
    return bool(r.p.mob_words[space // L.COLUMNS] & _bit(space))


def _in_play(r: Reader, named: Sequence[int]) -> list[int]:
    """Return the regular mobs in play, those of the first spawners first, then the line."""
    base, kinds = r.base.public, r.box.mob_kind.tolist()
    standing = [piece for piece in range(L.REGULAR_MOBS) if base.mob_space[piece] >= 0]
    spawners, start = r.box.part_spawner[base.tiles[0]].tolist(), int(r.box.start_columns)
    standing.sort(key=lambda piece: spawners.index(int(base.mob_space[piece]) - start))
    drawn = [*standing, *base.line[: base.line_length].tolist()]
    # Where a level draws some of a kind, those that the position names come first.
    wanted: list[int] = []
    for kind, count in enumerate(r.level.mob_count.tolist()):
        candidates = dict.fromkeys([*named, *drawn, *range(L.REGULAR_MOBS)])
        regular = (piece for piece in candidates if piece < L.REGULAR_MOBS)
        wanted += [piece for piece in regular if kinds[piece] == kind][:count]
    return [piece for piece in dict.fromkeys([*drawn, *wanted]) if piece in wanted]


def _check_bosses(r: Reader, on_board: dict[int, int]) -> None:
    """Put a boss that is not mentioned on the portal; refuse one where it cannot be."""
    p = r.p
    for i in range(L.BOSSES):
        piece, awaited = L.REGULAR_MOBS + i, bool(p.portal_open and p.boss_life[i] > 0)
        if p.boss_kind[i] < 0 or (piece in on_board) == awaited:
            continue
        place = f"mobs.{r.name(piece)}"
        reason = "it comes when the portal strip is revealed (REVEAL-03), and has life left"
        refuse(not awaited, place, reason)
        (portal,) = (space for space, sign in _spaces(r.printed) if sign == S.PORTAL)
        elsewhere = r.given.has_map or portal in on_board.values()
        refuse(elsewhere, place, "the portal is open: say on which space it stands")
        on_board[piece] = portal


def write_players(r: Reader) -> None:
    """Write the players' spaces and hearts; those waiting have yet to choose a space."""
    p, waiting = r.p, {row[1] for row in r.rows if row[0] == Step.START}
    p.player_space = -1
    starts = [row for row in range(p.rows) if not int(p.lava[row]) & ~int(p.brown[row]) & 1]
    for seat, player in enumerate(r.given.players):
        place, space = f"players.{seat}.space", r.players.get(seat)
        if player.space is not None:
            refuse(space is not None, place, "the player stands on the map already")
            space = r.space(player.space, place)
        if space is None and seat not in waiting and not r.over:
            space = starts[seat % len(starts)] * L.COLUMNS
        if space is not None:
            reason = "the player has yet to choose a space, so stands nowhere"
            refuse(seat in waiting, place, reason)
            refuse(_has_mob(r, space), place, f"a mob stands on {_said(space)} as well")
        p.player_space[seat] = -1 if space is None else space
        dead = player.hearts == 0 and not r.over
        refuse(dead, f"players.{seat}.hearts", "a player without hearts has lost (END-02)")
        p.hearts[seat] = player.hearts
