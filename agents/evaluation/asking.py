"""Asking an agent in games at tables."""

from __future__ import annotations

from tablemates.agents.bounds import Bound
from tablemates.agents.evaluation.tables import Integers, Tables
from tablemates.agents.outside.asking import Answer, answers
from tablemates.envs.core.agent import Agent


def ask(agent: Agent, tables: Tables, lanes: Integers) -> list[Answer]:
    """Return an agent's answers to the decisions in some lanes, or what went wrong with them.

    Bounds come in through the door of those that see everything.
    """
    if isinstance(agent, Bound):
        taken = tables.taken[lanes].tolist()
        return [int(one) for one in agent.act_seeing(tables.records(lanes), taken)]
    return answers(agent, tables.decisions(lanes))
