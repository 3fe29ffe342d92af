"""Lasting requests to bots, and what the judge of a game says of a person's choice.

A request names words of choices: a bot takes such a choice, or leaves it to others, as long as
that costs little of the chance to win, as the judge sees it. So every bot of every game grants it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tablemates.agents.roster import roster_of
from tablemates.envs.core.views.agent import Situation
from tablemates.table.server.messages import RequestError
from tablemates.table.server.workers import Workers
from tablemates.table.session.game import TableGame

#: What a request may cost of the chance to win.
PRICE: Final = 0.05
#: How far the chances of choices may lie apart that are alike, at even odds. Where the team
#: decides, at all odds; for one's own choices less where the game is nearly decided, so that
#: whoever is about to win still plays.
_TRIFLE: Final = 0.04
_LEAST_TRIFLE: Final = 0.0015
_MANY: Final = 30  # choices of a seat, from which on a game is a long one

WishKind: TypeAlias = Literal["do", "leave"]


@dataclass(slots=True)
class Wish:
    """A lasting request to the bot in a seat, and what it did about it last, a sentence."""

    number: int
    seat: int
    kind: WishKind
    words: str
    last: str = ""

    def fits(self, text: str) -> bool:
        """Return whether a choice in words has all of the request's words."""
        words = [word.strip(".,!?").rstrip("s") for word in self.words.lower().split()]
        return all(word in text.lower() for word in words if word not in _SMALL)

    def grants(self, text: str) -> bool:
        """Return whether a choice in words agrees with the request."""
        return self.fits(text) == (self.kind == "do")


_SMALL: Final = frozenset(("a", "an", "me", "my", "of", "the", "to", "with"))


def judge_of(game: str) -> str | None:
    """Return who judges all choices of a game at once: the value network, or its adviser."""
    known = roster_of(game)
    return "value" if "value" in known.sentences else known.adviser


def are_alike(values: Collection[float], shared: bool, made: float = 0.0) -> bool:
    """Return whether the chances to win with choices hardly differ, of the team's or one's own.

    The more choices a seat has ``made``, the more may be between them: an evening ends.
    """
    best = max(values)
    most = _TRIFLE if shared else _LEAST_TRIFLE + _TRIFLE * 4 * best * (1 - best)
    return best - min(values) <= most * max(1.0, made / _MANY)


async def chances(workers: Workers, table: TableGame, situation: Situation) -> dict[int, float]:
    """Return the chance to win with the present choices, as the judge sees it."""
    agent = judge_of(table.game.settings.game)
    if agent is None:
        raise RequestError("refused", "Nobody here judges the choices of this game.")
    found = await workers.explain(agent, table.game, situation)
    return {one.action: one.value for one in found.candidates if 0.0 <= one.value <= 1.0}


async def granted(
    wishes: Iterable[Wish], workers: Workers, table: TableGame, situation: Situation, action: int
) -> int:
    """Return what a bot does instead of its choice because it was asked to."""
    game, at = table.game, table.moves
    texts = {one: game.describe(one) for one in table.legal}
    for wish in wishes:
        if wish.seat != game.to_move() or not any(map(wish.fits, texts.values())):
            continue
        if wish.grants(texts.get(action, "")):  # the game may have gone on meanwhile
            continue
        values = await chances(workers, table, situation)
        agreeing = [one for one in values if one in texts and wish.grants(texts[one])]
        if not agreeing or action not in values:
            continue
        best = max(agreeing, key=values.__getitem__)
        cost = max(values.values()) - values[best]
        if cost > PRICE:
            wish.last = f"Not at move {at}: it would have cost {100 * cost:.0f} points."
            continue
        wish.last = f"Done at move {at}: {texts[best]}."
        action = best
    return action
