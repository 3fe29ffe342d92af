"""Parts of a game from YAML: the standard file, changed by a file of the user's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar, cast

from pydantic import AfterValidator, BeforeValidator, PlainSerializer, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from tablemates.envs.core.errors import ComponentsError
from tablemates.envs.core.files.documents import (
    DocumentModel,
    Place,
    nearest,
    place_and_reason,
    quoted,
    read_document,
)
from tablemates.envs.core.files.overlays import read_changes, read_set, texts_of
from tablemates.envs.core.hashing import hash_of
from tablemates.envs.core.records.vocabulary import word_of

#: Writes a member of an enum as ``word_reader`` reads it.
AS_WORD: Final = PlainSerializer(word_of, return_type=str, when_used="json")

_Parts = TypeVar("_Parts", bound=DocumentModel)
_Entry = TypeVar("_Entry")
_Built = TypeVar("_Built", bound="PartSet[Any]")
#: Yields what does not go together in a set of parts: place and reason.
Faults: TypeAlias = Callable[[Any], Iterable[tuple[Place, str]]]


@dataclass(frozen=True, eq=False)
class PartSet(Generic[_Parts]):
    """A checked set of parts, by the names that the files use; never changes."""

    parts: _Parts

    def __deepcopy__(self, memo: object) -> PartSet[_Parts]:
        return self  # caches are keyed by this object

    def canonical(self) -> dict[str, Any]:
        """Return everything that play depends on, in a form that JSON can hold."""
        return self.parts.model_dump(mode="json")

    def digest(self) -> str:
        """Return the hash of everything that play depends on."""
        return hash_of(self.canonical())


def word_reader(words: Iterable[IntEnum] | Mapping[str, Any]) -> BeforeValidator:
    """Return what reads a member of an enum by its name in lower case, or a word of a mapping."""
    known = words if isinstance(words, Mapping) else {word_of(one): one for one in words}

    def read(value: Any) -> Any:
        if isinstance(value, str) and value in known:
            return known[value]
        hint = nearest(quoted(value).strip("'"), known)
        raise PydanticCustomError(
            "unknown_word", "unknown word {word}{hint}", {"word": quoted(value), "hint": hint}
        )

    words_only: Any = Literal
    return BeforeValidator(read, json_schema_input_type=words_only[tuple(known)])


def complete(wanted: Iterable[Any], name: Callable[[IntEnum], str] = word_of) -> AfterValidator:
    """Return what refuses a mapping that lacks one of the keys that are wanted, by its name."""

    def check(given: Mapping[Any, Any]) -> Mapping[Any, Any]:
        for one in wanted:
            if one not in given:
                word = name(one) if isinstance(one, IntEnum) else one
                raise ValueError(f"{word!r} is missing")
        return given

    return AfterValidator(check)


def named(kind: str, name: str, known: Mapping[str, _Entry]) -> _Entry:
    """Return the entry of a name, or refuse it; messages call such an entry ``kind``."""
    if name not in known:
        raise ComponentsError(f"unknown {kind} {name!r}{nearest(name, known)}")
    return known[name]


def write_parts(
    box: Any,
    name: str,
    value: Any,
    read: Callable[[str, int], Any] = int,
    key: tuple[Any, ...] = (),
) -> None:
    """Write what has a field of a record, however deep: ``kinds.cost`` into ``box.kinds_cost``.

    Keys of mappings and places in tuples become indices; ``read`` returns a text as so many
    numbers; None leaves a field as it is.
    """
    if isinstance(value, DocumentModel):
        for field in type(value).model_fields:
            write_parts(box, f"{name}_{field}".strip("_"), getattr(value, field), read, key)
    elif isinstance(value, Mapping | tuple):
        for n, one in value.items() if isinstance(value, Mapping) else enumerate(value):
            write_parts(box, name, one, read, (*key, n))
    elif value is not None and hasattr(box, name):
        if not key:
            setattr(box, name, value)
        else:
            cells = getattr(box, name)
            cells[key] = read(value, cells.shape[-1]) if isinstance(value, str) else value


@cache
def read_entries(file: Path, model: type[_Entry]) -> Mapping[str, _Entry]:
    """Return the entries of a file of the package by name."""
    return TypeAdapter(dict[str, model]).validate_python(read_document(file).values)  # type: ignore[valid-type]


def load_parts(
    model: type[_Parts],
    standard: Path,
    faults: Faults,
    build: Callable[[_Parts], _Built],
    given: str | Path | PartSet[Any] | None = None,
) -> _Built:
    """Return a checked set of parts, the same object as long as its files are the same.

    Args:
        model: What the values have to be.
        standard: File or folder of the game's own set.
        faults: Checks what the model cannot.
        build: Makes the set of the checked values.
        given: A folder with a complete set, one file with the values that differ from the
            standard set, see ``part_files``, or a set. None: the standard set.

    Raises:
        ComponentsError: A value is wrong; the message names file, line, place and reason.
    """
    if isinstance(given, PartSet):
        return cast(_Built, given)
    chosen = standard if given is None else Path(given).expanduser()
    whole = given is None or chosen.is_dir()
    return cast(_Built, _load(model, standard, faults, build, whole, texts_of(chosen)))


@lru_cache(maxsize=32)
def _load(
    model: type[DocumentModel],
    standard: Path,
    faults: Faults,
    build: Callable[[Any], Any],
    whole: bool,
    texts: tuple[tuple[str, str], ...],
) -> Any:
    source = read_set(texts) if whole else read_changes(standard, *texts[0])
    try:
        parts = model.model_validate(source.values)
    except ValidationError as error:
        raise source.error(*place_and_reason(error, source.values)) from error
    for place, reason in faults(parts):
        raise source.error(place, reason)
    return build(parts)
