"""Load the parts and the scenarios, check them, and make the records that the rules read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import numpy as np
from pydantic import Field

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.builders_biomes.state import BOX, SCENARIO
from tablemates.envs.builders_biomes.vocabulary import Characteristic, Colour, Reward, Weapon
from tablemates.envs.core.errors import ComponentsError
from tablemates.envs.core.files.documents import DocumentModel, Place, validated
from tablemates.envs.core.files.parts import (
    AS_WORD,
    PartSet,
    complete,
    load_parts,
    named,
    read_entries,
    word_reader,
    write_parts,
)
from tablemates.envs.core.game.forms import Option, Part
from tablemates.envs.core.records.layout import Bytes, RecordView
from tablemates.envs.core.records.vocabulary import word_of

STANDARD: Final = Path(__file__).with_name("parts.yaml")
_SCENARIOS: Final = Path(__file__).with_name("scenarios.yaml")
#: Biomes by their letters in the parts.
BIOMES: Final = "fdmt"
_MOST_COST: Final = 6
_LONGEST_NAME: Final = 40


Number: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=V.MOST_POINTS)]
Copies: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=V.BLOCKS)]
ColourWord: TypeAlias = Annotated[Colour, word_reader(Colour), AS_WORD]
CharacteristicWord: TypeAlias = Annotated[Characteristic, word_reader(Characteristic), AS_WORD]
WeaponWord: TypeAlias = Annotated[Weapon, word_reader(Weapon), AS_WORD]
MobWord: TypeAlias = Annotated[V.Mob, word_reader(V.Mob), AS_WORD]
BoardRow: TypeAlias = Annotated[str, Field(pattern=f"^[{BIOMES}]{{3}}$")]
Seat: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=V.SEATS)]
Board: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=V.BOARDS)]


class Tokens(DocumentModel):
    """The weapon tokens of one kind."""

    own: Number
    neutral: Number
    hearts: Number


class Building(DocumentModel):
    """A building tile."""

    shows: tuple[CharacteristicWord, CharacteristicWord, CharacteristicWord]
    cost: Mapping[ColourWord, Annotated[int, Field(strict=True, ge=1, le=_MOST_COST)]]
    xp: Number = 0


class MobTile(DocumentModel):
    """A mob tile."""

    kind: MobWord
    hearts: Number
    xp: Number
    action: bool = False
    bonus: Annotated[Mapping[CharacteristicWord, Number], Field(max_length=1)] = {}


class Parts(DocumentModel):
    """Everything that is in the box."""

    blocks: Annotated[Mapping[ColourWord, Copies], complete(Colour)]
    scoring: Annotated[Mapping[CharacteristicWord, Number], complete(Characteristic)]
    weapons: Annotated[Mapping[WeaponWord, Tokens], complete(Weapon)]
    boards: Annotated[
        tuple[tuple[BoardRow, BoardRow, BoardRow], ...],
        Field(min_length=V.BOARDS, max_length=V.BOARDS),
    ]
    buildings: tuple[Building, ...]
    mobs: tuple[MobTile, ...]


class ScenarioParts(DocumentModel):
    """Parts that a scenario puts on the table.

    Attributes:
        name: What tables call it.
        beginners: Seats that score by the beginners' rule.
        boards: Player boards of the first seats; those of None, and the others, are drawn.
    """

    name: str = "custom"
    beginners: tuple[Seat, ...] = ()
    boards: tuple[Board | None, ...] = ()


class Components(PartSet[Parts]):
    """A checked set of parts; never changes."""

    def record(self, reward: Reward) -> Bytes:
        """Return the parts as a BOX record, shape ``(BOX.itemsize,)``.

        Args:
            reward: What the end of a game earns a seat.
        """
        parts, buffer = self.parts, np.zeros(BOX.itemsize, np.uint8)
        box: Any = RecordView(buffer, BOX)
        box.reward, box.buildings = reward, len(parts.buildings)
        write_parts(box, "blocks", parts.blocks)
        write_parts(box, "points", parts.scoring)
        for kind, tokens in parts.weapons.items():
            box.own[kind], box.neutral[kind] = tokens.own, tokens.neutral
            box.weapon_hearts[kind] = tokens.hearts
        for n, rows in enumerate(parts.boards):
            box.boards[n] = [BIOMES.index(letter) for letter in "".join(rows)]
        box.shows = box.kind = box.bonus_for = V.NOTHING
        for tile, building in enumerate(parts.buildings):
            box.shows[tile], box.xp[tile] = building.shows, building.xp
            for colour, count in building.cost.items():
                box.cost[tile, colour] = count
        for tile, mob in enumerate(parts.mobs, len(parts.buildings)):
            box.kind[tile], box.hearts[tile], box.xp[tile] = mob.kind, mob.hearts, mob.xp
            box.action[tile] = mob.action
            for characteristic, points in mob.bonus.items():
                box.bonus_for[tile], box.bonus[tile] = characteristic, points
        return buffer

    def scenario(self, level: str | Mapping[str, Any]) -> Bytes:
        """Return what a level puts on the table, as a SCENARIO record.

        Args:
            level: The name of a scenario, or the fields of ``ScenarioParts``.

        Raises:
            ComponentsError: There is no such scenario.
        """
        scenario = _scenario(level)
        buffer = np.zeros(SCENARIO.itemsize, np.uint8)
        record: Any = RecordView(buffer, SCENARIO)
        record.level = V.Level[level.upper()] if isinstance(level, str) else V.Level.CUSTOM
        record.beginner[list(scenario.beginners)] = 1
        record.board = V.NOTHING
        for seat, board in enumerate(scenario.boards):
            record.board[seat] = V.NOTHING if board is None else board
        return buffer


def _scenario(level: str | Mapping[str, Any]) -> ScenarioParts:
    if isinstance(level, str):
        return named("level", level, load_scenarios())
    scenario = validated(ScenarioParts, level, lambda why: ComponentsError(f"level, {why}"))
    given = [board for board in scenario.boards if board is not None]
    if len(set(given)) < len(given):
        raise ComponentsError(f"level, boards: {list(scenario.boards)} name a board twice")
    return scenario


def level_form(components: Components) -> tuple[list[Option], list[Part]]:
    """Return what a form offers: the scenarios, and the parts of one of one's own."""
    scenarios = load_scenarios()
    rules = {True: "all by the beginners' rule", False: "scored by the usual rule"}
    named = [Option(name, rules[bool(one.beginners)]) for name, one in scenarios.items()]
    biomes = {letter: word_of(Characteristic(n)) for n, letter in enumerate(BIOMES)}
    boards = [
        Option(n, " / ".join(" ".join(map(biomes.__getitem__, row)) for row in rows))
        for n, rows in enumerate(components.parts.boards)
    ]
    return named, [
        Part("name", "text", "What it is called.", most=_LONGEST_NAME, default=""),
        Part("beginners", "seats", "Who scores by the beginners' rule.", default=[]),
        Part("boards", "by_seat", "Who has which player board.", boards, default=[]),
    ]


def beginners(level: str, players: int) -> list[bool]:
    """Return which seats score by the beginners' rule in a named scenario."""
    theirs = load_scenarios()[level].beginners
    return [seat in theirs for seat in range(players)]


def load_scenarios() -> Mapping[str, ScenarioParts]:
    """Return the named scenarios."""
    return read_entries(_SCENARIOS, ScenarioParts)


def _faults(parts: Parts) -> Iterator[tuple[Place, str]]:
    """Yield what does not go together in the parts: place and reason."""
    own = sum(tokens.own for tokens in parts.weapons.values())
    tnt = parts.weapons[Weapon.TNT]
    counted = (
        ("blocks", sum(parts.blocks.values()), V.BLOCKS, "blocks"),
        ("buildings", len(parts.buildings) + len(parts.mobs), V.TILES, "buildings and mobs"),
        ("weapons", sum(kind.neutral for kind in parts.weapons.values()), V.FRINGE, "neutral ones"),
    )
    for section, count, total, what in counted:
        if count != total:
            yield (section,), f"there are {count} {what}, not {total}"
    if not V.REVEAL <= own <= 2 * V.MOST_POINTS:
        yield ("weapons",), f"a pile of {own} tokens; a fight needs {V.REVEAL}"
    if tnt.own * V.SEATS + tnt.neutral > V.MOST_TNT:
        yield ("weapons", "tnt"), f"{V.MOST_TNT} tokens in all are the most"
    for row, count in Counter(parts.boards).items():
        if count > 1:
            yield ("boards", parts.boards.index(row)), "the four boards have to differ"
    for n, building in enumerate(parts.buildings):
        if [shown // V.PER_CATEGORY for shown in building.shows] != [0, 1, 2]:
            yield ("buildings", n, "shows"), "a biome, a material and a type are needed, in order"
        if Colour.EMERALD in building.cost:
            yield ("buildings", n, "cost"), "emeralds stand for other blocks and are no cost"
        if not 1 <= sum(building.cost.values()) <= _MOST_COST:
            yield ("buildings", n, "cost"), f"a building costs 1 to {_MOST_COST} blocks"
    for n, mob in enumerate(parts.mobs):
        if mob.action == bool(mob.bonus):
            yield ("mobs", n), "a mob has either an action or a bonus"


#: Returns a checked set of parts: the standard one, or with the changes of a YAML file.
#: Most rows of the standard buildings are assumed: the file says how well each group is known.
load_components = partial(load_parts, Parts, STANDARD, _faults, Components)
