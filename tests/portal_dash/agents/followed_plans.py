"""Interpreted: the planner's best plans are made choice by choice.

``NUMBA_DISABLE_JIT=1 python -m tests.portal_dash.agents.followed_plans 14`` lets the planner answer
so many decisions about actions, and makes the choices of the path that it keeps for each
of its plans: they have to lead where the plan ends, or to the first chance on its way.
It prints how many paths led to the end of a plan, how many to a chance, and how
many choices the longest one has.
"""

from __future__ import annotations

import sys

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.compiled import PUBLIC_SIZE
from tablemates.agents.portal_dash.planner.buffers import buffers_of
from tablemates.agents.portal_dash.planner.expansion import run_on
from tablemates.agents.portal_dash.planner.search import ROOT, UNSEEN
from tablemates.agents.registry import find_agent
from tablemates.envs.core.compiled import INTERPRETED
from tablemates.envs.portal_dash.rules.flow import decide
from tablemates.envs.portal_dash.rules.records import box_of, state_of, work_of
from tablemates.envs.portal_dash.rules.state import WORK
from tablemates.envs.portal_dash.rules.vocabulary import Decision
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.games import played, situation

CHANCE = {Decision.FIGHT, Decision.REROLL}


def made(node, path, box, work):
    """Make the choices of a path; return how many were made up to the first chance."""
    for n, action in enumerate(path.tolist(), start=1):
        s = state_of(node)
        if s.public.decision in CHANCE:
            return n
        work.ends_known = 0
        decide(s, box, work, action)
        finds = run_on(s, box, work) // 4
        s.public.decisions = 0
        if finds:
            return n
    return 0


def main(asked: int) -> None:
    """Make the choices of the plans of so many decisions."""
    assert INTERPRETED
    facts = GameFacts.of(Settings())
    planner = find_agent("planner", facts)
    box, work = box_of(facts.box.copy()), work_of(np.zeros(WORK.itemsize, np.uint8))
    ended = by_chance = longest = 0
    for number in range(40):
        for game, key in played(Settings(level=5, players=2), number, find_agent("rules", facts)):
            if game.public.decision != Decision.ACTION or game.public.turn < number:
                continue
            planner.act(situation(game, key))
            buf = buffers_of(planner._buffers)
            for row in np.flatnonzero(buf.values[: int(game.mask.sum())] > UNSEEN):
                path = buf.paths[row, : buf.paths_length[row]]
                assert path[0] == buf.actions[row]
                node = buf.nodes[ROOT].copy()
                chance = made(node, path, box, work)
                if chance:
                    assert chance == len(path), "a path goes on after a chance"
                    by_chance += 1
                else:
                    same = node[:PUBLIC_SIZE] == buf.ends[row, :PUBLIC_SIZE]
                    assert same.all(), "a path leads somewhere else"
                    ended += 1
                longest = max(longest, len(path))
            asked -= 1
            break
        if asked == 0:
            break
    print(ended, by_chance, longest)


if __name__ == "__main__":
    main(int(sys.argv[1]))
