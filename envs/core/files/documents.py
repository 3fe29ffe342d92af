"""Hand-written YAML documents, with errors that name file, line and place.

Duplicate keys are errors, ``1e-4`` is a number, and an unknown key is refused
with the nearest known one.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic_core import PydanticCustomError
from yaml.constructor import ConstructorError

if TYPE_CHECKING:
    _Base = yaml.SafeLoader
else:  # ten times faster where PyYAML was built with libyaml
    _Base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_Model = TypeVar("_Model", bound=BaseModel)
#: The keys and list positions that lead to a value, from the top of a document.
Place: TypeAlias = tuple[str | int, ...]

_LONGEST_QUOTE = 60
#: Maximum number of values of a document, those of aliases included.
_MOST_VALUES: Final = 50_000


class DocumentError(ValueError):
    """A document is invalid; the message names the place and the reason."""


@dataclass(frozen=True)
class Document:
    """One YAML file as plain Python values."""

    file: str  # name for messages
    values: dict[str | int, Any]  # mappings, lists, strings and numbers; an empty file is ``{}``
    lines: Mapping[Place, int]  # line number of each value, from 1


class DocumentModel(BaseModel):
    """A mapping in a document; immutable, unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys_only(cls, values: Any) -> Any:
        known = [field.alias or name for name, field in cls.model_fields.items()]
        if not isinstance(values, Mapping):
            raise PydanticCustomError(
                "not_a_mapping",
                "keys with values are needed here{hint}",
                {"hint": nearest("", known)},
            )
        for key in values:
            if key not in known:
                raise PydanticCustomError(
                    "unknown_key",
                    "unknown key {name}{hint}",
                    {"name": repr(key), "hint": nearest(key, known), "key": key},
                )
        return values


def closest(word: object, known: Iterable[object]) -> str | None:
    """Return the known word that is most similar to a given one, None if none is."""
    found = difflib.get_close_matches(str(word), [str(name) for name in known], n=1)
    return found[0] if found else None


def nearest(word: object, known: Iterable[object]) -> str:
    """Return the suggestion for an unknown word: the nearest known one, else all of them."""
    names = [str(name) for name in known]
    found = closest(word, names)
    if found is not None:
        return f"; did you mean {found!r}?"
    return f"; known: {', '.join(names)}" if names else ""


def read_document(path: Path) -> Document:
    """Read a YAML file whose top is a mapping."""
    return parse_document(read_text(path), path.name)


def read_text(path: Path) -> str:
    """Return the text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise DocumentError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise DocumentError(f"{path}: is not a text file in UTF-8") from error


def parse_document(text: str, file: str) -> Document:
    """Parse YAML text whose top is a mapping; ``file`` is its name in messages."""
    try:
        loader = _Loader(text)
        root = loader.get_single_node()
        values = {} if root is None else loader.construct_object(root, deep=True)
        places = iter(()) if root is None else loader.lines_of(root, ())
        lines = dict(islice(places, _MOST_VALUES))
    except RecursionError as error:
        raise DocumentError(f"{file}: its values are nested too deeply") from error
    except yaml.MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        what = "" if isinstance(error, ConstructorError) else "is not YAML, "
        raise DocumentError(f"{file}{line}: {what}{error.problem}") from error
    except yaml.YAMLError as error:
        raise DocumentError(f"{file}: is not YAML, {str(error).splitlines()[0]}") from error
    if next(places, None) is not None:
        raise DocumentError(f"{file}: more than {_MOST_VALUES:,} values, with those of aliases")
    if not isinstance(values, dict):
        raise DocumentError(f"{file}: keys with values are needed at the top")
    return Document(file, values, lines)


def validated(
    model: type[_Model], values: Any, fail: Callable[[str], Exception], context: Any = None
) -> _Model:
    """Return values as a model; ``fail`` makes the exception of place and reason."""
    try:
        return model.model_validate(values, context=context)
    except ValidationError as error:
        place, reason = place_and_reason(error, values)
        raise fail(": ".join(filter(None, [".".join(map(str, place)), reason]))) from error


def place_and_reason(error: ValidationError, values: Any) -> tuple[Place, str]:
    """Return place and reason of the first validation error of a model."""
    errors = error.errors(include_url=False)
    first, place = errors[0], _place_in(values, errors[0]["loc"])
    for other in errors if place else ():
        # Each alternative of a union has an error: the one that is furthest inside tells most,
        # and of a word what words there are.
        inside = _place_in(values, other["loc"])
        is_word = other["type"] == "literal_error" and isinstance(other["input"], str)
        if inside[: len(place)] == place and (len(inside) > len(place) or is_word):
            first, place = other, inside
    kind, context = first["type"], first.get("ctx", {})
    if kind == "missing":
        return place, f"{first['loc'][-1]!r} is missing"
    if kind == "union_tag_not_found":
        return place, f"{context['discriminator']} is missing"
    if kind == "union_tag_invalid":
        key = context["discriminator"].strip("'")
        known = context["expected_tags"].replace("'", "").split(", ")
        return (*place, key), f"unknown word {context['tag']!r}{nearest(context['tag'], known)}"
    if kind == "value_error":
        return place, str(context["error"])
    if "hint" in context:  # one of our own
        return (*place, context["key"]) if "key" in context else place, first["msg"]
    reason = f"{first['msg'][0].lower()}{first['msg'][1:]}".partition(", unable to parse")[0]
    if not isinstance(first["input"], dict | list):
        reason += f", not {quoted(first['input'])}"
    return place, reason


def quoted(value: object) -> str:
    """Return a value as messages quote it, shortened."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # thousands of digits, lists within lists
        text = type(value).__name__
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 3]}..."


def _place_in(values: Any, location: Iterable[str | int]) -> Place:
    """Drop the parts of a pydantic location that are no keys, such as a union's tag."""
    place: list[str | int] = []
    for key in location:
        inside = isinstance(values, dict) and key in values
        if inside or (
            isinstance(values, list | tuple) and isinstance(key, int) and key < len(values)
        ):
            place.append(key)
            values = values[key]
    return tuple(place)


class _Loader(_Base):
    """PyYAML's safe loader with ``1e-4`` as a number; each key is one word or whole number.

    ruamel.yaml has most of this built in, but reads the games' files three times slower.
    """

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep)
        except (ValueError, LookupError, AttributeError) as error:
            # PyYAML looks into a match or a table without asking whether there is one.
            reason = "cannot be read as its kind: put it in quotes, without a tag"
            raise _fault(node, f"{quoted(node.value)} {reason}") from error

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys: set[str | int] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node)
            if isinstance(key, bool) or not isinstance(key, str | int):
                reason = "cannot be a key: put it in quotes"
                raise _fault(key_node, f"{quoted(key_node.value)} {reason}")
            if key in keys:
                raise _fault(key_node, f"duplicate key {key!r}")
            keys.add(key)
        return super().construct_mapping(node, deep)

    def lines_of(self, node: yaml.Node, place: Place) -> Iterator[tuple[Place, int]]:
        """Yield the places of a constructed value with their lines, keys before values."""
        yield place, node.start_mark.line + 1
        if isinstance(node, yaml.MappingNode):
            for key_node, value in node.value:
                here = (*place, self.construct_object(key_node))
                yield here, key_node.start_mark.line + 1
                yield from islice(self.lines_of(value, here), 1, None)
        elif isinstance(node, yaml.SequenceNode):
            for n, value in enumerate(node.value):
                yield from self.lines_of(value, (*place, n))


def _fault(node: yaml.Node, reason: str) -> ConstructorError:
    return ConstructorError(None, None, reason, node.start_mark)


_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float",
    re.compile(r"^[-+]?[0-9][0-9_]*(?:\.[0-9_]*)?[eE][-+]?[0-9]+$"),
    list("-+0123456789"),
)
