"""What each player can do with hearts and items: hit, walk, endure."""

from __future__ import annotations

import numpy as np

from tablemates.agents.portal_dash.planner import desk as D
from tablemates.agents.portal_dash.planner.desk import Desk
from tablemates.agents.portal_dash.planner.weights import Weight
from tablemates.envs.core.compiled import helper
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.items import enchanted
from tablemates.envs.portal_dash.rules.state import Box, Public
from tablemates.envs.portal_dash.rules.vocabulary import ItemType, Mode


@helper
def die_mean(box: Box) -> float:
    """Return the hits that a combat die shows on average."""
    hits = 0.0
    for face in range(6):
        hits += box.combat_die[face]
    return hits / 6.0


@helper
def read_gear(p: Public, box: Box, desk: Desk) -> float:
    """Write what every player can do to ``desk.gear``; return what the items are worth besides."""
    mean = die_mean(box)
    worth = 0.0
    for player in range(p.players):
        worth += _read_player(p, box, desk, player, mean)
    return worth


@helper
def _read_player(p: Public, box: Box, desk: Desk, player: int, mean: float) -> float:
    gear = desk.gear[player]
    weights = desk.weights
    gear[:] = 0.0
    second = 0.0
    sword = 0.0
    bow = 0.0
    steps = 0.0
    worth = 0.0
    for slot in range(L.SLOTS):
        kind = int(p.item_kind[player, slot])
        if kind == -1:
            continue
        item = box.item_type[kind]
        ready = p.item_active[player, slot] == 1
        gear[D.ARMOUR] += p.item_hearts[player, slot]
        one = 0.0
        if item == ItemType.SWORD or item == ItemType.BOW:
            dice = float(enchanted(p, player, slot, box.item_dice, kind))
            dice *= 1.0 + 0.25 * enchanted(p, player, slot, box.item_rerolls, kind)
            hits = dice * mean
            gear[D.BEST] = max(gear[D.BEST], hits)
            if not ready:
                # there is time to repair it until the portal is open
                hits *= weights[Weight.READY_LATER] if p.portal_open == 0 else 0.0
            if hits > gear[D.READY]:
                second = gear[D.READY]
                gear[D.READY] = hits
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
                gear[D.BOOST] += 1.0
            one = weights[Weight.STEPS] * n
        elif item == ItemType.PICKAXE:
            one = weights[Weight.BLOCKS] * (int(box.item_blocks[kind]) + int(box.item_blind[kind]))
        else:
            one = weights[Weight.ARMOUR_ITEM] * box.item_hearts[kind]
        worth += one if ready else one * weights[Weight.DAMAGED]
    gear[D.READY] += second
    gear[D.PACE] = max(1.0, 0.5 * steps + 0.15)
    gear[D.LIFE] = p.hearts[player] + gear[D.ARMOUR]
    return worth


@helper
def hearts_value(p: Public, desk: Desk, player: int) -> float:
    """Return the worth of a player's hearts, each further one worth less."""
    value = 0.0
    for hearts in range(int(p.hearts[player]), L.HEARTS):
        if hearts > 0:
            value -= desk.weights[Weight.HEART_1.value + hearts - 1]
    return value + desk.weights[Weight.ARMOUR] * np.sqrt(desk.gear[player, D.ARMOUR])
