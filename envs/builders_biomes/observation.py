"""Filling the observation that ``layout`` declares: all of it, or what has changed."""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.envs.builders_biomes import layout as L
from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.layout import LAYOUT
from tablemates.envs.builders_biomes.rules import building, places, scoring
from tablemates.envs.builders_biomes.state import Box, Public, Shown, State
from tablemates.envs.builders_biomes.vocabulary import Colour, Decision, Weapon
from tablemates.envs.core.compiled import helper, inlined
from tablemates.envs.core.cube import exposed_columns
from tablemates.envs.core.observation_forms import MOST
from tablemates.envs.core.record import Array8
from tablemates.envs.core.values import add, clear, put

# Which kinds of weapons have each of ``_EFFECTS``.
_WITH_EFFECT: Final = (
    Weapon.BOW.value,
    Weapon.GOLDEN_HOE.value,
    Weapon.STONE_PICKAXE.value,
    Weapon.TNT.value,
)
_START: Final = {block.name: block.start for block in LAYOUT.blocks}
_WIDTH: Final = {block.name: len(block.numbers) for block in LAYOUT.blocks}
_SIZE: Final = LAYOUT.size
_CHANCE: Final = len(L.DECISIONS)
_USED: Final = _CHANCE + len(L.CHANCES)
_LEFT: Final = _USED + len(L.KINDS)
_PLACING: Final = _LEFT + 2
_FIGHT: Final = _PLACING + V.CHARACTERISTICS + 1
_GAME: Final = _START["table"]
_GONE: Final = _GAME + LAYOUT["table"].index("gone")
_POINTS: Final = _GAME + LAYOUT["table"].index("points_forest")
_UNSEEN: Final = _POINTS + V.CHARACTERISTICS
_UNTURNED: Final = _UNSEEN + V.COLOURS
_UNTURNED_MOBS: Final = _UNTURNED + V.CHARACTERISTICS
_UNTURNED_TOKENS: Final = _UNTURNED_MOBS + L.MOB_HEARTS
_CUBE: Final = _START["cube"]
_COLUMN: Final = _WIDTH["cube"]
_CELLS: Final = _START["cells"]
_WORDS: Final = V.CELLS // 4  # of ``Shown.cells`` for each of its two arrays
_CELL: Final = _WIDTH["cells"]
_COST: Final = LAYOUT["cells"].index("cost_wood")
_LACK: Final = LAYOUT["cells"].index("lack")
_TOKEN: Final = LAYOUT["cells"].index("token")
_CROSSINGS: Final = _START["crossings"]
_SEATS: Final = _START["seats"]
_SEAT: Final = _WIDTH["seats"]
_GROUPS: Final = 2 * V.CHARACTERISTICS
_MOBS: Final = 1 + V.CHARACTERISTICS  # numbers of a seat about its mobs
_SPACES: Final = _START["spaces"]
_SPACE: Final = _WIDTH["spaces"]


@inlined
def _clockwise(seat: int, steps: int, players: int) -> int:
    """Return a seat so many steps further; cheaper than a remainder."""
    other = seat + steps
    if other < 0:
        return other + players
    return other - players if other >= players else other


@helper
def show(
    s: State, box: Box, seat: int, seen_by: int, now: Shown, shown: Shown, out: Array8
) -> None:
    """Write what a seat sees; cells, cube and boards only where they have changed.

    Args:
        s: The game.
        box: What is in the box.
        seat: The observer.
        seen_by: Who observed last, -1: nothing is written yet.
        now: The game as ``Shown``.
        shown: The same, as it was at the last call; updated.
        out: The observation, written.
    """
    p = s.public
    if seen_by < 0:
        write_observation(s, box, seat, out)
        shown.cells[:] = now.cells
        shown.cube[:] = now.cube
        shown.built[:, :] = now.built
        shown.supply[:, :] = now.supply
        shown.pile[:, :] = now.pile
        shown.xp[:] = now.xp
        return
    cells = 0
    for n in range(_WORDS):
        left = now.cells[n] ^ shown.cells[n]
        face = now.cells[_WORDS + n] ^ shown.cells[_WORDS + n]
        if left | face != 0:
            cells = 1
            shown.cells[n] = now.cells[n]
            shown.cells[_WORDS + n] = now.cells[_WORDS + n]
            for cell in range(4 * n, 4 * n + 4):
                if (left | face) >> (cell & 3) * 8 & 255 != 0:
                    _write_cell(p, box, cell, out)
    if cells != 0:
        _write_unturned(p, box, out)
    cube = 0
    for column in range(V.COLUMNS):
        if now.cube[column] != shown.cube[column]:
            cube = 1
            _write_column(p, column, out)
            shown.cube[column] = now.cube[column]
    if cube != 0:
        _write_layers(p, out)
    for _ in range(_clockwise(seat, -seen_by, int(p.players))):
        _turn_seats(int(p.players), out)
    supplies = 0
    for n in range(p.players):
        other = _clockwise(seat, n, int(p.players))
        built = 0
        for space in range(V.SPACES):
            built |= now.built[other, space] ^ shown.built[other, space]
        if built != 0:
            _write_board(p, box, other, n, out)
            for space in range(V.SPACES):
                shown.built[other, space] = now.built[other, space]
        changed = int(now.xp[other]) ^ int(shown.xp[other])
        for kind in range(V.WEAPONS):
            changed |= now.pile[other, kind] ^ shown.pile[other, kind]
        for colour in range(V.COLOURS):
            supplies |= now.supply[other, colour] ^ shown.supply[other, colour]
        if changed | supplies != 0:
            _write_numbers(p, box, other, n, out)
            for kind in range(V.WEAPONS):
                shown.pile[other, kind] = now.pile[other, kind]
            for colour in range(V.COLOURS):
                shown.supply[other, colour] = now.supply[other, colour]
            shown.xp[other] = now.xp[other]
    if cells | supplies != 0 or seat != seen_by:
        _write_lacks(p, box, seat, out)
    _write_rest(p, box, seat, out)


@helper
def write_observation(s: State, box: Box, seat: int, out: Array8) -> None:
    """Write all that a seat sees.

    Raises:
        ValueError: Nobody has the seat.
    """
    p = s.public
    if seat < 0 or seat >= p.players:
        raise ValueError("the seat is not taken by a player of this game")
    clear(out, 0, _SIZE)
    for characteristic in range(V.CHARACTERISTICS):
        put(out, _POINTS + characteristic, box.points[characteristic])
    for cell in range(V.CELLS):
        _write_cell(p, box, cell, out)
    _write_unturned(p, box, out)
    for column in range(V.COLUMNS):
        _write_column(p, column, out)
    _write_layers(p, out)
    for n in range(p.players):
        other = _clockwise(seat, n, int(p.players))
        _write_board(p, box, other, n, out)
        _write_numbers(p, box, other, n, out)
    _write_lacks(p, box, seat, out)
    _write_rest(p, box, seat, out)


@helper
def _write_cell(p: Public, box: Box, cell: int, out: Array8) -> None:
    """Write a cell but for what the observer lacks."""
    at = _CELLS + _CELL * cell
    clear(out, at, at + _CELL)
    face = int(p.face[cell])
    put(out, at, p.left[cell])
    if face < 0:
        put(out, at + 1, p.left[cell] > 0)
    elif not places.is_stack(cell):
        put(out, at + _LACK + 2, box.weapon_hearts[face])
        put(out, at + _TOKEN, 1)
        for effect in range(len(_WITH_EFFECT)):
            put(out, at + _TOKEN + 1 + effect, face == _WITH_EFFECT[effect])
    elif face < box.buildings:
        put(out, at + 2, 1)
        for category in range(V.CATEGORIES):
            put(out, at + 3 + int(box.shows[face, category]), 1)
        for colour in range(Colour.EMERALD.value):
            put(out, at + _COST + colour, box.cost[face, colour])
        put(out, at + _LACK + 3, box.xp[face])
    else:
        put(out, at + _LACK + 1, 1)
        put(out, at + _LACK + 2, box.hearts[face])
        put(out, at + _LACK + 3, box.xp[face])
        put(out, at + _LACK + 4, box.action[face])
        if box.bonus_for[face] >= 0:
            put(out, at + _LACK + 5 + int(box.bonus_for[face]), box.bonus[face])


@helper
def _write_unturned(p: Public, box: Box, out: Array8) -> None:
    """Write what lies face down, by its numbers."""
    clear(out, _UNTURNED, _CUBE)
    for tile in range(V.TILES):
        if p.where[tile] != V.UNSEEN_TILE:
            continue
        if tile < box.buildings:
            for category in range(V.CATEGORIES):
                add(out, _UNTURNED + int(box.shows[tile, category]), 1)
        else:
            add(out, _UNTURNED_MOBS + min(L.MOB_HEARTS - 1, int(box.hearts[tile])), 1)
    for kind in range(V.WEAPONS):
        _write_tokens(box, kind, int(p.tokens[kind]), _UNTURNED_TOKENS, out)


@helper
def _write_tokens(box: Box, kind: int, count: int, at: int, out: Array8) -> None:
    """Add tokens of a kind to the numbers by hearts and by effects."""
    add(out, at + min(L.TOKEN_HEARTS - 1, int(box.weapon_hearts[kind])), count)
    if kind >= _WITH_EFFECT[0]:
        add(out, at + L.TOKEN_HEARTS + kind - _WITH_EFFECT[0], count)


@helper
def _write_column(p: Public, column: int, out: Array8) -> None:
    at = _CUBE + _COLUMN * column
    clear(out, at, at + _COLUMN)
    for level in range(V.LAYERS):
        look = int(p.cube[column, level])  # ``UNSEEN`` and ``GONE`` are -1 and -2
        put(out, at + L.LOOKS * level + (look if look >= 0 else V.COLOURS - 1 - look), 1)


@helper
def _write_layers(p: Public, out: Array8) -> None:
    """Write what can be taken, what is left of each layer, and which colours are not visible."""
    exposed = exposed_columns(p)
    gone = 0
    clear(out, _GONE, _GONE + 1 + V.LAYERS)
    for column in range(V.COLUMNS):
        put(out, _CUBE + _COLUMN * column + _COLUMN - 1, exposed >> column & 1)
        height = int(p.height[column])
        gone += V.LAYERS - max(1, height)
        for level in range(height):
            add(out, _GONE + V.LAYERS - level, 1)
    put(out, _GONE, gone)
    for colour in range(V.COLOURS):
        put(out, _UNSEEN + colour, p.unseen[colour])


@helper
def _swap_rows(out: Array8, a: int, b: int, width: int) -> None:
    for i in range(width):
        value = out[np.uint64(a + i)]
        out[np.uint64(a + i)] = out[np.uint64(b + i)]
        out[np.uint64(b + i)] = value


@helper
def _turn_seats(players: int, out: Array8) -> None:
    """Turn seats and boards by one seat, which is cheaper than to write them anew."""
    size = V.SPACES * _SPACE
    for n in range(players - 1):
        _swap_rows(out, _SPACES + n * size, _SPACES + (n + 1) * size, size)
        _swap_rows(out, _SEATS + n * _SEAT, _SEATS + (n + 1) * _SEAT, _SEAT)


@helper
def _write_board(p: Public, box: Box, seat: int, row: int, out: Array8) -> None:
    """Write what a seat's spaces show and how large its groups are."""
    start = _SPACES + V.SPACES * _SPACE * row
    clear(out, start, start + V.SPACES * _SPACE)
    for space in range(V.SPACES):
        put(out, start + _SPACE * space, p.built[seat, space] >= 0)
    groups = _SEATS + _SEAT * row
    for characteristic in range(V.CHARACTERISTICS):
        bits = scoring.spaces_with(p, box, seat, characteristic)
        put(out, groups + characteristic, scoring.largest_group(bits))
        put(out, groups + V.CHARACTERISTICS + characteristic, scoring.count_bits(bits))
        for space in range(V.SPACES):
            if bits >> space & 1 == 1:
                put(out, start + _SPACE * space + 1 + characteristic, 1)


@helper
def _write_numbers(p: Public, box: Box, seat: int, row: int, out: Array8) -> None:
    """Write the numbers of a seat that do not depend on the observer."""
    at = _SEATS + _SEAT * row + _GROUPS
    put(out, at, 1)
    put(out, at + 2, p.beginner[seat])
    put(out, at + 3, min(MOST, int(p.xp[seat]) // 2))
    at += 5
    for source in range(V.SOURCES):
        put(out, at + source, min(MOST, int(p.xp_by[seat, source])))
    at += V.SOURCES
    for colour in range(V.COLOURS):
        put(out, at + colour, p.supply[seat, colour])
    at += V.COLOURS + _MOBS
    clear(out, at, _SEATS + _SEAT * (row + 1))
    for kind in range(V.WEAPONS):
        add(out, at, p.pile[seat, kind])
        _write_tokens(box, kind, int(p.pile[seat, kind]), at + 1, out)


@helper
def _write_lacks(p: Public, box: Box, seat: int, out: Array8) -> None:
    """Write what the observer lacks for each face-up building."""
    for cell in places.STACK_CELLS:
        face = int(p.face[cell])
        if 0 <= face < box.buildings:
            put(out, _CELLS + _CELL * cell + _LACK, building.lacking(p, box, seat, face))


@helper
def _write_rest(p: Public, box: Box, seat: int, out: Array8) -> None:
    """Write what changes often."""
    _write_decision(p, box, out)
    put(out, _GAME, p.players)
    put(out, _GAME + 1, _clockwise(seat, -int(p.first_player), int(p.players)))
    put(out, _GAME + 2, min(MOST, int(p.turn)))
    put(out, _GAME + 3, p.scored)
    clear(out, _CROSSINGS, _SEATS)
    mobs = _SEATS + _GROUPS + 5 + V.SOURCES + V.COLOURS
    for n in range(p.players):
        other = _clockwise(seat, n, int(p.players))
        put(out, _CROSSINGS + V.SEATS * int(p.at[other]) + n, 1)
        at = _SEATS + _SEAT * n + _GROUPS
        lead = int(p.xp[other]) - int(p.xp[seat])
        put(out, at + 1, other == p.active)
        put(out, at + 4, max(-MOST, min(MOST, lead)))
        clear(out, mobs + _SEAT * n, mobs + _SEAT * n + _MOBS)
    for tile in range(box.buildings, V.TILES):
        owner = int(p.where[tile]) - V.WON
        if 0 <= owner < p.players:
            row = mobs + _SEAT * _clockwise(owner, -seat, int(p.players))
            add(out, row, box.action[tile])
            if box.bonus_for[tile] >= 0:
                add(out, row + 1 + int(box.bonus_for[tile]), box.bonus[tile])


@helper
def _write_decision(p: Public, box: Box, out: Array8) -> None:
    clear(out, 0, _GAME)
    if p.decision >= Decision.ACTION:
        put(out, int(p.decision) - Decision.ACTION, 1)
    if p.chance > 0:
        put(out, _CHANCE + int(p.chance) - 1, 1)
    for kind in range(_LEFT - _USED):
        put(out, _USED + kind, int(p.used) >> kind & 1)
    put(out, _LEFT, max(0, V.ACTIONS_A_TURN - int(p.actions)))
    put(out, _LEFT + 1, p.more)
    if p.placing >= 0:
        for category in range(V.CATEGORIES):
            put(out, _PLACING + int(box.shows[p.placing, category]), 1)
        put(out, _PLACING + V.CHARACTERISTICS, box.xp[p.placing])
    if p.fight_cell >= 0:
        hearts = 0
        for kind in range(Weapon.TNT.value):
            hearts += int(p.hand[kind]) * int(box.weapon_hearts[kind])
        put(out, _FIGHT, box.hearts[p.face[p.fight_cell]])
        put(out, _FIGHT + 1, hearts)
        put(out, _FIGHT + 2, p.reveals)
        put(out, _FIGHT + 3, p.hand[Weapon.TNT])
        put(out, _FIGHT + 4, p.pickaxes)
