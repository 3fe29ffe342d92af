"""Which games are worth playing: neither those always won nor those always lost.

Each cell, a level with a number of players, is drawn with a weight of p(1 - p), p the
share of its recent games that were won: where that is 0 or 1 there is nothing to learn
from an outcome (Tzannetos et al. 2023 and others use the same weight). A share of the
games is drawn evenly, so that no cell is forgotten.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final

import numpy as np

from tablemates.envs.core.seeds import drawn_seed
from tablemates.envs.core.vector_choosing import Chosen

#: Games of a cell that its win rate is taken over.
_RECENT: Final = 200


class Curriculum:
    """Draws games.

    Args:
        levels: Numbers of levels; what is named twice is drawn twice as often.
        players: Numbers of players, likewise.
        share: Of the games that are drawn by their weights; the others are drawn evenly.
        seed: Of the draws.
        perturbed: Share of the games that begin with random actions, so that learners also
            see where nobody's play leads.
        opening: How many these are at most.
        parts: Sets of parts beside the usual one, numbered from 1.
        perturbed_parts: Share of the games that are played with one of these.
    """

    def __init__(
        self,
        levels: Sequence[int],
        players: Sequence[int],
        share: float,
        seed: int,
        perturbed: float = 0.0,
        opening: int = 1,
        parts: int = 0,
        perturbed_parts: float = 0.0,
    ) -> None:
        self._levels = list(levels)
        named = Counter(product(levels, players))
        self._cells = list(named)
        self._named = np.array([*named.values()])
        self._share = share
        self._perturbed = perturbed
        self._opening = opening
        self._parts = parts
        self._perturbed_parts = perturbed_parts
        self._rng = np.random.default_rng(seed)
        self._won: dict[tuple[int, int], deque[bool]] = {
            cell: deque(maxlen=_RECENT) for cell in self._cells
        }

    def note(self, level: int, players: int, won: bool) -> None:
        """Take note of a game that has ended."""
        self._won[level, players].append(won)

    def chances(self) -> dict[tuple[int, int], float]:
        """Return how likely each cell is to be drawn."""
        # As if one more game had been won and one lost: a new cell is worth a try.
        rates = [(sum(won) + 1) / (len(won) + 2) for won in self._won.values()]
        weights = self._named * np.array([rate * (1.0 - rate) for rate in rates])
        even = self._named / self._named.sum()
        mixed = self._share * weights / weights.sum() + (1.0 - self._share) * even
        return dict(zip(self._cells, mixed.tolist(), strict=True))

    def draw(self, count: int) -> Chosen:
        """Draw games."""
        chances = [*self.chances().values()]
        cells = [self._cells[n] for n in self._rng.choice(len(chances), count, p=chances).tolist()]
        perturbed = self._rng.random(count) < self._perturbed
        return Chosen(
            seeds=[drawn_seed(self._rng) for _ in cells],
            levels=[self._levels.index(level) for level, _ in cells],
            players=[players for _, players in cells],
            openings=(perturbed * self._rng.integers(1, self._opening + 1, count)).tolist(),
            rng=self._rng,
            parts=self._draw_parts(count),
        )

    def _draw_parts(self, count: int) -> list[int] | None:
        if self._parts == 0:
            return None
        other = self._rng.random(count) < self._perturbed_parts
        parts: list[int] = (other * self._rng.integers(1, self._parts + 1, count)).tolist()
        return parts

    def state(self) -> str:
        """Return what ``restore`` needs, as text."""
        won = [[int(one) for one in self._won[cell]] for cell in self._cells]
        return json.dumps({"random": self._rng.bit_generator.state, "won": won})

    def restore(self, state: str) -> None:
        """Go on from ``state``."""
        values: Mapping[str, Any] = json.loads(state)
        self._rng.bit_generator.state = values["random"]
        for cell, won in zip(self._cells, values["won"], strict=True):
            self._won[cell] = deque(map(bool, won), maxlen=_RECENT)
