"""ACT: the two actions of a turn."""

import pytest

from tests.portal_dash.rules.table import Table

#: Columns 0 and 3 have one block each, a red and a gray one.
FEW = "R 4 4 G  4 4 4 4  4 4 4 4  4 4 4 4"


def owner(*items, board="flat", mobs=None, **position):
    """Return the game of a player at (2, 1) who owns these items and is about to act."""
    players = [{"space": (2, 1), "items": list(items)}, {"space": (5, 0)}]
    return Table.at(board=board, mobs=mobs or {}, players=players, **position)


def damaged(item):
    """Return an item in the bottom row."""
    return {"item": item, "damaged": True}


def slots(table):
    """Return the slots that may be chosen now."""
    return [choice for choice in table.choices if choice.startswith("slot")]


@pytest.mark.rule("ACT-01")
def test_nobody_may_pass():
    table = owner("iron boots")
    assert "done" not in table.choices
    assert table.choices[0] == "step north"


@pytest.mark.rule("ACT-02")
def test_basic_mining_takes_one_block_and_uses_it_at_once():
    table = Table.at(board="flat", mobs={}, cube=FEW, players=[{"hearts": 3}])
    assert "column 0" in table.choices
    table.do("column 0", "ability")
    assert table.events == [
        ("block removed", 0, 0, 4, "red", "mined"),
        ("forced", 0, "colour red"),
        ("ability used", 0, "red"),
        ("forced", 0, "player 0"),
        ("healed", 0, 6),
    ]
    assert (table.decision, table.p.actions_done, table.p.hand.sum()) == ("action", 1, 0)


@pytest.mark.rule("ACT-03")
def test_the_basic_move_is_one_step():
    table = owner()
    table.do("step north")
    assert table.events == [("player moved", 0, (2, 1), (1, 1), 1)]
    assert table.changes == {"player_space[0]": ((2, 1), (1, 1)), "actions_done": (0, 1)}
    assert table.decision == "action"


@pytest.mark.rule("ACT-05", "FIGHT-03")
def test_a_weapon_goes_down_before_its_dice_are_rolled():
    table = owner("iron sword", mobs={"magma cube 1": (2, 2)})
    table.do("slot 0")
    assert table.kinds()[-2:] == ["fight started", "item damaged"]
    assert (table.decision, table.items(0, active=True)) == ("chance", [])
