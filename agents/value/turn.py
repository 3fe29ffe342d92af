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

    Args:
        facts: The game.
        parameters: Width of the beam and folder of a value network, as ``champion`` takes them.
        notify: Called with a sentence if the network was trained with other rules.

    Raises:
        AgentError: There is no such network, it was made for another game, or the width is no
            positive number.
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
        return self._player.plan(
            self._weights,
            batch.publics,
            batch.keys,
            (self._width, _STEPS),
            self._card.progress_weight,
        )
