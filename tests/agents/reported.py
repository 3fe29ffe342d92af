"""A small evaluation that tests of summaries and reports look at."""

from pathlib import Path

from tablemates.agents.configs import read_config
from tablemates.agents.evaluation.plan import Plan

BASE = Path("configs/eval/base.yaml")
GAMES = 8


def small_plan():
    """Return a plan of two agents in four cells, ``GAMES`` games each."""
    options = {"agents": ["random", "rules"], "levels": [1, 4], "players": [1, 2], "games": GAMES}
    return read_config(Plan, BASE, options=options | {"workers": 1})


def changed(rows, **values):
    return [row.model_copy(update=values) for row in rows]
