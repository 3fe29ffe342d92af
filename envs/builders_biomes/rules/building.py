"""Buildings: what they cost a seat, and where they go."""

from __future__ import annotations

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules.places import take_from
from tablemates.envs.builders_biomes.rules.scoring import gain
from tablemates.envs.builders_biomes.state import Box, Public, Work
from tablemates.envs.builders_biomes.vocabulary import Colour, Event, Source
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.events import emit


@helper
def lacking(p: Public, box: Box, seat: int, tile: int) -> int:
    """Return how many blocks of the four ordinary colours a seat lacks for a building."""
    missing = 0
    for colour in range(Colour.EMERALD.value):
        missing += max(0, int(box.cost[tile, colour]) - int(p.supply[seat, colour]))
    return missing


@helper
def can_build(p: Public, box: Box, seat: int, cell: int) -> bool:
    """Return whether a cell shows a building that a seat can pay (BUILD-01)."""
    tile = int(p.face[cell])
    if tile < 0 or tile >= box.buildings:
        return False
    return lacking(p, box, seat, tile) <= int(p.supply[seat, Colour.EMERALD])  # BUILD-01


@helper
def pay_building(p: Public, box: Box, w: Work, cell: int) -> None:
    """Pay for the building on a cell and take it; a space is chosen next."""
    seat = int(p.active)
    tile = take_from(p, cell)
    emeralds = lacking(p, box, seat, tile)
    blocks = -emeralds
    for colour in range(Colour.EMERALD.value):
        cost = int(box.cost[tile, colour])
        p.supply[seat, colour] -= min(cost, int(p.supply[seat, colour]))  # BUILD-02
        blocks += cost
    p.supply[seat, Colour.EMERALD] -= emeralds  # BUILD-02
    p.placing = tile
    emit(w, Event.BUILDING_PAID, seat, tile, blocks, emeralds)


@helper
def place_building(p: Public, box: Box, w: Work, space: int) -> None:
    """Put the building that was paid on a space."""
    seat, tile = int(p.active), int(p.placing)
    covered = int(p.built[seat, space])
    if covered >= 0:
        p.where[covered] = V.OUT  # BUILD-03
    p.built[seat, space] = tile
    p.where[tile] = V.ON_BOARD + seat
    p.placing = V.NOTHING
    emit(w, Event.BUILT, seat, tile, space, covered)
    gain(p, w, seat, int(box.xp[tile]), Source.BUILD)  # BUILD-04
