"""Errors of requests, each with a code for the page and a sentence for the person."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, TypeAlias

from tablemates.agents.errors import AgentError
from tablemates.envs.core.errors import GameError
from tablemates.envs.portal_dash.components import ComponentsError

Code: TypeAlias = Literal[
    "malformed",  # no valid request
    "unknown",  # no such request, game, seat, move or partner
    "stale",  # the game has gone on
    "illegal",  # not among the choices
    "refused",  # not possible now
    "limit",  # too large
    "agent",  # a bot has no answer
    "internal",  # a fault of the server
]


def as_sentence(text: str) -> str:
    """Return a text with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in '.?!' else '.'}"


class RequestError(Exception):
    """A request that cannot be granted; nothing has changed.

    Args:
        code: Its kind.
        sentence: What is wrong and what to do.
    """

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = as_sentence(sentence)

    def as_json(self) -> dict[str, str]:
        """Return the error as a reply contains it."""
        return {"code": self.code, "message": self.sentence}


@contextmanager
def as_request_errors() -> Iterator[None]:
    """Turn errors of games, parts and agents into ``RequestError``."""
    try:
        yield
    except AgentError as error:
        raise RequestError("agent", str(error)[:400]) from error
    except (GameError, ComponentsError) as error:
        raise RequestError("refused", str(error)[:400]) from error
    except (TypeError, ValueError, AttributeError) as error:
        raise RequestError("refused", f"No game can be made of this: {error}"[:400]) from error
