"""Fights: targets, combat dice, rerolls, what a victory brings."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.agenda import Step, pop, push
from tablemates.envs.portal_dash.rules.ending import check_bosses
from tablemates.envs.portal_dash.rules.geometry import distance
from tablemates.envs.portal_dash.rules.harm import ask, lower_item
from tablemates.envs.portal_dash.rules.items import enchanted
from tablemates.envs.portal_dash.rules.pieces import boss_index, life_of, lift_mob
from tablemates.envs.portal_dash.state import Box, Public, Work
from tablemates.envs.portal_dash.vocabulary import Chance, Decision, Event, ItemType, Reason


def can_fight(p: Public, box: Box, slot: int, mob: int) -> bool:
    """Return whether the active player's weapon reaches a piece and can hurt it."""
    if p.mob_space[mob] < 0:
        return False
    player = p.active_player
    kind = int(p.item_kind[player, slot])
    sword = box.item_type[kind] == ItemType.SWORD
    if boss_index(mob) >= 0:
        immune = False  # FIGHT-07
    elif sword:
        immune = box.kind_no_sword[box.mob_kind[mob]] == 1  # FIGHT-01 MOB-12
    else:
        immune = box.kind_no_bow[box.mob_kind[mob]] == 1  # FIGHT-02 MOB-12
    if immune:
        return False
    reach = 1  # FIGHT-01
    if not sword:
        reach = enchanted(p, player, slot, box.item_range, kind)  # FIGHT-02
    return distance(int(p.player_space[player]), int(p.mob_space[mob])) <= reach


def has_target(p: Public, box: Box, slot: int) -> bool:
    """Return whether a weapon of the active player has anything to fight (ACT-01)."""
    for mob in range(V.MOBS):
        if can_fight(p, box, slot, mob):
            return True
    return False


def start_fight(p: Public, box: Box, w: Work, slot: int, mob: int) -> None:
    """Lay the weapon down, then roll its dice (FIGHT-03, ACT-05)."""
    player = p.active_player
    kind = int(p.item_kind[player, slot])
    dice = enchanted(p, player, slot, box.item_dice, kind)
    p.fight_mob = mob
    p.dice[:] = 0
    p.dice_count = 0
    p.dice_to_roll = dice  # FIGHT-06
    p.rerolls_left = enchanted(p, player, slot, box.item_rerolls, kind)  # FIGHT-05
    emit(w, Event.FIGHT_STARTED, player, slot, kind, mob, dice)
    lower_item(p, w, player, slot, Reason.USED.value)  # FIGHT-03 ACT-05
    push(p, Step.FIGHT_END, 0, 0, 0)
    push(p, Step.REROLL, slot, 0, 0)
    push(p, Step.ROLL, 0, 0, 0)


def roll(p: Public) -> None:
    """Roll the next combat die, if one is still to be rolled."""
    if p.dice_to_roll == 0:
        pop(p)
    else:
        p.dice_to_roll -= 1
        push(p, Step.CHANCE, Chance.COMBAT_DIE.value, 0, 0)


def add_die(p: Public, w: Work, hits: int) -> None:
    """Note a combat die; the results are kept in ascending order."""
    i = p.dice_count
    while i > 0 and p.dice[i - 1] > hits:
        p.dice[i] = p.dice[i - 1]
        i -= 1
    p.dice[i] = hits
    p.dice_count += 1
    emit(w, Event.DIE_ROLLED, p.active_player, hits)


def start_reroll(p: Public, slot: int) -> None:
    """Ask how many of the lowest dice are rolled again (FIGHT-05)."""
    if p.rerolls_left == 0:
        pop(p)
    else:
        ask(p, Decision.REROLL, p.active_player, slot)


def reroll(p: Public, w: Work, dice: int) -> None:
    """Roll the lowest dice again; none means that the result stands."""
    if dice == 0:
        p.rerolls_left = 0
        return
    p.rerolls_left -= 1  # FIGHT-05
    for i in range(dice, p.dice_count):
        p.dice[i - dice] = p.dice[i]
    p.dice_count -= dice
    p.dice[p.dice_count :] = 0
    p.dice_to_roll = dice
    emit(w, Event.DICE_REROLLED, p.active_player, dice)
    push(p, Step.ROLL, 0, 0, 0)


def end_fight(p: Public, box: Box, w: Work) -> None:
    """Count the hits: a beaten mob leaves and brings an item, a boss keeps its wounds."""
    pop(p)
    player = p.active_player
    mob = p.fight_mob
    life = life_of(p, box, mob)
    hits = 0
    for i in range(p.dice_count):
        hits += p.dice[i]
    p.fight_mob = -1
    p.dice_count = 0
    p.dice[:] = 0
    emit(w, Event.FIGHT_ENDED, player, mob, hits, life)
    i = boss_index(mob)
    if i >= 0:
        p.boss_life[i] = max(0, life - hits)  # FIGHT-07
        emit(w, Event.BOSS_HIT, player, mob, hits, int(p.boss_life[i]))
        if p.boss_life[i] == 0:
            lift_mob(p, mob)  # CUSTOM-01
            emit(w, Event.MOB_DEFEATED, player, mob)
            check_bosses(p, w)
    elif hits >= life:  # FIGHT-04
        lift_mob(p, mob)
        p.line[p.line_length] = mob  # FIGHT-04
        p.line_length += 1
        emit(w, Event.MOB_DEFEATED, player, mob)
        push(p, Step.FIND, player, 0, 0)  # FIGHT-04


compile_functions(globals())
