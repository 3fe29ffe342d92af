"""The words of a position: pieces, items, tiles, and members of the engine's enums."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Final

from tablemates.envs.core.documents import Place
from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.components import EDITIONS, Components
from tablemates.envs.portal_dash.hashes import ruleset_hash
from tablemates.envs.portal_dash.positions.errors import pick
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import BOX
from tablemates.envs.portal_dash.rules.vocabulary import (
    MAGMA,
    BlocksFace,
    Cause,
    Chance,
    Colour,
    Decision,
)

#: Any board fits; what the interface has room for is not a position's concern.
_ANY_BOARD: Final = (L.ROWS, L.COLUMNS)

#: First letters of the mobs on a map: regular kinds, then bosses.
MOB_LETTERS: Final = "mgehbw"
BOSS_LETTERS: Final = "WA"


def words(members: type[IntEnum]) -> tuple[str, ...]:
    """Return the members of an enum as words, such as ``combat die``, by value."""
    return tuple(member.name.lower().replace("_", " ") for member in members)


COLOURS: Final = words(Colour)
FACES: Final = words(BlocksFace)
DECISIONS: Final = words(Decision)
CHANCES: Final = words(Chance)
CAUSES: Final = words(Cause)


class Lexicon:
    """What the things of one set of parts are called.

    Attributes:
        components: The set.
        box: Its numbers, for any size of board.
        ruleset: Hash of the rules that they make, by edition.
        items: Names of the item tiles by kind.
        tiles: Names of the gameboard tiles.
        kinds: Names of mobs and bosses by ``MobKind``.
        sources: The same and magma: what deals damage.
        drawable: Tiles of each kind in stack and supply at the start (SETUP-09).
        pieces: Names of the regular mobs, such as ``ghast 2``.
        marks: The same on a map, such as ``g2``.
    """

    def __init__(self, components: Components) -> None:
        self.components = components
        self.buffer = components.record(_ANY_BOARD)
        self.box: Any = RecordView(self.buffer, BOX)
        self.items: Sequence[str] = components.item_names
        self.tiles: Sequence[str] = components.tile_names
        self.kinds: Sequence[str] = components.mob_names
        self.sources = (*self.kinds, "magma")
        assert len(self.kinds) == MAGMA
        kinds = [int(kind) for kind in self.box.mob_kind]
        numbers = [int(number) for number in self.box.mob_number]
        self.drawable = _drawable(self.box)
        twins = _twins(list(zip(kinds, numbers, strict=True)))
        self.ruleset = {edition: ruleset_hash(components, edition) for edition in EDITIONS}
        self.pieces = [
            f"{self.kinds[kind]} {number}{twin}"
            for kind, number, twin in zip(kinds, numbers, twins, strict=True)
        ]
        self.marks = [
            f"{MOB_LETTERS[kind]}{number}{twin}"
            for kind, number, twin in zip(kinds, numbers, twins, strict=True)
        ]

    def item(self, name: str, place: Place) -> int:
        """Return the kind of an item tile."""
        return pick(self.items, name, place, "item")

    def boss_pieces(self, boss_kind: Sequence[int]) -> list[str]:
        """Return the names of the boss pieces of a game, empty where there is none."""
        return [self.kinds[L.MOB_KINDS + int(kind)] if kind >= 0 else "" for kind in boss_kind]

    def piece(self, name: str, boss_kind: Sequence[int], place: Place) -> int:
        """Return the number of a mob's piece."""
        return pick([*self.pieces, *self.boss_pieces(boss_kind)], name, place, "mob")

    def piece_name(self, piece: int, boss_kind: Sequence[int]) -> str:
        """Return the name of a mob's piece."""
        return [*self.pieces, *self.boss_pieces(boss_kind)][piece]

    def piece_marks(self, boss_kind: Sequence[int]) -> list[str]:
        """Return what stands for each piece on a map."""
        return [*self.marks, *(BOSS_LETTERS[kind] if kind >= 0 else "" for kind in boss_kind)]


#: The sets of parts used last; reading one takes longer than reading a position.
_known: Final[deque[Lexicon]] = deque(maxlen=4)


def lexicon_of(components: Components) -> Lexicon:
    """Return the words of a set of parts."""
    for lexicon in _known:
        if lexicon.components is components:
            return lexicon
    _known.append(Lexicon(components))
    return _known[-1]


def _drawable(box: Any) -> list[int]:
    counts = [int(count) for count in box.item_copies]
    for kind in box.netherite:
        if kind >= 0:
            counts[kind] += 1
    return counts


def _twins(pieces: list[tuple[int, int]]) -> list[str]:
    """Return a letter for each piece whose kind and number another one has as well."""
    return [
        "abc"[pieces[:n].count(piece)] if pieces.count(piece) > 1 else ""
        for n, piece in enumerate(pieces)
    ]
