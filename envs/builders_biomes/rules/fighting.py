"""Fights against mobs, and the mobs that were won."""

from __future__ import annotations

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.rules.places import take_from
from tablemates.envs.builders_biomes.rules.scoring import gain
from tablemates.envs.builders_biomes.state import Box, Public, Work
from tablemates.envs.builders_biomes.vocabulary import Event, Fight, Source, Weapon
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.events import emit


@helper
def start_fight(p: Public, w: Work, cell: int) -> None:
    """Challenge the mob on a cell."""
    p.fight = Fight.REVEAL
    p.fight_cell = cell
    p.reveals = V.REVEAL  # FIGHT-02
    emit(w, Event.FIGHT_STARTED, int(p.active), int(p.face[cell]), 0, 0)


@helper
def tokens_left(p: Public) -> int:
    """Return how many tokens of the active seat's pile have not been revealed."""
    left = 0
    for kind in range(V.WEAPONS):
        left += int(p.pile[p.active, kind]) - int(p.hand[kind])
    return left


@helper
def reveal(p: Public, w: Work, kind: int) -> None:
    """Add a token to those that were revealed."""
    p.hand[kind] += 1
    if kind != Weapon.BOW:  # FIGHT-03
        p.reveals -= 1
    emit(w, Event.WEAPON_REVEALED, int(p.active), kind, 0, 0)


@helper
def all_revealed(p: Public, w: Work) -> None:
    """Apply golden hoes, then count stone pickaxes."""
    p.reveals = 0
    gain(p, w, int(p.active), V.HOE_XP * int(p.hand[Weapon.GOLDEN_HOE]), Source.HOE)  # FIGHT-04
    p.pickaxes = p.hand[Weapon.STONE_PICKAXE]  # FIGHT-04
    p.fight = Fight.PICKAXE


@helper
def resolve_fight(p: Public, box: Box, w: Work, detonated: int) -> None:
    """Compare hearts and end the fight.

    Args:
        p: The game.
        box: What is in the box.
        w: Gets the events.
        detonated: How many of the revealed TNT count.
    """
    seat, cell = int(p.active), int(p.fight_cell)
    mob = int(p.face[cell])
    if detonated > 0:
        p.pile[seat, Weapon.TNT] -= detonated  # FIGHT-05
        emit(w, Event.TNT_DETONATED, seat, detonated, 0, 0)
    p.hand[Weapon.TNT] = detonated  # FIGHT-05
    hearts = 0
    for kind in range(V.WEAPONS):
        hearts += int(p.hand[kind]) * int(box.weapon_hearts[kind])
    if hearts >= box.hearts[mob]:  # FIGHT-06
        take_from(p, cell)
        p.where[mob] = V.WON + seat
        emit(w, Event.MOB_DEFEATED, seat, mob, hearts, 0)
        gain(p, w, seat, int(box.xp[mob]), Source.FIGHT)  # FIGHT-06
    else:
        emit(w, Event.MOB_STAYED, seat, mob, hearts, 0)
    p.hand[:] = 0  # FIGHT-07
    p.fight = Fight.NONE
    p.fight_cell = V.NOTHING
    p.pickaxes = 0


@helper
def take_weapon(p: Public, w: Work, cell: int) -> None:
    """Take the token on a cell of the rim into the active seat's pile."""
    kind = take_from(p, cell)
    p.pile[p.active, kind] += 1  # WEAPON-01
    emit(w, Event.WEAPON_TAKEN, int(p.active), kind, cell, 0)


@helper
def action_mob(p: Public, box: Box, seat: int) -> int:
    """Return the first mob of a seat that gives an additional action, or NOTHING."""
    for tile in range(box.buildings, V.TILES):
        if box.action[tile] == 1 and p.where[tile] == V.WON + seat:  # EXTRA-02
            return tile
    return V.NOTHING


@helper
def return_mob(p: Public, box: Box, w: Work) -> None:
    """Pay for an additional action with a mob."""
    mob = action_mob(p, box, int(p.active))
    p.where[mob] = V.OUT  # EXTRA-01
    emit(w, Event.MOB_RETURNED, int(p.active), mob, 0, 0)
