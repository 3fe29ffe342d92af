"""What the next rolls of the dice may do to the players."""

from __future__ import annotations

from tablemates.agents.portal_dash.planner import desk as D
from tablemates.agents.portal_dash.planner.desk import FACES, Desk
from tablemates.agents.portal_dash.planner.weights import Weight
from tablemates.envs.core.compiled import helper
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.geometry import distance
from tablemates.envs.portal_dash.rules.state import Box, Public


@helper
def write_threat(p: Public, box: Box, desk: Desk) -> None:
    """Write how much each player would lose at each number of the mob die to ``desk.damage``.

    Every mob is taken to hit the nearest player if its steps and range bring it
    there as the crow flies: a little too dark where lava is in the way. Of
    several as near as each other it hits the one with most hearts.
    """
    damage = desk.damage
    damage[:, :] = 0
    for mob in range(L.REGULAR_MOBS):
        if p.mob_space[mob] < 0:
            continue
        kind = int(box.mob_kind[mob])
        space = int(p.mob_space[mob])
        reach = int(box.kind_moves[kind]) + int(box.kind_range[kind])
        face = int(box.mob_number[mob]) - 1
        if box.kind_area[kind] == 1:
            for player in range(p.players):
                if distance(space, int(p.player_space[player])) <= reach:
                    damage[face, player] += box.kind_damage[kind]
        else:
            victim = _victim(p, desk, space, reach, int(box.kind_range[kind]))
            if victim >= 0:
                damage[face, victim] += box.kind_damage[kind]
    for i in range(L.BOSSES):
        space = int(p.mob_space[L.REGULAR_MOBS + i])
        if space < 0:
            continue
        kind = int(p.boss_kind[i])
        hard = int(p.boss_hard[i])
        attack = int(box.boss_range[kind, hard])
        reach = int(box.boss_moves[kind, hard]) + attack
        victim = _victim(p, desk, space, reach, attack)
        for face in range(FACES):
            if victim >= 0 and box.boss_area[kind, hard, face] == 0:
                hurt = int(box.boss_damage[kind, hard, face])
                if box.boss_direct[kind, hard, face] == 1 and hurt >= p.hearts[victim]:
                    hurt += int(desk.gear[victim, D.ARMOUR])  # which does not help
                damage[face, victim] += hurt
            elif box.boss_area[kind, hard, face] == 1:
                for player in range(p.players):
                    if distance(space, int(p.player_space[player])) <= reach:
                        damage[face, player] += box.boss_damage[kind, hard, face]


@helper
def _victim(p: Public, desk: Desk, space: int, reach: int, attack: int) -> int:
    """Return the player whom a piece would hit, or -1: one in range, else the nearest."""
    best = -1
    nearest = reach + 1
    for player in range(p.players):
        d = max(attack, distance(space, int(p.player_space[player])))
        if d < nearest or (
            d == nearest and best >= 0 and desk.gear[player, D.LIFE] > desk.gear[best, D.LIFE]
        ):
            nearest = d
            best = player
    return best


@helper
def threat_value(p: Public, box: Box, desk: Desk) -> float:
    """Return the worth of standing where the next rolls find the team.

    Needs ``read_gear`` and ``time_value``: who is late anyway may risk more.
    """
    weights = desk.weights
    value = 0.0
    write_threat(p, box, desk)
    fear = 1.0 - weights[Weight.RISK] * desk.facts[D.LATE]
    for player in range(p.players):
        life = int(desk.gear[player, D.LIFE])
        hurt = 0.0
        deadly = 0.0
        for face in range(FACES):
            hurt += min(int(desk.damage[face, player]), life) / FACES
            if desk.damage[face, player] >= life:
                deadly += 1.0 / FACES
        if hurt > 0.0:
            value -= weights[Weight.DAMAGE] * hurt + fear * weights[Weight.DEATH] * deadly
            later = _death_within(p, desk, player, life) - deadly
            value -= fear * weights[Weight.DEATH_LATER] * later
    for mob in range(L.REGULAR_MOBS):
        if p.mob_space[mob] >= 0:
            value -= weights[Weight.MOB]
            for player in range(p.players):
                if p.player_space[player] >= 0:
                    d = distance(int(p.mob_space[mob]), int(p.player_space[player]))
                    value -= weights[Weight.NEAR_MOB] / (1.0 + d)
    return value


@helper
def _death_within(p: Public, desk: Desk, player: int, life: int) -> float:
    """Return the chance that a player dies before the turn after the coming one.

    Every roll until the player's own next turn, two at least, is taken to do
    what the next one would do.
    """
    players = int(p.players)
    rolls = max(2, (player - int(p.active_player) - 1) % players + 1)
    lost = desk.lost
    lost[: life + 1] = 0.0
    lost[0] = 1.0
    for _ in range(rolls):
        for hearts in range(life - 1, -1, -1):
            chance = lost[hearts] / FACES
            if chance > 0.0:
                lost[hearts] = 0.0
                for face in range(FACES):
                    lost[min(life, hearts + desk.damage[face, player])] += chance
    return float(lost[life])
