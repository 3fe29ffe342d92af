"""What the server refuses, each with a code for the page and a sentence for the person."""

from __future__ import annotations

from typing import Final

CODES: Final = (
    "malformed",  # no request at all
    "unknown",  # no such request, game or move
    "stale",  # the game has gone on
    "illegal",  # not among the choices
    "refused",  # not now, or not for this visitor
    "limit",  # too large, or too many
    "flood",  # too fast
    "agent",  # a bot has no answer
    "internal",  # a fault of the server
)


def as_sentence(text: str) -> str:
    """Return a text with a capital and an end."""
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in '.?!' else '.'}"


class RefusalError(Exception):
    """A request that is not granted; nothing has changed.

    Args:
        code: One of ``CODES``.
        sentence: What is wrong and what to do.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = as_sentence(sentence)

    def as_json(self) -> dict[str, str]:
        """Return the refusal as a reply holds it."""
        return {"code": self.code, "message": self.sentence}
