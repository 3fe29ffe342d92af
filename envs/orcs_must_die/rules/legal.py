"""Legal options and outcomes, listed from the record alone, in ascending order (DEC-03)."""

from __future__ import annotations

from tablemates.envs.core.compiled import helper
from tablemates.envs.core.events import allow
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import add_bits
from tablemates.envs.orcs_must_die.rules.attacks import groups, targets, tiles_to_attack
from tablemates.envs.orcs_must_die.rules.chance import END_OF_VALUES, weight_of
from tablemates.envs.orcs_must_die.rules.moving import odd_exits, prey
from tablemates.envs.orcs_must_die.rules.spending import list_spending
from tablemates.envs.orcs_must_die.rules.traps import list_falling
from tablemates.envs.orcs_must_die.rules.turn import (
    attackable,
    crowded,
    helpers,
    list_menu,
    list_pushes,
    losses,
    ways,
)
from tablemates.envs.orcs_must_die.rules.upgrades import (
    list_discards,
    list_payments,
    list_upgrades,
)
from tablemates.envs.orcs_must_die.rules.upkeep import heroes_left
from tablemates.envs.orcs_must_die.state import Box, Public, State, Work
from tablemates.envs.orcs_must_die.vocabulary import Decision


@helper
def list_legal(s: State, box: Box, w: Work) -> None:
    """List the options of the active seat, or the outcomes of chance (DEC-05)."""
    p = s.public
    w.legal_count = 0
    decision = int(p.decision)
    if decision == Decision.CHANCE:
        for value in range(END_OF_VALUES[p.chance]):
            if weight_of(p, box, value) > 0:
                allow(w, value)
    elif decision == Decision.ASSIGN:
        list_spending(p, w)
    elif decision == Decision.MENU:
        list_menu(p, box, w)
    elif decision == Decision.UPGRADE:
        list_upgrades(p, box, w)
    elif decision == Decision.HERO_STEP:
        if p.moved == 1:
            allow(w, V.DONE)  # MOVE-01
        add_bits(w, V.TILE, ways(p, box), V.TILES)
    elif decision <= Decision.DISCARD_TRAP:
        _list_purchase(p, box, w, decision)
    elif decision <= Decision.ATTACK_TARGET:
        _list_minions(p, box, w, decision)
    else:
        _list_heroes(p, box, w, decision)


@helper
def _list_purchase(p: Public, box: Box, w: Work, decision: int) -> None:
    """List options of the set-up and of upgrades under way."""
    if decision == Decision.CHOOSE_HERO:
        add_bits(w, V.CHOICE, heroes_left(p), V.HEROES)
    elif decision == Decision.PLACE_HERO:
        _list_tiles(p, box, w)
    elif decision == Decision.TRANSFER:
        for skulls in range(1, int(p.skulls[p.active]) + 1):
            allow(w, V.NUMBER + skulls)  # UPG-05
    elif decision == Decision.PAY:
        list_payments(p, w)
    elif decision == Decision.PERMIT:
        allow(w, V.YES)
        allow(w, V.NO)
    elif decision == Decision.REPLACE:
        for place in range(box.amulets[p.cards[p.active, V.HERO]]):
            allow(w, V.PLACE + place)  # UPG-09
    elif decision == Decision.CONNECTION:
        add_bits(w, V.TILE, int(box.near[p.fortress, p.at[p.active]]), V.TILES)
    elif decision == Decision.DISCARD_TRAP:
        list_discards(p, box, w)


@helper
def _list_minions(p: Public, box: Box, w: Work, decision: int) -> None:
    """List the lord's options in the minion phase."""
    if decision == Decision.ODD:
        add_bits(w, V.TILE, odd_exits(p, box), V.TILES)
    elif decision == Decision.HUNT:
        add_bits(w, V.TILE, prey(p, box), V.TILES)
    elif decision == Decision.ARMY_FIRST:
        add_bits(w, V.ARMY, int(p.serving), V.ARMIES)
    elif decision == Decision.FALL:
        list_falling(p, w)
    elif decision == Decision.FALL_WHERE:
        for tile in range(V.TILES):
            if p.crossed[tile, p.kind] > 0:
                allow(w, V.TILE + tile)
    elif decision == Decision.GAS:
        for kind in range(V.LESSER):
            for state in range(V.STATES):
                if p.minions[p.tile, state, kind] > 0:
                    allow(w, V.KILL + V.STATES * kind + state)
    elif decision == Decision.TRIGGER:
        allow(w, V.YES)
        allow(w, V.NO)
    elif decision == Decision.ATTACK_TILE:
        add_bits(w, V.TILE, tiles_to_attack(p, box), V.TILES)
    elif decision == Decision.ATTACK_GROUP:
        add_bits(w, V.GROUP, groups(p, box, int(p.tile)), V.TYPES)
    else:
        _list_allies(p, w, targets(p, box, int(p.tile), int(p.kind)))


@helper
def _list_heroes(p: Public, box: Box, w: Work, decision: int) -> None:
    """List options in a hero's turn and in the upkeep."""
    if decision == Decision.RECOVER:
        allow(w, V.GIVE_UP_ATTACK)
        allow(w, V.GIVE_UP_MOVE)
    elif decision == Decision.WHERE:
        add_bits(w, V.TILE, attackable(p, box), V.TILES)
    elif decision == Decision.STORM:
        add_bits(w, V.TILE, crowded(p, box), V.TILES)
    elif decision == Decision.PUSH:
        list_pushes(p, w)
    elif decision == Decision.PUSH_ALLY:
        _list_allies(p, w, helpers(p))
    elif decision == Decision.PUSH_CONSENT:
        allow(w, V.YES)
        allow(w, V.NO)
    elif decision == Decision.PRICE:
        add_bits(w, V.LOSE, losses(p, int(p.active)), 5)
    elif decision == Decision.RETURN:
        _list_tiles(p, box, w)


@helper
def _list_tiles(p: Public, box: Box, w: Work) -> None:
    for tile in range(box.tiles[p.fortress]):
        allow(w, V.TILE + tile)


@helper
def _list_allies(p: Public, w: Work, seats: int) -> None:
    """List seats, given as bits, clockwise from the decider (DEC-04)."""
    for n in range(p.players):
        if seats >> ((int(p.active) + n) % int(p.players)) & 1 != 0:
            allow(w, V.ALLY + n)  # DEC-04
