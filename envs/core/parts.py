"""Parts of a game from YAML: the standard file, changed by a file of the user's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, cast

from pydantic import BeforeValidator, PlainSerializer, ValidationError
from pydantic_core import PydanticCustomError

from tablemates.envs.core.documents import (
    Document,
    DocumentError,
    DocumentModel,
    Place,
    nearest,
    parse_document,
    place_and_reason,
    quoted,
    read_document,
    read_text,
)
from tablemates.envs.core.errors import ComponentsError

#: Writes a member of an enum as ``word_reader`` reads it.
AS_WORD: Final = PlainSerializer(
    lambda member: member.name.lower(), return_type=str, when_used="json"
)

_Parts = TypeVar("_Parts", bound=DocumentModel)
#: Yields what does not go together in a set of parts: place and reason.
Faults: TypeAlias = Callable[[Any], Iterable[tuple[Place, str]]]


def word_reader(words: Iterable[IntEnum] | Mapping[str, Any]) -> BeforeValidator:
    """Return what reads a member of an enum by its name in lower case, or a word of a mapping."""
    known = words if isinstance(words, Mapping) else {one.name.lower(): one for one in words}

    def read(value: Any) -> Any:
        if isinstance(value, str) and value in known:
            return known[value]
        hint = nearest(quoted(value).strip("'"), known)
        raise PydanticCustomError(
            "unknown_word", "unknown word {word}{hint}", {"word": quoted(value), "hint": hint}
        )

    return BeforeValidator(read)


def load_parts(
    model: type[_Parts], standard: Path, faults: Faults, path: str | Path | None = None
) -> _Parts:
    """Return a checked set of parts, the same object as long as its file is the same.

    Args:
        model: What the merged values have to be.
        standard: The game's own file.
        faults: Checks what the model cannot.
        path: A YAML file with the values that differ: mappings are merged key by key, anything
            else is replaced as a whole. None: the standard parts.

    Raises:
        ComponentsError: A value is wrong; the message names file, line, place and reason.
    """
    try:
        file = None if path is None else Path(path).expanduser()
        name, text = ("", "") if file is None else (file.name, read_text(file))
        return cast(_Parts, _load(model, standard, faults, name, text))
    except DocumentError as error:
        raise ComponentsError(str(error)) from error


@lru_cache(maxsize=16)
def _load(
    model: type[DocumentModel], standard_file: Path, faults: Faults, name: str, text: str
) -> DocumentModel:
    standard, own = read_document(standard_file), parse_document(text, name)
    values = _merged(standard.values, own.values)
    try:
        parts = model.model_validate(values)
    except ValidationError as error:
        raise _error(own, standard, *place_and_reason(error, values)) from error
    for place, reason in faults(parts):
        raise _error(own, standard, place, reason)
    return parts


def _merged(values: Any, changes: Any) -> Any:
    if isinstance(values, dict) and isinstance(changes, dict):
        return values | {key: _merged(values.get(key), one) for key, one in changes.items()}
    return changes


def _error(own: Document, standard: Document, place: Place, reason: str) -> ComponentsError:
    """Return the error that names file, line and place; the user's own file goes first."""
    document = own if any(place[:n] in own.lines for n in range(1, len(place) + 1)) else standard
    known = place
    while known not in document.lines:
        known = known[:-1]
    where = ".".join(map(str, place))
    return ComponentsError(f"{document.file}, line {document.lines[known]}, {where}: {reason}")
