"""Read the YAML files of a set of parts into one tree of values.

A set is a YAML file or a folder of them, or one file with changes to the standard set; which
file holds which section makes no difference. In a file of changes mappings are merged key by
key, a null removes an entry, a section that ``replace`` lists is the file's alone. A ``mark``
says how well the values beside it are known, ``marks`` makes exceptions by name; they are for
readers and left out here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tablemates.envs.core.errors import ComponentsError
from tablemates.envs.core.files.documents import (
    DocumentError,
    Place,
    closest,
    nearest,
    parse_document,
    read_text,
)

_REPLACE: Final = "replace"
#: Marks of values that the box may have otherwise.
_NOT_KNOWN: Final = frozenset(("assumed", "mixed"))


@dataclass
class Source:
    """The values of a set before they are checked."""

    values: dict[str | int, Any] = field(default_factory=dict)  # the tree of values, without marks
    lines: dict[Place, tuple[str, int]] = field(default_factory=dict)  # file and line of each place
    files: list[str] = field(default_factory=list)
    # Suggestions for names that are new in a file of changes.
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


def texts_of(path: Path) -> tuple[tuple[str, str], ...]:
    """Return the name and the text of each file of a set."""
    if not path.exists():
        raise ComponentsError(f"{path}: there is no such folder or file of parts")
    files = [path]
    if path.is_dir():
        files = sorted([*path.glob("*.yaml"), *path.glob("*.yml")])
    if not files:
        raise ComponentsError(f"{path}: the folder has no YAML files")
    try:
        return tuple((file.name, read_text(file)) for file in files)
    except DocumentError as error:
        raise ComponentsError(str(error)) from error


def read_set(texts: Iterable[tuple[str, str]]) -> Source:
    """Read a complete set from the names and texts of its files."""
    source = Source()
    for name, text in texts:
        _join(source, _read(name, text))
    return source


def read_changes(standard: Path, name: str, text: str) -> Source:
    """Read a file of changes, which messages call ``name``, over the standard set."""
    change, base = _read(name, text), read_set(texts_of(standard))
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
    _merge(base, change, base.values, change.values, ())
    base.lines |= change.lines
    base.files = [f"{name} over the standard set"]
    return base


def _read(name: str, text: str) -> Source:
    try:
        document = parse_document(text, name)
    except DocumentError as error:
        raise ComponentsError(str(error)) from error
    source = Source(files=[document.file])
    source.lines = {place: (document.file, line) for place, line in document.lines.items()}
    source.values = _without_marks(document.values)
    return source


def _without_marks(values: Any) -> Any:
    if not isinstance(values, dict):
        return values
    kept = values.keys() - {"mark", "marks"}
    return {key: _without_marks(value) for key, value in values.items() if key in kept}


def _join(source: Source, other: Source) -> None:
    """Add the sections of another file of the same folder."""
    for section in other.values:
        if section in source.values:
            first, _ = source.lines[(section,)]
            raise other.error((section,), f"the section stands in {first} already")
    source.values |= other.values
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
        elif isinstance(value, dict) and isinstance(under.get(key), dict):
            _merge(base, change, under[key], value, here)
        else:
            near = closest(key, under)
            if key not in under and near is not None:
                base.hints[here] = f" ({key!r} is new here; did you mean {near!r}?)"
            under[key] = value


def assumed_values(standard: Path) -> list[tuple[Place, Any]]:
    """Return the values of a standard set that are not known from the box, by place.

    A list is one value. A ``mark`` goes for everything beside and below it, ``marks`` for the
    values that it names.
    """
    found: list[tuple[Place, Any]] = []
    for name, text in texts_of(standard):
        found += _assumed(parse_document(text, name).values, "", ())
    return found


def _assumed(values: Mapping[Any, Any], mark: str, place: Place) -> list[tuple[Place, Any]]:
    own, marks = values.get("mark", mark), values.get("marks", {})
    found: list[tuple[Place, Any]] = []
    for key, value in values.items():
        if key in ("mark", "marks"):
            continue
        here = marks.get(key, own)
        if isinstance(value, dict):
            found += _assumed(value, here, (*place, key))
        elif here in _NOT_KNOWN:
            found.append(((*place, key), value))
    return found
