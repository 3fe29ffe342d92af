"""ITEM: inventories, finding, keeping, replacing and enchanting."""

import pytest

from tests.portal_dash.rules.table import Table

FULL = ["iron sword", "diamond sword", "bow", "iron boots", "iron helmet", "iron pickaxe"]
#: One gold block lies bare in column 0.
GOLD = "Y 4 4 4  4 4 4 4  4 4 4 4  4 4 4 4"


def finding(*items, **position):
    """Return the game of a player with these items who finds one: a gold block says so."""
    players = [{"items": list(items)}]
    table = Table.at(board="flat", mobs={}, players=players, cube=GOLD, **position)
    table.do("column 0", "ability")
    return table


def enchanted(item, *enchantments, **state):
    """Return an item with enchantments."""
    return {"item": item, "enchantments": list(enchantments), **state}


@pytest.mark.rule("ITEM-01")
def test_the_sixth_item_fills_the_last_slot():
    table = finding(*FULL[:5])
    table.do("iron boots", "bow", "tile 0")
    assert table.told("item kept") == [("item kept", 0, 5, "iron boots")]
    assert table.items(0) == [*FULL[:5], "iron boots"]


@pytest.mark.rule("ITEM-02")
def test_the_finder_keeps_one_of_two_tiles():
    table = finding("iron sword")
    table.do("bow", "iron boots")
    assert (table.decision, table.decider, table.choices) == ("keep tile", 0, ["tile 0", "tile 1"])
    assert table.do("tile 1") == [
        ("tile discarded", 0, "bow", "not kept"),
        ("item kept", 0, 1, "iron boots"),
    ]
    assert table.changes == {
        "item_kind[0, 1]": (None, "iron boots"),
        "item_active[0, 1]": (0, 1),
        "discards[bow]": (0, 1),
        "drawn[0]": ("bow", None),
        "drawn[1]": ("iron boots", None),
    }


@pytest.mark.rule("ITEM-03")
def test_with_six_items_one_is_replaced():
    boots = enchanted("iron boots", "boots +2 steps", "boots fire walking")
    table = finding(*FULL[:3], boots, *FULL[4:])
    table.do("diamond boots", "long bow", "tile 0")
    assert (table.decision, table.choices) == ("replace", [f"slot {n}" for n in range(6)])
    assert table.do("slot 3") == [
        ("tile discarded", 0, "boots +2 steps", "replaced"),
        ("tile discarded", 0, "boots fire walking", "replaced"),
        ("tile discarded", 0, "iron boots", "replaced"),
        ("item kept", 0, 3, "diamond boots"),
    ]
    assert table.items(0) == [*FULL[:3], "diamond boots", *FULL[4:]]
    assert table.changes["discards[iron boots]"] == (0, 1)


@pytest.mark.rule("ITEM-04")
def test_a_replaced_starting_item_leaves_the_game_without_its_enchantment():
    sword = enchanted("stone sword", "sword +1 die")
    table = finding(sword, *FULL[1:])
    table.do("diamond boots", "long bow", "tile 0", "slot 0")
    assert table.told("tile discarded")[1:] == [
        ("tile discarded", 0, "sword +1 die", "replaced"),
        ("tile discarded", 0, "stone sword", "starting"),
    ]
    discards = {field: new for field, new in table.changes.items() if field.startswith("discards")}
    assert discards == {"discards[long bow]": (0, 1), "discards[sword +1 die]": (0, 1)}


@pytest.mark.rule("ITEM-05")
def test_found_armour_has_all_its_hearts():
    table = finding("iron sword")
    table.do("diamond chestplate", "bow", "tile 0")
    assert (table.p.item_active[0, 1], table.p.item_hearts[0, 1]) == (1, 4)


@pytest.mark.rule("ITEM-06")
@pytest.mark.parametrize(("mode", "hearts"), [("boots", 0), ("armour", 2)])
def test_found_leggings_lie_as_their_owner_chooses(mode, hearts):
    table = finding("iron sword")
    table.do("iron leggings", "bow", "tile 0")
    assert (table.decision, table.choices) == ("mode", ["mode boots", "mode armour"])
    assert table.do(f"mode {mode}") == [("mode chosen", 0, 1, mode)]
    assert table.p.item_hearts[0, 1] == hearts
    assert table.changes.get("item_mode[0, 1]") == ("none", mode)


@pytest.mark.rule("ITEM-07")
def test_an_empty_stack_is_refilled_from_the_discards_in_the_middle_of_a_draw():
    table = finding("iron sword", stack={"bow": 1})
    assert table.events[-2:] == [("tile drawn", 0, "bow"), ("stack shuffled", 38)]
    assert table.p.discards.sum() == 0
    assert table.chances["bow"] == pytest.approx(2 / 38)


@pytest.mark.rule("ITEM-08")
def test_an_enchantment_attaches_to_one_item_of_its_type_and_takes_no_slot():
    table = finding("iron sword", "bow", "diamond sword")
    table.do("sword +1 die", "iron boots", "tile 0")
    assert (table.decision, table.choices) == ("enchant", ["slot 0", "slot 2"])
    assert table.do("slot 2") == [("item enchanted", 0, 2, "diamond sword", "sword +1 die")]
    assert table.changes == {
        "item_enchantments[0, 2, 0]": (None, "sword +1 die"),
        "drawn[0]": ("sword +1 die", None),
    }
