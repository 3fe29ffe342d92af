"""Bounds: evaluations show them whole games, and nobody sits beside them."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest

from tablemates.agents.bounds import Bound
from tablemates.agents.configs import read_config
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.runner import play
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.test_evaluation import BASE

NAME = f"{__name__}:Peeker"


class Peeker(Bound):
    """Plays the first legal action, and notes what it was shown."""

    name = "peeker"
    seen: ClassVar[list[tuple[int, int]]] = []

    def __init__(self, _facts):
        self._game = Game(Settings(players=2))

    def act_seeing(self, records, taken):
        actions = []
        for record, count in zip(records, taken, strict=True):
            self.seen.append((int(record.view(STATE)["hidden"]["seed"][0]), count))
            self._game.restore(record.tobytes())
            actions.append(int(np.flatnonzero(self._game.mask)[0]))
        return np.array(actions)


def plan_of(**options):
    given = {"levels": [1], "players": [2], "games": 2, "workers": 1, **options}
    return read_config(Plan, BASE, options=given)


def test_an_evaluation_shows_a_bound_whole_games():
    Peeker.seen.clear()
    rows = play(plan_of(agents=[NAME]))
    assert [row.agents for row in rows] == [(NAME, NAME)] * 2
    assert all(row.forfeit is None for row in rows)
    for row in rows:
        counts = [count for seed, count in Peeker.seen if seed == row.seed]
        assert set(counts) == set(range(row.decisions))


@pytest.mark.parametrize(
    "options", [{"agents": [f"{NAME}+random"]}, {"agents": [NAME], "noise": 0.1}]
)
def test_a_bound_has_no_partners(options):
    with pytest.raises(AgentError, match="sees what is hidden"):
        play(plan_of(**options))
