"""Load the parts and the levels, check them, and make the records that the rules read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

import numpy as np
from pydantic import Field

from tablemates.envs.core.errors import ComponentsError
from tablemates.envs.core.files.documents import DocumentModel, Place
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
from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.state import BOX, SCENARIO
from tablemates.envs.explorers.vocabulary import Creature, Front, Item, Kind, Level

STANDARD: Final = Path(__file__).with_name("parts.yaml")
_LEVELS: Final = Path(__file__).with_name("scenarios.yaml")
#: Fewest chests of a game.
_FEWEST_CHESTS: Final = 2
_SLOTS_OF_A_ROW: Final = V.ROW - len(V.DESTINATIONS)
_CREATURES: Final = list(Creature)[: V.CREATURES]
#: Classes of items that have a number.
_NUMBERED: Final = (Kind.FOOD, Kind.SWORD, Kind.PICKAXE)


Number: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=V.NUMBER)]
Positive: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=V.NUMBER)]
CreatureWord: TypeAlias = Annotated[Creature, word_reader(_CREATURES), AS_WORD]
ItemWord: TypeAlias = Annotated[Item, word_reader(Item), AS_WORD]
KindWord: TypeAlias = Annotated[Kind, word_reader(Kind), AS_WORD]
FrontWord: TypeAlias = Annotated[Front, word_reader(Front), AS_WORD]
Back: TypeAlias = tuple[ItemWord] | tuple[ItemWord, Annotated[int, Field(strict=True, ge=1, le=2)]]
ChestNumber: TypeAlias = Annotated[int, Field(strict=True, ge=1, lt=V.CHEST_CARDS)]


class Table(DocumentModel):
    """Numbers of the rules."""

    food: Positive
    row: Annotated[int, Field(strict=True, ge=1, le=_SLOTS_OF_A_ROW)]
    game_over_among: Number
    removed: Annotated[
        Mapping[Annotated[int, Field(ge=1, le=V.SEATS)], Number], complete(range(1, V.SEATS + 1))
    ]
    trophies_per_food: Positive
    crossbow_kills: Positive
    spare_chests: Annotated[int, Field(strict=True, ge=0, lt=_FEWEST_CHESTS)]


class CreatureCards(DocumentModel):
    """The cards of one type of creature."""

    copies: Number
    cost: Positive


class ItemNumbers(DocumentModel):
    """Numbers printed on an item."""

    food: Number = 0
    cut: Number = 0


class Landscape(DocumentModel):
    """The cards with one front."""

    cost: Positive
    tool: Literal["sword", "pickaxe"] | None = None
    danger: bool = False
    takes: tuple[KindWord, ...] = ()
    backs: tuple[Back, ...]

    @property
    def different(self) -> Mapping[tuple[Item, int], int]:
        """The different backs in order, as item and creatures, with their copies."""
        return Counter((back[0], back[1] if len(back) == 2 else 0) for back in self.backs)


class Parts(DocumentModel):
    """Everything that is in the box."""

    table: Table
    creatures: Annotated[Mapping[CreatureWord, CreatureCards], complete(_CREATURES)]
    items: Mapping[ItemWord, ItemNumbers]
    landscapes: Annotated[Mapping[FrontWord, Landscape], complete(Front)]
    chests: Mapping[ChestNumber, Annotated[tuple[KindWord, ...], Field(min_length=1, max_length=2)]]


class LevelChests(DocumentModel):
    """The chests of a level: their numbers, or how many are drawn."""

    chests: tuple[ChestNumber, ...] = ()
    drawn: Number = 0


class Components(PartSet[Parts]):
    """A checked set of parts; never changes."""

    def record(self) -> Bytes:
        """Return the parts as a BOX record, shape ``(BOX.itemsize,)``."""
        parts, buffer = self.parts, np.zeros(BOX.itemsize, np.uint8)
        box: Any = RecordView(buffer, BOX)
        write_parts(box, "", parts.table)
        write_parts(box, "creature", parts.creatures)
        for holding in reversed(range(V.HOLDINGS)):
            item = V.holding_item(holding)
            box.item_holding[item] = holding
            kind = V.item_kind(item)
            numbers = parts.items.get(item, ItemNumbers())
            damaged = V.holding_name(holding).endswith("_damaged")
            box.holding_kind[holding] = kind
            box.holding_food[holding] = numbers.food
            box.holding_cut[holding] = numbers.cut
            box.holding_uses[holding] = V.USES - damaged if numbers.cut else 0
            box.kind_holdings[kind] |= 1 << holding
        box.back_item = box.chest_need = -1
        for front, landscape in parts.landscapes.items():
            box.front_cost[front] = landscape.cost
            box.front_tool[front] = {None: -1, "sword": V.TOOL, "pickaxe": V.PICKAXE}[
                landscape.tool
            ]
            box.front_danger[front] = landscape.danger
            for kind in landscape.takes:
                box.front_trade[front] |= box.kind_holdings[kind]
            box.front_cards[front] = len(landscape.backs)
            box.front_backs[front] = len(landscape.different)
            for n, ((item, creatures), copies) in enumerate(landscape.different.items()):
                box.back_item[front, n] = item
                box.back_creatures[front, n] = creatures
                box.back_copies[front, n] = copies
        write_parts(box, "chest_need", parts.chests)
        return buffer

    def scenario(self, level: str | tuple[int, ...]) -> Bytes:
        """Return what a level puts on the table, as a SCENARIO record.

        Args:
            level: A level's name, or the numbers of the chests of a custom game (LEVEL-C).

        Raises:
            ComponentsError: There is no such level or chest.
        """
        if isinstance(level, str):
            chests = named("level", level, read_entries(_LEVELS, LevelChests))
            number, chosen, drawn = Level[level.upper()], chests.chests, chests.drawn
        else:
            number, chosen, drawn = Level.CUSTOM, level, 0  # LEVEL-C
        known = list(self.parts.chests)
        for chest in chosen:
            if chest not in known:
                numbers = ", ".join(map(str, known))
                raise ComponentsError(f"there is no chest {chest!r}; the numbers are {numbers}")
        if len(set(chosen)) < len(chosen):
            raise ComponentsError(f"the chests {list(chosen)} name one of them twice")
        pool = sorted(chosen or known)
        count = drawn or len(pool)
        if not _FEWEST_CHESTS <= count <= min(V.CHESTS, len(pool)):
            raise ComponentsError(
                f"a game of {count} chests: {_FEWEST_CHESTS} to {min(V.CHESTS, len(pool))} can play"
            )
        buffer = np.zeros(SCENARIO.itemsize, np.uint8)
        scenario: Any = RecordView(buffer, SCENARIO)
        scenario.level, scenario.chests, scenario.drawn_from = number, count, len(pool)
        scenario.chest_number[: len(pool)] = pool
        return buffer

    def plays(self, level: str, chests: Sequence[int]) -> bool:
        """Return whether a game of a named level can have these chests."""
        try:
            scenario: Any = RecordView(self.scenario(level), SCENARIO)
        except ComponentsError:
            return False
        pool = scenario.chest_number[: scenario.drawn_from].tolist()
        return len(chests) == scenario.chests and {*chests} <= {*pool}


def level_form(components: Components) -> tuple[list[Option], list[Part]]:
    """Return what a form offers: the levels, and the chests of a custom game (LEVEL-C)."""
    levels = read_entries(_LEVELS, LevelChests)
    counts = {name: one.drawn or len(one.chests) for name, one in levels.items()}
    chests = []
    for n, needs in components.parts.chests.items():
        kinds = Counter(word_of(kind).replace("_", " ") for kind in needs)
        words = [f"{count} {kind}" if count > 1 else kind for kind, count in kinds.items()]
        chests.append(Option(n, " and ".join(words)))
    first = next(iter(levels.values()))
    own = Part(
        "",
        "several",
        "The chests in play.",
        chests,
        least=_FEWEST_CHESTS,
        most=V.CHESTS,
        default=list(first.chests),
    )
    return [Option(name, f"{count} chests") for name, count in counts.items()], [own]


def _faults(parts: Parts) -> Iterator[tuple[Place, str]]:
    """Yield what does not go together in the parts: place and reason."""
    landscapes = {front: len(one.backs) for front, one in parts.landscapes.items()}
    creatures = sum(one.copies for one in parts.creatures.values())
    if sum(landscapes.values()) > V.CARDS:
        yield ("landscapes",), f"{sum(landscapes.values())} cards; {V.CARDS} are the most"
    if creatures > V.CREATURE_CARDS:
        yield ("creatures",), f"{creatures} cards; {V.CREATURE_CARDS} are the most"
    for players in range(1, V.SEATS + 1):
        left = creatures - parts.table.removed[players]
        if left <= parts.table.game_over_among:
            reason = f"{left} creature cards are left for {players} players, too few for the pile"
            yield ("table", "removed", players), reason
    for front, landscape in parts.landscapes.items():
        yield from _faults_of_landscape(front, landscape)
        for n, (item, *_) in enumerate(landscape.backs):
            if V.item_kind(item) in _NUMBERED and item not in parts.items:
                place = ("landscapes", front.name.lower(), "backs", n)
                yield place, f"{item.name.lower()!r} has no number under 'items'"
    for item, numbers in parts.items.items():
        kind = V.item_kind(item)
        if (numbers.cut > 0) != (kind in (Kind.SWORD, Kind.PICKAXE)):
            yield ("items", item.name.lower()), "tools have a 'cut' of 1 or more, and nothing else"
        if (numbers.food > 0) != (kind == Kind.FOOD):
            yield ("items", item.name.lower()), "food has a 'food' of 1 or more, and nothing else"


def _faults_of_landscape(front: Front, landscape: Landscape) -> Iterator[tuple[Place, str]]:
    place = ("landscapes", front.name.lower())
    if len(landscape.different) > V.BACKS:
        yield (*place, "backs"), f"{V.BACKS} different backs are the most"
    if front in V.DESTINATIONS and len(landscape.backs) > 1:
        yield (*place, "backs"), "there is one card of a destination at most"
    if landscape.takes and landscape.tool:
        yield (*place, "tool"), "no tool lowers the cost of a village"
    met = any(creatures for _, creatures in landscape.different)
    if landscape.backs and met != landscape.danger:
        yield (*place, "danger"), "a front has the danger sign if a back shows creatures"


#: Returns a checked set of parts: the standard one, or with the changes of a YAML file.
load_components = partial(load_parts, Parts, STANDARD, _faults, Components)
