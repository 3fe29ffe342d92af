"""``rules``: a script of rules of thumb; search plays on by it (compiled)."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import numpy as np

from tablemates.agents.game_agents import Playouts
from tablemates.agents.scripts.agent import Floats, ScriptAgent
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import (
    every_tile,
    foes_on,
    has_foes,
    reach,
    seat_chosen,
    tile_chosen,
    worn,
)
from tablemates.envs.orcs_must_die.rules.teams import band, owners, team_of
from tablemates.envs.orcs_must_die.state import Box, Public, State, Work
from tablemates.envs.orcs_must_die.vocabulary import Decision

#: What wounds, a dead hero and what may be killed next turn are worth, in skulls.
_WOUND: Final = 0.26
_DEATH: Final = 14.0
_FUTURE: Final = 0.7
#: Icons of an attack without and for each rank of the weapon, and wounds from a minion's die.
_POWER: Final = (3.0, 2.0)
_WOUNDS: Final = 0.5
#: Scores of what is always chosen, and never.
_ALWAYS: Final = 1e3
_NEVER: Final = -1e9


def choose(p: Public, box: Box, mask: Array8) -> int:
    """Return the legal action with the highest score, the first of equals."""
    # What it is worth to stand on a tile when the minions come, and to attack it now.
    stand = np.full(V.TILES, _NEVER)
    prize = np.zeros(V.TILES)
    if p.decision >= Decision.RECOVER or p.decision == Decision.PLACE_HERO:
        _foresee(p, box, stand, prize)
    best = -1
    most = 0.0
    for action in range(len(mask)):
        if mask[action] == 1:
            score = _score(p, box, stand, prize, action)
            if best < 0 or score > most:
                best = action
                most = score
    return best


def prefer(s: State, box: Box, w: Work, _seed: int) -> int:
    """Return the action of ``choose`` where search plays on."""
    mask = np.zeros(V.ACTIONS, np.int8)
    for i in range(w.legal_count):
        mask[w.legal[i]] = 1
    return choose(s.public, box, mask)


def _script(s: State, box: Box, _w: Work, mask: Array8, _weights: Any, _: Floats) -> int:
    return choose(s.public, box, mask)


def _foresee(p: Public, box: Box, stand: Floats, prize: Floats) -> None:
    seat, now = int(p.active), (p.minions[:, V.UP] + p.minions[:, V.DOWN]).astype(np.float64)
    ahead, bits = _walk(p, box), every_tile(p, box)
    if p.at[seat] >= 0:
        moved = p.used & V.MOVED != 0
        steps = int(p.steps if moved else box.hero_move[p.cards[seat, V.HERO]])
        bits = reach(p, box, 1 << int(p.at[seat]), steps)
    for tile in range(box.tiles[p.fortress]):
        prize[tile] = _prize(p, box, tile, now[tile])
        if bits >> tile & 1 != 0:
            stand[tile] = _stand(p, box, ahead, tile)


def _walk(p: Public, box: Box) -> Floats:
    """Return about how many minions of each type a tile will have after their next phase."""
    ahead, exits, stage = np.zeros((V.TILES, V.TYPES)), box.exits[p.fortress], int(p.stage) - 1
    cards = max(1, int(p.unseen[2].sum()))
    for kind in range(V.TYPES):
        for tile in range(V.TILES):
            ahead[tile, kind] = p.minions[tile, V.UP, kind]
        entering = float((p.unseen[2] * box.army_rows[:, p.team_size, kind]).sum()) / cards
        for step in range(box.move[band(p, kind), stage]):
            for n in range(box.tiles[p.fortress]):
                tile = int(box.order[p.fortress, n])
                ways = int((exits[tile] >= 0).sum())
                for way in range(ways):
                    ahead[exits[tile, way], kind] += ahead[tile, kind] / ways
                if ways > 0:
                    ahead[tile, kind] = 0.0
            for army in range(V.ARMIES):
                if step == 0 and p.cards_left[army] > 0:
                    ahead[box.army_tile[p.fortress, stage, army], kind] += entering
        for tile in range(V.TILES):
            ahead[tile, kind] += p.minions[tile, V.DOWN, kind]
    return ahead


def _worth(p: Public, box: Box, kind: int, tile: int) -> float:
    """Return what killing a minion is worth: skulls, and harm that it will soon do."""
    turns = max(0, int(box.distance[p.fortress, tile]) - 1) / int(
        box.move[band(p, kind), p.stage - 1]
    )
    harm = 1.35 * float(box.rift[band(p, kind)]) / (1.0 + 0.6 * turns)
    harm += 0.5 * float(box.hunts[band(p, kind)])
    return float(box.kill_skulls[int(kind >= V.LESSER)]) + harm


def _prize(p: Public, box: Box, tile: int, there: Floats) -> float:
    """Estimate the worth of an attack on a tile with these numbers of minions of each type."""
    power = _POWER[0] + _POWER[1] * int(p.cards[p.active, V.RANK])
    value = 0.0
    foes = foes_on(p, tile, int(p.active))
    for seat in range(p.players if foes != 0 else 0):
        if foes >> seat & 1 != 0:
            value += min(power, float(p.health[seat])) * _hit(p, seat)
    if team_of(p, int(p.active)) != p.team:
        return value  # minions are friends
    for kind in range(V.TYPES - 1, -1, -1):
        need = max(1, int(box.need[band(p, kind), p.stage - 1].sum()))
        spent = min(power, there[kind] * need)
        value += spent / need * _worth(p, box, kind, tile)
        power -= spent
    for boss in range(V.BOSSES):
        if p.boss_at[boss] == tile:
            value += min(max(0.0, power), float(p.boss_health[boss])) * _harm(p, box, boss)
    return value


def _hit(p: Public, seat: int) -> float:
    """Return what a wound of an enemy hero is worth: its share of what killing it is."""
    return _DEATH / 2.0 / max(1, int(p.health[seat]))


def _harm(p: Public, box: Box, boss: int) -> float:
    """Return what a wound of a boss is worth: its share of what killing it is."""
    kind = int(p.boss_kind[boss])
    killed = float(box.boss_skulls) + 1.35 * float(box.boss_rift[kind])
    share = killed / max(1, int(p.boss_health[boss]) + int(box.boss_armour[kind]))
    return share + float(box.boss_purse[kind])


def _stand(p: Public, box: Box, ahead: Floats, tile: int) -> float:
    """Return what it is worth to stand on a tile when the minions come."""
    seat = int(p.active)
    hero, health = int(p.cards[seat, V.HERO]), float(p.health[seat])
    wounds = 0.0
    for kind in range(V.TYPES):
        dice = int(box.attack[band(p, kind), p.stage - 1].sum())
        wounds += min(4.5, _WOUNDS * dice * ahead[tile, kind])
    heroes = int((p.at == tile).sum()) + int(p.at[seat] != tile)
    wounds = max(0.0, wounds - worn(p, box, seat, V.WORN.ward)) / heroes
    coming = 0.0
    bits = reach(p, box, 1 << tile, int(box.hero_move[hero]))
    for other in range(box.tiles[p.fortress]):
        if bits >> other & 1 != 0:
            coming = max(coming, _prize(p, box, other, ahead[other]))
    value = _FUTURE * coming - _WOUND * min(wounds, health)
    value -= _DEATH * min(1.0, (wounds / max(1.0, health)) ** 4)
    if tile == box.rift_tile[p.fortress]:
        value += 0.3 * (int(box.hero_health[hero]) - health)
    return float(value)


def _score(p: Public, box: Box, stand: Floats, prize: Floats, action: int) -> float:
    decision = int(p.decision)
    if decision == Decision.ASSIGN:
        return _spend(p, box, action)
    if decision == Decision.UPGRADE:
        return _buy(p, box, action)
    if decision == Decision.MENU or decision == Decision.HERO_STEP:
        return _act(p, box, stand, prize, action)
    if decision == Decision.PLACE_HERO or decision == Decision.RETURN:
        return _NEVER if action >= V.RIVAL_TILE else float(stand[action - V.TILE])
    if decision == Decision.WHERE or decision == Decision.STORM:
        return float(prize[tile_chosen(action)])
    if decision == Decision.ATTACK_TARGET:
        return float(p.health[seat_chosen(p, action)])  # the healthiest
    if decision == Decision.RECOVER:
        here = has_foes(p, int(p.at[p.active]), int(p.active))
        return 1.0 if (action == V.GIVE_UP_MOVE) == here else 0.0
    falls = decision == Decision.PUSH or decision == Decision.FALL or decision == Decision.GAS
    if falls or decision == Decision.CHOOSE_HERO:
        return float(action)  # the largest minion
    return -float(action)


def _spend(p: Public, box: Box, action: int) -> float:
    """Kill what is worth most, then stun who would be."""
    if action == V.DONE:
        return 0.0
    if V.WOUND_HERO <= action < V.WOUND_BOSS:
        if action >= V.STUN_HERO:
            return 2.0
        seat = (int(p.active) + action - V.WOUND_HERO) % int(p.players)
        return 10.0 + _hit(p, seat)
    if action >= V.STUN_BOSS:
        return 1.0
    if action >= V.WOUND_BOSS:
        return 10.0 + _harm(p, box, action - V.WOUND_BOSS)
    if action >= V.STUN:
        return _worth(p, box, action - V.STUN, int(p.tile))
    kind = (action - V.KILL) // V.STATES
    return 10.0 + _worth(p, box, kind, int(p.tile)) - 0.2 * float(p.needs[kind].sum())


def _act(p: Public, box: Box, stand: Floats, prize: Floats, action: int) -> float:
    """Attack before or after the move, whatever brings more with the place to stand."""
    if team_of(p, int(p.active)) != p.team:
        return _act_away(p, box, action)
    here = int(p.at[p.active])
    values = stand.copy()
    if p.used & V.ATTACKED == 0:
        for tile in range(box.tiles[p.fortress]):
            bits = 1 << tile
            if box.hero_power[p.cards[p.active, V.HERO]] == V.Power.RANGED:
                bits |= int(box.near[p.fortress, tile])
            values[tile] += _best(prize, bits)
    if (
        action == V.USE
        or V.ACT <= action < V.DECLINE
        or (action == V.ULTIMATE and p.minions.sum() >= 2 * p.team_size)
    ):
        return _ALWAYS
    if action == V.ATTACK:
        return float(stand.max() + values[here] - stand[here])
    if action == V.MOVE:
        return float(values.max())
    if action == V.DONE:
        return float(stand[here] if p.decision == Decision.MENU else values[here])
    if action > V.MOVE:
        return _NEVER  # also into the other fortress
    bits = reach(p, box, 1 << (action - V.TILE), int(p.steps) - 1)
    return _best(values, bits) + 0.001 * float(stand[action - V.TILE])  # by good places


def _act_away(p: Public, box: Box, action: int) -> float:
    """Do what can be done in the other fortress, then go home by a start tile."""
    if action == V.DONE:
        return -1.0
    if V.RIVAL_TILE <= action < V.WOUND_HERO:
        return float(box.distance[p.fortress, action - V.RIVAL_TILE])
    if V.TILE <= action < V.PLACE:
        return _ALWAYS
    return 1.0 if action == V.MOVE else 2.0


def _best(values: Floats, bits: int) -> float:
    most = _NEVER
    for tile in range(V.TILES):
        if bits >> tile & 1 != 0:
            most = max(most, values[tile])
    return most


def _all_spent(p: Public) -> bool:
    """Return whether no ultimate of the team is ready."""
    ready = 0
    for seat in range(p.players):
        ready += int(p.ready[seat]) * (owners(p) >> seat & 1)
    return ready == 0


def _buy(p: Public, box: Box, action: int) -> float:
    """Heal, then buy the dearest trap if there is room, the next weapon, the dearest equipment."""
    if action == V.HEAL or (action == V.REVITALISE and _all_spent(p)):
        return _ALWAYS
    if action == V.WEAPON:
        return 200.0
    if V.TRAP <= action < V.NUMBER:
        trap, at = box.trap[p.shop[1, action - V.TRAP]], int(p.at[p.active])
        last = int(box.places[p.fortress, p.team_size, at]) - 1
        room = trap[V.LAID.support] == 1 or p.traps[at, last] < 0
        return 300.0 + int(trap[V.LAID.cost]) if room and trap[V.LAID.once] == 0 else _NEVER
    if V.EQUIPMENT <= action < V.TRAP:
        card = box.equipment[p.shop[0, action - V.EQUIPMENT]]
        ring = card[V.WORN.ring] == 1
        last = V.AMULET + int(box.hero_amulets[p.cards[p.active, V.HERO]]) - 1
        worn = int(p.cards[p.active, V.RING if ring else last])
        replaced = int(box.equipment[worn, V.WORN.cost]) if worn >= 0 else 0
        return _NEVER if card[V.WORN.trinket] == 1 else float(card[V.WORN.cost] - replaced)
    return 0.0 if action == V.DONE else _NEVER


compile_functions(globals())

PLAYOUTS: Final = Playouts(prefer)
#: Foresees where minions will stand, and scores places and kills in skulls.
RulesAgent: Final = partial(ScriptAgent, choose=_script, name="rules")
