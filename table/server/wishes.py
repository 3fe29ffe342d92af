"""Lasting requests to bots, and what the judge of a game says of a person's choice.

A request names words of choices: a bot takes such a choice, or leaves it to others, as long as
that costs little of the chance to win, as the judge sees it. So every bot of every game grants it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from tablemates.agents.roster import roster_of
from tablemates.envs.core.game import Game
from tablemates.table.server.messages import RequestError
from tablemates.table.server.workers import Workers

if TYPE_CHECKING:
    from tablemates.table.server.room import GameRoom

#: What a request may cost of the chance to win, and what makes choices alike.
PRICE: Final = 0.05
TRIFLE: Final = 0.005

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


def judge_of(game: str, adviser: str | None) -> str | None:
    """Return who judges all choices of a game at once: the value network, or its adviser."""
    return "value" if "value" in roster_of(game).sentences else adviser


async def chances(workers: Workers, room: GameRoom) -> Mapping[int, float]:
    """Return the chance to win with the present choices, as the judge sees it."""
    agent = judge_of(room.game, roster_of(room.game).adviser)
    if agent is None:
        raise RequestError("refused", "Nobody here judges the choices of this game.")
    table = room.table
    found = await workers.explain(agent, table.game, room.situation(table.moves))
    return {one.action: one.value for one in found.candidates if 0.0 <= one.value <= 1.0}


async def granted(room: GameRoom, workers: Workers, action: int) -> int:
    """Return what a bot does instead of its choice because it was asked to."""
    game, at = room.table.game, room.table.moves
    texts = {one: game.describe(one) for one in room.table.legal}
    for wish in room.wishes:
        if wish.seat != game.to_move() or not any(map(wish.fits, texts.values())):
            continue
        if wish.grants(texts.get(action, "")):
            continue
        values = await chances(workers, room)
        agreeing = [one for one in values if wish.grants(texts.get(one, ""))]
        if not agreeing or action not in values:
            continue
        best = max(agreeing, key=lambda one: values[one])
        cost = max(values.values()) - values[best]
        if cost > PRICE:
            wish.last = f"Not at move {at}: it would have cost {100 * cost:.0f} points."
            continue
        wish.last = f"Done at move {at}: {texts[best]}."
        action = best
    return action


def verdict(values: Mapping[int, float], action: int, game: Game) -> dict[str, Any]:
    """Return what a choice costs against the best one."""
    if action not in values:
        return {"loss": None, "best": None}
    best = max(values, key=lambda one: values[one])
    return {"loss": round(values[best] - values[action], 4), "best": game.describe(best)}


def trifle(values: Mapping[int, float], legal: list[int]) -> int | None:
    """Return the best choice if all are alike, else None."""
    if len(legal) < 2 or set(values) != set(legal):
        return None
    alike = max(values.values()) - min(values.values()) <= TRIFLE
    return max(values, key=lambda one: values[one]) if alike else None
