"""Contract of a game with the engine: layouts of its records, and compiled functions over them.

A game writes its ``Rules`` down in ``hooks.py``, every name an ordinary import. The functions are
compiled (``core.compiler.decorators``); ``s`` is a record of ``state``, ``box`` of ``box``, ``w``
of ``work``. They never allocate where a decision is taken.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from tablemates.envs.core.compiler.decorators import helper
from tablemates.envs.core.records.random import random_below
from tablemates.envs.core.records.ranges import Range

_Layout = np.dtype[Any]


@helper
def random_choice(_s: Any, _box: Any, w: Any, seed: int) -> int:
    """Return a random legal action: how playouts go on in a game that prefers none."""
    return int(w.legal[random_below(seed, 0, 0, int(w.legal_count))])


@helper
def active_seat(s: Any) -> int:
    """Return the ``active`` seat of the public record: who decides, else whose turn it is."""
    return int(s.public.active)


@helper
def no_part(_s: Any, _box: Any, _w: Any, _part: int, _value: int) -> None:
    """Do nothing: a game whose agents call no part of its rules."""


class Rules(NamedTuple):
    """The rules of a game.

    Attributes:
        set_up: ``(s, box, scenario, w, seed, players, first_player, explicit_chance,
            skip_forced)`` writes a new game, all of whose chance comes from the seed.
            ``first_player`` is a seat, or -1 to draw it. With ``explicit_chance`` 1, chance stops
            the game and is answered by ``take``; with 2 it does too, and the hidden part is kept
            as with 0, so that ``hidden_outcome`` tells what 0 would draw. With ``skip_forced`` 1,
            decisions with one option are taken by ``advance``.
        advance: ``(s, box, w)`` runs until a seat decides or explicit chance stops the game, and
            lists what is legal.
        list_legal: ``(s, box, w)`` lists what is legal, or the outcomes of chance, from the record
            alone.
        take: ``(s, box, w, action)`` takes a legal action, or receives an outcome of explicit
            chance, and advances.
        forfeit: ``(s, box, w, seat)`` ends the game because a seat broke the rules; nobody may
            have anything to decide then.
        to_move: ``(s)`` returns the seat that decides, ``CHANCE`` or ``OVER``.
        show: ``(s, box, seat, seen_by, now, shown, observation)`` writes what ``seat`` sees; only
            what has changed need be written. ``seen_by`` is the seat that ``observation`` was
            written for last, or -1 to write all of it; ``now`` is the record as ``shown``,
            ``shown`` are the notes of the last call, which differ from ``now`` in every byte
            where all is to be written.
        list_outcomes: ``(s, box, values, chances)`` writes the outcomes of a chance node and their
            exact probabilities, and returns how many they are.
        hidden_outcome: ``(s, box)`` draws the outcome of a chance node of ``explicit_chance`` 2 as
            with 0, once a node.
        draw_hidden: ``(s, box, seat, seed)`` draws what a seat does not see anew from its exact
            posterior given what it sees: the public part, and its row of the ``private`` one.
        write_returns: ``(s, box, out)`` writes the return of a finished game for each seat.
        write_progress: ``(s, box, out)`` writes how far each seat has come, from 0 to 1.
        write_potential: ``(s, box, weights, out)`` writes each seat's potential of a running game
            for shaping: terms by their weights.
        state: Layout of a game, with the parts ``public``, which begins with ``Header``, perhaps
            ``private``, whose fields have a row for each seat that only it sees, and ``hidden``.
        box: Layout of what is in the box.
        scenario: Layout of what is put on the table.
        work: Layout of the scratch space, which begins with ``WorkHeader``, then ``legal``
            (``int16``) and ``events``.
        shown: Layout of the prefix of ``state`` that ``show`` compares with what it wrote last.
        seats: Most seats of a game.
        viewer: ``(s)`` returns the seat whose observation is written.
        prefer: ``(s, box, w, seed)`` returns the action that playouts take; ``seed`` is drawn for
            this decision, what is legal has been listed.
        run_part: ``(s, box, w, part, value)`` runs a part of the rules that the game's own agents
            call.
        ranges: Ranges of the fields of ``state``, by part and name, for plain laws and positions.
    """

    set_up: Callable[..., None]
    advance: Callable[..., None]
    list_legal: Callable[..., None]
    take: Callable[..., None]
    forfeit: Callable[..., None]
    to_move: Callable[..., int]
    show: Callable[..., None]
    list_outcomes: Callable[..., int]
    hidden_outcome: Callable[..., int]
    draw_hidden: Callable[..., None]
    write_returns: Callable[..., None]
    write_progress: Callable[..., None]
    write_potential: Callable[..., None]
    state: _Layout
    box: _Layout
    scenario: _Layout
    work: _Layout
    shown: _Layout
    seats: int
    viewer: Callable[..., int] = active_seat
    prefer: Callable[..., int] = random_choice
    run_part: Callable[..., None] = no_part
    ranges: Mapping[str, Mapping[str, Range]] = {}

    @property
    def legal_room(self) -> int:
        """Most actions, or outcomes of one chance node, that the scratch space has room for."""
        return int(self.work["legal"].shape[0])


CORE: Final = Path(__file__).parents[1]
#: Modules that take part in what happens in a game.
_RULE_PARTS: Final = (
    *("records/elements", "records/layout", "records/random"),
    *("engine/events", "engine/flow", "engine/header", "engine/team_ending"),
)


def source_files(folder: Path, *names: str) -> list[Path]:
    """Return the source files of modules and packages of a folder."""
    found: list[Path] = []
    for name in names:
        package = folder / name
        file = package if package.suffix else package.with_suffix(".py")
        found += package.glob("*.py") if package.is_dir() else [file]
    return found


def rule_sources(hooks: str, core: Sequence[str] = ()) -> tuple[Path, ...]:
    """Return the files that decide what happens in a game.

    Args:
        hooks: Module of its rules, beside ``state``, ``vocabulary``, ``interface.toml``, ``rules``.
        core: Modules of the core that not every game uses.
    """
    folder = Path(str(sys.modules[hooks].__file__)).parent
    own = source_files(folder, "state", "vocabulary", "interface.toml", "rules")
    return (*own, *source_files(CORE, *_RULE_PARTS, *core))
