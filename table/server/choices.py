"""The legal choices for a page: what each points at, and what certainly comes of it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from envs.core.game import CHANCE, OVER
from envs.portal_dash.action_strings import space_of
from envs.portal_dash.decision_strings import describe_decision
from envs.portal_dash.event_strings import told
from envs.portal_dash.game import Game
from envs.portal_dash.rules import catalogue as C
from envs.portal_dash.rules import limits as L
from envs.portal_dash.rules.vocabulary import Decision, Outcome
from table.game import TableGame, choices_of
from table.glass import Glass
from table.odds import Odds, fight_odds, reach_at, reroll_odds
from table.server.pointing import kind_of, pointed_at

#: Decisions after which one stands somewhere else of one's own accord, or is pushed there.
_WALKS: Final = frozenset({Decision.START_SPACE, Decision.ACTION, Decision.STEP, Decision.PUSH})
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
        choice |= ahead.of(action, choice["kind"])
        choice["chance"] = None if chance is None else round(chance, DIGITS)
    return found


class Ahead:
    """Looks at what certainly comes of a choice: all that happens before the next roll or draw.

    Args:
        game: The game.
        glass: Where it is tried.
    """

    def __init__(self, game: Game, glass: Glass) -> None:
        self._game = game
        self._trial = glass.certain(game.save())
        self._begin = self._trial.save()

    def of(self, action: int, kind: str) -> dict[str, Any]:
        """Return ``leads``, ``reach`` and ``odds`` of a legal choice."""
        game, trial = self._game, self._trial
        trial.restore(self._begin)
        trial.step(action)
        p, names = trial.public, trial.strings.names
        over = None
        if trial.to_move() == OVER:
            over = "won" if p.outcome == Outcome.WON else "lost"
        events = trial.events()
        seat = int(game.public.decider)
        walks = kind in ("step", "space") and game.public.decision in _WALKS
        reach = reach_at(p, names, seat) if walks and over is None else None
        odds = self._odds(action, kind, events)
        return {
            "leads": {
                "happens": told(events),
                "then": describe_decision(p, names),
                "over": over,
            },
            "reach": reach,
            "odds": None if odds is None else rounded(odds),
        }

    def _odds(self, action: int, kind: str, events: list[dict[str, Any]]) -> Odds | None:
        game, trial = self._game, self._trial
        p, names = game.public, game.strings.names
        if p.decision == Decision.REROLL and kind == "count":
            return reroll_odds(p, names, action - C.COUNT)
        if p.decision == Decision.FIGHT and kind == "space":
            space = space_of(names, action)
            piece = next(m for m in range(L.MOBS) if p.mob_space[m] == space)
            return fight_odds(p, names, int(p.decision_about), piece)
        for event in events:
            if event["event"] == "fight_started" and trial.to_move() == CHANCE:
                return fight_odds(trial.public, names, event["slot"], event["mob"])
        return None


def rounded(odds: Odds) -> dict[str, Any]:
    """Return odds as plain data."""
    found = asdict(odds)
    return found | {"defeat": round(odds.defeat, DIGITS), "hits": round(odds.hits, DIGITS)}
