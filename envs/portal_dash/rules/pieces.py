"""The mobs' pieces: their numbers, the board, the line."""

from __future__ import annotations

from tablemates.envs.core.compiled import compile_functions
from tablemates.envs.core.record import Array8
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.geometry import bit
from tablemates.envs.portal_dash.rules.state import Box, Public
from tablemates.envs.portal_dash.rules.vocabulary import MobKind


def boss_index(mob: int) -> int:
    """Return which boss a piece is: 0 or 1, or -1 for a regular mob."""
    return mob - L.REGULAR_MOBS if mob >= L.REGULAR_MOBS else -1


def kind_of(p: Public, box: Box, mob: int) -> int:
    """Return a piece's ``MobKind``."""
    i = boss_index(mob)
    return MobKind.WILDFIRE.value + int(p.boss_kind[i]) if i >= 0 else int(box.mob_kind[mob])


def life_of(p: Public, box: Box, mob: int) -> int:
    """Return how many hits defeat a piece now."""
    i = boss_index(mob)
    return int(p.boss_life[i]) if i >= 0 else int(box.kind_life[box.mob_kind[mob]])


def _printed(p: Public, box: Box, mob: int, of_boss: Array8, of_kind: Array8) -> int:
    """Return a number of a boss's side, or of a regular mob's kind."""
    i = boss_index(mob)
    if i >= 0:
        return int(of_boss[p.boss_kind[i], p.boss_hard[i]])
    return int(of_kind[box.mob_kind[mob]])


def _rolled(p: Public, box: Box, mob: int, of_boss: Array8, of_kind: Array8) -> int:
    """Return a number of a boss's attack, which depends on the mob die, or of a mob's kind."""
    i = boss_index(mob)
    if i >= 0:
        return int(of_boss[p.boss_kind[i], p.boss_hard[i], p.mob_die - 1])
    return int(of_kind[box.mob_kind[mob]])


def moves_of(p: Public, box: Box, mob: int) -> int:
    """Return how many steps a piece may take when it is activated."""
    return _printed(p, box, mob, box.boss_moves, box.kind_moves)  # BOSS-04


def flies(p: Public, box: Box, mob: int) -> bool:
    """Return whether a piece may enter lava."""
    return _printed(p, box, mob, box.boss_flies, box.kind_flies) == 1


def range_of(p: Public, box: Box, mob: int) -> int:
    """Return a piece's attack range."""
    return _printed(p, box, mob, box.boss_range, box.kind_range)


def damage_of(p: Public, box: Box, mob: int) -> int:
    """Return the hearts that a hit takes."""
    return _rolled(p, box, mob, box.boss_damage, box.kind_damage)


def hits_all(p: Public, box: Box, mob: int) -> bool:
    """Return whether an attack hits every player in range."""
    return _rolled(p, box, mob, box.boss_area, box.kind_area) == 1


def effect_of(p: Public, box: Box, mob: int) -> int:
    """Return the attack's ``Effect`` besides damage."""
    return _rolled(p, box, mob, box.boss_effect, box.kind_effect)


def is_direct(p: Public, box: Box, mob: int) -> bool:
    """Return whether armour cannot block an attack."""
    i = boss_index(mob)
    return i >= 0 and box.boss_direct[p.boss_kind[i], p.boss_hard[i], p.mob_die - 1] == 1


def place_mob(p: Public, mob: int, space: int) -> None:
    """Put a piece on a space."""
    p.mob_space[mob] = space
    p.mob_words[space >> 6] |= bit(space & 63)


def lift_mob(p: Public, mob: int) -> None:
    """Take a piece off the board."""
    space = int(p.mob_space[mob])
    p.mob_words[space >> 6] &= ~bit(space & 63)
    p.mob_space[mob] = -1


def front_of_line(p: Public) -> int:
    """Take the front mob out of the line."""
    mob = int(p.line[0])
    for i in range(1, p.line_length):
        p.line[i - 1] = p.line[i]
    p.line_length -= 1
    p.line[p.line_length] = -1
    return mob


compile_functions(globals())
