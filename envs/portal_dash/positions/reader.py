"""What the parts of the loader share: names, what the box has left, and the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np

from tablemates.envs.core.answers import DESCRIBED
from tablemates.envs.core.errors import ComponentsError, PositionError
from tablemates.envs.core.position_models import PositionReader
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.portal_dash.components.schema import CustomLevel, words_of
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.positions.keys import UNKNOWN, Position
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import LEVEL, STATE
from tablemates.envs.portal_dash.rules.vocabulary import MobKind

#: First letters of the mobs on a map: regular kinds, then bosses.
MOB_LETTERS: Final = "mgehbw"
BOSS_LETTERS: Final = "WA"


def refuse(wrong: object, place: str, reason: str) -> None:
    """Refuse the position if something is wrong in a place of it."""
    if wrong:
        raise PositionError(f"position, {place}: {reason}")


class Lexicon:
    """Names of the things in one set of parts.

    Pieces have names, such as ``ghast 2``, and marks on a map, ``g2``: regular ones, then bosses.
    ``drawable`` counts the tiles of each kind in stack and supply at the start (SETUP-09).
    """

    def __init__(self, game: PortalDash) -> None:
        self.box = game.box_record
        self.items, self.tiles = game.names.items, game.names.tiles
        self.sources = (*map(words_of, MobKind), "magma")
        self.bosses = self.sources[L.MOB_KINDS : -1]
        pieces = [*zip(self.box.mob_kind.tolist(), self.box.mob_number.tolist(), strict=True)]
        # two pieces of one kind with one number are told apart by a letter
        more = [
            "abc"[pieces[:n].count(one)] * (pieces.count(one) > 1) for n, one in enumerate(pieces)
        ]
        named = [
            (kind, f"{number}{letter}") for (kind, number), letter in zip(pieces, more, strict=True)
        ]
        self.mobs = [*(f"{self.sources[kind]} {number}" for kind, number in named), *self.bosses]
        self.marks = [*(f"{MOB_LETTERS[kind]}{number}" for kind, number in named), *BOSS_LETTERS]
        netherite = Counter(self.box.netherite.tolist())
        copies = enumerate(self.box.item_copies.tolist())
        self.drawable: list[int] = [count + netherite[kind] for kind, count in copies]

    def of_pieces(self, names: Sequence[str], boss_kind: Sequence[int]) -> list[str]:
        """Return the entries of ``mobs`` or ``marks`` for the pieces of a game."""
        bosses = (names[L.REGULAR_MOBS + int(kind)] for kind in boss_kind)
        return [*names[: L.REGULAR_MOBS], *bosses]


class Left(Counter[int]):
    """What the box has left of tiles or blocks, by kind; ``key``: what is at fault if too few."""

    def __init__(self, key: str, supply: Iterable[int], names: Sequence[str]) -> None:
        self._key, self._names = key, names
        self._supply = [int(count) for count in supply]
        super().__init__(dict(enumerate(self._supply)))

    def take(self, kinds: Iterable[int] | Mapping[int, int]) -> None:
        """Take one of each, or so many; refuse more than the box has."""
        self.subtract(kinds)
        for kind, count in (-self).items():
            words = f"the position has {count} {self._names[kind]} more than the box"
            refuse(True, self._key, f"{words} ({self._supply[kind]})")

    def __str__(self) -> str:
        return ", ".join(f"{count} {self._names[kind]}" for kind, count in (+self).items())


class Reader(PositionReader):
    """The record that a position is written into; it begins empty.

    ``base`` is a new game of the level and ``seed``, the default of what is left out. ``rows`` are
    the frames of the agenda, the next one last. What a map shows stands by space
    (``row * 64 + column``): in ``ground`` what is printed, but for plain ones, in ``chests`` the
    number of a token, None if not given; ``mobs`` and ``players`` say where each stands.
    """

    def __init__(
        self, given: Position, game: PortalDash, lexicon: Lexicon, seed: int | None
    ) -> None:
        own_seed = 0 if given.seed == UNKNOWN else given.seed
        self.given, self.game, self.lexicon = given, game, lexicon
        self.seed = own_seed if seed is None else seed
        self.over, self.explicit = given.end is not None, given.chance == "explicit"
        self.rows: list[tuple[int, int, int, int]] = []
        self.printed: list[str] = []
        self.ground: dict[int, str] = {}
        self.brown: set[int] = set()
        self.chests: dict[int, int | None] = {}
        self.mobs: dict[int, int] = {}
        self.players: dict[int, int] = {}
        players = len(given.players)
        for key in ("first_player", "active_player", "decider"):
            reason = f"there are {players} players, counted from 0; {getattr(given, key)} is none"
            refuse((getattr(given, key) or 0) >= players, key, reason)
        level = self._level_record()
        super().__init__(game, level, self.seed, players)
        self.level: Any = RecordView(level, LEVEL)
        if self.explicit:
            self.one.lane.explicit_chance = 1
            self.one.step(DESCRIBED)
        self.base: Any = RecordView(self.record.copy(), STATE)
        self.record[:] = 0
        self.h.seed = np.uint64(own_seed)

    def _level_record(self) -> Bytes:
        parts, level = self.game.components, self.given.level
        try:
            if isinstance(level, CustomLevel):
                return parts.custom_level(level, self.game.settings.board_shape)
            return parts.level(level, self.given.edition)
        except ComponentsError as error:
            raise PositionError(f"position, level: {error}") from error

    @cached_property
    def rng(self) -> np.random.Generator:
        """Generator for what is drawn outside the engine."""
        return np.random.default_rng(self.seed)

    def piece(self, mob: int, place: str) -> int:
        """Return the piece of a mob or boss that was named."""
        kinds = [*range(L.REGULAR_MOBS), *(L.REGULAR_MOBS + self.p.boss_kind).tolist()]
        refuse(mob not in kinds, place, f"the {self.lexicon.mobs[mob]!r} is not in this game")
        return kinds.index(mob)

    def name(self, piece: int) -> str:
        """Return the name of a piece."""
        return self.lexicon.of_pieces(self.lexicon.mobs, self.p.boss_kind)[piece]

    def space(self, at: tuple[int, int], place: str) -> int:
        """Return a space of the face-up board as ``row * 64 + column``."""
        p, (row, column) = self.p, at
        reason = f"the face-up board has {p.rows} rows and {p.open_columns} columns, from 0"
        outside = row >= p.rows or column >= p.open_columns
        refuse(outside, place, f"[{row}, {column}] is not on the board: {reason}")
        return row * L.COLUMNS + column
