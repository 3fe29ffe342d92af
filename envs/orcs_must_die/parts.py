"""Load the parts, check them, and make the records that the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates.envs.core.parts import PartSet, load_parts, named
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.core.vocabulary import word_of
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.models import Fortress, Parts, faults, icons_of
from tablemates.envs.orcs_must_die.state import BOX, SCENARIO

STANDARD: Final = Path(__file__).with_name("parts.yaml")
#: The cards that are dealt from decks, as sections of the parts.
DECKS: Final = ("equipment", "traps", "army")
_JUNCTIONS: Final = (V.Kind.CROSSROADS, V.Kind.T_JUNCTION, V.Kind.L_JUNCTION)


class Components(PartSet[Parts]):
    """A checked set of parts; never changes."""

    def names(self, section: str) -> tuple[str, ...]:
        """Return the names of ``"equipment"``, ``"traps"``, ``"army"`` or ``"fortresses"``."""
        return tuple(getattr(self.parts, section))

    def record(self) -> Bytes:
        """Return the parts as a BOX record, shape ``(BOX.itemsize,)``."""
        buffer = np.zeros(BOX.itemsize, np.uint8)
        box = RecordView(buffer, BOX)
        _write_table(box, self.parts)
        _write_minions(box, self.parts)
        _write_heroes(box, self.parts)
        _write_cards(box, self.parts)
        for n, fortress in enumerate(self.parts.fortresses.values()):
            _write_fortress(box, n, fortress, self.parts)
        return buffer

    def scenario(self, fortress: str, mode: str, max_rounds: int) -> Bytes:
        """Return what is put on the table, as a SCENARIO record.

        Args:
            fortress: A name of the parts.
            mode: ``"standard"`` or ``"challenge"``.
            max_rounds: Rounds after which a game is lost.

        Raises:
            ComponentsError: There is no such fortress or mode.
        """
        buffer = np.zeros(SCENARIO.itemsize, np.uint8)
        scenario = RecordView(buffer, SCENARIO)
        numbers = {one: n for n, one in enumerate(self.names("fortresses"))}
        scenario.fortress = named("fortress", fortress, numbers)
        scenario.mode = named("mode", mode, {word_of(one): one for one in V.Mode})
        scenario.max_rounds = max_rounds
        return buffer


# -- the box -----------------------------------------------------------------------------------
def _by_dice(dice: Mapping[V.Colour, int], colours: int = V.COLOURS) -> list[int]:
    return [dice.get(colour, 0) for colour in [*V.Colour][:colours]]


def _write_table(box: Any, parts: Parts) -> None:
    table = parts.table
    for name in ("hero_death", "skull_tokens", "shop_slots", "cards_per_army", "start_skulls"):
        setattr(box, name, getattr(table, name))
    for players, health in table.rift_health.items():
        box.rift_health[players] = health
    for stage, skulls in table.level_skulls.items():
        box.stage_skulls[stage] = skulls
    box.kill_skulls[:] = table.skulls["lesser"], table.skulls["major"]
    box.revitalise = table.revitalise_per_player
    box.dice_cap[:] = _by_dice(table.dice_caps)
    box.major_becomes = parts.major_at_level_1.becomes
    box.major_count = parts.major_at_level_1.count
    for kind, tile in parts.tiles.items():
        box.split[kind] = V.Split[(tile.split or "none").upper()]
    box.blank = -1
    for colour, die in parts.dice.items():
        for n, (face, copies) in enumerate(die.different.items()):
            box.face_icons[colour, n], box.face_copies[colour, n] = icons_of(face), copies
            if not face:
                box.blank[colour] = n
        faces = list(die.different)
        box.face_of[colour] = [faces.index("".join(sorted(face))) for face in die.faces]


def _write_minions(box: Any, parts: Parts) -> None:
    for minion, numbers in parts.minions.items():
        box.figures[minion], box.harm[minion] = numbers.figures, numbers.rift
        box.hunts[minion], box.forward[minion] = numbers.hunts, numbers.forward
        box.aura[minion] = icons_of(numbers.aura, V.PAID)
        for stage in range(V.STAGES):
            box.move[stage, minion] = numbers.move[stage]
            box.attack[stage, minion] = _by_dice(numbers.attack[stage], V.ATTACK_COLOURS)
            box.need[stage, minion] = icons_of(numbers.need[stage], V.PAID)


def _write_heroes(box: Any, parts: Parts) -> None:
    for hero, numbers in parts.heroes.items():
        box.wounds[hero] = [int(icon in numbers.wounded_by) for icon in "SVB"]
        box.hero_health[hero], box.hero_move[hero] = numbers.health, numbers.move
        box.amulets[hero], box.power[hero] = numbers.amulets, numbers.power
        box.ultimate[hero] = numbers.ultimate.kind
        box.ultimate_heal[hero] = numbers.ultimate.amount
        box.ultimate_icons[hero] = icons_of(numbers.ultimate.icons, V.SPENT)
        for rank, weapon in enumerate(numbers.weapons):
            box.weapon_cost[hero, rank] = weapon.cost
            box.weapon_dice[hero, rank] = _by_dice(weapon.dice, V.ATTACK_COLOURS)


def _write_cards(box: Any, parts: Parts) -> None:
    for deck, cards in enumerate((parts.equipment, parts.traps, parts.army)):
        copies = [card.copies for card in cards.values()]  # type: ignore[attr-defined]
        box.kinds[deck] = len(copies)
        box.copies[deck, : len(copies)] = copies
    box.once = V.Once.NONE
    for n, one in enumerate(parts.equipment.values()):
        box.card_stage[0, n], box.equipment_slot[n], box.once[n] = one.level, one.slot, one.once
        box.equipment[n] = one.numbers
    for n, trap in enumerate(parts.traps.values()):
        box.card_stage[1, n], box.trap[n] = trap.level, trap.numbers
    for n, card in enumerate(parts.army.values()):
        for players, row in card.rows.items():
            for minion, count in row.items():
                box.army[n, players, minion] = count


def _write_fortress(box: Any, n: int, fortress: Fortress, parts: Parts) -> None:
    tiles, kinds, far, ends = range(len(fortress.tiles)), fortress.kinds, *fortress.ways
    box.tiles[n], box.rift_tile[n] = len(tiles), kinds.index(V.Kind.RIFT)
    box.trapsburg[n] = kinds.index(V.Kind.TRAPSBURG) if V.Kind.TRAPSBURG in kinds else -1
    box.tile_kind[n, : len(tiles)], box.distance[n, : len(tiles)] = kinds, far
    box.order[n, : len(tiles)] = sorted(tiles, key=lambda tile: (far[tile], tile))  # MIN-03
    box.exits[n] = box.army_tile[n] = box.ends[n] = -1
    for tile in tiles:
        leading = fortress.tiles[tile].exits
        box.exits[n, tile, : len(leading)] = leading
    box.connections[n] = len(ends)
    box.ends[n, : len(ends)] = ends
    for low, high in ends:
        box.near[n, low] |= 1 << high
        box.near[n, high] |= 1 << low
    for stage, armies in fortress.armies.items():
        box.army_tile[n, stage - 1, : len(armies)] = armies
        box.army_cards[n] += len(armies) * parts.table.cards_per_army
    starts = {tile for armies in fortress.armies.values() for tile in armies}
    box.starts[n] = sum(1 << tile for tile in starts)
    places = parts.table.trap_places
    by_kind = dict.fromkeys(_JUNCTIONS, places["junction"])
    by_kind[V.Kind.TRAPSBURG] = places["trapsburg"]
    for tile in tiles:
        by_kind[V.Kind.STANDARD] = places["standard_start" if tile in starts else "standard"]
        for players, count in by_kind.get(kinds[tile], {}).items():
            box.places[n, players, tile] = count  # TRAP-02


#: Returns a checked set of parts: the standard one, or with the changes of a YAML file.
load_components = partial(load_parts, Parts, STANDARD, faults, Components)
