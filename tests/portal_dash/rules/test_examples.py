"""The worked examples of the rulebook."""

from __future__ import annotations

import pytest

from tablemates.envs.portal_dash.parts import difficulty
from tests.portal_dash.rules.table import Table

# -- mobs ---------------------------------------------------------------------------------


@pytest.mark.rule("MOB-02", "MOB-06", "MOB-07")
def test_example_1_a_cube_walks_and_a_ghast_stays():
    # The cube goes to the nearer player, the ghast has one in range, the enderman's number is 2.
    board = [
        ".  .  .  .  m3 .",
        ".  .  .  .  ~  .",
        ".  .  .  .  ~  @1",
        ".  .  .  .  .  .",
        "@0 .  .  e2 .  .",
        ".  g3 .  .  .  .",
    ]
    table = Table.at(board=board, players=[{"items": []}] * 2, decision="mob die")
    table.do(3, (0, 4))
    assert table.told("mob activated", "mob moved", "mob attacked", "heart lost") == [
        ("mob activated", "magma cube 3"),
        ("mob moved", "magma cube 3", (0, 4), (1, 5)),
        ("mob attacked", "magma cube 3", 1, 2),
        ("heart lost", 1, "magma cube", 4),
        ("mob activated", "ghast 3"),
        ("mob attacked", "ghast 3", 0, 2),
        ("heart lost", 0, "ghast", 4),
    ]


@pytest.mark.rule("MOB-02", "MOB-05", "MOB-10")
def test_example_2_an_enderman_that_is_shut_in():
    # The enderman is shut in; the cube gets next to both players; the ghast gets near neither.
    board = [
        "e1 ~  .  .  .  .",
        "g1 .  .  .  .  .",
        ".  .  .  .  .  .",
        ".  .  .  ~  @0 .",
        ".  .  .  m1 .  .",
        ".  .  .  ~  @1 .",
    ]
    one = {"active_player": 1, "decision": "mob die"}
    table = Table.at(board=board, players=[{"items": []}] * 2, **one)
    table.do(1, (0, 0))
    assert table.told("mob activated", "mob moved", "mob attacked") == [
        ("mob activated", "enderman 1")
    ]
    table.do((4, 3))
    assert table.told("mob moved") == [("mob moved", "magma cube 1", (4, 3), (4, 4))]
    assert (table.decision, table.decider, table.choices) == ("target", 1, ["player 0", "player 1"])
    table.do("player 1")
    assert table.told("heart lost") == [("heart lost", 0, "magma cube", 4)]
    assert (table.decision, table.choices) == ("mob end", [(1, 1), (2, 0)])
    table.do((2, 0))
    assert table.kinds() == ["mob moved"]
    assert table.decision == "action"


@pytest.mark.rule("MOB-03")
def test_example_3_a_new_mob_on_the_nearest_free_spawner():
    """Spawner 1 is nearest and taken; nothing else happens."""
    table = Table.at(
        board=[
            ".  .  .  .  .  .",
            ".  m1 .  .  .  .",
            ".  @0 .  .  .  .",
            ".  .  .  .  .  .",
            ".  .  .  .  .  .",
            ".  .  .  .  .  @1",
        ],
        tiles=["Four Winds"],  # its spawners: (1, 1), (2, 5), (4, 5), (5, 4)
        line=["ghast 3", "..."],
        decision="mob die",
        players=[{"items": []}] * 2,
    )
    events = table.do(2)
    assert [event for event in events if event[0] != "forced"] == [
        ("mob die", 0, 2),
        ("mob spawned", "ghast 3", (2, 5)),
    ]
    assert table.decision == "action"


@pytest.mark.rule("MOB-10", "MOVE-02")
def test_example_players_on_one_space_choose_who_is_hurt():
    board = ["@0@1 m1 .  .  .  .", *[".  .  .  .  .  ."] * 5]
    table = Table.at(board=board, players=[{"items": []}] * 2, decision="mob die")
    table.do(1)
    assert (table.decision, table.choices) == ("target", ["player 0", "player 1"])
    table.do("player 1")
    assert table.told("heart lost") == [("heart lost", 1, "magma cube", 4)]


# -- movement -----------------------------------------------------------------------------


@pytest.mark.rule("MOVE-01", "MOVE-02", "MOVE-03", "MOVE-04")
def test_example_diamond_boots_over_magma_a_player_and_soul_sand():
    table = Table.at(
        board=["@0 ^  @1 :  .  .", *[".  .  .  .  .  ."] * 5],
        players=[{"items": ["diamond boots"]}, {"items": []}],
        mobs={},
    )
    table.do("slot 0", "step east")
    assert table.changes["hearts[0]"] == (6, 5)
    assert table.p.steps_left == 3
    table.do("step east")
    assert table.p.steps_left == 2
    table.do("step east")  # the last two: the boots go down
    assert table.told("player moved") == [("player moved", 0, (0, 2), (0, 3), 2)]
    assert table.items(0, active=False) == ["diamond boots"]


# -- piglin tasks -------------------------------------------------------------------------


#: Column 0 has the last block of the top layer.
LAST = "RGBK " + "3 " * 15


@pytest.mark.rule("PIG-03", "END-03")
@pytest.mark.parametrize(("gray", "ending"), [("GG", "task a late"), ("GGG", None)])
def test_example_task_a_comes_before_the_end_of_the_top_layer(gray, ending):
    table = Table.at(board="flat", mobs={}, players=1, cube=LAST, tasks={"A": ["RRR", gray]})
    table.do("column 0")
    assert table.ending == ending


@pytest.mark.rule("PIG-01")
def test_example_task_c_may_be_begun_first():
    table = Table.at(board="flat", mobs={}, players=1, cube="RGYB " + "4 " * 15)
    table.do("column 0", "place 6")
    assert table.told("block placed") == [("block placed", 0, "red", 6)]


# -- levels -------------------------------------------------------------------------------


@pytest.mark.rule("LEVEL-C")
@pytest.mark.parametrize(
    ("tiles", "mobs", "side"), [(3, {"hoglin": 3, "blaze": 3}, "hard"), (4, {"hoglin": 3}, "easy")]
)
def test_example_two_levels_of_difficulty_6(tiles, mobs, side):
    assert difficulty(tiles, mobs, [("wildfire", side)]) == 6


@pytest.mark.rule("CUSTOM-01", "CUSTOM-02", "CUSTOM-03")
def test_example_other_items_no_magma_cubes_and_both_bosses():
    table = Table.new(
        {
            "mobs": {"magma cube": 0},
            "bosses": [("wildfire", "easy"), ("ancient hoglin", "hard")],
            "start_items": ["long bow"],
        }
    )
    everybody = [*table.mobs, *table.line]
    assert len(everybody) == 6
    assert not [mob for mob in everybody if mob.startswith("magma")]
    assert table.p.boss_life.tolist() == [20, 25]
    assert table.items(0) == table.items(1) == ["long bow"]
