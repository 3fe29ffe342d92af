"""A whole roll at once: what the icons of all its dice add up to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.state import Box, Public

#: By icons: one way to roll them, and how likely they are.
_Rolls: TypeAlias = dict[tuple[int, ...], tuple[tuple[int, ...], float]]


def icon_rolls(p: Public, box: Box) -> dict[tuple[int, ...], float]:
    """Return the rolls that differ in their icons, by one way to roll them, with probabilities.

    Args:
        p: The public part of a game at a die.
        box: The parts of the game.
    """
    power = box.hero_power[p.cards[p.seat, V.HERO]]
    again = p.step == V.Step.TURN and power == V.Power.REROLL_BLANKS and not p.declined & 1
    dice = [colour for colour in range(V.COLOURS) for _ in range(p.dice[colour])]
    found: _Rolls = {(0,) * V.ICONS: ((), 1.0)}
    for n, colour in enumerate(dice):
        blank = int(box.blank[colour]) if again and (n > 0 or not p.rerolling) else -1
        icons = box.face_icons[colour].tolist()
        sums: _Rolls = {}
        for before, (faces, so_far) in found.items():
            for way, chance in _die(box, colour, blank):
                key = tuple(a + b for a, b in zip(before, icons[way[-1]], strict=True))
                kept, likely = sums.get(key, (faces + way, 0.0))
                sums[key] = kept, likely + so_far * chance
        found = sums
    return dict(found.values())


def _die(box: Box, colour: int, blank: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield what one die comes to; a blank that is rolled again is two faces."""
    copies = box.face_copies[colour].tolist()
    faces = [face for face, count in enumerate(copies) if count > 0]
    for face in faces:
        share = copies[face] / V.DIE_FACES
        if face != blank:
            yield (face,), share
        else:  # DICE-03 HERO-06
            yield from (((face, last), share * copies[last] / V.DIE_FACES) for last in faces)
