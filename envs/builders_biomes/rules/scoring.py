"""Groups of spaces on the player boards, scorings, standings, and experience points (XP)."""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.state import Box, Public, Work
from tablemates.envs.builders_biomes.vocabulary import Event
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit

# Boards as 9 bits, bit ``3 * row + column``.
_WEST: Final = 0b001_001_001
_EAST: Final = 0b100_100_100
_ALL: Final = 0b111_111_111


def gain(p: Public, w: Work, seat: int, points: int, source: int) -> None:
    """Give a seat XP (SCORE-08: there is no ceiling)."""
    if points > 0:
        p.xp[seat] += points  # SCORE-08
        p.xp_by[seat, source] += points
        emit(w, Event.XP_GAINED, seat, points, source)


def spaces_with(p: Public, box: Box, seat: int, characteristic: int) -> int:
    """Return the spaces of a seat's board that show a characteristic, as bits."""
    category = characteristic // V.PER_CATEGORY
    bits = 0
    for space in range(V.SPACES):
        tile = int(p.built[seat, space])
        if tile >= 0:
            shown = int(box.shows[tile, category]) == characteristic
        else:  # SCORE-05
            shown = category == 0 and int(box.boards[p.board[seat], space]) == characteristic
        if shown:
            bits |= 1 << space
    return bits


def count_bits(bits: int) -> int:
    """Return how many bits are set."""
    count = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


def _size_of_largest_group(bits: int) -> int:
    best = 0
    while bits != 0:
        group = bits & -bits
        before = 0
        while group != before:
            before = group
            group |= group << 3 | group >> 3  # SCORE-03
            group |= (before & ~_EAST) << 1 | (before & ~_WEST) >> 1
            group &= bits & _ALL
        bits &= ~group
        best = max(best, group.bit_count())
    return best


_LARGEST: Final = np.array([_size_of_largest_group(bits) for bits in range(_ALL + 1)], np.int8)


def largest_group(bits: int) -> int:
    """Return the size of the largest group of spaces that are connected by edges."""
    return int(_LARGEST[bits])


def counted_spaces(p: Public, seat: int, bits: int) -> int:
    """Return how many of the spaces that show a characteristic count for a seat."""
    if p.beginner[seat] == 1:
        return count_bits(bits)  # SCORE-06
    return largest_group(bits)


def best_scoring(p: Public, box: Box, seat: int, category: int) -> tuple[int, int, int]:
    """Return points, characteristic and spaces of a seat's best scoring of a category."""
    best = 0
    chosen = V.PER_CATEGORY * category
    spaces = 0
    for characteristic in range(chosen, chosen + V.PER_CATEGORY):
        count = counted_spaces(p, seat, spaces_with(p, box, seat, characteristic))
        points = count * int(box.points[characteristic])  # SCORE-03
        if points > best:  # SCORE-04
            best, chosen, spaces = points, characteristic, count
    return best, chosen, spaces


def score(p: Public, box: Box, w: Work, category: int) -> None:
    """Let every seat score a category, the active seat first."""
    for n in range(p.players):
        seat = (p.active + n) % p.players  # SCORE-02
        best, chosen, spaces = best_scoring(p, box, seat, category)
        p.scored_as[seat, category] = chosen
        p.scored_count[seat, category] = spaces
        emit(w, Event.SCORED, seat, chosen, spaces, best)
        gain(p, w, seat, best, V.Source.SCORING_A.value + category)


def bonus_points(p: Public, box: Box, seat: int) -> int:
    """Return what the bonus icons of a seat's mobs are worth on its board as it is now."""
    total = 0
    for tile in range(box.buildings, V.TILES):
        if p.where[tile] == V.WON + seat and box.bonus_for[tile] >= 0:
            bits = spaces_with(p, box, seat, int(box.bonus_for[tile]))
            total += int(box.bonus[tile]) * count_bits(bits)  # END-02
    return total


def standing(p: Public, box: Box, seat: int) -> int:
    """Return the XP that a seat would end with if nothing more were built."""
    points = int(p.xp[seat])
    if p.cause != V.Cause.NONE:
        return points
    for category in range(p.scored, V.SCORINGS):
        points += best_scoring(p, box, seat, category)[0]
    return points + bonus_points(p, box, seat)


def lead(p: Public, box: Box, seat: int) -> int:
    """Return a seat's standing minus the best other one."""
    other = 0
    for rival in range(p.players):
        if rival != seat:
            other = max(other, standing(p, box, rival))
    return standing(p, box, seat) - other


compile_functions(globals())
