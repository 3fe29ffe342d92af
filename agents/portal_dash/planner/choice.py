"""The planner's compiled entry point: from what is public to the values of all choices."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from agents.portal_dash.planner.desk import Desk, new_desk
from agents.portal_dash.planner.search import NODES, ROOT, SIZE, choice_values
from agents.portal_dash.planner.weights import Term
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
        nodes: Bytes,
        values: npt.NDArray[np.float64],
        terms: npt.NDArray[np.float64],
        actions: Array16,
        desk: Desk,
    ) -> int:
        """Value every legal action of a decision, with a hidden part of the planner's own.

        Args:
            public: The public part of a game.
            box: What is in the box.
            work: Scratch space.
            seed: Of the hidden part that is drawn.
            nodes: Scratch, shape ``(NODES, SIZE)``.
            values: Written: one value a legal action.
            terms: Written: what it is the sum of.
            actions: Written: the legal actions, ascending.
            desk: Weights and scratch space.

        Returns:
            The number of legal actions.
        """
        root = nodes[ROOT]
        root[:] = 0
        root[: len(public)] = public
        s = state_of(root)
        b = box_of(box)
        w = work_of(work)
        # what is looked ahead at is sampled, even where the game's own chance is explicit
        s.public.explicit_chance = 0
        draw_hidden(s, b, seed)
        w.ends_known = 0
        n = choice_values(b, w, nodes, values, terms, desk)
        w.ends_known = 0
        list_legal(s, b, w)
        for i in range(n):
            actions[i] = w.legal[i]
        return n


class Scratch:
    """The buffers of one planner; not to be shared between threads."""

    def __init__(self, weights: npt.NDArray[np.float64]) -> None:
        self.work = np.zeros(WORK.itemsize, np.uint8)
        self.nodes = np.zeros((NODES, SIZE), np.uint8)
        self.values = np.zeros(L.LEGAL, np.float64)
        self.terms = np.zeros((L.LEGAL, len(Term)), np.float64)
        self.actions = np.zeros(L.LEGAL, np.int16)
        self.desk = new_desk(weights)
