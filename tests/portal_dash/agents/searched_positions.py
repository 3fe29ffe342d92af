"""Interpreted: the planner searches, and each position's choices are listed a second time.

``NUMBA_DISABLE_JIT=1 python -m tests.portal_dash.agents.searched_positions 6`` lets the planner
answer so many decisions about mobs, and compares the choices that it sees in the
positions below them with those of a scratch space that knows no other position.
It prints how many positions were compared, and in how many of them a mob's end
was to be chosen.
"""

from __future__ import annotations

import sys

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner import expansion, search
from tablemates.agents.registry import find_agent
from tablemates.envs.core.compiled import INTERPRETED
from tablemates.envs.portal_dash.rules.legal import list_legal
from tablemates.envs.portal_dash.rules.records import work_of
from tablemates.envs.portal_dash.rules.state import WORK
from tablemates.envs.portal_dash.rules.vocabulary import Decision
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.games import played, situation

ABOUT_MOBS = {Decision.NEXT_MOB, Decision.SPAWNER, Decision.MOB_END}


def main(asked: int) -> None:
    """Search below so many decisions."""
    assert INTERPRETED
    compared: list[int] = []

    def listed(s, box, w):
        list_legal(s, box, w)
        fresh = work_of(np.zeros(WORK.itemsize, np.uint8))
        list_legal(s, box, fresh)
        seen = w.legal[: w.legal_count].tolist()
        assert seen == fresh.legal[: fresh.legal_count].tolist(), "choices of another position"
        compared.append(int(s.public.decision))

    facts = GameFacts.of(Settings())
    planner = find_agent("planner", facts)
    for module in (search, expansion):
        module.list_legal = listed
    settings = Settings(level=5, players=3)
    for number in range(40):
        for game, key in played(settings, number, find_agent("rules", facts)):
            if game.public.decision in ABOUT_MOBS:
                planner.act(situation(game, key))
                asked -= 1
                break
        if asked == 0:
            break
    print(len(compared), compared.count(int(Decision.MOB_END)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
