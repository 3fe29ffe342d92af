"""A form for positions: a field for each thing that the keys of a position say.

Which fields there are, and what may stand in one, is read from the JSON schema of the game's
positions and from the values that follow where nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import yaml

from tablemates.envs.core.files.documents import DocumentError, Place, parse_document
from tablemates.envs.core.game.game import Game

#: Things that are counted by name have a field each if there are no more; else they are written.
_FEW: Final = 8
#: Words of a yes or no.
_FLAGS: Final = ("true", "false")
#: Letters of a list that are seen in one line.
_ROOM: Final = 34
_NUMBER: Final = re.compile(r"[-+]?\d+")

Kind = Literal["word", "number", "line", "lines"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A field: its ``place`` in the position, what is written in it, and what may be.

    An empty ``text`` leaves the thing out; ``follows`` is what it is then.
    """

    place: Place
    title: str
    kind: Kind
    text: str
    follows: str
    words: Sequence[str] = ()
    least: int | None = None
    most: int | None = None


class PositionForm:
    """The form for positions of a game.

    Args:
        game: Whose positions they are; its seats are named.
        keys: Those that people fill in.
    """

    def __init__(self, game: Game, keys: Sequence[str]) -> None:
        self._game, self._keys = game, keys
        self._schema = game.position_schema()

    def entries(self, given: Mapping[str, Any], whole: Mapping[str, Any]) -> list[Entry]:
        """Return the fields of a position; ``whole``: with what follows from the rest."""
        properties = self._schema.get("properties", {})
        return [
            entry
            for key in self._keys
            for entry in self._walk((key,), properties.get(key, {}), given.get(key), whole.get(key))
        ]

    def filled(
        self, given: Mapping[str, Any], whole: Mapping[str, Any], place: Place, text: str
    ) -> dict[str, Any]:
        """Return a position with a text in a field.

        Raises:
            DocumentError: There is no such field, or the text cannot be read.
        """
        found = [one for one in self.entries(given, whole) if one.place == place]
        if not found:
            raise DocumentError(f"there is no field {'.'.join(map(str, place))[:60]!r}")
        key, *rest = str(place[0]), *place[1:]
        value = _read(text.strip(), found[0], _at(whole, place) or _at(given, place))
        inside = given.get(key)
        if rest:
            value = _with(whole.get(key) if inside is None else inside, rest, value)
        left = {name: one for name, one in given.items() if name != key}
        return left if value in (None, {}) else {**given, key: value}

    def place_of(self, fault: str, entries: Sequence[Entry]) -> Place:
        """Return the place of the field that a sentence is about; empty: none."""
        start = re.split(r"[,:]", fault, maxsplit=1)[0].lower()
        names = tuple(part for part in re.split(r"[^\w ]+", start) if part)
        # The longest place that begins as the sentence does, else the first one below it.
        for length in range(len(names), 0, -1):
            for entry in entries:
                told = tuple(str(one).lower() for one in entry.place)
                if told == names[:length] or (length == len(names) and told[:length] == names):
                    return entry.place
        keys = (one.place for one in entries if str(one.place[0]).lower() in names[:1])
        return next(keys, ())

    def _walk(
        self, place: Place, schema: Mapping[str, Any], given: Any, whole: Any
    ) -> Iterator[Entry]:
        schema = self._one(schema)
        inside, items = schema.get("properties"), self._one(schema.get("items", {}))
        names = self._one(schema.get("propertyNames", {})).get("enum", ())
        if inside is None and 0 < len(names) <= _FEW:  # things that are counted by name
            inside = dict.fromkeys(names, schema.get("additionalProperties", {}))
        if inside is not None:
            for name, part in inside.items():
                yield from self._walk((*place, name), part, _at(given, [name]), _at(whole, [name]))
        elif len(place) == 1 and self._by_seat(schema, whole) and items.get("type") == "object":
            for n in range(len(whole)):
                yield from self._walk((*place, n), items, _at(given, [n]), _at(whole, [n]))
        else:
            yield self._entry(place, schema, given, whole)

    def _entry(self, place: Place, schema: Mapping[str, Any], given: Any, whole: Any) -> Entry:
        words, like = schema.get("enum", ()), whole if given is None else given
        kind: Kind = "line"
        if schema.get("type") == "boolean" or isinstance(like, bool):
            words, kind = _FLAGS, "word"
        elif words:
            kind = "word"
        elif schema.get("type") == "integer" or type(like) is int:
            kind = "number"
        elif isinstance(like, list) and not any(isinstance(one, Mapping) for one in like):
            several = any(isinstance(one, list) or " " in f"{one}" for one in like)
            kind = "lines" if several or len(_written(like, "line")) > _ROOM else "line"
        least, most = schema.get("minimum"), schema.get("maximum")
        title = " · ".join(self._name(place, n) for n in range(len(place)))
        texts = _written(given, kind), _written(whole, kind)
        return Entry(place, title[:1].upper() + title[1:], kind, *texts, words, least, most)

    def _name(self, place: Place, n: int) -> str:
        """Return a step of a place in words."""
        step = place[n]
        if isinstance(step, int):
            return self._game.player_name(step)
        return step.replace("_", " ")

    def _by_seat(self, schema: Mapping[str, Any], whole: Any) -> bool:
        """Return whether a list has something for each seat."""
        seats, most = self._game.seats, max(self._game.settings.player_choices)
        return (
            isinstance(whole, list)
            and len(whole) == seats
            and schema.get("maxItems", 0) >= most
            and all(isinstance(one, Mapping) for one in whole)
        )

    def _one(self, schema: Any) -> Mapping[str, Any]:
        """Return a schema without a reference and without null; empty: several are possible."""
        if not isinstance(schema, Mapping):
            return {}
        if (name := schema.get("$ref")) is not None:
            return self._one(self._schema["$defs"][name.rpartition("/")[2]])
        if (several := schema.get("anyOf")) is not None:
            real = [one for one in several if one.get("type") != "null"]
            return self._one(real[0]) if len(real) == 1 else {}
        return schema


def _at(value: Any, place: Sequence[str | int]) -> Any:
    """Return what lies at a place in a value; None: nothing."""
    for step in place:
        if isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def _with(value: Any, place: Sequence[str | int], new: Any) -> Any:
    """Return a copy of a value with another one at a place; None: without it."""
    step, *rest = place
    if isinstance(step, int):
        many = list(value or ())
        many += [{}] * (step + 1 - len(many))
        many[step] = _with(many[step], rest, new) if rest else new or {}
        return many
    named = dict(value or {})
    named[step] = _with(named.get(step), rest, new) if rest else new
    return {name: one for name, one in named.items() if one is not None or name != step}


def _written(value: Any, kind: Kind) -> str:
    """Return a value as it stands in a field."""
    if value is None:
        return ""
    if kind == "lines" and isinstance(value, list):
        return "\n".join("null" if one is None else _written(one, "line") for one in value)
    style: dict[str, Any] = {"default_flow_style": True, "width": 10_000, "allow_unicode": True}
    if isinstance(value, str):
        return value
    flow = yaml.safe_dump(value, sort_keys=False, **style)
    flow = flow.removesuffix("\n").removesuffix("\n...")
    flow = re.sub(r"'(\d+)':", r"\1:", flow)  # names that are numbers, as people write them
    return flow[1:-1] if isinstance(value, list | dict) else flow


def _read(text: str, entry: Entry, like: Any) -> Any:
    """Return what is written in a field as a value; None: nothing."""
    if not text:
        return None
    if entry.kind == "word":
        return text == "true" if text in entry.words and entry.words == _FLAGS else text
    if entry.kind == "number":
        return int(text) if _NUMBER.fullmatch(text) else text
    if entry.kind == "lines":
        rows = isinstance(like, list) and any(isinstance(one, list) for one in like)
        lines = [one.strip() for one in text.splitlines() if one.strip()]
        return [_flow(f"[{one}]") if rows else None if one == "null" else one for one in lines]
    if isinstance(like, dict) and text[0] != "{":
        return _flow(f"{{{text}}}")
    return _flow(f"[{text}]" if isinstance(like, list) and text[0] != "[" else text)


def _flow(text: str) -> Any:
    return parse_document(f"written: {text}", "the field").values["written"]
