"""The track: revealing parts, chests and mobs on them, the bosses at the portal."""

from __future__ import annotations

import numpy as np

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.agenda import Step, pop, push
from tablemates.envs.portal_dash.rules.geometry import ONE, ZERO, bit, has, has_player, spread
from tablemates.envs.portal_dash.rules.harm import ask
from tablemates.envs.portal_dash.rules.mobs import spawner_at, walkable_for
from tablemates.envs.portal_dash.rules.pieces import flies, front_of_line, place_mob
from tablemates.envs.portal_dash.rules.piglins import all_tasks_done
from tablemates.envs.portal_dash.state import Box, Public, Work
from tablemates.envs.portal_dash.vocabulary import Chance, Decision, Event


def lay_part(p: Public, box: Box, w: Work, part: int, first: int, columns: int) -> None:
    """Turn a part face up whose left edge is column ``first``; chests while the supply lasts."""
    for r in range(p.rows):
        p.open_words[r] |= (bit(columns) - ONE) << np.uint64(first)
        p.lava[r] |= box.part_lava[part, r] << np.uint64(first)
        p.magma[r] |= box.part_magma[part, r] << np.uint64(first)
        p.soul_sand[r] |= box.part_soul_sand[part, r] << np.uint64(first)
    p.open_columns = first + columns
    for i in range(V.CHEST_SPACES):
        if box.part_chest[part, i] == -1:
            break
        for token in range(box.chests):  # SETUP-10
            if p.chest_space[token] == -1:
                p.chest_space[token] = int(box.part_chest[part, i]) + first  # SETUP-10 REVEAL-02
                emit(w, Event.CHEST_PLACED, int(p.chest_space[token]))
                break


def fill_spawner(p: Public, w: Work, space: int) -> None:
    """Put the front mob of the line on a spawner; an empty line leaves it empty."""
    if p.line_length > 0:  # SETUP-06 REVEAL-02
        mob = front_of_line(p)
        place_mob(p, mob, space)
        emit(w, Event.MOB_SPAWNED, mob, space)


def may_reveal(p: Public, box: Box) -> bool:
    """Return whether the next part may be turned face up now (REVEAL-01, REVEAL-03)."""
    if p.open_columns == p.columns:
        return False
    if p.parts_open == p.parts and not all_tasks_done(p, box):  # REVEAL-03
        return False
    for player in range(p.players):
        if (p.player_space[player] & 63) == p.open_columns - 1:  # REVEAL-01
            return True
    return False


def start_reveal(p: Public, box: Box) -> None:
    """Ask the player whose turn ends, for the team, once between two turns (REVEAL-04)."""
    if may_reveal(p, box):
        ask(p, Decision.REVEAL, p.active_player, 0)
    else:
        pop(p)


def reveal(p: Public, box: Box, w: Work) -> None:
    """Turn the next part face up."""
    if p.parts_open < p.parts:
        push(p, Step.CHANCE, Chance.PART_REVEALED.value, p.parts_open, 0)
    else:
        reveal_portal(p, box, w)


def turn_up_tile(p: Public, box: Box, w: Work, place: int, tile: int) -> int:
    """Lay a gameboard tile and its chests; return the column of its left edge."""
    p.tiles[place] = tile
    first = box.start_columns + place * box.tile_columns
    emit(w, Event.PART_REVEALED, p.active_player, place, tile)
    lay_part(p, box, w, tile, first, box.tile_columns)
    p.parts_open += 1
    return first


def reveal_tile(p: Public, box: Box, w: Work, place: int, tile: int) -> None:
    """Lay a tile, its chests, and a mob on every spawner, lowest number first (REVEAL-02)."""
    turn_up_tile(p, box, w, place, tile)
    for i in range(V.SPAWNERS):
        space = spawner_at(p, box, place, i)
        if space == -1:
            break
        fill_spawner(p, w, space)  # REVEAL-02


def reveal_portal(p: Public, box: Box, w: Work) -> None:
    """Lay the portal strip and put the boss on the portal (REVEAL-03)."""
    first = p.open_columns
    emit(w, Event.PORTAL_REVEALED, p.active_player)
    lay_part(p, box, w, V.PORTAL, first, box.portal_columns)
    p.portal_open = 1
    for i in range(V.SPAWNERS):
        if box.part_spawner[V.PORTAL, i] == -1:
            break
        fill_spawner(p, w, int(box.part_spawner[V.PORTAL, i]) + first)
    portal = box.portal_space + first
    for i in range(V.BOSSES):
        if p.boss_kind[i] >= 0:
            space = nearest_free(p, box, w, V.REGULAR_MOBS + i, portal)
            place_mob(p, V.REGULAR_MOBS + i, space)  # REVEAL-03
            emit(w, Event.BOSS_APPEARED, V.REGULAR_MOBS + i, space)


def nearest_free(p: Public, box: Box, w: Work, mob: int, space: int) -> int:
    """Return the free space nearest to a space by a piece's own walking distance (CUSTOM-01).

    Ties go to the lower row, then to the lower column; pieces do not count as
    obstacles, so there always is one.
    """
    rows = p.rows
    walkable_for(p, flies(p, box, mob), w.passable)
    for r in range(rows):
        w.seen[r] = ZERO
    w.seen[space >> 6] = bit(space & 63)
    while True:
        for r in range(rows):
            for column in range(p.open_columns):
                at = r * 64 + column
                free = not has(p.mob_words, at) and not has_player(p, at)
                if free and has(w.seen, at):
                    return at  # CUSTOM-01
        if not spread(w.seen, w.passable, rows, w.following):
            return space


compile_functions(globals())
