"""Fields of a record that have changed since somebody looked, told by compiled functions.

The notes of a record are its first bytes as they were then. Both are compared in words of eight
bytes, which is several times as fast as field by field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, TypeAlias

import numpy as np

from tablemates.envs.core.compiler.decorators import helper, inlined
from tablemates.envs.core.records.layout import Bytes, Words

_WORD: Final = 8
#: Most rows of which one function tells: a bit each of a whole number.
_ROWS: Final = 63
_NOTHING: Final = np.uint64(0)
_BYTE: Final = np.uint64(0xFF)
_FULL: Final = np.uint64(2**64 - 1)
_HEAD: Final = """def changed(now, noted):
    new, old = now.words, noted.words
    found = nothing
"""
_EACH: Final = """    bits = 0
    for i in range(first, end):
        differing = (new[word(i)] ^ old[word(i)]) & masks[i]
        if differing != nothing:
            old[word(i)] ^= differing
            bits |= rows_in(differing, rows, i)
    return bits
"""


#: Names of fields, or these as ``each``.
_Group: TypeAlias = Sequence[str] | Mapping[str, Sequence[str]]


class Notes:
    """The beginning of a record, as words."""

    words: Words


@helper
def forget(now: Bytes, noted: Bytes) -> None:
    """Make notes differ from a record in every byte, as if nothing had been noted."""
    for i in range(len(noted)):
        noted[np.uint64(i)] = ~now[np.uint64(i)]


@inlined
def _rows_in(word: np.uint64, rows: Any, i: int) -> int:
    """Return the rows, as bits, that bytes of word ``i`` belong to, where they are not zero."""
    bits = 0
    for n in range(_WORD):
        if word >> np.uint64(_WORD * n) & _BYTE != _NOTHING:
            bits |= 1 << int(rows[_WORD * i + n])
    return bits


def changes_in(
    record: np.dtype[Any], groups: Mapping[str, _Group]
) -> tuple[np.dtype[Any], tuple[Callable[[Notes, Notes], int], ...]]:
    """Return the layout of notes, and for each group of fields what tells its changes.

    That is a compiled function ``(now, noted)``, which also notes the group as it is now.

    Args:
        record: Packed layout that the fields are in.
        groups: ``["deep", "low"]``: the function returns 1 if one of these fields has changed, else
            0. ``{"each": ["front", "back"]}``: it returns a bit for each row, which is set if the
            row has changed in one of the fields.

    Raises:
        ValueError: A field is not in the record or in two groups, or rows do not fit each other;
            the message says which.
    """
    rows = {name: _rows_of(record, name, given) for name, given in groups.items()}
    for one, other in combinations(rows, 2):
        if np.any((rows[one] >= 0) & (rows[other] >= 0)):
            raise ValueError(f"{one} and {other} have a field in common, whose change one notes")
    size = 1 + max(int(np.flatnonzero(own >= 0)[-1]) // _WORD for own in rows.values())
    changed = (_changed(own, isinstance(groups[name], Mapping)) for name, own in rows.items())
    return np.dtype([("words", np.uint64, size)]), tuple(changed)


def _rows_of(record: np.dtype[Any], group: str, given: _Group) -> Any:
    """Return for each byte of a record the row of a group that it belongs to, or -1."""
    each = isinstance(given, Mapping)
    names = given["each"] if isinstance(given, Mapping) else given
    found = np.full(-(-record.itemsize // _WORD) * _WORD, -1, np.int8)
    counts = set()
    for name in names:
        if name not in (record.names or ()):
            raise ValueError(f"{group}: the record has no field {name!r}")
        assert record.fields is not None
        kind, start = record.fields[name][:2]
        count = kind.shape[0] if each and kind.shape else 1
        counts.add(count)
        row = np.repeat(np.arange(count), kind.itemsize // count)
        found[start : start + kind.itemsize] = row
    if len(counts) != 1 or max(counts) > _ROWS:
        raise ValueError(f"{group}: its fields need equally many rows, {_ROWS} at most")
    return found


def _changed(rows: Any, each: bool) -> Callable[[Notes, Notes], int]:
    """Return the function of one group; ``rows`` says which row each byte is in, or -1."""
    masks = np.where(rows >= 0, 0xFF, 0).astype(np.uint8).view(np.uint64)
    used = np.flatnonzero(masks).tolist()
    names = {
        "rows": rows,
        "masks": masks,
        "rows_in": _rows_in,
        "nothing": _NOTHING,
        "word": np.uint64,
        "first": used[0],
        "end": used[-1] + 1,
    }
    look, note = "", ""
    for start, end in _runs(used, masks):
        if masks[start] == _FULL:
            each_word = f"    for i in range({start}, {end}):\n    "
            look += f"{each_word}    found |= new[word(i)] ^ old[word(i)]\n"
            note += f"{each_word}    old[word(i)] = new[word(i)]\n"
        else:
            names[f"mask_{start}"], at = masks[start], f"word({start})"
            differing = f"(new[{at}] ^ old[{at}]) & mask_{start}"
            look += f"    found |= {differing}\n"
            note += f"    old[{at}] ^= {differing}\n"
    body = _EACH if each else f"{note}    return 1\n"
    # Written out, so that every place is a constant and long fields are compared at one go.
    exec(f"{_HEAD}{look}    if found == nothing:\n        return 0\n{body}", names)
    found: Callable[[Notes, Notes], int] = helper(names["changed"])
    return found


def _runs(used: Sequence[int], masks: Any) -> Iterator[tuple[int, int]]:
    """Yield the first and one past the last of words side by side whose bytes are all used."""
    at = 0
    while at < len(used):
        start = at
        at += 1
        while (
            at < len(used)
            and used[at] == used[at - 1] + 1
            and masks[used[at]] == masks[used[start]] == _FULL
        ):
            at += 1
        yield used[start], used[at - 1] + 1
