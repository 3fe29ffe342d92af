"""Sentences of a game from templates in a YAML file: actions, decisions, events, causes.

The file has ``names``, lists of words by the name of a field, ``sentences``, templates by
section and key, and ``fields``, what the numbers of an event are, in order. A template names fields
in braces; a number is replaced by its word where its field has a list of names. After a colon
stands the noun that a number counts, which may be a field itself, or ``a`` for a word with its
article::

    names:
      creature: [zombie, spider]
    plurals: {die: dice}
    fields:
      creature_killed: seat creature
      creatures_came: creature count hearts
    sentences:
      events:
        creature_killed: "{seat} kills {creature:a}."
        creatures_came: "{count:{creature}} with {hearts:heart}."

``plurals`` are those that English does not make by ``s``, ``es`` or ``ies``. The file may have
``beats``: what an event shows at the table, see ``Staging``; among the sentences ``hands``, by
event: what hands do for it at a real table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from pydantic import StrictStr

from tablemates.envs.core.files.documents import DocumentModel, read_document
from tablemates.envs.core.records.vocabulary import word_of

#: What fills a field of a template.
Spoken: TypeAlias = int | str | Callable[[], int | str]


#: Sentences that are remembered.
_KEPT: Final = 2**14


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
        told: Its sentence at the table, where a place is seen that the usual one names. None: the
            usual one.
        quiet: Whether it is not told.
        listed: Whether it is told in the sentence of its kind before it, as one thing more.
        hands: Whether at a real table hands do something for it; a die has fallen already.
    """

    icon: StrictStr | None = None
    card: bool = False
    move: tuple[StrictStr, StrictStr] | None = None
    die: StrictStr | None = None
    focus: StrictStr | None = None
    told: StrictStr | None = None
    quiet: bool = False
    listed: bool = False
    hands: bool = True


class _File(DocumentModel):
    names: Mapping[str, tuple[StrictStr, ...]]
    plurals: Mapping[str, StrictStr] = {}
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
        self._names, self._sentences, self._plurals = file.names, file.sentences, file.plurals
        self._fields, self._beats = file.fields, file.beats
        self._said: dict[tuple[Any, ...], str] = {}
        self._many = lru_cache(maxsize=_KEPT)(self._plural)

    def name(self, field: str, number: int) -> str:
        """Return the word for a number of a field; without a list of names, the number."""
        return self._names[field][number] if field in self._names else str(number)

    def count(self, number: int, noun: str) -> str:
        """Return a number with its noun: ``1 heart``, ``2 hearts``, ``3 battle dice``."""
        return f"{number} {noun if number == 1 else self._many(noun)}"

    def _plural(self, noun: str) -> str:
        before, space, last = noun.rpartition(" ")
        if last in self._plurals:
            return before + space + self._plurals[last]
        return re.sub(r"(?<=[^aeiou])y$", "ie", re.sub("([sx]|[cs]h)$", r"\1e", noun)) + "s"

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
        asked = (section, key, *values.items())
        said = self._said.get(asked)  # pictures say the same few things again and again
        if said is None:
            sentence = self._sentences[section][key].format_map(_Fields(self, values))
            said = sentence[:1].upper() + sentence[1:]
            if len(self._said) < _KEPT and not any(map(callable, values.values())):
                self._said[asked] = said
        return said

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
        for name in shown.keys() & {"die", "told"}:
            said = shown[name].format_map(_Fields(self, event))
            shown[name] = said[:1].upper() + said[1:] if name == "told" else said
        return shown


#: Of a game that brings none.
NO_WORDS: Final = Words(None)


class _Fields(dict[str, Any]):
    """The words for fields, made where a template names them."""

    def __init__(self, words: Words, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self._words = words

    def __getitem__(self, field: str) -> _Said:
        value = super().__getitem__(field)
        return _Said(self._words, field, value() if callable(value) else value)


class _Said(NamedTuple):
    """The value of a field, which a template may ask for with an article or a noun."""

    words: Words
    field: str
    value: int | str

    def __format__(self, noun: str) -> str:
        if noun not in ("", "a"):
            return self.words.count(int(self.value), noun)
        value = self.value
        word = value if isinstance(value, str) else self.words.name(self.field, value)
        return with_article(word) if noun else word


def with_article(noun: str) -> str:
    """Return a noun with its article: ``an orc``, ``a gnoll``."""
    return f"{'an' if noun[:1] in 'aeiouAEIOU' else 'a'} {noun}"


def _id(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _filled(template: Any, values: Mapping[str, Any]) -> Any:
    if isinstance(template, str):
        return template.format(**values)
    return [one.format(**values) for one in template]
