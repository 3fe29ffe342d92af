"""Sentences of a game from templates in a YAML file: actions, decisions, events, causes.

The file has ``names``, lists of words by the name of a field, and ``sentences``, templates by
section and key. A template names fields in braces; a number is replaced by its word where its
field has a list of names::

    names:
      creature: [zombie, skeleton]
    sentences:
      events:
        creature_killed: "{seat} kills a {creature}."
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import StrictStr

from tablemates.envs.core.documents import DocumentModel, read_document
from tablemates.envs.core.vocabulary import EventKind, word_of


class _File(DocumentModel):
    names: Mapping[str, tuple[StrictStr, ...]]
    sentences: Mapping[str, Mapping[str, StrictStr]]


class Words:
    """The names and sentences of one game.

    Args:
        path: The YAML file.
    """

    def __init__(self, path: Path) -> None:
        file = _File.model_validate(read_document(path).values)
        self._names, self._sentences = file.names, file.sentences

    def name(self, field: str, number: int) -> str:
        """Return the word for a number of a field; without a list of names, the number."""
        return self._names[field][number] if field in self._names else str(number)

    def say(self, section: str, key: str, **values: int | str) -> str:
        """Return a sentence.

        Args:
            section: Section of the templates, such as ``"events"``.
            key: Template of the section.
            **values: What stands for the fields: numbers, or words that are used as they are.

        Raises:
            KeyError: There is no such template, or it names a field that was not given.
        """
        words = {
            field: value if isinstance(value, str) else self.name(field, value)
            for field, value in values.items()
        }
        sentence = self._sentences[section][key].format(**words)
        return sentence[:1].upper() + sentence[1:]

    def event(
        self,
        kind: EventKind,
        numbers: Sequence[int],
        spoken: Callable[[dict[str, int]], Mapping[str, int | str]] = dict,
    ) -> dict[str, Any]:
        """Return an event: its kind, its fields by name, and its sentence as ``text``.

        Args:
            kind: What happened.
            numbers: The fields in order.
            spoken: Returns the fields as the sentence names them.
        """
        name = word_of(kind)
        fields = dict(zip(kind.fields, numbers, strict=False))
        return {"event": name, **fields, "text": self.say("events", name, **spoken(fields))}
