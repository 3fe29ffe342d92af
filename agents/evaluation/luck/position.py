"""What the value model is told of a position: some numbers that anybody can count.

They stand for everything that decides games: the clock (blocks against what the
tasks need), hearts against what mobs and bosses may do, weapons against the boss's
life, the way to the portal, and what is under way (a fight, a find, blocks in hand).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tablemates.agents.evaluation.luck import players as T
from tablemates.agents.evaluation.luck.players import Floats
from tablemates.envs.core.compiled import helper
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.agenda import Step
from tablemates.envs.portal_dash.rules.cube import is_exposed
from tablemates.envs.portal_dash.rules.geometry import distance
from tablemates.envs.portal_dash.rules.pieces import boss_index, life_of
from tablemates.envs.portal_dash.rules.state import Box, Public
from tablemates.envs.portal_dash.rules.vocabulary import Chance, Decision

#: Numbers of a position.
SIZE = 143
_FACES = 3
_FAR = 24.0

Floats32 = npt.NDArray[np.float32]


@helper
def _write_players(p: Public, players: Floats, out: Floats32, n: int) -> int:
    """Write the players' numbers: over all of them, and in the order of their turns."""
    count = int(p.players)
    for number in range(T.SPREAD):
        low = 99.0
        high = -99.0
        total = 0.0
        for player in range(count):
            x = players[player, number]
            low = min(low, x)
            high = max(high, x)
            total += x
        out[n] = low
        out[n + 1] = high
        out[n + 2] = total / count
        n += 3
    for i in range(count):
        player = (int(p.active_player) + i) % count
        k = n + 6 * i
        out[k] = players[player, T.LIFE]
        out[k + 1] = players[player, T.LOSS]
        out[k + 2] = players[player, T.THREAT]
        out[k + 3] = players[player, T.STRIKES]
        out[k + 4] = players[player, T.WALK]
        out[k + 5] = players[player, T.READY]
    n += 6 * L.PLAYERS
    survive = 1.0
    for player in range(count):
        survive *= 1.0 - players[player, T.THREAT]
    out[n] = survive
    return n + 1


@helper
def _write_clock(p: Public, box: Box, out: Floats32, n: int) -> int:
    """Write blocks, tasks and deadlines."""
    layer = np.zeros(L.CUBE_LAYERS)
    left = np.zeros(L.COLOURS)
    exposed = np.zeros(L.COLOURS)
    for column in range(L.CUBE_COLUMNS):
        height = int(p.height[column])
        for level in range(height):
            layer[level] += 1.0
            colour = int(p.cube[column, level])
            if colour >= 0:
                left[colour] += 1.0
        if is_exposed(p, column):
            colour = int(p.cube[column, height - 1])
            if colour >= 0:
                exposed[colour] += 1.0
    colours = 0
    for colour in range(L.COLOURS):
        left[colour] += p.unseen[colour]
        if exposed[colour] > 0.0:
            colours += 1
    blocks = layer.sum()
    side = 0 if p.players <= 2 else 1
    before = 0.0
    missing = 0.0
    tight = 99.0
    access = 0.0
    scarce = 99.0
    for task in range(L.TASKS):
        before += layer[L.CUBE_LAYERS - 1 - task]
        own = 0.0
        for place in range(L.TASK_COLUMNS * task, L.TASK_COLUMNS * (task + 1)):
            need = float(box.piglin[side, place]) - float(p.place_count[place])
            if need > 0.0:
                own += need
                colour = int(p.place_colour[place])
                if colour >= 0:
                    access += min(need, exposed[colour])
                    scarce = min(scarce, left[colour] - need)
        missing += own
        out[n] = own
        out[n + 1] = 1.0 if own == 0.0 else 0.0
        out[n + 2] = before - missing if own > 0.0 else 30.0
        out[n + 3] = own / max(1.0, before) if own > 0.0 else 0.0
        n += 4
        if own > 0.0:
            tight = min(tight, before - missing)
    out[n] = missing
    out[n + 1] = blocks
    out[n + 2] = blocks - missing
    out[n + 3] = (blocks - missing) / p.players
    out[n + 4] = min(30.0, tight)
    out[n + 5] = access
    out[n + 6] = min(12.0, scarce)
    out[n + 7] = colours
    n += 8
    for level in range(L.CUBE_LAYERS):
        out[n] = layer[level]
        n += 1
    for colour in range(L.COLOURS):
        out[n] = exposed[colour]
        out[n + 1] = p.hand[colour]
        n += 2
    return n


@helper
def write_position(p: Public, box: Box, players: Floats, out: Floats32) -> None:
    """Write what is known of a position.

    Args:
        p: The public part of a game that is not over.
        box: What is in the box.
        players: Scratch space, shape ``(PLAYERS, players.COLUMNS)``.
        out: Written, shape ``(SIZE,)``.
    """
    out[:] = 0.0
    mean = T.die_mean(box)
    for player in range(p.players):
        T.read_player(p, box, player, players[player], mean)
    near = T.read_threat(p, box, players)
    n = _write_players(p, players, out, 0)
    n = _write_clock(p, box, out, n)
    # -- the game ---------------------------------------------------------------------
    out[n + int(p.players) - 1] = 1.0
    n += L.PLAYERS
    out[n + min(5, int(p.level))] = 1.0
    n += 6
    out[n] = p.parts - p.parts_open
    out[n + 1] = p.portal_open
    out[n + 2] = p.columns - p.open_columns
    out[n + 3] = p.turn / p.players
    out[n + 4] = near
    out[n + 5] = p.line_length
    n += 6
    # -- bosses -------------------------------------------------------------------------
    life = 0.0
    blow = 0.0
    placed = 0.0
    close = 0.0
    distant = _FAR
    for i in range(L.BOSSES):
        kind = int(p.boss_kind[i])
        if kind < 0 or p.boss_life[i] <= 0:
            continue
        hard = int(p.boss_hard[i])
        life += p.boss_life[i]
        for face in range(_FACES):
            blow += box.boss_damage[kind, hard, face] / 3.0
        out[n + 8] += 1.0 if kind == 0 else 0.0
        space = int(p.mob_space[L.REGULAR_MOBS + i])
        if space >= 0:
            placed += 1.0
            for player in range(p.players):
                d = float(distance(space, int(p.player_space[player])))
                distant = min(distant, d)
                if d <= 3.0:
                    close += 1.0
    # -- what is under way ------------------------------------------------------------------
    to_roll = int(p.dice_to_roll)
    finds = 0.0
    actions = 0
    for i in range(p.agenda_length):
        step = int(p.agenda[i, 0])
        if step == Step.CHANCE and p.agenda[i, 1] == Chance.COMBAT_DIE:
            to_roll += 1
        elif step == Step.FIND or step == Step.KEEP:
            finds += 1.0
        elif step == Step.ACTION:
            actions += 1
    strike = 0
    if p.fight_mob >= 0:
        hits = 0
        for i in range(p.dice_count):
            hits += int(p.dice[i])
        mob = int(p.fight_mob)
        if boss_index(mob) >= 0:
            life = max(0.0, life - hits)
            strike = to_roll
        else:
            kill = T.kill_chance(box, to_roll, life_of(p, box, mob) - hits)
            finds += kill
            out[n + 10] = kill
        out[n + 11] = p.rerolls_left
    active = int(p.active_player)
    if actions > 0:
        strike += int(players[active, T.STRIKES if actions > 1 else T.STRIKE])
        out[n + 12] = players[active, T.BEAT]
        out[n + 13] = players[active, T.BEATS] if actions > 1 else players[active, T.BEAT]
    if placed > 0.0:
        for i in range(p.players):
            if i > 0:
                strike += int(players[(active + i) % int(p.players), T.STRIKES])
            out[n + 14 + i] = T.kill_chance(box, min(strike, 24), int(life))
            out[n + 18] = max(0.0, life - mean * strike)
    out[n + 9] = max(0.0, life - mean * to_roll) if p.fight_mob >= L.REGULAR_MOBS else life
    out[n] = life
    out[n + 1] = blow
    out[n + 2] = placed
    out[n + 3] = close
    out[n + 4] = distant
    out[n + 5] = life / p.players
    total_ready = 0.0
    total_best = 0.0
    for player in range(p.players):
        total_ready += players[player, T.READY]
        total_best += players[player, T.BEST]
    out[n + 6] = total_ready - life
    out[n + 7] = life / max(1.0, total_best)
    n += 19
    # -- items -----------------------------------------------------------------------------
    out[n] = finds
    supply = 0.0
    inside = 0.0
    for i in range(L.NETHERITE):
        kind = int(box.netherite[i])
        supply += p.supply[i]
        if kind >= 0 and p.supply[i] == 0 and p.stack_count[kind] > 0:
            inside += 1.0
    out[n + 1] = supply
    out[n + 2] = inside
    chests = 0.0
    nearest = _FAR
    for i in range(L.CHESTS):
        if p.chest_space[i] >= 0:
            chests += 1.0
            for player in range(p.players):
                if p.player_space[player] >= 0:
                    d = distance(int(p.chest_space[i]), int(p.player_space[player]))
                    nearest = min(nearest, float(d))
    out[n + 3] = chests
    out[n + 4] = nearest
    n += 5
    # -- when -----------------------------------------------------------------------------
    out[n] = actions
    out[n + 1] = p.steps_left
    out[n + 2] = p.mines_left
    out[n + 3] = 1.0 if p.decision == Decision.ACTION else 0.0
    out[n + 4] = 1.0 if p.decision == Decision.CHANCE else 0.0
