"""Writes the board: its spaces and sites, players, mobs and bosses."""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.envs.core.compiler.decorators import compile_functions, inlined
from tablemates.envs.core.records.elements import BYTE, add, byte_of, cap, get, put, put_eight
from tablemates.envs.core.records.layout import Array8, Array16
from tablemates.envs.portal_dash import observation_layout as F
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.observation_layout import LINE_SHOWN, START
from tablemates.envs.portal_dash.rules.geometry import ZERO, distance
from tablemates.envs.portal_dash.rules.harm import pushed_player
from tablemates.envs.portal_dash.rules.pieces import kind_of
from tablemates.envs.portal_dash.state import Box, Public
from tablemates.envs.portal_dash.vocabulary import Decision, Effect

_PLAYER: Final = len(F.PLAYER)
_KIND: Final = len(F.MOB)
_MOB: Final = _KIND + len(F.STAND)
_WAITING: Final = len(F.BOSS)
_BOSS: Final = _WAITING + len(F.STAND)
_FACE: Final = len(F.FACE)
_TWO: Final = np.uint64(2)
#: A byte's bits as eight bytes of 0 or 1, the lowest bit in the lowest byte.
_SPREAD: Final = np.array(
    [sum((byte >> bit & 1) << 8 * bit for bit in range(8)) for byte in range(256)], np.uint64
)
#: Weight of the viewer's own piece in the plane of the players.
OWN_PIECE: Final = 4


def _write_ground(
    ground: np.uint64,
    lava: np.uint64,
    magma: np.uint64,
    soul_sand: np.uint64,
    brown: np.uint64,
    at: int,
    columns: int,
    area: int,
    out: Array8,
) -> None:
    """Write one row of the planes ``ground`` and ``hazard``, eight columns at a time.

    Without branches: where obstacles lie cannot be predicted, and a walk from bit to bit costs
    several times as much. ``at`` is where the row of ``ground`` begins, ``area`` the values of
    one plane; the words are those of the row.
    """
    bare = ground & ~lava
    c = 0
    while c < columns and ground >> np.uint64(c) != ZERO:
        shift = np.uint64(c)
        steps = _SPREAD[(bare >> shift) & BYTE] + _SPREAD[(soul_sand >> shift) & BYTE]
        hazard = (
            _TWO * _SPREAD[(lava >> shift) & BYTE]
            + _SPREAD[(magma >> shift) & BYTE]
            + BYTE * _SPREAD[(brown >> shift) & BYTE]  # 255 is -1
        )
        if c + 8 <= columns:
            put_eight(out, at + c, steps)
            put_eight(out, at + area + c, hazard)
        else:
            for i in range(columns - c):
                put(out, at + c + i, byte_of(steps, i))
                put(out, at + area + c + i, byte_of(hazard, i))
        c += 8


def _write_sites(
    spaces: Array16, first: int, columns: int, at: int, value: int, out: Array8
) -> None:
    """Write a value at spaces of a part whose left edge is column ``first``, up to a -1."""
    for i in range(len(spaces)):
        if spaces[i] < 0:
            break
        space = int(spaces[i])
        put(out, at + (space >> 6) * columns + first + (space & 63), value)


def write_spaces(p: Public, box: Box, out: Array8) -> None:
    """Write the planes of the block ``board`` that show spaces and what lies on them."""
    columns = box.capacity_columns
    area = box.capacity_rows * columns
    for r in range(p.rows):
        bare = ~p.brown[r]
        _write_ground(
            p.open_words[r],
            p.lava[r] & bare,
            p.magma[r] & bare,
            p.soul_sand[r] & bare,
            p.brown[r],
            START.board + r * columns,
            columns,
            area,
            out,
        )
    at = START.board + F.PLANE.site * area
    for place in range(p.parts_open):
        first = box.start_columns + place * box.tile_columns
        _write_sites(box.part_spawner[p.tiles[place]], first, columns, at, -1, out)
    if p.portal_open == 1:
        first = p.columns - box.portal_columns
        _write_sites(box.part_spawner[V.PORTAL], first, columns, at, -1, out)
    for token in range(box.chests):
        space = int(p.chest_space[token])
        on_board = max(0, space)  # without a branch: a token in the supply adds nothing
        add(out, at + (on_board >> 6) * columns + (on_board & 63), int(space >= 0))


def write_pieces(p: Public, box: Box, seat: int, out: Array8) -> None:
    """Write the plane of the players."""
    columns = box.capacity_columns
    at = START.board + F.PLANE.players * box.capacity_rows * columns
    for player in range(p.players):
        space = int(p.player_space[player])
        if space >= 0:
            weight = OWN_PIECE if player == seat else 1
            add(out, at + (space >> 6) * columns + (space & 63), weight)


def write_players(p: Public, seat: int, out: Array8) -> None:
    """Write the block ``players``: ``seat`` first, then clockwise."""
    pushed = pushed_player(p) if p.decision == Decision.PUSH else -1
    player = seat
    for i in range(p.players):
        at = START.players + i * _PLAYER
        space = int(p.player_space[player])
        put(out, at + F.PLAYER.playing, 1)
        put(out, at + F.PLAYER.decides, int(player == p.decider or player == pushed))
        put(out, at + F.PLAYER.active, int(player == p.active_player))
        put(out, at + F.PLAYER.hearts, p.hearts[player])
        if space >= 0:
            put(out, at + F.PLAYER.placed, 1)
            put(out, at + F.PLAYER.row, space >> 6)
            put(out, at + F.PLAYER.column, space & 63)
            put(out, at + F.PLAYER.to_edge, p.open_columns - 1 - (space & 63))
        player += 1
        if player == p.players:
            player = 0


def _subject(p: Public) -> int:
    """Return the piece that is fought or that the decision is about, or -1."""
    decision = p.decision
    if (
        decision == Decision.MOB_END
        or decision == Decision.TARGET
        or decision == Decision.PUSH
        or decision == Decision.DAMAGE_ITEM
    ):
        return p.decision_about
    return p.fight_mob


def _write_effect(effect: int, at: int, out: Array8) -> None:
    """Write the three flags of what an attack does besides damage, from `push` on."""
    put(out, at, int(effect == Effect.PUSH))
    put(out, at + 1, int(effect == Effect.DAMAGE_ITEM))
    put(out, at + 2, int(effect == Effect.REMOVE_BLOCK))


def _write_kind(box: Box, mob: int, at: int, out: Array8) -> None:
    """Write what is printed on a regular mob, the row ``mob``."""
    kind = int(box.mob_kind[mob])
    put(out, at + F.MOB.life, cap(box.kind_life[kind], F.PRINTED))
    put(out, at + F.MOB.moves, cap(box.kind_moves[kind], F.PRINTED))
    put(out, at + F.MOB.flies, box.kind_flies[kind])
    put(out, at + F.MOB.range, cap(box.kind_range[kind], F.PRINTED))
    put(out, at + F.MOB.damage, cap(box.kind_damage[kind, 0], F.PRINTED))
    put(out, at + F.MOB.area, box.kind_area[kind, 0])
    _write_effect(box.kind_effect[kind, 0], at + F.MOB.push, out)
    put(out, at + F.MOB.no_sword, box.kind_no_sword[kind])
    put(out, at + F.MOB.no_bow, box.kind_no_bow[kind])
    put(out, at + F.MOB.number, cap(box.mob_number[mob], F.PRINTED))


def _write_stand(p: Public, mob: int, seen_from: int, at: int, out: Array8) -> None:
    """Write where a piece on the board stands, the row ``stand``."""
    space = int(p.mob_space[mob])
    put(out, at + F.STAND.row, space >> 6)
    put(out, at + F.STAND.column, space & 63)
    put(out, at + F.STAND.distance, distance(space, seen_from))
    put(out, at + F.STAND.pending, int(p.pending_mobs) >> mob & 1)


def _write_on_board(p: Public, box: Box, mob: int, life: int, out: Array8) -> None:
    """Write a piece into the plane of the mobs."""
    space = int(p.mob_space[mob])
    columns = box.capacity_columns
    plane = START.board + F.PLANE.mobs * box.capacity_rows * columns
    put(out, plane + (space >> 6) * columns + (space & 63), cap(life, F.PRINTED))


def write_line(p: Public, box: Box, out: Array8) -> None:
    """Write the block ``line``: the mobs that come next."""
    for i in range(min(LINE_SHOWN, p.line_length)):
        _write_kind(box, int(p.line[i]), START.line + i * _KIND, out)


def _key(at: int, out: Array8) -> int:
    """Return the two bytes noted in a row as one number."""
    return (get(out, at + 1) + 128) << 8 | (get(out, at + 2) + 128)


def _order_mobs(p: Public, seen_from: int, out: Array8) -> int:
    """Note in each row of ``mobs`` which piece it is for; return how many there are.

    Nearest first, then by row and column. The rows themselves serve as scratch,
    so nothing is allocated: cell 0 holds a piece, cells 1 and 2 its key, cell 3,
    in the end, the piece whose row it is. Ranks are counted because a sort
    branches on what cannot be predicted.
    """
    count = 0
    for mob in range(V.REGULAR_MOBS):
        put(out, START.mobs + count * _MOB, mob)
        count += int(p.mob_space[mob] >= 0)
    for i in range(count):
        at = START.mobs + i * _MOB
        space = int(p.mob_space[get(out, at)])
        key = distance(space, seen_from) << 9 | space
        put(out, at + 1, (key >> 8) - 128)
        put(out, at + 2, (key & 0xFF) - 128)
    for i in range(count):
        at = START.mobs + i * _MOB
        key = _key(at, out)
        rank = 0
        for j in range(count):
            rank += int(_key(START.mobs + j * _MOB, out) < key)
        put(out, START.mobs + rank * _MOB + 3, get(out, at))
    if count < V.REGULAR_MOBS:
        put(out, START.mobs + count * _MOB, 0)  # the last piece noted is not on the board
    return count


def write_mobs(p: Public, box: Box, seat: int, out: Array8) -> None:
    """Write the block ``mobs`` and the plane of the mobs: regular mobs on the board."""
    seen_from = max(0, int(p.player_space[seat]))
    for i in range(_order_mobs(p, seen_from, out)):
        at = START.mobs + i * _MOB
        mob = get(out, at + 3)
        _write_kind(box, mob, at, out)
        _write_stand(p, mob, seen_from, at + _KIND, out)
        _write_on_board(p, box, mob, get(out, at + F.MOB.life), out)


def write_bosses(p: Public, box: Box, seat: int, out: Array8) -> None:
    """Write the block ``bosses`` and the bosses in the plane of the mobs."""
    seen_from = max(0, int(p.player_space[seat]))
    for i in range(V.BOSSES):
        if p.boss_kind[i] < 0:
            continue
        mob = V.REGULAR_MOBS + i
        kind = kind_of(p, box, mob)
        at = START.bosses + i * _BOSS
        put(out, at + F.BOSS.life, cap(p.boss_life[i], F.BOSS_LIFE))
        put(out, at + F.BOSS.full_life, cap(box.kind_life[kind], F.BOSS_LIFE))
        put(out, at + F.BOSS.moves, cap(box.kind_moves[kind], F.PRINTED))
        put(out, at + F.BOSS.flies, box.kind_flies[kind])
        put(out, at + F.BOSS.range, cap(box.kind_range[kind], F.PRINTED))
        if p.mob_space[mob] >= 0:
            put(out, at + F.BOSS.placed, 1)
            _write_stand(p, mob, seen_from, at + _WAITING, out)
            _write_on_board(p, box, mob, p.boss_life[i], out)


def mark_piece(p: Public, out: Array8) -> None:
    """Mark the piece that is fought or that the decision is about, and no other."""
    for i in range(V.REGULAR_MOBS):
        put(out, START.mobs + i * _MOB + _KIND + F.STAND.subject, 0)
    for i in range(V.BOSSES):
        put(out, START.bosses + i * _BOSS + _WAITING + F.STAND.subject, 0)
    mob = _subject(p)
    if mob < 0 or p.mob_space[mob] < 0:
        return
    if mob >= V.REGULAR_MOBS:
        row = START.bosses + (mob - V.REGULAR_MOBS) * _BOSS + _WAITING
        put(out, row + F.STAND.subject, 1)
        return
    space = int(p.mob_space[mob])
    for i in range(V.REGULAR_MOBS):  # with an end: others may have written into the array
        at = START.mobs + i * _MOB + _KIND
        if get(out, at + F.STAND.row) == space >> 6 and get(out, at + F.STAND.column) == space & 63:
            put(out, at + F.STAND.subject, 1)
            return


def write_boss_faces(p: Public, box: Box, out: Array8) -> None:
    """Write the block ``boss_faces``."""
    for i in range(V.BOSSES):
        if p.boss_kind[i] < 0:
            continue
        kind = kind_of(p, box, V.REGULAR_MOBS + i)
        for face in range(V.FACES):
            at = START.boss_faces + (i * V.FACES + face) * _FACE
            put(out, at + F.FACE.damage, cap(box.kind_damage[kind, face], F.PRINTED))
            put(out, at + F.FACE.area, box.kind_area[kind, face])
            put(out, at + F.FACE.direct, box.kind_direct[kind, face])
            _write_effect(box.kind_effect[kind, face], at + F.FACE.push, out)


compile_functions(globals(), inlined)
