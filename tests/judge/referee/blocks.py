"""The cube: removals by die and boss, what comes into sight, the deadlines of the tasks."""

from __future__ import annotations

from tests.judge.referee.match import Match
from tests.judge.referee.numbers import COLUMN, TASKS


def take_block(m: Match, check: str, column: int, reason: str) -> str:
    """Expect a column's top block to leave the cube; return its colour.

    Raises:
        OverError: A task is late, or the cube is empty.
    """
    t = m.t
    level = t.height[column] - 1
    colour = t.top_colour(column)
    m.event(
        check,
        "block_removed",
        player=t.active,
        column=column,
        layer=4 - level,
        colour=colour,
        reason=reason,
    )
    t.height[column] -= 1
    t.blocks[column].pop()
    if reason == "mined":
        t.hand[colour] += 1
    else:
        t.used[colour] += 1
    if max(t.height) <= level:  # the layer is empty
        if level == 0:
            m.lose_game("cube empty", "cube empty")
        task = 3 - level
        if not t.is_done(task):
            m.lose_game("deadline", f"task {TASKS[task]} late")
    see_blocks(m)
    return colour


def see_blocks(m: Match) -> None:
    """Expect the blocks that come into sight, in any order."""
    t = m.t
    expected = t.hidden_in_sight()
    for _ in range(len(expected)):
        entry = m.event("blocks seen", "block_uncovered")
        place = entry["column"], 4 - entry["layer"]
        colour = entry["colour"]
        right = place in expected and t.unseen[colour] > 0
        m.require("blocks seen", right, lambda place=place: f"{place} is not among {expected}")
        expected.discard(place)
        t.blocks[place[0]][place[1]] = colour
        t.unseen[colour] -= 1
        if not t.unseen[colour]:
            del t.unseen[colour]


def removable(m: Match, face: str) -> list[int]:
    """Return the columns from which a face takes a block (BLOCK-03, BLOCK-05)."""
    t = m.t
    if face == "?":
        top = max(t.height)
        return [column for column in t.exposed() if t.height[column] == top]
    shown = [column for column in t.exposed() if t.top_colour(column) == face]
    top = max((t.height[column] for column in shown), default=0)
    return [column for column in shown if t.height[column] == top]


def remove_block(m: Match, face: str, reason: str) -> None:
    """Expect the removal that a die's face or the boss calls for."""
    t = m.t
    columns = removable(m, face)
    if not columns:
        m.event("no removal", "no_block_removed", player=t.active, face=face)
        return
    actions = [COLUMN + column for column in columns]
    check = "boss block" if reason == "boss" else "die removal"
    column = m.decide(check, "remove block", t.active, actions, face) - COLUMN
    take_block(m, "block removed", column, reason)
