"""REPAIR: what comes back to the active row, and how."""

import pytest

from tests.portal_dash.rules.table import Table


def owner(*items, **position):
    """Return the game of a player who owns these items and is about to act."""
    return Table.at(board="flat", mobs={}, players=[{"items": list(items)}], **position)


def damaged(item):
    """Return an item in the bottom row."""
    return {"item": item, "damaged": True}


@pytest.mark.rule("REPAIR-01", "ACT-04")
def test_a_damaged_item_returns_to_the_active_row():
    table = owner(damaged("iron sword"), damaged("bow"))
    assert table.do("slot 1") == [("item repaired", 0, 1, "bow")]
    assert table.changes == {"item_active[0, 1]": (0, 1), "actions_done": (0, 1)}


@pytest.mark.rule("REPAIR-01", "REPAIR-03")
def test_armour_that_misses_hearts_may_be_filled_up():
    table = owner({"item": "iron chestplate", "hearts": 1}, "iron helmet")
    assert [choice for choice in table.choices if choice.startswith("slot")] == ["slot 0"]
    assert table.do("slot 0") == [("item repaired", 0, 0, "iron chestplate")]
    assert table.changes == {"item_hearts[0, 0]": (1, 3), "actions_done": (0, 1)}


@pytest.mark.rule("REPAIR-02", "ITEM-06")
@pytest.mark.parametrize(
    "leggings",
    [damaged("iron leggings"), {"item": "iron leggings", "mode": "armour", "hearts": 1}],
    ids=["damaged", "hearts missing"],
)
def test_repaired_leggings_choose_their_mode_anew(leggings):
    table = owner(leggings)
    table.do("slot 0")
    assert (table.decision, table.choices) == ("mode", ["mode boots", "mode armour"])
    table.do("mode armour")
    assert (table.p.item_active[0, 0], table.p.item_hearts[0, 0]) == (1, 2)
    table = owner(leggings)
    table.do("slot 0", "mode boots")
    assert (table.p.item_active[0, 0], table.p.item_hearts[0, 0]) == (1, 0)
    assert "slot 0" in table.choices
