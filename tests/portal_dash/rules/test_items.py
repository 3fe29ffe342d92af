"""Items and fights: ITEM, REPAIR, FIGHT."""

from __future__ import annotations

import pytest

from tests.portal_dash.rules.table import Table

# -- finding and keeping ------------------------------------------------------------------


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


# -- repairing ----------------------------------------------------------------------------


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


# -- fights -------------------------------------------------------------------------------


#: Mobs at distances 1, 2, 3 and 4 of the fighter at (2, 1), and one that no sword or bow can hurt.
RANGES = """
    .  .  .  .  .  .
    . g1  .  .  .  .
    .  . m1 m2  h1 h2
    . e1  .  .  .  .
    .  .  .  .  .  .
    .  .  .  .  .  .
"""


def fighter(*items, mobs, space=(2, 1), others=(), **position):
    """Return the game of a player who owns these items and is about to act."""
    players = [{"space": space, "items": list(items)}, *others]
    return Table.at(board="flat", mobs=mobs, players=players, **position)


@pytest.mark.rule("FIGHT-01", "MOB-12")
def test_a_sword_reaches_adjacent_mobs_but_no_ghast():
    players = [{"space": (2, 1), "items": ["iron sword"]}]
    table = Table.at(level=2, edition="fr", board=RANGES, players=players)
    table.do("slot 0")
    assert (table.decision, table.choices) == ("fight", [(2, 2), (3, 1)])
    table.do((2, 2))
    assert table.told("fight started") == [("fight started", 0, 0, "iron sword", "magma cube 1", 4)]


@pytest.mark.rule("FIGHT-02", "MOB-12")
def test_a_bow_reaches_mobs_within_its_range_but_no_enderman():
    players = [{"space": (2, 1), "items": ["bow"]}]
    table = Table.at(level=2, edition="fr", board=RANGES, players=players)
    table.do("slot 0")
    assert (table.decision, table.choices) == ("fight", [(1, 1), (2, 2), (2, 3), (2, 4)])


@pytest.mark.rule("FIGHT-02", "ITEM-09")
@pytest.mark.parametrize(
    ("bow", "reach", "dice"),
    [
        ("bow", 3, 3),
        ("long bow", 4, 3),
        (enchanted("bow", "bow +1 die, +1 range"), 4, 4),
        (enchanted("bow", *["bow +1 die, +1 range"] * 2), 5, 5),
    ],
    ids=["bow", "long", "enchanted", "twice"],
)
def test_a_bow_shoots_as_far_and_as_hard_as_it_says(bow, reach, dice):
    mobs = {"magma cube 1": (2, 2), "ghast 1": (1, reach), "ghast 2": (5, reach - 1)}
    table = fighter(bow, mobs=mobs)
    table.do("slot 0")
    assert table.choices == [(1, reach), (2, 2)]
    table.do((1, reach))
    assert table.told("fight started")[0][-1] == dice


@pytest.mark.rule("FIGHT-04")
def test_enough_hits_send_the_mob_to_the_line_and_bring_an_item():
    table = fighter("stone sword", mobs={"enderman 3": (2, 2)})
    table.do("slot 0", 1, 1, 1)
    assert table.events[-2:] == [
        ("fight ended", 0, "enderman 3", 3, 3),
        ("mob defeated", 0, "enderman 3"),
    ]
    assert table.changes["mob_space[enderman 3]"] == ((2, 2), None)
    assert table.changes.get("line[8]") == (None, "enderman 3")
    table.do("iron boots", "iron helmet", "tile 0")
    assert table.told("item kept") == [("item kept", 0, 1, "iron boots")]


@pytest.mark.rule("FIGHT-05")
def test_a_netherite_sword_rolls_six_dice_and_again_the_lowest():
    table = fighter("Netherite sword", mobs={"enderman 3": (2, 2)})
    table.do("slot 0", 0, 2, 0, 0, 1, 0)
    assert (table.decision, table.choices) == ("reroll", [f"count {n}" for n in range(7)])
    assert list(table.p.dice[:6]) == [0, 0, 0, 0, 1, 2]
    table.do("count 4", 0, 0, 0, 0)
    assert table.kinds() == ["dice rerolled", *["die rolled"] * 4, "fight ended", "mob defeated"]
    assert table.told("fight ended") == [("fight ended", 0, "enderman 3", 3, 3)]


@pytest.mark.rule("FIGHT-06")
def test_surplus_dice_are_rolled_before_the_reroll():
    sword = enchanted("Netherite sword", "sword +1 die")
    table = fighter(sword, mobs={"enderman 3": (2, 2)})
    table.do("slot 0", 2, 2, 0, 0, 0, 1)
    assert table.decision == "chance"
    table.do(1)
    assert (table.decision, table.choices[-1]) == ("reroll", "count 7")
    table.do("count 7", *[1] * 7)
    assert table.events[-2] == ("fight ended", 0, "enderman 3", 7, 3)


@pytest.mark.rule("FIGHT-07")
@pytest.mark.parametrize("weapon", ["stone sword", "starting bow"])
def test_the_boss_keeps_its_wounds(weapon):
    table = fighter(weapon, mobs={"wildfire": (2, 12)}, space=(2, 11), portal_open=True)
    dice = 3 if weapon == "stone sword" else 2
    table.do("slot 0", *[2] * dice)
    life = 20 - 2 * dice
    assert table.told("boss hit") == [("boss hit", 0, "the Wildfire", 2 * dice, life)]
    assert table.changes["boss_life[0]"] == (20, life)
    assert table.decision == "action"
