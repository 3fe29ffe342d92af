"""``rules``: a script that scores options in skulls; search plays on by it (compiled)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.orcs_must_die.sight import (
    POWER,
    WOUNDS,
    Floats,
    danger,
    forecast,
    near,
    power_of,
    prize,
    ward_of,
    worth_of,
)
from tablemates.agents.scripts import ScriptAgent
from tablemates.agents.search.playouts import Playouts
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.record import Array8
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import held, kind_of
from tablemates.envs.orcs_must_die.state import Box, Public, State, Work
from tablemates.envs.orcs_must_die.vocabulary import Decision, Kind, Once, Power, Slot, Ultimate


class Weights(NamedTuple):
    """What things are worth, in skulls."""

    harm: float = 1.0  # a point of the rift's health, about to be lost
    hurry: float = 0.4  # how fast that fades with the turns until then
    fighter: float = 0.5  # more, for a minion that hunts heroes
    wound: float = 0.5
    death: float = 6.0
    future: float = 0.5  # of what may be killed next turn
    rift: float = 0.3  # a wound that may be healed on the rift
    power: float = 3.0  # an icon more in every attack
    ward: float = 3.0
    steps: float = 1.0
    trap: float = 2.0  # an icon of a trap, where minions pass in numbers
    stun: float = 0.5  # the same for a stun
    once: float = 0.3  # factor for traps that fire once
    skull: float = 0.6  # a skull that is paid
    ultimate: float = 2.5  # the least prize for which an ultimate is used
    heroes: tuple[float, ...] = (4.0, 3.0, 2.0, 1.0)


WEIGHTS: Final = Weights()


class View(NamedTuple):
    """A decision: the game, the parts, legal actions, weights, the minions of the next phase."""

    p: Public
    box: Box
    mask: Array8
    w: Weights
    ahead: Floats


@helper
def choose(p: Public, box: Box, mask: Array8, w: Weights) -> int:
    """Return a legal action."""
    ahead = np.zeros((V.TILES, V.TYPES))
    decision = int(p.decision)
    v = View(p, box, mask, w, ahead)
    action = -1
    if decision == Decision.ASSIGN:
        action = _spent(v)
    elif decision == Decision.UPGRADE:
        forecast(p, box, ahead)
        action = _upgrade(v)
    elif decision == Decision.MENU:
        forecast(p, box, ahead)
        action = _menu(v)
    elif decision == Decision.HERO_STEP:
        forecast(p, box, ahead)
        action = _step(v)
    elif decision == Decision.PLACE_HERO or decision == Decision.RETURN:
        forecast(p, box, ahead)
        action = V.TILE + _best_stand(v, (1 << int(box.tiles[p.fortress])) - 1, False)
    elif decision == Decision.CHOOSE_HERO:
        best = -1e9
        for hero in range(V.HEROES):
            if mask[V.CHOICE + hero] == 1 and w.heroes[hero] > best:
                best = w.heroes[hero]
                action = V.CHOICE + hero
    elif decision == Decision.WHERE or decision == Decision.STORM:
        action = _target(v)
    elif decision == Decision.ATTACK_TARGET:
        action = _victim(v)
    elif decision == Decision.RECOVER:
        action = V.GIVE_UP_MOVE if _here(v) > 0.0 else V.GIVE_UP_ATTACK
    elif decision == Decision.REPLACE:
        action = V.PLACE
        first, second = int(p.cards[p.active, V.AMULET]), int(p.cards[p.active, V.AMULET + 1])
        if second >= 0 and box.equipment[second, V.COST] < box.equipment[first, V.COST]:
            action = V.PLACE + 1
    elif decision == Decision.PUSH or decision == Decision.FALL or decision == Decision.GAS:
        action = _last(mask, V.KILL, V.STUN)
    elif decision == Decision.PUSH_CONSENT:
        action = V.YES if p.health[p.active] > 1 else V.NO
    return action if action >= 0 and mask[action] == 1 else _first(mask)


@helper
def _first(mask: Array8) -> int:
    action = 0
    while mask[action] == 0:
        action += 1
    return action


@helper
def _last(mask: Array8, start: int, end: int) -> int:
    action = end - 1
    while action > start and mask[action] == 0:
        action -= 1
    return action


@helper
def prefer(s: State, box: Box, w: Work, _seed: int) -> int:
    """Return the action of ``choose`` where search plays on."""
    mask = np.zeros(V.ACTIONS, np.int8)
    for i in range(w.legal_count):
        mask[w.legal[i]] = 1
    return choose(s.public, box, mask, WEIGHTS)


PLAYOUTS: Final = Playouts(prefer)


@helper
def _score(s: State, box: Box, _w: Work, mask: Array8, weights: Any, _: Floats) -> int:
    return choose(s.public, box, mask, weights)


class RulesAgent(ScriptAgent):
    """Takes the option with the best score in skulls."""

    name = "rules"

    def __init__(self, facts: GameFacts, weights: Weights = WEIGHTS) -> None:
        super().__init__(facts, _score, weights)


# -- spending ----------------------------------------------------------------------------------


@helper
def _spent(v: View) -> int:
    """Kill what is worth most, then stun who would hurt most."""
    best = V.DONE
    most = -1e9
    far = int(v.box.distance[v.p.fortress, v.p.tile])
    for kind in range(V.TYPES):
        worth = worth_of(v.p, v.box, kind, far, v.w)
        for state in range(V.STATES):
            score = worth - 0.2 * v.p.needs[kind].sum() + 0.1 * (state == V.UP)
            if v.mask[V.KILL + V.STATES * kind + state] == 1 and score > most:
                best = V.KILL + V.STATES * kind + state
                most = score
    if best != V.DONE:
        return best
    for kind in range(V.TYPES):
        if v.mask[V.STUN + kind] == 1:
            score = float(v.box.attack[v.p.stage - 1, kind].sum()) + v.box.harm[kind]
            if score > most:
                best = V.STUN + kind
                most = score
    return best


@helper
def _target(v: View) -> int:
    """Return the tile where an attack brings most."""
    power = power_of(v.p, v.box, int(v.p.seat))
    if v.p.decision == Decision.STORM:
        power = float(v.box.ultimate_icons[v.p.cards[v.p.seat, V.HERO]].sum())
    best = -1
    most = -1.0
    for tile in range(v.box.tiles[v.p.fortress]):
        if v.mask[V.TILE + tile] == 1:
            value = _prize_now(v, tile, power)
            if value > most:
                best = V.TILE + tile
                most = value
    return best


@helper
def _prize_now(v: View, tile: int, power: float) -> float:
    crowd = np.zeros(V.TYPES)
    for kind in range(V.TYPES):
        crowd[kind] = v.p.minions[tile, V.UP, kind] + v.p.minions[tile, V.DOWN, kind]
    return prize(v.p, v.box, crowd, tile, power, v.w)


@helper
def _victim(v: View) -> int:
    """Return the hero who bears an attack best."""
    best = -1
    most = -1e9
    for n in range(v.p.players):
        seat = (int(v.p.active) + n) % int(v.p.players)
        if v.mask[V.ALLY + n] == 1:
            score = float(v.p.health[seat]) + 1.5 * ward_of(v.p, v.box, seat)
            hero = int(v.p.cards[seat, V.HERO])
            score -= float(v.box.wounds[hero].sum())
            if score > most:
                best = V.ALLY + n
                most = score
    return best


# -- a hero's turn -------------------------------------------------------------------------------


@helper
def _attack_from(v: View, tile: int, power: float) -> float:
    """Return the best prize of an attack from a tile now."""
    value = _prize_now(v, tile, power)
    if v.box.power[v.p.cards[v.p.seat, V.HERO]] == Power.RANGED:
        for other in range(v.box.tiles[v.p.fortress]):
            if int(v.box.near[v.p.fortress, tile]) >> other & 1 != 0:
                value = max(value, _prize_now(v, other, power))
    return value


@helper
def _here(v: View) -> float:
    """Return the best prize where the hero stands."""
    return _attack_from(v, int(v.p.at[v.p.seat]), power_of(v.p, v.box, int(v.p.seat)))


@helper
def _stand(v: View, seat: int, tile: int) -> float:
    """Return what it is worth to stand on a tile when the minions come."""
    hero = int(v.p.cards[seat, V.HERO])
    health = float(v.p.health[seat])
    if v.p.at[seat] < 0:
        health = float(v.box.hero_health[hero])
    wounds = max(0.0, danger(v.p, v.box, v.ahead, tile) - ward_of(v.p, v.box, seat))
    others = 1.0
    for other in range(v.p.players):
        if other != seat and v.p.at[other] == tile:
            others += 1.0
    wounds /= others
    value = -float(v.w.wound) * min(wounds, health)
    value -= float(v.w.death) * min(1.0, (wounds / health) ** 4)
    power = power_of(v.p, v.box, seat)
    steps = int(v.box.hero_move[hero]) + held(v.p, v.box, seat, V.STEPS)
    bits = near(v.p, v.box, tile, steps)
    coming = 0.0
    for other in range(v.box.tiles[v.p.fortress]):
        if bits >> other & 1 != 0:
            coming = max(coming, prize(v.p, v.box, v.ahead[other], other, power, v.w))
    value += float(v.w.future) * coming
    if tile == v.box.rift_tile[v.p.fortress]:
        value += float(v.w.rift) * (v.box.hero_health[hero] - health)
    return value


@helper
def _best_stand(v: View, bits: int, attacks: bool) -> int:
    """Return the best of some tiles to move to; there an attack may follow."""
    seat = int(v.p.active)
    power = power_of(v.p, v.box, seat)
    best = -1
    most = -1e9
    for tile in range(v.box.tiles[v.p.fortress]):
        if bits >> tile & 1 != 0:
            value = _stand(v, seat, tile)
            if attacks:
                value += _attack_from(v, tile, power)
            if value > most:
                best = tile
                most = value
    return best


@helper
def _menu(v: View) -> int:
    """Return what to do next in a turn."""
    p, box = v.p, v.box
    seat = int(p.seat)
    tile = int(p.at[seat])
    if v.mask[V.USE] == 1 and _wants_trinket(v, seat):
        return V.USE
    if v.mask[V.ULTIMATE] == 1 and _wants_ultimate(v, seat):
        return V.ULTIMATE
    if v.mask[V.PUSH] == 1 and _wants_push(v, seat):
        return V.PUSH
    now = _here(v) if v.mask[V.ATTACK] == 1 else 0.0
    if v.mask[V.MOVE] == 0:
        return V.ATTACK if v.mask[V.ATTACK] == 1 else V.DONE
    steps = int(box.hero_move[p.cards[seat, V.HERO]]) + held(p, box, seat, V.STEPS)
    bits = near(p, box, tile, steps)
    attacks = p.used & V.ATTACKED == 0
    stay = _stand(v, seat, tile)
    later = stay
    moving = -1e9
    power = power_of(p, box, seat)
    for other in range(box.tiles[p.fortress]):
        if bits >> other & 1 != 0 and other != tile:
            value = _stand(v, seat, other)
            later = max(later, value)
            if attacks:
                value += _attack_from(v, other, power)
            moving = max(moving, value)
    if v.mask[V.ATTACK] == 1 and now + later >= moving:
        return V.ATTACK
    return V.MOVE if moving > stay + 0.01 else (V.ATTACK if v.mask[V.ATTACK] == 1 else V.DONE)


@helper
def _step(v: View) -> int:
    """Return the next tile on the way to the best one, or stop there."""
    p, box = v.p, v.box
    seat = int(p.active)
    here = int(p.at[seat])
    bits = near(p, box, here, int(p.steps))
    if p.moved == 0:
        bits &= ~(1 << here)
    goal = _best_stand(v, bits, p.used & V.ATTACKED == 0)
    if goal == here:
        return V.DONE
    for steps in range(int(p.steps)):
        for tile in range(box.tiles[p.fortress]):
            if v.mask[V.TILE + tile] == 1 and near(p, box, tile, steps) >> goal & 1 != 0:
                return V.TILE + tile
    return -1


@helper
def _wants_trinket(v: View, seat: int) -> bool:
    card = int(v.p.cards[seat, V.TRINKET])
    if v.box.once[card] == Once.HEAL:
        lost = int(v.box.hero_health[v.p.cards[seat, V.HERO]]) - int(v.p.health[seat])
        return lost >= int(v.box.equipment[card, V.ONCE])
    return True


@helper
def _wants_ultimate(v: View, seat: int) -> bool:
    p, box = v.p, v.box
    ultimate = box.ultimate[p.cards[seat, V.HERO]]
    if ultimate == Ultimate.EXTRA_ATTACK:
        return _here(v) >= v.w.ultimate
    if ultimate == Ultimate.STUN_TILE:
        return _prize_now(v, int(p.at[seat]), 100.0) >= 2.0 * v.w.ultimate
    if ultimate == Ultimate.HEAL_ALL:
        lost = 0
        for other in range(p.players):
            if p.at[other] >= 0:
                hurt = int(box.hero_health[p.cards[other, V.HERO]]) - int(p.health[other])
                lost += min(hurt, int(box.ultimate_heal[p.cards[seat, V.HERO]]))
        return lost >= min(2 * p.players, 4)
    power = float(box.ultimate_icons[p.cards[seat, V.HERO]].sum())
    most = 0.0
    for tile in range(box.tiles[p.fortress]):
        most = max(most, _prize_now(v, tile, power))
    return most >= v.w.ultimate


@helper
def _wants_push(v: View, seat: int) -> bool:
    p, box = v.p, v.box
    if kind_of(p, box, int(p.at[seat])) == Kind.LAVA_LAKE and p.health[seat] <= 2:
        return False
    for kind in range(V.LESSER, V.TYPES):
        if p.minions[p.at[seat], V.UP, kind] + p.minions[p.at[seat], V.DOWN, kind] > 0:
            for other in range(p.players):
                if other != seat and p.at[other] == p.at[seat]:
                    return True
    return False


# -- upgrades --------------------------------------------------------------------------------------


@helper
def _upgrade(v: View) -> int:
    """Return the upgrade whose worth exceeds its price most."""
    p, box = v.p, v.box
    seat = int(p.active)
    if v.mask[V.HEAL] == 1:
        return V.HEAL
    best = V.DONE
    most = 0.0
    if v.mask[V.REVITALISE] == 1:
        spent = 0
        for other in range(p.players):
            spent += int(p.ready[other] == 0)
        if spent == p.players:
            return V.REVITALISE
    if v.mask[V.WEAPON] == 1:
        hero, rank = int(p.cards[seat, V.HERO]), int(p.cards[seat, V.RANK]) + 1
        gain = 0.0
        for colour in range(V.ATTACK_COLOURS):
            dice = int(box.weapon_dice[hero, rank, colour])
            gain += POWER[colour] * (dice - box.weapon_dice[hero, rank - 1, colour])
        most = max(most, v.w.power * gain - v.w.skull * box.weapon_cost[hero, rank])
        best = V.WEAPON if most > 0.0 else V.DONE
    for slot in range(V.SHOP):
        if v.mask[V.EQUIPMENT + slot] == 1:
            card = int(p.shop[0, slot])
            value = _gear(v, seat, card) - v.w.skull * box.equipment[card, V.COST]
            if value > most:
                best = V.EQUIPMENT + slot
                most = value
        if v.mask[V.TRAP + slot] == 1:
            trap = int(p.shop[1, slot])
            value = _snare(v, seat, trap) - v.w.skull * box.trap[trap, V.COST]
            if value > most:
                best = V.TRAP + slot
                most = value
    return best


@helper
def _card_worth(v: View, card: int) -> float:
    if card < 0:
        return 0.0
    row = v.box.equipment[card]
    power = 0.0
    for colour in range(V.ATTACK_COLOURS):
        power += POWER[colour] * row[V.DICE + colour]
    for icon in range(V.PAID):
        power += row[V.FIXED + icon] * 0.8
    value = v.w.power * power
    if v.box.once[card] != Once.NONE:
        return float(0.3 * value + 0.5 * row[V.ONCE] + 2.0 * (v.box.once[card] == Once.ULTIMATE))
    value += v.w.ward * row[V.WARD] + v.w.steps * row[V.STEPS] + row[V.UNSTUNNED]
    return float(value + 2.0 * (row[V.BOUNTY] + row[V.KILL_HEAL] + row[V.UPKEEP_HEAL]))


@helper
def _gear(v: View, seat: int, card: int) -> float:
    """Return what a card of equipment adds to what a hero wears."""
    slot = v.box.equipment_slot[card]
    place = V.RING if slot == Slot.RING else V.TRINKET
    if slot == Slot.AMULET:
        place = V.AMULET
        if v.box.amulets[v.p.cards[seat, V.HERO]] > 1 and v.p.cards[seat, place] >= 0:
            place += 1
    return _card_worth(v, card) - _card_worth(v, int(v.p.cards[seat, place]))


@helper
def _trap_worth(v: View, trap: int) -> float:
    if trap < 0:
        return 0.0
    row = v.box.trap[trap]
    value = 0.0
    for icon in range(V.PAID):
        value += v.w.trap * row[V.RESULTS + icon]
    value += v.w.stun * row[V.RESULTS + V.PAID]
    for token in range(V.TOKENS):
        value += v.w.trap * row[V.TOKEN + token] * (1.0 if token < V.TYPES else 2.0)
    return float(value * (v.w.once if row[V.TRAP_ONCE] == 1 else 1.0))


@helper
def _snare(v: View, seat: int, trap: int) -> float:
    """Return what a trap adds where it would be laid."""
    p, box = v.p, v.box
    tile = int(p.at[seat])
    traffic = 0.0
    for kind in range(V.TYPES):
        traffic += v.ahead[tile, kind]
    share = min(1.0, 0.4 + 0.2 * traffic)
    if tile == box.rift_tile[p.fortress]:
        share = 0.8
    value = _trap_worth(v, trap)
    if box.trap[trap, V.SUPPORT] == 0:
        worst = 1e9
        for place in range(box.places[p.fortress, p.players, tile]):
            worst = min(worst, _trap_worth(v, int(p.traps[tile, place])))
        value -= worst
    return value * share


_ = WOUNDS
