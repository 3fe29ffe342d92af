"""The ten rules, the most pressing first; the first one that applies answers a decision.

The last rule always applies.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from tablemates.agents.portal_dash.rules_bot import sight
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.record import Array8
from tablemates.envs.portal_dash.rules import catalogue as A
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Box, Public, Work
from tablemates.envs.portal_dash.rules.turn import FIGHT, REPAIR, WALK, slot_use
from tablemates.envs.portal_dash.rules.vocabulary import Colour, Decision, ItemType

NOTHING = -1
#: A player with so many hearts, armour included, counts as weak.
WEAK = 3
#: Weapons are repaired while a mob is this near.
NEAR = 3


class Rule(IntEnum):
    """The rules, in order."""

    HEAL = 0
    BOSS = 1
    FIGHT = 2
    REVEAL = 3
    ITEMS = 4
    TASKS = 5
    WEAPONS = 6
    WALK = 7
    SPARE = 8
    REST = 9


#: Each rule as a sentence.
SENTENCES: Final = {
    Rule.HEAL: "Who has few hearts left is healed with a red block.",
    Rule.BOSS: "The boss is struck with the best weapon that reaches it.",
    Rule.FIGHT: "A mob in reach is attacked with a weapon that beats it more often than not.",
    Rule.REVEAL: "The next part is turned up as soon as somebody stands before it.",
    Rule.ITEMS: "Chests are opened, the better item is kept, the worst one given up.",
    Rule.TASKS: "Blocks that a piglin task can take are mined and placed, task A first.",
    Rule.WEAPONS: "With a mob or the boss near, the best damaged weapon is repaired.",
    Rule.WALK: "Players walk to the next part or to the boss, with boots if they are ready.",
    Rule.SPARE: "Mobs do the least harm: they hit the player with most hearts, armour goes first.",
    Rule.REST: "With nothing better to do, something is repaired or gained.",
}


@helper
def heal(p: Public, mask: Array8) -> int:
    """Mine, use and give red blocks if a player is weak."""
    weak = sight.weakest(p)
    if sight.life_of_player(p, weak) > WEAK or p.hearts[weak] >= L.HEARTS:
        return NOTHING
    d = p.decision
    if d == Decision.ACTION or d == Decision.MINE:
        return sight.column_of(p, mask, Colour.RED.value)
    if d == Decision.BLOCK and p.hand[Colour.RED] > 0:
        return A.COLOUR + Colour.RED.value
    if d == Decision.USE and p.decision_about == Colour.RED:
        return A.ABILITY
    if d == Decision.PLAYER and p.decision_about == Colour.RED:
        return A.PLAYER + (weak - int(p.decider)) % int(p.players)
    return NOTHING


@helper
def strike_boss(p: Public, box: Box, mask: Array8) -> int:
    """Use the best weapon against a boss; reroll blanks."""
    d = p.decision
    if d == Decision.FIGHT:
        for i in range(L.BOSSES):
            space = int(p.mob_space[L.REGULAR_MOBS + i])
            if space >= 0 and mask[sight.space_action(box, space)] == 1:
                return sight.space_action(box, space)
    if d == Decision.REROLL:
        blanks = 0
        while blanks < p.dice_count and p.dice[blanks] == 0:
            blanks += 1
        return A.COUNT + blanks
    if d == Decision.ACTION and p.portal_open == 1:
        return best_weapon(p, box, mask, True)
    return NOTHING


@helper
def fight(p: Public, box: Box, mask: Array8) -> int:
    """Attack a regular mob at good odds."""
    if p.decision == Decision.ACTION:
        return best_weapon(p, box, mask, False)
    if p.decision == Decision.FIGHT:
        best = NOTHING
        lowest = 99
        for mob in range(L.REGULAR_MOBS):
            space = int(p.mob_space[mob])
            if space >= 0 and mask[sight.space_action(box, space)] == 1:
                life = int(box.kind_life[box.mob_kind[mob]])
                if life < lowest:
                    lowest = life
                    best = sight.space_action(box, space)
        return best
    return NOTHING


@helper
def best_weapon(p: Public, box: Box, mask: Array8, boss: bool) -> int:
    """Return the slot of the weapon with most dice that has a worthwhile target."""
    best = NOTHING
    most = 0
    for slot in range(L.SLOTS):
        if mask[A.SLOT + slot] == 1 and slot_use(p, box, slot) == FIGHT:
            dice = sight.dice_of(p, box, slot)
            if dice > most and sight.has_prey(p, box, slot, dice, boss):
                most = dice
                best = A.SLOT + slot
    return best


@helper
def take_items(p: Public, box: Box, mask: Array8) -> int:
    """Open chests, keep the better tile, give up the worst item."""
    d = p.decision
    player = int(p.decider)
    if d == Decision.OPEN_CHEST:
        return A.YES
    if d == Decision.STEP and sight.on_chest(p):
        return A.DONE
    if d == Decision.KEEP_TILE:
        best = A.DONE
        most = -1
        if mask[A.DONE] == 1:
            most = sight.worth(p, box, player, sight.worst_slot(p, box, player))
        for i in range(2):
            if mask[A.TILE + i] == 1 and sight.kind_worth(box, int(p.drawn[i])) > most:
                most = sight.kind_worth(box, int(p.drawn[i]))
                best = A.TILE + i
        return best
    if d == Decision.REPLACE or d == Decision.DAMAGE_ITEM:
        best = NOTHING
        least = 999
        for slot in range(L.SLOTS):
            if mask[A.SLOT + slot] == 1 and sight.worth(p, box, player, slot) < least:
                least = sight.worth(p, box, player, slot)
                best = A.SLOT + slot
        return best
    if d == Decision.MODE:
        return A.MODE + (1 if sight.boots_of(p, box, player) else 0)
    return NOTHING


@helper
def work_on_tasks(p: Public, box: Box, mask: Array8) -> int:
    """Mine and place blocks that a task needs, low in the cube if possible."""
    d = p.decision
    if d == Decision.USE:
        place = sight.place_for(p, box, int(p.decision_about))
        return A.PLACE + place if place >= 0 else NOTHING
    if d != Decision.ACTION and d != Decision.MINE:
        return NOTHING
    best = NOTHING
    most = 0
    wanted = 0
    for column in range(L.CUBE_COLUMNS):
        if mask[A.COLUMN + column] == 0:
            continue
        points = sight.block_points(p, box, column)
        if points > 0:
            wanted += 1
        if points > most:
            most = points
            best = A.COLUMN + column
    if d == Decision.ACTION and wanted > 1:
        for slot in range(L.SLOTS):
            if mask[A.SLOT + slot] == 1 and p.item_active[p.active_player, slot] == 1:
                kind = int(p.item_kind[p.active_player, slot])
                if box.item_type[kind] == ItemType.PICKAXE and box.item_blocks[kind] > 1:
                    return A.SLOT + slot
    return best


@helper
def repair_weapons(p: Public, box: Box, mask: Array8) -> int:
    """Repair the damaged weapon with most dice if a mob is near."""
    if p.decision != Decision.ACTION or not sight.mob_near(p, NEAR):
        return NOTHING
    best = NOTHING
    most = 0
    for slot in range(L.SLOTS):
        if mask[A.SLOT + slot] == 1 and slot_use(p, box, slot) == REPAIR:
            dice = sight.dice_of(p, box, slot)
            if dice > most:
                most = dice
                best = A.SLOT + slot
    return best


@helper
def walk(p: Public, box: Box, w: Work, mask: Array8) -> int:
    """Step towards the edge of the face-down parts, or towards the boss."""
    d = p.decision
    if d == Decision.START_SPACE:
        return sight.nearest_start(p, box, w, mask)
    if d != Decision.ACTION and d != Decision.STEP:
        return NOTHING
    direction = sight.step_towards_goal(p, w)
    if direction == NOTHING:
        return A.DONE if d == Decision.STEP else NOTHING
    if d == Decision.ACTION:
        for slot in range(L.SLOTS):
            if mask[A.SLOT + slot] == 1 and slot_use(p, box, slot) == WALK:
                return A.SLOT + slot
    if mask[A.STEP + direction] == 1:
        return A.STEP + direction
    return sight.damaged_boots(p, box, mask)  # soul sand takes boots


@helper
def spare(p: Public, mask: Array8) -> int:
    """Direct damage to where it hurts least."""
    d = p.decision
    if d == Decision.TARGET:
        best = NOTHING
        most = -1
        for relative in range(p.players):
            life = sight.life_of_player(p, (int(p.decider) + relative) % int(p.players))
            if mask[A.PLAYER + relative] == 1 and life > most:
                most = life
                best = A.PLAYER + relative
        return best
    if d == Decision.WOUND:
        best = NOTHING
        most = -1
        for slot in range(L.SLOTS):
            if mask[A.SLOT + slot] == 1 and p.item_hearts[p.decider, slot] > most:
                most = int(p.item_hearts[p.decider, slot])
                best = A.SLOT + slot
        return best
    if d == Decision.REMOVE_BLOCK:
        best = NOTHING
        least = 999
        for column in range(L.CUBE_COLUMNS):
            if mask[A.COLUMN + column] == 1 and sight.seen_points(p, column) < least:
                least = sight.seen_points(p, column)
                best = A.COLUMN + column
        return best
    return NOTHING


@helper
def rest(p: Public, box: Box, mask: Array8) -> int:
    """Do something useful: a repair, a step, or an ability for the player who needs it most."""
    d = p.decision
    if d == Decision.ACTION:
        for slot in range(L.SLOTS):
            if mask[A.SLOT + slot] == 1 and slot_use(p, box, slot) == REPAIR:
                return A.SLOT + slot
        for slot in range(L.SLOTS):
            if mask[A.SLOT + slot] == 1 and slot_use(p, box, slot) == WALK:
                return A.SLOT + slot
        for direction in range(4):
            if mask[A.STEP + direction] == 1:
                return A.STEP + direction
    if d == Decision.USE:
        return A.ABILITY
    if d == Decision.PLAYER:
        best = A.PLAYER
        most = -1
        for relative in range(p.players):
            player = (int(p.decider) + relative) % int(p.players)
            if p.decision_about == Colour.RED:
                need = L.HEARTS - int(p.hearts[player])
            else:
                need = sight.damaged_items(p, player)
            if need > most:
                most = need
                best = A.PLAYER + relative
        return best
    return sight.first_legal(mask)


@helper
def choose(p: Public, box: Box, w: Work, mask: Array8) -> tuple[int, int]:
    """Return the action of the first rule that applies, and that rule.

    Args:
        p: The public part of a game at a player's decision.
        box: The parts of the game.
        w: Scratch space.
        mask: 1 at legal actions.
    """
    for rule in range(Rule.REST.value + 1):
        if rule == Rule.HEAL:
            action = heal(p, mask)
        elif rule == Rule.BOSS:
            action = strike_boss(p, box, mask)
        elif rule == Rule.FIGHT:
            action = fight(p, box, mask)
        elif rule == Rule.REVEAL:
            action = A.YES if p.decision == Decision.REVEAL else NOTHING
        elif rule == Rule.ITEMS:
            action = take_items(p, box, mask)
        elif rule == Rule.TASKS:
            action = work_on_tasks(p, box, mask)
        elif rule == Rule.WEAPONS:
            action = repair_weapons(p, box, mask)
        elif rule == Rule.WALK:
            action = walk(p, box, w, mask)
        elif rule == Rule.SPARE:
            action = spare(p, mask)
        else:
            action = rest(p, box, mask)
        if action >= 0 and mask[action] == 1:
            return action, rule
    return sight.first_legal(mask), Rule.REST.value
