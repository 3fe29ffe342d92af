"""The flow of a game: the steps of a round, and what is listed and done at each decision."""

from __future__ import annotations

from typing import Final

from tablemates.envs.core.compiler.decorators import compile_functions, helper
from tablemates.envs.core.engine.flow import flow_of, one_of
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.orcs_must_die.rules import (
    asking,
    attacks,
    bosses,
    chance,
    moving,
    pushing,
    rivalry,
    spending,
    traps,
    turn,
    upgrades,
    upkeep,
)
from tablemates.envs.orcs_must_die.state import Box, Public, State, Work
from tablemates.envs.orcs_must_die.vocabulary import HERO, LESSER, Chance, Decision, Step

#: What a step does next: True if it is not finished by that.
_run: Final = one_of(
    {
        Step.SHOP: upkeep.fill_shop,  # SETUP-04
        Step.TRAPSBURG: upkeep.fill_trapsburg,  # SETUP-05
        Step.UP_TRAPSBURG: upkeep.fill_trapsburg,  # UP-06
        Step.CHOOSE: upkeep.next_hero,
        Step.LORD: upkeep.first_lord,
        Step.ROUND: upkeep.begin_round,
        Step.UPGRADE: upgrades.next_upgrade,
        Step.REVEAL: moving.reveal,
        Step.SERVE: moving.serve_armies,
        Step.FALL: traps.trapdoor,
        Step.GAS: traps.gas_chamber,
        Step.TRAPS: traps.fire_traps,
        Step.RIFT: traps.leave,
        Step.ATTACK: attacks.attack_on,
        Step.STAND: traps.stand_up,
        Step.HEROES: turn.next_turn,
        Step.TURN: turn.go_on,
        Step.PRICE: pushing.price,
        Step.UP_STAGE: upkeep.end_stage,
        Step.UP_LORD: upkeep.pass_lord,
        Step.UP_RETURN: upkeep.next_return,
        Step.UP_SHOP: upkeep.end_round,
        Step.MOVE: moving.move_groups,  # and packs, and those that enter
    }
)
_both: Final = helper(lambda _p, _box: 3)
_YES_OR_NO: Final = asking.offer("yes", _both)
#: What is listed at a decision, in ascending order, and what is done with the choice.
_DECISIONS: Final = {
    Decision.ASSIGN: (spending.list_spending, spending.spend),
    Decision.MENU: (turn.list_menu, turn.act),
    Decision.UPGRADE: (upgrades.list_upgrades, upgrades.upgrade),
    Decision.HERO_STEP: (turn.list_steps, turn.hero_step),
    Decision.CHOOSE_HERO: (upkeep.list_heroes, upkeep.choose_hero),
    Decision.PLACE_HERO: (asking.offer_tiles(asking.every_tile), upkeep.place_hero),
    Decision.TRANSFER: (upgrades.list_transfers, upgrades.transfer),
    Decision.PAY: (upgrades.list_payments, upgrades.pay),
    Decision.PERMIT: (_YES_OR_NO, upgrades.permit),
    Decision.REPLACE: (
        asking.offer(
            "place", lambda p, box: (1 << int(box.hero_amulets[p.cards[p.active, HERO]])) - 1
        ),
        upgrades.replace,
    ),
    Decision.CONNECTION: (
        asking.offer_tiles(lambda p, box: int(box.near[p.fortress, p.at[p.active]])),
        upgrades.connect,
    ),
    Decision.DISCARD_TRAP: (upgrades.list_discards, upgrades.discard_trap),
    Decision.ODD: (asking.offer_tiles(moving.odd_exits), moving.take_odd),
    Decision.HUNT: (asking.offer_tiles(moving.prey), moving.hunt_to),
    Decision.ARMY_FIRST: (asking.offer("army", lambda p, _: p.serving), moving.serve),
    Decision.FALL: (asking.offer("kill", traps.falling), traps.choose_falling),
    Decision.FALL_WHERE: (asking.offer_tiles(traps.falling_on), traps.falls),
    Decision.GAS: (
        asking.offer("kill", lambda p, _: asking.minions_on(p, p.tile, LESSER)),
        traps.gas,
    ),
    Decision.TRIGGER: (_YES_OR_NO, traps.trigger),
    Decision.ATTACK_TILE: (asking.offer_tiles(attacks.tiles_to_attack), attacks.choose_tile),
    Decision.ATTACK_GROUP: (attacks.list_groups, attacks.choose_group),
    Decision.ATTACK_TARGET: (
        asking.offer_seats(lambda p, box: attacks.targets(p, box, p.tile, p.kind)),
        attacks.choose_target,
    ),
    Decision.RECOVER: (asking.offer("give_up_attack", _both), turn.recover),
    Decision.WHERE: (asking.offer_tiles(turn.attackable), attacks.hero_attacks),
    Decision.STORM: (asking.offer_tiles(turn.under_attack), turn.storm),
    Decision.PUSH: (pushing.list_pushes, pushing.push),
    Decision.PUSH_ALLY: (asking.offer_seats(pushing.helpers), pushing.ask_ally),
    Decision.PUSH_CONSENT: (_YES_OR_NO, pushing.consent),
    Decision.PRICE: (asking.offer("lose", pushing.losses), pushing.lose),
    Decision.VOTE_LORD: (asking.offer_seats(lambda p, _: (1 << p.players) - 1), upkeep.vote_lord),
    Decision.SHARE: (asking.offer_tiles(moving.sharing), moving.share),
    Decision.READY: (attacks.list_declining, attacks.ready),
    Decision.GUARD: (_YES_OR_NO, attacks.guard),
    Decision.BOSS_TILE: (
        asking.offer_tiles(lambda p, box: int(box.starts[p.fortress])),
        bosses.choose_gate,
    ),
    Decision.AGREE: (_YES_OR_NO, rivalry.nothing),  # see ``choose``
    Decision.CLAIM: (rivalry.list_claims, rivalry.claim),
    Decision.DISARM: (turn.list_disarming, turn.disarm),
    Decision.RETURN: (upkeep.list_returns, upkeep.come_back),
}
_list: Final = one_of({decision: pair[0] for decision, pair in _DECISIONS.items()})
_do: Final = one_of({decision: pair[1] for decision, pair in _DECISIONS.items()})
#: What is done with an outcome of chance.
_receive: Final = one_of(
    {
        **dict.fromkeys((Chance.EQUIPMENT, Chance.TRAP, Chance.TRAPSBURG), upkeep.card_turned),
        Chance.ARMY: moving.card_revealed,
        Chance.LORD: upkeep.lord_drawn,
        Chance.BATTLE: attacks.die_rolled,  # and the other dice
    }
)


def go_on(s: State, box: Box, w: Work) -> None:
    """Run until somebody has to decide, or the game is over (DEC-01)."""
    p = s.public
    while p.outcome == Outcome.RUNNING and p.decision == Decision.NONE:
        if p.claims != 0:
            rivalry.ask_claim(p, box, w)
        elif not _run(p.step, p, box, w):
            if p.rivalry == 1:
                rivalry.next_step(p, w)
            else:
                asking.start(p, p.step + 1)
    if p.claims != 0 and p.outcome == Outcome.RUNNING:
        rivalry.interrupt(p, box, w)
    if p.outcome != Outcome.RUNNING:
        p.decision = Decision.NONE
        p.chance = Chance.NONE


def list_options(s: State, box: Box, w: Work) -> None:
    """List what the active seat may choose, ascending (DEC-03, DEC-05)."""
    p = s.public
    if p.rivalry == 1 and p.decision == Decision.CHOOSE_HERO:
        upkeep.list_in_secret(s, box, w)
    else:
        _list(p.decision, p, box, w)


def choose(s: State, box: Box, w: Work, action: int) -> None:
    """Do what the active seat has chosen."""
    p = s.public
    decision = p.decision
    p.decision = Decision.NONE  # unless the option asks for more
    if p.rivalry == 1:
        if decision == Decision.CHOOSE_HERO:
            upkeep.choose_in_secret(s, box, w, action)
            return
        if rivalry.is_put_to_vote(p, decision) and _leaves_choice(p, box, w, decision):
            upgrades.propose(p, decision, action, p.active)  # RIV-07
            return
        if decision == Decision.AGREE:
            answer, decision, action = action, p.proposed, p.proposal
            if not rivalry.agree(p, w, answer):
                return
    _do(decision, p, box, w, action)


def _leaves_choice(p: Public, box: Box, w: Work, decision: int) -> bool:
    """Return whether there is more than one option: else there is nothing to agree on (DEC-01)."""
    w.legal_count = 0
    _list(decision, p, box, w)
    return bool(w.legal_count > 1)  # DEC-01


def receive(s: State, box: Box, w: Work, value: int) -> None:
    """Take the face of a die or turn up a card."""
    p = s.public
    kind = p.chance
    p.decision = Decision.NONE
    p.chance = Chance.NONE
    _receive(kind, p, box, w, kind, value)


compile_functions(globals())

to_move, advance, list_legal, take, list_outcomes = flow_of(
    over=Decision.NONE,
    chance=Decision.CHANCE,
    go_on=go_on,
    list_options=list_options,
    choose=choose,
    receive=receive,
    hidden_outcome=chance.hidden_outcome,
    weight_of=chance.weight_of,
    ends=chance.END_OF_VALUES,
)  # DEC-01
