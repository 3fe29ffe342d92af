"""What the parts of the loader share: names, what the box has left, and the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np

from tablemates.envs.core.answers import DESCRIBED
from tablemates.envs.core.documents import Place
from tablemates.envs.core.errors import ComponentsError, PositionError
from tablemates.envs.core.position_models import PositionReader
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.portal_dash.components.checks import check_track
from tablemates.envs.portal_dash.components.loader import custom_record
from tablemates.envs.portal_dash.components.schema import CustomLevel, words_of
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.positions.keys import UNKNOWN, Position
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import LEVEL, STATE
from tablemates.envs.portal_dash.rules.vocabulary import MobKind

#: First letters of the mobs on a map: regular kinds, then bosses.
MOB_LETTERS: Final = "mgehbw"
BOSS_LETTERS: Final = "WA"


def fault(place: Place, reason: str) -> PositionError:
    """Return the error for a place of the position."""
    where = ".".join(map(str, place))
    return PositionError(f"position, {where}: {reason}" if where else f"position: {reason}")


class Lexicon:
    """Names of the things in one set of parts.

    Attributes:
        box: The parts as a record.
        items: Names of the item tiles by kind.
        tiles: Names of the gameboard tiles.
        sources: Names of mobs and bosses by ``MobKind``, then magma.
        bosses: Names of the bosses by kind.
        mobs: Names of the regular pieces, such as ``ghast 2``, then of the bosses.
        marks: The same on a map, such as ``g2``.
        drawable: Tiles of each kind in stack and supply at the start (SETUP-09).
    """

    def __init__(self, game: PortalDash) -> None:
        self.box = game.box_record
        self.items, self.tiles = game.names.items, game.names.tiles
        self.sources = (*map(words_of, MobKind), "magma")
        self.bosses = self.sources[L.MOB_KINDS : -1]
        pieces = [*zip(self.box.mob_kind.tolist(), self.box.mob_number.tolist(), strict=True)]
        # two pieces of one kind with one number are told apart by a letter
        numbers = [
            f"{one[1]}{'abc'[pieces[:n].count(one)] if pieces.count(one) > 1 else ''}"
            for n, one in enumerate(pieces)
        ]
        named = [(kind, number) for (kind, _), number in zip(pieces, numbers, strict=True)]
        self.mobs = [*(f"{self.sources[kind]} {number}" for kind, number in named), *self.bosses]
        self.marks = [*(f"{MOB_LETTERS[kind]}{number}" for kind, number in named), *BOSS_LETTERS]
        netherite = Counter(self.box.netherite.tolist())
        copies = self.box.item_copies.tolist()
        self.drawable: list[int] = [count + netherite[kind] for kind, count in enumerate(copies)]

    def of_pieces(self, names: Sequence[str], boss_kind: Sequence[int]) -> list[str]:
        """Return the entries of ``mobs`` or ``marks`` for the pieces of a game."""
        return [
            *names[: L.REGULAR_MOBS],
            *(names[L.REGULAR_MOBS + int(kind)] for kind in boss_kind),
        ]

    def is_starting(self, kind: int) -> bool:
        """Return whether items of a kind are starting items unless stated otherwise."""
        return self.drawable[kind] == 0


class Left(Counter[int]):
    """What the box has left of tiles or blocks, by kind, while a position is read.

    Args:
        key: The key that is at fault where the box has too few.
        supply: How many of each kind the box has.
        names: Names of the kinds.
        what: What they are, in the plural.
    """

    def __init__(self, key: str, supply: Iterable[int], names: Sequence[str], what: str) -> None:
        self._key, self._names, self._what = key, names, what
        self._supply = [int(count) for count in supply]
        super().__init__(dict(enumerate(self._supply)))

    def take(self, kind: int, count: int = 1) -> None:
        """Take some of a kind; refuse more than the box has."""
        self[kind] -= count
        if self[kind] < 0:
            words = f"{-self[kind]} {self._names[kind]} {self._what} more than the box"
            raise fault((self._key,), f"the position has {words} ({self._supply[kind]})")

    def take_all(self, kinds: Iterable[int]) -> None:
        """Take one of each."""
        for kind in kinds:
            self.take(kind)

    def __str__(self) -> str:
        return ", ".join(f"{count} {self._names[kind]}" for kind, count in (+self).items())


class Reader(PositionReader):
    """The record that a position is written into; it begins empty.

    Attributes:
        given: The position as it was written.
        seed: What the position leaves open is drawn from it.
        level: The level's record.
        base: A new game of the level and seed: the default of what is left out.
        over: Whether the game has ended.
        explicit: Whether chance is explicit, so that hidden orders do not exist.
    """

    def __init__(
        self, given: Position, game: PortalDash, lexicon: Lexicon, seed: int | None
    ) -> None:
        own_seed = 0 if given.seed == UNKNOWN else given.seed
        self.given, self.lexicon = given, lexicon
        self.seed = own_seed if seed is None else seed
        self.over, self.explicit = given.end is not None, given.chance == "explicit"
        players = len(given.players)
        for key in ("first_player", "active_player", "decider"):
            seat = getattr(given, key)
            if seat is not None and seat >= players:
                raise fault((key,), f"there are {players} players, counted from 0; {seat} is none")
        level = _level_record(given, game)
        super().__init__(game, level, self.seed, players)
        self.level: Any = RecordView(level, LEVEL)
        if self.explicit:
            self.one.lane.explicit_chance = 1
            self.one.step(DESCRIBED)
        self.base: Any = RecordView(self.record.copy(), STATE)
        self.record[:] = 0
        self.h.seed = np.uint64(own_seed)

    @cached_property
    def rng(self) -> np.random.Generator:
        """Generator for what is drawn outside the engine."""
        return np.random.default_rng(self.seed)

    def piece(self, mob: int, place: Place) -> int:
        """Return the piece of a mob or boss that was named."""
        if mob < L.REGULAR_MOBS:
            return mob
        kinds = self.p.boss_kind.tolist()
        if mob - L.REGULAR_MOBS not in kinds:
            raise fault(place, f"the {self.lexicon.mobs[mob]!r} is not in this game")
        return L.REGULAR_MOBS + int(kinds.index(mob - L.REGULAR_MOBS))

    def name(self, piece: int) -> str:
        """Return the name of a piece."""
        return self.lexicon.of_pieces(self.lexicon.mobs, self.p.boss_kind)[piece]

    def space(self, row: int, column: int, place: Place) -> int:
        """Return a space of the face-up board as ``row * 64 + column``."""
        p = self.p
        if row >= p.rows or column >= p.open_columns:
            reason = f"the face-up board has {p.rows} rows and {p.open_columns} columns, from 0"
            raise fault(place, f"[{row}, {column}] is not on the board: {reason}")
        return row * L.COLUMNS + column


def _level_record(given: Position, game: PortalDash) -> Bytes:
    parts, level = game.components, given.level
    try:
        if isinstance(level, CustomLevel):
            check_track(parts.parts, game.settings.board_shape, level.tiles)
            return custom_record(parts.parts, level)
        return parts.level(level, given.edition)
    except ComponentsError as error:
        raise fault(("level",), str(error)) from error
