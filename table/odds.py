"""What a choice may lead to, in exact numbers: odds of fights, and reach of the mobs.

The planner has functions for both; they are asked as plain Python, because a person's
view of one game is not worth compiling anything for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from tablemates.agents.portal_dash.planner import fights, gear, threat
from tablemates.agents.portal_dash.planner.desk import DESK, FACES
from tablemates.agents.portal_dash.planner.weights import Weight
from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.reading import as_python
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Public


@dataclass(frozen=True, slots=True)
class Odds:
    """How a fight may go.

    Attributes:
        mob: Who is fought.
        life: How many hits defeat it.
        defeat: The exact chance of that.
        hits: The mean of hits that count: at most its life.
        dice: Dice that are rolled.
    """

    mob: str
    life: int
    defeat: float
    hits: float
    dice: int


def fight_odds(p: Public, names: Names, slot: int, piece: int) -> Odds:
    """Return the odds of the active player's weapon against a piece, before any die is rolled."""
    box = names.box
    defeat, hits = as_python(fights.weapon_odds)(p, box, slot, piece)
    kind = int(p.item_kind[p.active_player, slot])
    dice = names.numbers(kind, p.item_enchantments[p.active_player, slot]).dice
    return Odds(names.mob(p, piece), names.mob_life(p, piece), float(defeat), float(hits), dice)


def reroll_odds(p: Public, names: Names, lowest: int) -> Odds:
    """Return the odds of the fight under way if its lowest dice are rolled again."""
    defeat, hits = as_python(fights.reroll_odds)(p, names.box, lowest)
    piece = int(p.fight_mob)
    return Odds(names.mob(p, piece), names.mob_life(p, piece), float(defeat), float(hits), lowest)


def reach_at(p: Public, names: Names, seat: int) -> dict[str, int]:
    """Return how many hearts a player may lose at each number of the mob die, where it stands.

    Mobs come as the crow flies, as the planner sees them: a little too dark where
    lava is in the way.
    """
    desk = _desk()
    as_python(gear.read_gear)(p, names.box, desk)
    as_python(threat.write_threat)(p, names.box, desk)
    return {str(face + 1): int(desk.damage[face, seat]) for face in range(FACES)}


@cache
def _desk() -> Any:
    desk: Any = RecordView(np.zeros(DESK.itemsize, np.uint8), DESK)
    assert len(desk.weights) == len(Weight)
    assert desk.damage.shape[1] == L.PLAYERS
    return desk
