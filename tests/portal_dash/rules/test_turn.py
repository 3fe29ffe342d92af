"""The turn: its order, and games that end in the middle of one."""

import pytest

from tests.portal_dash.rules.table import Table


@pytest.mark.rule("TURN-01")
def test_a_turn_is_dice_blocks_die_mob_die_two_actions_reveal_next_player():
    table = Table.at(
        board="flat",
        tiles=["Ember Ford"],
        mobs={},
        line=["ghast 2", "..."],
        players=[{"space": (0, 3)}, {"space": (5, 5)}],
        cube="R R - - - - - - - - - - - - - -",
        tasks="complete",
        active_player=1,
        decision="reveal",
        turn=3,
    )
    assert table.do("done") == [("turn ended", 1), ("turn started", 0, 4)]
    assert table.choices == ["red", "gray", "gold", "brown", "black", "any"]
    assert table.do("red") == [("blocks die", 0, "red")]
    assert table.choices == [1, 2, 3]
    assert table.do(2) == [("mob die", 0, 2)]
    assert (table.decision, table.decider) == ("remove block", 0)
    assert table.do("column 1") == [
        ("block removed", 0, 1, 4, "red", "die"),
        ("forced", 0, (1, 1)),
        ("mob spawned", "ghast 2", (1, 1)),
    ]
    assert (table.decision, table.decider, table.p.actions_done) == ("action", 0, 0)
    assert table.do("step east") == [("player moved", 0, (0, 3), (0, 4), 1)]
    assert (table.decision, table.decider, table.p.actions_done) == ("action", 0, 1)
    assert table.do("step east") == [("player moved", 0, (0, 4), (0, 5), 1)]
    assert (table.decision, table.decider) == ("reveal", 0)
    assert table.do("done") == [("turn ended", 0), ("turn started", 1, 5)]
    assert table.changes == {
        "turn": (4, 5),
        "active_player": (0, 1),
        "actions_done": (2, 0),
        "blocks_die": (0, -1),
        "mob_die": (2, -1),
    }
    assert table.decision == "chance"


@pytest.mark.rule("TURN-02")
def test_a_death_leaves_the_other_mobs_of_the_roll_without_their_turn():
    table = Table.at(
        board="flat",
        mobs={"magma cube 1": (0, 2), "enderman 1": (4, 3)},
        players=[{"space": (0, 1), "hearts": 1, "items": []}, {"space": (4, 2), "items": []}],
        decision="mob die",
    )
    table.do(1)
    assert table.do((0, 2)) == [
        ("mob activated", "magma cube 1"),
        ("forced", 0, "player 0"),
        ("mob attacked", "magma cube 1", 0, 2),
        ("heart lost", 0, "magma cube", 0),
        ("game lost", "player died", 0, "magma cube"),
    ]
    assert (table.decision, table.p.hearts[1]) == ("none", 6)
