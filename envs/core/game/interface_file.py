"""Layouts of observations from TOML files, with words and sizes of a game's vocabulary.

A number is ``[name, meaning]``, then its greatest value, 127 unless it stands there, and its least
one, 0. A word in braces in the name makes a number of each word of an enum or tuple, ``{Icon}``, of
some of them, ``{Icon:1:5}`` as Python slices them, or of figures, ``{0..3}``; ``{}`` in the meaning
is the word. A name alone stands for numbers that several blocks share::

    version = 1
    [about]
    hero = "seats"
    [shared]
    hero = [["hero_{Hero}", "the hero is: {}", 1]]
    [blocks.seats]
    meaning = "The seats, the observer's first."
    rows = { seat = "SEATS" }
    numbers = [["skulls", "skulls of the seat", "SKULLS"], "hero"]

What takes long to write is written only where fields of the public record have changed that it is
made from. The table ``changes`` groups them, see ``core.records.changes``::

    [changes]
    decks = ["unseen"]
    tiles = { each = ["minions"] }
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates.envs.core.game.observation import MOST, Layout, Number, block, layout_of
from tablemates.envs.core.records.changes import Notes, changes_in
from tablemates.envs.core.records.vocabulary import words_in

_WORDS: Final = re.compile(r"\{(\w+?)(?:\.\.(\d+)|:(-?\d*):(-?\d*))?\}")


def read_layout(
    file: Path, vocabulary: Mapping[str, Any], *more: str
) -> tuple[Layout, Mapping[str, str]]:
    """Return the layout of a game, and the blocks whose rows its groups of actions are about.

    It has the blocks of the table ``blocks``, then those of the tables ``more``.
    ``vocabulary`` has the game's enums, tuples of words and sizes by name.
    """
    given = tomllib.loads(file.read_text(encoding="utf-8"))
    shared = given.get("shared", {})
    blocks = []
    tables = (given[table].items() for table in ("blocks", *more))
    for name, one in chain.from_iterable(tables):
        rows = {axis: vocabulary.get(size, size) for axis, size in one.get("rows", {}).items()}
        numbers = _numbers(one["numbers"], shared, vocabulary)
        blocks.append(block(name, one["meaning"], *numbers, **rows))
    return layout_of(given["version"], *blocks), given["about"]


def read_rows(file: Path, vocabulary: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return the names of the numbers that blocks share, for code that writes them anywhere."""
    shared = tomllib.loads(file.read_text(encoding="utf-8"))["shared"]
    return {
        row: tuple(one.name for one in _numbers(numbers, shared, vocabulary))
        for row, numbers in shared.items()
    }


def read_changes(
    file: Path, state: np.dtype[Any]
) -> tuple[np.dtype[Any], tuple[Callable[[Notes, Notes], int], ...]]:
    """Return the layout of ``Rules.shown``, and a function for each group of ``changes``.

    Raises:
        ValueError: The file and the record do not fit each other; the message names both.
    """
    groups = tomllib.loads(file.read_text(encoding="utf-8"))["changes"]
    try:
        return changes_in(state["public"], groups)
    except ValueError as fault:
        raise ValueError(f"{file.parent.name}/{file.name}, changes: {fault}") from None


def _numbers(
    given: Sequence[Any], shared: Mapping[str, Any], vocabulary: Mapping[str, Any]
) -> Iterator[Number]:
    for one in given:
        if isinstance(one, str):
            yield from _numbers(shared[one], shared, vocabulary)
            continue
        name, meaning, *bounds = one
        limits: list[Any] = [*bounds, *(MOST, 0)[len(bounds) :]]
        high, low = limits
        for word in _words(name, vocabulary):
            said = meaning.format(word.replace("_", " "))
            yield Number(_WORDS.sub(word, name), said, low, vocabulary.get(high, high))


def _words(name: str, vocabulary: Mapping[str, Any]) -> Sequence[str]:
    found = _WORDS.search(name)
    if found is None:
        return ("",)
    key, last, start, end = found.groups()
    if last is not None:
        return [str(n) for n in range(int(key), int(last) + 1)]
    return words_in(vocabulary[key])[int(start) if start else None : int(end) if end else None]
