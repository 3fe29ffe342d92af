"""The agent ``turn``: plans its whole turn by a value network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.value.champion import shipped, split
from tablemates.agents.value.files import read_value
from tablemates.agents.value.network import Floats
from tablemates.agents.value.player import ValuePlayer
from tablemates.envs.core.agent import Batch, BatchAgent, Candidate, Explanation, Situation
from tablemates.envs.core.record import Array16

_WIDTH: Final = 8
#: Most decisions of a turn that are planned.
_STEPS: Final = 16


class TurnAgent(BatchAgent):
    """Beam search over the decisions of its own turn, judged where chance or another seat is next.

    ``parameters``: the width of the beam and the folder of a value network, as ``champion`` takes
    them.
    """

    name = "turn"

    def __init__(self, facts: GameFacts, parameters: str, notify: Callable[[str], None]) -> None:
        width, folder = split(parameters)
        if width and (not width.isdecimal() or int(width) == 0):
            raise AgentError(
                f"{width!r} is no width of a beam: write how many positions are kept, turn:8"
            )
        if parameters:
            self.name = f"turn:{parameters}"
        self._width = int(width) if width else _WIDTH
        self._card, self._weights = read_value(folder or shipped(facts.game), facts, notify)
        self._player = ValuePlayer(facts)
        self._program = self._player.program("turns")

    def act_batch(self, batch: Batch) -> Array16:
        """Return the first action of the best plan of every decision."""
        return self._plan(batch)[0]

    def explain(self, situation: Situation) -> Explanation:
        """Return first actions with the chance of winning at the end of the best plan of each.

        Where returns are more than won or lost, the chance is the return scaled to 0 to 1.
        """
        (action,), (values,) = self._plan(situation.alone())
        order = np.lexsort((-values, np.arange(len(values)) != action))
        return Explanation(
            tuple(
                Candidate(n, float(values[n]), f"chance of winning {values[n]:.1%} after this turn")
                for n in order.tolist()
                if values[n] >= 0
            )
        )

    def _plan(self, batch: Batch) -> tuple[Array16, Floats]:
        """Return actions, and the value of the best plan with each action, see ``plan``."""
        player, games = self._player, len(batch)
        answers = np.zeros(games, np.int16)
        values = np.zeros((games, player.actions), np.float32)
        with player.compiling("turn"):
            self._program.plan(
                player.records_of(batch.publics),
                player.facts.box,
                player.work(),
                np.array(batch.keys, np.uint64),
                self._weights,
                player.cells,
                self._width,
                _STEPS,
                player.least,
                self._card.progress_weight,
                answers,
                values,
            )
        return answers, values
