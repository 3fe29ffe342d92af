"""MOVE: what players on the move may do, and what it costs them."""

import pytest

from tests.portal_dash.rules.table import Table

#: Magma, soul sand and lava round the walker; a part that is still face down begins in column 6.
CROSSING = """
    .  .  .  .  .  .
    .  .  ^  .  .  .
    .  : @0  ~  .  .
    .  .  m1 .  .  .
    .  .  .  .  .  .
    .  .  .  .  .  .
"""
#: A lane with everything that hurts or hinders.
LANE = """
    .  .  .  .  .  .
    .  ^  .  :  .  .
    .  .  .  .  .  .
    .  .  .  .  .  .
    .  .  .  .  .  .
    .  .  .  .  .  .
"""
#: The tile has its chest space there.
CHEST = {"tiles": ["Broken Bridge"], "board": [".  .  .  .  .  .", ".  .  .  $  .  ."]}


def walking(table):
    """Return the steps that may be taken now."""
    return [choice for choice in table.choices if str(choice).startswith("step")]


@pytest.mark.rule("MOVE-01")
def test_boots_go_up_to_their_number_of_steps():
    table = Table.at(board="flat", mobs={}, players=[{"space": (2, 2)}])
    table.do("slot 0")
    assert table.choices == ["done", "step north", "step east", "step south", "step west"]
    table.do("step north")
    assert (table.decision, table.p.steps_left) == ("step", 1)
    table.do("step west")
    assert table.changes["player_space[0]"] == ((1, 2), (1, 1))
    assert table.decision == "action"


@pytest.mark.rule("MOVE-02")
def test_nobody_enters_mobs_or_lava():
    table = Table.at(board=CROSSING, players=1)
    assert table.do("slot 0") == []
    assert walking(table) == ["step north", "step west"]


@pytest.mark.rule("MOVE-03")
def test_each_entry_of_magma_costs_a_heart():
    table = Table.at(board=LANE, players=[{"space": (1, 0), "items": ["iron boots"]}])
    table.do("slot 0", "step east", "step east", "step west")
    assert table.told("heart lost") == [
        ("heart lost", 0, "magma", 5),
        ("heart lost", 0, "magma", 4),
    ]
    assert table.changes["hearts[0]"] == (6, 4)


@pytest.mark.rule("MOVE-04")
def test_soul_sand_needs_two_steps():
    table = Table.at(board=CROSSING, players=1)
    table.do("slot 0", "step west")
    assert table.told("player moved") == [("player moved", 0, (2, 2), (2, 1), 2)]
    assert table.decision == "action"


@pytest.mark.rule("MOVE-05")
@pytest.mark.parametrize(
    "boots",
    ["Netherite boots", {"item": "iron boots", "enchantments": ["boots fire walking"]}],
    ids=["Netherite", "enchanted"],
)
def test_fireproof_boots_make_magma_and_soul_sand_ordinary(boots):
    table = Table.at(board=LANE, players=[{"space": (1, 0), "items": [boots]}])
    table.do("slot 0", "step east", "step east", "step east")
    assert table.told("player moved", "heart lost") == [
        ("player moved", 0, (1, 0), (1, 1), 1),
        ("player moved", 0, (1, 1), (1, 2), 1),
        ("player moved", 0, (1, 2), (1, 3), 1),
    ]


@pytest.mark.rule("MOVE-06")
def test_every_player_finds_an_item_clockwise_from_the_mover():
    table = Table.at(**CHEST, players=[{}, {}, {"space": (2, 3)}], active_player=2)
    found = ["iron boots", "iron helmet", "tile 0"]
    table.do("step north", "yes", *found, *found, "bow", "bow")
    assert table.told("tile drawn", "item kept") == [
        ("tile drawn", 2, "iron boots"),
        ("tile drawn", 2, "iron helmet"),
        ("item kept", 2, 5, "iron boots"),
        ("tile drawn", 0, "iron boots"),
        ("tile drawn", 0, "iron helmet"),
        ("item kept", 0, 5, "iron boots"),
        ("tile drawn", 1, "bow"),
        ("tile drawn", 1, "bow"),
        ("item kept", 1, 5, "bow"),
    ]


@pytest.mark.rule("MOVE-07")
def test_leggings_in_boots_mode_move_like_boots():
    leggings = {"item": "iron leggings", "mode": "boots"}
    table = Table.at(board=LANE, players=[{"space": (1, 0), "items": [leggings]}])
    assert "slot 0" in table.choices
    table.do("slot 0", "step south", "step east")
    assert table.told("player moved", "item damaged") == [
        ("player moved", 0, (1, 0), (2, 0), 1),
        ("player moved", 0, (2, 0), (2, 1), 1),
        ("item damaged", 0, 0, "iron leggings", "used"),
    ]
