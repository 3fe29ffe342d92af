"""Layouts of observations from YAML files: blocks, their rows, and the numbers of a row.

A number is ``[name, meaning]``, then its greatest value, 127 unless it stands there, and its least
one, 0. A word in braces in the name makes a number of each word of an enum or tuple of the game's
vocabulary, ``{Icon}``, of some of them, ``{Icon:1:5}`` as Python slices them, or of figures,
``{0..3}``; ``{}`` in the meaning is the word. Sizes may be names of the vocabulary, too. Numbers
that several blocks share are a list within the list, written once by an anchor of YAML::

    blocks:
      seats:
        meaning: The seats, the observer's first.
        rows: {seat: SEATS}
        numbers:
          - [skulls, skulls of the seat, SKULLS]
          - ["hero_{Hero}", "the hero is: {}", 1]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from tablemates.envs.core.documents import DocumentModel, read_document
from tablemates.envs.core.observation_forms import MOST, Layout, Number, block, layout_of
from tablemates.envs.core.vocabulary import words_of

_WORDS: Final = re.compile(r"\{(\w+?)(?:\.\.(\d+)|:(-?\d*):(-?\d*))?\}")


class _Block(DocumentModel):
    meaning: str
    rows: Mapping[str, int | str] = {}
    numbers: list[Any]


class _File(DocumentModel):
    version: int  # changes whenever the same numbers come to mean something else
    about: Mapping[str, str]
    blocks: Mapping[str, _Block]


def read_layout(file: Path, vocabulary: ModuleType) -> tuple[Layout, Mapping[str, str]]:
    """Return the layout of a game, and the blocks whose rows its groups of actions are about.

    Args:
        file: The file.
        vocabulary: Module of the game with its enums and sizes.
    """
    given = _File.model_validate(read_document(file).values)
    blocks = [
        block(
            name,
            one.meaning,
            *_numbers(one.numbers, vocabulary),
            **{axis: _size(size, vocabulary) for axis, size in one.rows.items()},
        )
        for name, one in given.blocks.items()
    ]
    return layout_of(given.version, *blocks), given.about


def _numbers(given: Sequence[Any], vocabulary: ModuleType) -> Iterator[Number]:
    for one in given:
        if isinstance(one[0], list):
            yield from _numbers(one, vocabulary)
            continue
        name, meaning, high, low = (*one, MOST, 0)[:4] if len(one) != 3 else (*one, 0)
        for word in _words(name, vocabulary):
            full = _WORDS.sub(word, name)
            bounds = (_size(bound, vocabulary) for bound in (low, high))
            yield Number(full, meaning.format(word.replace("_", " ")), *bounds)


def _words(name: str, vocabulary: ModuleType) -> Sequence[str]:
    found = _WORDS.search(name)
    if found is None:
        return ("",)
    key, last, start, end = found.groups()
    if last is not None:
        return [str(n) for n in range(int(key), int(last) + 1)]
    known = getattr(vocabulary, key)
    words = known if isinstance(known, tuple) else words_of(known)
    return words[int(start) if start else None : int(end) if end else None]


def _size(size: int | str, vocabulary: ModuleType) -> int:
    return int(getattr(vocabulary, size) if isinstance(size, str) else size)
