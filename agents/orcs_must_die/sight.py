"""What the script foresees: where minions will stand, whom they hurt, what an attack brings."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiled import helper
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import kind_of, reach
from tablemates.envs.orcs_must_die.state import Box, Public
from tablemates.envs.orcs_must_die.vocabulary import Kind, Power, Split

Floats = npt.NDArray[np.float64]

#: Icons of use that a die of each colour brings an attack, about.
POWER: Final = (0.55, 1.1, 1.1, 1.1, 0.7)
#: Wounds that a die of each colour brings a minion's attack, about.
WOUNDS: Final = (0.4, 0.9, 0.9, 0.7, 0.5)
_MOST_WOUNDS: Final = 4.5  # of one group, whose dice are limited


@helper
def forecast(p: Public, box: Box, out: Floats) -> None:
    """Write how many minions of each type will stand on each tile, shape ``(TILES, TYPES)``."""
    f = p.fortress
    stage = int(p.stage) - 1
    for tile in range(box.tiles[f]):
        for kind in range(V.TYPES):
            count = float(p.minions[tile, V.UP, kind])
            if count > 0:
                _spread(box, f, tile, kind, count, int(box.move[stage, kind]), out)
            out[tile, kind] += p.minions[tile, V.DOWN, kind]
    card_of = np.zeros(V.TYPES)  # the mean of the unseen army cards
    cards = 0
    for card in range(box.kinds[2]):
        copies = int(p.unseen[2, card])
        cards += copies
        for kind in range(V.TYPES):
            become = p.stage == 1 and kind >= V.LESSER
            count = copies * (int(box.major_count) if become else 1)
            card_of[int(box.major_becomes) if become else kind] += (
                count * box.army[card, p.players, kind]
            )
    for army in range(V.ARMIES):
        if p.cards_left[army] > 0:
            tile = int(box.army_tile[f, stage, army])
            for kind in range(V.TYPES):
                steps = int(box.move[stage, kind]) - 1
                _spread(box, f, tile, kind, card_of[kind] / cards, steps, out)


@helper
def _spread(
    box: Box, fortress: int, tile: int, kind: int, count: float, steps: int, out: Floats
) -> None:
    """Add minions that set out from a tile where they will stand; those that leave are gone."""
    split = box.split[box.tile_kind[fortress, tile]]
    exits = 0
    while exits < V.EXITS and box.exits[fortress, tile, exits] >= 0:
        exits += 1
    if steps == 0 or exits == 0:
        out[tile, kind] += count
        return
    for way in range(exits):
        part = count / exits
        if split == Split.SIZE:
            part = count if way == (exits - 1 if kind >= V.LESSER else 0) else 0.0
        to = int(box.exits[fortress, tile, way])
        if steps > 1 and box.exits[fortress, to, 0] >= 0:
            to = int(box.exits[fortress, to, 0])
        out[to, kind] += part


@helper
def power_of(p: Public, box: Box, seat: int) -> float:
    """Return about how many icons of use an attack of a seat's hero brings."""
    hero = int(p.cards[seat, V.HERO])
    power = 0.0
    for colour in range(V.ATTACK_COLOURS):
        dice = int(box.weapon_dice[hero, p.cards[seat, V.RANK], colour])
        for place in range(V.AMULET, V.RING):
            if p.cards[seat, place] >= 0:
                dice += box.equipment[p.cards[seat, place], V.DICE + colour]
        if p.drum >= 0 and p.seat == seat:
            dice += box.equipment[p.drum, V.DICE + colour]
        power += min(dice, int(box.dice_cap[colour])) * POWER[colour]
    for place in range(V.AMULET, V.RING):
        if p.cards[seat, place] >= 0:
            for icon in range(V.PAID):
                power += box.equipment[p.cards[seat, place], V.FIXED + icon]
    if box.power[hero] == Power.REROLL_BLANKS:
        power *= 1.1
    return power


@helper
def worth_of(p: Public, box: Box, kind: int, far: int, w: Any) -> float:
    """Return what the death of a minion is worth, so many tiles from the rift."""
    skulls = float(box.kill_skulls[int(kind >= V.LESSER)])
    turns = max(0, far - 1) / box.move[p.stage - 1, kind]
    harm = float(w.harm * box.harm[kind] / (1.0 + w.hurry * turns))
    return skulls + harm + float(w.fighter * box.hunts[kind])


@helper
def prize(p: Public, box: Box, crowd: Floats, tile: int, power: float, w: Any) -> float:
    """Return what an attack of a power brings on a tile with so many minions of each type."""
    far = int(box.distance[p.fortress, tile])
    aura = 0.0
    for kind in range(V.TYPES):
        aura += crowd[kind] * box.aura[kind].sum()
    value = 0.0
    done = 0
    for _ in range(V.TYPES):
        best = -1
        most = 0.0
        cost = 1.0
        for kind in range(V.TYPES):
            if crowd[kind] > 0.0 and done >> kind & 1 == 0:
                need = box.need[p.stage - 1, kind].sum() + aura - box.aura[kind].sum()
                ratio = worth_of(p, box, kind, far, w) / max(1.0, need)
                if ratio > most:
                    best = kind
                    most = ratio
                    cost = max(1.0, need)
        if best < 0 or power <= 0.0:
            break
        done |= 1 << best
        spent = min(power, crowd[best] * cost)
        value += spent * most
        power -= spent
    return value


@helper
def write_dangers(p: Public, box: Box, ahead: Floats, out: Floats) -> None:
    """Write about how many wounds the coming minions deal on each tile, shape ``(TILES,)``."""
    f = p.fortress
    for kind in range(V.TYPES):
        dice = 0.0
        for colour in range(V.ATTACK_COLOURS):
            dice += WOUNDS[colour] * box.attack[p.stage - 1, kind, colour]
        for tile in range(box.tiles[f]):
            wounds = min(ahead[tile, kind] * dice, _MOST_WOUNDS)
            out[tile] += wounds
            for way in range(V.EXITS * int(box.forward[kind])):
                if box.exits[f, tile, way] >= 0:
                    out[box.exits[f, tile, way]] += wounds
    for tile in range(box.tiles[f]):
        if kind_of(p, box, tile) == Kind.GAS_CHAMBER:
            out[tile] += 1.0


@helper
def near(p: Public, box: Box, tile: int, steps: int) -> int:
    """Return the tiles that a hero on a tile reaches in so many steps, as bits (itself too)."""
    bits = reach(p, box, 1 << tile, steps)
    if steps > 0 and kind_of(p, box, tile) == Kind.TELEPORTER:
        bits = (1 << int(box.tiles[p.fortress])) - 1
    return bits


@helper
def ward_of(p: Public, box: Box, seat: int) -> int:
    """Return the wards of a seat's hero."""
    ring = int(p.cards[seat, V.RING])
    return int(box.equipment[ring, V.WARD]) if ring >= 0 else 0
