"""Positions that are one position to the rules, told otherwise: more to learn from each.

What the rules do not tell apart may be exchanged without changing any chance or outcome:

- the cube may be turned by quarters and mirrored (BLOCK-02 counts sides, not directions);
- the slots of each inventory may be in any order;
- two columns of a piglin task that have the same size may change places.

Observation and actions then change by one and the same exchange of their places. Colours
and numbers of players appear in neither: seats are relative, so there is nothing to
exchange. What is *not* the same: seats in another order (turns go clockwise), block
colours (each has an ability of its own), the board upside down (the face-down tiles have
one way up, so other boards may follow), the Netherite supply in another order (of equal tiles
there the first one alone may be chosen).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.networks.plan_rows import PlanRows
from tablemates.envs.core.record import Array8
from tablemates.envs.portal_dash.actions import id_ranges
from tablemates.envs.portal_dash.observation.layout import Layout
from tablemates.envs.portal_dash.rules import limits as L

Indices = npt.NDArray[np.intp]

_GRID: Final = np.arange(L.CUBE_COLUMNS).reshape(4, 4)
#: Columns of the cube in the order of each of its eight views.
_CUBE: Final = np.array(
    [np.rot90(side, turns).ravel() for side in (_GRID, _GRID.T) for turns in range(4)]
)
#: Blocks of the observation by what their first axis counts.
_BY_COLUMN: Final = ("cube", "cube_colours", "hidden_colours")
_TASKS: Final = 3
_SAME: Final = 2  # columns of a task that may be of one size: the first two


@dataclass(frozen=True, slots=True)
class Views:
    """How each of some decisions is told.

    Attributes:
        places: Numbers of an observation that may move, ascending.
        sources: Where each of these comes from, shape ``(decisions, places)``.
        ids: Which action is meant by each one that is told, shape ``(decisions, actions)``.
        rows: How plans stand beside observations; None: there are none.
    """

    places: Indices
    sources: Indices
    ids: Indices
    rows: PlanRows | None = None

    def of_inputs(self, inputs: Array8) -> Array8:
        """Return observations, with the plans beside them if there are any, as they are told."""
        if self.rows is None:
            return self.of_observations(inputs)
        told = inputs.copy()
        seen = self.rows.seen(told)
        for n in range(seen.shape[1]):
            seen[:, n] = self.of_observations(seen[:, n])
        self.rows.put_actions(told, self.told(self.rows.actions(told)))
        return told

    def of_observations(self, observations: Array8) -> Array8:
        """Return observations, privileged ones too, as they are told."""
        told = observations.copy()
        here = self.places < observations.shape[1]
        told[:, self.places[here]] = np.take_along_axis(observations, self.sources[:, here], 1)
        return told

    def of_masks(self, masks: Array8) -> Array8:
        """Return masks as they are told."""
        return np.take_along_axis(masks, self.ids, 1)

    def meant(self, actions: npt.NDArray[np.integer[Any]]) -> Indices:
        """Return which actions are meant by those that were told, shape ``(decisions,)``."""
        return np.take_along_axis(self.ids, np.asarray(actions, np.intp)[:, None], 1)[:, 0]

    def told(self, actions: npt.NDArray[np.integer[Any]]) -> Indices:
        """Return how actions are told, shape ``(decisions, any)``; negative ones stay."""
        back = np.empty_like(self.ids)
        np.put_along_axis(back, self.ids, np.arange(self.ids.shape[1])[None], axis=1)
        found = np.take_along_axis(back, np.maximum(actions, 0).astype(np.intp), 1)
        return np.where(actions < 0, actions, found)


class Symmetry:
    """Draws views.

    Args:
        layout: Of the observation, privileged or not.
        rows: How plans stand beside observations; None: there are none.
    """

    def __init__(self, layout: Layout, rows: PlanRows | None = None) -> None:
        self._rows = rows
        self._blocks = {
            block.name: np.arange(block.start, block.start + block.size).reshape(block.shape[0], -1)
            for block in layout.blocks
        }
        ranges = id_ranges(layout.board_shape)
        self._actions = max(one.stop for one in ranges.values())
        self._starts = {name: one.start for name, one in ranges.items()}
        items = layout["items"]
        self._slots = np.arange(items.start, items.start + items.size).reshape(
            L.PLAYERS * L.SLOTS, -1
        )
        size = layout["places"].index("size")
        self._sizes = self._blocks["places"][:, size]
        self._columns = [name for name in _BY_COLUMN if name in self._blocks]
        moving = [*(self._blocks[name] for name in (*self._columns, "places"))]
        self._places = np.sort(np.concatenate([one.ravel() for one in (*moving, self._slots)]))
        self._where = np.zeros(layout.size, np.intp)
        self._where[self._places] = np.arange(len(self._places))

    def draw(self, observations: Array8, rng: np.random.Generator, share: float = 1.0) -> Views:
        """Return a random view of each decision.

        Args:
            observations: Of the decisions.
            rng: Draws.
            share: Of the decisions that are told otherwise; the others stay as they are.
        """
        count = len(observations)
        moved = rng.random(count) < share
        cube = _CUBE[rng.integers(len(_CUBE), size=count) * moved]
        slots = _orders(rng, (count, L.PLAYERS, L.SLOTS), moved)
        sources = np.tile(self._places, (count, 1))
        ids = np.tile(np.arange(self._actions), (count, 1))
        for name in self._columns:
            self._move(sources, self._blocks[name], cube)
        first = np.arange(L.PLAYERS)[:, None] * L.SLOTS
        self._move(sources, self._slots, (slots + first).reshape(count, -1))
        places = self._exchanged(observations, rng, moved)
        self._move(sources, self._blocks["places"], places)
        for group, order in (("column", cube), ("slot", slots[:, 0]), ("place", places)):
            start = self._starts[group]
            ids[:, start : start + order.shape[1]] = start + order
        return Views(self._places, sources, ids, self._rows)

    def _move(self, sources: Indices, block: Indices, order: Indices) -> None:
        """Let each row of a block come from the row that an order names."""
        sources[:, self._where[block.ravel()]] = block[order].reshape(len(order), -1)

    def _exchanged(
        self, observations: Array8, rng: np.random.Generator, moved: npt.NDArray[np.bool_]
    ) -> Indices:
        """Return orders of the piglin board's columns: those of one size may change places."""
        sizes = observations[:, self._sizes]
        order = np.tile(np.arange(len(self._sizes)), (len(observations), 1))
        for first in range(0, len(self._sizes), len(self._sizes) // _TASKS):
            pair = slice(first, first + _SAME)
            same = sizes[:, first] == sizes[:, first + 1]
            swap = moved & same & (rng.random(len(observations)) < 0.5)
            order[swap, pair] = order[swap, pair][:, ::-1]
        return order


class Telling:
    """Tells each decision in one of its equivalent forms.

    Args:
        symmetry: Draws the forms.
        share: Of the decisions that are told otherwise than they are.
        seed: Of the draws.
    """

    def __init__(self, symmetry: Symmetry, share: float, seed: int) -> None:
        self._symmetry = symmetry
        self._share = share
        self._rng = np.random.default_rng([seed, 1])
        self._before = self._rng.bit_generator.state
        self._views: Views

    def tell(self, observations: Array8, masks: Array8) -> tuple[Array8, Array8]:
        """Return the next decisions and their legal actions as they are told."""
        self._before = self._rng.bit_generator.state
        self._views = self._symmetry.draw(observations, self._rng, self._share)
        return self._views.of_inputs(observations), self._views.of_masks(masks)

    def meant(self, actions: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.intp]:
        """Return which actions are meant by answers to what was told last."""
        return self._views.meant(actions)

    def privileged(self, states: Array8) -> Array8:
        """Return privileged observations of the same decisions as they are told."""
        return self._views.of_observations(states)

    def state(self) -> str:
        """Return what ``restore`` needs to tell the present decisions in the same way."""
        return json.dumps(self._before)

    def restore(self, state: str) -> None:
        """Go on from ``state``."""
        self._rng.bit_generator.state = json.loads(state)


def _orders(
    rng: np.random.Generator, shape: tuple[int, ...], moved: npt.NDArray[np.bool_]
) -> Indices:
    """Return random orders along the last axis, of those that are not moved the usual one."""
    orders = np.argsort(rng.random(shape), axis=-1)
    orders[~moved] = np.arange(shape[-1])
    return orders
