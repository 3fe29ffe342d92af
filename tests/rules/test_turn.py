"""The turn: its order, and games that end in the middle of one."""

import pytest

from tests.rules.table import Table


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


@pytest.mark.rule("TURN-01")
def test_the_dice_go_round_to_the_first_player_again():
    table = Table.at(
        board="flat", mobs={}, players=3, active_player=2, decision="action", actions_done=1
    )
    table.do("step east")
    assert table.told("turn ended", "turn started") == [("turn ended", 2), ("turn started", 0, 2)]
    assert table.changes["active_player"] == (2, 0)


@pytest.mark.rule("TURN-02")
def test_a_loss_ends_the_game_in_the_middle_of_an_action():
    table = Table.at(
        board="flat", magma=[(2, 1)], mobs={}, players=[{"space": (2, 0), "hearts": 1, "items": []}]
    )
    assert table.do("step east") == [
        ("player moved", 0, (2, 0), (2, 1), 1),
        ("heart lost", 0, "magma", 0),
        ("game lost", "player died", 0, "magma"),
    ]
    assert (table.decision, table.decider, table.choices) == ("none", None, [])
    assert table.p.actions_done == 1


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


@pytest.mark.rule("TURN-02")
def test_a_win_ends_the_game_in_the_middle_of_a_turn():
    table = Table.at(
        portal_open=True,
        mobs={"wildfire": (2, 12)},
        bosses=[{"boss": "wildfire", "life": 1}],
        players=[{"space": (2, 11), "items": ["stone sword"]}],
    )
    table.do("slot 0", 1, 0, 0)
    assert table.kinds()[-2:] == ["mob defeated", "game won"]
    assert (table.ending, table.decision, table.choices) == ("boss defeated", "none", [])
