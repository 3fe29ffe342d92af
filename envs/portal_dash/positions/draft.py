"""A game while it is loaded: the position as written, defaults for the rest, and the record."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np

from tablemates.envs.core.documents import Place
from tablemates.envs.core.record import Bytes, RecordView
from tablemates.envs.portal_dash.components import EDITIONS, Components, ComponentsError
from tablemates.envs.portal_dash.components.checks import check_track
from tablemates.envs.portal_dash.components.levels import custom_record
from tablemates.envs.portal_dash.components.schema import CustomLevel
from tablemates.envs.portal_dash.positions.names import ANY_BOARD, Lexicon, fault
from tablemates.envs.portal_dash.positions.schema import UNKNOWN, Position
from tablemates.envs.portal_dash.rules import engine
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import LEVEL, STATE, WORK
from tablemates.envs.portal_dash.rules.vocabulary import Outcome


@dataclass
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

    given: Position
    lexicon: Lexicon
    seed: int
    buffer: Bytes
    p: Any
    h: Any
    level: Any

    @cached_property
    def base(self) -> Any:
        """A new game of the level and seed: the default of what is left out."""
        game = np.zeros(STATE.itemsize, np.uint8)
        engine.new_game(
            game,
            self.lexicon.buffer,
            _level_record(self.given, self.lexicon.components),
            np.zeros(WORK.itemsize, np.uint8),
            cast(int, np.uint64(self.seed)),
            len(self.given.players),
            self.given.first_player,
            int(self.given.chance == "explicit"),
            0,  # no forced steps: stop at the very first decision
        )
        return RecordView(game, STATE)

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
        return self.lexicon.of_piece(self.lexicon.mobs, piece, self.p.boss_kind)

    def space(self, row: int, column: int, place: Place) -> int:
        """Return a space of the face-up board as ``row * 64 + column``."""
        p = self.p
        if row >= p.rows or column >= p.open_columns:
            reason = f"the face-up board has {p.rows} rows and {p.open_columns} columns, from 0"
            raise fault(place, f"[{row}, {column}] is not on the board: {reason}")
        return row * L.COLUMNS + column


def start_draft(given: Position, lexicon: Lexicon, seed: int | None) -> Draft:
    """Begin a record with the settings of a position.

    Raises:
        PositionError: The level or a seat does not exist.
    """
    level = _level_record(given, lexicon.components)
    own_seed = 0 if given.seed == UNKNOWN else given.seed
    seed = own_seed if seed is None else seed
    players = len(given.players)
    for key in ("first_player", "active_player", "decider"):
        seat = getattr(given, key)
        if seat is not None and seat >= players:
            raise fault((key,), f"there are {players} players, counted from 0; {seat} is none")
    buffer = np.zeros(STATE.itemsize, np.uint8)
    s = RecordView(buffer, STATE)
    draft = Draft(
        given,
        lexicon,
        seed,
        buffer,
        s.public,
        s.hidden,
        RecordView(level, LEVEL),
    )
    _write_settings(draft)
    draft.h.seed = np.uint64(own_seed)
    for stream, count in given.counters.items():
        draft.h.counters[stream] = count
    return draft


def _level_record(given: Position, components: Components) -> Bytes:
    try:
        if isinstance(given.level, CustomLevel):
            check_track(components.parts, given.level.tiles, ANY_BOARD)
            return custom_record(components.parts, given.level)
        return components.level(given.level, given.edition)
    except ComponentsError as error:
        raise fault(("level",), str(error)) from error


def _write_settings(draft: Draft) -> None:
    given, p = draft.given, draft.p
    p.level = draft.level.number
    p.edition = EDITIONS.index(given.edition)
    p.players = len(given.players)
    p.explicit_chance = given.chance == "explicit"
    p.skip_forced = given.skip_forced
    p.first_player = given.first_player
    p.active_player = given.first_player if given.active_player is None else given.active_player
    p.decisions = given.decisions
    p.rows = draft.lexicon.box.rows
    p.cause_player = p.cause_source = -1
    if given.end is not None:
        p.outcome = Outcome[given.end.outcome.upper()]
        p.cause = given.end.cause
        if given.end.player is not None:
            p.cause_player = given.end.player
        if given.end.source is not None:
            p.cause_source = given.end.source
