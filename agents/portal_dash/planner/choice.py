"""The planner's compiled entry point: many decisions in one call."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tablemates.agents.portal_dash.copying import copy_public
from tablemates.agents.portal_dash.nesting import nested
from tablemates.agents.portal_dash.planner.desk import Desk, desk_of
from tablemates.agents.portal_dash.planner.search import ROOT, choice_values
from tablemates.envs.core.cache import own_cache
from tablemates.envs.core.compiled import compiled
from tablemates.envs.core.record import Array16, Bytes, Words
from tablemates.envs.portal_dash.rules.records import box_of, state_of, work_of
from tablemates.envs.portal_dash.rules.resample import draw_hidden
from tablemates.envs.portal_dash.rules.state import Box, Work

_FOLDER: Final = Path(__file__).parent
#: What is not compiled; only what is makes machine code stale.
_PLAIN: Final = {"agent.py", "candidates.py", "chances.py", "files.py", "reasons.py"}
#: What its machine code is made of, besides the engine.
SOURCES: Final = [
    *(_FOLDER.parent / name for name in ("copying.py", "nesting.py")),
    *(file for file in _FOLDER.glob("*.py") if file.name not in _PLAIN),
]


@nested
def think(public: Bytes, box: Box, w: Work, key: int, desk: Desk) -> int:
    """Value every legal action of a decision, with a hidden part of the planner's own.

    Args:
        public: The public part of a game; what follows it is not looked at.
        box: What is in the box.
        w: Scratch space.
        key: Seed of the hidden part that is drawn.
        desk: Weights and scratch space. Written: ``actions``, ``values``, ``value_terms`` and
            ``ends``.

    Returns:
        The number of legal actions.
    """
    root = desk.nodes[ROOT]
    copy_public(root, public)
    s = state_of(root)
    # what is looked ahead at is sampled, even where the game's own chance is explicit
    s.public.explicit_chance = 0
    for i in range(len(desk.weights)):
        desk.weights[i] = desk.sets[s.public.players - 1, i]
    draw_hidden(s, box, key)
    w.ends_known = 0
    return choice_values(box, w, desk)


@nested
def best_choice(desk: Desk, n: int) -> int:
    """Return the action of the highest value, the first of equals."""
    best = 0
    for i in range(1, n):
        if desk.values[i] > desk.values[best]:
            best = i
    return int(desk.actions[best])


with own_cache(SOURCES) as CODE:

    @compiled
    def choose_all(
        publics: Bytes, box: Bytes, work: Bytes, keys: Words, desk: Bytes, actions: Array16
    ) -> int:
        """Answer decisions of many games.

        Args:
            publics: The public part of each game, shape ``(games, bytes)``.
            box: What is in the box.
            work: Scratch space.
            keys: Seeds of the hidden parts that are drawn, shape ``(games,)``.
            desk: Weights and scratch space; it keeps the values of the last decision.
            actions: Written: the answers, shape ``(games,)``.

        Returns:
            How many legal actions the last decision has.
        """
        b = box_of(box)
        w = work_of(work)
        d = desk_of(desk)
        n = 0
        for i in range(len(publics)):
            n = think(publics[i], b, w, keys[i], d)
            actions[i] = best_choice(d, n)
        return n
