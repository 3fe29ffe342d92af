"""The clairvoyant bound: how often a team wins that knows the stack, the tiles and every roll.

With everything known a game is a puzzle for one: some line of play wins, or none
does. The clairvoyant plays the true game on, with its true streams, along many
lines: each of its choices, followed by the script or by a planner of another style. It takes
the first that wins, else the one that comes furthest. A line that was found to
win is found again at every later decision, so what it finds it plays.

What kind of bound: its win rate is a **lower bound of the optimum with perfect
information**, since more lines can only find more wins. That optimum is an upper
bound for every honest player. The printed number itself is therefore no limit
that honest players could not pass, but what is gained by knowing everything and
a fair amount of search: an honest agent close to it has little left to gain
that is not foresight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.bounds import Bound
from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.copying import PUBLIC_SIZE
from tablemates.agents.portal_dash.planner.files import named_weights
from tablemates.agents.portal_dash.rollouts import Rollouts
from tablemates.agents.portal_dash.rollouts.script import SCRIPT
from tablemates.agents.portal_dash.search.budget import Budget
from tablemates.envs.core.record import Bytes
from tablemates.envs.portal_dash.rules.state import STATE

#: Lines played in one call after the first.
_CHUNK: Final = 8


class ClairvoyantAgent(Bound):
    """Plays the true game on along many lines and takes one that wins.

    Args:
        facts: The game it plays.
        parameters: How many lines a decision may try.
    """

    name = "clairvoyant"
    DEFAULT: Final = Budget(simulations=64)

    def __init__(self, facts: GameFacts, parameters: str = "") -> None:
        budget = Budget.parse(parameters, self.DEFAULT)
        if budget.simulations is None:
            raise AgentError(
                "clairvoyant takes a number of lines, so that its bound is the same "
                "on every machine: write clairvoyant:64"
            )
        if parameters:
            self.name = f"clairvoyant:{budget}"
        self._lines = budget.simulations
        sets = named_weights()
        self._planners = [SCRIPT, *(name for name in sets if name != SCRIPT)]
        self._rollouts = Rollouts(facts, sets)

    def act_seeing(self, records: Bytes, taken: Sequence[int]) -> npt.NDArray[np.int64]:
        """Return the first action of the best line of each game."""
        return np.array(
            [self._choose(record, int(n)) for record, n in zip(records, taken, strict=True)],
            np.int64,
        )

    def _choose(self, record: Bytes, taken: int) -> int:
        game = np.require(record, np.uint8, ["C"])
        seed = int(game.view(STATE)["hidden"]["seed"][0])
        thoughts = self._rollouts.think(game[:PUBLIC_SIZE], seed, SCRIPT)
        order = np.argsort(-thoughts.values, kind="stable")
        actions = thoughts.actions[order].astype(np.int64)
        best, furthest = int(actions[0]), -1.0
        left = self._lines
        for planner in self._planners:
            done = 0
            while done < len(actions) and left > 0:
                size = 1 if left == self._lines else min(_CHUNK, left)
                some = actions[done : done + size]
                count = len(some)
                endings = self._rollouts.play_out(
                    np.tile(game, (count, 1)),
                    planner,
                    [seed] * count,
                    first=some,
                    taken=np.full(count, taken, np.int64),
                )
                place = int(np.argmax(endings.progress))
                if endings.won[place]:
                    return int(some[place])
                if endings.progress[place] > furthest:
                    best, furthest = int(some[place]), float(endings.progress[place])
                done += count
                left -= count
        return best
