"""What a script thinks, told to networks with each decision.

A network that is advised learns where to follow the script and where not (residual policy
learning, Silver et al. 2018): it begins with the script's play. There are two ways. Marks
are an opinion of every legal action; they take the place of the mask's ones, so that
whatever carries a mask carries them too: 0 is illegal, ``UNSEEN_MARK`` was not looked at,
more is better, ``BEST_MARK`` is what the script itself plays. Plans show where the
script's best choices lead, see ``tablemates.agents.portal_dash.plans``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

import numpy as np

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.networks.base import BEST_MARK, UNSEEN_MARK
from tablemates.agents.networks.plan_rows import PlanRows
from tablemates.agents.portal_dash.planner.agent import (
    PlannerAgent,
    planner_of_style,
    tuned_planner,
)
from tablemates.agents.portal_dash.planner.search import UNSEEN
from tablemates.agents.portal_dash.planner.weights import Numbers
from tablemates.envs.core.agent import Batch
from tablemates.envs.core.record import Array8

_TUNED: Final = "planner-tuned"
_STYLE: Final = "planner:"
#: Points of the planner that are worth little, and marks that a doubling costs.
_LITTLE: Final = 4.0
_DOUBLING: Final = 16.0


class Adviser(ABC):
    """A script that tells a network what it thinks of each decision.

    Args:
        name: ``planner-tuned``, ``planner:STYLE``, or ``ahead``, which tells of plans alone.
        rows: How its plans stand beside observations; None: it tells of none.
    """

    def __init__(self, name: str, rows: PlanRows | None = None) -> None:
        self.name = name
        self.rows = rows

    @abstractmethod
    def tell(self, batch: Batch) -> tuple[Array8, Array8]:
        """Return what a network is given of decisions in the place of observations and masks.

        Args:
            batch: The decisions.

        Returns:
            ``int8``, shapes ``(decisions, inputs)`` and ``(decisions, actions)``.
        """

    def reasons(self, told: Array8, actions: Sequence[int]) -> list[str]:
        """Return in words what tells choices of a decision apart; nothing of those unknown to it.

        Args:
            told: What a network was given of the decision, shape ``(1, inputs)``.
            actions: Choices, the best first.
        """
        del told
        return [""] * len(actions)


class MarkingAdviser(Adviser):
    """A script that marks every legal action.

    Args:
        name: As of ``Adviser``.
        facts: The game.

    Raises:
        AgentError: No script of that name values its choices.
    """

    def __init__(self, name: str, facts: GameFacts) -> None:
        super().__init__(name)
        self._planner = planner_of(name, facts)

    def tell(self, batch: Batch) -> tuple[Array8, Array8]:
        """Return observations as they are, and masks with marks in the place of their ones."""
        marked = np.zeros_like(batch.masks)
        for n, key in enumerate(batch.keys):
            legal = np.flatnonzero(batch.masks[n])
            if len(legal) > 1:
                marked[n, legal] = marks_of(self._planner.values(batch.publics[n], key))
            else:
                marked[n, legal] = BEST_MARK
        return batch.observations, marked


def marks_of(values: Numbers) -> Array8:
    """Return the marks of one decision's choices.

    Args:
        values: What each is worth to the script, shape ``(choices,)``.
    """
    behind = values.max() - values
    steps = np.minimum(_DOUBLING * np.log2(1.0 + behind / _LITTLE), BEST_MARK)
    marks: Array8 = np.maximum(BEST_MARK - 1 - steps, UNSEEN_MARK + 1).astype(np.int8)
    marks[values <= UNSEEN] = UNSEEN_MARK
    marks[np.argmax(values)] = BEST_MARK
    return marks


def planner_of(name: str, facts: GameFacts) -> PlannerAgent:
    """Return the script of a name.

    Raises:
        AgentError: No script of that name values its choices.
    """
    if name == _TUNED:
        return tuned_planner(facts)
    if name.startswith(_STYLE):
        return planner_of_style(name.removeprefix(_STYLE), facts)
    raise AgentError(
        f"{name!r} advises nobody: {_TUNED} and {_STYLE}STYLE do, and ahead where plans are told"
    )
