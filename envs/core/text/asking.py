"""A decision as text and as JSON: what has happened, the position, what is asked."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.text.answers import ACTION, Choice
from tablemates.envs.core.text.onlooker import newest

#: Lines that are told of what has happened.
_LINES: Final = 40
#: Lines of a frame, and runs of one filling sign: a reader of words needs neither.
_FRAME: Final = re.compile(r"[\s─━┌┬┐├┼┤└┴┘]*[─━][\s─━┌┬┐├┼┤└┴┘]*")
_FILLING: Final = re.compile(r"([░█])\1+")

HOW_TO_ANSWER: Final = (
    f'Answer with one JSON object, such as {{"{ACTION}": ID}}, with the id or the exact text of a '
    "legal choice; the last JSON object in the answer counts."
)


def asked_as_text(
    game: Game, seat: int, happened: Sequence[str], choices: Sequence[Choice] | None
) -> str:
    """Return what a seat reads before it decides, or while others do.

    Args:
        game: At the decision.
        seat: Who reads.
        happened: Lines since its last decision.
        choices: What is legal; None: it is not told.
    """
    who = game.player_name(seat)
    parts = [f"You are {who}, seat {seat} of {game.seats}, in {game.title}."]
    if happened:
        lines = "\n".join(f"- {line}" for line in newest(happened, _LINES))
        parts.append(f"Since your last decision:\n{lines}")
    with game.seen_as(seat):
        parts.append(f"Position:\n{position_of(game)}")
    parts.append(question_of(game, seat))
    if choices and game.to_move() == seat:
        parts.append("Choices:\n" + "\n".join(f"{one.id}: {one.text}" for one in choices))
    return "\n\n".join(parts)


def asked_as_json(
    game: Game, seat: int, happened: Sequence[str], choices: Sequence[Choice] | None
) -> dict[str, Any]:
    """Return the same as data; ``position`` is the game's snapshot."""
    with game.seen_as(seat):
        position = {name: one for name, one in game.snapshot().items() if name != "choices"}
    own = choices is not None and game.to_move() == seat
    return {
        "game": game.settings.game,
        "seat": seat,
        "player": game.player_name(seat),
        "happened": newest(happened, _LINES),
        "position": position,
        "question": question_of(game, seat),
        "choices": [one._asdict() for one in choices or ()] if own else None,
        "over": game.to_move() == OVER,
    }


def in_short(data: Any) -> str:
    """Return data as JSON without spaces, which would be a fifth of a model's tokens."""
    return json.dumps(data, separators=(",", ":"))


def position_of(game: Game) -> str:
    """Return the text picture of a position without what is asked, which stands elsewhere."""
    words, lines = game.decision(), str(game.picture("text")).rstrip().split("\n")
    while lines and (not lines[-1] or " ".join(lines[-1].split()) in words):
        lines.pop()
    while lines and (not lines[0] or lines[0] == words):
        lines.pop(0)
    return "\n".join(_FILLING.sub(r"\1", one) for one in lines if not _FRAME.fullmatch(one))


def question_of(game: Game, seat: int) -> str:
    """Return what is asked, as a sentence or two."""
    words = game.decision()
    if game.to_move() in (seat, OVER):
        return words
    return f"{words} You wait."
