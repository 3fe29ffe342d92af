"""Lasting requests to a partner: to take choices with some words, or to leave them to others.

A partner that was asked grants a request as long as that costs little of the chance to win, as the
judge of the game sees it; so every agent of every game can be asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from tablemates.agents.roster import roster_of

#: What a choice that was asked for may cost of the chance to win.
LIMIT: Final = 0.05
_SMALL: Final = frozenset(("a", "an", "me", "my", "of", "the", "to", "with"))

Kind: TypeAlias = Literal["do", "leave"]


@dataclass(frozen=True, slots=True)
class Request:
    """A request.

    Attributes:
        kind: ``do``: take such choices; ``leave``: leave them to others.
        words: Words that such a choice has, such as ``brown block``.
    """

    kind: Kind
    words: str

    def fits(self, text: str) -> bool:
        """Return whether a choice in words has all of the request's words."""
        words = [word.strip(".,!?").rstrip("s") for word in self.words.lower().split()]
        return all(word in text.lower() for word in words if word not in _SMALL)

    def grants(self, text: str) -> bool:
        """Return whether a choice in words agrees with the request."""
        return self.fits(text) == (self.kind == "do")

    def applies(self, texts: Mapping[int, str]) -> bool:
        """Return whether some of the choices are meant, and some agree."""
        fitting = [self.fits(text) for text in texts.values()]
        return any(fitting) and (self.kind == "do" or not all(fitting))


class Answer(NamedTuple):
    """The best choice that agrees with a request, and what it costs of the chance to win."""

    action: int
    cost: float

    def granted(self, limit: float = LIMIT) -> bool:
        """Return whether it is cheap enough."""
        return self.cost <= limit


def answer(
    request: Request, texts: Mapping[int, str], values: Mapping[int, float], action: int
) -> Answer | None:
    """Return the answer to a request; None: nothing agrees, or nobody judges the choices.

    Args:
        request: The request.
        texts: The choices in words.
        values: The chance to win with each.
        action: What the agent would choose.
    """
    agreeing = [one for one in values if one in texts and request.grants(texts[one])]
    if not agreeing or action not in values:
        return None
    best = max(agreeing, key=values.__getitem__)
    return Answer(best, max(values.values()) - values[best])


def judge_of(game: str) -> str | None:
    """Return who judges all choices of a game at once: the value network, or its adviser."""
    known = roster_of(game)
    return "value" if "value" in known.sentences else known.adviser
