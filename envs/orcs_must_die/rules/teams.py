"""Two teams and their fortresses: who is of which team, whose fortress is open, who leads (RIV).

The rules know one fortress: that of the fields of ``Side``. In rivalry there are two, of which one
is *open*; ``turn_to`` opens the other by exchanging them. A co-operative game is one team, number
0, whose fortress is open throughout.
"""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import helper, inlined
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.records.borrowed import exchange
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.state import Public, Work


@helper
def swap(p: Public) -> None:
    """Open the other fortress, without a word."""
    exchange(p, p.far)
    p.team = 1 - p.team


@helper
def turn_to(p: Public, w: Work, team: int) -> None:
    """Open the fortress of a team."""
    if p.team != team:
        swap(p)
        emit(w, V.Event.FORTRESS_TURNED, team)


@inlined
def team_of(p: Public, seat: int) -> int:
    """Return the team of a seat (RIV-01)."""
    if p.rivalry == 0:
        return 0
    return seat & 1 if p.seating == V.Seating.ALTERNATE else int(seat >= p.team_size)  # RIV-01


@inlined
def seats_of(p: Public, team: int) -> int:
    """Return the seats of a team, as bits."""
    seats = (1 << p.players) - 1
    if p.rivalry == 0:
        return seats
    if p.seating == V.Seating.ALTERNATE:
        return 0x5555 << team & seats  # RIV-01
    return (1 << p.team_size) - 1 << p.team_size * team  # RIV-01


@inlined
def owners(p: Public) -> int:
    """Return the seats of the team whose fortress is open, as bits."""
    return seats_of(p, p.team)


@inlined
def mate(p: Public, seat: int, n: int) -> int:
    """Return the n-th seat of a seat's team, clockwise from it."""
    if p.rivalry == 0:
        return (seat + n) % p.players
    if p.seating == V.Seating.ALTERNATE:
        return (seat + V.TEAMS * n) % p.players
    first = p.team_size * int(seat >= p.team_size)
    return first + (seat - first + n) % p.team_size


@inlined
def place_of(p: Public, seat: int, other: int) -> int:
    """Return how many seats of the same team another is clockwise, the reverse of ``mate``."""
    if p.rivalry == 0:
        return (other - seat) % p.players
    if p.seating == V.Seating.ALTERNATE:
        return (other - seat) % p.players // V.TEAMS
    return (other - seat) % p.team_size


@inlined
def first_foe(p: Public, seat: int) -> int:
    """Return the first seat of the other team, clockwise from a seat."""
    other = seat
    while team_of(p, other) == team_of(p, seat):
        other = (other + 1) % p.players
    return other


@inlined
def leader_of(p: Public, team: int) -> int:
    """Return who decides for a team: the lord, or its first seat clockwise from it (RIV-07)."""
    seat = max(0, p.lord)
    while team_of(p, seat) != team:
        seat = (seat + 1) % p.players
    return seat  # RIV-06 RIV-07


@inlined
def leads_first(p: Public) -> int:
    """Return the team whose fortress comes first in every step: the lord's (RIV-09)."""
    return team_of(p, max(0, p.lord))  # RIV-09


@inlined
def is_alive(p: Public, seat: int) -> bool:
    """Return whether a hero is in a fortress."""
    return bool(p.at[seat] >= 0 or (p.rivalry == 1 and p.far.at[seat] >= 0))


@inlined
def rift_of(p: Public, team: int) -> int:
    """Return the health of a team's rift."""
    return p.rift if p.team == team else p.far.rift


@inlined
def spot(p: Public, tile: int) -> int:
    """Return what events call a tile of the open fortress: the second team's tiles come last."""
    return tile + V.TILES * p.team if tile >= 0 else tile


@inlined
def named_boss(p: Public, boss: int) -> int:
    """Return what events call a boss of the open fortress: the second team's come last."""
    return boss + V.BOSSES * p.team


@inlined
def band(p: Public, kind: int) -> int:
    """Return the row of the box for a type of minions of the open fortress."""
    return kind + V.TYPES * p.team
