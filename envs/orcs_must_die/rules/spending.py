"""Spending the results of a roll or of traps: which kills and stuns can be paid together.

The stock are icons S, V, B, L, T and tokens. Which of them pays for what is never fixed: after
every choice all kills and stuns of the spending must be payable together (ICON-05).
"""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import allow, emit
from tablemates.envs.core.records.elements import total
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import (
    ask,
    bosses_on,
    figures,
    foes_on,
    invaders_on,
    worn,
)
from tablemates.envs.orcs_must_die.rules.harm import (
    gain,
    heal,
    kill,
    stun_boss,
    stun_hero,
    wound,
    wound_boss,
)
from tablemates.envs.orcs_must_die.rules.teams import band, spot, team_of
from tablemates.envs.orcs_must_die.state import Box, Public, Work

_MAJOR = V.TYPES - V.LESSER


def write_needs(p: Public, box: Box, tile: int) -> None:
    """Write what kills a minion of each type on a tile, auras included."""
    stage = p.stage - 1
    for icon in range(V.PAID):
        aura = 0
        for kind in range(V.TYPES):
            aura += int(box.aura[band(p, kind), icon]) * figures(p, tile, kind)  # MIN-09
        bosses = bosses_on(p, tile)
        for boss in range(V.BOSSES if bosses != 0 else 0):
            if bosses >> boss & 1 != 0:
                aura += int(box.boss_aura[p.boss_kind[boss], icon])  # BOSS-11
        for kind in range(V.TYPES):
            need = int(box.need[band(p, kind), stage, icon])  # MIN-08
            own = int(box.aura[band(p, kind), icon])
            p.needs[kind, icon] = need + max(0, aura - own)  # MIN-09


def begin_spending(p: Public, box: Box, tile: int, source: int, decider: int) -> None:
    """Let a seat spend the icons and tokens of the record on the minions of a tile."""
    p.tile = tile
    p.source = source
    write_needs(p, box, tile)  # ICON-10
    ask(p, V.Decision.ASSIGN, decider)


def list_spending(p: Public, box: Box, w: Work) -> None:
    """List what can be paid along with all that was chosen before."""
    allow(w, V.DONE)
    if p.rivalry == 0 or _hits_minions(p):
        _list_minions(p, box, w)
    foes = heroes_hit(p)
    if foes != 0:
        _list_heroes(p, box, w, foes)
    bosses = bosses_on(p, p.tile) if p.rivalry == 0 or _hits_minions(p) else 0
    if bosses != 0:
        _list_bosses(p, box, w, bosses)


def _hits_minions(p: Public) -> bool:
    """Return whether minions and bosses are targets: in the other fortress they are friends."""
    return bool(p.source == V.Source.TRAPS or team_of(p, p.seat) == p.team)  # RIV-03


def heroes_hit(p: Public) -> int:
    """Return the seats whose heroes are targets of the spending, as bits (RIV-11, RIV-14)."""
    if p.source == V.Source.TRAPS:
        return int(invaders_on(p, p.tile))  # RIV-11
    return int(foes_on(p, p.tile, p.seat))  # RIV-14


def _list_minions(p: Public, box: Box, w: Work) -> None:
    """List kills and stuns of minions that can be paid (ICON-05, ICON-06)."""
    for kind in range(V.TYPES):
        for state in range(V.STATES):
            left = int(p.minions[p.tile, state, kind])
            if state == V.DOWN:
                left -= p.stuns[kind]  # ICON-06
            if left > 0:
                p.kills[kind, state] += 1
                if payable(p, box, w):
                    allow(w, V.KILL + V.STATES * kind + state)  # ICON-05
                p.kills[kind, state] -= 1
    for kind in range(V.TYPES if p.icons[V.Icon.STUN] > 0 else 0):
        if p.minions[p.tile, V.UP, kind] > 0:
            p.stuns[kind] += 1
            if payable(p, box, w):
                allow(w, V.STUN + kind)  # ICON-06
            p.stuns[kind] -= 1


def _list_heroes(p: Public, box: Box, w: Work, foes: int) -> None:
    """List wounds and stuns of enemy heroes that can be paid (WND-01)."""
    for n in range(p.players):
        seat = (p.active + n) % p.players
        if foes >> seat & 1 != 0:
            p.hero_wounds[seat, p.stunned[seat]] += 1
            if payable(p, box, w):
                allow(w, V.WOUND_HERO + n)  # WND-01
            p.hero_wounds[seat, p.stunned[seat]] -= 1
    for n in range(p.players):
        seat = (p.active + n) % p.players
        free = p.stunned[seat] == 0 and worn(p, box, seat, V.WORN.unstunned) == 0  # WND-02
        if foes >> seat & 1 != 0 and free:
            p.heroes_laid |= 1 << seat
            if payable(p, box, w):
                allow(w, V.STUN_HERO + n)  # WND-01
            p.heroes_laid &= ~(1 << seat)


def _list_bosses(p: Public, box: Box, w: Work, bosses: int) -> None:
    """List wounds and stuns of bosses that can be paid (WND-01)."""
    for boss in range(V.BOSSES):
        if bosses >> boss & 1 != 0:
            state = int(p.boss_stunned[boss])
            p.boss_wounds[boss, state] += 1
            if payable(p, box, w):
                allow(w, V.WOUND_BOSS + boss)  # WND-01
            p.boss_wounds[boss, state] -= 1
    for boss in range(V.BOSSES):
        if bosses >> boss & 1 != 0 and p.boss_stunned[boss] == 0:
            p.boss_laid |= 1 << boss
            if payable(p, box, w):
                allow(w, V.STUN_BOSS + boss)  # WND-01
            p.boss_laid &= ~(1 << boss)


def spend(p: Public, box: Box, w: Work, action: int) -> None:
    """Kill or stun a minion, or end the spending."""
    tile = p.tile
    hero = p.source != V.Source.TRAPS
    if action == V.DONE:
        if hero and (p.kills.max() > 0 or _killed_boss(p)):
            seat = p.seat
            spoils = box.hero_power[p.cards[seat, V.HERO]] == V.Power.SPOILS  # ED-04
            gain(p, w, seat, worn(p, box, seat, V.WORN.bounty) + int(spoils))  # HERO-09
            heal(p, box, w, seat, worn(p, box, seat, V.WORN.kill_heal))  # HERO-09
        clear_spending(p)
        if not hero:
            p.cursor += 1  # TRAP-10
            p.part = 0
        return
    if V.WOUND_HERO <= action < V.WOUND_BOSS:
        _spend_on_hero(p, box, w, action)
    elif action >= V.WOUND_BOSS:
        _spend_on_boss(p, box, w, action, p.seat if hero else -1)
    elif action >= V.STUN:
        kind = action - V.STUN
        p.stuns[kind] += 1
        stun(p, w, tile, kind, 1)  # ICON-06
    else:
        kind, state = divmod(action - V.KILL, V.STATES)
        p.kills[kind, state] += 1
        kill(p, box, w, tile, kind, state, p.source, p.seat if hero else -1)
    p.decision = V.Decision.ASSIGN


def _killed_boss(p: Public) -> bool:
    """Return whether this spending killed a boss (BOSS-10)."""
    killed = False
    for boss in range(V.BOSSES):
        hit = p.boss_wounds[boss, V.UP] + p.boss_wounds[boss, V.DOWN] > 0
        killed = killed or (hit and p.boss_state[boss] == V.BOSS_GONE)
    return killed


def _spend_on_hero(p: Public, box: Box, w: Work, action: int) -> None:
    """Wound or stun an enemy hero; the first wounds of a spending are lost on wards (WND-02)."""
    laid = action >= V.STUN_HERO
    seat = (p.active + action - (V.STUN_HERO if laid else V.WOUND_HERO)) % p.players
    if laid:
        p.heroes_laid |= 1 << seat
        stun_hero(p, w, seat)
        return
    p.hero_wounds[seat, p.stunned[seat]] += 1
    wounds = int(p.hero_wounds[seat, V.UP]) + int(p.hero_wounds[seat, V.DOWN])
    if wounds > worn(p, box, seat, V.WORN.ward):
        wound(p, box, w, seat, 1)  # WND-02


def _spend_on_boss(p: Public, box: Box, w: Work, action: int, seat: int) -> None:
    """Wound or stun a boss; the first wounds of a spending are lost on armour (WND-02)."""
    if action >= V.STUN_BOSS:
        p.boss_laid |= 1 << (action - V.STUN_BOSS)
        stun_boss(p, w, action - V.STUN_BOSS)
        return
    boss = action - V.WOUND_BOSS
    p.boss_wounds[boss, p.boss_stunned[boss]] += 1
    wounds = int(p.boss_wounds[boss, V.UP]) + int(p.boss_wounds[boss, V.DOWN])
    if wounds > box.boss_armour[p.boss_kind[boss]]:  # WND-02
        wound_boss(p, box, w, boss, p.source, seat)


def stun(p: Public, w: Work, tile: int, kind: int, count: int) -> None:
    """Lay standing minions down."""
    p.minions[tile, V.UP, kind] -= count
    p.minions[tile, V.DOWN, kind] += count
    emit(w, V.Event.MINION_STUNNED, band(p, kind), spot(p, tile), count)


def clear_spending(p: Public) -> None:
    """Put the stock away."""
    p.icons[:] = 0
    p.tokens[:] = 0
    p.needs[:, :] = 0
    p.kills[:, :] = 0
    p.stuns[:] = 0
    p.boss_wounds[:, :] = 0
    p.boss_laid = 0
    if p.rivalry == 1:
        p.hero_wounds[:, :] = 0
        p.heroes_laid = 0
    p.tile = -1


def payable(p: Public, box: Box, w: Work) -> bool:
    """Return whether the stock pays for all kills and stuns of the spending (ICON-05)."""
    free = int(p.icons[V.Icon.STUN])
    for kind in range(V.TYPES):
        free -= p.stuns[kind]  # ICON-06
    for boss in range(V.BOSSES):
        free -= p.boss_laid >> boss & 1  # WND-01
    if p.heroes_laid != 0:
        for seat in range(p.players):
            free -= p.heroes_laid >> seat & 1  # WND-01
    if free < 0:
        return False
    lesser = min(int(p.tokens[V.TYPES]), _pay_by_type(p, w, 0, V.LESSER))
    major = min(int(p.tokens[V.TYPES + 1]), _pay_by_type(p, w, V.LESSER, V.TYPES))
    if lesser + major == 0:
        return _pays(p, box, w, free)
    # Every way to give these tokens to types: one digit a token.
    for code in range(V.LESSER**lesser * _MAJOR**major):
        _pay_by_type(p, w, 0, V.TYPES)
        digits = code
        valid = True
        for n in range(lesser + major):
            if n < lesser:
                kind = digits % V.LESSER
                digits //= V.LESSER
            else:
                kind = V.LESSER + digits % _MAJOR
                digits //= _MAJOR
            valid = valid and _pay_one(w, kind)
        if valid and _pays(p, box, w, free):
            return True
    return False


def _pay_one(w: Work, kind: int) -> bool:
    """Let a token pay for one kill of a type: best for a standing one (ICON-08)."""
    for state in range(V.STATES):
        if w.rest[kind, state] > 0:
            w.rest[kind, state] -= 1  # ICON-08
            return True
    return False


def _pay_by_type(p: Public, w: Work, first: int, end: int) -> int:
    """Write which kills tokens of their own type do not pay for; return how many there are."""
    count = 0
    for kind in range(first, end):
        w.rest[kind, V.UP] = p.kills[kind, V.UP]
        w.rest[kind, V.DOWN] = p.kills[kind, V.DOWN]
        for _ in range(p.tokens[kind]):  # WND-03: never heroes or bosses
            _pay_one(w, kind)
        count += w.rest[kind, V.UP] + w.rest[kind, V.DOWN]
    return count


def _pays(p: Public, box: Box, w: Work, free: int) -> bool:
    """Return whether icons pay for the kills in ``w.rest`` and for wounds of bosses and heroes."""
    w.extra[:] = 0
    if p.boss_wounds.max() == 0 and (p.rivalry == 0 or p.hero_wounds.max() == 0):
        return _affordable(p, w, free)
    _count_wounds(p, box, w)
    # Every way to share out the wounds: by T, and by icons that wound. L and pairs stand for these.
    w.digits[:, :] = 0
    while True:
        left = _share_wounds(w, free)
        if left >= 0 and _affordable(p, w, left):
            return True
        n = 0
        while n < 3 * V.WOUNDING and w.digits[n // 3, n % 3] == _most(w, n // 3, n % 3):
            w.digits[n // 3, n % 3] = 0
            n += 1
        if n == 3 * V.WOUNDING:
            return False
        w.digits[n // 3, n % 3] += 1


def _count_wounds(p: Public, box: Box, w: Work) -> None:
    """Count wounds of bosses and heroes by the icons that wound them: they cost the same."""
    w.hits[:, :] = 0
    for boss in range(V.BOSSES):
        wounding = 0
        for icon in range(3):
            wounding |= int(box.boss_wounds[p.boss_kind[boss], icon]) << icon
        for state in range(V.STATES):
            w.hits[wounding, state] += p.boss_wounds[boss, state]
    for seat in range(p.players if p.rivalry == 1 else 0):
        wounding = 0
        for icon in range(3):
            wounding |= int(box.wounds[p.cards[seat, V.HERO], icon]) << icon
        for state in range(V.STATES):
            w.hits[wounding, state] += p.hero_wounds[seat, state]


def _most(w: Work, wounding: int, digit: int) -> int:
    """Return how many wounds T may pay (digit 0), or the second or third icon that wounds."""
    down = int(w.hits[wounding, V.DOWN])
    if digit == 0:
        return down
    icons = (wounding & 1) + (wounding >> 1 & 1) + (wounding >> 2)
    return down + int(w.hits[wounding, V.UP]) if icons > digit else 0


def _share_wounds(w: Work, free: int) -> int:
    """Write the icons that wounds take; return how many T are left, -1: too few."""
    w.extra[:] = 0
    for wounding in range(V.WOUNDING):
        wounds = int(w.hits[wounding, V.UP]) + int(w.hits[wounding, V.DOWN])
        if wounds == 0:
            continue
        first = wounds - total(w.digits[wounding])
        free -= w.digits[wounding, 0]  # WND-01
        if first < 0 or free < 0:
            return -1
        n = 0
        for icon in range(3):
            if wounding >> icon & 1 != 0:
                w.extra[icon] += first if n == 0 else w.digits[wounding, n]
                n += 1
        if n == 0:
            w.extra[V.Icon.LIGHTNING] += first
    return free


def _affordable(p: Public, w: Work, free: int) -> bool:
    """Return whether icons pay for the kills in ``w.rest``, with this many T to spare."""
    deficit = _deficit(p, w)
    if deficit <= 0:
        return True
    if deficit > free:
        return False  # a T makes up for one icon at most
    if _gain(p, w, free) >= deficit:
        return True
    # Then T on standing minions: the first on each pays nothing (ICON-07).
    w.opened[:] = 0
    kind = 0
    while kind < V.TYPES:
        if w.opened[kind] < w.rest[kind, V.UP]:
            w.opened[kind] += 1
            kind = 0
            if _gain(p, w, free) >= deficit:
                return True
        else:
            w.opened[kind] = 0
            kind += 1
    return False


def _deficit(p: Public, w: Work) -> int:
    """Return how many icons are missing when L and pairs have made up for what they can."""
    w.opened[:] = 0
    deficit = -int(p.icons[V.Icon.LIGHTNING])
    for icon in range(V.PAID):
        need = int(w.extra[icon])
        for kind in range(V.TYPES):
            need += (w.rest[kind, V.UP] + w.rest[kind, V.DOWN]) * p.needs[kind, icon]  # ICON-04
        own = 0 if icon == V.Icon.LIGHTNING else int(p.icons[icon])
        w.lack[icon] = max(0, need - own)
        w.surplus[icon] = max(0, own - need)
        deficit += w.lack[icon]  # ICON-02
        deficit -= w.surplus[icon] // 2  # ICON-03
    return deficit


def _gain(p: Public, w: Work, free: int) -> int:
    """Return by how much T lowers the deficit, spent on stunned minions and on opened ones."""
    for kind in range(V.TYPES):
        free -= w.opened[kind]  # ICON-07
    if free <= 0:
        return 0
    gained = 0
    pairs = 0
    for icon in range(V.PAID):
        room = 0
        for kind in range(V.TYPES):
            room += (w.rest[kind, V.DOWN] + w.opened[kind]) * p.needs[kind, icon]  # ICON-07
        step = min(room, int(w.lack[icon]))
        if icon != V.Icon.LIGHTNING and step == w.lack[icon]:
            # What is left over pays for others only in pairs: one T completes an odd one.
            odd = int(w.lack[icon] == 0 and w.surplus[icon] % 2 == 1 and room > 0)
            step += odd
            pairs += (room - step) // 2
        gained += step
    if gained >= free:
        return free
    return gained + min(pairs, (free - gained) // 2)


compile_functions(globals())
