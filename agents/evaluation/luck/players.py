"""What the value model is told of each player: hearts, what they can do, what threatens them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiled import helper
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.geometry import distance
from tablemates.envs.portal_dash.rules.items import enchanted
from tablemates.envs.portal_dash.rules.pieces import boss_index
from tablemates.envs.portal_dash.rules.state import Box, Public
from tablemates.envs.portal_dash.rules.vocabulary import ItemType, Mode

# Columns of the table of players.
LIFE = 0  # hearts, those of armour included
ARMOUR = 1
BEST = 2  # hits expected of the best weapon
READY = 3  # of all that are ready
STEPS = 4
MINES = 5
DAMAGED = 6  # items in the bottom row
ITEMS = 7
WALK = 8  # columns to the portal's edge
THREAT = 9  # chance that the next mob die kills
LOSS = 10  # hearts that it takes on average
STRIKE = 11  # dice that one action can roll against a boss from here
STRIKES = 12  # the same of a whole turn
BEAT = 13  # chance to beat some mob in reach with one action
BEATS = 14  # mobs beaten by two actions, on average
COLUMNS = 15
#: Those written as least, greatest and mean.
SPREAD = 13

_FACES = 3
_FAR = 99
_SUM = 36  # largest number of hits that is told apart

Floats = npt.NDArray[np.float64]


@helper
def die_mean(box: Box) -> float:
    """Return the hits that a combat die shows on average."""
    hits = 0.0
    for face in range(6):
        hits += box.combat_die[face]
    return hits / 6.0


@helper
def kill_chance(box: Box, dice: int, needed: int) -> float:
    """Return the chance that so many dice show at least so many hits."""
    if needed <= 0:
        return 1.0
    if needed >= _SUM:
        return 0.0
    chances = np.zeros(_SUM)
    chances[0] = 1.0
    for _ in range(dice):
        for total in range(needed - 1, -1, -1):
            share = chances[total] / 6.0
            chances[total] = 0.0
            for face in range(6):
                hits = total + int(box.combat_die[face])
                if hits < needed:
                    chances[hits] += share
    missed = 0.0
    for total in range(needed):
        missed += chances[total]
    return 1.0 - missed


@helper
def _boss_distance(p: Public, space: int) -> int:
    """Return how far the nearest boss on the board is."""
    nearest = _FAR
    for i in range(L.BOSSES):
        at = int(p.mob_space[L.REGULAR_MOBS + i])
        if at >= 0 and space >= 0:
            nearest = min(nearest, distance(space, at))
    return nearest


@helper
def _beat_chance(p: Public, box: Box, space: int, sword: bool, reach: int, dice: int) -> float:
    """Return the chance to beat the easiest regular mob in reach of a weapon."""
    life = _FAR
    for mob in range(L.REGULAR_MOBS):
        at = int(p.mob_space[mob])
        if at < 0 or space < 0 or distance(space, at) > reach:
            continue
        kind = int(box.mob_kind[mob])
        immune = box.kind_no_sword[kind] if sword else box.kind_no_bow[kind]
        if immune == 0:
            life = min(life, int(box.kind_life[kind]))
    return kill_chance(box, dice, life) if life < _FAR else 0.0


@helper
def read_player(p: Public, box: Box, player: int, row: Floats, mean: float) -> None:
    """Write what one player can do.

    Args:
        p: The game.
        box: What is in the box.
        player: The seat.
        row: Written, shape ``(COLUMNS,)``; ``THREAT`` and ``LOSS`` stay 0.
        mean: Hits that a combat die shows on average.
    """
    row[:] = 0.0
    space = int(p.player_space[player])
    boss = _boss_distance(p, space)
    second = 0.0  # dice of the second weapon ready against the boss
    later = 0.0  # of the best one after a repair or a step
    beat = 0.0
    for slot in range(L.SLOTS):
        kind = int(p.item_kind[player, slot])
        if kind == -1:
            continue
        row[ITEMS] += 1.0
        item = int(box.item_type[kind])
        ready = p.item_active[player, slot] == 1
        row[ARMOUR] += p.item_hearts[player, slot]
        if not ready:
            row[DAMAGED] += 1.0
        if item == ItemType.SWORD or item == ItemType.BOW:
            dice = int(enchanted(p, player, slot, box.item_dice, kind))
            hits = mean * dice
            hits *= 1.0 + 0.25 * enchanted(p, player, slot, box.item_rerolls, kind)
            row[BEST] = max(row[BEST], hits)
            sword = item == ItemType.SWORD
            reach = 1 if sword else int(enchanted(p, player, slot, box.item_range, kind))
            if ready:
                row[READY] += hits
                chance = _beat_chance(p, box, space, sword, reach, dice)
                if chance > row[BEAT]:
                    beat = row[BEAT]
                    row[BEAT] = chance
                else:
                    beat = max(beat, chance)
            if boss <= reach and ready:
                if dice > row[STRIKE]:
                    second = row[STRIKE]
                    row[STRIKE] = dice
                else:
                    second = max(second, float(dice))
            elif boss <= reach or (ready and boss <= reach + 1):
                later = max(later, float(dice))
        elif item == ItemType.BOOTS or p.item_mode[player, slot] == Mode.BOOTS:
            steps = float(enchanted(p, player, slot, box.item_steps, kind))
            row[STEPS] = max(row[STEPS], steps if ready else 0.5 * steps)
        elif item == ItemType.PICKAXE:
            blocks = float(box.item_blocks[kind]) + float(box.item_blind[kind])
            row[MINES] = max(row[MINES], blocks if ready else 0.5 * blocks)
    row[STRIKES] = max(row[STRIKE] + second, later)
    row[BEATS] = row[BEAT] + beat
    row[LIFE] = p.hearts[player] + row[ARMOUR]
    row[WALK] = float(p.columns - 1 - (space & 63)) if space >= 0 else float(p.columns)


@helper
def _victim(p: Public, players: Floats, space: int, reach: int) -> int:
    """Return the nearest player within reach, of several the one with most hearts; or -1."""
    best = -1
    nearest = reach + 1
    for player in range(p.players):
        at = int(p.player_space[player])
        if at < 0:
            continue
        d = distance(space, at)
        if d < nearest or (
            d == nearest and best >= 0 and players[player, LIFE] > players[best, LIFE]
        ):
            nearest = d
            best = player
    return best


@helper
def read_threat(p: Public, box: Box, players: Floats) -> int:
    """Write what the next mob die may do to the players; return the mobs near to any."""
    hurt = np.zeros((_FACES, L.PLAYERS))
    near = 0
    for mob in range(L.MOBS):
        space = int(p.mob_space[mob])
        if space < 0:
            continue
        boss = boss_index(mob)
        if boss < 0:
            kind = int(box.mob_kind[mob])
            reach = int(box.kind_moves[kind]) + int(box.kind_range[kind])
            victim = _victim(p, players, space, reach)
            if victim < 0:
                continue
            near += 1
            face = int(box.mob_number[mob]) - 1
            if box.kind_area[kind] == 0:
                hurt[face, victim] += box.kind_damage[kind]
            else:
                for player in range(p.players):
                    if distance(space, int(p.player_space[player])) <= reach:
                        hurt[face, player] += box.kind_damage[kind]
            continue
        kind = int(p.boss_kind[boss])
        hard = int(p.boss_hard[boss])
        reach = int(box.boss_moves[kind, hard]) + int(box.boss_range[kind, hard])
        victim = _victim(p, players, space, reach)
        if victim < 0:
            continue
        for face in range(_FACES):
            if box.boss_area[kind, hard, face] == 0:
                hurt[face, victim] += box.boss_damage[kind, hard, face]
            else:
                for player in range(p.players):
                    if distance(space, int(p.player_space[player])) <= reach:
                        hurt[face, player] += box.boss_damage[kind, hard, face]
    for player in range(p.players):
        for face in range(_FACES):
            players[player, LOSS] += hurt[face, player] / _FACES
            if hurt[face, player] >= players[player, LIFE]:
                players[player, THREAT] += 1.0 / _FACES
    return near
