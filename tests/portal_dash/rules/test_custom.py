"""What levels of one's own may do: both bosses, base mobs left out, other starting items."""

import pytest

from tests.portal_dash.rules.table import SPAWNERS, Table

BOTH = {"bosses": [("wildfire", "easy"), ("ancient hoglin", "hard")]}


def at_the_portal(players, **position):
    """Return a game of both bosses before the portal strip is revealed."""
    before = {"level": BOTH, "board": "flat", "parts_open": 2, "mobs": {}, "tasks": "complete"}
    return Table.at(players=players, decision="reveal", **{**before, **position})


@pytest.mark.rule("CUSTOM-01")
def test_the_second_boss_appears_on_the_free_space_nearest_to_the_portal():
    table = at_the_portal([{"space": (5, 10)}])
    table.do("yes")
    assert table.told("boss appeared") == [
        ("boss appeared", "the Wildfire", (2, 12)),
        ("boss appeared", "the Ancient Hoglin", (1, 12)),
    ]
    assert table.mobs == {"the Wildfire": (2, 12), "the Ancient Hoglin": (1, 12)}


@pytest.mark.rule("CUSTOM-02")
def test_the_spawner_of_a_base_mob_that_is_left_out_takes_the_front_of_the_line():
    table = Table.begun_on("Brood Hall", level={"mobs": {"ghast": 0, "blaze": 3}})
    spawned = table.told("mob spawned")
    assert [event[2] for event in spawned] == SPAWNERS["Brood Hall"]
    assert spawned[0][1].startswith("magma cube")
    assert spawned[2][1].startswith("enderman")
    everybody = [*table.mobs, *table.line]
    assert len(everybody) == 9
    assert not [mob for mob in everybody if mob.startswith("ghast")]


@pytest.mark.rule("CUSTOM-03")
def test_a_level_may_give_other_starting_items_which_leave_the_game_when_replaced():
    items = ["diamond sword", "iron helmet", "bow", "iron boots", "long bow", "iron pickaxe"]
    table = Table.new({"start_items": items})
    assert table.items(0, active=True) == table.items(1, active=True) == items
    table.do((0, 0), (0, 0))
    assert list(table.p.item_starting[0]) == [1] * 6
    assert table.tile_count("stack_count")["diamond sword"] == 2

    finding = [{"step": "find", "player": 0}, "action", "reveal", "end turn"]
    table = Table.at(level={"start_items": items}, actions_done=1, agenda=finding)
    table.do("diamond sword", "iron sword", "tile 0", "slot 0")
    assert table.told("tile discarded") == [
        ("tile discarded", 0, "iron sword", "not kept"),
        ("tile discarded", 0, "diamond sword", "starting"),
    ]
    assert table.tile_count("discards") == {"iron sword": 1}


@pytest.mark.rule("CUSTOM-04")
def test_hearts_are_not_limited_by_the_48_of_the_box():
    table = Table.new({"start_items": ["Netherite chestplate"] * 6}, players=4)
    assert (table.p.item_hearts == 5).all()
    assert table.p.item_hearts.sum() + table.p.hearts.sum() == 4 * (6 * 5 + 6)
