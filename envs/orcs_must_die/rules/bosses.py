"""Bosses: how they enter, move, burn and leave; harm to them is in ``harm``."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import defenders_on, seat_after, supply, tile_chosen
from tablemates.envs.orcs_must_die.rules.harm import hurt_rift, part_from, wound
from tablemates.envs.orcs_must_die.rules.teams import named_boss, spot
from tablemates.envs.orcs_must_die.state import Box, Public, Work


def note_due(p: Public) -> None:
    """Note which boss enters with this wave, when its cards have been turned up (BOSS-01)."""
    if p.bosses_left == 0 or p.stage == 1:
        return
    moment = p.stage - 2  # BOSS-01
    if p.stage == V.STAGES and p.serving == 0:  # BOSS-13: never in rivalry
        moment = V.BOSSES - 1  # BOSS-01
    if p.boss_kind[moment] >= 0 and p.boss_state[moment] == V.BOSS_WAITS:
        p.due = moment


def choose_gate(p: Public, box: Box, w: Work, action: int) -> None:
    """Let the boss that is due and its retinue enter at a start tile."""
    tile, boss = tile_chosen(action), p.due
    kind = int(p.boss_kind[boss])
    p.boss_at[boss] = tile  # BOSS-02
    p.boss_state[boss] = V.BOSS_HERE
    p.boss_health[boss] = box.boss_health[kind, p.team_size]  # BOSS-05
    p.entered += 1  # BOSS-10
    p.waves += 1 - p.rivalry  # BOSS-10
    emit(w, V.Event.BOSS_ENTERED, named_boss(p, boss), spot(p, tile))
    for role in range(V.TYPES):
        wanted = int(box.boss_retinue[kind, role])
        lesser = role < V.LESSER
        for n in range(-1, V.TYPES):
            other = role if n < 0 else n
            if (other < V.LESSER) == lesser:
                count = min(wanted, supply(p, box, other))  # ENTER-05
                p.incoming[tile, other] += count  # BOSS-11
                p.entered += count
                wanted -= count


def sets_out(p: Public, box: Box, tile: int, boss: int, entering: bool) -> int:
    """Return the steps of a boss that sets out from a tile now, -1: it does not (BOSS-07)."""
    if p.boss_state[boss] != V.BOSS_HERE or p.boss_at[boss] != tile:
        return -1
    steps = int(box.boss_move[p.boss_kind[boss]])
    if entering:
        if boss != p.due:
            return -1
        p.due = -1
        steps -= 1  # BOSS-02
    elif p.boss_stunned[boss] == 1 or p.set_out >> boss & 1 != 0:
        return -1  # BOSS-06
    p.set_out |= 1 << boss
    return steps


def leave_rift(p: Public, box: Box, w: Work) -> None:
    """Let bosses on the rift leave."""
    for boss in range(V.BOSSES):
        if p.boss_state[boss] == V.BOSS_HERE and p.boss_at[boss] == box.rift_tile[p.fortress]:
            damage = int(box.boss_rift[p.boss_kind[boss]])
            emit(w, V.Event.BOSS_LEFT, named_boss(p, boss), damage)
            part_from(p, boss)
            hurt_rift(p, w, damage)  # BOSS-08


def burn_heroes(p: Public, box: Box, w: Work) -> None:
    """Let bosses that burn wound whom they could attack."""
    for boss in range(V.BOSSES):
        if p.boss_state[boss] != V.BOSS_HERE or p.boss_stunned[boss] == 1:
            continue
        burn = int(box.boss_burn[p.boss_kind[boss]])
        for n in range(p.players if burn > 0 else 0):
            seat = seat_after(p, n)
            if defenders_on(p, int(p.boss_at[boss])) >> seat & 1 != 0:
                wound(p, box, w, seat, burn)  # BOSS-11


def recover_bosses(p: Public) -> None:
    """Let bosses stand up at the end of the minions' phase."""
    p.boss_stunned[:] = 0  # BOSS-06
    p.set_out = p.boss_attacked = 0


compile_functions(globals())
