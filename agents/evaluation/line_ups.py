"""Line-ups: who sits where when several agents make up a team.

Seats are filled in turn: of ``planner+rules``, the planner has the seats 0 and 2,
the rules the seats 1 and 3. Who begins is drawn from the seed, so that with two
or four players it makes no difference who of the two is named first; with three,
the first one has two seats. A game of one player has no seat for a second agent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from tablemates.agents.folders import is_folder
from tablemates.agents.registry import NOISE, PROGRAM, SEARCHERS, folder_of

Agents: TypeAlias = tuple[str, ...]

JOIN: Final = "+"


def members_of(line_up: str) -> Agents:
    """Return the agents of a line-up as users type it.

    A command may hold a ``+`` of its own, so a program can only come last; so
    may the path of a folder that is there.
    """
    members = line_up.split(JOIN)
    for n in range(len(members)):
        rest = JOIN.join(members[n:])
        folder = folder_of(rest.split(":", 2)[-1] if rest.startswith(NOISE) else rest)
        if is_program(members[n]) or (folder is not None and is_folder(folder)):
            return (*members[:n], rest)
    return tuple(members)


def is_program(name: str) -> bool:
    """Return whether an agent is an outside program, perhaps one that errs."""
    return name.startswith(PROGRAM) or (name.startswith(NOISE) and f":{PROGRAM}" in name)


def thinks_by_the_clock(name: str) -> bool:
    """Return whether an agent's budget is a time, so that it may answer otherwise each time."""
    bare = name.split(":", 2)[-1] if name.startswith(NOISE) else name
    searcher, _, budget = bare.partition(":")
    return searcher in SEARCHERS and budget.partition(":")[0].endswith("s")


def taking_turns(agents: Agents) -> Agents:
    """Return the fewest agents that fill a team's seats in turn.

    Args:
        agents: By seat.
    """
    count = len(agents)
    size = next(
        size
        for size in range(1, count + 1)
        if all(agents[seat] == agents[seat % size] for seat in range(count))
    )
    return agents[:size]


def seated(members: Sequence[str], players: int) -> Agents:
    """Return who sits in each seat."""
    return tuple(members[seat % len(members)] for seat in range(players))


def pairs(agents: Sequence[str], players: int) -> list[Agents]:
    """Return all teams of two of the agents, and of each with itself.

    With an odd number of players one of the two has more seats, so there both
    ``A+B`` and ``B+A`` play.
    """
    return [
        (one, other)
        for n, one in enumerate(agents)
        for m, other in enumerate(agents)
        if n <= m or players % 2
    ]
