"""The flow of a game: what a chosen option does, and running on until somebody has to choose."""

from __future__ import annotations

from tablemates.envs.core.compiled import helper
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules import attacks, moving, traps, turn, upgrades, upkeep
from tablemates.envs.orcs_must_die.rules.asking import ask, start
from tablemates.envs.orcs_must_die.rules.chance import hidden_outcome
from tablemates.envs.orcs_must_die.rules.harm import kill
from tablemates.envs.orcs_must_die.rules.legal import list_legal
from tablemates.envs.orcs_must_die.rules.spending import spend
from tablemates.envs.orcs_must_die.state import Box, Public, State, Work
from tablemates.envs.orcs_must_die.vocabulary import Chance, Decision, Outcome, Source, Step


@helper
def advance(s: State, box: Box, w: Work) -> None:
    """Run until a seat has a choice, explicit chance stops the game, or it is over (DEC-01)."""
    p = s.public
    while p.outcome == Outcome.RUNNING:
        if p.decision == Decision.NONE:
            _run(p, box, w)
            continue
        if p.decision == Decision.CHANCE and p.explicit_chance == 0:
            receive(s, box, w, hidden_outcome(s, box))
            continue
        list_legal(s, box, w)
        if w.legal_count > 1 or (p.decision == Decision.CHANCE and p.explicit_chance == 2):
            return
        if p.decision == Decision.CHANCE:
            receive(s, box, w, int(w.legal[0]))
        elif p.skip_forced == 1:
            choose(p, box, w, int(w.legal[0]))  # DEC-01
        else:
            return
    p.decision = Decision.NONE
    p.chance = Chance.NONE
    w.legal_count = 0


@helper
def take(s: State, box: Box, w: Work, action: int) -> None:
    """Take a legal action, or receive an outcome, and run on."""
    if s.public.decision == Decision.CHANCE:
        receive(s, box, w, action)
    else:
        choose(s.public, box, w, action)
    advance(s, box, w)


@helper
def receive(s: State, box: Box, w: Work, value: int) -> None:
    """Take the face of a die or turn up a card."""
    p = s.public
    chance = int(p.chance)
    p.decision = Decision.NONE
    p.chance = Chance.NONE
    if chance < V.COLOURS:
        attacks.die_rolled(p, box, w, chance, value)
    elif chance == Chance.ARMY:
        moving.card_revealed(p, box, w, value)
    else:
        upkeep.card_turned(p, box, w, chance, value)


@helper
def _run(p: Public, box: Box, w: Work) -> None:
    """Do what the present step of the round has to do next."""
    step = int(p.step)
    if step <= Step.UPGRADE:
        _begin(p, box)
    elif step == Step.MOVE or step == Step.PACKS:
        moving.move_groups(p, box, w, step == Step.PACKS)
    elif step == Step.REVEAL:
        moving.reveal(p)
    elif step == Step.SERVE:
        moving.serve_armies(p, box)
    elif step == Step.ENTER or step == Step.ENTER_PACKS:
        moving.enter(p, box, w, step == Step.ENTER_PACKS)
    elif step == Step.FALL:
        traps.trapdoor(p)
    elif step == Step.GAS:
        traps.gas_chamber(p, box)
    elif step == Step.TRAPS:
        traps.fire_traps(p, box, w)
    elif step == Step.RIFT:
        traps.leave(p, box, w)
    elif step == Step.ATTACK:
        attacks.attack_on(p, box)
    elif step == Step.STAND:
        traps.stand_up(p, box)
    elif step == Step.HEROES:
        turn.next_turn(p)
    elif step == Step.TURN:
        turn.go_on(p)
    elif step == Step.PRICE:
        turn.price(p, box, w)
    else:
        _keep_up(p, box, w)


@helper
def _begin(p: Public, box: Box) -> None:
    """Do a step of the set-up, or of a round's beginning."""
    if p.step == Step.SHOP:
        if not upkeep.fill_shop(p, box):  # SETUP-04
            start(p, Step.TRAPSBURG)
    elif p.step == Step.TRAPSBURG:
        if not upkeep.fill_trapsburg(p, box):  # SETUP-05
            start(p, Step.CHOOSE)
    elif p.step == Step.CHOOSE:
        if p.cursor < p.players:
            ask(p, Decision.CHOOSE_HERO, int(p.cursor))  # SETUP-07
        else:
            start(p, Step.ROUND)
    elif p.step == Step.ROUND:
        if not upkeep.fill_trapsburg(p, box):  # ROUND-03
            upkeep.begin_upgrades(p)
    else:
        upgrades.next_upgrade(p)


@helper
def _keep_up(p: Public, box: Box, w: Work) -> None:
    """Do a step of the upkeep."""
    if p.step == Step.UP_STAGE:
        upkeep.end_stage(p, box, w)
    elif p.step == Step.UP_TRAPSBURG:
        if not upkeep.fill_trapsburg(p, box):  # UP-06
            upkeep.pass_lord(p, w)
    elif p.step == Step.UP_RETURN:
        upkeep.next_return(p, box, w)
    elif not upkeep.fill_shop(p, box):  # UP-10
        upkeep.end_round(p, w)


@helper
def choose(p: Public, box: Box, w: Work, action: int) -> None:
    """Do what the active seat has chosen."""
    decision = int(p.decision)
    p.decision = Decision.NONE  # unless the option asks for more
    if decision == Decision.ASSIGN:
        spend(p, box, w, action)
    elif decision == Decision.MENU:
        turn.act(p, box, w, action)
    elif decision == Decision.UPGRADE:
        upgrades.upgrade(p, box, w, action)
    elif decision == Decision.HERO_STEP:
        turn.hero_step(p, box, w, action)
    elif decision <= Decision.DISCARD_TRAP:
        _choose_purchase(p, box, w, decision, action)
    elif decision <= Decision.ATTACK_TARGET:
        _choose_minions(p, box, w, decision, action)
    else:
        _choose_heroes(p, box, w, decision, action)


@helper
def _choose_purchase(p: Public, box: Box, w: Work, decision: int, action: int) -> None:
    """Do what was chosen in the set-up or for an upgrade under way."""
    if decision == Decision.CHOOSE_HERO:
        upkeep.choose_hero(p, box, w, action - V.CHOICE)
    elif decision == Decision.PLACE_HERO:
        upkeep.place_hero(p, w, action - V.TILE)
    elif decision == Decision.TRANSFER:
        upgrades.transfer(p, w, action - V.NUMBER)
    elif decision == Decision.PAY:
        upgrades.pay(p, box, w, action - V.NUMBER)
    elif decision == Decision.PERMIT:
        upgrades.permit(p, box, w, action == V.YES)
    elif decision == Decision.REPLACE:
        upgrades.replace(p, w, action - V.PLACE)
    elif decision == Decision.CONNECTION:
        upgrades.connect(p, box, w, action - V.TILE)
    else:
        upgrades.discard_trap(p, w, action - V.PLACE)


@helper
def _choose_minions(p: Public, box: Box, w: Work, decision: int, action: int) -> None:
    """Do what the lord has chosen in the minion phase."""
    if decision == Decision.ODD:
        moving.take_odd(p, box, action - V.TILE)
    elif decision == Decision.HUNT:
        moving.hunt_to(p, box, w, action - V.TILE)
    elif decision == Decision.ARMY_FIRST:
        moving.serve(p, box, action - V.ARMY)
    elif decision == Decision.FALL:
        p.kind = (action - V.KILL) // V.STATES
        ask(p, Decision.FALL_WHERE, int(p.lord))
    elif decision == Decision.FALL_WHERE:
        traps.falls(p, box, w, action - V.TILE)
    elif decision == Decision.GAS:
        tile = int(p.tile)
        p.tile = -1
        kind = (action - V.KILL) // V.STATES
        kill(p, box, w, tile, kind, (action - V.KILL) % V.STATES, Source.GAS, -1)  # TILE-12
    elif decision == Decision.TRIGGER:
        if action == V.YES:
            traps.trigger(p, box, w)
    elif decision == Decision.ATTACK_TILE:
        p.tile = action - V.TILE
    elif decision == Decision.ATTACK_GROUP:
        p.kind = action - V.GROUP
        ask(p, Decision.ATTACK_TARGET, int(p.lord))  # ATK-03
    else:
        attacks.group_attacks(
            p, box, w, (int(p.active) + action - V.ALLY) % int(p.players)
        )  # DEC-04


@helper
def _choose_heroes(p: Public, box: Box, w: Work, decision: int, action: int) -> None:
    """Do what was chosen in a hero's turn or in the upkeep."""
    if decision == Decision.RECOVER:
        turn.recover(p, w, action)
    elif decision == Decision.WHERE:
        attacks.hero_attacks(p, box, w, action - V.TILE)
    elif decision == Decision.STORM:
        turn.storm(p, box, action - V.TILE)
    elif decision == Decision.PUSH:
        turn.push(p, box, w, action)
    elif decision == Decision.PUSH_ALLY:
        ask(p, Decision.PUSH_CONSENT, (int(p.active) + action - V.ALLY) % int(p.players))  # DEC-04
    elif decision == Decision.PUSH_CONSENT:
        turn.consent(p, box, w, action == V.YES)
    elif decision == Decision.PRICE:
        turn.lose(p, w, action - V.LOSE)
    else:
        upkeep.come_back(p, box, w, action - V.TILE)
