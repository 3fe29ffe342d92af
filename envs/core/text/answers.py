"""Answers in text: choices with exact words, and the JSON object that takes one.

Prose is never searched for a choice: a text that merely mentions one answers nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from tablemates.envs.core.game.game import Game

#: The key of an answer.
ACTION: Final = "action"
#: Characters at the end of an answer that are read, and of a list of what is legal.
LONGEST: Final = 65_536
_LISTED: Final = 4_000
_SHOWN: Final = 60
_BITS: Final = 64  # of numbers that are told

#: Why an answer is refused: it cannot be read, or names nothing that is legal.
Fault: TypeAlias = Literal["unreadable", "illegal"]


class Choice(NamedTuple):
    """A legal action: its number in the catalogue, and words that no other choice has now."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class Refused:
    """An answer that takes no choice, and a sentence that says why and what is legal."""

    fault: Fault
    reason: str


def choices_of(game: Game, legal: Iterable[int] | None = None) -> list[Choice]:
    """Return the legal actions in words, no two of which an answer could confuse.

    What would read alike, or like an id, has its short name behind it.
    """
    numbers = game.legal if legal is None else legal
    found = [Choice(number, _spaced(game.describe(number))) for number in numbers]
    times = Counter(one.text for one in found)
    return [
        one
        if times[one.text] == 1 and not one.text.isdecimal()
        else Choice(one.id, f"{one.text} ({game.catalogue.name(one.id)})")
        for one in found
    ]


def read_answer(answer: object, choices: Sequence[Choice]) -> int | Refused:
    """Return the number of the choice that an answer takes, or why it takes none.

    The last JSON object that stands in the answer counts. Its ``action`` is the id of a choice, as
    a number or its digits, or the text of one.
    """
    if not isinstance(answer, str):
        return _refused("unreadable", f"a {type(answer).__name__} is no text", choices)
    found = last_object(answer)
    if found is None:
        return _refused("unreadable", "there is no JSON object in the answer", choices)
    if ACTION not in found:
        return _refused("unreadable", f"the last JSON object has no {ACTION!r}", choices)
    value = found[ACTION]
    if isinstance(value, str):
        words = _spaced(value)
        for one in choices:
            if words in (one.text, str(one.id)):
                return one.id
    elif isinstance(value, int) and not isinstance(value, bool):
        if any(value == one.id for one in choices):
            return value
    else:
        return _refused("unreadable", f"{ACTION!r} is neither a number nor a text", choices)
    return _refused("illegal", f"{_brief(value)} is not legal now", choices)


def last_object(text: str) -> dict[str, Any] | None:
    """Return the last JSON object that stands in a text, None if there is none."""
    text, found, at = text[-LONGEST:], None, 0
    decoder = json.JSONDecoder()
    while (at := text.find("{", at)) >= 0:
        try:
            found, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
    return found


def listed(choices: Sequence[Choice], most: int = _LISTED) -> str:
    """Return choices in one line; what has no room is counted."""
    parts: list[str] = []
    room = most
    for n, one in enumerate(choices):
        part = f"{one.id} ({one.text})"
        room -= len(part)
        if room < 0 and n:
            parts.append(f"and {len(choices) - n} more")
            break
        parts.append(part)
    return ", ".join(parts)


def _refused(fault: Fault, why: str, choices: Sequence[Choice]) -> Refused:
    how = f'answer with {{"{ACTION}": ID}}, of which ID is one of {listed(choices)}'
    return Refused(fault, f"{why}: {how}.")


def _brief(value: object) -> str:
    if isinstance(value, int) and value.bit_length() > _BITS:
        return "a number so large"
    words = json.dumps(value)
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}..."


def _spaced(text: str) -> str:
    """Return a text whose words have one space between them."""
    return " ".join(text.split())
