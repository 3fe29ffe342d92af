"""Faults of a set of parts: what does not go together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tablemates.envs.core.files.documents import Place
from tablemates.envs.core.records.vocabulary import word_of
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.part_models import Fortress, Parts


def faults(parts: Parts) -> Iterator[tuple[Place, str]]:
    """Yield what does not go together in the parts: place and reason."""
    for minion, numbers in parts.minions.items():
        size = "lesser" if minion < V.LESSER else "major"
        where = ("minions", word_of(minion))
        if numbers.size != size:
            yield (*where, "size"), f"the program has it among the {size} minions"
        if numbers.hunts and numbers.rift:
            yield (*where, "rift"), "who hunts heroes does not hurt the rift: 0 is needed"
    if parts.major_at_level_1.becomes >= V.LESSER:
        yield ("major_at_level_1", "becomes"), "a lesser minion is needed"
    for colour, die in parts.dice.items():
        if any((icon in "HK") != (colour == V.Colour.HEAL) for face in die.faces for icon in face):
            place = ("dice", word_of(colour))
            yield place, "H and K stand on heal dice, and nothing else"  # ICON-01
    for name, trap in parts.traps.items():
        if not trap.icons and trap.kills < 0:
            yield ("traps", name), "a trap gives icons or kills"
    for name, one in parts.equipment.items():
        if one.once != V.Once.NONE and one.slot != V.Slot.TRINKET:
            yield ("equipment", name, "once"), "only trinkets are used once"
    if parts.tiles[V.Kind.TRAPSBURG].count > 1:
        yield (
            ("tiles", "trapsburg", "count"),
            "the rules know one Trapsburg: 1 is needed",
        )  # TILE-11
    yield from _faults_of_further(parts)
    if not parts.fortresses:
        yield ("fortresses",), "at least one is needed"
    cards = sum(card.copies for card in parts.army.values())
    for name, fortress in parts.fortresses.items():
        for reason in _faults_of_fortress(fortress, parts, cards):
            yield ("fortresses", name), reason


def _faults_of_further(parts: Parts) -> Iterator[tuple[Place, str]]:
    """Yield what does not go together in other boxes and in what full choices have besides."""
    for edition, box in parts.editions.items():
        where = ("editions", word_of(edition))
        if box.heroes and len(box.heroes) != V.HEROES:
            yield (*where, "heroes"), f"a box has {V.HEROES} heroes"
        if box.minions and len(box.minions) != V.TYPES:
            yield (*where, "minions"), "a box has minions for all roles"  # ED-01
        for minion, numbers in box.minions.items():
            place = (*where, "minions", word_of(minion))
            if numbers.size != parts.minions[minion].size:
                yield (*place, "size"), "it has the size of its role"  # ED-02
            if numbers.hunts and numbers.rift:
                yield (*place, "rift"), "who hunts heroes does not hurt the rift: 0 is needed"
    cards = parts.full_equipment
    for name in cards.change:
        if name not in parts.equipment:
            yield ("full_equipment", "change", name), "there is no such card"
    for name, card in cards.add.items():
        if name in parts.equipment:
            yield ("full_equipment", "add", name), "there is such a card already"
        if card.replace and card.slot != V.Slot.AMULET:
            yield ("full_equipment", "add", name, "replace"), "only amulets replace dice"  # FULL-04
    if len(parts.equipment) + len(cards.add) > V.CARDS:
        yield ("full_equipment", "add"), f"{V.CARDS} kinds of equipment are the most"


def _faults_of_fortress(fortress: Fortress, parts: Parts, cards: int) -> Iterator[str]:
    kinds, tiles, stages = Counter(fortress.kinds), len(fortress.tiles), range(1, V.STAGES + 1)
    for kind, count in kinds.items():
        if count > parts.tiles[kind].count:
            yield f"{count} tiles are {word_of(kind)}; the box has {parts.tiles[kind].count}"
    if kinds[V.Kind.TRAPDOOR] > V.TRAPDOORS:
        yield f"{kinds[V.Kind.TRAPDOOR]} tiles are trapdoor; {V.TRAPDOORS} are the most"
    if kinds[V.Kind.RIFT] != 1:
        yield "one tile is the rift"
        return
    for n, tile in enumerate(fortress.tiles):
        if len(set(tile.exits)) < len(tile.exits) or n in tile.exits:
            yield f"tile {n} has the same exit twice, or leads to itself"
        if max(tile.exits, default=0) >= tiles:
            yield f"tile {n} leads to a tile that there is not"
            return
        if (len(tile.exits) > 1) != (parts.tiles[tile.kind].split is not None):
            yield f"tile {n}, {word_of(tile.kind)}, has {len(tile.exits)} exits"
    rift, (far, connections) = fortress.kinds.index(V.Kind.RIFT), fortress.ways
    if fortress.tiles[rift].exits or min(far) < 0:
        yield "every tile leads to the rift, and the rift to none"
    if len(connections) > V.CONNECTIONS:
        yield f"{V.CONNECTIONS} connections are the most"
    armies = [tile for stage in stages for tile in fortress.armies.get(stage, ())]
    if set(fortress.armies) != set(stages) or not all(fortress.armies.values()):
        yield "every level has an army"
    if any(tile >= tiles or tile == rift for tile in armies):
        yield "an army enters at a tile other than the rift"
    if len(armies) > V.ARMIES_IN_ALL or len(armies) * parts.table.cards_per_army > cards:
        yield f"{len(armies)} armies; {V.ARMIES_IN_ALL} are the most, and {cards} cards"  # SETUP-06
