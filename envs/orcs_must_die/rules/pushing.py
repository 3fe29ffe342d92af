"""Pushing enemies into acid or lava, and the price of it."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import allow, allow_bits, emit
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import (
    ask,
    foes_on,
    heroes_on,
    kind_of,
    minions_on,
    seat_chosen,
)
from tablemates.envs.orcs_must_die.rules.harm import kill, wound
from tablemates.envs.orcs_must_die.rules.teams import seats_of, team_of
from tablemates.envs.orcs_must_die.state import Box, Public, Work


def helpers(p: Public, _box: Box) -> int:
    """Return the seats that may be asked to help with a push, as bits (TILE-07)."""
    team = seats_of(p, team_of(p, p.seat))  # RIV-17
    others = heroes_on(p, int(p.at[p.seat])) & ~(1 << p.seat) & team
    return others & ~p.refused  # TILE-07


def pushable(p: Public, box: Box) -> int:
    """Return the minions that the hero may push, as bits of targets (TILE-05)."""
    if team_of(p, p.seat) != p.team:
        return 0  # RIV-17
    end = V.TYPES if helpers(p, box) != 0 else V.LESSER  # TILE-06 TILE-07
    return int(minions_on(p, int(p.at[p.seat]), end))  # TILE-05


def pushed_heroes(p: Public, box: Box) -> int:
    """Return the enemy heroes that the hero may push, as bits of seats (RIV-17)."""
    if p.rivalry == 0 or helpers(p, box) == 0:
        return 0  # RIV-17: as a major minion
    return int(foes_on(p, int(p.at[p.seat]), p.seat))  # RIV-17


def list_pushes(p: Public, box: Box, w: Work) -> None:
    """List whom the hero may push: enemy heroes by ``ally``, minions by ``kill``."""
    heroes = pushed_heroes(p, box)
    for n in range(min(V.SEATS, p.players)):
        if heroes >> (p.seat + n) % p.players & 1 != 0:
            allow(w, V.ALLY + n)
    allow_bits(w, V.KILL, pushable(p, box))
    for n in range(V.SEATS, p.players):
        if heroes >> (p.seat + n) % p.players & 1 != 0:
            allow(w, V.FAR_ALLY + n - V.SEATS)


def push(p: Public, box: Box, w: Work, action: int) -> None:
    """Push a minion, or look for a hero who helps."""
    if action < V.KILL or action >= V.FAR_ALLY:
        p.kind = V.HERO_KIND + seat_chosen(p, action)  # RIV-17
    else:
        p.kind, p.state = divmod(action - V.KILL, V.STATES)
    if p.kind >= V.LESSER:
        ask(p, V.Decision.PUSH_ALLY, p.seat)  # TILE-07
    else:
        _push_in(p, box, w, -1)


def ask_ally(p: Public, _box: Box, _w: Work, action: int) -> None:
    """Ask a hero on the tile to help."""
    ask(p, V.Decision.PUSH_CONSENT, seat_chosen(p, action))


def consent(p: Public, box: Box, w: Work, action: int) -> None:
    """Push with the hero that was asked, or note that it refused."""
    ally = p.active
    emit(w, V.Event.PUSH_ASKED, p.seat, ally, int(action == V.YES))
    if action == V.YES:
        _push_in(p, box, w, ally)
    else:
        p.refused |= 1 << ally  # TILE-07
        p.tile = p.kind = -1
        p.state = 0


def _push_in(p: Public, box: Box, w: Work, ally: int) -> None:
    """Kill the pushed minion; those who pushed pay for it next."""
    p.used |= V.PUSHED
    p.payers[0] = p.seat
    p.payers[1] = ally
    p.step = V.Step.PRICE
    if p.kind >= V.HERO_KIND:
        victim = p.kind - V.HERO_KIND
        emit(w, V.Event.HERO_PUSHED, p.seat, victim)
        wound(p, box, w, victim, int(p.health[victim]))  # RIV-17
    else:
        kill(p, box, w, p.tile, p.kind, p.state, V.Source.PUSH, -1)  # TILE-08
    p.kind = -1
    p.state = 0


def _paying(p: Public) -> int:
    """Return the place among those who pay of who is next."""
    return 0 if p.payers[0] >= 0 else 1


def price(p: Public, box: Box, w: Work) -> bool:
    """Let the pusher, then the helper pay (TILE-09)."""
    place = _paying(p)
    seat = int(p.payers[place])
    lava = kind_of(p, box, p.tile) == V.Kind.LAVA_LAKE
    if seat < 0:
        p.tile = -1
        p.step = V.Step.TURN
    elif not lava and losses(p, box) != 0:
        ask(p, V.Decision.PRICE, seat)  # TILE-09
    else:
        p.payers[place] = -1
        wound(p, box, w, seat, 1 if lava else int(p.health[seat]))  # TILE-09 TILE-10
    return True


def losses(p: Public, _box: Box) -> int:
    """Return what the next who pays can lose, as bits: weapon, amulets, ring, trinket."""
    seat = p.payers[_paying(p)]
    bits = int(p.cards[seat, V.RANK] > 0)
    for place in range(V.AMULET, V.HELD):
        bits |= int(p.cards[seat, place] >= 0) << (place - V.AMULET + 1)
    return bits


def lose(p: Public, _box: Box, w: Work, action: int) -> None:
    """Lose a card or a rank in acid."""
    place = V.AMULET + action - V.LOSE - 1
    paying = _paying(p)
    seat = int(p.payers[paying])
    p.payers[paying] = -1
    if place < V.AMULET:
        p.cards[seat, V.RANK] -= 1  # TILE-09
        emit(w, V.Event.WEAPON_LOST, seat, int(p.cards[seat, V.RANK]))
        return
    emit(w, V.Event.EQUIPMENT_LOST, seat, int(p.cards[seat, place]))
    p.cards[seat, place] = -1  # TILE-09
    if place == V.AMULET:
        p.cards[seat, V.AMULET] = p.cards[seat, V.AMULET + 1]  # TILE-09
        p.cards[seat, V.AMULET + 1] = -1
        if seat == p.seat:
            p.acted = p.acted & ~3 | p.acted >> 1 & 1


compile_functions(globals())
