"""The mobs' pieces: their numbers, the board, the line."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.geometry import bit
from tablemates.envs.portal_dash.state import Box, Public
from tablemates.envs.portal_dash.vocabulary import MobKind


def boss_index(mob: int) -> int:
    """Return which boss a piece is: 0 or 1, or -1 for a regular mob."""
    return mob - V.REGULAR_MOBS if mob >= V.REGULAR_MOBS else -1


def source_of(p: Public, box: Box, mob: int) -> int:
    """Return a piece's ``MobKind``."""
    i = boss_index(mob)
    return MobKind.WILDFIRE.value + int(p.boss_kind[i]) if i >= 0 else int(box.mob_kind[mob])


def kind_of(p: Public, box: Box, mob: int) -> int:
    """Return where the box has what is printed on a piece: its kind, or its side of a boss."""
    i = boss_index(mob)
    if i >= 0:
        return V.MOB_KINDS + 2 * int(p.boss_kind[i]) + int(p.boss_hard[i])
    return int(box.mob_kind[mob])


def life_of(p: Public, box: Box, mob: int) -> int:
    """Return how many hits defeat a piece now."""
    i = boss_index(mob)
    return int(p.boss_life[i]) if i >= 0 else int(box.kind_life[box.mob_kind[mob]])


def range_of(p: Public, box: Box, mob: int) -> int:
    """Return a piece's attack range."""
    return int(box.kind_range[kind_of(p, box, mob)])


def flies(p: Public, box: Box, mob: int) -> bool:
    """Return whether a piece may enter lava."""
    return box.kind_flies[kind_of(p, box, mob)] == 1


def effect_of(p: Public, box: Box, mob: int) -> int:
    """Return the attack's ``Effect`` besides damage."""
    return int(box.kind_effect[kind_of(p, box, mob), p.mob_die - 1])


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
