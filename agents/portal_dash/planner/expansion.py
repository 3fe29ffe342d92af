"""Running a turn on to its next choice, for the planner's search.

Fights and finds are valued by their odds instead of being played, because a search that saw the
dice would count on them.
"""

from __future__ import annotations

from typing import Any

from tablemates.agents.portal_dash.planner.buffers import SearchBuffers, copy_game
from tablemates.agents.portal_dash.planner.combat import reroll_odds, weapon_odds
from tablemates.agents.portal_dash.planner.value import value_of
from tablemates.agents.portal_dash.planner.weights import Term, Weight
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.calls import run_part
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.records.borrowed import record_of
from tablemates.envs.core.records.elements import copy_values
from tablemates.envs.core.records.layout import Bytes
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.agenda import Step, pop
from tablemates.envs.portal_dash.rules.fighting import start_fight
from tablemates.envs.portal_dash.rules.flow import DECIDE, LEGAL, STEP, mob_at, space_of
from tablemates.envs.portal_dash.rules.pieces import boss_index
from tablemates.envs.portal_dash.state import STATE, Box, Public, State, Work
from tablemates.envs.portal_dash.vocabulary import Decision

# Why ``run_on`` stopped.
OVER = 0
TURN_END = 1
CHOICE = 2

_ANY_LIFE = V.LIFE


def decide(rules: Any, s: State, box: Box, w: Work, action: int) -> None:
    """Take a legal action without running on."""
    run_part(rules, s, box, w, DECIDE, action)


def run_step(rules: Any, s: State, box: Box, w: Work) -> None:
    """Do the top frame of the agenda, or stop at the choice that it needs."""
    run_part(rules, s, box, w, STEP, 0)


def list_legal(rules: Any, s: State, box: Box, w: Work) -> None:
    """Write the legal actions of the decision under way to ``w.legal``, ascending."""
    run_part(rules, s, box, w, LEGAL, 0)


def run_on(rules: Any, s: State, box: Box, w: Work) -> int:
    """Run until there is a choice, a fight begins, the turn ends, or the game is over.

    Returns why it stopped, plus 4 for each find; these are skipped: their outcome is unknown.
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
        run_step(rules, s, box, w)
        if p.decision != Decision.NONE:
            if p.decision == Decision.FIGHT:
                return CHOICE + 4 * finds
            list_legal(rules, s, box, w)
            if w.legal_count > 1:
                return CHOICE + 4 * finds
            decide(rules, s, box, w, int(w.legal[0]))
    return OVER + 4 * finds


def settle_fight(rules: Any, s: State, box: Box, w: Work, slot: int, mob: int, hits: int) -> int:
    """End a fight or reroll decision with a given total of hits instead of dice, and run on."""
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
    return run_on(rules, s, box, w)


def rest_value(p: Public, box: Box, buf: SearchBuffers, finds: int) -> None:
    """Write a position's value to ``buf.terms``, with finds and actions still to come."""
    value_of(p, box, buf)
    if p.outcome == Outcome.RUNNING:
        buf.terms[Term.FINDS] += buf.weights[Weight.FIND] * finds
        buf.terms[Term.OUTCOME] += buf.weights[Weight.ACTION] * (2 - int(p.actions_done))


def fight(
    rules: Any,
    node: Bytes,
    child: Bytes,
    spare: Bytes,
    box: Box,
    w: Work,
    action: int,
    buf: SearchBuffers,
) -> int:
    """Write the expected value of a fight, or of the rest of one, to ``buf.terms``.

    ``child`` becomes the game after the likelier outcome; returns why that one stopped. Its finds
    are part of the value already.
    """
    p = record_of(node, STATE).public
    slot = int(p.decision_about)
    if p.decision == Decision.FIGHT:
        mob = mob_at(p, space_of(box, action))
        chance, mean = weapon_odds(p, box, slot, mob)
    else:
        mob = int(p.fight_mob)
        chance, mean = reroll_odds(p, box, action - V.COUNT)
    copy_game(spare, node)
    won = record_of(spare, STATE)
    end = settle_fight(rules, won, box, w, slot, mob, _ANY_LIFE)
    rest_value(won.public, box, buf, end // 4)
    terms = chance * buf.terms
    copy_game(child, node)
    lost = record_of(child, STATE)
    lost_end = settle_fight(rules, lost, box, w, slot, mob, int(mean) if chance < 1.0 else 0)
    if chance < 1.0:
        rest_value(lost.public, box, buf, lost_end // 4)
        if boss_index(mob) >= 0:
            # the fraction of a hit that the position cannot show
            buf.terms[Term.BOSS] += buf.weights[Weight.BOSS_LIFE] * (mean - int(mean))
        terms += (1.0 - chance) * buf.terms
    copy_values(buf.terms, terms)
    if (chance > 0.5 and end % 4 != OVER) or lost_end % 4 == OVER:
        copy_game(child, spare)
        return end % 4
    return lost_end % 4


compile_functions(globals())
