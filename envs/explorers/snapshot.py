"""Snapshots: what can be seen and chosen, as documented and versioned plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tablemates.envs.core.answers import CHANCE, OVER

if TYPE_CHECKING:
    from tablemates.envs.explorers.game import Explorers

VERSION: Final = 1
#: Keys of a position that are not on the table.
_LEFT_OUT: Final = ("hidden", "skip_forced", "chance")


def snapshot(game: Explorers) -> dict[str, Any]:
    """Return the public part of a position, who decides what, and the choices in words.

    ``seat`` is None where chance decides or the game is over; ``choices`` hold the number,
    name and sentence of each legal action (at chance: outcome, without a name).
    """
    seat = game.to_move()
    position = game.dump_position()
    for key in _LEFT_OUT:
        position.pop(key, None)
    return {
        "version": VERSION,
        "game": game.name,
        **position,
        "goal": int(game.public.goal),
        "filled": int(game.public.filled),
        "creature_cards": int(game.public.creature_length),
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
