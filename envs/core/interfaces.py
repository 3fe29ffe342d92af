"""Actions and observation of a game from a YAML file, with words and sizes of its vocabulary.

An action is ``[name, meaning]``, then how many there are of it: a number, or an enum or tuple of
the vocabulary whose words they are called by. A number of the observation is ``[name, meaning]``,
then its greatest value, 127 unless it stands there, and its least one, 0. A word in braces in the
name makes a number of each word of an enum or tuple, ``{Icon}``, of some of them, ``{Icon:1:5}`` as
Python slices them, or of figures, ``{0..3}``; ``{}`` in the meaning is the word. Numbers that
several blocks share are a list within the list, written once by an anchor of YAML::

    actions:
      - [wait, for a seat that does not decide]
      - [hero, play this hero, Hero]
    version: 1
    about: {hero: seats}
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
from functools import cache
from pathlib import Path
from typing import Any, Final

from tablemates.envs.core.catalogue import Catalogue, Group
from tablemates.envs.core.documents import DocumentModel, read_document
from tablemates.envs.core.observation_forms import MOST, Layout, Number, block, layout_of
from tablemates.envs.core.vocabulary import words_of

_WORDS: Final = re.compile(r"\{(\w+?)(?:\.\.(\d+)|:(-?\d*):(-?\d*))?\}")


class _Block(DocumentModel):
    meaning: str
    rows: Mapping[str, int | str] = {}
    numbers: list[Any]


class _File(DocumentModel):
    actions: list[Any]
    version: int  # changes whenever the same numbers come to mean something else
    about: Mapping[str, str]  # the block whose rows the actions of a group choose
    blocks: Mapping[str, _Block]


@cache
def _read(file: Path) -> _File:
    return _File.model_validate(read_document(file).values)


def read_actions(file: Path, vocabulary: Mapping[str, Any]) -> Catalogue:
    """Return the actions of a game.

    Args:
        file: The file.
        vocabulary: The game's enums, tuples of words and sizes by name.
    """
    groups = []
    for name, meaning, *given in _read(file).actions:
        counted = [vocabulary.get(one, one) for one in given]
        labels = _words_of(counted[0]) if counted and not isinstance(counted[0], int) else ()
        shape = (len(labels),) if labels else tuple(counted)
        words = tuple(label.replace("_", " ") for label in labels)
        groups.append(Group(name, shape, words, meaning))
    return Catalogue(groups)


def read_layout(file: Path, vocabulary: Mapping[str, Any]) -> tuple[Layout, Mapping[str, str]]:
    """Return the layout of a game, and the blocks whose rows its groups of actions are about.

    Args:
        file: The file.
        vocabulary: The game's enums, tuples of words and sizes by name.
    """
    given = _read(file)
    blocks = [
        block(
            name,
            one.meaning,
            *_numbers(one.numbers, vocabulary),
            **{axis: int(vocabulary.get(str(size), size)) for axis, size in one.rows.items()},
        )
        for name, one in given.blocks.items()
    ]
    return layout_of(given.version, *blocks), given.about


def _numbers(given: Sequence[Any], vocabulary: Mapping[str, Any]) -> Iterator[Number]:
    for one in given:
        if isinstance(one[0], list):
            yield from _numbers(one, vocabulary)
            continue
        name, meaning, *bounds = one
        limits: list[Any] = [*bounds, *(MOST, 0)[len(bounds) :]]
        high, low = limits
        for word in _words_in(name, vocabulary):
            said = meaning.format(word.replace("_", " "))
            yield Number(_WORDS.sub(word, name), said, low, int(vocabulary.get(high, high)))


def _words_in(name: str, vocabulary: Mapping[str, Any]) -> Sequence[str]:
    found = _WORDS.search(name)
    if found is None:
        return ("",)
    key, last, start, end = found.groups()
    if last is not None:
        return [str(n) for n in range(int(key), int(last) + 1)]
    return _words_of(vocabulary[key])[int(start) if start else None : int(end) if end else None]


def _words_of(known: Any) -> Sequence[str]:
    return known if isinstance(known, tuple) else words_of(known)
