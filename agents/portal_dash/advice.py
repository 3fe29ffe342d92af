"""What a script thinks of the legal actions, told to networks through the mask.

A network that is advised sees the script's opinion of every choice and learns where to
follow it and where not (residual policy learning, Silver et al. 2018): it begins with the
script's play. The opinion takes the place of the mask's ones, so that whatever carries a
mask carries it too: 0 is illegal, ``UNSEEN_MARK`` was not looked at, more is better,
``BEST_MARK`` is what the script itself plays.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from agents.errors import AgentError
from agents.facts import GameFacts
from agents.networks.base import BEST_MARK, UNSEEN_MARK
from agents.portal_dash.planner.agent import PlannerAgent, planner_of_style, tuned_planner
from agents.portal_dash.planner.search import UNSEEN
from agents.portal_dash.planner.weights import Numbers
from envs.core.agent import Batch
from envs.core.record import Array8

_TUNED: Final = "planner-tuned"
_STYLE: Final = "planner:"
#: Points of the planner that are worth little, and marks that a doubling costs.
_LITTLE: Final = 4.0
_DOUBLING: Final = 16.0


class Adviser:
    """A script that says what it thinks of every choice.

    Args:
        name: ``planner-tuned``, or ``planner:STYLE``.
        facts: The game.

    Raises:
        AgentError: No script of that name values its choices.
    """

    def __init__(self, name: str, facts: GameFacts) -> None:
        self.name = name
        self._planner = _planner(name, facts)

    def marks(self, batch: Batch) -> Array8:
        """Return masks with the script's opinion in the place of their ones.

        Args:
            batch: The decisions.

        Returns:
            ``int8``, shape ``(decisions, actions)``.
        """
        marked = np.zeros_like(batch.masks)
        for n, key in enumerate(batch.keys):
            legal = np.flatnonzero(batch.masks[n])
            if len(legal) > 1:
                marked[n, legal] = marks_of(self._planner.values(batch.publics[n], key))
            else:
                marked[n, legal] = BEST_MARK
        return marked


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


def _planner(name: str, facts: GameFacts) -> PlannerAgent:
    if name == _TUNED:
        return tuned_planner(facts)
    if name.startswith(_STYLE):
        return planner_of_style(name.removeprefix(_STYLE), facts)
    raise AgentError(f"{name!r} advises nobody: {_TUNED} and {_STYLE}STYLE do")
