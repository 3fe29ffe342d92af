"""A script that gives every option a score in food and takes the best one (compiled)."""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.agents.explorers.sight import (
    Counts,
    Floats,
    best_target,
    cards_per_night,
    completes,
    food_price,
    possible_backs,
    team_lacks,
)
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.record import Array8
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.state import Box, Public
from tablemates.envs.explorers.vocabulary import Decision, Kind

#: The weights in order, with their values, in food: of what is had, of what is paid, limits.
WEIGHTS: Final[dict[str, float]] = {
    "wood": 5.0,
    "iron": 7.0,
    "emerald": 7.0,
    "lighting": 6.0,
    "furnishing": 6.0,
    "food": 5.0,
    "sword": 6.0,
    "pickaxe": 5.0,
    "armour_wanted": 6.0,
    "crossbow_wanted": 5.0,
    "spyglass": 0.5,
    "map": 5.0,  # where a destination is wanted
    "totem": 11.0,
    "sponge": 11.0,
    "armour": 13.0,  # a night without a card
    "crossbow": 3.4,
    "tool_point": 0.9,  # a point that a tool can save
    "food_point": 0.8,  # a food in an item
    "trade": 0.7,  # an item that villagers take
    "price": 0.8,  # a food that is paid
    "tool_price": 0.4,  # a point of a tool that is paid
    "card": 2.2,  # a creature card that is turned up
    "calm": 4.0,  # a creature card a night fewer
    "relief": 0.3,  # of that, for a step towards the last creature of a type
    "trophy": 0.9,
    "draw": 0.2,  # the least score that is better than new landscapes
    "keep": 0.7,  # the least score with which a landscape is kept
    "use_armour": 1.3,  # expected cards from which armour is used
    "shoot": 4.0,  # the least score with which a crossbow is used
    "place": 0.6,  # an item put into a chest
    "fill": 3.0,  # a chest that becomes full
}
(_SPYGLASS, _MAP, _TOTEM, _SPONGE, _ARMOUR, _CROSSBOW, _TOOL, _FOOD) = range(10, 18)
(_TRADE, _PRICE, _TOOL_PRICE, _CARD, _CALM, _RELIEF, _TROPHY) = range(18, 25)
(_DRAW, _KEEP, _USE_ARMOUR, _SHOOT, _PLACE, _FILL) = range(25, 31)


@helper
def choose(p: Public, box: Box, mask: Array8, weights: Floats) -> int:
    """Return a legal action."""
    decision = int(p.decision)
    action = -1
    if decision == Decision.REWARD or decision == Decision.CROSSBOW:
        action = V.CREATURE + best_target(p, weights[_RELIEF])
    elif decision == Decision.PAY:
        action = _payment(p, box, mask, weights)
    else:
        lacks = np.zeros(V.KINDS, np.int64)
        given_up = team_lacks(p, box, weights[: V.KINDS], lacks)
        if decision == Decision.MAIN:
            action = _best_main(p, box, mask, weights, lacks, given_up)
        elif decision == Decision.ARMOUR:
            use = _wants_armour(p, box, weights, lacks)
            action = V.HOLDING + V.ARMOUR if use else V.DONE
        elif decision == Decision.RETURN:
            action = _returned(p, box, mask, weights, lacks)
        elif decision == Decision.PLACE:
            action = _next_chest(p, box, mask, given_up)
        elif decision == Decision.MAP:
            wants = lacks[Kind.TOTEM] >= lacks[Kind.SPONGE]
            action = V.DESTINATION if wants else V.DESTINATION + 1
        else:  # an item to give or to place
            action = _cheapest(p, box, mask, weights, lacks)
    if action >= 0 and mask[action] == 1:
        return action
    action = 0
    while mask[action] == 0:
        action += 1
    return action


@helper
def _holding_worth(box: Box, holding: int, weights: Floats, lacks: Counts) -> float:
    """Return what an item is worth beside those that the team has."""
    kind = int(box.holding_kind[holding])
    worth = 0.0
    if kind == Kind.FOOD:
        worth = weights[_FOOD] * box.holding_food[holding]
    elif kind == Kind.SWORD or kind == Kind.PICKAXE:
        worth = weights[_TOOL] * box.holding_cut[holding] * box.holding_uses[holding]
    elif kind == Kind.ARMOUR:
        worth = weights[_ARMOUR]
    elif kind == Kind.CROSSBOW:
        worth = weights[_CROSSBOW]
    elif kind == Kind.SPYGLASS:
        worth = weights[_SPYGLASS]
    elif kind == Kind.MAP:
        worth = weights[_MAP] if lacks[Kind.TOTEM] + lacks[Kind.SPONGE] > 0 else 0.0
    elif kind < Kind.FOOD:
        worth = weights[_TRADE]
    if lacks[kind] > 0:
        worth = max(worth, weights[kind])
    return worth


@helper
def _landscape_worth(
    p: Public, box: Box, place: int, weights: Floats, lacks: Counts
) -> float:
    """Return what exploring a landscape is worth: its possible backs without its price."""
    front = int(p.place_front[place])
    shares = np.zeros(V.BACKS)
    possible_backs(p, box, place, shares)
    worth = 0.0
    for back in range(V.BACKS):
        if shares[back] > 0.0:
            holding = int(box.item_holding[box.back_item[front, back]])
            gain = _holding_worth(box, holding, weights, lacks)
            gain -= weights[_CARD] * box.back_creatures[front, back]
            worth += shares[back] * gain
    if box.front_trade[front] != 0:
        given = 1e9
        for holding in range(V.HOLDINGS):
            if box.front_trade[front] >> holding & 1 != 0 and p.items[p.active, holding] > 0:
                given = min(given, _loss(box, holding, weights, lacks))
        worth -= min(given, 4.0 * weights[_TRADE])
    return worth


@helper
def _loss(box: Box, holding: int, weights: Floats, lacks: Counts) -> float:
    """Return what the loss of an item costs; those that chests wait for are dear."""
    kind = int(box.holding_kind[holding])
    if kind < Kind.FOOD and lacks[kind] > 0:
        return float(weights[kind])
    return _holding_worth(box, holding, weights, lacks)


@helper
def _price(p: Public, box: Box, front: int, weights: Floats) -> float:
    """Return the cost of a landscape, with the tools that lower it."""
    food = food_price(p, box, front)
    saved = int(box.front_cost[front]) - food
    return float(weights[_PRICE]) * food + float(weights[_TOOL_PRICE]) * saved


@helper
def _kill_worth(p: Public, creature: int, weights: Floats) -> float:
    """Return what killing a creature is worth."""
    now = cards_per_night(p, -1, -1)
    calmer = now - cards_per_night(p, -1, creature)
    later = (now - cards_per_night(p, creature, -1)) / p.line[creature]
    return float(weights[_CALM] * (calmer + weights[_RELIEF] * later) + weights[_TROPHY])


@helper
def _best_main(
    p: Public, box: Box, mask: Array8, weights: Floats, lacks: Counts, given_up: int
) -> int:
    seat = int(p.active)
    best = V.END
    most = 0.0
    # -- what is free: the map, and the spyglass while there is food to use what it shows
    if mask[V.HOLDING + V.MAP] == 1 and lacks[Kind.TOTEM] + lacks[Kind.SPONGE] > 0:
        return V.HOLDING + V.MAP
    if mask[V.HOLDING + V.SPYGLASS] == 1 and p.food >= 4:
        return V.HOLDING + V.SPYGLASS
    # -- chests
    for chest in range(p.chests):
        if mask[V.CHEST + chest] == 1:
            score = _chest_worth(p, box, chest, seat, weights, given_up)
            if score > most:
                best = V.CHEST + chest
                most = score
    # -- landscapes and fights, those too that only eating or trophies can pay for
    more = _spare_food(p, box, weights, lacks)
    short = 0
    for slot in range(V.ROW):
        front = int(p.place_front[slot])
        if front < 0:
            continue
        lacking = food_price(p, box, front) - int(p.food)
        if mask[V.SLOT + slot] == 0 and (box.front_trade[front] != 0 or lacking > more):
            continue
        score = _landscape_worth(p, box, slot, weights, lacks) - _price(p, box, front, weights)
        if score > most:
            best = V.SLOT + slot
            most = score
            short = lacking
    for creature in range(V.CREATURES):
        if p.line[creature] == 0:
            continue
        lacking = int(box.creature_cost[creature]) - int(p.food)
        if mask[V.CREATURE + creature] == 0 and lacking > more:
            continue
        score = _kill_worth(p, creature, weights)
        score -= weights[_PRICE] * box.creature_cost[creature]
        if score > most:
            best = V.CREATURE + creature
            most = score
            short = lacking
    # -- crossbow
    if mask[V.HOLDING + V.CROSSBOW] == 1:
        target = best_target(p, weights[_RELIEF])
        score = 2.0 * _kill_worth(p, target, weights) - weights[_SHOOT]
        score -= weights[Kind.CROSSBOW] * (lacks[Kind.CROSSBOW] > 0)
        if score > most:
            return V.HOLDING + V.CROSSBOW
    if most < weights[_DRAW] and mask[V.REFRESH] == 1:
        rest = int(p.food) + more
        if rest >= 3:
            return V.REFRESH
    if best != V.END and mask[best] == 0:
        return _eat(p, box, mask, weights, lacks, short)
    if best == V.END and p.food >= 1:
        for chest in range(p.chests):
            if mask[V.CHEST + chest] == 1 and chest != given_up:
                return V.CHEST + chest
        if mask[V.REFRESH] == 1 and p.food >= 1:
            return V.REFRESH
    return best


@helper
def _chest_worth(
    p: Public, box: Box, chest: int, seat: int, weights: Floats, given_up: int
) -> float:
    """Return what opening a chest is worth; at the end of a turn food is worth nothing."""
    if completes(p, box, chest, seat):
        score = float(weights[_FILL])
        if p.filled + 1 >= p.goal:
            return 1e6
        target = best_target(p, weights[_RELIEF])
        if target >= 0:
            score += _kill_worth(p, target, weights)
        return score - float(weights[_PRICE])
    if chest == given_up:
        return -1.0
    return float(weights[_PLACE] - weights[_PRICE])


@helper
def _spare_food(p: Public, box: Box, weights: Floats, lacks: Counts) -> int:
    """Return the food in items and trophies of the active seat that no chest waits for."""
    food = 0
    for holding in range(V.HOLDINGS):
        if p.items[p.active, holding] > 0 and box.holding_food[holding] > 0:
            food += int(p.items[p.active, holding]) * int(box.holding_food[holding])
    if lacks[Kind.FOOD] > 0:
        food = 0
    for creature in range(V.CREATURES):
        food += int(p.trophies[p.active, creature]) // int(box.trophies_per_food)
    return food


@helper
def _eat(
    p: Public, box: Box, mask: Array8, weights: Floats, lacks: Counts, short: int
) -> int:
    """Return how to get the food that is short: trophies first, then the smallest item."""
    for creature in range(V.CREATURES):
        if mask[V.TROPHY + creature] == 1:
            return V.TROPHY + creature
    best = V.END
    least = 100
    for holding in range(V.HOLDINGS):
        if mask[V.HOLDING + holding] == 1 and box.holding_food[holding] > 0:
            food = int(box.holding_food[holding])
            waste = food - short if food >= short else 20 - food
            if waste < least:
                best = V.HOLDING + holding
                least = waste
    return best


@helper
def _payment(p: Public, box: Box, mask: Array8, weights: Floats) -> int:
    """Use the tool that saves most for what it loses, or pay the rest in food."""
    best = V.DONE
    most = 0.0 if mask[V.DONE] == 1 else -1e9
    for holding in range(V.TOOL, V.TOOLS_END):
        if mask[V.HOLDING + holding] == 1:
            cut = int(box.holding_cut[holding])
            gain = weights[_PRICE] * min(cut, int(p.left)) - weights[_TOOL_PRICE] * cut
            gain += 0.001 * (box.holding_uses[holding] == 1)
            if gain > most:
                best = V.HOLDING + holding
                most = gain
    return best


@helper
def _wants_armour(p: Public, box: Box, weights: Floats, lacks: Counts) -> bool:
    """Return whether armour is used now."""
    danger = cards_per_night(p, -1, -1) * max(1, int(p.due))
    if p.creature_length <= danger + box.game_over_among:
        return True
    if lacks[Kind.ARMOUR] > 0:
        return False
    return bool(danger >= weights[_USE_ARMOUR])


@helper
def _returned(p: Public, box: Box, mask: Array8, weights: Floats, lacks: Counts) -> int:
    """Return the next landscape that is not worth keeping."""
    for slot in range(V.ROW):
        if mask[V.SLOT + slot] == 1:
            worth = _landscape_worth(p, box, slot, weights, lacks)
            if worth - _price(p, box, int(p.place_front[slot]), weights) < weights[_KEEP]:
                return V.SLOT + slot
    return V.DONE


@helper
def _next_chest(p: Public, box: Box, mask: Array8, given_up: int) -> int:
    """Return the next chest to fill: those that become full first."""
    best = V.DONE
    for chest in range(p.chests):
        if mask[V.CHEST + chest] == 1:
            if completes(p, box, chest, int(p.active)):
                return V.CHEST + chest
            if chest != given_up:
                best = V.CHEST + chest
    return best


@helper
def _cheapest(p: Public, box: Box, mask: Array8, weights: Floats, lacks: Counts) -> int:
    """Return the item whose loss costs least."""
    best = -1
    least = 1e9
    for holding in range(V.HOLDINGS):
        if mask[V.HOLDING + holding] == 1:
            loss = _loss(box, holding, weights, lacks)
            if loss < least:
                best = V.HOLDING + holding
                least = loss
    return best

