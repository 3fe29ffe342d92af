"""Words of a game that has none of its own: the names of its actions."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

import numpy as np

from tablemates.envs.core.display.sentences import NO_WORDS
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.records.layout import Bytes, RecordView

WORDS: Final = NO_WORDS


def decision(game: Game) -> str:
    """Return who decides, as a sentence."""
    seat = game.to_move()
    if seat == OVER:
        return "The game is over."
    who = "Chance" if seat == CHANCE else game.player_name(seat)
    return f"{who[:1].upper()}{who[1:]} decides."


def describe(game: Game, action: int) -> str:
    """Return the name of an action, or an outcome."""
    return f"outcome {action}" if game.to_move() == CHANCE else game.catalogue.name(action)


def event(_game: Game, row: list[int], section: str = "events") -> dict[str, Any]:
    """Return an event as its numbers."""
    del section
    return {"event": str(row[0]), "numbers": row[1:], "text": ""}


def snapshot(game: Game) -> dict[str, Any]:
    """Return the public state with the legal actions."""
    return snapshot_of(game, 1, ("hidden", "skip_forced", "chance"))


def public_only(game: Game) -> Bytes:
    """Return a game's record as it would be if chance were explicit: nothing is hidden in it."""
    record = np.zeros_like(game.record)
    record[: game.public_record.size] = game.public_record
    public: Any = RecordView(record, game.engine.state).public
    public.explicit_chance = 1
    return record


def snapshot_of(game: Game, version: int, left_out: Collection[str], **more: Any) -> dict[str, Any]:
    """Return the public part of a position, who decides what, and the choices in words.

    ``seat`` is None where chance decides or the game is over; ``choices`` hold the number, name and
    sentence of each legal action (at chance: outcome, without a name).

    ``version`` changes whenever a key comes to mean something else; ``left_out`` are keys of a
    position that are not on the table.
    """
    seat = game.to_move()
    position = game.position_of(public_only(game))
    shown = {key: one for key, one in position.items() if key not in left_out}
    return {
        "version": version,
        "game": game.name,
        **shown,
        **more,
        "progress": game.progress(),
        "seat": None if seat in (CHANCE, OVER) else seat,
        "question": game.decision(),
        "choices": [
            {
                "action": action,
                "name": None if seat == CHANCE else game.catalogue.name(action),
                "text": game.describe(action),
            }
            for action in game.legal
        ],
    }
