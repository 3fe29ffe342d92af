"""Hazards and traps in the minion phase, the minions that leave, and standing up."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.records.elements import total
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import (
    ask,
    crowd,
    figures,
    invaders_on,
    kind_of,
    minions_on,
    tile_chosen,
)
from tablemates.envs.orcs_must_die.rules.bosses import burn_heroes, leave_rift, recover_bosses
from tablemates.envs.orcs_must_die.rules.harm import check_won, hurt_rift, kill, settle_rifts
from tablemates.envs.orcs_must_die.rules.spending import begin_spending, clear_spending
from tablemates.envs.orcs_must_die.rules.teams import band, leader_of, spot
from tablemates.envs.orcs_must_die.state import Box, Public, Work


def passed(p: Public, tile: int, kind: int) -> int:
    """Return how many of a type that ended on a tile passed the trapdoor that ``cursor`` names."""
    return int(p.crossed[p.cursor, tile, kind]) + int(p.crossed[V.TRAPDOORS, tile, kind])


def trapdoor(p: Public, box: Box, _w: Work) -> bool:
    """Ask which of the lesser minions that passed over the next trapdoor falls (TILE-13)."""
    if p.crossed.max() == 0:
        return False
    while p.cursor < V.TRAPDOORS:
        if falling(p, box) != 0:
            ask(p, V.Decision.FALL, leader_of(p, p.team))  # TILE-13
            return True
        p.cursor += 1
    p.crossed[:, :, :] = 0
    return False


def falling(p: Public, box: Box) -> int:
    """Return the types that passed over the trapdoor, as bits of targets."""
    bits = 0
    for tile in range(box.tiles[p.fortress]):
        for kind in range(V.LESSER):
            bits |= int(passed(p, tile, kind) > 0) << (V.STATES * kind)
    return bits


def choose_falling(p: Public, _box: Box, _w: Work, action: int) -> None:
    """Ask where the type that falls has ended."""
    p.kind = (action - V.KILL) // V.STATES
    ask(p, V.Decision.FALL_WHERE, leader_of(p, p.team))


def falling_on(p: Public, box: Box) -> int:
    """Return the tiles where minions of the type that falls have ended, as bits."""
    bits = 0
    for tile in range(box.tiles[p.fortress]):
        bits |= int(passed(p, tile, p.kind) > 0) << tile
    return bits


def falls(p: Public, box: Box, w: Work, action: int) -> None:
    """Kill the chosen minion where it ended."""
    tile, kind = tile_chosen(action), p.kind
    # Who passed this one alone falls first, so that others are left for the next.
    doors = p.cursor if p.crossed[p.cursor, tile, kind] > 0 else V.TRAPDOORS
    p.crossed[doors, tile, kind] -= 1
    p.cursor += 1
    p.kind = -1
    kill(p, box, w, tile, kind, V.UP, V.Source.TRAPDOOR, -1)  # TILE-13


def gas_chamber(p: Public, box: Box, _w: Work) -> bool:
    """Ask which lesser minion dies on each gas chamber (TILE-12)."""
    while p.cursor < box.tiles[p.fortress]:
        tile = p.cursor
        p.cursor += 1
        if kind_of(p, box, tile) == V.Kind.GAS_CHAMBER and minions_on(p, tile, V.LESSER) != 0:
            p.tile = tile
            ask(p, V.Decision.GAS, leader_of(p, p.team))  # TILE-12
            return True
    p.used_supports[:] = 0
    return False


def gas(p: Public, box: Box, w: Work, action: int) -> None:
    """Kill a minion on a gas chamber."""
    kind, state = divmod(action - V.KILL, V.STATES)
    kill(p, box, w, p.tile, kind, state, V.Source.GAS, -1)  # TILE-12
    p.tile = -1


def _other_end(p: Public, box: Box, connection: int, tile: int) -> int:
    """Return the second tile of a connection, -1 if it does not touch the tile."""
    low = int(box.ends[p.fortress, connection, 0])
    high = int(box.ends[p.fortress, connection, 1])
    return high if low == tile else (low if high == tile else -1)


def _has_target(p: Public, box: Box, trap: int, tile: int) -> bool:
    """Return whether a once trap is worth a question (TRAP-08)."""
    if total(box.trap[trap, V.LAID.sword : V.LAID.kills_orc]) > 0:
        return True
    for kind in range(V.TYPES):
        token = V.TYPES if kind < V.LESSER else V.TYPES + 1
        kills = box.trap[trap, V.LAID.kills_orc + kind] + box.trap[trap, V.LAID.kills_orc + token]
        if kills > 0 and figures(p, tile, kind) > 0:
            return True
    return False


def _has_prey(p: Public, tile: int) -> bool:
    """Return whether traps of a tile have somebody to fire at: minions or invaders (RIV-11)."""
    return bool(crowd(p, tile) > 0 or invaders_on(p, tile) != 0)  # TRAP-05 RIV-11


def _is_later(p: Public, box: Box, tile: int, before: int) -> bool:
    """Return whether a tile has a minion and comes after another in the order (TRAP-07)."""
    far = box.distance[p.fortress]
    return _has_prey(p, tile) and (int(far[tile]), tile) > (int(far[before]), before)


def fire_traps(p: Public, box: Box, w: Work) -> bool:
    """Fire the traps of the next tile with minions, then let the lord spend their results.

    ``part`` counts through the tile's traps twice, those on the tile first: once for those that
    fire by themselves, then for those that the lord is asked about.
    """
    f = p.fortress
    while p.cursor < box.tiles[f]:
        tile = int(box.order[f, p.cursor])  # TRAP-04
        if not _has_prey(p, tile):
            p.cursor += 1  # TRAP-05
            continue
        places = V.PLACES + int(box.connections[f])
        while p.part < 2 * places:
            asking = p.part >= places
            place = p.part - (places if asking else 0)
            p.part += 1
            other = -1
            if place < V.PLACES:
                trap = int(p.traps[tile, place])
            else:
                trap = int(p.supports[place - V.PLACES])
                other = _other_end(p, box, place - V.PLACES, tile)
                if other < 0 or p.used_supports[place - V.PLACES] == 1:
                    continue
            if trap < 0:
                continue
            once = box.trap[trap, V.LAID.once] == 1
            shared = not once and other >= 0 and _is_later(p, box, other, tile)  # TRAP-07
            if (once or shared) != asking:
                continue
            if p.rivalry == 1 and not _has_target(p, box, trap, tile):
                continue  # RIV-11
            p.trap = trap
            if not asking:
                trigger(p, box, w, V.YES)  # TRAP-06
            elif shared or _has_target(p, box, trap, tile):  # TRAP-08
                ask(p, V.Decision.TRIGGER, leader_of(p, p.team))
                return True
        p.trap = -1
        if p.traps[tile, 0] < 0 <= p.traps[tile, 1]:
            p.traps[tile, 0] = p.traps[tile, 1]
            p.traps[tile, 1] = -1
        if total(p.icons) + total(p.tokens) > 0:
            begin_spending(p, box, tile, V.Source.TRAPS, leader_of(p, p.team))
            return True
        p.cursor += 1
        p.part = 0
    clear_spending(p)
    return False


def trigger(p: Public, box: Box, w: Work, action: int) -> None:
    """Fire the trap that ``part`` has just passed: add what it deals to the stock of the tile."""
    if action == V.NO:
        return
    tile = int(box.order[p.fortress, p.cursor])
    places = V.PLACES + int(box.connections[p.fortress])
    place = (p.part - 1) % places
    trap = p.trap
    other = -1
    if place >= V.PLACES:
        other = _other_end(p, box, place - V.PLACES, tile)
        p.used_supports[place - V.PLACES] = 1  # TRAP-07
    for icon in range(V.SPENT):
        p.icons[icon] += box.trap[trap, V.LAID.sword + icon]  # TRAP-10
    for token in range(V.TOKENS):
        p.tokens[token] += box.trap[trap, V.LAID.kills_orc + token]  # TRAP-01
    emit(w, V.Event.TRAP_FIRED, trap, spot(p, tile), spot(p, other))
    if box.trap[trap, V.LAID.once] == 1:
        if other >= 0:
            p.supports[place - V.PLACES] = -1  # TRAP-09
        else:
            p.traps[tile, place] = -1  # TRAP-09


def leave(p: Public, box: Box, w: Work) -> bool:
    """Let the minions on the rift tile leave (RIFT-01)."""
    tile = int(box.rift_tile[p.fortress])
    for kind in range(V.TYPES):
        count = figures(p, tile, kind)  # RIFT-01
        if count == 0 or box.hunts[band(p, kind)] == 1:
            continue  # GNOLL-05
        p.minions[tile, :, kind] = 0
        p.gone += count
        damage = count * int(box.rift[band(p, kind)])
        emit(w, V.Event.RIFT_DAMAGED, band(p, kind), count, damage)
        hurt_rift(p, w, damage)  # RIFT-01
    p.attacked[:] = 0
    if p.bosses_left > 0:
        leave_rift(p, box, w)
        if p.rivalry == 0:
            burn_heroes(p, box, w)  # BOSS-11
    if p.lap == 1:
        settle_rifts(p, w)  # RIV-24
    check_won(p, w)  # END-03
    return False


def stand_up(p: Public, _box: Box, _w: Work) -> bool:
    """Let stunned minions stand up at the end of their phase."""
    for tile in range(V.TILES):
        for kind in range(V.TYPES):
            p.minions[tile, V.UP, kind] += p.minions[tile, V.DOWN, kind]  # MIN-01
            p.minions[tile, V.DOWN, kind] = 0
    if p.bosses_left > 0:
        recover_bosses(p)
    return False


compile_functions(globals())
