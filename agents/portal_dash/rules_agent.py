"""The simplest bot that tries to win: every choice counts as much as the most pressing rule for it.

Rules say what is done with columns of the cube, slots, players and so on; compiled.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.game_agents import Playouts
from tablemates.agents.scripts.agent import Floats, ScriptAgent
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.core.views.agent import Candidate, Explanation, Situation
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.fighting import can_fight
from tablemates.envs.portal_dash.rules.flow import mob_at, space_of
from tablemates.envs.portal_dash.rules.geometry import ZERO, bit, distance, has, neighbour, spread
from tablemates.envs.portal_dash.rules.items import enchanted
from tablemates.envs.portal_dash.rules.mobs import walkable_for
from tablemates.envs.portal_dash.rules.moving import chest_at, is_boots
from tablemates.envs.portal_dash.rules.piglins import can_place, side_of
from tablemates.envs.portal_dash.rules.turn import FIGHT, PICKAXE, REPAIR, WALK, slot_use
from tablemates.envs.portal_dash.state import Box, Public, State, Work
from tablemates.envs.portal_dash.vocabulary import Colour, Decision, ItemType

#: A player with at most this many hearts, armour included, counts as weak.
_WEAK: Final = 3
#: Weapons are repaired while a mob is this near.
_NEAR: Final = 3
#: More than the points that a rule gives.
_STEP: Final = 10_000


class Rule(IntEnum):
    """The rules, the most pressing first."""

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
    Rule.REVEAL: "The next part is turned up as soon as a player stands before it.",
    Rule.ITEMS: "Chests are opened, the better item is kept, the worst one given up.",
    Rule.TASKS: "Blocks that a piglin task can take are mined and placed, task A first.",
    Rule.WEAPONS: "With a mob or the boss near, the best damaged weapon is repaired.",
    Rule.WALK: "Players walk to the next part or to the boss, with boots if they are ready.",
    Rule.SPARE: "Mobs do the least harm: they hit the player with most hearts, armour goes first.",
    Rule.REST: "With nothing better to do, something is repaired or gained.",
}


class _View(NamedTuple):
    """A decision: the game, the parts, and what the rules look at."""

    p: Public
    box: Box
    weak: int  # the player to be healed, -1: nobody
    way: int  # direction to the goal, or the action of the best start space; -1: none, -2: unknown


def choose(p: Public, box: Box, w: Work, mask: Array8) -> tuple[int, int]:
    """Return the action of the first rule that applies, and that rule; the mask is 1 if legal."""
    best, most, before = -1, -1, -1
    weak, way, wanted = _weakest(p), -2, 0
    for _ in range(2):
        v = _View(p, box, weak, way)
        for action in range(len(mask)):
            # columns of the cube have nothing to do with ways
            if mask[action] == 1 and (way == -2 or not V.COLUMN <= action < V.SLOT):
                points = _points(v, action, wanted)
                wanted += points > 0 and V.COLUMN <= action < V.SLOT
                if points > most:
                    best, most = action, points
        walks = p.decision in (Decision.START_SPACE, Decision.ACTION, Decision.STEP)
        if not walks or most > _of(Rule.WALK, 1) or way != -2:
            break
        before, best, most = best, -1, -1
        way = _way(p, box, w, mask)  # only where no rule is more pressing: it takes longest
    if best < 0:  # nothing but columns is legal, and no rule wants one of them
        best, most = before, 0
    return best, Rule.REST.value - most // _STEP


def _of(rule: int, points: int) -> int:
    """Return a rule's points for an action on the scale of all rules; without any, it is silent."""
    return (Rule.REST.value - rule) * _STEP + points if points > 0 else 0


def _points(v: _View, action: int, wanted: int) -> int:
    """Return the merit of an action, 0 if it has none, given how many columns are wanted."""
    p, decision = v.p, v.p.decision
    if action >= V.SPACE:
        return _space_points(v, action)
    if action >= V.COUNT:
        blanks = 0
        while blanks < p.dice_count and p.dice[blanks] == 0:
            blanks += 1
        return _of(Rule.BOSS, action - V.COUNT == blanks)
    if action >= V.PLACE:
        return _of(Rule.TASKS, action - V.PLACE == _place_for(p, v.box, int(p.decision_about)))
    if action == V.ABILITY:
        heals = v.weak >= 0 and p.decision_about == Colour.RED
        return _of(Rule.HEAL if heals else Rule.REST, 1)
    if action >= V.COLOUR:
        return _of(Rule.HEAL, v.weak >= 0 and action - V.COLOUR == Colour.RED)
    if action >= V.SUPPLY:
        return 0
    if action >= V.TILE:
        place = action - V.TILE
        return _of(Rule.ITEMS, 4 * _kind_worth(v.box, int(p.drawn[place])) + 2 - place)
    if action >= V.PLAYER:
        return _player_points(v, (int(p.decider) + action - V.PLAYER) % int(p.players))
    if action >= V.MODE:
        return _of(Rule.ITEMS, action - V.MODE == _has_boots(p, v.box, int(p.decider)))
    if action >= V.SLOT:
        return _slot_points(v, action - V.SLOT, wanted)
    if action >= V.COLUMN:
        return _column_points(v, action - V.COLUMN)
    if action >= V.STEP:
        if action - V.STEP == v.way:
            return _of(Rule.WALK, 2)
        return _of(Rule.REST, decision == Decision.ACTION)
    if action == V.YES:
        return _of(Rule.REVEAL if decision == Decision.REVEAL else Rule.ITEMS, 1)
    if decision == Decision.STEP:
        on_chest = chest_at(p, int(p.player_space[p.active_player])) >= 0
        return _of(Rule.ITEMS, 1) if on_chest else _of(Rule.WALK, v.way == -1)
    return _of(Rule.ITEMS, 4 * _least_worth(v) + 3) if decision == Decision.KEEP_TILE else 0


def _space_points(v: _View, action: int) -> int:
    if v.p.decision == Decision.START_SPACE:
        return _of(Rule.WALK, action == v.way)
    if v.p.decision != Decision.FIGHT:
        return 0
    mob = mob_at(v.p, space_of(v.box, action))
    if mob >= V.REGULAR_MOBS:
        return _of(Rule.BOSS, V.MOBS - mob)
    weakness = 100 - int(v.box.kind_life[v.box.mob_kind[mob]])
    return _of(Rule.FIGHT, weakness * V.MOBS - mob)


def _player_points(v: _View, player: int) -> int:
    p = v.p
    if p.decision == Decision.TARGET:
        return _of(Rule.SPARE, 1 + _life_of(p, player))
    if p.decision_about != Colour.RED:
        return _of(Rule.REST, 1 + _damaged_items(p, player))
    if player == v.weak:
        return _of(Rule.HEAL, 1)
    return _of(Rule.REST, 1 + V.HEARTS - int(p.hearts[player]))


def _slot_points(v: _View, slot: int, wanted: int) -> int:
    p, box = v.p, v.box
    if p.decision == Decision.REPLACE or p.decision == Decision.DAMAGE_ITEM:
        return _of(Rule.ITEMS, 1000 - _worth(p, box, int(p.decider), slot))
    if p.decision == Decision.WOUND:
        return _of(Rule.SPARE, int(p.item_hearts[p.decider, slot]))
    if p.decision != Decision.ACTION:
        return 0
    player, use = int(p.active_player), slot_use(p, box, slot)
    kind = int(p.item_kind[player, slot])
    dice = enchanted(p, player, slot, box.item_dice, kind)
    if use == FIGHT:
        if p.portal_open == 1 and _has_prey(p, box, slot, dice, True):
            return _of(Rule.BOSS, dice)
        return _of(Rule.FIGHT, dice) if _has_prey(p, box, slot, dice, False) else 0
    if use == PICKAXE:
        return _of(Rule.TASKS, 1000) if box.item_blocks[kind] > 1 and wanted > 1 else 0
    if use == WALK:
        return _of(Rule.WALK, 3) if v.way >= 0 else _of(Rule.REST, 2)
    if use != REPAIR:
        return 0
    if dice > 0 and _mob_near(p):
        return _of(Rule.WEAPONS, dice)
    boots = box.item_type[kind] == ItemType.BOOTS or box.item_type[kind] == ItemType.LEGGINGS
    if boots and p.item_active[player, slot] == 0 and v.way >= 0:
        return _of(Rule.WALK, 1)  # soul sand takes boots
    return _of(Rule.REST, 3)


def _column_points(v: _View, column: int) -> int:
    p, colour = v.p, _top_colour(v.p, column)
    if p.decision == Decision.REMOVE_BLOCK:
        begun = 0
        for place in range(V.PLACES):
            begun += p.place_colour[place] == colour
        return _of(Rule.SPARE, 1 + V.PLACES - begun)
    if v.weak >= 0 and colour == Colour.RED:
        return _of(Rule.HEAL, 1 + V.CUBE_LAYERS - int(p.height[column]))
    return _of(Rule.TASKS, _block_points(p, v.box, column))


# -- players ---------------------------------------------------------------------------------


def _life_of(p: Public, player: int) -> int:
    """Return a player's hearts, those of armour included."""
    life = int(p.hearts[player])
    for slot in range(V.SLOTS):
        life += p.item_hearts[player, slot]
    return life


def _weakest(p: Public) -> int:
    """Return the player with the fewest hearts, armour included, if they are few; else -1."""
    weak = 0
    for player in range(1, p.players):
        if _life_of(p, player) < _life_of(p, weak):
            weak = player
    return weak if _life_of(p, weak) <= _WEAK and p.hearts[weak] < V.HEARTS else -1


def _mob_near(p: Public) -> bool:
    """Return whether a mob or boss stands near the active player."""
    here = int(p.player_space[p.active_player])
    for mob in range(V.MOBS):
        if p.mob_space[mob] >= 0 and distance(int(p.mob_space[mob]), here) <= _NEAR:
            return True
    return False


# -- items -----------------------------------------------------------------------------------


def _kind_worth(box: Box, kind: int) -> int:
    """Return the approximate value of a tile, in tenths of a die."""
    item = box.item_type[kind]
    if item == ItemType.ENCHANTMENT:
        return 45
    if item == ItemType.SWORD or item == ItemType.BOW:
        return 10 * int(box.item_dice[kind]) + 5 * int(box.item_rerolls[kind])
    if item == ItemType.PICKAXE:
        return 8 * (int(box.item_blocks[kind]) + int(box.item_blind[kind]))
    if item == ItemType.BOOTS:
        return 9 * int(box.item_steps[kind])
    return 10 * int(box.item_hearts[kind])


def _worth(p: Public, box: Box, player: int, slot: int) -> int:
    """Return the approximate value of an item with its enchantments."""
    value = _kind_worth(box, int(p.item_kind[player, slot]))
    for i in range(V.ENCHANTMENTS):
        if p.item_enchantments[player, slot, i] >= 0:
            value += 12
    return value


def _least_worth(v: _View) -> int:
    """Return the approximate value of the decider's worst item."""
    least = _worth(v.p, v.box, int(v.p.decider), 0)
    for slot in range(1, V.SLOTS):
        least = min(least, _worth(v.p, v.box, int(v.p.decider), slot))
    return least


def _has_boots(p: Public, box: Box, player: int) -> bool:
    """Return whether a player has boots, or leggings in that mode."""
    for slot in range(V.SLOTS):
        if p.item_kind[player, slot] >= 0 and is_boots(p, box, player, slot):
            return True
    return False


def _damaged_items(p: Public, player: int) -> int:
    """Return the number of a player's damaged items."""
    count = 0
    for slot in range(V.SLOTS):
        count += p.item_kind[player, slot] >= 0 and p.item_active[player, slot] == 0
    return count


def _has_prey(p: Public, box: Box, slot: int, dice: int, boss: bool) -> bool:
    """Return whether a weapon reaches a boss, or a mob with no more life than dice."""
    for mob in range(V.REGULAR_MOBS, V.MOBS) if boss else range(V.REGULAR_MOBS):
        beatable = boss or box.kind_life[box.mob_kind[mob]] <= dice
        if beatable and can_fight(p, box, slot, mob):
            return True
    return False


# -- cube and tasks --------------------------------------------------------------------------


def _top_colour(p: Public, column: int) -> int:
    """Return the colour on top of a column that is not empty."""
    return int(p.cube[column, p.height[column] - 1])


def _blocks_seen(p: Public, colour: int) -> int:
    """Return the number of visible blocks of a colour on the cube."""
    count = 0
    for column in range(V.CUBE_COLUMNS):
        for level in range(p.height[column]):
            count += p.cube[column, level] == colour
    return count


def _place_for(p: Public, box: Box, colour: int) -> int:
    """Return the place on the piglin board for a block, or -1.

    A column begun in the block's colour comes first; an empty one is begun only if enough blocks
    of the colour are left.
    """
    for place in range(V.PLACES):
        if p.place_colour[place] == colour and can_place(p, box, place, colour):
            return place
    left = int(p.unseen[colour]) + _blocks_seen(p, colour)
    for place in range(V.PLACES):
        if p.place_colour[place] == -1 and can_place(p, box, place, colour):
            return place if left + 1 >= box.piglin[side_of(p), place] else -1
    return -1


def _block_points(p: Public, box: Box, column: int) -> int:
    """Return the value of the block on top of a column for the tasks, 0 if it has none."""
    colour = _top_colour(p, column)
    place = _place_for(p, box, colour)
    if place < 0:
        return 0
    points = 100 - 10 * (place // V.TASK_COLUMNS) - int(p.height[column])
    if p.place_colour[place] == -1:
        points += min(12, _blocks_seen(p, colour)) - 40
    return points


# -- ways ------------------------------------------------------------------------------------


def _way(p: Public, box: Box, w: Work, mask: Array8) -> int:
    """Return the direction of a free shortest path to the next part or the boss, or -1.

    Before the first turn it is the action of the start space with the shortest path.
    """
    starts = p.decision == Decision.START_SPACE
    walkable_for(p, False, w.passable)
    for r in range(p.rows):
        w.seen[r] = ZERO
        if p.portal_open == 0:
            w.seen[r] = w.passable[r] & bit(int(p.open_columns) - 1)
    for i in range(V.BOSSES):
        space = int(p.mob_space[V.REGULAR_MOBS + i])
        if space >= 0:
            w.seen[space >> 6] |= bit(space & 63)
    here = int(p.player_space[p.active_player])
    while starts or not has(w.seen, here):
        for r in range(p.rows if starts else 0):
            action = V.SPACE + r * int(box.capacity_columns)
            if mask[action] == 1 and has(w.seen, r * 64):
                return action
        for direction in range(0 if starts else 4):
            space = neighbour(p, here, direction)
            free = space != -1 and has(w.passable, space) and not has(p.mob_words, space)
            if free and has(w.seen, space):
                return direction
        if not spread(w.seen, w.passable, int(p.rows), w.following):
            return -1
    return -1


# -- the agent -------------------------------------------------------------------------------


def follow_rules(s: State, box: Box, w: Work, mask: Array8, _weights: tuple[()], n: Floats) -> int:
    """Return the action of the first rule that applies, and note the rule."""
    action, rule = choose(s.public, box, w, mask)
    n[0] = rule
    return action


def prefer(s: State, box: Box, w: Work, _seed: int) -> int:
    """Return the action of ``choose`` where search plays on."""
    mask = np.zeros(V.SPACE + box.capacity_rows * box.capacity_columns, np.int8)
    for i in range(w.legal_count):
        mask[w.legal[i]] = 1
    return choose(s.public, box, w, mask)[0]


class RulesAgent(ScriptAgent):
    """Follows the first of ten rules that applies, without lookahead."""

    name = "rules"

    def __init__(self, facts: GameFacts) -> None:
        super().__init__(facts, follow_rules)

    def explain(self, situation: Situation) -> Explanation:
        """Return the action and its rule."""
        actions, notes = self.choices(situation.alone())
        rule = Rule(int(notes[0, 0]))
        reason = f"Rule {rule + 1}: {SENTENCES[rule]}"
        return Explanation((Candidate(int(actions[0]), 1.0, reason),))


compile_functions(globals())
PLAYOUTS: Final = Playouts(prefer)
