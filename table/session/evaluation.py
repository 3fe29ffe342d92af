"""Move evaluation: the chance to win before and after each choice of a finished game.

An adviser's chances of winning say what each choice was worth against the best one, and how far
chance and other players moved them between one choice and the next. The first estimate and these
changes add up to the outcome, for the team or for each seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tablemates.agents.errors import AgentError
from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.settings import Settings
from tablemates.envs.core.history.replay import Replay
from tablemates.envs.core.views.agent import Situation
from tablemates.table.session.lookahead import Sandbox
from tablemates.table.session.partners import explain, make_agent

#: Futures in which a choice is evaluated that the adviser does not list.
_FUTURES: Final = 4


@dataclass(slots=True)
class MoveEvaluation:
    """A player's choice, evaluated.

    The chance to win is ``before`` with the best choice, ``after`` with the one made (``better``:
    the best one, if it is another), and moved by ``luck`` until the next choice of the team or
    seat.
    """

    at: int
    turn: int
    seat: int
    before: float
    after: float
    text: str
    better: str | None
    happened: list[str]
    luck: float = 0.0


def evaluate(
    settings: Settings, adviser: str, replay: Replay, records: Sequence[bytes]
) -> list[MoveEvaluation]:
    """Evaluate every choice of players in a finished game, by the states before and after them."""
    evaluator = _Evaluator(settings, adviser, replay.seed)
    sandbox = evaluator.sandbox
    moves: list[MoveEvaluation] = []
    last: dict[int, MoveEvaluation] = {}  # by team, or by seat
    for at, action in enumerate(replay.actions):
        game = sandbox.still(records[at])
        seat = game.to_move()
        if seat < 0:
            continue
        chances = evaluator.chances(game, at)
        best, before = max(chances.items(), key=lambda one: one[1])
        turn, text = game.turn, game.describe(action)
        better = None if best == action else game.describe(best)
        game.step(action)
        happened = game.told()
        side = 0 if game.co_operative else seat
        if action in chances:
            after = chances[action]
        else:
            after = min(before, evaluator.chance_after(records[at], action, side, at))
        if side in last:
            last[side].luck = before - last[side].after
        last[side] = MoveEvaluation(at, turn, seat, before, after, text, better, happened)
        moves.append(last[side])
    end = sandbox.still(records[-1])
    for side, move in last.items():
        move.luck = end.scaled(end.returns()[side]) - move.after
    evaluator.agent.close()
    return moves


class _Evaluator:
    """An agent, asked for chances of winning."""

    def __init__(self, settings: Settings, adviser: str, seed: int | None) -> None:
        self.sandbox = Sandbox(settings)
        self.agent = make_agent(adviser, settings)
        self._seed = seed

    def chances(self, game: Game, at: int) -> Mapping[int, float]:
        """Return the chances of winning with the choices that the agent lists."""
        found = explain(self.agent, Situation.of(game, self._seed, at)).candidates
        if not found or not all(0.0 <= one.value <= 1.0 for one in found):
            raise AgentError(f"{self.agent.name} states no chances of winning")
        return {one.action: float(one.value) for one in found}

    def chance_after(self, record: bytes, action: int, side: int, at: int) -> float:
        """Return the mean chance at the next decision of a side, over some futures."""
        total = 0.0
        for n in range(_FUTURES):
            game = self.sandbox.resampled(record, at * _FUTURES + n, chance="sampled")
            game.step(action)
            while game.to_move() != OVER and not game.co_operative and game.to_move() != side:
                chances = self.chances(game, at)
                game.step(max(chances, key=lambda one: chances[one]))
            if game.to_move() == OVER:
                total += game.scaled(game.returns()[side])
            else:
                total += max(self.chances(game, at).values())
        return total / _FUTURES
