"""The parts: what their files look like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias, get_args

from pydantic import Field, StrictBool

from tablemates.envs.core.files.documents import DocumentModel
from tablemates.envs.core.files.parts import AS_WORD, complete, word_reader
from tablemates.envs.core.records.vocabulary import word_of
from tablemates.envs.orcs_must_die import vocabulary as V

#: Icons by their letters in the parts.
LETTERS: Final = dict(zip("SVBLTHK", V.Icon, strict=True))
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
EditionWord: TypeAlias = Annotated[V.Edition, word_reader(V.Edition), AS_WORD]
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


class Action(DocumentModel):
    """Use of a card as an action (FULL-05)."""

    heal: Number = 0
    icons: Results = ""


class FullEquipment(Equipment):
    """The cards of one kind of equipment that only full choices have."""

    replace: Annotated[str, Field(pattern=r"^[SVBLT]?$")] = ""  # in place of a battle die
    act: Action = Action()


class FullCards(DocumentModel):
    """Equipment with full choices: other numbers of copies, and cards besides."""

    change: Mapping[str, Number] = Field({})
    add: Mapping[str, FullEquipment] = Field({})


class FurtherWeapon(Weapon):
    """A weapon of a hero of another box or an expansion."""

    move: Number = 0  # steps more


class FurtherHero(HeroNumbers):
    """The board of a hero of another box or an expansion."""

    weapons: tuple[FurtherWeapon, FurtherWeapon, FurtherWeapon, FurtherWeapon]


class EditionMinion(MinionNumbers):
    """Numbers for what stands for a type of minions in a box."""

    name: str


class Edition(DocumentModel):
    """A box: its minions by role and its heroes where they are not those of Order (ED-01)."""

    minions: Mapping[MinionWord, EditionMinion] = Field({})
    heroes: Mapping[str, FurtherHero] = Field({})
    extra_heroes: Annotated[Mapping[str, FurtherHero], Field(max_length=V.EXTRA_HEROES)] = Field({})


class BossNumbers(DocumentModel):
    """Numbers of a boss."""

    wounded_by: tuple[Literal["S", "V", "B"], ...]
    health: Annotated[Mapping[Players, Health], complete(_SEATS)]
    move: Move
    rift: Number
    attack: Dice
    armour: Number = 0
    purse: Number = 0
    burn: Number = 0
    aura: Needs = ""
    retinue: Mapping[MinionWord, Positive] = Field({})


class BossRules(DocumentModel):
    """Numbers for all bosses, and how a hero becomes one."""

    skulls: Number
    hero_rift: Number
    hero_health_halves: Annotated[Mapping[Players, Positive], complete(_SEATS)]


class RivalRules(DocumentModel):
    """Numbers for two teams, and the power of each hero against the other one (RIV-19, RIV-20)."""

    claim: Number
    hunter_lightning: Number
    plunder_skulls: Number
    powers: Mapping[str, Annotated[V.RivalPower, word_reader(V.RivalPower), AS_WORD]]


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
    full_equipment: FullCards
    editions: Annotated[Mapping[EditionWord, Edition], complete(V.Edition)]
    bosses: Annotated[Mapping[str, BossNumbers], Field(max_length=V.BOSS_KINDS - 2 * V.ALL_HEROES)]
    boss_rules: BossRules
    rivalry: RivalRules


def icons_of(text: str, count: int = V.ICONS) -> list[int]:
    """Return how many there are of each of the first icons in a text such as ``"SSV"``."""
    counts = Counter(LETTERS[letter] for letter in text)
    return [counts[icon] for icon in [*V.Icon][:count]]
