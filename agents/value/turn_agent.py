"""The agent ``turn``: plans its whole turn by a value network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.search.halving import Integers
from tablemates.agents.value import turn_plans
from tablemates.agents.value.agent import split, value_agent
from tablemates.agents.value.network import Floats
from tablemates.envs.core.records.layout import Array16, Bytes
from tablemates.envs.core.views.agent import (
    Batch,
    BatchAgent,
    Candidate,
    Explanation,
    Situation,
    Worth,
)

#: Positions that are kept at each step.
_WIDTH: Final = 8
#: Most decisions of a turn that are planned.
_STEPS: Final = 16


class Plans(NamedTuple):
    """The best plans of some decisions, see ``turns.plan``.

    Attributes:
        actions: The first action of the best plan of each.
        values: What the best plan with each action is worth, shape ``(decisions, actions)``.
        ends: Records at the ends of the plans of the last decision, shape ``(actions, bytes)``.
        mover: Who takes the last decision.
    """

    actions: Array16
    values: Floats
    ends: Bytes
    mover: int

    def ranked(self) -> tuple[Integers, Floats]:
        """Return first actions at the last decision, the best first, and what they are worth."""
        values, best = self.values[-1], int(self.actions[-1])
        order = np.lexsort((-values, np.arange(len(values)) != best))
        order = order[values[order] >= 0]
        return order, values[order]


class TurnAgent(BatchAgent):
    """Beam search over the decisions of its own turn, judged where chance or another seat is next.

    ``parameters``: the width of the beam and the folder of a value network, as ``champion`` takes
    them.
    """

    name = "turn"
    worth_unit = "chance of winning"

    def __init__(self, facts: GameFacts, parameters: str, notify: Callable[[str], None]) -> None:
        width, folder = split(parameters, facts.game)
        if width and (not width.isdecimal() or int(width) == 0):
            raise AgentError(
                f"{width!r} is no width of a beam: write how many positions are kept, turn:8"
            )
        if parameters:
            self.name = f"turn:{parameters}"
        self._width = int(width) if width else _WIDTH
        self.network = value_agent(self.name, folder, facts, notify)

    def act_batch(self, batch: Batch) -> Array16:
        """Return the first action of the best plan of every decision."""
        return self.plan(batch).actions

    def explain(self, situation: Situation) -> Explanation:
        """Return first actions with the chance of winning at the end of the best plan of each.

        Where returns are more than won or lost, the chance is the return scaled to 0 to 1.
        """
        actions, values = self.plan(situation.alone()).ranked()
        return Explanation(
            tuple(
                Candidate(n, value, f"chance of winning {value:.1%} after this turn")
                for n, value in zip(actions.tolist(), values.tolist(), strict=True)
            )
        )

    def worth(self, batch: Batch) -> Worth:
        """Return the chance of winning at the end of the best plan with each first action."""
        values = self.plan(batch).values[:, : batch.masks.shape[1]].astype(np.float64)
        return np.where((values >= 0) & (batch.masks == 1), values, np.nan)

    def plan(self, batch: Batch) -> Plans:
        """Return the best plans of decisions."""
        network, player, games = self.network, self.network.player, len(batch)
        answers = np.zeros(games, np.int16)
        actions = batch.masks.shape[1]
        values = np.zeros((games, actions), np.float32)
        ends = player.records_of(np.zeros((actions, 0), np.uint8))
        mover = turn_plans.plan(
            player.rules,
            player.records_of(batch.publics),
            player.facts.box,
            player.work(),
            np.array(batch.keys, np.uint64),
            player.new_judge(network.weights, network.card.progress_weight),
            self._width,
            _STEPS,
            answers,
            values,
            ends,
        )
        return Plans(answers, values, ends, int(mover))
