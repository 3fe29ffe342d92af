"""Calls of a game's rules by code that knows no game, and the records that it passes on.

Compiled code takes the rules as a table of addresses (``Engine.table``), and calls a function by
its address: about 2 ns a call, and nothing is inlined. Interpreted code takes ``Rules`` itself, and
each function here is what its body says, so that a debugger steps from the loop into a rule.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.by_address import by_address
from tablemates.envs.core.compiler.decorators import inlined
from tablemates.envs.core.compiler.mode import INTERPRETED
from tablemates.envs.core.engine.header import AnyState, AnyWork
from tablemates.envs.core.records.borrowed import record_at, record_of
from tablemates.envs.core.records.layout import I8, Array8, Array16, Bytes, RecordView, dtype_of

_Floats = npt.NDArray[np.float64]

#: The functions of ``Rules`` in the order of their addresses in a table.
PLACES: Final = (
    *("set_up", "advance", "list_legal", "take", "forfeit", "to_move", "viewer", "show"),
    *("list_outcomes", "hidden_outcome", "draw_hidden", "write_returns", "write_progress"),
    *("write_potential", "prefer", "run_part"),
)


class _Unknown:
    """The beginning of a record that only its game can read."""

    first: I8


if INTERPRETED:

    def state_at(rules: Any, games: Bytes, n: int) -> Any:
        """Return the game in a row of bytes."""
        return RecordView(games[n], rules.state)

    def state_of(rules: Any, game: Bytes) -> Any:
        """Return the game in bytes."""
        return RecordView(game, rules.state)

    def shown_at(rules: Any, rows: Bytes, n: int) -> Any:
        """Return what ``show`` compares in a row of bytes: a game, or notes about one."""
        return RecordView(rows[n, : rules.shown.itemsize], rules.shown)

    def shown_of(rules: Any, row: Bytes) -> Any:
        """Return what ``show`` compares in bytes."""
        return RecordView(row[: rules.shown.itemsize], rules.shown)

    def scenario_at(rules: Any, scenarios: Bytes, n: int) -> Any:
        """Return the scenario in a row of bytes."""
        return RecordView(scenarios[n], rules.scenario)

    def box_of(rules: Any, box: Bytes) -> Any:
        """Return the box in bytes."""
        return RecordView(box, rules.box)

    def work_of(rules: Any, work: Bytes) -> Any:
        """Return the scratch space in bytes."""
        return RecordView(work, rules.work)

else:
    _STATE: Final = dtype_of(AnyState)
    _WORK: Final = dtype_of(AnyWork)
    _UNKNOWN: Final = dtype_of(_Unknown)

    @inlined
    def state_at(rules: Any, games: Bytes, n: int) -> Any:  # noqa: ARG001 - as above
        """Return the game in a row of bytes."""
        return record_at(games, n, _STATE)

    @inlined
    def state_of(rules: Any, game: Bytes) -> Any:  # noqa: ARG001 - as above
        """Return the game in bytes."""
        return record_of(game, _STATE)

    @inlined
    def shown_of(rules: Any, row: Bytes) -> Any:  # noqa: ARG001 - as above
        """Return what ``show`` compares in bytes."""
        return record_of(row, _UNKNOWN)

    @inlined
    def shown_at(rules: Any, rows: Bytes, n: int) -> Any:  # noqa: ARG001 - as above
        """Return what ``show`` compares in a row of bytes: a game, or notes about one."""
        return record_at(rows, n, _UNKNOWN)

    @inlined
    def scenario_at(rules: Any, scenarios: Bytes, n: int) -> Any:  # noqa: ARG001 - as above
        """Return the scenario in a row of bytes."""
        return record_at(scenarios, n, _UNKNOWN)

    @inlined
    def box_of(rules: Any, box: Bytes) -> Any:  # noqa: ARG001 - as above
        """Return the box in bytes."""
        return record_of(box, _UNKNOWN)

    @inlined
    def work_of(rules: Any, work: Bytes) -> Any:  # noqa: ARG001 - as above
        """Return the scratch space in bytes."""
        return record_of(work, _WORK)


@by_address(PLACES)
def set_up(
    rules: Any,
    s: Any,
    box: Any,
    scenario: Any,
    w: Any,
    seed: int,
    players: int,
    first_player: int,
    explicit_chance: int,
    skip_forced: int,
) -> None:
    """Write a new game."""
    rules.set_up(s, box, scenario, w, seed, players, first_player, explicit_chance, skip_forced)


@by_address(PLACES)
def advance(rules: Any, s: Any, box: Any, w: Any) -> None:
    """Run until a seat decides or explicit chance stops the game, and list what is legal."""
    rules.advance(s, box, w)


@by_address(PLACES)
def list_legal(rules: Any, s: Any, box: Any, w: Any) -> None:
    """List what is legal, or the outcomes of chance."""
    rules.list_legal(s, box, w)


@by_address(PLACES)
def take(rules: Any, s: Any, box: Any, w: Any, action: int) -> None:
    """Take a legal action, or receive an outcome of explicit chance, and ``advance``."""
    rules.take(s, box, w, action)


@by_address(PLACES)
def forfeit(rules: Any, s: Any, box: Any, w: Any, seat: int) -> None:
    """End the game because a seat broke the rules."""
    rules.forfeit(s, box, w, seat)


@by_address(PLACES)
def to_move(rules: Any, s: Any) -> int:
    """Return the seat that decides, ``CHANCE`` or ``OVER``."""
    return int(rules.to_move(s))


@by_address(PLACES)
def viewer(rules: Any, s: Any) -> int:
    """Return the seat whose observation is written: who decides, else whose turn it is."""
    return int(rules.viewer(s))


@by_address(PLACES)
def show(
    rules: Any, s: Any, box: Any, seat: int, seen_by: int, now: Any, shown: Any, observation: Array8
) -> None:
    """Write what ``seat`` sees; only what has changed need be written."""
    rules.show(s, box, seat, seen_by, now, shown, observation)


@by_address(PLACES)
def list_outcomes(rules: Any, s: Any, box: Any, values: Array16, chances: _Floats) -> int:
    """Write the outcomes of a chance node and their probabilities; return how many they are."""
    return int(rules.list_outcomes(s, box, values, chances))


@by_address(PLACES)
def hidden_outcome(rules: Any, s: Any, box: Any) -> int:
    """Draw the outcome of a chance node of ``explicit_chance`` 2, once a node."""
    return int(rules.hidden_outcome(s, box))


@by_address(PLACES)
def draw_hidden(rules: Any, s: Any, box: Any, seat: int, seed: int) -> None:
    """Draw what a seat does not see anew from its exact posterior given what it sees."""
    rules.draw_hidden(s, box, seat, seed)


@by_address(PLACES)
def write_returns(rules: Any, s: Any, box: Any, out: _Floats) -> None:
    """Write the return of a finished game for each seat."""
    rules.write_returns(s, box, out)


@by_address(PLACES)
def write_progress(rules: Any, s: Any, box: Any, out: _Floats) -> None:
    """Write how far each seat has come, from 0 to 1."""
    rules.write_progress(s, box, out)


@by_address(PLACES)
def write_potential(rules: Any, s: Any, box: Any, weights: _Floats, out: _Floats) -> None:
    """Write each seat's potential of a running game for shaping."""
    rules.write_potential(s, box, weights, out)


@by_address(PLACES)
def prefer(rules: Any, s: Any, box: Any, w: Any, seed: int) -> int:
    """Return the action that playouts take."""
    return int(rules.prefer(s, box, w, seed))


@by_address(PLACES)
def run_part(rules: Any, s: Any, box: Any, w: Any, part: int, value: int) -> None:
    """Run a part of the rules that the game's own agents call."""
    rules.run_part(s, box, w, part, value)
