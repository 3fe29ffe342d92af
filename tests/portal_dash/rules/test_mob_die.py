"""The mob die: which mobs act, or which mob spawns: MOB-01 to MOB-04, and three examples."""

import pytest

from tests.portal_dash.rules.table import Table

#: Spawners of Four Winds, behind the start strip: 1 to 4.
SPAWNERS = [(1, 1), (2, 5), (4, 5), (5, 4)]
FLAT = {"board": "flat", "tiles": ["Four Winds"], "decision": "mob die"}


def bare(*space, **more):
    """A player without items on a space."""
    return {"space": space, "items": [], **more}


@pytest.mark.rule("MOB-01")
def test_the_mob_die_has_three_equally_likely_numbers():
    table = Table.at(mobs={}, **FLAT)
    assert table.choices == [1, 2, 3]
    assert table.chances == pytest.approx({1: 1 / 3, 2: 1 / 3, 3: 1 / 3})


@pytest.mark.rule("MOB-03")
def test_of_equally_near_spawners_the_active_player_chooses():
    table = Table.at(mobs={}, players=[bare(3, 5), bare(1, 1)], **FLAT)
    table.do(1)
    assert (table.decision, table.decider, table.choices) == ("spawner", 0, [(2, 5), (4, 5)])
    table.do((4, 5))
    assert table.told("mob spawned")[0][2] == (4, 5)


@pytest.mark.rule("MOB-04")
def test_with_the_boss_on_the_board_it_acts_at_every_roll_and_nothing_spawns():
    mobs = {"wildfire": (2, 12), "ghast 3": (0, 7)}
    portal = {"portal_open": True, "decision": "mob die"}
    table = Table.at(board="flat", mobs=mobs, players=[bare(2, 11)], **portal)
    table.do(1)
    assert [event[1] for event in table.told("mob activated")] == ["the Wildfire"]
    assert "mob spawned" not in table.kinds()


@pytest.mark.rule("MOB-02", "MOB-06", "MOB-07")
def test_rulebook_example_1():
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
def test_rulebook_example_2():
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
