"""FIGHT: whom a weapon reaches, how it is rolled, what a victory brings."""

import pytest

from tests.portal_dash.rules.table import Table

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


def enchanted(item, *enchantments):
    """Return an item with enchantments."""
    return {"item": item, "enchantments": list(enchantments)}


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
