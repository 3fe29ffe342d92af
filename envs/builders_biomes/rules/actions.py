"""The actions: taking blocks, building, fighting mobs, taking weapons."""

from __future__ import annotations

from typing import Final

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules.places import take_from
from tablemates.envs.builders_biomes.rules.scoring import gain
from tablemates.envs.builders_biomes.state import Box, Public, Work
from tablemates.envs.builders_biomes.vocabulary import NOTHING, Colour, Event, Fight, Source, Weapon
from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.cube import LAYERS, UNSEEN, side_column, take_top
from tablemates.envs.core.engine.events import emit


def lacking(p: Public, box: Box, seat: int, tile: int) -> int:
    """Return how many blocks of the four ordinary colours a seat lacks for a building."""
    missing = 0
    for colour in range(Colour.EMERALD.value):
        missing += max(0, int(box.cost[tile, colour]) - int(p.supply[seat, colour]))
    return missing


def can_build(p: Public, box: Box, seat: int, cell: int) -> bool:
    """Return whether a cell shows a building that a seat can pay (BUILD-01)."""
    tile = int(p.face[cell])
    if tile < 0 or tile >= box.buildings:
        return False
    return lacking(p, box, seat, tile) <= int(p.supply[seat, Colour.EMERALD])  # BUILD-01


def pay_building(p: Public, box: Box, w: Work, cell: int) -> None:
    """Pay for the building on a cell and take it; a space is chosen next."""
    seat = p.active
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


def place_building(p: Public, box: Box, w: Work, space: int) -> None:
    """Put the building that was paid on a space."""
    seat, tile = p.active, p.placing
    covered = int(p.built[seat, space])
    if covered >= 0:
        p.where[covered] = V.OUT  # BUILD-03
    p.built[seat, space] = tile
    p.where[tile] = V.ON_BOARD + seat
    p.placing = V.NOTHING
    emit(w, Event.BUILT, seat, tile, space, covered)
    gain(p, w, seat, int(box.xp[tile]), Source.BUILD)  # BUILD-04


#: Sides of ``core.engine.cube`` by ascending column: north, west, east, south.
_BY_COLUMN: Final = (0, 3, 1, 2)


def take_block(p: Public, w: Work, column: int) -> None:
    """Take the exposed block of a column into the active seat's supply."""
    seat = p.active
    colour = take_top(p, column)
    p.supply[seat, colour] += 1  # COLLECT-03
    p.opened = column
    emit(w, Event.BLOCK_TAKEN, seat, column, LAYERS - int(p.height[column]), colour)


def next_uncovered(p: Public) -> int:
    """Return the first block beside or under the one just taken whose colour is not known yet.

    It is ``4 * column + level``, or NOTHING.
    """
    level = int(p.height[p.opened])
    for n in range(4):  # CHANCE-02 COLLECT-04
        column = side_column(int(p.opened), _BY_COLUMN[n])
        if column >= 0 and p.height[column] > level and p.cube[column, level] == UNSEEN:
            return column * LAYERS + level
    if level > 0 and p.cube[p.opened, level - 1] == UNSEEN:
        return int(p.opened) * LAYERS + level - 1
    return NOTHING


def see_colour(p: Public, w: Work, colour: int) -> None:
    """Note the colour of the block that chance was asked about."""
    column, level = p.about // LAYERS, p.about % LAYERS
    p.cube[column, level] = colour
    p.unseen[colour] -= 1
    emit(w, Event.COLOUR_SEEN, column, LAYERS - level, colour)


def start_fight(p: Public, w: Work, cell: int) -> None:
    """Challenge the mob on a cell."""
    p.fight = Fight.REVEAL
    p.fight_cell = cell
    p.reveals = V.REVEAL  # FIGHT-02
    emit(w, Event.FIGHT_STARTED, p.active, int(p.face[cell]))


def reveal(p: Public, w: Work, kind: int) -> None:
    """Add a token to those that were revealed."""
    p.hand[kind] += 1
    if kind != Weapon.BOW:  # FIGHT-03
        p.reveals -= 1
    emit(w, Event.WEAPON_REVEALED, p.active, kind)


def all_revealed(p: Public, w: Work) -> None:
    """Apply golden hoes, then count stone pickaxes."""
    p.reveals = 0
    gain(p, w, p.active, V.HOE_XP * int(p.hand[Weapon.GOLDEN_HOE]), Source.HOE)  # FIGHT-04
    p.pickaxes = p.hand[Weapon.STONE_PICKAXE]  # FIGHT-04
    p.fight = Fight.PICKAXE


def resolve_fight(p: Public, box: Box, w: Work, detonated: int) -> None:
    """Compare hearts, using this many of the revealed TNT, and end the fight."""
    seat, cell = p.active, p.fight_cell
    mob = int(p.face[cell])
    if detonated > 0:
        p.pile[seat, Weapon.TNT] -= detonated  # FIGHT-05
        emit(w, Event.TNT_DETONATED, seat, detonated)
    p.hand[Weapon.TNT] = detonated  # FIGHT-05
    hearts = 0
    for kind in range(V.WEAPONS):
        hearts += int(p.hand[kind]) * int(box.weapon_hearts[kind])
    if hearts >= box.hearts[mob]:  # FIGHT-06
        take_from(p, cell)
        p.where[mob] = V.WON + seat
        emit(w, Event.MOB_DEFEATED, seat, mob, hearts)
        gain(p, w, seat, int(box.xp[mob]), Source.FIGHT)  # FIGHT-06
    else:
        emit(w, Event.MOB_STAYED, seat, mob, hearts)
    p.hand[:] = 0  # FIGHT-07
    p.fight = Fight.NONE
    p.fight_cell = V.NOTHING
    p.pickaxes = 0


def take_weapon(p: Public, w: Work, cell: int) -> None:
    """Take the token on a cell of the rim into the active seat's pile."""
    kind = take_from(p, cell)
    p.pile[p.active, kind] += 1  # WEAPON-01
    emit(w, Event.WEAPON_TAKEN, p.active, kind, cell)


def action_mob(p: Public, box: Box, seat: int) -> int:
    """Return the first mob of a seat that gives an additional action, or NOTHING."""
    for tile in range(box.buildings, V.TILES):
        if box.action[tile] == 1 and p.where[tile] == V.WON + seat:  # EXTRA-02
            return tile
    return V.NOTHING


def return_mob(p: Public, box: Box, w: Work) -> None:
    """Pay for an additional action with a mob."""
    mob = action_mob(p, box, p.active)
    p.where[mob] = V.OUT  # EXTRA-01
    emit(w, Event.MOB_RETURNED, p.active, mob)


compile_functions(globals())
