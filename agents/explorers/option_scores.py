"""A script that gives every option a score in food and takes the best one (compiled)."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from tablemates.agents.explorers.sight import (
    Counts,
    best_target,
    cards_per_night,
    completes,
    food_price,
    possible_backs,
    team_spares,
)
from tablemates.agents.game_agents import Playouts
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules.items import own_holdings, taken_by
from tablemates.envs.explorers.state import Box, Public, State, Work
from tablemates.envs.explorers.vocabulary import Decision, Kind


class Weights(NamedTuple):
    """Values of things, in food; ``kinds``: items by class, where a chest lacks one."""

    kinds: tuple[float, ...] = (
        *(5.0, 7.0, 10.07, 6.0, 6.1, 5.0, 3.74, 11.01, 9.56, 5.29, 2.01, 2.65, 12.89, 17.79),
    )
    armour: float = 10.87  # a night without a card
    crossbow: float = 2.06
    spyglass: float = 2.01
    map: float = 2.65  # where a destination is wanted
    tool: float = 0.83  # a point that a tool can save
    food: float = 0.58  # a food in an item
    trade: float = 1.46  # an item that villagers take
    price: float = 0.8  # a food that is paid
    tool_price: float = 0.34  # a point of a tool that is paid
    card: float = 2.15  # a creature card that is turned up
    calm: float = 8.17  # a creature card a night fewer
    relief: float = 0.61  # of that, for a step towards the last creature of a type
    trophy: float = 1.6
    draw: float = 0.38  # the least score that is better than new landscapes
    draw_food: float = 1.84  # the least food with which they are laid out
    keep: float = 0.43  # the least score with which a landscape is kept
    use_armour: float = 1.26  # expected cards from which armour is used
    shoot: float = 6.81  # the least score with which a crossbow is used
    place: float = 0.47  # an item put into a chest, where several seats fill it
    ready: float = 1.96  # the same once the team has all that it needs
    fill: float = 3.61  # a chest that becomes full


class View(NamedTuple):
    """A decision: the game, the parts, legal actions, weights, what the team has to spare."""

    p: Public
    box: Box
    mask: Array8
    w: Weights
    spare: Counts  # items of each class beyond the chests' needs, negative where some lack
    given_up: int  # the chest that is not to be filled


WEIGHTS: Final = Weights()
#: Better than anything else: it wins.
_WINS: Final = 1e6


def choose(p: Public, box: Box, mask: Array8, w: Weights) -> int:
    """Return a legal action."""
    decision = int(p.decision)
    spare = np.zeros(V.KINDS, np.int64)
    v = View(p, box, mask, w, spare, team_spares(p, box, w.kinds, spare))
    action = V.DONE
    if decision == Decision.MAIN:
        action = _best_main(v)
    elif decision == Decision.REWARD or decision == Decision.CROSSBOW:
        action = V.CREATURE + best_target(p, w.relief)
    elif decision == Decision.PAY:
        action = _payment(v)
    elif decision == Decision.ARMOUR:
        if _wants_armour(v):
            action = V.HOLDING + V.ARMOUR
    elif decision == Decision.RETURN:
        action = _returned(v)
    elif decision == Decision.PLACE:
        action = _next_chest(v)
    elif decision == Decision.MAP:
        action = V.DESTINATION + (spare[Kind.SPONGE] < spare[Kind.TOTEM])
    else:
        action = _cheapest_item(v)
    return action


def prefer(s: State, box: Box, w: Work, _seed: int) -> int:
    """Return the action of ``choose`` where search plays on."""
    mask = np.zeros(V.ACTIONS, np.int8)
    for i in range(w.legal_count):
        mask[w.legal[i]] = 1
    return choose(s.public, box, mask, WEIGHTS)


# -- what things are worth -----------------------------------------------------------------


def _use_of(v: View, holding: int) -> float:
    """Return what an item that no chest needs is worth."""
    kind = int(v.box.holding_kind[holding])
    if kind < Kind.FOOD:
        return float(v.w.trade)
    if kind == Kind.FOOD:
        return float(v.w.food * v.box.holding_food[holding])
    if kind == Kind.SWORD or kind == Kind.PICKAXE:
        return float(v.w.tool * v.box.holding_cut[holding] * v.box.holding_uses[holding])
    if kind == Kind.ARMOUR:
        return float(v.w.armour)
    if kind == Kind.CROSSBOW:
        return float(v.w.crossbow)
    if kind == Kind.SPYGLASS:
        return float(v.w.spyglass)
    if kind == Kind.MAP and min(v.spare[Kind.TOTEM], v.spare[Kind.SPONGE]) < 0:
        return float(v.w.map)
    return 0.0


def _gain(v: View, holding: int) -> float:
    """Return what one more item is worth."""
    kind = int(v.box.holding_kind[holding])
    use = _use_of(v, holding)
    return max(use, float(v.w.kinds[kind])) if v.spare[kind] < 0 else use


def _loss(v: View, holding: int) -> float:
    """Return what giving an item away costs."""
    kind = int(v.box.holding_kind[holding])
    use = _use_of(v, holding)
    return use + float(v.w.kinds[kind]) if v.spare[kind] <= 0 else use


def _landscape_worth(v: View, slot: int) -> float:
    """Return what a landscape's possible backs are worth, without the food that it costs."""
    front = int(v.p.place_front[slot])
    shares = np.zeros(V.BACKS)
    possible_backs(v.p, slot, shares)
    worth = 0.0
    for back in range(V.BACKS):
        if shares[back] > 0.0:
            holding = int(v.box.item_holding[v.box.back_item[front, back]])
            gain = _gain(v, holding)
            worth += shares[back] * (gain - v.w.card * v.box.back_creatures[front, back])
    if v.box.front_trade[front] != 0:
        given = 1e3
        for holding in range(V.HOLDINGS):
            if v.box.front_trade[front] >> holding & 1 != 0 and v.p.items[v.p.active, holding] > 0:
                given = min(given, _loss(v, holding))
        # While it lies in the row, another seat may have something to give.
        worth -= given if v.p.decision == Decision.MAIN else v.w.trade
    saved = int(v.box.front_cost[front]) - food_price(v.p, v.box, front)
    return worth - float(v.w.tool_price) * saved


def _kill_worth(v: View, creature: int) -> float:
    """Return what killing a creature is worth."""
    now = cards_per_night(v.p, -1, -1)
    calmer = now - cards_per_night(v.p, -1, creature)
    later = (now - cards_per_night(v.p, creature, -1)) / v.p.line[creature]
    return float(v.w.calm * (calmer + v.w.relief * later) + v.w.trophy)


def _chest_worth(v: View, chest: int) -> float:
    """Return what opening the chests with this one is worth."""
    if completes(v.p, v.box, chest, int(v.p.active)):
        if v.p.filled + 1 >= v.p.goal:
            return _WINS
        target = best_target(v.p, v.w.relief)
        reward = _kill_worth(v, target) if target >= 0 else 0.0
        return float(v.w.fill) + reward
    if chest == v.given_up or v.p.players == 1:
        return 0.0
    own = own_holdings(v.p, int(v.p.active))
    placed = 0
    for other in range(v.p.chests):
        placed += other != v.given_up and taken_by(v.p, v.box, other) & own != 0
    return float(v.w.ready if v.spare.min() >= 0 else v.w.place) * placed


# -- decisions -----------------------------------------------------------------------------


def _best_main(v: View) -> int:
    """Return the best option of a turn."""
    if v.mask[V.HOLDING + V.MAP] == 1 and min(v.spare[Kind.TOTEM], v.spare[Kind.SPONGE]) < 0:
        return V.HOLDING + V.MAP
    if v.mask[V.HOLDING + V.SPYGLASS] == 1 and v.p.food >= 4:
        return V.HOLDING + V.SPYGLASS
    if v.mask[V.HOLDING + V.CROSSBOW] == 1:
        score = 2.0 * _kill_worth(v, best_target(v.p, v.w.relief))
        if v.spare[Kind.CROSSBOW] <= 0:
            score -= float(v.w.kinds[Kind.CROSSBOW.value])
        if score > v.w.shoot:
            return V.HOLDING + V.CROSSBOW
    more = _food_at_hand(v)
    best, score = _best_option(v, v.w.price, more)
    if score < v.w.draw:
        if v.mask[V.REFRESH] == 1 and v.p.food >= v.w.draw_food:
            return V.REFRESH
        # Food that is left is lost: what it can still buy only has to be worth something.
        best, score = _best_option(v, 0.0, 0)
        if best == V.END and v.mask[V.REFRESH] == 1:
            return V.REFRESH
    if v.mask[best] == 0:
        return _eat(v, best)
    return best


def _best_option(v: View, price: float, more: int) -> tuple[int, float]:
    """Return the best chest, landscape or fight and its score, ``END`` if none is above 0.

    A food is worth ``price``; items and trophies could add ``more`` food to afford it.
    """
    best = V.END
    most = 0.0
    for chest in range(v.p.chests):
        if v.mask[V.CHEST + chest] == 1:
            score = _chest_worth(v, chest) - price
            if score > most:
                best, most = V.CHEST + chest, score
    for slot in range(V.ROW):
        front = int(v.p.place_front[slot])
        if front < 0:
            continue
        food = food_price(v.p, v.box, front)
        if v.mask[V.SLOT + slot] == 1 or (
            v.box.front_trade[front] == 0 and food <= v.p.food + more
        ):
            score = _landscape_worth(v, slot) - price * food
            if score > most:
                best, most = V.SLOT + slot, score
    for creature in range(V.CREATURES):
        food = int(v.box.creature_cost[creature])
        if v.p.line[creature] > 0 and (
            v.mask[V.CREATURE + creature] == 1 or food <= v.p.food + more
        ):
            score = _kill_worth(v, creature) - price * food
            if score > most:
                best, most = V.CREATURE + creature, score
    return best, most


def _food_at_hand(v: View) -> int:
    """Return the food in trophies of the active seat and in its items that no chest needs."""
    food = 0
    items = int(v.spare[Kind.FOOD])
    for holding in range(V.HOLDINGS):
        eaten = min(items, int(v.p.items[v.p.active, holding]))
        if v.box.holding_food[holding] > 0 and eaten > 0:
            food += eaten * int(v.box.holding_food[holding])
            items -= eaten
    for creature in range(V.CREATURES):
        food += int(v.p.trophies[v.p.active, creature]) // int(v.box.trophies_per_food)
    return food


def _eat(v: View, wanted: int) -> int:
    """Return how to get the food that is short: trophies first, then the best fitting item."""
    for creature in range(V.CREATURES):
        if v.mask[V.TROPHY + creature] == 1:
            return V.TROPHY + creature
    short = -int(v.p.food)
    if wanted < V.CREATURE:
        short += food_price(v.p, v.box, int(v.p.place_front[wanted - V.SLOT]))
    else:
        short += int(v.box.creature_cost[wanted - V.CREATURE])
    best = V.END
    least = 100
    for holding in range(V.HOLDINGS):
        if v.mask[V.HOLDING + holding] == 1 and v.box.holding_food[holding] > 0:
            food = int(v.box.holding_food[holding])
            waste = food - short if food >= short else 20 - food
            if waste < least:
                best, least = V.HOLDING + holding, waste
    return best


def _payment(v: View) -> int:
    """Use the tool that saves most for what it loses, or pay the rest in food."""
    best = V.DONE
    most = 0.0 if v.mask[V.DONE] == 1 else -1e9
    for holding in range(V.TOOL, V.TOOLS_END):
        if v.mask[V.HOLDING + holding] == 1:
            cut = int(v.box.holding_cut[holding])
            kind = int(v.box.holding_kind[holding])
            gain = v.w.price * min(cut, int(v.p.left)) - v.w.tool_price * cut
            if v.box.holding_uses[holding] == 1 and v.spare[kind] <= 0:
                gain -= v.w.kinds[kind]
            if gain > most:
                best, most = V.HOLDING + holding, gain
    return best


def _wants_armour(v: View) -> bool:
    """Return whether armour is used now."""
    danger = cards_per_night(v.p, -1, -1) * v.p.due
    if v.p.creature_length <= danger + v.box.game_over_among:
        return True
    return bool(danger >= v.w.use_armour and v.spare[Kind.ARMOUR] > 0)


def _returned(v: View) -> int:
    """Return the next landscape that is not worth keeping."""
    for slot in range(V.ROW):
        if v.mask[V.SLOT + slot] == 1:
            price = v.w.price * food_price(v.p, v.box, int(v.p.place_front[slot]))
            if _landscape_worth(v, slot) - price < v.w.keep:
                return V.SLOT + slot
    return V.DONE


def _next_chest(v: View) -> int:
    """Return the next chest to fill: those that become full first."""
    best = V.DONE
    for chest in range(v.p.chests):
        if v.mask[V.CHEST + chest] == 1:
            if completes(v.p, v.box, chest, int(v.p.active)):
                return V.CHEST + chest
            if chest != v.given_up:
                best = V.CHEST + chest
    return best


def _cheapest_item(v: View) -> int:
    """Return the item to give or to place whose loss costs least."""
    best = V.DONE
    least = 1e9
    for holding in range(V.HOLDINGS):
        if v.mask[V.HOLDING + holding] == 1:
            loss = _loss(v, holding)
            if loss < least:
                best, least = V.HOLDING + holding, loss
    return best


compile_functions(globals())

PLAYOUTS: Final = Playouts(prefer)
