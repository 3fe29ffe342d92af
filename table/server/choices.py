"""The legal choices for a page: what each points at, and what certainly comes of it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from tablemates.envs.core.game import CHANCE
from tablemates.envs.portal_dash.game import Game
from tablemates.table.ahead import Ahead, Consequences
from tablemates.table.game import TableGame, choices_of
from tablemates.table.glass import Glass
from tablemates.table.odds import Odds
from tablemates.table.server.pointing import kind_of, pointed_at

#: Chances are sent with so many digits.
DIGITS: Final = 4


def brief(game: Game) -> list[dict[str, Any]]:
    """Return the choices of a game without what comes of them."""
    return [
        {
            "action": choice.action,
            "name": choice.name,
            "text": choice.text,
            "kind": kind_of(game, choice.action),
            "at": pointed_at(game, choice.action),
        }
        for choice in choices_of(game)
    ]


def full(table: TableGame, glass: Glass) -> list[dict[str, Any]]:
    """Return the choices of a game at a table, each with its consequences."""
    game = table.game
    found = brief(game)
    chances: dict[int, float] = {}
    if game.to_move() == CHANCE:
        values, shares = game.chance_outcomes()
        chances = dict(zip(values.tolist(), shares.tolist(), strict=True))
    ahead = Ahead(game, glass)
    for choice in found:
        action = choice["action"]
        chance = chances.get(action)
        choice |= _plain(ahead.of(action))
        choice["chance"] = None if chance is None else round(chance, DIGITS)
    return found


def _plain(comes: Consequences) -> dict[str, Any]:
    """Return ``leads``, ``reach`` and ``odds`` of a choice."""
    return {
        "leads": {"happens": comes.happens, "then": comes.then, "over": comes.over},
        "reach": comes.reach,
        "odds": None if comes.odds is None else rounded(comes.odds),
    }


def rounded(odds: Odds) -> dict[str, Any]:
    """Return odds as plain data."""
    found = asdict(odds)
    return found | {"defeat": round(odds.defeat, DIGITS), "hits": round(odds.hits, DIGITS)}
