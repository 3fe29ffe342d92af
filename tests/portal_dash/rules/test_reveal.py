"""Revealing tiles and the portal strip (REVEAL-*)."""

import pytest

from tablemates.envs.portal_dash.rules import limits as L
from tests.portal_dash.rules.table import Table

#: Low enough for complete tasks.
LOW = "2 2 2 2  2 2 2 2  2 2 2 2  2 2 2 2"


def after_actions(*spaces, **position):
    """Return a table after the second action; by default one tile is face up."""
    position = {"board": "flat", "tiles": ["Ember Ford"], "mobs": {}, **position}
    return Table.at(decision="reveal", players=[{"space": space} for space in spaces], **position)


def before_portal(**position):
    """Return a table with both tiles face up, player 1 beside the portal strip."""
    tiles = ["Ember Ford", "Soul Hollow"]
    position = {"tasks": "complete", "cube": LOW, **position}
    return after_actions((0, 0), (3, 10), tiles=tiles, parts_open=2, **position)


def space(row, column):
    return row * L.COLUMNS + column


@pytest.mark.rule("REVEAL-01")
def test_who_ends_the_turn_decides_if_any_player_stands_at_the_edge():
    table = after_actions((0, 0), (3, 5))
    assert (table.decision, table.decider, table.choices) == ("reveal", 0, ["done", "yes"])
    table.do("yes", "Soul Hollow")
    assert table.told("part revealed") == [("part revealed", 0, 1, "Soul Hollow")]
    assert table.changes["open_columns"] == (6, 11)


@pytest.mark.rule("REVEAL-02")
def test_a_tile_gets_its_chests_and_a_mob_on_each_spawner():
    line = ["ghast 2", "enderman 1", "magma cube 3", "magma cube 1", "..."]
    table = after_actions((3, 5), line=line, chests=[])
    table.do("yes", "Four Winds")
    assert table.told("chest placed", "mob spawned") == [
        ("chest placed", (0, 8)),
        ("mob spawned", "ghast 2", (1, 6)),
        ("mob spawned", "enderman 1", (2, 10)),
        ("mob spawned", "magma cube 3", (4, 10)),
        ("mob spawned", "magma cube 1", (5, 9)),
    ]
    assert table.changes["chest_space[0]"] == (None, (0, 8))
    assert table.changes["line_length"] == (9, 5)


@pytest.mark.rule("REVEAL-03")
def test_the_boss_comes_with_the_portal_and_acts_from_the_next_roll():
    table = before_portal()
    table.do("yes")
    assert table.kinds() == ["portal revealed", "boss appeared", "turn ended", "turn started"]
    assert table.events[1] == ("boss appeared", "the Wildfire", (2, 12))
    assert table.changes["mob_space[the Wildfire]"] == (None, (2, 12))
    table.do("red", 1)
    assert table.told("mob activated") == [("mob activated", "the Wildfire")]


@pytest.mark.rule("REVEAL-03")
@pytest.mark.parametrize("late", [{"A": ["RRR", "GG"]}, {"B": ["KK", "YYYY"]}, {"C": ["BBBB"]}])
def test_the_portal_strip_stays_down_until_all_tasks_are_complete(late):
    complete = {"A": ["RRR", "GGG"], "B": ["KKK", "YYYY"], "C": ["BBBBB"]}
    table = Table.at(
        board="flat",
        tiles=["Ember Ford", "Soul Hollow"],
        parts_open=2,
        mobs={},
        actions_done=1,
        players=[{"space": (3, 9)}],
        cube="RRRR - - -  - - - -  - - - -  - - - -",  # no task is due
        tasks=complete | late,
    )
    table.do("step east")
    assert (table.decision, table.kinds()[-1]) == ("chance", "turn started")


@pytest.mark.rule("REVEAL-04")
@pytest.mark.parametrize("answer", ["done", "yes"])
def test_it_is_asked_once_between_two_turns(answer):
    table = after_actions((0, 0), (3, 5))
    table.do(answer, *(["Soul Hollow"] if answer == "yes" else []))
    assert table.kinds()[-2:] == ["turn ended", "turn started"]
    assert table.p.parts_open == (2 if answer == "yes" else 1)
