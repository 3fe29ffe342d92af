"""Parts that the steps of the rules share: asking, listing, going on to a step, counting, reach."""

from __future__ import annotations

from collections.abc import Callable

from tablemates.envs.core.compiler.decorators import helper, inlined
from tablemates.envs.core.engine.events import allow, allow_bits
from tablemates.envs.core.records.elements import total
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.teams import band, owners, team_of
from tablemates.envs.orcs_must_die.state import Box, Public, Work


@inlined
def ask(p: Public, decision: int, seat: int) -> None:
    """Let a seat decide."""
    p.decision = decision
    p.active = seat


@inlined
def ask_chance(p: Public, chance: int) -> None:
    """Let chance decide."""
    p.decision = V.Decision.CHANCE
    p.chance = chance


@inlined
def start(p: Public, step: int) -> None:
    """Begin a step."""
    p.step = step
    p.cursor = 0
    p.part = 0


def offer(group: str, bits_of: Callable[..., int]) -> Callable[..., None]:
    """Return what lists the actions of a group that ``bits_of(p, box)`` returns as bits."""
    first, bits_of = V.CATALOGUE.first(group), helper(bits_of)

    @helper
    def list_options(p: Public, box: Box, w: Work) -> None:
        allow_bits(w, first, bits_of(p, box))

    return list_options


def offer_tiles(bits_of: Callable[..., int]) -> Callable[..., None]:
    """Return what lists the tiles of the open fortress that ``bits_of(p, box)`` returns as bits."""
    bits_of = helper(bits_of)

    @helper
    def list_options(p: Public, box: Box, w: Work) -> None:
        own = team_of(p, p.active) == p.team
        allow_bits(w, V.TILE if own else V.RIVAL_TILE, bits_of(p, box))

    return list_options


@inlined
def tile_chosen(action: int) -> int:
    """Return the tile of an action, of one's own fortress or the other."""
    return action - V.TILE if action < V.RIVAL_TILE else action - V.RIVAL_TILE


def offer_seats(bits_of: Callable[..., int]) -> Callable[..., None]:
    """Return what lists the seats that ``bits_of(p, box)`` returns, clockwise from the decider."""
    bits_of = helper(bits_of)

    @helper
    def list_options(p: Public, box: Box, w: Work) -> None:
        seats = bits_of(p, box)
        for n in range(p.players):
            if seats >> (p.active + n) % p.players & 1 != 0:
                allow(w, V.ALLY + n if n < V.SEATS else V.FAR_ALLY + n - V.SEATS)

    return list_options


@helper
def every_tile(p: Public, box: Box) -> int:
    """Return all tiles of the fortress, as bits."""
    return (1 << int(box.tiles[p.fortress])) - 1


@inlined
def seat_chosen(p: Public, action: int) -> int:
    """Return the seat that an ``ally`` names, clockwise from the one who decides."""
    n = action - V.ALLY if action < V.FAR_ALLY else action - V.FAR_ALLY + V.SEATS
    return (p.active + n) % p.players  # DEC-04


@inlined
def seat_after(p: Public, n: int) -> int:
    """Return the seat ``n`` places clockwise from the lord (ROUND-02)."""
    return (p.lord + n) % p.players  # ROUND-02


@inlined
def figures(p: Public, tile: int, kind: int) -> int:
    """Return how many minions of a type are on a tile, standing or stunned."""
    return int(p.minions[tile, V.UP, kind]) + int(p.minions[tile, V.DOWN, kind])


@helper
def bosses_on(p: Public, tile: int) -> int:
    """Return the bosses on a tile, as bits."""
    bits = 0
    if p.bosses_left > 0:
        for boss in range(V.BOSSES):
            bits |= int(p.boss_at[boss] == tile) << boss
    return bits


@helper
def supply(p: Public, box: Box, kind: int) -> int:
    """Return how many figures of a type are not in the fortress or about to enter it."""
    left = int(box.figures[band(p, kind)])
    for tile in range(box.tiles[p.fortress]):
        left -= figures(p, tile, kind)
        left -= p.arrived[tile, kind] + p.incoming[tile, kind]
    return left


@helper
def crowd(p: Public, tile: int) -> int:
    """Return how many minions and bosses are on a tile (BOSS-10)."""
    minions = total(p.minions[tile, V.UP]) + total(p.minions[tile, V.DOWN])
    return minions + int(bosses_on(p, tile) != 0)  # BOSS-10


@helper
def crowded(p: Public, box: Box) -> int:
    """Return the tiles with minions or bosses, as bits."""
    bits = 0
    for tile in range(box.tiles[p.fortress]):
        bits |= int(crowd(p, tile) > 0) << tile
    return bits


@helper
def minions_on(p: Public, tile: int, end: int) -> int:
    """Return what can be killed on a tile of the types before ``end``, as bits of targets."""
    bits = 0
    for kind in range(end):
        for state in range(V.STATES):
            bits |= int(p.minions[tile, state, kind] > 0) << (V.STATES * kind + state)
    return bits


@helper
def heroes_on(p: Public, tile: int) -> int:
    """Return the seats whose heroes are on a tile, as bits."""
    bits = 0
    for seat in range(p.players):
        if p.at[seat] == tile:
            bits |= 1 << seat
    return bits


@helper
def defenders_on(p: Public, tile: int) -> int:
    """Return the seats on a tile whose fortress is open: whom its minions attack (RIV-12)."""
    return int(heroes_on(p, tile)) & owners(p)  # RIV-12


@helper
def invaders_on(p: Public, tile: int) -> int:
    """Return the seats on a tile that are of the other team (RIV-03)."""
    return int(heroes_on(p, tile)) & ~owners(p) if p.rivalry == 1 else 0  # RIV-03


@helper
def foes_on(p: Public, tile: int, seat: int) -> int:
    """Return the heroes on a tile that are enemies of a seat, as bits (RIV-03)."""
    if p.rivalry == 0:
        return 0
    mine = team_of(p, seat) == p.team
    return int(invaders_on(p, tile) if mine else defenders_on(p, tile))


@helper
def has_foes(p: Public, tile: int, seat: int) -> bool:
    """Return whether a seat has an enemy on a tile: minions are so in the own fortress only."""
    minions = team_of(p, seat) == p.team and crowd(p, tile) > 0  # RIV-03
    return bool(minions or foes_on(p, tile, seat) != 0)  # RIV-14


@helper
def worn(p: Public, box: Box, seat: int, number: int, end: int = V.HELD) -> int:
    """Return the sum of a number over equipment in the places before ``end``, amulets first."""
    found = 0
    for place in range(V.AMULET, end):
        card = int(p.cards[seat, place])
        if card >= 0:
            found += box.equipment[card, number]
    return found


@helper
def reach(p: Public, box: Box, bits: int, steps: int) -> int:
    """Return the tiles within this many connections of others, as bits."""
    for _ in range(steps):
        more = bits
        for tile in range(box.tiles[p.fortress]):
            if bits >> tile & 1 != 0:
                more |= int(box.near[p.fortress, tile])
        bits = more
    return bits


@helper
def places_on(p: Public, box: Box, tile: int) -> int:
    """Return how many bought traps a tile holds: Trapsburg draws its own (TRAP-02)."""
    if tile == box.trapsburg[p.fortress]:
        return 0  # TRAP-02 TILE-11
    return int(box.places[p.fortress, p.team_size, tile]) if tile >= 0 else 0  # RIV-08


@inlined
def kind_of(p: Public, box: Box, tile: int) -> int:
    """Return the kind of a tile."""
    return int(box.tile_kind[p.fortress, tile])
