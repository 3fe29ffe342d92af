"""Spaces, shortest ways and ranges on the face-up board."""

from __future__ import annotations

from tests.judge.referee.numbers import Space, distance, side_by_side
from tests.judge.referee.printed import Mob
from tests.judge.referee.table import Table


def on_board(t: Table, space: Space) -> bool:
    """Return whether a space belongs to the face-up parts."""
    return 0 <= space[0] < t.rows and 0 <= space[1] < t.width


def kind_of(t: Table, mob: str) -> Mob:
    """Return what is printed on a mob, or on the boss's board."""
    if mob in t.boss_sides:
        return t.box.bosses[t.boss_sides[mob]]
    return t.box.mobs[mob.rsplit(" ", 1)[0]]


def number_of(mob: str) -> int:
    """Return the number that a regular mob carries."""
    return int(mob.rsplit(" ", 1)[1])


def source_of(t: Table, mob: str) -> str:
    """Return what events call the source of a mob's damage."""
    return mob.removeprefix("the ") if mob in t.boss_sides else mob.rsplit(" ", 1)[0]


def players_in_range(t: Table, space: Space, reach: int) -> list[int]:
    """Return the players so near (MOB-09), in turn order from the active one (MOB-10)."""
    n = len(t.players)
    seats = [(t.active + k) % n for k in range(n)]
    return [seat for seat in seats if distance(t.players[seat]["space"], space) <= reach]


def ends_of_way(t: Table, mob: str) -> set[Space]:
    """Return where a mob's way may end (MOB-05 to MOB-08); empty: it stays where it is."""
    printed, start = kind_of(t, mob), t.mobs[mob]
    if printed.moves == 0 or players_in_range(t, start, printed.range):
        return set()
    held = set(t.mobs.values()) | {player["space"] for player in t.players}
    ground = t.ground
    steps: dict[Space, int] = {start: 0}
    before: dict[Space, list[Space]] = {}
    goals: list[Space] = []
    layer = [start]
    depth = 0
    while layer and not goals:
        depth += 1
        following: list[Space] = []
        for space in layer:
            for beside in side_by_side(space):
                if beside in held or not on_board(t, beside):
                    continue
                if ground.get(beside) == "lava" and not printed.flies:
                    continue
                known = steps.get(beside)
                if known is None:
                    steps[beside] = depth
                    before[beside] = [space]
                    following.append(beside)
                elif known == depth:
                    before[beside].append(space)
        goals = [space for space in following if players_in_range(t, space, printed.range)]
        layer = following
    ends = set(goals)
    for _ in range(depth - printed.moves):
        ends = {space for end in ends for space in before[end]}
    return ends
