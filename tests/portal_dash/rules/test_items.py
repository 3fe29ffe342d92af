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


@pytest.mark.rule("ITEM-03")
def test_with_six_items_both_tiles_may_be_declined():
    table = finding(*FULL)
    table.do("diamond boots", "long bow")
    assert table.choices == ["done", "tile 0", "tile 1"]
    assert table.do("done") == [
        ("tile discarded", 0, "diamond boots", "not kept"),
        ("tile discarded", 0, "long bow", "not kept"),
    ]
    assert table.items(0) == FULL


@pytest.mark.rule("ITEM-03")
def test_with_fewer_than_six_items_one_tile_must_be_kept():
    table = finding(*FULL[:5])
    table.do("diamond boots", "long bow")
    assert table.choices == ["tile 0", "tile 1"]
    table = finding("bow")
    table.do("sword reroll", "bow +1 die, +1 range")
    assert table.told("item enchanted") == [
        ("item enchanted", 0, 0, "bow", "bow +1 die, +1 range"),
    ]


def finding_with_the_pickaxe(finder):
    """Return the game of two players with six items; a block of the pickaxe in use is gold."""
    players = [{"items": FULL}, {"items": [*FULL[:5], "diamond pickaxe"]}]
    table = Table.at(board="flat", mobs={}, players=players, cube=GOLD)
    table.do("slot 5", "column 0", "done", "ability", f"player {finder}")
    return table


@pytest.mark.rule("ITEM-03", "ACT-05")
def test_what_is_found_in_place_of_the_pickaxe_in_use_stays_active():
    table = finding_with_the_pickaxe(0)
    table.do("diamond boots", "long bow", "tile 1", "slot 5")
    assert table.told("item kept", "item damaged") == [("item kept", 0, 5, "long bow")]
    assert table.items(0, active=True) == [*FULL[:5], "long bow"]
    assert table.decision == "action"


@pytest.mark.rule("ITEM-03", "ACT-05")
@pytest.mark.parametrize(("finder", "slot"), [(0, 4), (1, 5)])
def test_the_pickaxe_in_use_goes_down_if_another_item_is_replaced(finder, slot):
    table = finding_with_the_pickaxe(finder)
    table.do("diamond boots", "long bow", "tile 1", f"slot {slot}")
    assert table.told("item kept", "item damaged") == [
        ("item kept", finder, slot, "long bow"),
        ("item damaged", 0, 5, "iron pickaxe", "used"),
    ]
    assert table.items(0, active=False) == ["iron pickaxe"]
    assert table.items(1, active=False) == []


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


@pytest.mark.rule("ITEM-07")
@pytest.mark.parametrize("tiles", [0, 1])
def test_with_both_piles_empty_fewer_tiles_or_none_are_drawn(tiles):
    table = Table.at(board="flat", mobs={}, players=1, cube=GOLD)
    table.do("column 0")
    # Four inventories hold 34 of the 40 tiles at most: no position says this.
    table.p.stack_count[:] = table.p.discards[:] = 0
    table.p.stack_count[table.p.item_kind[0, 4]] = tiles
    table.do("ability")
    drawn = [("tile drawn", 0, "stone sword"), ("item kept", 0, 5, "stone sword")][: 2 * tiles]
    assert table.told("tile drawn", "item kept", "tile discarded", "stack shuffled") == drawn
    assert table.decision == "action"


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


@pytest.mark.rule("ITEM-08")
def test_an_enchantment_repairs_its_item_at_once():
    table = finding({"item": "iron sword", "damaged": True})
    table.do("sword +1 die", "iron boots", "tile 0")
    assert table.events[-2:] == [
        ("item enchanted", 0, 0, "iron sword", "sword +1 die"),
        ("item repaired", 0, 0, "iron sword"),
    ]
    assert table.items(0, active=True) == ["iron sword"]


@pytest.mark.rule("ITEM-08")
def test_an_enchantment_without_an_item_of_its_type_cannot_be_kept():
    table = finding("iron sword")
    table.do("bow +1 die, +1 range", "iron boots")
    assert table.told("forced", "item kept") == [
        ("forced", 0, "tile 1"),
        ("item kept", 0, 1, "iron boots"),
    ]
