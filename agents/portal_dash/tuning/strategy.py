"""CMA-ES over the logarithms of the planner's weights, for one number of players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError, LibraryError
from tablemates.agents.portal_dash.planner.weights import Numbers, Weight
from tablemates.envs.core.documents import nearest

_NAMES: Final = {weight.name.lower(): weight for weight in Weight}


class Strategy:
    """Candidates for the weights, and what is learnt from how they fare.

    Weights that are zero at the start stay zero: a factor cannot move them.

    Args:
        start: The weights to begin with, indexed by ``Weight``.
        candidates: How many each generation has.
        spread: Standard deviation of the first ones' logarithms.
        most: How far a logarithm may move.
        fixed: Names of weights that stay as they are.
        seed: Of the candidates.

    Raises:
        LibraryError: The library for it is not installed.
        AgentError: No weight has a name of ``fixed``.
    """

    def __init__(
        self,
        start: Numbers,
        candidates: int,
        spread: float,
        most: float,
        fixed: Sequence[str],
        seed: Sequence[int],
    ) -> None:
        try:
            import cma
        except ImportError as error:
            raise LibraryError("tuning needs cma: pip install 'tablemates[tune]'") from error
        for name in fixed:
            if name not in _NAMES:
                raise AgentError(f"fixed: no weight is called {name!r}{nearest(name, _NAMES)}")
        free = start != 0.0
        free[[_NAMES[name] for name in fixed]] = False
        self._start = start
        self._free = np.flatnonzero(free)
        self._most = most
        self._random = np.random.default_rng(seed)
        options: dict[str, Any] = {
            "popsize": candidates,
            # Many weights and noisy games: variances alone are learnt faster than covariances.
            "CMA_diagonal": True,
            # Numbers of our own, so that runs side by side do not disturb each other.
            "seed": np.nan,
            "randn": self._normal,
            "verbose": -9,
        }
        self._strategy = cma.CMAEvolutionStrategy(np.zeros(len(self._free)), spread, options)
        self._points: list[npt.NDArray[np.float64]] = []

    def ask(self) -> list[Numbers]:
        """Return the next generation's weights."""
        self._points = self._strategy.ask()
        return [self._weights(point) for point in self._points]

    def tell(self, scores: Sequence[float]) -> None:
        """Learn from how the generation that was asked for has fared; more is better."""
        self._strategy.tell(self._points, [-score for score in scores])

    @property
    def best(self) -> Numbers:
        """The weights in the middle of what is searched now."""
        return self._weights(self._strategy.mean)

    @property
    def spread(self) -> float:
        """How far the candidates lie apart: the step size."""
        return float(self._strategy.sigma)

    def _normal(self, *shape: int) -> npt.NDArray[np.float64]:
        return self._random.standard_normal(shape)

    def _weights(self, point: npt.NDArray[np.float64]) -> Numbers:
        weights = self._start.copy()
        weights[self._free] *= np.exp(np.clip(point, -self._most, self._most))
        return weights
