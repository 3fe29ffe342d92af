"""Read the YAML files of a set of parts into one tree of values.

A set is a folder of YAML files, or one file with changes to the standard set;
which file holds which section makes no difference. A ``mark`` says how well the
values beside it are known, ``marks`` makes exceptions by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from tablemates.envs.core.documents import (
    DocumentError,
    Place,
    closest,
    nearest,
    read_document,
)
from tablemates.envs.portal_dash.components.schema import ComponentsError

STANDARD: Final = Path(__file__).resolve().parent / "standard"

_MARK, _MARKS, _REPLACE = "mark", "marks", "replace"


class Mark(StrEnum):
    """How well a value is known."""

    PRINTED = "printed"  # stated by the rules of the game
    REVIEWED = "reviewed"  # stated by a published review
    ASSUMED = "assumed"  # our choice


@dataclass
class Source:
    """The values of a set before they are checked.

    Attributes:
        values: The tree of values, without marks.
        marks: The mark of each marked value by its place.
        lines: File and line of each place.
        files: The names of the files.
        hints: Suggestions for names that are new in a file of changes.
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
        ComponentsError: A file is not YAML, or a section stands in two files.
    """
    if path.is_dir():
        source = Source()
        for file in files_of(path):
            _join(source, _read(file))
        return source
    (file,) = files_of(path)
    change, base = _read(file), read_source(STANDARD)
    replaced = change.values.pop(_REPLACE, [])
    if not isinstance(replaced, list):
        raise change.error((_REPLACE,), "a list of sections is needed, such as [tiles]")
    for section in replaced:
        if not isinstance(section, str) or section not in change.values:
            raise change.error((_REPLACE,), f"the file has no section {section!r} to put there")
        if not isinstance(base.values.get(section), dict):
            reason = f"unknown section {section!r}{nearest(section, base.values)}"
            raise change.error((_REPLACE,), reason)
        base.values[section] = {}
        _forget(base, (section,))
    _merge(base, change, base.values, change.values, ())
    base.marks |= change.marks
    base.lines |= change.lines
    base.files = [f"{file.name} over the standard set"]
    return base


def _read(file: Path) -> Source:
    try:
        document = read_document(file)
    except DocumentError as error:
        raise ComponentsError(str(error)) from error
    source = Source(files=[document.file])
    source.lines = {place: (document.file, line) for place, line in document.lines.items()}
    source.values = _without_marks(source, document.values, (), None)
    return source


def _without_marks(
    source: Source, values: Mapping[str | int, Any], place: Place, outer: Mark | None
) -> dict[str | int, Any]:
    """Return the values of a mapping; note the marks in the source."""
    mark = _mark(source, values[_MARK], (*place, _MARK)) if _MARK in values else outer
    own = values.get(_MARKS, {})
    if not isinstance(own, dict):
        raise source.error((*place, _MARKS), "a mark for each name is needed, {name: mark}")
    inner = {key: value for key, value in values.items() if key not in (_MARK, _MARKS)}
    for key in own:
        if key not in inner:
            reason = f"a mark for {key!r}, which is not here{nearest(key, inner)}"
            raise source.error((*place, _MARKS, key), reason)
    for key, value in inner.items():
        here = (*place, key)
        found = _mark(source, own[key], (*place, _MARKS, key)) if key in own else mark
        if isinstance(value, dict):
            inner[key] = _without_marks(source, value, here, found)
        elif found is not None and value is not None:
            source.marks[here] = found
    return inner


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


def _merge(
    base: Source,
    change: Source,
    under: dict[str | int, Any],
    over: Mapping[str | int, Any],
    place: Place,
) -> None:
    """Put the values of a change over those of the base; a null removes an entry."""
    for key, value in over.items():
        here = (*place, key)
        if value is None:
            if key not in under:
                raise change.error(here, f"nothing to take away{nearest(key, under)}")
            del under[key]
            _forget(base, here)
        elif isinstance(value, dict) and isinstance(under.get(key), dict):
            _merge(base, change, under[key], value, here)
        else:
            near = closest(key, under)
            if key not in under and near is not None:
                base.hints[here] = f" ({key!r} is new here; did you mean {near!r}?)"
            _forget(base, here)
            under[key] = value


def _forget(source: Source, place: Place) -> None:
    """Drop marks and lines of a place and of all that lies below it."""
    for table in (source.marks, source.lines):
        for one in [one for one in table if one[: len(place)] == place]:
            del table[one]
