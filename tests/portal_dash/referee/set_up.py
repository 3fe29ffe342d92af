"""Start spaces, and parts that are turned face up."""

from __future__ import annotations

from tests.portal_dash.referee.match import Match
from tests.portal_dash.referee.printed import Map
from tests.portal_dash.referee.table import Space, space_action, space_of


def part_space(space: Space, first_column: int) -> Space:
    """Return a space of a part as a space of the track."""
    return space[0], space[1] + first_column


def choose_start_spaces(m: Match) -> None:
    """Expect everybody to choose a space of the start strip, in turn order (SETUP-08)."""
    t, box = m.t, m.box
    n = len(t.players)
    strip = [
        space_action((row, column)) for row in range(t.rows) for column in range(box.start_columns)
    ]
    for k in range(n):
        seat = (t.first + k) % n
        space = space_of(m.decide("start space", seat, strip))
        m.event("start_chosen", player=seat, space=space)
        t.players[seat]["space"] = space


def fill_part(m: Match, part: Map, first_column: int) -> None:
    """Expect a part that is now face up to get its chests and mobs (REVEAL-02, SETUP-10)."""
    t = m.t
    t.width = first_column + part.columns
    for space, ground in part.ground.items():
        t.ground[part_space(space, first_column)] = ground
    for space in part.chests:
        if t.chests_left:
            place = part_space(space, first_column)
            m.event("chest_placed", space=place)
            t.chests.add(place)
            t.chests_left -= 1
    for space in part.spawners:
        place = part_space(space, first_column)
        t.spawners.append(place)
        if t.line:
            mob = t.line.pop(0)
            m.event("mob_spawned", mob=mob, space=place)
            t.mobs[mob] = place
