"""The choices that a plan is made of, for whoever keeps to it.

A plan is what the search's best choice leads to. As long as nothing but the plan's own
choices happens, there is no need to search again, which is what a game that is only tried
out saves time by. Where a fight or a find comes, the plan ends.
"""

from __future__ import annotations

from tablemates.agents.portal_dash.planner.desk import Desk
from tablemates.envs.core.compiled import helper
from tablemates.envs.portal_dash.rules.flow import is_legal
from tablemates.envs.portal_dash.rules.state import Public, Work

#: Instead of an action: there is no plan to keep to.
NO_PLAN = -1


@helper
def extend(desk: Desk, k: int, at: int, action: int) -> None:
    """Write the path of a new row of the beam: that of row ``k``, and one choice more."""
    length = int(desk.path_length[k])
    for n in range(length):
        desk.path[at, n] = desk.path[k, n]
    if desk.certain[k] == 1:  # what follows an odd chance is planned anew when it is there
        desk.path[at, length] = action
        length += 1
    desk.path_length[at] = length


@helper
def finish(desk: Desk, k: int, origin: int, action: int) -> None:
    """Write the path of a root's choice: that of row ``k``, and one choice more."""
    length = int(desk.path_length[k])
    for n in range(length):
        desk.paths[origin, n] = desk.path[k, n]
    if desk.certain[k] == 1:
        desk.paths[origin, length] = action
        length += 1
    desk.paths_length[origin] = length


@helper
def forget(desk: Desk) -> None:
    """Have no plan."""
    desk.plan_length = 0
    desk.plan_at = 0


@helper
def take_up(desk: Desk, best: int, turn: int) -> None:
    """Plan to make the choices after the first that belong to a root's choice.

    Args:
        desk: Whose search has just ended.
        best: Row of the choice that is made now.
        turn: The turn.
    """
    desk.plan_length = desk.paths_length[best]
    desk.plan_at = 1
    desk.plan_turn = turn
    for n in range(desk.plan_length):
        desk.plan[n] = desk.paths[best, n]


@helper
def next_planned(desk: Desk, p: Public, w: Work) -> int:
    """Return the next choice of the plan, ``NO_PLAN`` where it has ended or is not possible.

    Args:
        desk: With the plan.
        p: A game at a decision.
        w: With the legal actions of the decision.
    """
    at = int(desk.plan_at)
    if at >= desk.plan_length or p.turn != desk.plan_turn:
        return NO_PLAN
    action = int(desk.plan[at])
    if not is_legal(w, action):
        desk.plan_length = 0
        return NO_PLAN
    desk.plan_at = at + 1
    return action
