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
    team_spares,
)
from tablemates.agents.search.playouts import Playouts
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.record import Array8
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules.chests import own_holdings, taken_by
from tablemates.envs.explorers.state import Box, Public, State, Work
from tablemates.envs.explorers.vocabulary import Decision, Kind

#: The weights in order, with their values, in food. The first are those of items by class, where
#: a chest that the team wants to fill lacks one.
WEIGHTS: Final[dict[str, float]] = {
    "wood": 5.0,
    "iron": 7.0,
    "emerald": 10.07,
    "lighting": 6.0,
    "furnishing": 6.1,
    "food": 5.0,
    "sword": 3.74,
    "pickaxe": 11.01,
    "armour": 9.56,
    "crossbow": 5.29,
    "spyglass": 2.01,
    "map": 2.65,  # where a destination is wanted
    "totem": 12.89,
    "sponge": 17.79,
    "any_armour": 10.87,  # a night without a card
    "any_crossbow": 2.06,
    "tool_point": 0.83,  # a point that a tool can save
    "food_point": 0.58,  # a food in an item
    "trade": 1.46,  # an item that villagers take
    "price": 0.8,  # a food that is paid
    "tool_price": 0.34,  # a point of a tool that is paid
    "card": 2.15,  # a creature card that is turned up
    "calm": 8.17,  # a creature card a night fewer
    "relief": 0.61,  # of that, for a step towards the last creature of a type
    "trophy": 1.6,
    "draw": 0.38,  # the least score that is better than new landscapes
    "draw_food": 1.84,  # the least food with which they are laid out
    "keep": 0.43,  # the least score with which a landscape is kept
    "use_armour": 1.26,  # expected cards from which armour is used
    "shoot": 6.81,  # the least score with which a crossbow is used
    "place": 0.47,  # an item put into a chest, where several seats fill it
    "ready": 1.96,  # the same once the team has all that it needs
    "fill": 3.61,  # a chest that becomes full
}
(_SPYGLASS, _MAP, _TOTEM, _SPONGE, _ARMOUR, _CROSSBOW, _TOOL, _FOOD) = range(10, 18)
(_TRADE, _PRICE, _TOOL_PRICE, _CARD, _CALM, _RELIEF, _TROPHY) = range(18, 25)
(_DRAW, _DRAW_FOOD, _KEEP, _USE_ARMOUR, _SHOOT, _PLACE, _READY, _FILL) = range(25, 33)
_WEIGHTS: Final = np.array([*WEIGHTS.values()])
#: Better than anything else: it wins.
_WINS: Final = 1e6


@helper
def choose(p: Public, box: Box, mask: Array8, weights: Floats) -> int:
    """Return a legal action."""
    decision = int(p.decision)
    spare = np.zeros(V.KINDS, np.int64)
    given_up = team_spares(p, box, weights, spare)
    action = V.DONE
    if decision == Decision.MAIN:
        action = _best_main(p, box, mask, weights, spare, given_up)
    elif decision == Decision.REWARD or decision == Decision.CROSSBOW:
        action = V.CREATURE + best_target(p, weights[_RELIEF])
    elif decision == Decision.PAY:
        action = _payment(p, box, mask, weights, spare)
    elif decision == Decision.ARMOUR:
        if _wants_armour(p, box, weights, spare):
            action = V.HOLDING + V.ARMOUR
    elif decision == Decision.RETURN:
        action = _returned(p, box, mask, weights, spare)
    elif decision == Decision.PLACE:
        action = _next_chest(p, box, mask, given_up)
    elif decision == Decision.MAP:
        action = V.DESTINATION + (spare[Kind.SPONGE] < spare[Kind.TOTEM])
    else:
        action = _cheapest_item(box, mask, weights, spare)
    return action


@helper
def prefer(s: State, box: Box, w: Work, _seed: int) -> int:
    """Return the action of ``choose`` where search plays on."""
    mask = np.zeros(V.ACTIONS, np.int8)
    for i in range(w.legal_count):
        mask[w.legal[i]] = 1
    return choose(s.public, box, mask, _WEIGHTS)


PLAYOUTS: Final = Playouts(prefer)

# -- what things are worth -----------------------------------------------------------------


@helper
def _use_of(box: Box, holding: int, weights: Floats, spare: Counts) -> float:
    """Return what an item that no chest needs is worth."""
    kind = int(box.holding_kind[holding])
    if kind < Kind.FOOD:
        return float(weights[_TRADE])
    if kind == Kind.FOOD:
        return float(weights[_FOOD] * box.holding_food[holding])
    if kind == Kind.SWORD or kind == Kind.PICKAXE:
        return float(weights[_TOOL] * box.holding_cut[holding] * box.holding_uses[holding])
    if kind == Kind.ARMOUR:
        return float(weights[_ARMOUR])
    if kind == Kind.CROSSBOW:
        return float(weights[_CROSSBOW])
    if kind == Kind.SPYGLASS:
        return float(weights[_SPYGLASS])
    if kind == Kind.MAP and min(spare[Kind.TOTEM], spare[Kind.SPONGE]) < 0:
        return float(weights[_MAP])
    return 0.0


@helper
def _gain(box: Box, holding: int, weights: Floats, spare: Counts) -> float:
    """Return what one more item is worth."""
    kind = int(box.holding_kind[holding])
    use = _use_of(box, holding, weights, spare)
    return max(use, float(weights[kind])) if spare[kind] < 0 else use


@helper
def _loss(box: Box, holding: int, weights: Floats, spare: Counts) -> float:
    """Return what giving an item away costs."""
    kind = int(box.holding_kind[holding])
    use = _use_of(box, holding, weights, spare)
    return use + float(weights[kind]) if spare[kind] <= 0 else use


@helper
def _landscape_worth(p: Public, box: Box, slot: int, weights: Floats, spare: Counts) -> float:
    """Return what a landscape's possible backs are worth, without the food that it costs."""
    front = int(p.place_front[slot])
    shares = np.zeros(V.BACKS)
    possible_backs(p, slot, shares)
    worth = 0.0
    for back in range(V.BACKS):
        if shares[back] > 0.0:
            holding = int(box.item_holding[box.back_item[front, back]])
            gain = _gain(box, holding, weights, spare)
            worth += shares[back] * (gain - weights[_CARD] * box.back_creatures[front, back])
    if box.front_trade[front] != 0:
        given = 1e3
        for holding in range(V.HOLDINGS):
            if box.front_trade[front] >> holding & 1 != 0 and p.items[p.active, holding] > 0:
                given = min(given, _loss(box, holding, weights, spare))
        # While it lies in the row, another seat may have something to give.
        worth -= given if p.decision == Decision.MAIN else weights[_TRADE]
    saved = int(box.front_cost[front]) - food_price(p, box, front)
    return worth - float(weights[_TOOL_PRICE]) * saved


@helper
def _kill_worth(p: Public, creature: int, weights: Floats) -> float:
    """Return what killing a creature is worth."""
    now = cards_per_night(p, -1, -1)
    calmer = now - cards_per_night(p, -1, creature)
    later = (now - cards_per_night(p, creature, -1)) / p.line[creature]
    return float(weights[_CALM] * (calmer + weights[_RELIEF] * later) + weights[_TROPHY])


@helper
def _chest_worth(
    p: Public, box: Box, chest: int, weights: Floats, spare: Counts, given_up: int
) -> float:
    """Return what opening the chests with this one is worth."""
    if completes(p, box, chest, int(p.active)):
        if p.filled + 1 >= p.goal:
            return _WINS
        target = best_target(p, weights[_RELIEF])
        reward = _kill_worth(p, target, weights) if target >= 0 else 0.0
        return float(weights[_FILL]) + reward
    if chest == given_up or p.players == 1:
        return 0.0
    own = own_holdings(p, int(p.active))
    placed = 0
    for other in range(p.chests):
        placed += other != given_up and taken_by(p, box, other) & own != 0
    return float(weights[_READY] if spare.min() >= 0 else weights[_PLACE]) * placed


# -- decisions -----------------------------------------------------------------------------


@helper
def _best_main(
    p: Public, box: Box, mask: Array8, weights: Floats, spare: Counts, given_up: int
) -> int:
    """Return the best option of a turn."""
    if mask[V.HOLDING + V.MAP] == 1 and min(spare[Kind.TOTEM], spare[Kind.SPONGE]) < 0:
        return V.HOLDING + V.MAP
    if mask[V.HOLDING + V.SPYGLASS] == 1 and p.food >= 4:
        return V.HOLDING + V.SPYGLASS
    if mask[V.HOLDING + V.CROSSBOW] == 1:
        score = 2.0 * _kill_worth(p, best_target(p, weights[_RELIEF]), weights)
        if spare[Kind.CROSSBOW] <= 0:
            score -= float(weights[Kind.CROSSBOW])
        if score > weights[_SHOOT]:
            return V.HOLDING + V.CROSSBOW
    more = _food_at_hand(p, box, spare)
    best, score = _best_option(p, box, mask, weights, spare, given_up, weights[_PRICE], more)
    if score < weights[_DRAW]:
        if mask[V.REFRESH] == 1 and p.food >= weights[_DRAW_FOOD]:
            return V.REFRESH
        # Food that is left is lost: what it can still buy only has to be worth something.
        best, score = _best_option(p, box, mask, weights, spare, given_up, 0.0, 0)
        if best == V.END and mask[V.REFRESH] == 1:
            return V.REFRESH
    if mask[best] == 0:
        return _eat(p, box, mask, best)
    return best


@helper
def _best_option(
    p: Public,
    box: Box,
    mask: Array8,
    weights: Floats,
    spare: Counts,
    given_up: int,
    price: float,
    more: int,
) -> tuple[int, float]:
    """Return the best chest, landscape or fight and its score, ``END`` if none is above 0.

    Args:
        p: The game.
        box: What is in the box.
        mask: Legal actions.
        weights: Of the script.
        spare: What the team has beyond its needs.
        given_up: The chest that is not to be filled.
        price: What a food is worth.
        more: Food that items and trophies could add; the option need not be legal before.
    """
    best = V.END
    most = 0.0
    for chest in range(p.chests):
        if mask[V.CHEST + chest] == 1:
            score = _chest_worth(p, box, chest, weights, spare, given_up) - price
            if score > most:
                best, most = V.CHEST + chest, score
    for slot in range(V.ROW):
        front = int(p.place_front[slot])
        if front < 0:
            continue
        food = food_price(p, box, front)
        if mask[V.SLOT + slot] == 1 or (box.front_trade[front] == 0 and food <= p.food + more):
            score = _landscape_worth(p, box, slot, weights, spare) - price * food
            if score > most:
                best, most = V.SLOT + slot, score
    for creature in range(V.CREATURES):
        food = int(box.creature_cost[creature])
        if p.line[creature] > 0 and (mask[V.CREATURE + creature] == 1 or food <= p.food + more):
            score = _kill_worth(p, creature, weights) - price * food
            if score > most:
                best, most = V.CREATURE + creature, score
    return best, most


@helper
def _food_at_hand(p: Public, box: Box, spare: Counts) -> int:
    """Return the food in trophies of the active seat and in its items that no chest needs."""
    food = 0
    items = int(spare[Kind.FOOD])
    for holding in range(V.HOLDINGS):
        eaten = min(items, int(p.items[p.active, holding]))
        if box.holding_food[holding] > 0 and eaten > 0:
            food += eaten * int(box.holding_food[holding])
            items -= eaten
    for creature in range(V.CREATURES):
        food += int(p.trophies[p.active, creature]) // int(box.trophies_per_food)
    return food


@helper
def _eat(p: Public, box: Box, mask: Array8, wanted: int) -> int:
    """Return how to get the food that is short: trophies first, then the best fitting item."""
    for creature in range(V.CREATURES):
        if mask[V.TROPHY + creature] == 1:
            return V.TROPHY + creature
    short = -int(p.food)
    if wanted < V.CREATURE:
        short += food_price(p, box, int(p.place_front[wanted - V.SLOT]))
    else:
        short += int(box.creature_cost[wanted - V.CREATURE])
    best = V.END
    least = 100
    for holding in range(V.HOLDINGS):
        if mask[V.HOLDING + holding] == 1 and box.holding_food[holding] > 0:
            food = int(box.holding_food[holding])
            waste = food - short if food >= short else 20 - food
            if waste < least:
                best, least = V.HOLDING + holding, waste
    return best


@helper
def _payment(p: Public, box: Box, mask: Array8, weights: Floats, spare: Counts) -> int:
    """Use the tool that saves most for what it loses, or pay the rest in food."""
    best = V.DONE
    most = 0.0 if mask[V.DONE] == 1 else -1e9
    for holding in range(V.TOOL, V.TOOLS_END):
        if mask[V.HOLDING + holding] == 1:
            cut = int(box.holding_cut[holding])
            kind = int(box.holding_kind[holding])
            gain = weights[_PRICE] * min(cut, int(p.left)) - weights[_TOOL_PRICE] * cut
            if box.holding_uses[holding] == 1 and spare[kind] <= 0:
                gain -= weights[kind]
            if gain > most:
                best, most = V.HOLDING + holding, gain
    return best


@helper
def _wants_armour(p: Public, box: Box, weights: Floats, spare: Counts) -> bool:
    """Return whether armour is used now."""
    danger = cards_per_night(p, -1, -1) * p.due
    if p.creature_length <= danger + box.game_over_among:
        return True
    return bool(danger >= weights[_USE_ARMOUR] and spare[Kind.ARMOUR] > 0)


@helper
def _returned(p: Public, box: Box, mask: Array8, weights: Floats, spare: Counts) -> int:
    """Return the next landscape that is not worth keeping."""
    for slot in range(V.ROW):
        if mask[V.SLOT + slot] == 1:
            price = weights[_PRICE] * food_price(p, box, int(p.place_front[slot]))
            if _landscape_worth(p, box, slot, weights, spare) - price < weights[_KEEP]:
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
def _cheapest_item(box: Box, mask: Array8, weights: Floats, spare: Counts) -> int:
    """Return the item to give or to place whose loss costs least."""
    best = V.DONE
    least = 1e9
    for holding in range(V.HOLDINGS):
        if mask[V.HOLDING + holding] == 1:
            loss = _loss(box, holding, weights, spare)
            if loss < least:
                best, least = V.HOLDING + holding, loss
    return best
