"""``rules``: a script of rules of thumb; search plays on by it (compiled)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.scripts import Floats, ScriptAgent
from tablemates.agents.search.playouts import Playouts
from tablemates.envs.core.compiled import compile_functions
from tablemates.envs.core.record import Array8
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import held, reach
from tablemates.envs.orcs_must_die.state import Box, Public, State, Work

#: What wounds, a dead hero and what may be killed next turn are worth, in skulls.
_WOUND: Final = 0.26
_DEATH: Final = 14.0
_FUTURE: Final = 0.7
#: Icons of an attack without and for each rank of the weapon, and wounds from a minion's die.
_POWER: Final = (3.0, 2.0)
_WOUNDS: Final = 0.5


class View(NamedTuple):
    """A decision: the game, the parts, legal actions, minions now and after the next phase."""

    p: Public
    box: Box
    mask: Array8
    now: Floats  # by tile and type
    ahead: Floats


def choose(p: Public, box: Box, mask: Array8) -> int:
    """Return a legal action."""
    decision = int(p.decision)
    v = View(p, box, mask, np.zeros((V.TILES, V.TYPES)), np.zeros((V.TILES, V.TYPES)))
    action = -1
    if decision == V.Decision.ASSIGN:
        action = _spend(v)
    elif decision == V.Decision.UPGRADE:
        action = _upgrade(v)
    elif decision == V.Decision.ATTACK_TARGET:
        action = _victim(p, mask)
    elif decision == V.Decision.CHOOSE_HERO:
        action = V.TILE - 1
        while mask[action] == 0:
            action -= 1
    elif decision == V.Decision.PUSH or decision == V.Decision.FALL or decision == V.Decision.GAS:
        action = V.STUN - 1
        while mask[action] == 0:
            action -= 1
    elif decision == V.Decision.MENU or decision == V.Decision.HERO_STEP:
        _look(v)
        action = _menu(v) if decision == V.Decision.MENU else _step(v)
    elif decision == V.Decision.PLACE_HERO or decision == V.Decision.RETURN:
        _look(v)
        action = V.TILE + _best_stand(v, (1 << V.TILES) - 1, False)[0]
    elif decision == V.Decision.WHERE or decision == V.Decision.STORM:
        _look(v)
        action = _target(v)
    elif decision == V.Decision.RECOVER:
        _look(v)
        here = v.now[p.at[p.seat]].sum()
        action = V.GIVE_UP_MOVE if here > 0.0 else V.GIVE_UP_ATTACK
    if action < 0 or mask[action] == 0:
        action = 0
        while mask[action] == 0:
            action += 1
    return action


def prefer(s: State, box: Box, w: Work, _seed: int) -> int:
    """Return the action of ``choose`` where search plays on."""
    mask = np.zeros(V.ACTIONS, np.int8)
    for i in range(w.legal_count):
        mask[w.legal[i]] = 1
    return choose(s.public, box, mask)


def _script(s: State, box: Box, _w: Work, mask: Array8, _weights: Any, _: Floats) -> int:
    return choose(s.public, box, mask)


class RulesAgent(ScriptAgent):
    """Foresees where minions will stand, and scores places and kills in skulls."""

    name = "rules"

    def __init__(self, facts: GameFacts) -> None:
        super().__init__(facts, _script)


# -- what is there to kill -------------------------------------------------------------------------


def _look(v: View) -> None:
    """Count the minions of each tile, now and, roughly, where they will have gone."""
    p, box, stage = v.p, v.box, int(v.p.stage) - 1
    for tile in range(box.tiles[p.fortress]):
        for kind in range(V.TYPES):
            up, down = int(p.minions[tile, V.UP, kind]), int(p.minions[tile, V.DOWN, kind])
            v.now[tile, kind] = up + down
            v.ahead[tile, kind] += down
            _send(v, tile, kind, float(up), int(box.move[stage, kind]))
    cards = max(1, int(p.unseen[2].sum()))
    for army in range(V.ARMIES):
        for card in range(box.kinds[2] if p.cards_left[army] > 0 else 0):
            for kind in range(V.TYPES):
                count = int(p.unseen[2, card]) * int(box.army[card, p.players, kind]) / cards
                tile = int(box.army_tile[p.fortress, stage, army])
                _send(v, tile, kind, count, int(box.move[stage, kind]) - 1)


def _send(v: View, tile: int, kind: int, count: float, steps: int) -> None:
    """Let minions walk; they part at the first junction only, and those that leave are gone."""
    exits = v.box.exits[v.p.fortress]
    if steps == 0 or exits[tile, 0] < 0:
        v.ahead[tile, kind] += count
        return
    ways = 0
    while ways < V.EXITS and exits[tile, ways] >= 0:
        ways += 1
    for way in range(ways):
        to = int(exits[tile, way])
        for _ in range(steps - 1):
            to = int(exits[to, 0]) if exits[to, 0] >= 0 else to
        v.ahead[to, kind] += count / ways


def _worth(p: Public, box: Box, kind: int, tile: int) -> float:
    """Return what killing a minion is worth: skulls, and harm that it will soon do."""
    turns = max(0, int(box.distance[p.fortress, tile]) - 1) / int(box.move[p.stage - 1, kind])
    harm = 1.35 * float(box.harm[kind]) / (1.0 + 0.6 * turns) + 0.5 * float(box.hunts[kind])
    return float(box.kill_skulls[int(kind >= V.LESSER)]) + harm


def _prize(v: View, seat: int, tile: int, crowd: Floats) -> float:
    """Return about what an attack brings on a tile with so many minions of each type."""
    p, box = v.p, v.box
    power = _POWER[0] + _POWER[1] * int(p.cards[seat, V.RANK])
    value = 0.0
    for kind in range(V.TYPES - 1, -1, -1):
        need = max(1, int(box.need[p.stage - 1, kind].sum()))
        spent = min(power, crowd[kind] * need)
        value += spent / need * _worth(p, box, kind, tile)
        power -= spent
    return value


def _spend(v: View) -> int:
    """Kill what is worth most, then stun who would be."""
    best = V.DONE
    most = 0.0
    for kind in range(V.TYPES):
        worth = _worth(v.p, v.box, kind, int(v.p.tile))
        for state in range(V.STATES):
            action = V.KILL + V.STATES * kind + state
            score = 10.0 + worth - 0.2 * v.p.needs[kind].sum() - 0.1 * state
            if v.mask[action] == 1 and score > most:
                best = action
                most = score
        if v.mask[V.STUN + kind] == 1 and worth > most:
            best = V.STUN + kind
            most = worth
    return best


def _target(v: View) -> int:
    """Return the tile where an attack brings most."""
    best = -1
    most = -1.0
    for tile in range(v.box.tiles[v.p.fortress]):
        value = _prize(v, int(v.p.seat), tile, v.now[tile])
        if v.mask[V.TILE + tile] == 1 and value > most:
            best = V.TILE + tile
            most = value
    return best


def _victim(p: Public, mask: Array8) -> int:
    """Return the healthiest hero that can be attacked."""
    best = -1
    most = 0
    for n in range(p.players):
        health = int(p.health[(int(p.active) + n) % int(p.players)])
        if mask[V.ALLY + n] == 1 and health > most:
            best = V.ALLY + n
            most = health
    return best


# -- a hero's turn -------------------------------------------------------------------------------


def _stand(v: View, tile: int) -> float:
    """Return what it is worth to stand on a tile when the minions come."""
    p, box, seat = v.p, v.box, int(v.p.active)
    wounds = 0.0
    for kind in range(V.TYPES):
        dice = int(box.attack[p.stage - 1, kind].sum())
        wounds += min(4.5, _WOUNDS * dice * v.ahead[tile, kind])
    others = 1
    for other in range(p.players):
        others += int(other != seat and p.at[other] == tile)
    wounds = max(0.0, wounds - held(p, box, seat, V.WORN.ward)) / others
    health = float(p.health[seat])
    coming = 0.0
    steps = int(box.hero_move[p.cards[seat, V.HERO]])
    bits = reach(p, box, 1 << tile, steps)
    for other in range(box.tiles[p.fortress]):
        if bits >> other & 1 != 0:
            coming = max(coming, _prize(v, seat, other, v.ahead[other]))
    value = _FUTURE * coming - _WOUND * min(wounds, health)
    value -= _DEATH * min(1.0, (wounds / max(1.0, health)) ** 4)
    if tile == box.rift_tile[p.fortress]:
        value += 0.3 * (int(box.hero_health[p.cards[seat, V.HERO]]) - health)
    return float(value)


def _best_stand(v: View, bits: int, attacks: bool) -> tuple[int, float]:
    """Return the best of some tiles, where an attack may follow, and what it is worth."""
    best = -1
    most = -1e9
    for tile in range(v.box.tiles[v.p.fortress]):
        if bits >> tile & 1 != 0:
            value = _stand(v, tile)
            if attacks:
                value += _prize(v, int(v.p.active), tile, v.now[tile])
            if value > most:
                best = tile
                most = value
    return best, most


def _menu(v: View) -> int:
    """Return what to do next in a turn."""
    p, here = v.p, int(v.p.at[v.p.seat])
    if v.mask[V.USE] == 1:
        return V.USE
    if v.mask[V.ULTIMATE] == 1 and v.now.sum() >= 2.0 * p.players:
        return V.ULTIMATE
    steps = int(v.box.hero_move[p.cards[p.seat, V.HERO]]) * int(v.mask[V.MOVE])
    bits = reach(p, v.box, 1 << here, steps)
    goal, most = _best_stand(v, bits, p.used & V.ATTACKED == 0)
    if v.mask[V.ATTACK] == 1:
        later = _best_stand(v, bits, False)[1]
        if later + _prize(v, int(p.seat), here, v.now[here]) >= most:
            return V.ATTACK
    return V.MOVE if goal != here else V.DONE


def _step(v: View) -> int:
    """Return the next tile on the way to the best one, or stop there."""
    p, here = v.p, int(v.p.at[v.p.seat])
    bits = reach(p, v.box, 1 << here, int(p.steps))
    goal = _best_stand(v, bits, p.used & V.ATTACKED == 0)[0]
    if goal == here:
        return V.DONE
    for steps in range(p.steps):
        for tile in range(v.box.tiles[p.fortress]):
            if v.mask[V.TILE + tile] == 1 and reach(p, v.box, 1 << tile, steps) >> goal & 1 != 0:
                return V.TILE + tile
    return -1


def _upgrade(v: View) -> int:
    """Heal, then buy the dearest trap if there is room, the next weapon, the dearest equipment."""
    p, box, mask = v.p, v.box, v.mask
    if mask[V.HEAL] == 1:
        return V.HEAL
    if mask[V.REVITALISE] == 1 and p.ready[: p.players].max() == 0:
        return V.REVITALISE
    best = -1
    for slot in range(V.SHOP):
        trap = p.shop[1, slot]
        if mask[V.TRAP + slot] == 1 and box.trap[trap, V.LAID.once] == 0:
            last = box.places[p.fortress, p.players, p.at[p.active]] - 1
            room = box.trap[trap, V.LAID.support] == 1 or p.traps[p.at[p.active], last] < 0
            if room and (
                best < 0 or box.trap[trap, V.LAID.cost] > box.trap[p.shop[1, best], V.LAID.cost]
            ):
                best = slot
    if best >= 0:
        return V.TRAP + best
    if mask[V.WEAPON] == 1:
        return V.WEAPON
    most = 0
    for slot in range(V.SHOP):
        card = p.shop[0, slot]
        if mask[V.EQUIPMENT + slot] == 1 and box.equipment_slot[card] != V.Slot.TRINKET:
            place = V.RING if box.equipment_slot[card] == V.Slot.RING else V.AMULET
            if box.amulets[p.cards[p.active, V.HERO]] == 2 and place == V.AMULET:
                place += int(p.cards[p.active, V.AMULET] >= 0)
            worn = p.cards[p.active, place]
            gain = int(box.equipment[card, V.WORN.cost])
            gain -= int(box.equipment[worn, V.WORN.cost]) if worn >= 0 else 0
            if gain > most:
                best = slot
                most = gain
    return V.EQUIPMENT + best if best >= 0 else V.DONE


compile_functions(globals())

PLAYOUTS: Final = Playouts(prefer)
