"""The planner's compiled entry point: from what is public to the values of all choices."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.portal_dash.planner.search import BEAM, SIZE, choice_values
from agents.portal_dash.planner.threat import new_table
from agents.portal_dash.planner.way import new_map
from envs.core.cache import own_cache
from envs.core.compiled import compiled
from envs.core.record import Array16, Bytes
from envs.portal_dash.rules import limits as L
from envs.portal_dash.rules.legal import list_legal
from envs.portal_dash.rules.records import box_of, state_of, work_of
from envs.portal_dash.rules.resample import draw_hidden
from envs.portal_dash.rules.state import WORK

with own_cache(sorted(Path(__file__).parent.glob("*.py"))):

    @compiled
    def value_choices(
        public: Bytes,
        box: Bytes,
        work: Bytes,
        seed: int,
        weights: npt.NDArray[np.float64],
        nodes: Bytes,
        values: npt.NDArray[np.float64],
        damage: npt.NDArray[Any],
        way: npt.NDArray[Any],
        actions: Array16,
    ) -> int:
        """Value every legal action of a decision, with a hidden part of the planner's own.

        Args:
            public: The public part of a game.
            box: What is in the box.
            work: Scratch space.
            seed: Of the hidden part that is drawn.
            weights: Indexed by ``Weight``.
            nodes: Scratch, shape ``(2 * BEAM + 3, SIZE)``.
            values: Written: one value a legal action.
            damage: Scratch, see ``threat.new_table``.
            way: Scratch, see ``way.new_map``.
            actions: Written: the legal actions, ascending.

        Returns:
            The number of legal actions.
        """
        root = nodes[2 * BEAM + 2]
        root[:] = 0
        root[: len(public)] = public
        s = state_of(root)
        b = box_of(box)
        w = work_of(work)
        # what is looked ahead at is sampled, even where the game's own chance is explicit
        s.public.explicit_chance = 0
        draw_hidden(s, b, seed)
        n = choice_values(root, b, w, weights, nodes, values, damage, way)
        w.ends_known = 0
        list_legal(s, b, w)
        for i in range(n):
            actions[i] = w.legal[i]
        return n


class Scratch:
    """The buffers of one planner; not to be shared between threads."""

    def __init__(self) -> None:
        self.work = np.zeros(WORK.itemsize, np.uint8)
        self.nodes = np.zeros((2 * BEAM + 3, SIZE), np.uint8)
        self.values = np.zeros(L.LEGAL, np.float64)
        self.damage = new_table()
        self.way = new_map()
        self.actions = np.zeros(L.LEGAL, np.int16)
