"""The requests that a page may send: every field checked before anything is done."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tablemates.envs.core.documents import nearest, place_and_reason
from tablemates.table.saves import LONGEST_TEXT
from tablemates.table.server.limits import GESTURE
from tablemates.table.server.refusals import RefusalError

GameId = Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9_-]+$")]
Moves = Annotated[int, Field(ge=0, le=10**6)]
Action = Annotated[int, Field(ge=0, le=2**16)]
#: A text is for pages, whose numbers are exact up to 2**53 alone.
Seed = Annotated[int, Field(ge=0, lt=2**64)] | Annotated[str, Field(pattern=r"^[0-9]{1,20}$")]
Seat = Annotated[int, Field(ge=0, le=3)]
Who = Annotated[str, Field(min_length=1, max_length=200)]
Team = Literal["people", "bots"]
Level = int | dict[str, Any]


class Request(BaseModel):
    """A request; ``id`` comes back in the reply."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: Annotated[int, Field(ge=-(2**53), le=2**53)] | Annotated[str, Field(max_length=64)]


class OfGame(Request):
    """A request about a game."""

    game: GameId


class Hello(Request):
    """Everything that a new connection needs."""

    do: Literal["hello"]


class ListGames(Request):
    """The games that are kept."""

    do: Literal["list"]


class Difficulty(Request):
    """How difficult a custom level is."""

    do: Literal["difficulty"]
    level: dict[str, Any]
    parts: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None


class Pace(BaseModel):
    """How bots play."""

    model_config = ConfigDict(extra="forbid", strict=True)

    mode: Literal["run", "pause"] = "run"
    seconds: Annotated[float, Field(ge=0.0, le=10.0)] = 0.8


class Setting(Request):
    """What a game is made of."""

    level: Level | None = None
    players: Annotated[int, Field(ge=1, le=4)] | None = None
    edition: Literal["en", "fr"] | None = None
    boss: Annotated[str, Field(max_length=40)] | None = None
    parts: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None


class New(Setting):
    """A new game."""

    do: Literal["new"]
    seats: Annotated[list[Who], Field(min_length=1, max_length=4)] | None = None
    shared: Team | None = None
    seed: Seed | None = None
    first_player: Seat | None = None
    chance: Literal["sampled", "explicit"] | None = None
    name: Annotated[str, Field(max_length=80)] | None = None
    setup: dict[str, Any] | None = None
    pace: Pace | None = None


class SetupForm(Setting):
    """What there is to type in before a game at a real table."""

    do: Literal["setup_form"]
    setup: dict[str, Any] | None = None


class Open(OfGame):
    """Look at a game from now on."""

    do: Literal["open"]


class Close(OfGame):
    """Look at it no longer."""

    do: Literal["close"]


class Delete(OfGame):
    """Throw a game away."""

    do: Literal["delete"]


class Rename(OfGame):
    """Call a game something else."""

    do: Literal["rename"]
    name: Annotated[str, Field(max_length=80)]


class HandOver(OfGame):
    """Give a seat to somebody else."""

    do: Literal["seat"]
    seat: Seat
    who: Who


class Shared(OfGame):
    """Say who takes the team's decisions in bots' turns."""

    do: Literal["shared"]
    who: Team


class SetPace(OfGame):
    """Let bots play, or stop them."""

    do: Literal["pace"]
    mode: Literal["run", "pause"] | None = None
    seconds: Annotated[float, Field(ge=0.0, le=10.0)] | None = None


class AtMoves(OfGame):
    """A request that is meant for the game as it stands after so many moves."""

    moves: Moves


class Choose(AtMoves):
    """Take a choice, or several after each other."""

    do: Literal["choose"]
    action: Action | None = None
    actions: Annotated[list[Action], Field(min_length=1, max_length=GESTURE)] | None = None


class Bot(AtMoves):
    """Let a bot take one decision now."""

    do: Literal["bot"]


class Undo(AtMoves):
    """Take moves back."""

    do: Literal["undo"]
    to: Moves | None = None
    reroll: bool = False


class Redo(AtMoves):
    """Make moves again that were taken back."""

    do: Literal["redo"]
    to: Moves | None = None


class Reroll(AtMoves):
    """Let other dice fall from here on."""

    do: Literal["reroll"]


class Branch(OfGame):
    """Begin another game with the first moves of this one."""

    do: Literal["branch"]
    at: Moves


class Correct(AtMoves):
    """Mend an outcome that was typed in wrongly."""

    do: Literal["correct"]
    at: Moves
    outcome: Action


class Look(OfGame):
    """See the game as it stood."""

    do: Literal["look"]
    at: Moves


class ListMoves(OfGame):
    """All moves, for a slider."""

    do: Literal["moves"]


class Log(OfGame):
    """What has happened."""

    do: Literal["log"]
    start: Annotated[Moves, Field(alias="from")] = 0
    count: Annotated[int, Field(ge=1, le=1000)] = 200


class Hint(AtMoves):
    """Ask the adviser."""

    do: Literal["hint"]


class Explain(OfGame):
    """Ask why a move was made."""

    do: Literal["explain"]
    at: Moves


class Chance(AtMoves):
    """Ask how likely the team is to win."""

    do: Literal["chance"]


class WhatIf(AtMoves):
    """Look at the board after a choice without taking it."""

    do: Literal["whatif"]
    action: Action | None = None
    actions: Annotated[list[Action], Field(min_length=1, max_length=GESTURE)] | None = None
    #: 0 or false: only what is certain; true or 1, 2, ...: one of many futures.
    future: bool | Annotated[int, Field(ge=0, le=10**6)] = 0


class Share(OfGame):
    """The game as a short text."""

    do: Literal["share"]


class OpenText(Request):
    """A game from such a text."""

    do: Literal["open_text"]
    text: Annotated[str, Field(max_length=LONGEST_TEXT)]
    seats: Annotated[list[Who], Field(max_length=4)] | None = None


class Save(OfGame):
    """Where the game can be fetched as a file."""

    do: Literal["save"]


class Load(Request):
    """A game from such a file's JSON."""

    do: Literal["load"]
    data: dict[str, Any]
    seats: Annotated[list[Who], Field(max_length=4)] | None = None


class Report(OfGame):
    """What made the game go as it went."""

    do: Literal["report"]


KINDS: Final[tuple[type[Request], ...]] = (
    Hello, ListGames, Difficulty, New, SetupForm, Open, Close, Delete, Rename, HandOver, Shared,
    SetPace, Choose, Bot, Undo, Redo, Reroll, Branch, Correct, Look, ListMoves, Log, Hint, Explain,
    Chance, WhatIf, Share, OpenText, Save, Load, Report,
)  # fmt: skip
_READERS: Final = {
    kind.model_fields["do"].annotation.__args__[0]: TypeAdapter(kind)  # type: ignore[union-attr]
    for kind in KINDS
}


def parse(text: str) -> tuple[Any, Request]:
    """Return the id and the request in a message.

    Raises:
        MessageError: It is none; the error knows the id if there was one.
    """
    try:
        data = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise MessageError(None, "malformed", "the message is no JSON that can be read") from error
    if not isinstance(data, dict):
        raise MessageError(None, "malformed", "a message is an object with 'id' and 'do'")
    found = data.get("id")
    number = found if isinstance(found, int | str) and len(str(found)[:99]) < 70 else None
    if number is None:
        raise MessageError(None, "malformed", "the message has no 'id' to answer to")
    do = data.get("do")
    if not isinstance(do, str) or do not in _READERS:
        hint = nearest(str(do)[:40], _READERS)
        raise MessageError(number, "unknown", f"nobody can do {str(do)[:40]!r} here{hint}")
    try:
        return number, _READERS[do].validate_python(data)
    except ValidationError as error:
        place, reason = place_and_reason(error, data)
        where = ".".join(str(one)[:40] for one in place)
        sentence = f"{do}, {where}: {reason}" if where else f"{do}: {reason}"
        raise MessageError(number, "malformed", sentence[:400]) from error


class MessageError(RefusalError):
    """A message that is no request.

    Args:
        number: Its id, None if it has none.
        code: See ``RefusalError``.
        sentence: See there.
    """

    def __init__(self, number: Any, code: str, sentence: str) -> None:
        super().__init__(code, sentence)
        self.number = number


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number")
