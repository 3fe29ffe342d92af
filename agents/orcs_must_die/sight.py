"""What the script foresees: where minions will stand, whom they hurt, what an attack brings."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiled import helper
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.asking import kind_of, reach
from tablemates.envs.orcs_must_die.state import Box, Public
from tablemates.envs.orcs_must_die.vocabulary import Icon, Kind, Power, Split

Floats = npt.NDArray[np.float64]

#: Icons of use that a die of each colour brings an attack, about.
POWER: Final = (0.55, 1.1, 1.1, 1.1, 0.7)
#: Wounds that a die of each colour brings a minion's attack, about.
WOUNDS: Final = (0.4, 0.9, 0.9, 0.7, 0.5)


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
    cards = 0
    for card in range(box.kinds[2]):
        cards += p.unseen[2, card]
    for army in range(V.ARMIES):
        if p.cards_left[army] > 0:
            for kind in range(V.TYPES):
                count = 0.0
                for card in range(box.kinds[2]):
                    count += p.unseen[2, card] * box.army[card, p.players, kind] / cards
                one = kind
                if p.stage == 1 and kind >= V.LESSER:
                    count *= box.major_count
                    one = int(box.major_becomes)
                tile = int(box.army_tile[f, stage, army])
                _spread(box, f, tile, one, count, int(box.move[stage, one]) - 1, out)


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
    worth = w.harm * box.harm[kind] / (1.0 + w.hurry * turns) + w.fighter * box.hunts[kind]
    return skulls + float(worth)


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
def danger(p: Public, box: Box, ahead: Floats, tile: int) -> float:
    """Return about how many wounds the coming minions deal on a tile."""
    stage = int(p.stage) - 1
    wounds = 0.0
    for kind in range(V.TYPES):
        count = ahead[tile, kind]
        if box.forward[kind] == 1:
            for other in range(box.tiles[p.fortress]):
                for way in range(V.EXITS):
                    if box.exits[p.fortress, other, way] == tile:
                        count += ahead[other, kind]
        dice = 0.0
        for colour in range(V.ATTACK_COLOURS):
            dice += WOUNDS[colour] * box.attack[stage, kind, colour]
        wounds += min(count * dice, 4.5)
    if kind_of(p, box, tile) == Kind.GAS_CHAMBER:
        wounds += 1.0
    return wounds


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


@helper
def stuns_of(p: Public) -> int:
    """Return the stuns that are still to be spent."""
    return int(p.icons[Icon.STUN])
