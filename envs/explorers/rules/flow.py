"""The flow of a game: what a chosen option does, and running on until somebody has to choose."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.engine.flow import flow_of
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.records.elements import total
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.rules import chance, creatures, items, landscapes, legal
from tablemates.envs.explorers.state import Box, State, Work
from tablemates.envs.explorers.vocabulary import Chance, Decision, Event


def go_on(s: State, _box: Box, _w: Work) -> None:
    """Ask nobody once the game is over."""
    if s.public.outcome != Outcome.RUNNING:
        s.public.decision = Decision.NONE


def receive(s: State, box: Box, w: Work, card: int) -> None:
    """Turn over a card."""
    p = s.public
    kind = p.chance
    p.chance = Chance.NONE
    p.decision = Decision.MAIN  # unless the card asks for more
    if kind == Chance.FRONT:
        landscapes.top_shown(s, box, w, card)
    elif kind == Chance.BACK:
        landscapes.back_turned(s, box, w, card)
    elif kind == Chance.SEEN_BACK:
        landscapes.back_seen(p, box, w, card)
    else:
        creatures.card_turned(s, box, w, card)


def choose(s: State, box: Box, w: Work, action: int) -> None:
    """Do what the active seat has chosen."""
    p = s.public
    decision = p.decision
    p.decision = Decision.MAIN  # unless the option asks for more
    if decision == Decision.MAIN:
        _act(s, box, w, action)
    elif decision == Decision.PAY:
        _pay(s, box, w, action)
    elif decision == Decision.TRADE:
        holding = action - V.HOLDING
        items.lose_item(p, holding)  # VIL-02
        emit(w, Event.ITEM_TRADED, p.active, holding)
        landscapes.turn_over(s, box, w)
    elif decision == Decision.RETURN:
        if action == V.DONE:
            p.slot = -1
            landscapes.refill(s, box, w)  # REF-03
        else:
            p.slot = action - V.SLOT
            p.decision = Decision.RETURN
            landscapes.put_under(s, w, p.slot)  # REF-02
    elif decision == Decision.ITEM:
        items.place_item(p, box, w, action - V.HOLDING)
    elif decision == Decision.PLACE:
        if action != V.DONE:
            p.chest = action - V.CHEST
            p.decision = Decision.ITEM  # CHEST-02
    elif decision == Decision.REWARD:
        if action != V.DONE:
            creatures.kill(p, w, action - V.CREATURE)  # CHEST-04
        p.decision = Decision.PLACE  # CHEST-04
    elif decision == Decision.CROSSBOW:
        creatures.kill(p, w, action - V.CREATURE)
        p.kills -= 1
        _shoot(s)
    elif decision == Decision.MAP:
        landscapes.fetch(s, w, V.DESTINATIONS[action - V.DESTINATION])  # MAP-01
    elif action == V.DONE:
        creatures.next_card(p)
    else:
        creatures.use_armour(p, box, w)


def _act(s: State, box: Box, w: Work, action: int) -> None:
    """Do what was chosen in *main*."""
    p = s.public
    seat = p.active
    if action == V.END:
        creatures.fall_night(p, w)  # TURN-01
    elif action == V.REFRESH:
        items.pay_food(p, w, 1)  # REF-01
        p.slot = -1
        p.decision = Decision.RETURN  # REF-02
    elif action < V.CREATURE:
        p.slot = action - V.SLOT
        front = int(p.place_front[p.slot])
        if box.front_trade[front] != 0:
            items.pay_food(p, w, int(box.front_cost[front]))  # VIL-02
            p.decision = Decision.TRADE
        else:
            p.left = box.front_cost[front]  # EXP-01
            _go_on_paying(s, box, w)
    elif action < V.CHEST:
        p.creature = action - V.CREATURE
        p.left = box.creature_cost[p.creature]  # FIGHT-01
        _go_on_paying(s, box, w)
    elif action < V.HOLDING:
        items.pay_food(p, w, 1)  # CHEST-01
        p.chest = action - V.CHEST
        emit(w, Event.CHEST_VISITED, seat, int(p.chest_number[p.chest]))
        p.decision = Decision.ITEM  # CHEST-02
    elif action < V.TROPHY:
        _use(s, box, w, action - V.HOLDING)
    else:
        creature = action - V.TROPHY
        p.trophies[seat, creature] -= box.trophies_per_food  # TROPHY-02
        p.food += 1  # TROPHY-02
        emit(w, Event.TROPHIES_SPENT, seat, creature)


def _use(s: State, box: Box, w: Work, holding: int) -> None:
    """Eat, shoot, look through the spyglass or read the map."""
    p = s.public
    seat = p.active
    items.lose_item(p, holding)
    if holding == V.CROSSBOW:
        p.kills = box.crossbow_kills  # XBOW-01
        emit(w, Event.CROSSBOW_SHOT, seat)
        _shoot(s)
    elif holding == V.SPYGLASS:
        emit(w, Event.SPYGLASS_USED, seat)
        landscapes.look(p, 0)  # SPY-02
    elif holding == V.MAP:
        first = landscapes.in_pile(p, V.DESTINATIONS[0])
        if first and landscapes.in_pile(p, V.DESTINATIONS[1]):
            p.decision = Decision.MAP  # MAP-01
        else:
            landscapes.fetch(s, w, V.DESTINATIONS[0] if first else V.DESTINATIONS[1])
    else:
        food = int(box.holding_food[holding])
        p.food += food  # FOOD-01
        emit(w, Event.FOOD_EATEN, seat, holding, food)


def _shoot(s: State) -> None:
    """Ask for the crossbow's next target, as long as there is one."""
    p = s.public
    if p.kills > 0 and total(p.line) > 0:
        p.decision = Decision.CROSSBOW  # XBOW-01
    else:
        p.kills = 0


def _pay(s: State, box: Box, w: Work, action: int) -> None:
    """Pay the rest in food, or a part with a tool."""
    p = s.public
    if action == V.DONE:
        items.pay_food(p, w, p.left)  # TOOL-03
        p.left = 0
    else:
        items.use_tool(p, box, w, action - V.HOLDING)
    _go_on_paying(s, box, w)


def _go_on_paying(s: State, box: Box, w: Work) -> None:
    """Ask for a tool if one fits, else pay in food; then take what was paid for."""
    p = s.public
    if p.left > 0:
        first = items.fitting_tools(p, box)
        if items.tool_power(p, box, p.active, first) > 0:
            p.decision = Decision.PAY  # TOOL-03
            return
        items.pay_food(p, w, p.left)  # TOOL-03
        p.left = 0
    if p.slot >= 0:
        landscapes.turn_over(s, box, w)  # EXP-02
    else:
        creatures.kill(p, w, p.creature)  # FIGHT-02
        p.creature = -1


compile_functions(globals())

to_move, advance, list_legal, take, list_outcomes = flow_of(
    over=Decision.NONE,
    chance=Decision.CHANCE,
    go_on=go_on,
    list_options=legal.list_options,
    choose=choose,
    receive=receive,
    hidden_outcome=chance.hidden_outcome,
    weight_of=chance.weight_of,
    ends=chance.END_OF_VALUES,
)  # DEC-01
