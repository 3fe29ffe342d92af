"""The end bosses: BOSS-*."""

import pytest

from tests.portal_dash.rules.table import Table

PLAIN = ".  .  .  .  .  .  .  .  .  .  .  .  ."
#: One layer of the cube left, so that a block that goes is easily seen.
CUBE = "R " * 16
DEEDS = ("mob moved", "mob attacked", "heart lost", "pushed", "item damaged", "block removed")


def boss(*rows, side, roll, items=((),), box=None, **position):
    """The portal is open, the boss on the map; its roll falls. The map begins at the top."""
    board = [*rows, *[PLAIN] * (6 - len(rows))]
    name = "wildfire" if "W" in "".join(rows) else "ancient hoglin"
    level = {"tiles": 2, "bosses": [[name, side]]}
    players = [{"items": list(own)} for own in items]
    tiles = ["Four Winds", "Twin Cellars"]
    rest = {"level": level, "portal_open": True, "tiles": tiles, "cube": CUBE, **position}
    table = Table.at(board=board, players=players, decision="mob die", **rest)
    table.print_on_the_box(**(box or {})).do(roll)
    return table


@pytest.mark.rule("BOSS-01", "BOSS-04")
@pytest.mark.parametrize("side", ["easy", "hard"])
def test_the_wildfire_flies_two_spaces_and_reaches_three(side):
    table = boss("@0 .  ~  .  ~  W  .  .  .  .  .  .  .", side=side, roll=1)
    assert table.told("mob moved", "mob attacked") == [
        ("mob moved", "the Wildfire", (0, 5), (0, 3)),
        ("mob attacked", "the Wildfire", 0, 1),
    ]
    table = boss("@0 .  ~  .  ~  .  W  .  .  .  .  .  .", side=side, roll=1)
    assert table.told("mob moved", "mob attacked") == [
        ("mob moved", "the Wildfire", (0, 6), (0, 4))
    ]


@pytest.mark.rule("BOSS-01")
def test_the_hard_wildfires_1_hits_all_in_range():
    row = ".  .  .  .  @1 .  .  W  @0 .  .  @2 ."
    table = boss(row, side="hard", roll=1, items=[(), (), ()])
    assert table.told(*DEEDS) == [
        ("mob attacked", "the Wildfire", 0, 1),
        ("heart lost", 0, "wildfire", 5),
        ("mob attacked", "the Wildfire", 1, 1),
        ("heart lost", 1, "wildfire", 5),
    ]


@pytest.mark.rule("BOSS-02")
def test_the_hard_ancient_hoglins_1_goes_past_armour():
    items = [("iron chestplate",)]
    table = boss(".  .  .  .  .  .  .  A  @0 .  .  .  .", side="hard", roll=1, items=items)
    assert table.changes == {"mob_die": (-1, 1), "hearts[0]": (6, 4)}


@pytest.mark.rule("BOSS-03")
@pytest.mark.parametrize("sign", ["W", "A"])
def test_a_hard_3_hits_one_player_then_the_block_goes(sign):
    row = f".  .  .  .  .  .  @1 {sign}  @0 .  .  .  ."
    table = boss(row, side="hard", roll=3, items=[(), ()])
    table.do("player 1")
    assert table.kinds() == ["mob attacked", "heart lost"]
    assert table.decision == "remove block"
    assert table.do("column 12") == [("block removed", 0, 12, 4, "red", "boss")]
