"""A game's rules together with the loop around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.library import Exported, addresses_of, is_compiled
from tablemates.envs.core.compiler.mode import INTERPRETED
from tablemates.envs.core.engine import calls, loop
from tablemates.envs.core.engine.rules import Rules
from tablemates.envs.core.records.layout import Array8, Array16, Bytes

#: Part of a record whose fields have a row for each seat, which only that seat sees.
PRIVATE: Final = "private"
_Floats = npt.NDArray[np.float64]


class Engine:
    """The rules of a game and the functions of ``loop`` over them, compiled on their first use.

    Args:
        name: Of the game, for the folder of its machine code and for messages.
        module: Where its rules are written down, with all that they are made of.
        rules: Its rules.
        seconds: That compiling them takes about.

    Attributes:
        state, work: Layouts of the records.
        seats: Most seats of a game.
    """

    def __init__(self, name: str, module: str, rules: Rules, seconds: int) -> None:
        self.name, self.module, self.rules, self.seconds = name, module, rules, seconds
        self.state, self.work, self.seats = rules.state, rules.work, rules.seats
        self._room = rules.shown.itemsize
        self.has_private = PRIVATE in (rules.state.names or ())
        #: Bytes of the parts of which a seat sees something, the first of a record.
        self.seen_size = rules.state["public"].itemsize
        if self.has_private:
            self.seen_size += rules.state[PRIVATE].itemsize

    @property
    def is_compiled(self) -> bool:
        """True if the rules are machine code already, and would only be loaded."""
        return INTERPRETED or is_compiled(self.name, [self.module])

    def prepare(self) -> None:
        """Compile or load the rules, which otherwise their first use does."""
        _ = self.table

    @cached_property
    def table(self) -> Any:
        """The rules as compiled code takes them: addresses; interpreted: ``Rules``."""
        if INTERPRETED:
            return self.rules
        found = self._addresses(self.name, self.rules, calls.PLACES, [self.module])
        return np.array([found[name] for name in calls.PLACES], np.int64)

    def table_with(self, name: str, **functions: Any) -> Any:
        """Return a table with other functions in some places, such as ``prefer``.

        ``name`` tells these functions apart from others of the game.
        """
        rules = self.rules._replace(**functions)
        if INTERPRETED:
            return rules
        table, library = self.table.copy(), f"{self.name}.{name}"
        modules = self.modules_of(*functions.values())
        for one, address in self._addresses(library, rules, functions, modules).items():
            table[calls.PLACES.index(one)] = address
        return table

    def modules_of(self, *functions: Any) -> list[str]:
        """Return the modules that functions over the game's records are written in."""
        return [self.module, *sorted({one.__module__ for one in functions})]

    def _addresses(
        self, library: str, rules: Rules, names: Iterable[str], modules: Sequence[str]
    ) -> dict[str, int]:
        exported = {
            name: Exported(getattr(rules, name), getattr(calls, name), self.layouts)
            for name in names
        }
        return addresses_of(library, exported, modules, f"rules of {library}", self.seconds)

    @property
    def layouts(self) -> dict[str, Any]:
        """The layouts of records by the names that parameters of compiled functions have."""
        rules = self.rules
        records = {"s": rules.state, "box": rules.box, "scenario": rules.scenario, "w": rules.work}
        return {**records, "now": rules.shown, "shown": rules.shown}

    def new_lanes(self, count: int, actions: int) -> tuple[Bytes, _Floats, Bytes]:
        """Return what the loop keeps beside the records of games, for so many lanes.

        These are lanes by ``loop.LANE``, rewards and potentials of the seats, and what a move notes
        for the next one.
        """
        lanes = np.zeros((count, loop.LANE.itemsize), np.uint8)
        kept = loop.bytes_for(actions) + self.rules.shown.itemsize
        return lanes, np.zeros((count, 2 * self.seats)), np.zeros((count, kept), np.uint8)

    def observe(self, game: Bytes, box: Bytes, seat: int, out: Array8) -> None:
        """Write what a seat sees, which need not decide.

        Raises:
            ValueError: Nobody has the seat, or the game does not fit the array.
        """
        loop.observe(self.table, game, box, seat, self._room, out)

    def hide(self, seen: Bytes, seats: npt.NDArray[np.integer[Any]]) -> None:
        """Clear what is private to others than one seat in each row, shape ``(games, seen_size)``.

        A seat of -1 sees nothing that is private.
        """
        if not self.has_private:
            return
        part = self.state[PRIVATE]
        at = self.seen_size - part.itemsize
        private = np.ascontiguousarray(seen[:, at:]).view(part)[:, 0]
        for name in part.names or ():
            others = np.arange(self.seats) != seats[:, None]
            private[name][others] = 0
        seen[:, at:] = private[:, None].view(np.uint8)

    def outcomes(self, game: Bytes, box: Bytes, values: Array16, chances: _Floats) -> int:
        """At a chance node, write its outcomes and their probabilities; return how many."""
        return loop.outcomes(self.table, game, box, values, chances)

    def resample(self, game: Bytes, box: Bytes, seed: int, seat: int = -1) -> None:
        """Draw what a seat does not see anew; -1: what the one who decides does not see."""
        loop.resample(self.table, game, box, np.zeros(self.work.itemsize, np.uint8), seat, seed)

    def endings(
        self,
        games: Bytes,
        box: Bytes,
        which: npt.NDArray[np.int64],
        returns: _Floats,
        progress: _Floats,
    ) -> None:
        """Write what some games earned each seat, and how far each has come."""
        loop.endings(self.table, games, box, which, returns, progress)
