"""The parts: what their files look like and what goes together; the records that the rules read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args

import numpy as np
from pydantic import Field, StrictBool

from tablemates.envs.core.files.documents import DocumentModel, Place
from tablemates.envs.core.files.parts import (
    AS_WORD,
    PartSet,
    complete,
    load_parts,
    named,
    word_reader,
    write_parts,
)
from tablemates.envs.core.records.layout import Bytes, RecordView
from tablemates.envs.core.records.vocabulary import word_of
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.state import BOX, SCENARIO

STANDARD: Final = Path(__file__).with_name("parts.yaml")
#: The cards that are dealt from decks, as sections of the parts.
DECKS: Final = ("equipment", "traps", "army")
_JUNCTIONS: Final = (V.Kind.CROSSROADS, V.Kind.T_JUNCTION, V.Kind.L_JUNCTION)
_LETTERS: Final = dict(zip("SVBLTHK", V.Icon, strict=True))
_SEATS: Final = range(1, V.SEATS + 1)
_TARGETS: Final = (*map(word_of, V.Minion), "lesser", "major")

Number: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=20)]
Positive: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=20)]
Players: TypeAlias = Annotated[int, Field(ge=1, le=V.SEATS)]
Stage: TypeAlias = Annotated[int, Field(ge=1, le=V.STAGES)]
LaterStage: TypeAlias = Annotated[int, Field(ge=2, le=V.STAGES)]
Health: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=99)]
Cap: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=10)]
TileNumber: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=V.TILES)]
MinionWord: TypeAlias = Annotated[V.Minion, word_reader(V.Minion), AS_WORD]
HeroWord: TypeAlias = Annotated[V.Hero, word_reader(V.Hero), AS_WORD]
KindWord: TypeAlias = Annotated[V.Kind, word_reader(V.Kind), AS_WORD]
ColourWord: TypeAlias = Annotated[V.Colour, word_reader(V.Colour), AS_WORD]
Dice: TypeAlias = Mapping[
    Annotated[V.Colour, word_reader([*V.Colour][: V.ATTACK_COLOURS]), AS_WORD], Number
]
Needs: TypeAlias = Annotated[str, Field(pattern=r"^[SVBL]{0,9}$")]
Results: TypeAlias = Annotated[str, Field(pattern=r"^[SVBLT]{0,9}$")]
Face: TypeAlias = Annotated[str, Field(pattern=r"^[SVBLTHK]{0,3}$")]
_Sort: TypeAlias = Literal["standard", "standard_start", "junction", "trapsburg"]
Places: TypeAlias = Annotated[
    Mapping[Players, Annotated[int, Field(strict=True, ge=0, le=V.PLACES)]], complete(_SEATS)
]
Move: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=V.MOVES)]


class Table(DocumentModel):
    """Numbers of the rules."""

    rift_health: Annotated[Mapping[Players, Health], complete(_SEATS)]
    hero_death: Number
    skull_tokens: Annotated[int, Field(strict=True, ge=1, le=V.SKULLS)]
    shop_slots: Annotated[int, Field(strict=True, ge=1, le=V.SHOP)]
    cards_per_army: Annotated[int, Field(strict=True, ge=1, le=6)]
    start_skulls: Number
    level_skulls: Annotated[Mapping[LaterStage, Number], complete(range(2, V.STAGES + 1))]
    skulls: Annotated[Mapping[Literal["lesser", "major"], Number], complete(("lesser", "major"))]
    revitalise_per_player: Positive
    dice_caps: Annotated[Mapping[ColourWord, Cap], complete(V.Colour)]
    trap_places: Annotated[Mapping[_Sort, Places], complete(get_args(_Sort))]


class Die(DocumentModel):
    """The dice of one colour."""

    count: Positive
    faces: Annotated[tuple[Face, ...], Field(min_length=V.DIE_FACES, max_length=V.DIE_FACES)]

    @property
    def different(self) -> Mapping[str, int]:
        """The different faces in order, with how often each stands on the die."""
        return Counter("".join(sorted(face)) for face in self.faces)


class MinionNumbers(DocumentModel):
    """Numbers printed for a type of minions."""

    figures: Positive
    size: Literal["lesser", "major"]
    move: tuple[Move, Move, Move]
    rift: Number
    attack: tuple[Dice, Dice, Dice]
    need: tuple[Needs, Needs, Needs]
    hunts: StrictBool = False
    forward: StrictBool = False
    aura: Needs = ""


class Becomes(DocumentModel):
    """The minions that a major minion is at stage 1."""

    becomes: MinionWord
    count: Positive


class Weapon(DocumentModel):
    """A weapon of a hero."""

    name: str
    cost: Number
    dice: Dice


class UltimateNumbers(DocumentModel):
    """A hero's ultimate."""

    kind: Annotated[V.Ultimate, word_reader(V.Ultimate), AS_WORD]
    amount: Number = 0
    icons: Results = ""


class HeroNumbers(DocumentModel):
    """A hero's board and weapons."""

    wounded_by: tuple[Literal["S", "V", "B"], ...]
    health: Positive
    move: Positive
    amulets: Annotated[int, Field(strict=True, ge=1, le=2)]
    power: Annotated[V.Power, word_reader(V.Power), AS_WORD]
    ultimate: UltimateNumbers
    weapons: tuple[Weapon, Weapon, Weapon, Weapon]


class Equipment(DocumentModel):
    """The cards of one kind of equipment."""

    level: Stage
    copies: Positive
    slot: Annotated[V.Slot, word_reader(V.Slot), AS_WORD]
    cost: Number
    dice: Dice = Field({})
    icons: Results = ""
    ward: Number = 0
    bounty: Number = 0
    move: Number = 0
    kill_heal: Number = 0
    upkeep_heal: Number = 0
    unstunned: StrictBool = False
    once: Annotated[V.Once, word_reader(V.Once), AS_WORD] = V.Once.NONE
    amount: Number = 0

    @property
    def numbers(self) -> list[int]:
        """The numbers of the card, as ``EQUIPMENT_FIELDS`` names them."""
        dice = [self.dice.get(colour, 0) for colour in [*V.Colour][: V.ATTACK_COLOURS]]
        heal = self.amount if self.once == V.Once.HEAL else 0
        once = [heal, self.once == V.Once.DICE, self.once == V.Once.ULTIMATE]
        worn = [self.slot == slot for slot in V.Slot]
        return [
            *(self.cost, *dice, *icons_of(self.icons, V.SPENT)),
            *(self.ward, self.bounty, self.move, self.kill_heal, self.upkeep_heal),
            *map(int, [self.unstunned, *once, *worn]),
        ]


class Trap(DocumentModel):
    """The cards of one kind of trap."""

    level: Stage
    copies: Positive
    cost: Number
    icons: Results = ""
    kills: Annotated[int, word_reader({name: n for n, name in enumerate(_TARGETS)})] = -1
    once: StrictBool = False
    support: StrictBool = False

    @property
    def numbers(self) -> list[int]:
        """The numbers of the card, as ``TRAP_FIELDS`` names them."""
        tokens = [int(self.kills == n) for n in range(V.TOKENS)]
        flags = [int(self.once), int(self.support)]
        return [self.cost, *icons_of(self.icons, V.SPENT), *tokens, *flags]


class ArmyCard(DocumentModel):
    """The army cards of one kind: what enters by the number of players."""

    copies: Positive
    rows: Annotated[Mapping[Players, Mapping[MinionWord, Positive]], complete(_SEATS)]


class KindNumbers(DocumentModel):
    """The tiles of one kind."""

    count: Positive
    split: Literal["even", "size"] | None = None


class Tile(DocumentModel):
    """A tile of a fortress."""

    kind: KindWord
    exits: Annotated[tuple[TileNumber, ...], Field(max_length=V.EXITS)]


class Fortress(DocumentModel):
    """A fortress: its tiles in the order of their numbers, and where its armies enter."""

    difficulty: str = "own"
    tiles: Annotated[tuple[Tile, ...], Field(min_length=2, max_length=V.TILES)]
    armies: Mapping[Stage, Annotated[tuple[TileNumber, ...], Field(max_length=V.ARMIES)]]

    @property
    def kinds(self) -> list[V.Kind]:
        """The kind of each tile."""
        return [tile.kind for tile in self.tiles]

    @property
    def ways(self) -> tuple[list[int], list[tuple[int, int]]]:
        """The arrows from each tile to the rift, -1: no way; pairs that arrows join (TILE-03)."""
        pairs = {
            (min(n, to), max(n, to))
            for n, tile in enumerate(self.tiles)
            for to in tile.exits  # TILE-03
        }
        far = [-1] * len(self.tiles)
        reached = [self.kinds.index(V.Kind.RIFT)]
        far[reached[0]] = 0
        for tile in reached:
            for n, other in enumerate(self.tiles):
                if tile in other.exits and far[n] < 0:
                    far[n] = far[tile] + 1
                    reached.append(n)
        return far, sorted(pairs)


class Parts(DocumentModel):
    """Everything that is in the box."""

    table: Table
    dice: Annotated[Mapping[ColourWord, Die], complete(V.Colour)]
    minions: Annotated[Mapping[MinionWord, MinionNumbers], complete(V.Minion)]
    major_at_level_1: Becomes
    heroes: Annotated[Mapping[HeroWord, HeroNumbers], complete(V.Hero)]
    equipment: Annotated[Mapping[str, Equipment], Field(max_length=V.CARDS)]
    traps: Annotated[Mapping[str, Trap], Field(max_length=V.CARDS)]
    army: Annotated[Mapping[str, ArmyCard], Field(max_length=V.CARDS)]
    tiles: Annotated[Mapping[KindWord, KindNumbers], complete(V.Kind)]
    fortresses: Annotated[Mapping[str, Fortress], Field(max_length=V.FORTRESSES)]


def icons_of(text: str, count: int = V.ICONS) -> list[int]:
    """Return how many there are of each of the first icons in a text such as ``"SSV"``."""
    counts = Counter(_LETTERS[letter] for letter in text)
    return [counts[icon] for icon in [*V.Icon][:count]]


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
    if not parts.fortresses:
        yield ("fortresses",), "at least one is needed"
    cards = sum(card.copies for card in parts.army.values())
    for name, fortress in parts.fortresses.items():
        for reason in _faults_of_fortress(fortress, parts, cards):
            yield ("fortresses", name), reason


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


class Components(PartSet[Parts]):
    """A checked set of parts; never changes."""

    def names(self, section: str) -> tuple[str, ...]:
        """Return the names of ``"equipment"``, ``"traps"``, ``"army"`` or ``"fortresses"``."""
        return tuple(getattr(self.parts, section))

    def record(self) -> Bytes:
        """Return the parts as a BOX record, shape ``(BOX.itemsize,)``."""
        buffer = np.zeros(BOX.itemsize, np.uint8)
        box = RecordView(buffer, BOX)
        parts = self.parts
        decks: Sequence[Mapping[str, Any]] = (parts.equipment, parts.traps, parts.army)
        write_parts(box, "", parts.table)
        write_parts(box, "", parts.minions, icons_of)
        write_parts(box, "hero", parts.heroes, icons_of)
        write_parts(box, "major", parts.major_at_level_1)
        write_parts(box, "equipment", (*parts.equipment.values(),))
        write_parts(box, "army", (*parts.army.values(),))
        for deck, cards in enumerate(decks):
            box.kinds[deck] = len(cards)
            for n, card in enumerate(cards.values()):
                box.copies[deck, n] = card.copies
                if deck < 2:
                    box.card_stage[deck, n], box.card_cost[deck, n] = card.level, card.cost
                    (box.equipment, box.trap)[deck][n] = card.numbers
        box.kill_skulls[:] = parts.table.skulls["lesser"], parts.table.skulls["major"]
        for hero, numbers in parts.heroes.items():
            box.wounds[hero] = [int(icon in numbers.wounded_by) for icon in "SVB"]
            powers = [int(numbers.power == one) for one in V.Power]
            ultimates = [int(numbers.ultimate.kind == one) for one in V.Ultimate]
            box.hero_shown[hero] = [
                *(*box.wounds[hero], numbers.health, numbers.move, numbers.amulets),
                *(*powers, *ultimates, numbers.ultimate.amount, *box.hero_ultimate_icons[hero]),
            ]
            costs, dice = box.hero_weapons_cost[hero, :, None], box.hero_weapons_dice[hero]
            box.weapons_shown[hero] = np.hstack([costs, dice]).ravel()
        for minion, one in parts.minions.items():
            printed = [minion < V.LESSER, one.rift, one.hunts, one.forward, *box.aura[minion]]
            staged = np.column_stack([box.move[minion], box.attack[minion], box.need[minion]])
            for now, later in enumerate((1, 2, 2)):
                row = [*printed, *staged[now], *staged[later], one.figures]
                box.minion_shown[minion, now] = row
        for kind, tile in parts.tiles.items():
            box.split[kind] = V.Split[(tile.split or "none").upper()]
        box.blank = -1
        for colour, die in parts.dice.items():
            faces = list(die.different)
            for n, face in enumerate(faces):
                box.face_icons[colour, n] = icons_of(face)
                box.face_copies[colour, n] = die.different[face]
            if "" in faces:
                box.blank[colour] = faces.index("")
            box.face_of[colour] = [faces.index("".join(sorted(face))) for face in die.faces]
        for n, fortress in enumerate(parts.fortresses.values()):
            _write_fortress(box, n, fortress, parts)
        return buffer

    def scenario(
        self, fortress: str, mode: str, choices: str, first_lord: str, max_rounds: int
    ) -> Bytes:
        """Return what is put on the table, as a SCENARIO record.

        Args:
            fortress: A name of the parts.
            mode: ``"standard"`` or ``"challenge"``.
            choices: ``"brief"`` or ``"full"``.
            first_lord: ``"drawn"`` or ``"agreed"``.
            max_rounds: Rounds after which views truncate a game.

        Raises:
            ComponentsError: There is no such fortress or mode.
        """
        buffer = np.zeros(SCENARIO.itemsize, np.uint8)
        scenario = RecordView(buffer, SCENARIO)
        numbers = {one: n for n, one in enumerate(self.names("fortresses"))}
        scenario.fortress = named("fortress", fortress, numbers)
        scenario.mode = named("mode", mode, {word_of(one): one for one in V.Mode})
        scenario.choices = V.Choices[choices.upper()]
        scenario.first_lord = V.FirstLord[first_lord.upper()]
        scenario.max_rounds = max_rounds
        return buffer


def _write_fortress(box: Any, n: int, fortress: Fortress, parts: Parts) -> None:
    tiles, kinds, far, ends = range(len(fortress.tiles)), fortress.kinds, *fortress.ways
    box.tiles[n], box.rift_tile[n] = len(tiles), kinds.index(V.Kind.RIFT)
    box.trapsburg[n] = kinds.index(V.Kind.TRAPSBURG) if V.Kind.TRAPSBURG in kinds else -1
    doors = [tile for tile, kind in enumerate(kinds) if kind == V.Kind.TRAPDOOR]
    box.trapdoors[n] = [*doors, -1, -1][: V.TRAPDOORS]
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
