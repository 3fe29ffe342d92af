"""Move evaluation: what each choice of a finished game kept of the chance to win.

An adviser's chances of winning say what each choice was worth against the best one: the same
numbers as in its hints, so that who followed those has lost nothing. A choice that the adviser does
not list is played on beside the best one in the same futures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from tablemates.agents.errors import AgentError
from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.settings import Settings
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.core.views.past import History, Recorder
from tablemates.table.session.lookahead import Sandbox
from tablemates.table.session.partners import explain, make_agent

#: Futures in which a choice that the adviser does not list is played on.
_FUTURES: Final = 4
#: Added to chances before they are compared: at 1 %, an error of the estimate is all there is.
_FLOOR: Final = 0.05


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

    @property
    def kept(self) -> float:
        """Part of the chance to win that the choice kept, 1 at the most."""
        return (self.after + _FLOOR) / (self.before + _FLOOR)


@dataclass(frozen=True, slots=True)
class Balance:
    """Balance of a game for the team or for a seat, in chance to win.

    ``first``, ``luck`` and ``decisions`` add up to the ``outcome``, from 0 to 1. Decisions cost at
    most what there was at first, and luck is the rest: it is 1 at the most in either direction.
    """

    first: float
    outcome: float
    moves: Sequence[MoveEvaluation]

    @property
    def decisions(self) -> float:
        """Change by the choices, 0 at the most."""
        return self.first * (prod(one.kept for one in self.moves) - 1.0)

    @property
    def luck(self) -> float:
        """Change by chance, and by players of other sides."""
        return self.outcome - self.first - self.decisions

    def part(self, moves: Sequence[MoveEvaluation]) -> float:
        """Return which part of ``decisions`` some of the choices have, so that all add up to it."""
        lost = sum(1.0 - one.kept for one in self.moves)
        return self.decisions * sum(1.0 - one.kept for one in moves) / lost if lost else 0.0


def evaluate(
    settings: Settings,
    adviser: str,
    records: Sequence[bytes],
    actions: Sequence[int],
    seed_at: Callable[[int], int | None],
) -> dict[int, Balance]:
    """Evaluate every choice of players in a finished game.

    Args:
        settings: Of the game.
        adviser: Who gives hints in it.
        records: The states before and after each of the actions.
        actions: All moves.
        seed_at: What was hidden after so many moves had been drawn from.

    Returns:
        By seat; where all win together, that of the team as 0.
    """
    evaluator = _Evaluator(settings, adviser, seed_at)
    sandbox = evaluator.sandbox
    evaluator.seen = Recorder(sandbox.still(records[0]))
    sides: dict[int, list[MoveEvaluation]] = {}
    for at, action in enumerate(actions):
        game = sandbox.still(records[at])
        seat = game.to_move()
        if seat < 0:
            continue
        side = 0 if game.co_operative else seat
        public = game.public_record.copy()
        chances = evaluator.chances(game, at)
        best, before = max(chances.items(), key=lambda one: one[1])
        turn, text = game.turn, game.describe(action)
        better = None if best == action else game.describe(best)
        game.step(action)
        happened = game.told()
        after = chances.get(action)
        if after is None:
            after = before - evaluator.loss(records[at], best, action, side, at)
        evaluator.seen.note(seat, action, public)
        made = MoveEvaluation(at, turn, seat, before, max(0.0, after), text, better, happened)
        moves = sides.setdefault(side, [])
        if moves:
            moves[-1].luck = before - moves[-1].after
        moves.append(made)
    end = sandbox.still(records[-1])
    evaluator.agent.close()
    balances = {}
    for side, moves in sides.items():
        outcome = end.scaled(end.returns()[side])
        moves[-1].luck = outcome - moves[-1].after
        balances[side] = Balance(moves[0].before, outcome, moves)
    return balances


class _Evaluator:
    """An agent, asked for chances of winning.

    ``seen`` has the decisions before the one that is evaluated, also where it is asked about what
    may come after.
    """

    seen: Recorder

    def __init__(
        self, settings: Settings, adviser: str, seed_at: Callable[[int], int | None]
    ) -> None:
        self.sandbox = Sandbox(settings)
        self.agent = make_agent(adviser, settings)
        self._seed_at = seed_at

    def chances(self, game: Game, at: int) -> Mapping[int, float]:
        """Return the chances of winning with the choices that the agent lists, as its hints do."""
        history = History(game.to_move(), self.seen.past())
        now = Situation.of(game, self._seed_at(at), at, history)
        found = explain(self.agent, now).candidates
        if not found or not all(0.0 <= one.value <= 1.0 for one in found):
            raise AgentError(f"{self.agent.name} states no chances of winning")
        return {one.action: float(one.value) for one in found}

    def loss(self, record: bytes, best: int, action: int, side: int, at: int) -> float:
        """Return what an action costs a side against the best one, in the same futures."""
        futures = range(at * _FUTURES, (at + 1) * _FUTURES)
        best_after, after = (
            [self._chance_after(record, one, side, at, seed) for seed in futures]
            for one in (best, action)
        )
        return max(0.0, sum(best_after) - sum(after)) / _FUTURES

    def _chance_after(self, record: bytes, action: int, side: int, at: int, seed: int) -> float:
        """Return the chance at the next decision of a side, in one future."""
        game = self.sandbox.resampled(record, seed, chance="sampled")
        game.step(action)
        while game.to_move() != OVER and not game.co_operative and game.to_move() != side:
            chances = self.chances(game, at)
            game.step(max(chances, key=lambda one: chances[one]))
        if game.to_move() == OVER:
            return game.scaled(game.returns()[side])
        return max(self.chances(game, at).values())
