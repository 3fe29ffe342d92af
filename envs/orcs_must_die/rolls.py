"""A whole roll at once: what the icons of all its dice add up to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tablemates.envs.core.record import Array8
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.state import Box, Public


class _Part(NamedTuple):
    """What some dice come to: the icons, one way to them, and how likely they are."""

    icons: tuple[int, ...]
    faces: tuple[int, ...]
    probability: float


def icon_rolls(p: Public, box: Box) -> dict[tuple[int, ...], float]:
    """Return the rolls that differ in their icons, by one way to roll them, with probabilities.

    Args:
        p: The public part of a game at a die.
        box: The parts of the game.
    """
    again = (
        p.step == V.Step.TURN and box.hero_power[p.cards[p.seat, V.HERO]] == V.Power.REROLL_BLANKS
    )
    blanks = [int(face) if again else -1 for face in box.blank]  # DICE-03 HERO-06
    dice = [colour for colour in range(V.COLOURS) for _ in range(p.dice[colour])]
    found = [_Part((0,) * V.ICONS, (), 1.0)]
    for n, colour in enumerate(dice):
        blank = -1 if n == 0 and p.rerolling else blanks[colour]
        die = list(_die(box, colour, blank))
        sums: dict[tuple[int, ...], _Part] = {}
        for before in found:
            for one in die:
                icons = tuple(a + b for a, b in zip(before.icons, one.icons, strict=True))
                probability = before.probability * one.probability
                same = sums.get(icons, _Part(icons, before.faces + one.faces, 0.0))
                sums[icons] = same._replace(probability=same.probability + probability)
        found = list(sums.values())
    return {one.faces: one.probability for one in found}


def _die(box: Box, colour: int, blank: int) -> Iterator[_Part]:
    """Yield what one die comes to; a blank that is rolled again is two faces."""
    copies: Array8 = box.face_copies[colour]
    faces = [face for face in range(V.DIE_FACES) if copies[face] > 0]
    for face in faces:
        share = float(copies[face]) / V.DIE_FACES
        for last in faces if face == blank else [face]:
            way = (face, last) if face == blank else (face,)
            chance = share * float(copies[last]) / V.DIE_FACES if face == blank else share
            yield _Part(tuple(box.face_icons[colour, last].tolist()), way, chance)
