"""How good a position is for the team: the planner's hand-made value.

A weighted sum of features that a player would name: blocks placed against
deadlines, hearts against the threat of the next roll, equipment, way, boss.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from agents.portal_dash.planner.threat import FACES, armour_of, write_threat
from agents.portal_dash.planner.way import FAR, steps_left, update_map
from agents.portal_dash.planner.weights import Weight
from envs.core.compiled import helper
from envs.portal_dash.rules import limits as L
from envs.portal_dash.rules.cube import is_exposed
from envs.portal_dash.rules.geometry import distance
from envs.portal_dash.rules.items import enchanted
from envs.portal_dash.rules.piglins import all_tasks_done, side_of
from envs.portal_dash.rules.state import Box, Public, Work
from envs.portal_dash.rules.vocabulary import ItemType, Mode, Outcome

WON = 10_000.0
LOST = -10_000.0


@helper
def task_value(p: Public, box: Box, weights: npt.NDArray[np.float64]) -> float:
    """Return the worth of the piglin board: placed blocks, deadlines, colours still to be had."""
    side = side_of(p)
    value = 0.0
    available = np.zeros(L.COLOURS, np.float64)
    exposed = np.zeros(L.COLOURS, np.float64)
    layer = np.zeros(L.CUBE_LAYERS, np.float64)
    total = 0
    for column in range(L.CUBE_COLUMNS):
        height = int(p.height[column])
        total += height
        for level in range(height):
            layer[level] += 1
            colour = int(p.cube[column, level])
            if colour >= 0:
                available[colour] += 1
        if height > 0 and is_exposed(p, column):
            exposed[p.cube[column, height - 1]] += 1
    for colour in range(L.COLOURS):
        available[colour] += p.unseen[colour]
    value += weights[Weight.CUBE] * total
    wanted = np.zeros(L.COLOURS, np.float64)
    before = 0.0
    for task in range(L.TASKS):
        before += layer[L.CUBE_LAYERS - 1 - task]
        missing = 0
        open_columns = 0
        for place in range(L.TASK_COLUMNS * task, L.TASK_COLUMNS * (task + 1)):
            size = int(box.piglin[side, place])
            need = size - int(p.place_count[place])
            value += weights[Weight.BLOCK_PLACED] * int(p.place_count[place])
            if need <= 0:
                continue
            missing += need
            colour = int(p.place_colour[place])
            if colour >= 0:
                wanted[colour] += need
            else:
                open_columns += 1
        if missing == 0:
            value += weights[Weight.TASK_DONE]
        else:
            value -= weights[Weight.URGENCY] * missing / max(1.0, before - missing)
    for colour in range(L.COLOURS):
        if wanted[colour] > 0:
            value -= weights[Weight.SCARCITY] * wanted[colour] / max(0.5, available[colour])
            value += weights[Weight.ACCESS] * min(exposed[colour], wanted[colour])
    return value


@helper
def player_value(p: Public, box: Box, player: int, weights: npt.NDArray[np.float64]) -> float:
    """Return the worth of a player's hearts and equipment."""
    value = 0.0
    for hearts in range(int(p.hearts[player]), L.HEARTS):
        if hearts > 0:
            value -= weights[Weight.HEART_1.value + hearts - 1]
    value += weights[Weight.ARMOUR] * np.sqrt(armour_of(p, player))
    best = 0.0
    for slot in range(L.SLOTS):
        kind = int(p.item_kind[player, slot])
        if kind == -1:
            continue
        item = box.item_type[kind]
        worth = 0.0
        if item == ItemType.SWORD or item == ItemType.BOW:
            dice = float(enchanted(p, player, slot, box.item_dice, kind))
            dice += 0.8 * enchanted(p, player, slot, box.item_rerolls, kind)
            if item == ItemType.SWORD:
                worth = weights[Weight.SWORD] * dice
            else:
                dice += 0.3 * enchanted(p, player, slot, box.item_range, kind)
                worth = weights[Weight.BOW] * dice
            best = max(best, dice)
        elif item == ItemType.BOOTS:
            steps = float(enchanted(p, player, slot, box.item_steps, kind))
            steps += enchanted(p, player, slot, box.item_fire, kind)
            worth = weights[Weight.STEPS] * steps
        elif item == ItemType.LEGGINGS:
            if p.item_mode[player, slot] == Mode.ARMOUR:
                worth = weights[Weight.ARMOUR_ITEM] * box.item_hearts[kind]
            else:
                worth = weights[Weight.STEPS] * box.item_steps[kind]
        elif item == ItemType.PICKAXE:
            worth = weights[Weight.BLOCKS] * (
                int(box.item_blocks[kind]) + int(box.item_blind[kind])
            )
        else:
            worth = weights[Weight.ARMOUR_ITEM] * box.item_hearts[kind]
        if p.item_active[player, slot] == 0:
            worth *= weights[Weight.DAMAGED]
        value += worth
    return value + weights[Weight.BEST_WEAPON] * best


@helper
def threat_value(
    p: Public, box: Box, weights: npt.NDArray[np.float64], damage: npt.NDArray[Any]
) -> float:
    """Return the worth of standing where the next roll finds the team."""
    value = 0.0
    write_threat(p, box, damage)
    for player in range(p.players):
        life = int(p.hearts[player]) + armour_of(p, player)
        for face in range(FACES):
            hurt = int(damage[face, player])
            value -= weights[Weight.DAMAGE] * min(hurt, life) / FACES
            if hurt >= life:
                value -= weights[Weight.DEATH] / FACES
            elif life - hurt <= 2:
                value -= 0.15 * weights[Weight.DEATH] / FACES
    for mob in range(L.REGULAR_MOBS):
        if p.mob_space[mob] >= 0:
            value -= weights[Weight.MOB]
            for player in range(p.players):
                d = distance(int(p.mob_space[mob]), int(p.player_space[player]))
                value -= weights[Weight.NEAR_MOB] / (1.0 + d)
    return value


@helper
def way_value(
    p: Public, box: Box, weights: npt.NDArray[np.float64], way: npt.NDArray[Any]
) -> float:
    """Return the worth of where the players stand: the front, the team, chests, the boss."""
    value = weights[Weight.PART] * (int(p.parts_open) - 1)
    ready = all_tasks_done(p, box)
    nearest = 2.0 * FAR
    team = 0.0
    for player in range(p.players):
        left = steps_left(p, box, way, player)
        nearest = min(nearest, left)
        team += left / int(p.players)
    if p.portal_open == 1:
        value += weights[Weight.PORTAL]
        for i in range(L.BOSSES):
            if p.boss_kind[i] >= 0:
                value -= weights[Weight.BOSS_LIFE] * int(p.boss_life[i])
        value -= weights[Weight.BOSS_NEAR] * max(0.0, team - 1.0)
    elif ready:
        value -= weights[Weight.FRONT_READY] * nearest + weights[Weight.TEAM_READY] * team
    else:
        value -= weights[Weight.FRONT] * nearest + weights[Weight.TEAM] * team
    for i in range(L.CHESTS):
        if p.chest_space[i] >= 0:
            nearest = 99
            for player in range(p.players):
                d = distance(int(p.chest_space[i]), int(p.player_space[player]))
                nearest = min(nearest, d)
            value += weights[Weight.CHEST] / (1.0 + nearest)
    for r in range(p.rows):
        word = p.brown[r]
        while word != np.uint64(0):
            value += weights[Weight.SHORT_CUT]
            word &= word - np.uint64(1)
    return value


@helper
def time_value(
    p: Public, box: Box, weights: npt.NDArray[np.float64], way: npt.NDArray[Any]
) -> float:
    """Return the worth of the time left, in turns, beyond what the way to victory still takes.

    The cube is the clock: the blocks die takes nearly one block a turn, and
    blocks for the tasks come on top. The nearer the clock, the dearer each turn.
    """
    side = side_of(p)
    missing = 0
    for place in range(L.PLACES):
        missing += max(0, int(box.piglin[side, place]) - int(p.place_count[place]))
    blocks = 0
    for column in range(L.CUBE_COLUMNS):
        blocks += p.height[column]
    steps = 0.0
    for player in range(p.players):
        steps += steps_left(p, box, way, player)  # each walks in turns of their own
    life = 0.0
    for i in range(L.BOSSES):
        if p.boss_kind[i] >= 0:
            life += max(0, int(p.boss_life[i]))
    needed = (
        missing / weights[Weight.PACE_TASKS]
        + steps / weights[Weight.PACE_WAY]
        + life / weights[Weight.PACE_BOSS]
    )
    slack = (blocks - missing) / 0.9 - needed
    return -weights[Weight.TIME] * np.exp(-slack / weights[Weight.TIME_SCALE])


@helper
def value_of(
    p: Public,
    box: Box,
    w: Work,
    weights: npt.NDArray[np.float64],
    damage: npt.NDArray[Any],
    way: npt.NDArray[Any],
) -> float:
    """Return the planner's value of a position.

    Args:
        p: The public part of a game.
        box: What is in the box.
        w: Scratch space.
        weights: Indexed by ``Weight``.
        damage: Scratch, see ``threat.new_table``.
        way: Scratch, see ``way.new_map``; reused from call to call.
    """
    if p.outcome == Outcome.WON:
        return WON
    if p.outcome == Outcome.LOST:
        return LOST
    update_map(p, w, way)
    value = task_value(p, box, weights) + way_value(p, box, weights, way)
    value += time_value(p, box, weights, way)
    value += threat_value(p, box, weights, damage)
    for player in range(p.players):
        value += player_value(p, box, player, weights)
    hand = 0
    for colour in range(L.COLOURS):
        hand += p.hand[colour]
    return value + weights[Weight.HAND] * hand
