"""A table for tests of the rules: a position, one choice or outcome, what came of it.

    table = Table.at(board="flat", mobs={"ghast 2": (1, 4)}, decision="mob die")
    assert table.do(2) == [("mob die", 0, 2), ("mob activated", "ghast 2"), ...]
    assert table.changes == {"mob_space[ghast 2]": ((1, 4), (1, 3)), ...}

Everything is said in words and in spaces ``(row, column)``; nothing but the
engine, the parts and the positions is imported, so that a single test starts
in about two seconds.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from tablemates.envs.core.engine.codes import ILLEGAL, SHOW
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.part_models import words_of
from tablemates.envs.portal_dash.positions import load_position
from tablemates.envs.portal_dash.rules.cube import UNSEEN
from tablemates.envs.portal_dash.state import STATE, Public
from tablemates.envs.portal_dash.vocabulary import Cause, Colour, Decision, make_catalogue
from tests.portal_dash.bare import any_board, bare_game, components, names_of, outcomes_of, set_up
from tests.portal_dash.rules.words import Words, seat, spaces

#: Spawners of a first tile in their order; the start strip lies to the left of it.
SPAWNERS = {
    "Brood Hall": [(0, 1), (0, 5), (2, 3), (5, 1), (5, 5)],
    "Ember Ford": [(1, 1), (2, 5), (4, 2)],
}

#: Room for any track; a choice's words are the same for every board shape.
_SHAPE = (V.ROWS, V.COLUMNS)
#: Fields that say how far the engine is, or that repeat `mob_space`.
_BOOKKEEPING = {
    "agenda",
    "agenda_length",
    "decider",
    "decision",
    "decision_about",
    "decisions",
    "mob_words",
}
_WORDS = {"open_words", "lava", "magma", "soul_sand", "brown"}


class Changes(dict[str, tuple[Any, Any]]):
    """Changed fields with their values before and after; another field fails the test."""

    def __missing__(self, field: str) -> tuple[Any, Any]:
        raise AssertionError(f"{field} has not changed, only {', '.join(self) or 'nothing'}")


class Table:
    """A game at which a test makes a choice and looks at what it does.

    Chance is explicit: the game stops at every roll and draw. A choice is its name in the
    catalogue or a space, ``(2, 3)``; an outcome a number, a colour, or the name of a tile; an
    event its kind in words and its ``fields``, mobs, items and colours by name.

    Attributes:
        p: The public record, to read what no event says.
        hidden: The hidden record.
        events: What happened in the last `do`, in order.
        changes: What it changed in the public record, before and after: ``{"hearts[1]": (6, 4),
            "mob_space[ghast 2]": ((1, 4), None), "brown": (set(), {(2, 3)})}``.
    """

    def __init__(self, game: Any, box: Any = None, level: Any = None) -> None:
        self._box = components().record(_SHAPE) if box is None else box
        self._one = bare_game(self._box, level, _SHAPE)
        self._game = self._one.record
        self._game[:] = game
        self._w = self._one.work
        record = RecordView(self._game, STATE)
        self.p = cast(Public, record.public)
        self.hidden = record.hidden
        self._names = names_of(components(), self._box)
        self._words = Words(self.p, self._names, make_catalogue(_SHAPE))
        self.events: list[tuple[Any, ...]] = []
        self.changes = Changes()

    @classmethod
    def at(cls, **position: Any) -> Table:
        """Return the game of a short position (docs/portal_dash/positions.md); chance is explicit.

        Rows of a map that are left out have no obstacles.
        """
        board = position.get("board")
        if isinstance(board, list):
            row = " ".join("." * len(board[0].split()))
            position["board"] = [*board, *[row] * (6 - len(board))]
        return cls(
            load_position(any_board(components()), {"chance": "explicit", **position})
        )._looked()

    @classmethod
    def new(
        cls,
        level: int | dict[str, Any] = 1,
        players: int = 2,
        *,
        edition: str = "en",
        boss: str | None = None,
        first_player: int | None = 0,
        seed: int = 1,
        chance: str = "explicit",
        skip_forced: bool = True,
    ) -> Table:
        """Return a new game before its first choice; ``events`` has those of its set-up.

        The arguments are those of the environment; ``level`` may be a custom one.
        """
        if isinstance(level, dict):
            record = components().custom_level(level, _SHAPE)
        else:
            record = components().level(level, edition, boss)
        table = cls(np.zeros(STATE.itemsize, np.uint8), level=record)
        first = -1 if first_player is None else first_player
        set_up(table._one, seed, players, first, int(chance == "explicit"), int(skip_forced))
        table.events = table._told()
        return table

    @classmethod
    def begun_on(cls, tile: str, **settings: Any) -> Table:
        """Return a new game, see `new`, whose first gameboard tile is this one."""
        tables = (cls.new(seed=seed, **settings) for seed in range(100))
        return next(table for table in tables if table.tiles == [tile])

    # -- what is asked -------------------------------------------------------------

    @property
    def decision(self) -> str:
        """The question, such as ``"mob end"``; ``"chance"`` at a roll, ``"none"`` at the end."""
        return words_of(Decision(int(self.p.decision)))

    @property
    def decider(self) -> int | None:
        """Seat of who decides; None: chance, or the game is over."""
        return seat(self.p.decider)

    @property
    def choices(self) -> list[Any]:
        """The legal choices, or at a roll the possible outcomes, in words."""
        name = self._words.outcome if self.p.decision == Decision.CHANCE else self._words.choice
        return [name(int(action)) for action in self._w.legal[: self._w.legal_count]]

    @property
    def chances(self) -> dict[Any, float]:
        """At a roll, the exact chance of each outcome."""
        return {self._words.outcome(n): share for n, share in outcomes_of(self._one).items()}

    @property
    def ending(self) -> str | None:
        """Cause of the end, such as ``"player died"``; None while it runs."""
        return None if self.p.outcome == Outcome.RUNNING else words_of(Cause(int(self.p.cause)))

    # -- what is done ---------------------------------------------------------------

    def do(self, *moves: Any) -> list[tuple[Any, ...]]:
        """Make choices, or let outcomes fall, one after the other; return all their events.

        A move that is not possible fails the test.
        """
        before = self._game.copy()
        self.events = []
        for move in moves:
            choices = self.choices
            assert move in choices, f"{move!r} is not among {choices} ({self.decision})"
            action = int(self._w.legal[choices.index(move)])
            assert self._one.step(action) != ILLEGAL
            self.events += self._told()
        self.changes = self._compared(before)
        return self.events

    def kinds(self) -> list[str]:
        """Return the kinds of the events of the last `do`."""
        return [event[0] for event in self.events]

    def told(self, *kinds: str) -> list[tuple[Any, ...]]:
        """Return the events of the last `do` that are of these kinds."""
        return [event for event in self.events if event[0] in kinds]

    # -- what is where ------------------------------------------------------------------

    @property
    def mobs(self) -> dict[str, tuple[int, int]]:
        """Space of each mob on the board, bosses included."""
        spaces = enumerate(map(int, self.p.mob_space))
        return {
            self._names.mob(self.p, mob): divmod(at, V.COLUMNS) for mob, at in spaces if at >= 0
        }

    @property
    def line(self) -> list[str]:
        """The line, front first."""
        return [self._names.mob(self.p, int(mob)) for mob in self.p.line[: self.p.line_length]]

    @property
    def tiles(self) -> list[str]:
        """The face-up gameboard tiles, from the left."""
        return [self._names.tiles[tile] for tile in self.p.tiles[: self.p.parts_open]]

    @property
    def cube(self) -> list[str | None]:
        """Colour of each block of the cube, None where nobody knows it, column by column."""
        return [
            words_of(Colour(int(block))) if block >= 0 else None
            for block in self.p.cube.flat
            if block >= UNSEEN
        ]

    def tile_count(self, pile: str) -> dict[str, int]:
        """Return how many tiles of each name are in a pile: ``stack_count`` or ``discards``."""
        return {self._names.item(k): int(n) for k, n in enumerate(getattr(self.p, pile)) if n}

    def items(self, player: int, *, active: bool | None = None) -> list[str]:
        """Return the names of a player's items by slot; of one row if ``active`` is given."""
        return [
            self._names.item(kind)
            for kind, row in zip(self.p.item_kind[player], self.p.item_active[player], strict=True)
            if kind >= 0 and (active is None or bool(row) == active)
        ]

    # -- words ------------------------------------------------------------------------

    def _looked(self) -> Table:
        self._one.step(SHOW)
        return self

    def _told(self) -> list[tuple[Any, ...]]:
        return [self._words.event(row) for row in self._w.events[: self._w.event_count]]

    # -- changes ----------------------------------------------------------------------

    def _compared(self, before: Any) -> Changes:
        old = RecordView(before, STATE).public
        changes = Changes()
        for field in STATE["public"].names or ():
            if field in _BOOKKEEPING:
                continue
            was, now = getattr(old, field), getattr(self.p, field)
            if field in _WORDS:
                if (was != now).any():
                    changes[field] = (spaces(was), spaces(now))
            elif np.ndim(now) == 0:
                if was != now:
                    changes[field] = (self._words.value(field, was), self._words.value(field, now))
            else:
                for at in map(tuple, np.argwhere(was != now)):
                    changes[f"{field}[{self._words.index(field, at)}]"] = (
                        self._words.value(field, was[at]),
                        self._words.value(field, now[at]),
                    )
        return changes
