"""Requests of a page and their errors.

``@request`` makes a pydantic model of a function's keyword-only parameters; ``parse`` finds
the model by the message's ``do`` and validates the message with it.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from tablemates.agents.errors import AgentError
from tablemates.envs.core.errors import GameError
from tablemates.envs.core.files.documents import nearest, place_and_reason
from tablemates.table.session.saves import SEATS

#: Version of the protocol; it rises when a page of before does not understand it any more.
PROTOCOL: Final = 2
#: Bytes of a message, and of a file that is sent.
MESSAGE: Final = 262_144

GameId = Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9_-]+$")]
Moves = Annotated[int, Field(ge=0, le=10**6)]
#: Name of a position of a game, a hash of what was seen up to it.
PositionName = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Action = Annotated[int, Field(ge=0, le=2**16)]
#: As text too: numbers of a page are exact up to 2**53 only.
Seed = Annotated[int, Field(ge=0, lt=2**64)] | Annotated[str, Field(pattern=r"^[0-9]{1,20}$")]
Seat = Annotated[int, Field(ge=0, lt=SEATS)]
Who = Annotated[str, Field(min_length=1, max_length=200)]
Team = Literal["people", "bots"]
Mode = Literal["run", "pause"]
Seconds = Annotated[float, Field(ge=0.0, le=10.0, allow_inf_nan=False)]
Title = Annotated[str, Field(max_length=80)]
Outcomes = Annotated[list[Action], Field(min_length=1, max_length=20)]
Device = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{0,40}$")]
Words = Annotated[str, Field(min_length=1, max_length=60)]

#: What a request is about: no game, a game, or a position of a game, which it names.
Subject: TypeAlias = Literal["server", "game", "present"]

Code: TypeAlias = Literal[
    "malformed",  # no valid request
    "unknown",  # no such request, game, seat, move or partner
    "stale",  # the game has gone on
    "illegal",  # not among the choices
    "refused",  # not possible now
    "outdated",  # a kept game of other rules or parts: it can only be looked at
    "limit",  # too large
    "agent",  # a bot has no answer
    "internal",  # a fault of the server
]


def as_sentence(text: str) -> str:
    """Return a text with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in '.?!' else '.'}"


class RequestError(Exception):
    """A request that cannot be granted; nothing has changed.

    The sentence says what is wrong and what to do, ``number`` is the id of a message that is not
    even a request.
    """

    def __init__(self, code: Code, sentence: str, number: int | str | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = as_sentence(sentence)
        self.number = number

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
    except GameError as error:
        raise RequestError("refused", str(error)[:400]) from error
    except (TypeError, ValueError, AttributeError) as error:
        raise RequestError("refused", f"No game can be made of this: {error}"[:400]) from error


#: How another game begins after one: see the request ``again``.
How: TypeAlias = Literal["again", "same", "next"]


class Pace(BaseModel):
    """Pace of bots."""

    model_config = ConfigDict(extra="forbid", strict=True)

    mode: Mode = "run"
    seconds: Seconds = 0.8


class NewGame(BaseModel):
    """A new game, and who plays it; without ``seats`` the usual partner has all but the first.

    Without ``rules`` it is the game that the server was started for. A ``position`` is what lies on
    the table already; what it leaves open is drawn.
    """

    rules: Annotated[str, Field(max_length=200)] | None = None
    scenario: dict[str, Any] = {}
    seats: Annotated[list[Who], Field(min_length=1, max_length=SEATS)] | None = None
    shared: Team = "people"
    seed: Seed | None = None
    chance: Literal["sampled", "explicit"] = "sampled"
    pace: Pace = Pace()
    box: bool = False
    position: dict[str, Any] | None = None


class Message(BaseModel):
    """Base of all requests; unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: int | str = 0
    do: str


@dataclass(frozen=True, slots=True)
class Handler:
    """A kind of request: who answers it, its message, and its subject.

    While a ``slow`` one is answered others go on; one that ``acts`` is for those who have a seat.
    Without ``names`` the function takes the whole message, as ``form``.
    """

    function: Callable[..., Any]
    model: type[Message]
    about: Subject
    slow: bool
    acts: bool
    names: frozenset[str] | None


#: All kinds of requests, by ``do``.
HANDLERS: Final[dict[str, Handler]] = {}


def request(
    do: str, about: Subject = "game", slow: bool = False, acts: bool = False
) -> Callable[..., Any]:
    """Return a decorator that registers a function as the handler of a request, see ``Handler``.

    Its subject adds the fields ``game`` and ``position``.
    """

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        parameters = inspect.signature(function, eval_str=True).parameters.values()
        given = {one.name: one for one in parameters if one.kind is one.KEYWORD_ONLY}
        form = given.pop("form", None)
        fields: dict[str, Any] = {
            name: (one.annotation, ... if one.default is one.empty else one.default)
            for name, one in given.items()
        }
        names = frozenset(fields) if form is None else None
        if about != "server":
            fields["game"] = (GameId, ...)
        if about == "present":
            fields["position"] = (PositionName, ...)
        bases = (Message,) if form is None else (Message, form.annotation)
        create: Any = create_model
        model = create(do, __base__=bases, **fields)
        HANDLERS[do] = Handler(function, model, about, slow, acts, names)
        return function

    return register


def parse(text: str) -> Any:
    """Return the request in a message, a ``Message`` with the fields of its kind."""
    if len(text) > MESSAGE:
        raise RequestError("limit", f"the message has more than {MESSAGE} characters")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RequestError("malformed", "the message is no valid JSON") from error
    if not isinstance(data, dict):
        raise RequestError("malformed", "a message is an object with 'id' and 'do'")
    number, do = data.get("id"), data.get("do")
    if not isinstance(number, int | str):
        raise RequestError("malformed", "the message has no 'id' to answer to")
    if not isinstance(do, str):
        raise RequestError("malformed", "the message has no 'do' that names a request", number)
    if do not in HANDLERS:
        sentence = f"there is no request {do[:40]!r}{nearest(do[:40], list(HANDLERS))}"
        raise RequestError("unknown", sentence, number)
    try:
        return HANDLERS[do].model.model_validate(data)
    except ValidationError as error:
        place, reason = place_and_reason(error, data)
        where = ", ".join([do, *(str(one)[:40] for one in place)])
        raise RequestError("malformed", f"{where}: {reason}"[:400], number) from error
