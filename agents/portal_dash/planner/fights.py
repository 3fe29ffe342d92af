"""Exact odds of a fight, as a planner needs them before it rolls."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiled import helper
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.items import enchanted
from tablemates.envs.portal_dash.rules.pieces import life_of
from tablemates.envs.portal_dash.rules.state import Box, Public

#: Longest distribution: 12 dice of at most 6 hits, and none.
TOTALS = 6 * L.DICE + 1
_FACES = 7


@helper
def die_chances(box: Box, rerolls: int) -> npt.NDArray[np.float64]:
    """Return the chance of each number of hits of one die whose blanks are rolled again."""
    fresh = np.zeros(_FACES, np.float64)
    for face in range(6):
        fresh[box.combat_die[face]] += 1.0 / 6.0
    die = fresh.copy()
    for _ in range(rerolls):
        blank = die[0]
        for hits in range(_FACES):
            die[hits] = (die[hits] if hits > 0 else 0.0) + blank * fresh[hits]
    return die


@helper
def total_chances(box: Box, dice: int, rerolls: int, base: int) -> npt.NDArray[np.float64]:
    """Return the chance of each total of ``dice`` dice on top of ``base`` hits."""
    die = die_chances(box, rerolls)
    totals = np.zeros(TOTALS, np.float64)
    totals[min(base, TOTALS - 1)] = 1.0
    for _ in range(dice):
        following = np.zeros(TOTALS, np.float64)
        for total in range(TOTALS):
            if totals[total] > 0.0:
                for hits in range(_FACES):
                    if die[hits] > 0.0:
                        following[min(total + hits, TOTALS - 1)] += totals[total] * die[hits]
        totals = following
    return totals


@helper
def odds(totals: npt.NDArray[np.float64], life: int) -> tuple[float, float]:
    """Return the chance of at least ``life`` hits, and the mean of hits that count."""
    chance = 0.0
    mean = 0.0
    for total in range(len(totals)):
        if total >= life:
            chance += totals[total]
        mean += totals[total] * min(total, life)
    return chance, mean


@helper
def weapon_odds(p: Public, box: Box, slot: int, mob: int) -> tuple[float, float]:
    """Return the odds of the active player's weapon against a piece, see ``odds``."""
    player = int(p.active_player)
    kind = int(p.item_kind[player, slot])
    dice = enchanted(p, player, slot, box.item_dice, kind)
    rerolls = enchanted(p, player, slot, box.item_rerolls, kind)
    return odds(total_chances(box, dice, rerolls, 0), life_of(p, box, mob))


@helper
def reroll_odds(p: Public, box: Box, lowest: int) -> tuple[float, float]:
    """Return the odds of a fight whose lowest dice are rolled again, see ``odds``."""
    kept = 0
    for i in range(lowest, p.dice_count):
        kept += p.dice[i]
    left = int(p.rerolls_left) - 1 if lowest > 0 else 0
    return odds(total_chances(box, lowest, left, kept), life_of(p, box, int(p.fight_mob)))
