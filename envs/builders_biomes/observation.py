"""Filling the observation that ``interface.toml`` declares: all of it, or what has changed."""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules import actions, places, scoring
from tablemates.envs.builders_biomes.state import STATE, Box, Public, State
from tablemates.envs.builders_biomes.vocabulary import Colour, Decision, Weapon
from tablemates.envs.core.compiler.decorators import compile_functions, inlined
from tablemates.envs.core.engine.cube import exposed_columns
from tablemates.envs.core.game.interface_file import read_changes, read_layout
from tablemates.envs.core.game.observation import MOST
from tablemates.envs.core.records.changes import Notes
from tablemates.envs.core.records.elements import add, cap, clear, get, put
from tablemates.envs.core.records.layout import Array8

# Which kinds of weapons have each of ``EFFECTS``.
_WITH_EFFECT: Final = (
    Weapon.BOW.value,
    Weapon.GOLDEN_HOE.value,
    Weapon.STONE_PICKAXE.value,
    Weapon.TNT.value,
)
LAYOUT, ABOUT = read_layout(V.INTERFACE, vars(V))
_SIZE: Final = LAYOUT.size
_DECISION, _TABLE, _CUBE, _CELL, _CROSSINGS, _SEAT, _SPACES = (
    block.places for block in LAYOUT.blocks
)
SHOWN, _CHANGED = read_changes(V.INTERFACE, STATE)
_changed_cells, _changed_unturned, _changed_columns, _changed_layers = _CHANGED[:4]
_changed_boards, _changed_supplies, _changed_numbers = _CHANGED[4:]


@inlined
def _clockwise(seat: int, steps: int, players: int) -> int:
    """Return the seat this many steps further; cheaper than a remainder."""
    other = seat + steps
    if other < 0:
        return other + players
    return other - players if other >= players else other


def show(
    s: State, box: Box, seat: int, seen_by: int, now: Notes, shown: Notes, out: Array8
) -> None:
    """Write what a seat sees; cells, cube and boards only where they have changed."""
    p = s.public
    if seen_by < 0:
        clear(out, 0, _SIZE)
        for characteristic in range(V.CHARACTERISTICS):
            put(out, _TABLE.points_forest + characteristic, box.points[characteristic])
    else:
        for _ in range(_clockwise(seat, -seen_by, p.players)):
            _turn_seats(p.players, out)
    cells = _changed_cells(now, shown)
    if cells != 0:
        for cell in range(V.CELLS):
            if cells >> cell & 1 != 0:
                _write_cell(p, box, cell, out)
    if _changed_unturned(now, shown) != 0:
        _write_unturned(p, box, out)
    columns = _changed_columns(now, shown)
    if columns != 0:
        for column in range(V.COLUMNS):
            if columns >> column & 1 != 0:
                _write_column(p, column, out)
    if _changed_layers(now, shown) | columns != 0:
        _write_layers(p, out)
    boards = _changed_boards(now, shown)
    supplies = _changed_supplies(now, shown)
    numbers = supplies | _changed_numbers(now, shown)
    if boards | numbers != 0:
        for n in range(p.players):
            other = _clockwise(seat, n, p.players)
            if boards >> other & 1 != 0:
                _write_board(p, box, other, n, out)
            if numbers >> other & 1 != 0:
                _write_numbers(p, box, other, n, out)
    if cells | supplies != 0 or seat != seen_by:
        _write_lacks(p, box, seat, out)
    _write_rest(p, box, seat, out)


def _write_cell(p: Public, box: Box, cell: int, out: Array8) -> None:
    """Write a cell but for what the observer lacks."""
    row = _CELL.WIDTH * cell
    clear(out, _CELL.START + row, _CELL.START + row + _CELL.WIDTH)
    face = int(p.face[cell])
    put(out, _CELL.left + row, p.left[cell])
    if face < 0:
        put(out, _CELL.face_down + row, p.left[cell] > 0)
    elif not places.is_stack(cell):
        put(out, _CELL.hearts + row, box.weapon_hearts[face])
        put(out, _CELL.token + row, 1)
        for effect in range(len(_WITH_EFFECT)):
            put(out, _CELL.draws + row + effect, face == _WITH_EFFECT[effect])
    elif face < box.buildings:
        put(out, _CELL.building + row, 1)
        for category in range(V.CATEGORIES):
            put(out, _CELL.forest + row + int(box.shows[face, category]), 1)
        for colour in range(Colour.EMERALD.value):
            put(out, _CELL.cost_wood + row + colour, box.cost[face, colour])
        put(out, _CELL.xp + row, box.xp[face])
    else:
        put(out, _CELL.mob + row, 1)
        put(out, _CELL.hearts + row, box.hearts[face])
        put(out, _CELL.xp + row, box.xp[face])
        put(out, _CELL.action + row, box.action[face])
        if box.bonus_for[face] >= 0:
            put(out, _CELL.bonus_forest + row + int(box.bonus_for[face]), box.bonus[face])


def _write_unturned(p: Public, box: Box, out: Array8) -> None:
    """Write what lies face down, by its numbers."""
    clear(out, _TABLE.unseen_show_forest, _TABLE.END)
    for tile in range(V.TILES):
        if p.where[tile] != V.UNSEEN_TILE:
            continue
        if tile < box.buildings:
            for category in range(V.CATEGORIES):
                add(out, _TABLE.unseen_show_forest + int(box.shows[tile, category]), 1)
        else:
            add(out, _TABLE.mobs_0 + min(V.MOB_HEARTS - 1, int(box.hearts[tile])), 1)
    for kind in range(V.WEAPONS):
        _write_tokens(box, kind, int(p.tokens[kind]), _TABLE.tokens_0, out)


def _write_tokens(box: Box, kind: int, count: int, at: int, out: Array8) -> None:
    """Add tokens of a kind to the numbers by hearts and by effects."""
    add(out, at + min(V.TOKEN_HEARTS - 1, int(box.weapon_hearts[kind])), count)
    if kind >= _WITH_EFFECT[0]:
        add(out, at + V.TOKEN_HEARTS + kind - _WITH_EFFECT[0], count)


def _write_column(p: Public, column: int, out: Array8) -> None:
    at = _CUBE.START + _CUBE.WIDTH * column
    clear(out, at, at + _CUBE.WIDTH)
    for level in range(V.LAYERS):
        look = int(p.cube[column, level])  # ``UNSEEN`` and ``GONE`` are -1 and -2
        put(out, at + len(V.LOOKS) * level + (look if look >= 0 else V.COLOURS - 1 - look), 1)


def _write_layers(p: Public, out: Array8) -> None:
    """Write what can be taken, what is left of each layer, and which colours are not visible."""
    exposed = exposed_columns(p)
    gone = 0
    clear(out, _TABLE.gone, _TABLE.layer_4 + 1)
    for column in range(V.COLUMNS):
        put(out, _CUBE.exposed + _CUBE.WIDTH * column, exposed >> column & 1)
        height = int(p.height[column])
        gone += V.LAYERS - max(1, height)
        for level in range(height):
            add(out, _TABLE.layer_4 - level, 1)
    put(out, _TABLE.gone, gone)
    for colour in range(V.COLOURS):
        put(out, _TABLE.unseen_wood + colour, p.unseen[colour])


def _swap_rows(out: Array8, a: int, b: int, width: int) -> None:
    for i in range(width):
        value = out[np.uint64(a + i)]
        out[np.uint64(a + i)] = out[np.uint64(b + i)]
        out[np.uint64(b + i)] = value


def _turn_seats(players: int, out: Array8) -> None:
    """Turn seats and boards by one seat, which is cheaper than to write them anew."""
    size = V.SPACES * _SPACES.WIDTH
    for n in range(players - 1):
        _swap_rows(out, _SPACES.START + n * size, _SPACES.START + (n + 1) * size, size)
        start = _SEAT.START + n * _SEAT.WIDTH
        _swap_rows(out, start, start + _SEAT.WIDTH, _SEAT.WIDTH)


def _write_board(p: Public, box: Box, seat: int, row: int, out: Array8) -> None:
    """Write what a seat's spaces show and how large its groups are."""
    start = _SPACES.START + V.SPACES * _SPACES.WIDTH * row
    clear(out, start, start + V.SPACES * _SPACES.WIDTH)
    for space in range(V.SPACES):
        put(out, start + _SPACES.WIDTH * space, p.built[seat, space] >= 0)
    groups = _SEAT.group_forest + _SEAT.WIDTH * row
    for characteristic in range(V.CHARACTERISTICS):
        bits = scoring.spaces_with(p, box, seat, characteristic)
        put(out, groups + characteristic, scoring.largest_group(bits))
        put(out, groups + V.CHARACTERISTICS + characteristic, scoring.count_bits(bits))
        for space in range(V.SPACES):
            if bits >> space & 1 == 1:
                put(out, start + _SPACES.WIDTH * space + 1 + characteristic, 1)


def _write_numbers(p: Public, box: Box, seat: int, row: int, out: Array8) -> None:
    """Write the numbers of a seat that do not depend on the observer."""
    start = _SEAT.WIDTH * row
    put(out, _SEAT.present + start, 1)
    put(out, _SEAT.beginner + start, p.beginner[seat])
    put(out, _SEAT.half_xp + start, cap(p.xp[seat] // 2, MOST))
    for source in range(V.SOURCES):
        put(out, _SEAT.xp_build + start + source, cap(p.xp_by[seat, source], MOST))
    for colour in range(V.COLOURS):
        put(out, _SEAT.wood + start + colour, p.supply[seat, colour])
    at = _SEAT.tokens + start
    clear(out, at, _SEAT.START + start + _SEAT.WIDTH)
    for kind in range(V.WEAPONS):
        add(out, at, p.pile[seat, kind])
        _write_tokens(box, kind, int(p.pile[seat, kind]), at + 1, out)


def _write_lacks(p: Public, box: Box, seat: int, out: Array8) -> None:
    """Write what the observer lacks for each face-up building."""
    for cell in places.STACK_CELLS:
        face = int(p.face[cell])
        if 0 <= face < box.buildings:
            put(out, _CELL.lack + _CELL.WIDTH * cell, actions.lacking(p, box, seat, face))


def _write_rest(p: Public, box: Box, seat: int, out: Array8) -> None:
    """Write what changes often."""
    _write_decision(p, box, out)
    put(out, _TABLE.seats, p.players)
    put(out, _TABLE.order, _clockwise(seat, -p.first_player, p.players))
    put(out, _TABLE.turn, cap(p.turn, MOST))
    put(out, _TABLE.scored, p.scored)
    clear(out, _CROSSINGS.START, _CROSSINGS.END)
    for n in range(p.players):
        other = _clockwise(seat, n, p.players)
        put(out, _CROSSINGS.START + V.SEATS * int(p.at[other]) + n, 1)
        row = _SEAT.WIDTH * n
        lead = int(p.xp[other]) - int(p.xp[seat])
        put(out, _SEAT.active + row, other == p.active)
        put(out, _SEAT.lead + row, max(-MOST, min(MOST, lead)))
        clear(out, _SEAT.action_mobs + row, _SEAT.tokens + row)
    for tile in range(box.buildings, V.TILES):
        owner = int(p.where[tile]) - V.WON
        if 0 <= owner < p.players:
            row = _SEAT.WIDTH * _clockwise(owner, -seat, p.players)
            add(out, _SEAT.action_mobs + row, box.action[tile])
            if box.bonus_for[tile] >= 0:
                bonus = _SEAT.bonus_forest + row + int(box.bonus_for[tile])
                put(out, bonus, cap(get(out, bonus) + int(box.bonus[tile]), MOST))


def _write_decision(p: Public, box: Box, out: Array8) -> None:
    clear(out, _DECISION.START, _DECISION.END)
    if p.decision >= Decision.ACTION:
        put(out, _DECISION.action + p.decision - Decision.ACTION, 1)
    if p.chance > 0:
        put(out, _DECISION.chance_colour + p.chance - 1, 1)
    for kind in range(V.KINDS):
        put(out, _DECISION.used_collect + kind, p.used >> kind & 1)
    put(out, _DECISION.actions_left, max(0, V.ACTIONS_A_TURN - int(p.actions)))
    put(out, _DECISION.more, p.more)
    if p.placing >= 0:
        for category in range(V.CATEGORIES):
            put(out, _DECISION.placing_forest + int(box.shows[p.placing, category]), 1)
        put(out, _DECISION.placing_xp, box.xp[p.placing])
    if p.fight_cell >= 0:
        hearts = 0
        for kind in range(Weapon.TNT.value):
            hearts += int(p.hand[kind]) * int(box.weapon_hearts[kind])
        put(out, _DECISION.mob_hearts, box.hearts[p.face[p.fight_cell]])
        put(out, _DECISION.hearts, cap(hearts, MOST))
        put(out, _DECISION.reveals, p.reveals)
        put(out, _DECISION.tnt, p.hand[Weapon.TNT])
        put(out, _DECISION.pickaxes, p.pickaxes)


compile_functions(globals())
