"""A turn run on to the next choice, for the planner's search.

Fights and finds are not played out but valued by their odds, because a search
that saw the dice would count on them.
"""

from __future__ import annotations

from tablemates.agents.portal_dash.copying import copy_game
from tablemates.agents.portal_dash.planner.desk import Desk
from tablemates.agents.portal_dash.planner.fights import reroll_odds, weapon_odds
from tablemates.agents.portal_dash.planner.value import value_of
from tablemates.agents.portal_dash.planner.weights import Term, Weight
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.record import Bytes
from tablemates.envs.portal_dash.rules import catalogue as A
from tablemates.envs.portal_dash.rules.agenda import Step, pop
from tablemates.envs.portal_dash.rules.fighting import start_fight
from tablemates.envs.portal_dash.rules.flow import decide, mob_at, run_step, space_of
from tablemates.envs.portal_dash.rules.legal import list_legal
from tablemates.envs.portal_dash.rules.pieces import boss_index
from tablemates.envs.portal_dash.rules.records import state_of
from tablemates.envs.portal_dash.rules.state import Box, Public, State, Work
from tablemates.envs.portal_dash.rules.vocabulary import Decision, Outcome

#: How a run of the engine stopped.
OVER = 0
TURN_END = 1
CHOICE = 2

_MORE_THAN_ANY_LIFE = 99


@helper
def run_on(s: State, box: Box, w: Work) -> int:
    """Run until somebody has a choice, a fight begins, the turn ends, or the game is over.

    Finds are left out: what they bring is not known. Returns how it stopped,
    plus 4 for each find.
    """
    p = s.public
    finds = 0
    while p.outcome == Outcome.RUNNING:
        step = p.agenda[p.agenda_length - 1, 0]
        if step == Step.TURN:
            return TURN_END + 4 * finds
        if step == Step.FIND:
            pop(p)
            finds += 1
            continue
        run_step(s, box, w)
        if p.decision != Decision.NONE:
            if p.decision == Decision.FIGHT:
                return CHOICE + 4 * finds
            list_legal(s, box, w)
            if w.legal_count > 1:
                return CHOICE + 4 * finds
            decide(s, box, w, int(w.legal[0]))
    return OVER + 4 * finds


@helper
def settle_fight(s: State, box: Box, w: Work, slot: int, mob: int, hits: int) -> int:
    """Let a fight end with a given number of hits, without dice, and run on.

    Args:
        s: A game at the choice of a fight, or of the dice to roll again.
        box: What is in the box.
        w: Scratch space.
        slot: The weapon.
        mob: Who is fought.
        hits: How the dice fall.
    """
    p = s.public
    begins = p.decision == Decision.FIGHT
    p.decision = Decision.NONE
    if begins:
        pop(p)
        start_fight(p, box, w, slot, mob)
    p.dice_to_roll = 0
    p.rerolls_left = 0
    p.dice_count = 1
    p.dice[0] = hits
    return run_on(s, box, w)


@helper
def rest_value(p: Public, box: Box, desk: Desk, finds: int) -> None:
    """Write a position's value to the desk, with what is still to come of this turn."""
    value_of(p, box, desk)
    if p.outcome == Outcome.RUNNING:
        desk.terms[Term.FINDS] += desk.weights[Weight.FIND] * finds
        desk.terms[Term.OUTCOME] += desk.weights[Weight.ACTION] * (2 - int(p.actions_done))


@helper
def fight(
    node: Bytes, child: Bytes, spare: Bytes, box: Box, w: Work, action: int, desk: Desk
) -> int:
    """Write the value of a fight, or of what is left of one, by its odds to the desk.

    Args:
        node: A game at the choice of a fight, or of the dice to roll again.
        child: Written: the likelier end.
        spare: Scratch space.
        box: What is in the box.
        w: Scratch space.
        action: The choice.
        desk: Weights and scratch space.

    Returns:
        How the likelier end stopped; its finds are in the value already.
    """
    p = state_of(node).public
    slot = int(p.decision_about)
    if p.decision == Decision.FIGHT:
        mob = mob_at(p, space_of(box, action))
        chance, mean = weapon_odds(p, box, slot, mob)
    else:
        mob = int(p.fight_mob)
        chance, mean = reroll_odds(p, box, action - A.COUNT)
    copy_game(spare, node)
    won = state_of(spare)
    end = settle_fight(won, box, w, slot, mob, _MORE_THAN_ANY_LIFE)
    rest_value(won.public, box, desk, end // 4)
    terms = chance * desk.terms
    copy_game(child, node)
    lost = state_of(child)
    lost_end = settle_fight(lost, box, w, slot, mob, int(mean) if chance < 1.0 else 0)
    if chance < 1.0:
        rest_value(lost.public, box, desk, lost_end // 4)
        if boss_index(mob) >= 0:
            # the hits beyond a whole number, which the position does not show
            desk.terms[Term.BOSS] += desk.weights[Weight.BOSS_LIFE] * (mean - int(mean))
        terms += (1.0 - chance) * desk.terms
    desk.terms[:] = terms
    if (chance > 0.5 and end % 4 != OVER) or lost_end % 4 == OVER:
        copy_game(child, spare)
        return end % 4
    return lost_end % 4
