"""A game while it is loaded: the position as written, defaults for the rest, and the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from tablemates.envs.core.answers import DESCRIBED
from tablemates.envs.core.documents import Place
from tablemates.envs.core.errors import ComponentsError
from tablemates.envs.core.one_game import OneGame
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.portal_dash.actions import make_catalogue
from tablemates.envs.portal_dash.components import EDITIONS, Components
from tablemates.envs.portal_dash.components.checks import check_track
from tablemates.envs.portal_dash.components.loader import custom_record
from tablemates.envs.portal_dash.components.schema import CustomLevel
from tablemates.envs.portal_dash.game import ENGINE
from tablemates.envs.portal_dash.observation.layout import make_layout
from tablemates.envs.portal_dash.positions.names import ANY_BOARD, Lexicon, fault
from tablemates.envs.portal_dash.positions.schema import UNKNOWN, Position
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import LEVEL, STATE
from tablemates.envs.portal_dash.rules.vocabulary import Outcome


class Left(Counter[int]):
    """What the box has left of tiles or blocks, by kind, while a position is read.

    Args:
        place: The key that is at fault where the box has too few.
        supply: How many of each kind the box has.
        names: Names of the kinds.
        what: What they are, in the plural.
    """

    def __init__(
        self, place: Place, supply: Iterable[int], names: Sequence[str], what: str
    ) -> None:
        self._place, self._names, self._what = place, names, what
        self._supply = [int(count) for count in supply]
        super().__init__(dict(enumerate(self._supply)))

    def take(self, kind: int, count: int = 1) -> None:
        """Take some of a kind; refuse more than the box has."""
        self[kind] -= count
        if self[kind] < 0:
            raise fault(
                self._place,
                f"the position has {-self[kind]} {self._names[kind]} {self._what} more than the "
                f"box ({self._supply[kind]})",
            )

    def take_all(self, kinds: Iterable[int]) -> None:
        """Take one of each."""
        for kind in kinds:
            self.take(kind)

    def __str__(self) -> str:
        return ", ".join(f"{count} {self._names[kind]}" for kind, count in (+self).items())


class Draft:
    """What the sections of the loader share.

    Attributes:
        given: The position as it was written.
        lexicon: Names and numbers of the parts.
        seed: What the position leaves open is drawn from it.
        buffer: The record's bytes.
        p: View of the public part.
        h: View of the hidden part.
        level: View of the level's record.
    """

    def __init__(self, given: Position, lexicon: Lexicon, seed: int | None) -> None:
        """Begin a record with the settings of a position.

        Raises:
            PositionError: The level or a seat does not exist.
        """
        own_seed = 0 if given.seed == UNKNOWN else given.seed
        self.given = given
        self.lexicon = lexicon
        self.seed = own_seed if seed is None else seed
        self.level: Any = RecordView(_level_record(given, lexicon.components), LEVEL)
        self.buffer = np.zeros(STATE.itemsize, np.uint8)
        self.p: Any = RecordView(self.buffer, STATE).public
        self.h: Any = RecordView(self.buffer, STATE).hidden
        players = len(given.players)
        for key in ("first_player", "active_player", "decider"):
            seat = getattr(given, key)
            if seat is not None and seat >= players:
                raise fault((key,), f"there are {players} players, counted from 0; {seat} is none")
        p = self.p
        p.level, p.players, p.rows = self.level.number, players, lexicon.box.rows
        p.edition = EDITIONS.index(given.edition)
        p.explicit_chance, p.skip_forced = given.chance == "explicit", given.skip_forced
        p.first_player = given.first_player
        p.active_player = given.first_player if given.active_player is None else given.active_player
        p.decisions = given.decisions
        p.cause_player = p.cause_source = -1
        if given.end is not None:
            p.outcome, p.cause = Outcome[given.end.outcome.upper()], given.end.cause
            p.cause_player = -1 if given.end.player is None else given.end.player
            p.cause_source = -1 if given.end.source is None else given.end.source
        self.h.seed = np.uint64(own_seed)
        for stream, count in given.counters.items():
            self.h.counters[stream] = count

    @cached_property
    def base(self) -> Any:
        """A new game of the level and seed: the default of what is left out."""
        table = self.table()
        lane = table.lane
        lane.seed, lane.players = np.uint64(self.seed), len(self.given.players)
        lane.first_player = self.given.first_player
        lane.explicit_chance = self.given.chance == "explicit"
        table.step(DESCRIBED)  # no forced steps: it stops at the very first decision
        return RecordView(table.record, STATE)

    def table(self) -> OneGame:
        """Return the engine with this position's parts and level, without a game."""
        level = _level_record(self.given, self.lexicon.components)
        sizes = len(make_catalogue(ANY_BOARD)), make_layout(ANY_BOARD).size
        players = np.zeros(1, np.uint8)
        return OneGame(ENGINE, self.lexicon.buffer, level[None], players, sizes)

    @cached_property
    def rng(self) -> np.random.Generator:
        """Generator for what is drawn outside the engine."""
        return np.random.default_rng(self.seed)

    @property
    def explicit(self) -> bool:
        """Whether chance is explicit, so that hidden orders do not exist."""
        return bool(self.p.explicit_chance)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.given.end is not None

    def piece(self, mob: int, place: Place) -> int:
        """Return the piece of a mob or boss that was named."""
        if mob < L.REGULAR_MOBS:
            return mob
        kinds = [int(kind) for kind in self.p.boss_kind]
        if mob - L.REGULAR_MOBS not in kinds:
            raise fault(place, f"the {self.lexicon.mobs[mob]!r} is not in this game")
        return L.REGULAR_MOBS + kinds.index(mob - L.REGULAR_MOBS)

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


def _level_record(given: Position, components: Components) -> Bytes:
    try:
        if isinstance(given.level, CustomLevel):
            check_track(components.parts, ANY_BOARD, given.level.tiles)
            return custom_record(components.parts, given.level)
        return components.level(given.level, given.edition)
    except ComponentsError as error:
        raise fault(("level",), str(error)) from error
