"""The flow of a game: what a choice or outcome does, and what is to be decided next."""

from __future__ import annotations

from typing import Final

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules import actions, chance, legal, places, turn
from tablemates.envs.builders_biomes.state import Box, Public, State, Work
from tablemates.envs.builders_biomes.vocabulary import Chance, Decision, Event, Fight, Kind, Weapon
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.cube import top_height
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.engine.flow import flow_of
from tablemates.envs.core.records.elements import total

#: Value of ``Public.actions`` when no more actions are wanted.
_DONE: Final = V.ACTIONS_A_TURN + 1


def go_on(s: State, box: Box, w: Work) -> None:
    """Find out what chance or the active seat has to decide next.

    It follows from what is under way: asked again, the answer is the same.
    """
    p = s.public
    p.chance = Chance.NONE
    p.about = V.NOTHING
    while p.decision != Decision.OVER:  # DEC-05
        if p.opened >= 0:
            block = actions.next_uncovered(p)
            if block >= 0:
                chance.ask_chance(p, Chance.COLOUR, block)
                return
            p.opened = V.NOTHING
        if p.exploring == 1:
            cell = places.face_down_beside(p, int(p.at[p.active]))
            if cell >= 0:
                chance.ask_chance(p, Chance.TILE if places.is_stack(cell) else Chance.TOKEN, cell)
                return
            p.exploring = 0
        if p.placing >= 0:
            p.decision = Decision.PLACE
            return
        if p.fight != Fight.NONE and _fight_on(p, box, w):
            return
        if p.more > 0 and top_height(p) > 0:  # COLLECT-02
            p.decision = Decision.BLOCK
            return
        p.more = 0
        if p.actions < V.ACTIONS_A_TURN:  # TURN-01 TURN-03
            p.decision = Decision.ACTION
            return
        if p.actions == V.ACTIONS_A_TURN and actions.action_mob(p, box, p.active) >= 0:
            p.decision = Decision.EXTRA  # EXTRA-01 EXTRA-03
            return
        turn.end_turn(p, box, w)  # TURN-04


def _fight_on(p: Public, box: Box, w: Work) -> bool:
    """Go on with a fight; return whether something is to be decided."""
    if p.fight == Fight.REVEAL:
        if p.reveals > 0 and total(p.pile[p.active]) > total(p.hand):  # FIGHT-02
            chance.ask_chance(p, Chance.WEAPON, V.NOTHING)
            return True
        actions.all_revealed(p, w)
    if p.fight == Fight.PICKAXE:
        if p.pickaxes > 0 and top_height(p) > 0:  # FIGHT-04
            p.decision = Decision.PICKAXE
            return True
        p.fight = Fight.TNT
    if p.hand[Weapon.TNT] > 0:
        p.decision = Decision.TNT  # FIGHT-05
        return True
    actions.resolve_fight(p, box, w, 0)
    return False


def receive(s: State, _box: Box, w: Work, outcome: int) -> None:
    """Apply an outcome of chance."""
    p = s.public
    if p.chance == Chance.COLOUR:
        actions.see_colour(p, w, outcome)
    elif p.chance == Chance.TILE:
        p.face[p.about] = outcome  # EXPLORE-02
        p.where[outcome] = V.FACE_UP
        emit(w, Event.TILE_TURNED, int(p.about), outcome)
    elif p.chance == Chance.TOKEN:
        p.face[p.about] = outcome  # EXPLORE-02
        p.tokens[outcome] -= 1
        emit(w, Event.TOKEN_TURNED, int(p.about), outcome)
    else:
        actions.reveal(p, w, outcome)


def choose(s: State, box: Box, w: Work, action: int) -> None:
    """Do what the active seat has chosen."""
    p = s.public
    decision = p.decision
    if decision == Decision.ACTION:
        p.used |= 1 << _kind_of(action)  # TURN-01
        p.actions += 1
        _act(p, box, w, action)
    elif decision == Decision.EXTRA:
        if action == V.DONE:
            p.actions = _DONE
        else:
            actions.return_mob(p, box, w)
            _act(p, box, w, action)
    elif decision == Decision.BLOCK:
        p.more -= 1
        actions.take_block(p, w, action - V.BLOCK)  # COLLECT-02
    elif decision == Decision.PLACE:
        actions.place_building(p, box, w, action - V.SPACE)
    elif decision == Decision.PICKAXE:
        p.pickaxes -= 1  # FIGHT-04
        if action != V.DONE:
            actions.take_block(p, w, action - V.BLOCK)
    else:
        actions.resolve_fight(p, box, w, 0 if action == V.DONE else action - V.DETONATE)


def _kind_of(action: int) -> int:
    """Return the ``Kind`` of an action."""
    if action < V.GO:
        return Kind.COLLECT.value
    if action < V.BUILD:
        return Kind.EXPLORE.value
    return Kind.BUILD.value + (action - V.BUILD) // V.CORNERS


def _act(p: Public, box: Box, w: Work, action: int) -> None:
    """Begin an action."""
    seat = p.active
    kind = _kind_of(action)
    if kind == Kind.COLLECT:
        p.more = V.COLLECT - 1  # DEC-03
        actions.take_block(p, w, action - V.BLOCK)
    elif kind == Kind.EXPLORE:
        p.at[seat] = action - V.GO  # EXPLORE-01
        p.exploring = 1
        emit(w, Event.MOVED, seat, action - V.GO)
    else:
        cell = places.touched_cell(int(p.at[seat]), (action - V.BUILD) % V.CORNERS)
        if kind == Kind.BUILD:
            actions.pay_building(p, box, w, cell)
        elif kind == Kind.FIGHT:
            actions.start_fight(p, w, cell)
        else:
            actions.take_weapon(p, w, cell)


compile_functions(globals())

to_move, advance, list_legal, take, list_outcomes = flow_of(
    over=Decision.OVER,
    chance=Decision.CHANCE,
    go_on=go_on,
    list_options=legal.list_options,
    choose=choose,
    receive=receive,
    hidden_outcome=chance.hidden_outcome,
    weight_of=chance.weight_of,
    ends=chance.END_OF_VALUES,
)  # DEC-04
