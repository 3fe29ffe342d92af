"""Sentences of a game from templates in a YAML file: actions, decisions, events, causes.

The file has ``names``, lists of words by the name of a field, ``sentences``, templates by
section and key, and ``fields``, what the numbers of an event are, in order. A template names fields
in braces; a number is replaced by its word where its field has a list of names::

    names:
      creature: [zombie, skeleton]
    fields:
      creature_killed: seat creature
    sentences:
      events:
        creature_killed: "{seat} kills a {creature}."

It may have ``beats``: what an event shows at the table, see ``Staging``; among the sentences
``hands``, by event: what hands do for it at a real table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any, Final, TypeAlias

from pydantic import StrictStr

from tablemates.envs.core.files.documents import DocumentModel, read_document
from tablemates.envs.core.records.vocabulary import word_of

#: What fills a field of a template.
Spoken: TypeAlias = int | str | Callable[[], int | str]


class Staging(DocumentModel):
    """Pictures and sentences of an event at the table; templates name the event's fields in braces.

    Attributes:
        icon: It begins a beat, which a narrator would tell alone: its sign. None: it joins the
            beat before it.
        card: Whether a turn or phase begins with it.
        move: The piece that moves and the spot to which it goes, empty: away. A name that ends
            with a dot is a kind: a new piece of it comes there, or any one of it goes.
        die: What a die shows, with the fields' words.
        focus: The spot or zone to look at.
        quiet: Whether it is not told.
        hands: Whether at a real table hands do something for it; a die has fallen already.
    """

    icon: StrictStr | None = None
    card: bool = False
    move: tuple[StrictStr, StrictStr] | None = None
    die: StrictStr | None = None
    focus: StrictStr | None = None
    quiet: bool = False
    hands: bool = True


class _File(DocumentModel):
    names: Mapping[str, tuple[StrictStr, ...]]
    fields: Mapping[str, StrictStr] = {}
    sentences: Mapping[str, Mapping[str, StrictStr]]
    beats: Mapping[str, Staging] = {}


class Words:
    """The names and sentences of one game.

    Args:
        path: Its file; None: it has neither.
    """

    def __init__(self, path: Path | None) -> None:
        values = {"names": {}, "sentences": {}} if path is None else read_document(path).values
        file = _File.model_validate(values)
        self._names, self._sentences = file.names, file.sentences
        self._fields, self._beats = file.fields, file.beats

    def name(self, field: str, number: int) -> str:
        """Return the word for a number of a field; without a list of names, the number."""
        return self._names[field][number] if field in self._names else str(number)

    def seats(self, count: int) -> list[str]:
        """Return what the players of so many seats are called."""
        named = "seat" in self._names
        return [self.name("seat", n) if named else f"player {n}" for n in range(count)]

    @property
    def kinds(self) -> list[str]:
        """The names of events, in the order of the file."""
        return [*self._fields]

    def has(self, section: str, key: str) -> bool:
        """Return whether there is a template."""
        return key in self._sentences.get(section, {})

    def say(self, section: str, key: str, **values: Spoken) -> str:
        """Return a sentence.

        Values are numbers, words that are used as they are, or functions that return either; those
        that the template does not name do not matter.
        """
        sentence = self._sentences[section][key].format_map(_Fields(self, values))
        return sentence[:1].upper() + sentence[1:]

    def event(
        self,
        kind: IntEnum | int,
        numbers: Sequence[int],
        spoken: Callable[[dict[str, int]], Mapping[str, Spoken]] = dict,
        section: str = "events",
    ) -> dict[str, Any]:
        """Return an event: its kind, its fields by name, and its sentence as ``text``.

        ``spoken`` returns the fields as the sentence names them. The sentence is that of a
        section, of ``events`` where the section has none. A kind that is no member of an enum is
        the place of its name among the ``fields``.
        """
        name = word_of(kind) if isinstance(kind, IntEnum) else self.kinds[kind]
        fields = dict(zip(self._fields[name].split(), numbers, strict=False))
        section = section if self.has(section, name) else "events"
        return {"event": name, **fields, "text": self.say(section, name, **spoken(fields))}

    def stage(self, event: Mapping[str, Any]) -> dict[str, Any]:
        """Return what an event shows at the table: the fields of ``Staging``, filled in."""
        staging = self._beats.get(event["event"])
        if staging is None:
            return {}
        numbers = {name: _id(value) for name, value in event.items() if name != "text"}
        shown = staging.model_dump(exclude_defaults=True)
        for name in shown.keys() & {"focus", "move"}:
            shown[name] = _filled(shown[name], numbers)
        if shown.get("focus", "").endswith("/-1"):  # nobody's, such as the pool of a team
            del shown["focus"]
        if "die" in shown:
            shown["die"] = shown["die"].format_map(_Fields(self, event))
        return shown


#: Of a game that brings none.
NO_WORDS: Final = Words(None)


class _Fields(dict[str, Any]):
    """The words for fields, made where a template names them."""

    def __init__(self, words: Words, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self._words = words

    def __getitem__(self, field: str) -> str:
        value = super().__getitem__(field)
        value = value() if callable(value) else value
        return value if isinstance(value, str) else self._words.name(field, value)


def _id(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _filled(template: Any, values: Mapping[str, Any]) -> Any:
    if isinstance(template, str):
        return template.format(**values)
    return [one.format(**values) for one in template]
