"""Requests of a page: their fields, declared by the functions that answer them.

``@request`` makes a pydantic model of a function's keyword-only parameters; ``parse`` finds
the model by the message's ``do`` and validates the message with it.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from tablemates.envs.core.documents import nearest, place_and_reason
from tablemates.table.saves import LONGEST_TEXT
from tablemates.table.server.errors import Code, RequestError

#: Bytes of a message, and of a file that is sent.
MESSAGE: Final = 262_144

GameId = Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9_-]+$")]
Moves = Annotated[int, Field(ge=0, le=10**6)]
Action = Annotated[int, Field(ge=0, le=2**16)]
#: As text too: numbers of a page are exact up to 2**53 only.
Seed = Annotated[int, Field(ge=0, lt=2**64)] | Annotated[str, Field(pattern=r"^[0-9]{1,20}$")]
Seat = Annotated[int, Field(ge=0, le=3)]
Who = Annotated[str, Field(min_length=1, max_length=200)]
Team = Literal["people", "bots"]
Mode = Literal["run", "pause"]
Seconds = Annotated[float, Field(ge=0.0, le=10.0)]
Title = Annotated[str, Field(max_length=80)]
LogStart = Annotated[Moves, Field(alias="from")]
LogCount = Annotated[int, Field(ge=1, le=1000)]

#: What a request is about: no game, a game, or a game after a stated number of moves.
Subject: TypeAlias = Literal["server", "game", "present"]


class Pace(BaseModel):
    """How bots play."""

    model_config = ConfigDict(extra="forbid", strict=True)

    mode: Mode = "run"
    seconds: Seconds = 0.8


class GameForm(BaseModel):
    """Parameters of a game; the server's defaults replace what is left out."""

    level: int | dict[str, Any] | None = None
    players: Annotated[int, Field(ge=1, le=4)] | None = None
    edition: Literal["en", "fr"] | None = None
    boss: Annotated[str, Field(max_length=40)] | None = None
    parts: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None
    setup: dict[str, Any] | None = None


class NewGame(GameForm):
    """Parameters of a new game, and who plays it."""

    seats: Annotated[list[Who], Field(min_length=1, max_length=4)] | None = None
    shared: Team | None = None
    seed: Seed | None = None
    first_player: Seat | None = None
    chance: Literal["sampled", "explicit"] | None = None
    pace: Pace | None = None


class Message(BaseModel):
    """Base of all requests; unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: Annotated[int, Field(ge=-(2**53), le=2**53)] | Annotated[str, Field(max_length=64)] = 0
    do: str


@dataclass(frozen=True, slots=True)
class Handler:
    """A kind of request.

    Attributes:
        function: Answers it.
        model: Its message.
        about: Its subject.
        slow: Whether it takes time, so that others go on meanwhile.
        names: The fields that the function takes; None: the whole message, as ``form``.
    """

    function: Callable[..., Any]
    model: type[Message]
    about: Subject
    slow: bool
    names: frozenset[str] | None


#: All kinds of requests, by ``do``.
HANDLERS: Final[dict[str, Handler]] = {}


def request(do: str, about: Subject = "game", slow: bool = False) -> Callable[..., Any]:
    """Return a decorator that registers a function as the handler of a request.

    Args:
        do: Name of the request.
        about: Its subject; adds the fields ``game`` and ``moves``.
        slow: Whether it takes time.
    """

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        parameters = inspect.signature(function, eval_str=True).parameters.values()
        given = [one for one in parameters if one.kind is one.KEYWORD_ONLY]
        form = next((one.annotation for one in given if one.name == "form"), None)
        fields: dict[str, Any] = {}
        if form is None:
            for one in given:
                fields[one.name] = (
                    one.annotation,
                    ... if one.default is one.empty else one.default,
                )
        names = frozenset(fields) if form is None else None
        if about != "server":
            fields["game"] = (GameId, ...)
        if about == "present":
            fields["moves"] = (Moves, ...)
        bases = (Message,) if form is None else (Message, form)
        create: Any = create_model
        model = create(do, __base__=bases, **fields)
        HANDLERS[do] = Handler(function, model, about, slow, names)
        return function

    return register


class MessageError(RequestError):
    """A message that is no valid request.

    Args:
        number: Its id, None if it has none.
        code: See ``RequestError``.
        sentence: See there.
    """

    def __init__(self, number: Any, code: Code, sentence: str) -> None:
        super().__init__(code, sentence)
        self.number = number


def parse(text: str) -> Any:
    """Return the request in a message, a ``Message`` with the fields of its kind.

    Raises:
        MessageError: It is no valid request; the error has its id if there was one.
    """
    if len(text) > MESSAGE:
        raise MessageError(None, "limit", f"the message has more than {MESSAGE} characters")
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise MessageError(None, "malformed", "the message is no valid JSON") from error
    if not isinstance(data, dict):
        raise MessageError(None, "malformed", "a message is an object with 'id' and 'do'")
    number, do = data.get("id"), data.get("do")
    if not isinstance(number, int | str) or len(str(number)[:99]) > 64:
        raise MessageError(None, "malformed", "the message has no 'id' to answer to")
    if not isinstance(do, str):
        raise MessageError(number, "malformed", "the message has no 'do' that names a request")
    if do not in HANDLERS:
        sentence = f"there is no request {do[:40]!r}{nearest(do[:40], list(HANDLERS))}"
        raise MessageError(number, "unknown", sentence)
    try:
        return HANDLERS[do].model.model_validate(data)
    except ValidationError as error:
        place, reason = place_and_reason(error, data)
        where = ", ".join([do, *(str(one)[:40] for one in place)])
        raise MessageError(number, "malformed", f"{where}: {reason}"[:400]) from error


def _refuse_constant(text: str) -> Any:
    raise ValueError(f"{text} is no JSON number")
