"""A hero's turn: attack, move, ultimate and trinket; for pushes see ``pushing``."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import allow, allow_bits, emit
from tablemates.envs.core.records.elements import copy_values, total
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import (
    ask,
    bosses_on,
    every_tile,
    foes_on,
    has_foes,
    kind_of,
    seat_after,
    start,
    tile_chosen,
    worn,
)
from tablemates.envs.orcs_must_die.rules.attacks import hero_attacks
from tablemates.envs.orcs_must_die.rules.harm import heal, is_hurt, stun_boss, stun_hero, wound
from tablemates.envs.orcs_must_die.rules.moving import lead
from tablemates.envs.orcs_must_die.rules.pushing import pushable, pushed_heroes
from tablemates.envs.orcs_must_die.rules.spending import begin_spending, stun
from tablemates.envs.orcs_must_die.rules.teams import is_alive, leads_first, spot, team_of, turn_to
from tablemates.envs.orcs_must_die.state import Box, Public, Work


def next_turn(p: Public, _box: Box, w: Work) -> bool:
    """Begin the turn of the next living hero (HERO-01)."""
    while p.cursor < p.players:
        seat = seat_after(p, p.cursor)
        if is_alive(p, seat):  # HERO-01 DEATH-01 RIV-13
            if p.at[seat] < 0:
                turn_to(p, w, 1 - p.team)
            p.seat = seat
            p.step = V.Step.TURN
            ask(p, V.Decision.RECOVER if p.stunned[seat] == 1 else V.Decision.MENU, seat)  # HERO-03
            return True
        p.cursor += 1
    start(p, V.Step.UP_STAGE)
    turn_to(p, w, leads_first(p))
    return True


def go_on(p: Public, box: Box, w: Work) -> bool:
    """Ask for what else the hero does, unless it has died (HERO-02)."""
    if p.part > 0 and not lead(p, box, w):
        return True
    if p.at[p.seat] < 0:
        _end_turn(p)  # DEATH-02
    else:
        ask(p, V.Decision.MENU, p.seat)  # HERO-02
    return True


def _end_turn(p: Public) -> None:
    p.seat = p.drum = p.tile = -1
    p.used = p.moved = p.refused = p.acted = 0
    p.cursor += 1
    p.step = V.Step.HEROES


def recover(p: Public, _box: Box, w: Work, action: int) -> None:
    """Give up the attack or the move of this turn and stand up."""
    p.used |= V.ATTACKED if action == V.GIVE_UP_ATTACK else V.MOVED  # HERO-03
    p.stunned[p.seat] = 0  # HERO-03
    emit(w, V.Event.RECOVERED, p.seat)


def attackable(p: Public, box: Box) -> int:
    """Return the tiles that the hero may attack, as bits (HERO-04)."""
    here = int(p.at[p.seat])
    bits = 1 << here
    if box.hero_power[p.cards[p.seat, V.HERO]] == V.Power.RANGED:
        bits |= int(box.near[p.fortress, here])  # HERO-04 RIV-15
    return bits & int(under_attack(p, box))  # HERO-04


def under_attack(p: Public, box: Box) -> int:
    """Return the tiles with enemies of the hero whose turn it is, as bits."""
    bits = 0
    for tile in range(box.tiles[p.fortress]):
        bits |= int(has_foes(p, tile, p.seat)) << tile
    return bits


def _can_strike(p: Public, box: Box) -> bool:
    """Return whether the hero's ultimate is ready and would do something (HERO-07)."""
    if p.ready[p.seat] == 0 or p.used & V.STRUCK != 0:
        return False  # HERO-07
    ultimate = box.hero_ultimate_kind[p.cards[p.seat, V.HERO]]
    if ultimate == V.Ultimate.EXTRA_ATTACK:
        return attackable(p, box) != 0
    if ultimate == V.Ultimate.ICONS_ANYWHERE:
        return under_attack(p, box) != 0
    if ultimate == V.Ultimate.STUN_TILE:
        tile = int(p.at[p.seat])
        mine = team_of(p, p.seat) == p.team  # RIV-03
        here = mine and (total(p.minions[tile, V.UP]) > 0 or _standing(p, tile) != 0)
        return bool(here or _foes_standing(p, box) != 0)
    hurt = 0
    for seat in range(p.players):
        if team_of(p, seat) == team_of(p, p.seat):
            hurt += int(is_hurt(p, box, seat))
    return hurt > 0


def _standing(p: Public, tile: int) -> int:
    """Return the standing bosses on a tile, as bits."""
    bits = bosses_on(p, tile)
    for boss in range(V.BOSSES if bosses_on(p, tile) != 0 else 0):
        if p.boss_stunned[boss] == 1:
            bits &= ~(1 << boss)
    return bits


def _foes_standing(p: Public, box: Box) -> int:
    """Return the enemy heroes on the hero's tile that can be stunned, as bits (RIV-14)."""
    bits = foes_on(p, int(p.at[p.seat]), p.seat)
    for seat in range(p.players if bits != 0 else 0):
        if p.stunned[seat] == 1 or worn(p, box, seat, V.WORN.unstunned) > 0:
            bits &= ~(1 << seat)
    return bits


def list_menu(p: Public, box: Box, w: Work) -> None:
    """List what the hero may do next."""
    seat = p.seat
    target = attackable(p, box) != 0
    allow(w, V.DONE)
    if p.used & V.ATTACKED == 0 and target:
        allow(w, V.ATTACK)  # HERO-02
    if p.used & V.MOVED == 0:
        allow(w, V.MOVE)  # HERO-02
    if _can_strike(p, box):
        allow(w, V.ULTIMATE)
    tile = kind_of(p, box, int(p.at[seat]))
    deadly = tile == V.Kind.ACID_BATH or tile == V.Kind.LAVA_LAKE
    if deadly and p.used & V.PUSHED == 0 and pushable(p, box) | pushed_heroes(p, box) != 0:
        allow(w, V.PUSH)  # TILE-05
    trinket = int(p.cards[seat, V.TRINKET])
    once = int(box.equipment_once[trinket]) if trinket >= 0 else -1
    if (
        (once == V.Once.HEAL and is_hurt(p, box, seat))
        or (once == V.Once.DICE and target and p.used & V.ATTACKED == 0)
        or (once == V.Once.ULTIMATE and p.ready[seat] == 0)
    ):
        allow(w, V.USE)  # HERO-08
    if _can_rival(p, box):
        allow(w, V.RIVAL)  # RIV-20
    for place in range(V.AMULET, V.HELD):
        if _can_act(p, box, place):
            allow(w, V.ACT + place - V.AMULET + 1)  # FULL-05


def _can_rival(p: Public, box: Box) -> bool:
    """Return whether the hero can use its power against the other team (RIV-20)."""
    if p.rivalry == 0 or team_of(p, p.seat) == p.team or p.used & V.RIVALLED != 0:
        return False  # RIV-20
    power, tile = box.hero_rival[p.cards[p.seat, V.HERO]], int(p.at[p.seat])
    if power == V.RivalPower.LEAD:
        return total(p.minions[tile, V.UP]) > 0 and tile != box.rift_tile[p.fortress]  # RIV-20
    return bool(power == V.RivalPower.DISARM and p.traps[tile].max() >= 0)  # RIV-20


def list_disarming(p: Public, _box: Box, w: Work) -> None:
    """List the traps of the hero's tile, equal ones once (RIV-20)."""
    tile = int(p.at[p.seat])
    for place in range(V.PLACES):
        again = place > 0 and p.traps[tile, place] == p.traps[tile, place - 1]
        if p.traps[tile, place] >= 0 and not again:
            allow(w, V.PLACE + place)  # DEC-05


def disarm(p: Public, _box: Box, w: Work, action: int) -> None:
    """Discard a trap of the other team (RIV-20)."""
    tile, place = int(p.at[p.seat]), action - V.PLACE
    emit(w, V.Event.TRAP_DISCARDED, int(p.traps[tile, place]), spot(p, tile), -1)
    if place == 0:
        p.traps[tile, 0] = p.traps[tile, 1]
    p.traps[tile, 1] = -1  # RIV-20


def _can_act(p: Public, box: Box, place: int) -> bool:
    """Return whether a card can be used as an action now (FULL-05)."""
    seat, card = p.seat, int(p.cards[p.seat, place])
    if card < 0 or p.acted >> (place - V.AMULET) & 1 != 0:
        return False
    if box.equipment_act_heal[card] > 0 and is_hurt(p, box, seat):
        return True
    return total(box.equipment_act_icons[card]) > 0 and has_foes(p, int(p.at[seat]), seat)


def _act(p: Public, box: Box, w: Work, place: int) -> None:
    """Use a card as an action; it is kept (FULL-05)."""
    seat, card = p.seat, int(p.cards[p.seat, place])
    p.acted |= 1 << (place - V.AMULET)  # FULL-05
    emit(w, V.Event.CARD_USED, seat, card)
    heal(p, box, w, seat, int(box.equipment_act_heal[card]))
    if total(box.equipment_act_icons[card]) > 0 and has_foes(p, int(p.at[seat]), seat):
        copy_values(p.icons, box.equipment_act_icons[card])
        begin_spending(p, box, int(p.at[seat]), V.Source.CARD, seat)


def act(p: Public, box: Box, w: Work, action: int) -> None:
    """Begin what was chosen from the menu."""
    seat = p.seat
    if action == V.DONE:
        if kind_of(p, box, int(p.at[seat])) == V.Kind.GAS_CHAMBER:
            wound(p, box, w, seat, 1)  # TILE-12 RIV-18
        _end_turn(p)
    elif action == V.ATTACK:
        p.used |= V.ATTACKED
        _attack(p, box, w, V.Source.ATTACK)
    elif action == V.MOVE:
        p.used |= V.MOVED
        p.steps = box.hero_move[p.cards[seat, V.HERO]]  # MOVE-01
        p.steps += worn(p, box, seat, V.WORN.move)  # HERO-08
        p.steps += box.hero_weapons_move[p.cards[seat, V.HERO], p.cards[seat, V.RANK]]  # ED-04
        ask(p, V.Decision.HERO_STEP, seat)
    elif action == V.ULTIMATE:
        p.used |= V.STRUCK
        p.ready[seat] = 0  # HERO-07
        emit(w, V.Event.ULTIMATE_USED, seat)
        _strike_out(p, box, w)
    elif action == V.PUSH:
        p.tile = p.at[seat]
        ask(p, V.Decision.PUSH, seat)
    elif action == V.RIVAL:
        p.used |= V.RIVALLED  # RIV-20
        if box.hero_rival[p.cards[seat, V.HERO]] == V.RivalPower.LEAD:
            p.tile = p.at[seat]
            p.part = 1
            emit(w, V.Event.MINIONS_LED, seat, spot(p, p.tile))
        else:
            ask(p, V.Decision.DISARM, seat)
    elif action >= V.ACT:
        _act(p, box, w, V.AMULET + action - V.ACT - 1)
    else:
        card = int(p.cards[seat, V.TRINKET])
        p.cards[seat, V.TRINKET] = -1  # HERO-08
        emit(w, V.Event.TRINKET_USED, seat, card)
        if box.equipment_once[card] == V.Once.HEAL:
            heal(p, box, w, seat, int(box.equipment[card, V.WORN.once_heal]))  # HERO-08
        elif box.equipment_once[card] == V.Once.DICE:
            p.drum = card  # HERO-08
        else:
            p.ready[seat] = 1  # HERO-08


def _attack(p: Public, box: Box, w: Work, source: int) -> None:
    p.source = source
    if box.hero_power[p.cards[p.seat, V.HERO]] == V.Power.RANGED:
        ask(p, V.Decision.WHERE, p.seat)  # HERO-04 HERO-06
    else:
        hero_attacks(p, box, w, V.TILE + int(p.at[p.seat]))


def _strike_out(p: Public, box: Box, w: Work) -> None:
    """Do what the hero's ultimate does (HERO-07)."""
    seat = p.seat
    hero = int(p.cards[seat, V.HERO])
    ultimate = box.hero_ultimate_kind[hero]
    if ultimate == V.Ultimate.EXTRA_ATTACK:
        _attack(p, box, w, V.Source.ULTIMATE)  # HERO-07
    elif ultimate == V.Ultimate.STUN_TILE:
        _stun_tile(p, box, w)
    elif ultimate == V.Ultimate.HEAL_ALL:
        for other in range(p.players):
            if is_alive(p, other) and team_of(p, other) == team_of(p, seat):  # RIV-14
                heal(p, box, w, other, int(box.hero_ultimate_amount[hero]))  # HERO-07
    else:
        ask(p, V.Decision.STORM, seat)  # HERO-07


def _stun_tile(p: Public, box: Box, w: Work) -> None:
    """Stun all enemies on the hero's tile."""
    tile = int(p.at[p.seat])
    foes = _foes_standing(p, box)
    for seat in range(p.players if foes != 0 else 0):
        if foes >> seat & 1 != 0:
            stun_hero(p, w, seat)  # RIV-14
    if team_of(p, p.seat) != p.team:
        return  # RIV-03
    for kind in range(V.TYPES):
        if p.minions[tile, V.UP, kind] > 0:
            stun(p, w, tile, kind, int(p.minions[tile, V.UP, kind]))  # HERO-07
    bosses = _standing(p, tile)
    for boss in range(V.BOSSES):
        if bosses >> boss & 1 != 0:
            stun_boss(p, w, boss)  # BOSS-10


def storm(p: Public, box: Box, _w: Work, action: int) -> None:
    """Spend the icons of an ultimate on a tile."""
    copy_values(p.icons, box.hero_ultimate_icons[p.cards[p.seat, V.HERO]])  # HERO-07
    begin_spending(p, box, tile_chosen(action), V.Source.ULTIMATE, p.seat)


def list_steps(p: Public, box: Box, w: Work) -> None:
    """List the next tiles of a move, and stopping."""
    if p.moved == 1:
        allow(w, V.DONE)  # MOVE-01
    here = int(p.at[p.seat])
    bits = int(box.near[p.fortress, here])  # MOVE-01
    if kind_of(p, box, here) == V.Kind.TELEPORTER:
        bits = every_tile(p, box) & ~(1 << here)  # TILE-04 MOVE-02
    far = 0
    if p.rivalry == 1 and int(box.starts[p.fortress]) >> here & 1 != 0:
        bits |= int(box.starts[p.fortress]) & ~(1 << here)  # RIV-16
        far = int(box.starts[p.far.fortress])  # RIV-16
    own = team_of(p, p.seat) == p.team
    allow_bits(w, V.TILE, bits if own else far)
    allow_bits(w, V.RIVAL_TILE, far if own else bits)


def hero_step(p: Public, box: Box, w: Work, action: int) -> None:
    """Take a step, or stop."""
    seat = p.seat
    if action != V.DONE and p.moved == 1 and kind_of(p, box, int(p.at[seat])) == V.Kind.TRAPDOOR:
        wound(p, box, w, seat, 1)  # TILE-13
    if action == V.DONE or p.at[seat] < 0:
        p.steps = 0
        return
    p.moved = 1  # MOVE-04
    p.steps -= 1
    own = team_of(p, seat) == p.team
    if own != (action < V.RIVAL_TILE):
        p.at[seat] = -1
        turn_to(p, w, 1 - p.team)  # RIV-16
    p.at[seat] = tile_chosen(action)
    emit(w, V.Event.HERO_MOVED, seat, spot(p, int(p.at[seat])))
    if p.steps > 0:
        ask(p, V.Decision.HERO_STEP, seat)  # MOVE-01 MOVE-03


compile_functions(globals())
