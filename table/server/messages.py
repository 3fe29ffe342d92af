"""The requests that a page may send, as pydantic models told apart by ``do``."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

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


class Message(BaseModel):
    """Base of all requests; unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: Annotated[int, Field(ge=-(2**53), le=2**53)] | Annotated[str, Field(max_length=64)] = 0


class General(Message):
    """``hello``: everything a new connection needs; ``list``: the kept games."""

    do: Literal["hello", "list"]


class Setting(Message):
    """Parameters of a game."""

    level: int | dict[str, Any] | None = None
    players: Annotated[int, Field(ge=1, le=4)] | None = None
    edition: Literal["en", "fr"] | None = None
    boss: Annotated[str, Field(max_length=40)] | None = None
    parts: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None
    setup: dict[str, Any] | None = None


class SetupForm(Setting):
    """The set-up form of a real table."""

    do: Literal["setup_form"]


class Pace(BaseModel):
    """How bots play."""

    model_config = ConfigDict(extra="forbid", strict=True)

    mode: Mode = "run"
    seconds: Seconds = 0.8


class New(Setting):
    """A new game."""

    do: Literal["new"]
    seats: Annotated[list[Who], Field(min_length=1, max_length=4)] | None = None
    shared: Team | None = None
    seed: Seed | None = None
    first_player: Seat | None = None
    chance: Literal["sampled", "explicit"] | None = None
    name: Title | None = None
    pace: Pace | None = None


class OpenText(Message):
    """Open a game that was shared as text."""

    do: Literal["open_text"]
    text: Annotated[str, Field(max_length=LONGEST_TEXT)]
    seats: Annotated[list[Who], Field(max_length=4)] | None = None


class OfGame(Message):
    """A request about a game."""

    game: GameId


class Simple(OfGame):
    """``open`` or ``close`` a game for this connection, ``delete`` or ``share`` it, ``report``."""

    do: Literal["open", "close", "delete", "share", "report"]


class Rename(OfGame):
    """Give a game another title."""

    do: Literal["rename"]
    name: Title


class SetSeat(OfGame):
    """Give a seat to a person or a bot."""

    do: Literal["seat"]
    seat: Seat
    who: Who


class SetShared(OfGame):
    """Say who takes the team's decisions in bots' turns."""

    do: Literal["shared"]
    who: Team


class SetPace(OfGame):
    """Let bots play by themselves or stop them; stopping gives up a thinking bot."""

    do: Literal["pace"]
    mode: Mode | None = None
    seconds: Seconds | None = None


class AtPoint(OfGame):
    """``branch`` after ``at`` moves, ``look`` at that point, or ``explain`` the move made there."""

    do: Literal["branch", "look", "explain"]
    at: Moves


class Log(OfGame):
    """A part of the log."""

    do: Literal["log"]
    start: Annotated[Moves, Field(alias="from")] = 0
    count: Annotated[int, Field(ge=1, le=1000)] = 200


class AtPresent(OfGame):
    """A request for the game after ``moves`` moves; refused when it has gone on."""

    moves: Moves


class AskBot(AtPresent):
    """``bot``: make one move of a bot; ``hint``: ask the adviser."""

    do: Literal["bot", "hint"]


class Choose(AtPresent):
    """Make a move."""

    do: Literal["choose"]
    action: Action


class Undo(AtPresent):
    """Undo moves; ``reroll`` draws later dice anew."""

    do: Literal["undo"]
    to: Moves | None = None
    reroll: bool = False


class Redo(AtPresent):
    """Redo moves."""

    do: Literal["redo"]
    to: Moves | None = None


class Correct(AtPresent):
    """Correct an outcome that was typed in wrongly."""

    do: Literal["correct"]
    at: Moves
    outcome: Action


class WhatIf(AtPresent):
    """Show the table after a choice without making it.

    Attributes:
        future: 0: up to the next roll or draw; 1, 2, ...: one of many made-up futures.
    """

    do: Literal["whatif"]
    action: Action
    future: Annotated[int, Field(ge=0, le=10**6)] = 0


Request = Annotated[
    General
    | SetupForm
    | New
    | OpenText
    | Simple
    | Rename
    | SetSeat
    | SetShared
    | SetPace
    | AtPoint
    | Log
    | AskBot
    | Choose
    | Undo
    | Redo
    | Correct
    | WhatIf,
    Field(discriminator="do"),
]
_REQUEST: Final[TypeAdapter[Any]] = TypeAdapter(Request)


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
    """Return the request in a message.

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
    number = data.get("id")
    if not isinstance(number, int | str) or len(str(number)[:99]) > 64:
        raise MessageError(None, "malformed", "the message has no 'id' to answer to")
    try:
        return _REQUEST.validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        if first["type"] == "union_tag_invalid":
            do = str(data["do"])[:40]
            known = first["ctx"]["expected_tags"].replace("'", "").split(", ")
            sentence = f"there is no request {do!r}{nearest(do, known)}"
            raise MessageError(number, "unknown", sentence) from error
        place, reason = place_and_reason(error, data)
        where = ", ".join([str(data.get("do"))[:40], *(str(one)[:40] for one in place)])
        raise MessageError(number, "malformed", f"{where}: {reason}"[:400]) from error


def _refuse_constant(text: str) -> Any:
    raise ValueError(f"{text} is no JSON number")
