"""Upper bound on every agent, by information relaxation with penalties.

Whoever knows all that is hidden and all dice plays a game without chance, whose best line is
found by looking at every one. That is an upper bound on any agent's return, and a useless one where
clairvoyance always wins. So each outcome of chance costs what it was worth: an estimate of the
value after it less the mean over all outcomes. That costs an agent without foresight nothing on
average, hence the bound stays one whatever the estimate says; were it exact, the bound would be the
optimum in every single game (Brown, Smith and Sun 2010).

All lines are looked at, so this is for small games; there is no such bound where they are too many.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tablemates.agents.errors import AgentError
from tablemates.agents.value.agent import ValueAgent
from tablemates.agents.value.luck_loop import tell
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.settings import Settings
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.registry import new_game

#: What a position is worth to seat 0, scaled to 0 to 1, by what can be seen.
Estimate = Callable[[Game], float]

#: Moves of a line, outcomes among them; what goes on for longer counts as won.
_LONGEST: Final = 200


def by_network(agent: ValueAgent) -> Estimate:
    """Return the estimate of a network: of the best action, in a game of equal returns."""

    def estimate(game: Game) -> float:
        return float(agent.judge(Situation.of(game, 0, 0))[1][0, 0])

    return estimate


class Relaxation:
    """Bounds games of some settings, whose seats share their return.

    Args:
        settings: Of one scenario.
        estimate: What outcomes cost by; None: nothing, so the bound is clairvoyance alone.
        most: Positions of a game that are looked at, at most.
    """

    def __init__(
        self, settings: Settings, estimate: Estimate | None, most: int = 1_000_000
    ) -> None:
        self._game = new_game(replace(settings, chance="explicit"))
        self._estimate, self._most = estimate, most
        self._known: dict[bytes, float] = {}
        self._looked = 0

    def bound(self, seed: int) -> float:
        """Return the bound in one game; the mean over seeds bounds the mean return of any agent.

        Raises:
            AgentError: The game has too many positions.
        """
        self._game.lane.explicit_chance = 2  # stops at chance, and knows what it draws
        self._game.new(seed)
        self._known.clear()
        self._looked = 0
        return self._best(self._game.save(), 0)

    def _best(self, record: bytes, moves: int) -> float:
        if record in self._known:
            return self._known[record]
        self._looked += 1
        if self._looked > self._most:
            raise AgentError(
                f"a game has more than {self._most:,} positions: the bound is for smaller games"
            )
        game = self._game
        seat = game.restore(record)
        if seat == OVER:
            found = game.scaled(game.returns()[0])
        elif moves == _LONGEST:
            found = 1.0
        elif seat == CHANCE:
            came = tell(game.engine.table, game.record, game.box)
            told = game.save()
            values, mean = ({came: 0.0}, 0.0) if self._estimate is None else self._outcomes(told)
            game.restore(told)
            game.step(came)
            found = self._best(game.save(), moves + 1) - (values[came] - mean)
        else:
            found = max(self._best(self._after(record, one), moves + 1) for one in game.legal)
        self._known[record] = found
        return found

    def _after(self, record: bytes, move: int) -> bytes:
        self._game.restore(record)
        self._game.step(move)
        return self._game.save()

    def _outcomes(self, record: bytes) -> tuple[dict[int, float], float]:
        """Return what a position is worth after each outcome of chance, and their mean."""
        self._game.restore(record)
        values, chances = (one.tolist() for one in self._game.chance_outcomes())
        found = {value: self._worth(self._after(record, value)) for value in values}
        return found, sum(p * found[value] for value, p in zip(values, chances, strict=True))

    def _worth(self, record: bytes) -> float:
        game, estimate = self._game, self._estimate
        seat = game.restore(record)
        if seat == OVER:
            return game.scaled(game.returns()[0])
        if seat == CHANCE:
            return self._outcomes(record)[1]
        assert estimate is not None
        return estimate(game)
