"""Best-response proximity: how much of what a partner allows an entrant makes of it.

In a cell, which is a scenario and the partners in the other seats, the score of an agent is the
games it wins there; where no line-up wins one, its progress. Proximity is
``(score - floor) / (best - floor)``: the floor is the score of random play, the best that of
whoever does best there: a best response that was trained or searches, the partner itself, or an
entrant. A best response that is none would make proximity look good. So every cell has a
certificate: the response, the strongest of the candidates, is compared on the same games with the
partner itself in the entrant's seat and with every entrant.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from tablemates.agents.evaluation.plan import Agents
from tablemates.agents.evaluation.result_rows import Row
from tablemates.agents.evaluation.stats.estimates import Estimate, Floats, over_seeds

#: ``holds``: nobody does better, by the lower bound of each paired difference; ``fails``: somebody
#: does, by the upper bound; ``open``: more games, or a stronger candidate, would tell.
Certificate: TypeAlias = Literal["holds", "open", "fails"]

_RESAMPLES: Final = 2_000
_BOOTSTRAP_SEED: Final = 1979
#: Part of the cells, the worst, that the mean of the worst is over.
_WORST: Final = 0.25
_OUTSIDE: Final = 0.025


@dataclass(frozen=True, eq=False)
class ProximityCell:
    """A scenario with some partners.

    Attributes:
        block: Cells of one block share their seeds.
        scenario: In words.
        partners: Who has the other seats.
        scores: Of every agent in the entrant's seat, by game, shape ``(games,)``.
        floor: Who is the floor.
        response: The best candidate for a best response.
        rivals: Whom it is compared with.
    """

    block: str
    scenario: str
    partners: Agents
    scores: Mapping[str, Floats]
    floor: str
    response: str
    rivals: tuple[str, ...]

    @property
    def best(self) -> str:
        """Best of all, the response where it does no worse than others."""
        known = dict.fromkeys((self.response, *self.rivals))
        return max(known, key=lambda one: float(self.scores[one].mean()))

    @property
    def margins(self) -> dict[str, Estimate]:
        """The lead of the response over each rival, on the same games."""
        ours = self.scores[self.response]
        return {
            rival: over_seeds(ours - self.scores[rival], np.arange(len(ours)), least=-1.0)
            for rival in self.rivals
            if rival != self.response
        }

    @property
    def certificate(self) -> Certificate:
        """The verdict whether the response is a bound of what rivals reach."""
        margins = self.margins.values()
        if any(one.high < 0 for one in margins):
            return "fails"
        return "holds" if all(one.low >= 0 for one in margins) else "open"

    @property
    def room(self) -> bool:
        """True if the best is above the floor, by the lower bound of the difference."""
        apart = self.scores[self.best] - self.scores[self.floor]
        return over_seeds(apart, np.arange(len(apart)), least=-1.0).low > 0

    def proximity(self, agent: str, weights: npt.NDArray[np.float64] | None = None) -> Floats:
        """Return the proximity of an agent, of each row of ``weights`` of games; None: of all.

        Shape ``(rows,)``; it may be above 1 in rows in which the agent does better than the best.
        """
        games = len(self.scores[agent])
        heavy = np.ones((1, games)) if weights is None else weights
        mine, floor, best = (
            heavy @ self.scores[one] / heavy.sum(axis=1) for one in (agent, self.floor, self.best)
        )
        room = best - floor
        return np.where(room > 0, (mine - floor) / np.where(room > 0, room, 1.0), np.nan)


@dataclass(frozen=True, slots=True)
class Proximity:
    """Nearness of an entrant to best responses, over cells of equal weight.

    ``mean`` and ``worst`` (of the worst quarter of the cells) have a bootstrap's interval, in which
    the games of a seed are drawn together.
    """

    agent: str
    cells: int
    mean: Estimate
    worst: Estimate


def cell_of(
    block: str,
    rows: Sequence[Row],
    partners: Agents,
    entrants: Sequence[str],
    candidates: Sequence[str],
    floor: str,
) -> ProximityCell:
    """Return the cell of rows in which somebody sits with the partners.

    ``rows`` are of one scenario; the entrant has the last seat.
    """
    ours = [row for row in rows if row.agents[:-1] == partners]
    by_agent: dict[str, dict[int, Row]] = {}
    for row in ours:
        by_agent.setdefault(row.agents[-1], {})[row.number] = row
    numbers = sorted(set.intersection(*(set(one) for one in by_agent.values())))
    anybody = any(row.won for row in ours)
    scores = {
        agent: np.array(
            [float(bool(found[n].won)) if anybody else found[n].progress for n in numbers]
        )
        for agent, found in by_agent.items()
    }
    known = [one for one in candidates if one in scores]
    response = max(known, key=lambda one: float(scores[one].mean()))
    rivals = tuple(dict.fromkeys((*partners, *entrants)))
    rivals = tuple(one for one in rivals if one in scores)
    return ProximityCell(block, ours[0].scenario, partners, scores, floor, response, rivals)


def proximity_of(agent: str, cells: Sequence[ProximityCell]) -> Proximity:
    """Return the proximity of an entrant over cells in which there is room."""
    rng = np.random.default_rng(_BOOTSTRAP_SEED)
    weights: dict[tuple[str, int], npt.NDArray[np.float64]] = {}
    values, resampled = [], []
    for cell in cells:
        games = len(cell.scores[agent])
        if (cell.block, games) not in weights:
            drawn = rng.multinomial(games, np.full(games, 1 / games), _RESAMPLES)
            weights[cell.block, games] = drawn.astype(np.float64)
        values.append(float(cell.proximity(agent)[0]))
        resampled.append(cell.proximity(agent, weights[cell.block, games]))
    table = np.array(resampled)  # cells, resamples
    # A resample in which a cell has no room says nothing about that cell.
    table = np.where(np.isnan(table), np.array(values)[:, None], table)
    worst = max(1, math.ceil(_WORST * len(values)))

    def estimate(value: float, samples: Floats) -> Estimate:
        low, high = np.quantile(samples, [_OUTSIDE, 1 - _OUTSIDE])
        return Estimate(value, float(low), float(high))

    return Proximity(
        agent,
        len(values),
        estimate(float(np.mean(values)), table.mean(axis=0)),
        estimate(
            float(np.sort(values)[:worst].mean()), np.sort(table, axis=0)[:worst].mean(axis=0)
        ),
    )
