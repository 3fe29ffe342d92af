"""What the steps of the rules share: asking, going on to a step, counting figures, reach."""

from __future__ import annotations

from tablemates.envs.core.compiled import helper, inlined
from tablemates.envs.core.events import allow
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.state import Box, Public, Work
from tablemates.envs.orcs_must_die.vocabulary import Decision


@inlined
def ask(p: Public, decision: int, seat: int) -> None:
    """Let a seat decide."""
    p.decision = decision
    p.active = seat


@inlined
def ask_chance(p: Public, chance: int) -> None:
    """Let chance decide."""
    p.decision = Decision.CHANCE
    p.chance = chance


@inlined
def start(p: Public, step: int) -> None:
    """Begin a step."""
    p.step = step
    p.cursor = 0
    p.part = 0


@helper
def add_bits(w: Work, first: int, bits: int, count: int) -> None:
    """List actions from ``first`` on, given as bits."""
    for n in range(count):
        if bits >> n & 1 != 0:
            allow(w, first + n)


@inlined
def seat_after(p: Public, n: int) -> int:
    """Return the seat ``n`` places clockwise from the lord (ROUND-02)."""
    return (int(p.lord) + n) % int(p.players)  # ROUND-02


@helper
def crowd(p: Public, tile: int) -> int:
    """Return how many minions are on a tile, standing or stunned."""
    count = 0
    for kind in range(V.TYPES):
        count += p.minions[tile, V.UP, kind] + p.minions[tile, V.DOWN, kind]
    return count


@helper
def heroes_on(p: Public, tile: int) -> int:
    """Return the seats whose heroes are on a tile, as bits."""
    bits = 0
    for seat in range(p.players):
        if p.at[seat] == tile:
            bits |= 1 << seat
    return bits


@helper
def held(p: Public, box: Box, seat: int, number: int) -> int:
    """Return the sum of a number over all equipment that a seat's hero wears."""
    total = 0
    for place in range(V.AMULET, V.HELD):
        card = int(p.cards[seat, place])
        if card >= 0:
            total += box.equipment[card, number]
    return total


@helper
def reach(p: Public, box: Box, bits: int, steps: int) -> int:
    """Return the tiles that are at most so many connections away from others, as bits."""
    for _ in range(steps):
        more = bits
        for tile in range(box.tiles[p.fortress]):
            if bits >> tile & 1 != 0:
                more |= int(box.near[p.fortress, tile])
        bits = more
    return bits


@inlined
def kind_of(p: Public, box: Box, tile: int) -> int:
    """Return the kind of a tile."""
    return int(box.tile_kind[p.fortress, tile])
