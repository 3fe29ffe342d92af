"""Fights, gear and threats: exact odds, what players can do, what the next rolls may do to them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tablemates.agents.portal_dash.planner import buffers as B
from tablemates.agents.portal_dash.planner.buffers import FACES, SearchBuffers
from tablemates.agents.portal_dash.planner.weights import Weight
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.geometry import distance
from tablemates.envs.portal_dash.rules.items import enchanted
from tablemates.envs.portal_dash.rules.pieces import kind_of, life_of
from tablemates.envs.portal_dash.state import Box, Public
from tablemates.envs.portal_dash.vocabulary import ItemType, Mode

#: Length of a distribution of hits: as many as the greatest life has, or more, and zero.
TOTALS = V.LIFE + 1
#: Length of the distribution of one die.
_FACES = V.NUMBER + 1


def die_chances(box: Box, rerolls: int) -> npt.NDArray[np.float64]:
    """Return the distribution of the hits of one die whose blanks are rerolled."""
    fresh = np.zeros(_FACES, np.float64)
    for face in range(6):
        fresh[box.combat_die[face]] += 1.0 / 6.0
    die = fresh.copy()
    for _ in range(rerolls):
        blank = die[0]
        for hits in range(_FACES):
            die[hits] = (die[hits] if hits > 0 else 0.0) + blank * fresh[hits]
    return die


def total_chances(box: Box, dice: int, rerolls: int, base: int) -> npt.NDArray[np.float64]:
    """Return the distribution of the total of ``dice`` dice plus ``base`` hits."""
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


def odds(totals: npt.NDArray[np.float64], life: int) -> tuple[float, float]:
    """Return the probability of at least ``life`` hits, and the mean of the hits up to it."""
    chance = 0.0
    mean = 0.0
    for total in range(len(totals)):
        if total >= life:
            chance += totals[total]
        mean += totals[total] * min(total, life)
    return chance, mean


def weapon_odds(p: Public, box: Box, slot: int, mob: int) -> tuple[float, float]:
    """Return the odds of the active player's weapon against a piece, see ``odds``."""
    player = int(p.active_player)
    kind = int(p.item_kind[player, slot])
    dice = enchanted(p, player, slot, box.item_dice, kind)
    rerolls = enchanted(p, player, slot, box.item_rerolls, kind)
    return odds(total_chances(box, dice, rerolls, 0), life_of(p, box, mob))


def reroll_odds(p: Public, box: Box, lowest: int) -> tuple[float, float]:
    """Return the odds of a fight whose ``lowest`` lowest dice are rerolled, see ``odds``."""
    kept = 0
    for i in range(lowest, p.dice_count):
        kept += p.dice[i]
    left = int(p.rerolls_left) - 1 if lowest > 0 else 0
    return odds(total_chances(box, lowest, left, kept), life_of(p, box, int(p.fight_mob)))


def die_mean(box: Box) -> float:
    """Return the mean of the hits of a combat die."""
    hits = 0.0
    for face in range(6):
        hits += box.combat_die[face]
    return hits / 6.0


def read_gear(p: Public, box: Box, buf: SearchBuffers) -> float:
    """Write every player's abilities to ``buf.gear``; return the value of their items."""
    mean = die_mean(box)
    worth = 0.0
    for player in range(p.players):
        worth += _read_player(p, box, buf, player, mean)
    return worth


def _read_player(p: Public, box: Box, buf: SearchBuffers, player: int, mean: float) -> float:
    gear = buf.gear[player]
    weights = buf.weights
    gear[:] = 0.0
    second = 0.0
    sword = 0.0
    bow = 0.0
    steps = 0.0
    worth = 0.0
    for slot in range(V.SLOTS):
        kind = int(p.item_kind[player, slot])
        if kind == -1:
            continue
        item = box.item_type[kind]
        ready = p.item_active[player, slot] == 1
        gear[B.ARMOUR] += p.item_hearts[player, slot]
        one = 0.0
        if item == ItemType.SWORD or item == ItemType.BOW:
            dice = float(enchanted(p, player, slot, box.item_dice, kind))
            dice *= 1.0 + 0.25 * enchanted(p, player, slot, box.item_rerolls, kind)
            hits = dice * mean
            gear[B.BEST] = max(gear[B.BEST], hits)
            if not ready:
                # it can still be repaired before the portal opens
                hits *= weights[Weight.READY_LATER] if p.portal_open == 0 else 0.0
            if hits > gear[B.READY]:
                second = gear[B.READY]
                gear[B.READY] = hits
            else:
                second = max(second, hits)
            if item == ItemType.SWORD:
                one = weights[Weight.SWORD] * max(0.0, dice - sword)
                sword = max(sword, dice)
            else:
                dice += 0.3 * enchanted(p, player, slot, box.item_range, kind)
                one = weights[Weight.BOW] * max(0.0, dice - bow)
                bow = max(bow, dice)
        elif item == ItemType.BOOTS or p.item_mode[player, slot] == Mode.BOOTS:
            n = float(enchanted(p, player, slot, box.item_steps, kind))
            n += enchanted(p, player, slot, box.item_fire, kind)
            steps = max(steps, n)
            if ready:
                gear[B.BOOST] += 1.0
            one = weights[Weight.STEPS] * n
        elif item == ItemType.PICKAXE:
            one = weights[Weight.BLOCKS] * (int(box.item_blocks[kind]) + int(box.item_blind[kind]))
        else:
            one = weights[Weight.ARMOUR_ITEM] * box.item_hearts[kind]
        worth += one if ready else one * weights[Weight.DAMAGED]
    gear[B.READY] += second
    gear[B.PACE] = max(1.0, 0.5 * steps + 0.15)
    gear[B.LIFE] = p.hearts[player] + gear[B.ARMOUR]
    return worth


def hearts_value(p: Public, buf: SearchBuffers, player: int) -> float:
    """Return the value of a player's hearts; marginal values decrease."""
    value = 0.0
    for hearts in range(int(p.hearts[player]), V.HEARTS):
        if hearts > 0:
            value -= buf.weights[Weight.HEART_1.value + hearts - 1]
    return value + buf.weights[Weight.ARMOUR] * np.sqrt(buf.gear[player, B.ARMOUR])


def write_threat(p: Public, box: Box, buf: SearchBuffers) -> None:
    """Write the hearts that each player would lose at each mob die number to ``buf.damage``.

    A mob is assumed to hit the nearest player within its moves and range, ignoring obstacles
    (pessimistic where lava is in the way); ties go to the player with most hearts.
    """
    damage = buf.damage
    damage[:, :] = 0
    for mob in range(V.MOBS):
        space = int(p.mob_space[mob])
        if space < 0:
            continue
        kind = kind_of(p, box, mob)
        attack = int(box.kind_range[kind])
        reach = int(box.kind_moves[kind]) + attack
        victim = _victim(p, buf, space, reach, attack)
        for face in range(FACES):
            if mob < V.REGULAR_MOBS and box.mob_number[mob] != face + 1:
                continue
            if box.kind_area[kind, face] == 1:
                for player in range(p.players):
                    if distance(space, int(p.player_space[player])) <= reach:
                        damage[face, player] += box.kind_damage[kind, face]
            elif victim >= 0:
                hurt = int(box.kind_damage[kind, face])
                if box.kind_direct[kind, face] == 1 and hurt >= p.hearts[victim]:
                    hurt += int(buf.gear[victim, B.ARMOUR])  # armour does not protect
                damage[face, victim] += hurt


def _victim(p: Public, buf: SearchBuffers, space: int, reach: int, attack: int) -> int:
    """Return the player that a piece would hit, one in range before the nearest, or -1."""
    best = -1
    nearest = reach + 1
    for player in range(p.players):
        d = max(attack, distance(space, int(p.player_space[player])))
        if d < nearest or (
            d == nearest and best >= 0 and buf.gear[player, B.LIFE] > buf.gear[best, B.LIFE]
        ):
            nearest = d
            best = player
    return best


def threat_value(p: Public, box: Box, buf: SearchBuffers) -> float:
    """Return the value of the players' exposure to the next rolls.

    Needs ``read_gear`` and ``time_value``: a team that is late anyway may take more risk.
    """
    weights = buf.weights
    value = 0.0
    write_threat(p, box, buf)
    fear = 1.0 - weights[Weight.RISK] * buf.facts[B.LATE]
    for player in range(p.players):
        life = int(buf.gear[player, B.LIFE])
        hurt = 0.0
        deadly = 0.0
        for face in range(FACES):
            hurt += min(int(buf.damage[face, player]), life) / FACES
            if buf.damage[face, player] >= life:
                deadly += 1.0 / FACES
        if hurt > 0.0:
            value -= weights[Weight.DAMAGE] * hurt + fear * weights[Weight.DEATH] * deadly
            later = _death_within(p, buf, player, life) - deadly
            value -= fear * weights[Weight.DEATH_LATER] * later
    for mob in range(V.REGULAR_MOBS):
        if p.mob_space[mob] >= 0:
            value -= weights[Weight.MOB]
            for player in range(p.players):
                if p.player_space[player] >= 0:
                    d = distance(int(p.mob_space[mob]), int(p.player_space[player]))
                    value -= weights[Weight.NEAR_MOB] / (1.0 + d)
    return value


def _death_within(p: Public, buf: SearchBuffers, player: int, life: int) -> float:
    """Return the probability that a player dies before their next turn (two rolls at least).

    Every roll is assumed to do what the next one would do.
    """
    players = int(p.players)
    rolls = max(2, (player - int(p.active_player) - 1) % players + 1)
    lost = buf.lost
    lost[: life + 1] = 0.0
    lost[0] = 1.0
    for _ in range(rolls):
        for hearts in range(life - 1, -1, -1):
            chance = lost[hearts] / FACES
            if chance > 0.0:
                lost[hearts] = 0.0
                for face in range(FACES):
                    lost[min(life, hearts + buf.damage[face, player])] += chance
    return float(lost[life])


compile_functions(globals())
