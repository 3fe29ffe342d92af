"""Line-ups: which agent takes which seat when several make up a team.

Seats are filled in turn: of ``planner+rules``, the planner has seats 0 and 2, the rules
agent seats 1 and 3. The first player is drawn from the seed, so with two or four players
the order of two agents makes no difference; with three, the first has two seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from tablemates.agents.folders import is_folder
from tablemates.agents.registry import PROGRAM, folder_of

Agents: TypeAlias = tuple[str, ...]

JOIN: Final = "+"


def members_of(line_up: str) -> Agents:
    """Split a line-up as users type it into its agents.

    A ``cmd:`` command may contain a ``+``, so a program can only come last; the same holds for
    the path of an existing folder.
    """
    members = line_up.split(JOIN)
    for n, member in enumerate(members):
        rest = JOIN.join(members[n:])
        folder = folder_of(rest)
        if member.startswith(PROGRAM) or (folder is not None and is_folder(folder)):
            return (*members[:n], rest)
    return tuple(members)


def taking_turns(agents: Agents) -> Agents:
    """Return the shortest line-up that fills the seats of a team.

    Args:
        agents: One agent per seat.
    """
    count = len(agents)
    size = next(
        size
        for size in range(1, count + 1)
        if all(agents[seat] == agents[seat % size] for seat in range(count))
    )
    return agents[:size]


def seated(members: Sequence[str], players: int) -> Agents:
    """Return one agent per seat."""
    return tuple(members[seat % len(members)] for seat in range(players))


def pairs(agents: Sequence[str], players: int) -> list[Agents]:
    """Return all teams of two of the agents, and of each with itself.

    With an odd number of players one of the two has more seats, so both ``A+B`` and ``B+A``
    are played.
    """
    return [
        (a, b) for n, a in enumerate(agents) for m, b in enumerate(agents) if n <= m or players % 2
    ]
