"""Lasting requests to bots, and what the judge of a game says of a person's choice.

See ``tablemates.agents.companion.requests``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from tablemates.agents.companion.requests import Kind, Request, answer, judge_of
from tablemates.envs.core.views.agent import Situation
from tablemates.table.server.messages import RequestError
from tablemates.table.server.workers import Workers
from tablemates.table.session.game import TableGame

#: How far the chances of choices may lie apart that are alike, at even odds. Where the team
#: decides, at all odds; for one's own choices less where the game is nearly decided, so that
#: whoever is about to win still plays.
_TRIFLE: Final = 0.04
_LEAST_TRIFLE: Final = 0.0015
_MANY: Final = 30  # choices of a seat, from which on a game is a long one


@dataclass(slots=True)
class Wish:
    """A lasting request to the bot in a seat, and what it did about it last, a sentence."""

    number: int
    seat: int
    kind: Kind
    words: str
    last: str = ""

    @property
    def request(self) -> Request:
        """The request as the bot gets it."""
        return Request(self.kind, self.words)


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
        if wish.seat != game.to_move() or not any(map(wish.request.fits, texts.values())):
            continue
        if wish.request.grants(texts.get(action, "")):  # the game may have gone on meanwhile
            continue
        values = await chances(workers, table, situation)
        found = answer(wish.request, texts, values, action)
        if found is None:
            continue
        if not found.granted():
            wish.last = f"Not at move {at}: it would have cost {100 * found.cost:.0f} points."
            continue
        wish.last = f"Done at move {at}: {texts[found.action]}."
        action = found.action
    return action
