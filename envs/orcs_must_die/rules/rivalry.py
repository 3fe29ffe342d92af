"""Rivalry: steps in both fortresses, votes of a team without the lord, claims for dead heroes."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import allow, emit
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import ask, start
from tablemates.envs.orcs_must_die.rules.harm import heal_rift_of, hurt_rift_of
from tablemates.envs.orcs_must_die.rules.teams import (
    leader_of,
    leads_first,
    rift_of,
    team_of,
    turn_to,
)
from tablemates.envs.orcs_must_die.rules.upgrades import ask_next_voter
from tablemates.envs.orcs_must_die.state import Box, Public, Work
from tablemates.envs.orcs_must_die.vocabulary import Decision, Step

#: Steps at whose end the other fortress is gone on with, and the first of those that it goes
#: through then: the two fortresses go step by step (MIN-01, RIV-09).
_LAPS: Final = {
    **{one: one for one in (Step.SHOP, Step.TRAPSBURG, Step.ROUND, Step.UPGRADE)},
    Step.PACKS: Step.MOVE,
    Step.ENTER_PACKS: Step.REVEAL,
    Step.TRAPS: Step.FALL,
    **{one: one for one in (Step.RIFT, Step.ATTACK, Step.STAND, Step.UP_STAGE, Step.UP_SHOP)},
}
#: By step: the first step of its lap, -1 where the lap does not end.
_AGAIN: Final = tuple(int(_LAPS.get(step, -1)) for step in Step)
#: The step that follows where it is not the next one: the lord is drawn before heroes are chosen.
_NEXT: Final = {
    Step.TRAPSBURG: Step.LORD,
    Step.LORD: Step.CHOOSE,
    Step.CHOOSE: Step.ROUND,
    Step.UP_STAGE: Step.UP_LORD,
}
_FOLLOWING: Final = tuple(int(_NEXT.get(step, step + 1)) for step in Step)
#: What a team decides together.
_OF_TEAM: Final = tuple(
    int(
        one
        in (
            *(Decision.ODD, Decision.HUNT, Decision.ARMY_FIRST, Decision.SHARE),
            *(Decision.BOSS_TILE, Decision.FALL, Decision.FALL_WHERE, Decision.GAS),
            *(Decision.TRIGGER, Decision.ATTACK_TILE, Decision.ATTACK_GROUP),
            *(Decision.ATTACK_TARGET, Decision.CLAIM, Decision.ASSIGN),
        )
    )
    for one in Decision
)


def next_step(p: Public, w: Work) -> None:
    """Go on with the other fortress, or to the next step in that of the lord's team (RIV-09)."""
    step = p.step
    if _AGAIN[step] >= 0:
        p.lap = 1 - p.lap
        turn_to(p, w, leads_first(p) ^ p.lap)  # RIV-09
        if p.lap == 1:
            start(p, _AGAIN[step])
            return
    start(p, _FOLLOWING[step])


# -- votes -------------------------------------------------------------------------------


def is_put_to_vote(p: Public, decision: int) -> bool:
    """Return whether the seat that has chosen only proposes it to its team (RIV-07)."""
    if p.consent != V.Consent.VOTE or p.team_size == 1 or _OF_TEAM[decision] == 0:
        return False
    by_hero = p.step == V.Step.TURN and decision != Decision.CLAIM
    return not by_hero and team_of(p, p.active) != team_of(p, p.lord)  # RIV-07


def agree(p: Public, w: Work, answer: int) -> bool:
    """Take a seat's answer; True: all have agreed, and what was proposed is done.

    At the first no the lord of the other team decides instead (RIV-07).
    """
    seat, decision = p.active, p.proposed
    emit(w, V.Event.AGREED, seat, p.proposer, int(answer == V.YES))
    if answer == V.YES:
        p.agreed |= 1 << seat
        if ask_next_voter(p):
            return False
        p.active = p.proposer
    p.proposed = p.proposal = p.proposer = p.agreed = 0
    if answer == V.NO:
        ask(p, decision, p.lord)  # RIV-07
    return answer == V.YES


def nothing(_p: Public, _box: Box, _w: Work, _action: int) -> None:
    """Do nothing: what a team agrees on is done where it was asked."""


# -- claims ------------------------------------------------------------------------------


def _dead(p: Public) -> int:
    """Return the seat of the dead hero whose death is to be claimed for next."""
    seat = 0
    while p.claims >> seat & 1 == 0:
        seat += 1
    return seat


def interrupt(p: Public, box: Box, w: Work) -> None:
    """Let the other team claim for a dead hero before what is asked already goes on (RIV-19)."""
    if p.decision == Decision.CLAIM or p.decision == Decision.AGREE:
        return
    p.kept_decision = p.decision
    p.kept_active = p.active
    ask_claim(p, box, w)


def ask_claim(p: Public, box: Box, w: Work) -> None:
    """Ask the other team what it claims for a dead hero: with a full rift it hurts (RIV-19)."""
    while p.claims != 0 and p.outcome == Outcome.RUNNING:
        seat = _dead(p)
        team = 1 - team_of(p, seat)
        if rift_of(p, team) < (p.rift_max if p.team == team else p.far.rift_max):
            ask(p, Decision.CLAIM, leader_of(p, team))  # RIV-19
            return
        _take_claim(p, box, w, seat, V.HURT)  # RIV-19
    _resume(p)


def list_claims(_p: Public, _box: Box, w: Work) -> None:
    """List healing the own rift and hurting the other."""
    allow(w, V.HEAL)
    allow(w, V.HURT)


def claim(p: Public, box: Box, w: Work, action: int) -> None:
    """Heal the own rift or hurt the other (RIV-19)."""
    _take_claim(p, box, w, _dead(p), action)
    if p.claims == 0:
        _resume(p)


def _take_claim(p: Public, box: Box, w: Work, seat: int, action: int) -> None:
    p.claims &= ~(1 << seat)
    team = team_of(p, seat)
    if action == V.HEAL:
        heal_rift_of(p, w, 1 - team, box.claim)  # RIV-19
    else:
        hurt_rift_of(p, w, team, box.claim)  # RIV-19


def _resume(p: Public) -> None:
    """Go on with what was asked before the claims."""
    if p.outcome == Outcome.RUNNING and p.kept_decision != Decision.NONE:
        p.decision = p.kept_decision
        p.active = p.kept_active
    p.kept_decision = p.kept_active = 0


compile_functions(globals())
