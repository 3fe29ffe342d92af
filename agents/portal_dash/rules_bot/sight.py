"""What the rules look at: hearts, items, blocks and ways."""

from __future__ import annotations

from tablemates.envs.core.compiled import helper
from tablemates.envs.core.record import Array8
from tablemates.envs.portal_dash.rules import catalogue as A
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.fighting import can_fight
from tablemates.envs.portal_dash.rules.geometry import ZERO, bit, distance, has, neighbour, spread
from tablemates.envs.portal_dash.rules.items import enchanted
from tablemates.envs.portal_dash.rules.mobs import walkable_for
from tablemates.envs.portal_dash.rules.piglins import can_place, side_of
from tablemates.envs.portal_dash.rules.state import Box, Public, Work
from tablemates.envs.portal_dash.rules.vocabulary import ItemType, Mode

NOTHING = -1


@helper
def first_legal(mask: Array8) -> int:
    """Return the lowest legal action."""
    for action in range(len(mask)):
        if mask[action] == 1:
            return action
    return NOTHING


@helper
def space_action(box: Box, space: int) -> int:
    """Return the action of a space."""
    return A.SPACE + (space >> 6) * int(box.capacity_columns) + (space & 63)


# -- players ----------------------------------------------------------------------
@helper
def life_of_player(p: Public, player: int) -> int:
    """Return a player's hearts, those of armour included."""
    life = int(p.hearts[player])
    for slot in range(L.SLOTS):
        life += p.item_hearts[player, slot]
    return life


@helper
def weakest(p: Public) -> int:
    """Return the player with the fewest hearts, those of armour included."""
    best = 0
    for player in range(1, p.players):
        if life_of_player(p, player) < life_of_player(p, best):
            best = player
    return best


@helper
def mob_near(p: Public, reach: int) -> bool:
    """Return whether a mob or boss stands within a distance of the active player."""
    here = int(p.player_space[p.active_player])
    for mob in range(L.MOBS):
        if p.mob_space[mob] >= 0 and distance(int(p.mob_space[mob]), here) <= reach:
            return True
    return False


# -- items ------------------------------------------------------------------------
@helper
def kind_worth(box: Box, kind: int) -> int:
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


@helper
def worth(p: Public, box: Box, player: int, slot: int) -> int:
    """Return the approximate value of an item with its enchantments."""
    value = kind_worth(box, int(p.item_kind[player, slot]))
    for i in range(L.ENCHANTMENTS):
        if p.item_enchantments[player, slot, i] >= 0:
            value += 12
    return value


@helper
def worst_slot(p: Public, box: Box, player: int) -> int:
    """Return the slot of a player's worst item."""
    best = 0
    for slot in range(1, L.SLOTS):
        if worth(p, box, player, slot) < worth(p, box, player, best):
            best = slot
    return best


@helper
def boots_of(p: Public, box: Box, player: int) -> bool:
    """Return whether a player has boots, or leggings in that mode."""
    for slot in range(L.SLOTS):
        kind = int(p.item_kind[player, slot])
        if kind >= 0 and box.item_type[kind] == ItemType.BOOTS:
            return True
        if kind >= 0 and p.item_mode[player, slot] == Mode.BOOTS:
            return True
    return False


@helper
def damaged_items(p: Public, player: int) -> int:
    """Return the number of a player's damaged items."""
    count = 0
    for slot in range(L.SLOTS):
        if p.item_kind[player, slot] >= 0 and p.item_active[player, slot] == 0:
            count += 1
    return count


@helper
def dice_of(p: Public, box: Box, slot: int) -> int:
    """Return the dice of the active player's item, 0 if it is no weapon."""
    player = int(p.active_player)
    return enchanted(p, player, slot, box.item_dice, int(p.item_kind[player, slot]))


@helper
def has_prey(p: Public, box: Box, slot: int, dice: int, boss: bool) -> bool:
    """Return whether a weapon reaches a boss, or a mob with no more life than dice."""
    for mob in range(L.REGULAR_MOBS, L.MOBS) if boss else range(L.REGULAR_MOBS):
        beatable = boss or box.kind_life[box.mob_kind[mob]] <= dice
        if beatable and can_fight(p, box, slot, mob):
            return True
    return False


@helper
def damaged_boots(p: Public, box: Box, mask: Array8) -> int:
    """Return the action that repairs the active player's boots, or -1."""
    player = int(p.active_player)
    for slot in range(L.SLOTS):
        kind = int(p.item_kind[player, slot])
        if kind == -1 or p.item_active[player, slot] == 1 or mask[A.SLOT + slot] == 0:
            continue
        if box.item_type[kind] == ItemType.BOOTS or box.item_type[kind] == ItemType.LEGGINGS:
            return A.SLOT + slot
    return NOTHING


# -- cube and tasks ---------------------------------------------------------------
@helper
def top_colour(p: Public, column: int) -> int:
    """Return the colour on top of a column that is not empty."""
    return int(p.cube[column, p.height[column] - 1])


@helper
def column_of(p: Public, mask: Array8, colour: int) -> int:
    """Return the action that mines a block of a colour, the lowest one, or -1."""
    best = NOTHING
    lowest = 99
    for column in range(L.CUBE_COLUMNS):
        if mask[A.COLUMN + column] == 0 or top_colour(p, column) != colour:
            continue
        if p.height[column] < lowest:
            lowest = int(p.height[column])
            best = A.COLUMN + column
    return best


@helper
def blocks_seen(p: Public, colour: int) -> int:
    """Return the number of visible blocks of a colour on the cube."""
    count = 0
    for column in range(L.CUBE_COLUMNS):
        for level in range(p.height[column]):
            if p.cube[column, level] == colour:
                count += 1
    return count


@helper
def place_for(p: Public, box: Box, colour: int) -> int:
    """Return the place on the piglin board for a block, or -1.

    A column begun in the block's colour comes first; an empty one is begun only if enough blocks
    of the colour are left.
    """
    for place in range(L.PLACES):
        if p.place_colour[place] == colour and can_place(p, box, place, colour):
            return place
    side = side_of(p)
    left = int(p.unseen[colour]) + blocks_seen(p, colour)
    for place in range(L.PLACES):
        if p.place_colour[place] == -1 and can_place(p, box, place, colour):
            return place if left + 1 >= box.piglin[side, place] else NOTHING
    return NOTHING


@helper
def block_points(p: Public, box: Box, column: int) -> int:
    """Return the value of the block on top of a column for the tasks, 0 if it has none."""
    colour = top_colour(p, column)
    place = place_for(p, box, colour)
    if place < 0:
        return 0
    points = 100 - 10 * (place // L.TASK_COLUMNS) - int(p.height[column])
    if p.place_colour[place] == -1:
        points += min(12, blocks_seen(p, colour)) - 40
    return points


@helper
def seen_points(p: Public, column: int) -> int:
    """Return the number of places on the piglin board begun in the colour of a block."""
    colour = top_colour(p, column)
    points = 0
    for place in range(L.PLACES):
        if p.place_colour[place] == colour:
            points += 1
    return points


# -- ways -------------------------------------------------------------------------
@helper
def on_chest(p: Public) -> bool:
    """Return whether the active player stands on a chest."""
    for i in range(L.CHESTS):
        if p.chest_space[i] >= 0 and p.chest_space[i] == p.player_space[p.active_player]:
            return True
    return False


@helper
def start_spread(p: Public, w: Work) -> None:
    """Write the goal to ``w.seen`` and the walkable spaces to ``w.passable``, both bit sets."""
    walkable_for(p, False, w.passable)
    for r in range(p.rows):
        w.seen[r] = ZERO
        if p.portal_open == 0:
            w.seen[r] = w.passable[r] & bit(int(p.open_columns) - 1)
    for i in range(L.BOSSES):
        space = int(p.mob_space[L.REGULAR_MOBS + i])
        if space >= 0:
            w.seen[space >> 6] |= bit(space & 63)


@helper
def step_towards_goal(p: Public, w: Work) -> int:
    """Return the direction of a free shortest path, -1 at the goal or without a path."""
    here = int(p.player_space[p.active_player])
    start_spread(p, w)
    while not has(w.seen, here):
        for direction in range(4):
            space = neighbour(p, here, direction)
            if space == -1 or has(p.mob_words, space) or not has(w.passable, space):
                continue
            if has(w.seen, space):
                return direction
        if not spread(w.seen, w.passable, int(p.rows), w.following):
            return NOTHING
    return NOTHING


@helper
def nearest_start(p: Public, box: Box, w: Work, mask: Array8) -> int:
    """Return the start space with the shortest path to the goal."""
    start_spread(p, w)
    while True:
        for r in range(p.rows):
            action = A.SPACE + r * int(box.capacity_columns)
            if mask[action] == 1 and has(w.seen, r * 64):
                return action
        if not spread(w.seen, w.passable, int(p.rows), w.following):
            return NOTHING
