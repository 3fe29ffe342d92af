"""From files to one tree of values, with the mark and the line of each.

A set is a folder of YAML files or one file that changes another set; which
file holds which section makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from tablemates.envs.core.documents import (
    Document,
    DocumentError,
    Place,
    closest,
    nearest,
    read_document,
)
from tablemates.envs.portal_dash.components.errors import ComponentsError

STANDARD = Path(__file__).resolve().parent / "standard"

_MARK, _MARKS, _REPLACE = "mark", "marks", "replace"


class Mark(StrEnum):
    """How well a value is known."""

    PRINTED = "printed"  # the rules of the game say so
    REVIEWED = "reviewed"  # a published review says so
    ASSUMED = "assumed"  # our choice


@dataclass
class Source:
    """The values of a set before they are checked.

    Attributes:
        values: The tree of values, without marks.
        marks: The mark of each value by its place.
        lines: File and line of each place.
        files: The names of the files.
        hints: What a new name in a file of changes may have been meant to be.
    """

    values: dict[str | int, Any] = field(default_factory=dict)
    marks: dict[Place, Mark] = field(default_factory=dict)
    lines: dict[Place, tuple[str, int]] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    hints: dict[Place, str] = field(default_factory=dict)

    def error(self, place: Place, reason: str) -> ComponentsError:
        """Return the error that names file, line, place and reason."""
        known = place
        while known and known not in self.lines:
            known = known[:-1]
        where = "{}, line {}".format(*self.lines[known]) if known else ", ".join(self.files)
        inside = f", {'.'.join(map(str, place))}" if place else ""
        hint = ""
        if "did you mean" not in reason:
            hint = "".join(self.hints.get(place[:n], "") for n in range(1, len(place) + 1))
        return ComponentsError(f"{where}{inside}: {reason}{hint}")


def files_of(path: Path) -> list[Path]:
    """Return the files of a set.

    Raises:
        ComponentsError: There are none.
    """
    if not path.exists():
        raise ComponentsError(f"{path}: there is no such folder or file of parts")
    if not path.is_dir():
        return [path]
    files = sorted([*path.glob("*.yaml"), *path.glob("*.yml")])
    if not files:
        raise ComponentsError(f"{path}: the folder has no YAML files")
    return files


def read_source(path: Path) -> Source:
    """Read a set: a folder as it is, a single file as changes to the standard set.

    Raises:
        ComponentsError: A file is no YAML, a value has no mark, or a section
            stands in two files.
    """
    if path.is_dir():
        source = Source()
        for file in files_of(path):
            _join(source, _marked(_read(file)))
        return source
    (file,) = files_of(path)
    document = _read(file)
    replaced = document.values.pop(_REPLACE, [])
    change = _marked(document)
    base = read_source(STANDARD)
    _check_replaced(change, base, replaced)
    for section in replaced:
        base.values[section] = {}
        _forget(base, (section,))
    _change(base, change, ())
    base.marks |= change.marks
    base.lines |= change.lines
    base.files = [f"{file.name} over the standard set"]
    return base


def _read(file: Path) -> Document:
    try:
        return read_document(file)
    except DocumentError as error:
        raise ComponentsError(str(error)) from error


def _marked(document: Document) -> Source:
    """Take the marks out of a file."""
    source = Source(files=[document.file])
    source.lines = {place: (document.file, line) for place, line in document.lines.items()}
    source.values = _unmarked(source, document.values, (), None)
    return source


def _unmarked(
    source: Source, values: Mapping[str | int, Any], place: Place, outer: Mark | None
) -> dict[str | int, Any]:
    mark = _mark(source, values[_MARK], (*place, _MARK)) if _MARK in values else outer
    own = values.get(_MARKS, {})
    if not isinstance(own, dict):
        raise source.error((*place, _MARKS), "a mark for each name is needed, {name: mark}")
    inner = {key: value for key, value in values.items() if key not in (_MARK, _MARKS)}
    for key in own:
        if key not in inner:
            reason = f"a mark for {key!r}, which is not here{nearest(key, inner)}"
            raise source.error((*place, _MARKS, key), reason)
    result: dict[str | int, Any] = {}
    for key, value in inner.items():
        here = (*place, key)
        found = _mark(source, own[key], (*place, _MARKS, key)) if key in own else mark
        if isinstance(value, dict):
            result[key] = _unmarked(source, value, here, found)
            continue
        result[key] = value
        if value is None:
            continue  # takes an entry away: nothing to mark
        if found is None:
            raise source.error(here, f"the value has no mark ({', '.join(Mark)})")
        source.marks[here] = found
    return result


def _mark(source: Source, value: Any, place: Place) -> Mark:
    if value not in list(Mark):
        raise source.error(place, f"unknown mark {value!r}{nearest(value, Mark)}")
    return Mark(value)


def _join(source: Source, other: Source) -> None:
    """Add the sections of another file of the same folder."""
    for section in other.values:
        if section in source.values:
            first, _ = source.lines[(section,)]
            raise other.error((section,), f"the section stands in {first} already")
    source.values |= other.values
    source.marks |= other.marks
    source.lines |= {place: line for place, line in other.lines.items() if place}
    source.files += other.files


def _check_replaced(change: Source, base: Source, replaced: Any) -> None:
    if not isinstance(replaced, list):
        raise change.error((_REPLACE,), "a list of sections is needed, such as [tiles]")
    for section in replaced:
        if not isinstance(section, str) or section not in change.values:
            raise change.error((_REPLACE,), f"the file has no section {section!r} to put there")
        if not isinstance(base.values.get(section), dict):
            reason = f"unknown section {section!r}{nearest(section, base.values)}"
            raise change.error((_REPLACE,), reason)


def _change(base: Source, change: Source, place: Place) -> None:
    """Lay the values of `change` over those of `base`; an empty one takes an entry away."""
    over, under = _at(change.values, place), _at(base.values, place)
    for key, value in over.items():
        here = (*place, key)
        if value is None:
            if key not in under:
                raise change.error(here, f"nothing to take away{nearest(key, under)}")
            del under[key]
            _forget(base, here)
        elif isinstance(value, dict) and isinstance(under.get(key), dict):
            _change(base, change, here)
        else:
            near = closest(key, under)
            if key not in under and near is not None:
                base.hints[here] = f" ({key!r} is new here; did you mean {near!r}?)"
            _forget(base, here)
            under[key] = value


def _at(values: dict[str | int, Any], place: Iterable[str | int]) -> dict[str | int, Any]:
    for key in place:
        values = values[key]
    return values


def _forget(source: Source, place: Place) -> None:
    """Drop marks and lines of a place and of all that lies below it."""
    for table in (source.marks, source.lines):
        for one in [one for one in table if one[: len(place)] == place]:
            del table[one]
