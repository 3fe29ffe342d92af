"""FIGHT, EXTRA: fights and additional actions."""

import pytest

from tests.builders_biomes.table import Table, columns

SPIDER, ZOMBIE, CREEPER, ENDERMAN = 44, 46, 55, 63  # 1, 2, 4 and 6 hearts


def fight(*tokens, mob=SPIDER, pile=None, **position):
    """Return a table after a fight that reveals these tokens."""
    pile = {kind: tokens.count(kind) for kind in tokens} if pile is None else pile
    table = Table.at(cells={"C3": [4, mob]}, seats=[{"pile": pile}], **position)
    table.do("fight nw")
    for token in tokens:
        if table.decision != "weapon":  # the rest of the pile is of one kind
            break
        events = table.events
        table.do(token)
        table.events = events + table.events
    return table


@pytest.mark.rule("FIGHT-01")
def test_a_mob_can_be_fought_that_cannot_be_beaten():
    table = Table.at(cells={"C3": [4, ENDERMAN], "C4": [4, 0], "B2": [4, SPIDER]})
    assert [choice for choice in table.choices if "fight" in choice] == ["fight nw"]


@pytest.mark.rule("FIGHT-02")
def test_three_tokens_are_revealed_without_putting_any_back():
    table = fight(
        "wooden_sword",
        "poisonous_potato",
        "poisonous_potato",
        pile={"poisonous_potato": 2, "wooden_sword": 1, "iron_sword": 1},
    )
    assert len(table.happened("weapon_revealed")) == 3
    table = fight("wooden_sword", "poisonous_potato")
    assert len(table.happened("weapon_revealed")) == 2


@pytest.mark.rule("FIGHT-03")
def test_each_bow_reveals_one_more_as_long_as_there_is_one():
    tokens = ["bow", "bow", "poisonous_potato", "bow", "poisonous_potato", "iron_sword"]
    table = fight(*tokens, pile={"bow": 3, "poisonous_potato": 2, "iron_sword": 4})
    assert [event[2] for event in table.happened("weapon_revealed")] == tokens
    table = fight("bow", "bow", "bow")
    assert len(table.happened("weapon_revealed")) == 3
    assert table.happened("mob_defeated") == [("mob_defeated", 0, SPIDER, 3)]


@pytest.mark.rule("FIGHT-04")
def test_hoes_then_pickaxes_count_win_or_lose():
    table = fight("golden_hoe", "golden_hoe", "stone_pickaxe", mob=ENDERMAN)
    assert table.happened("xp_gained") == [("xp_gained", 0, 4, "hoe")]
    assert table.decision == "pickaxe"
    assert table.choices == ["done", "block 0", "block 3", "block 12", "block 15"]
    table.do("block 0")
    assert table.happened("mob_stayed") == [("mob_stayed", 0, ENDERMAN, 3)]
    assert sum(table.seat(0)["supply"].values()) == 1
    table = fight("stone_pickaxe", "stone_pickaxe", "bow")
    table.do("done")
    assert table.decision == "pickaxe"  # each in turn
    table.do("done")
    assert table.happened("mob_defeated")
    assert table.seat(0)["supply"] == {}
    table = fight("stone_pickaxe", "bow", cube=columns(*[0] * 16), unseen={}, scored=2)
    assert table.happened("mob_defeated")


@pytest.mark.rule("FIGHT-05")
@pytest.mark.parametrize(("count", "hearts", "left"), [(0, 1, 2), (1, 6, 1), (2, 11, 0)])
def test_detonated_tnt_counts_and_is_gone_the_others_stay(count, hearts, left):
    table = fight("tnt", "tnt", "wooden_sword", mob=ENDERMAN)
    assert table.choices == ["done", "detonate 1", "detonate 2"]
    events = table.do(f"detonate {count}" if count else "done")
    name = "mob_defeated" if hearts >= 6 else "mob_stayed"
    assert (name, 0, ENDERMAN, hearts) in events
    assert table.seat(0)["pile"].get("tnt", 0) == left


@pytest.mark.rule("FIGHT-06")
def test_enough_hearts_defeat_the_mob_fewer_do_not():
    table = fight("iron_sword", "wooden_sword", "poisonous_potato", mob=CREEPER)
    assert table.happened("mob_defeated", "xp_gained") == [
        ("mob_defeated", 0, CREEPER, 4),
        ("xp_gained", 0, 4, "fight"),
    ]
    assert table.seat(0)["mobs"] == [CREEPER]
    assert table.position["cells"]["C3"] == [3, None]
    table = fight("stone_sword", "wooden_sword", "poisonous_potato", mob=CREEPER)
    assert table.happened("mob_stayed") == [("mob_stayed", 0, CREEPER, 3)]
    assert table.position["cells"]["C3"] == [4, CREEPER]
    assert table.p.xp[0] == 0


@pytest.mark.rule("FIGHT-07")
def test_revealed_tokens_go_back():
    table = fight("stone_sword", "bow", "golden_hoe", mob=ENDERMAN)
    assert table.seat(0)["pile"] == {"stone_sword": 1, "bow": 1, "golden_hoe": 1}
    assert table.position["hand"] == {}


@pytest.mark.rule("EXTRA-01", "DEC-04")
def test_an_action_mob_is_returned_for_one_more_action_of_any_kind():
    table = Table.at(
        actions=1, used=1, seats=[{"mobs": [SPIDER, ZOMBIE]}], cells={"F5": [1, None]}, out=[60, 61]
    )
    table.do("go 12", *range(4))
    assert table.decision == "extra"
    table.do("go 13")  # a kind that was used
    assert table.happened("mob_returned") == [("mob_returned", 0, SPIDER)]
    while table.decision == "tile":
        table.do(table.choices[0])
    assert table.decision == "extra"
    table.do("done")
    assert table.p.active == 1
    assert table.seat(0)["mobs"] == [ZOMBIE]
    table = Table.at(actions=1, used=1, seats=[{"mobs": [CREEPER]}])
    table.do("go 12", *range(4))
    assert table.p.active == 1  # no action mob: not asked


@pytest.mark.rule("EXTRA-02")
def test_the_mob_with_the_lowest_number_is_returned_before_the_action():
    table = Table.at(actions=2, used=3, seats=[{"mobs": [ZOMBIE, SPIDER, CREEPER]}])
    events = table.do("block 0")
    assert [event[0] for event in events] == ["mob_returned", "block_taken"]
    assert table.seat(0)["mobs"] == [ZOMBIE, CREEPER]
    assert SPIDER in table.position["out"]


@pytest.mark.rule("EXTRA-03")
def test_additional_actions_are_there_in_the_last_turn():
    table = Table.at(
        cube=columns(2, *[1] * 15),
        unseen={},
        scored=2,
        actions=1,
        used=2,
        seats=[{"mobs": [SPIDER]}],
    )
    table.do("block 0", "block 3")
    assert table.decision == "extra"
    table.do("done")
    assert table.over
    assert table.p.xp_by[0, 6] == 0
