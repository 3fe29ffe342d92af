"""What the next roll of the dice may do to the players."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from envs.core.compiled import helper
from envs.portal_dash.rules import limits as L
from envs.portal_dash.rules.geometry import distance
from envs.portal_dash.rules.state import Box, Public

#: Rows of a threat table: one for each number of the mob die.
FACES = 3


@helper
def write_threat(p: Public, box: Box, damage: npt.NDArray[Any]) -> None:
    """Write how much each player would lose at each number of the mob die.

    Every mob is taken to hit the nearest player if its steps and range bring it
    there as the crow flies: a little too dark where lava is in the way.

    Args:
        p: The game.
        box: What is in the box.
        damage: Written; shape ``(FACES, PLAYERS)``, hearts.
    """
    damage[:, :] = 0
    for mob in range(L.REGULAR_MOBS):
        if p.mob_space[mob] < 0:
            continue
        kind = int(box.mob_kind[mob])
        space = int(p.mob_space[mob])
        reach = int(box.kind_moves[kind]) + int(box.kind_range[kind])
        face = int(box.mob_number[mob]) - 1
        if box.kind_area[kind] == 1:
            for player in range(p.players):
                if distance(space, int(p.player_space[player])) <= reach:
                    damage[face, player] += box.kind_damage[kind]
        else:
            victim = _nearest(p, space, reach)
            if victim >= 0:
                damage[face, victim] += box.kind_damage[kind]
    for i in range(L.BOSSES):
        space = int(p.mob_space[L.REGULAR_MOBS + i])
        if space < 0:
            continue
        kind = int(p.boss_kind[i])
        hard = int(p.boss_hard[i])
        reach = int(box.boss_moves[kind, hard]) + int(box.boss_range[kind, hard])
        victim = _nearest(p, space, reach)
        for face in range(FACES):
            if victim >= 0 and box.boss_area[kind, hard, face] == 0:
                damage[face, victim] += box.boss_damage[kind, hard, face]
            elif box.boss_area[kind, hard, face] == 1:
                for player in range(p.players):
                    if distance(space, int(p.player_space[player])) <= reach:
                        damage[face, player] += box.boss_damage[kind, hard, face]


@helper
def _nearest(p: Public, space: int, reach: int) -> int:
    """Return the player nearest to a space if within reach, or -1."""
    best = -1
    nearest = reach + 1
    for player in range(p.players):
        d = distance(space, int(p.player_space[player]))
        if d < nearest:
            nearest = d
            best = player
    return best


@helper
def armour_of(p: Public, player: int) -> int:
    """Return the hearts on a player's armour."""
    hearts = 0
    for slot in range(L.SLOTS):
        hearts += p.item_hearts[player, slot]
    return hearts


def new_table() -> npt.NDArray[np.int64]:
    """Return an empty threat table."""
    return np.zeros((FACES, L.PLAYERS), np.int64)
