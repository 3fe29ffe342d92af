"""The worked examples of the rulebook."""

import pytest

from tests.explorers.table import Table

ROW = ["woods"]


@pytest.mark.rule("END-01", "LEVEL-first")
def test_example_four_of_five_chests_are_enough():
    left = {"1": ["wood"], "2": ["iron"]}
    table = Table.at(chests={**left, "3": [], "4": [], "5": []}, items=[{"wood": 1, "iron": 1}])
    assert table.p.goal == 4
    assert not table.over  # three of five
    events = table.do("chest 0")
    assert events[-1] == ("game_won", "chests")
    assert table.position["chests"]["2"] == ["iron"]  # the fifth one stays open


@pytest.mark.rule("CREA-01", "CREA-02", "TURN-04")
def test_example_a_night_of_four_cards():
    """Zombie, spider and zombie are in the line already; a creeper is not."""
    table = Table.at(row=ROW, line={"zombie": 1, "spider": 1})
    table.do("end", "zombie", "spider", "zombie")
    assert (table.decision, table.p.active) == ("creature", 0)
    table.do("creeper")
    assert table.line == {"zombie": 3, "spider": 2, "creeper": 1}
    assert (table.decision, table.p.active, table.p.food) == ("main", 1, 6)


@pytest.mark.rule("TOOL-02")
@pytest.mark.parametrize(("tool", "food"), [("diamond", 0), ("gold", 1)])
def test_example_a_diamond_tool_saves_four_and_a_gold_one_three(tool, food):
    row, tools = ["chasm"], [{f"{tool}_pickaxe_damaged": 1}]
    assert "slot 0" in Table.at(row=row, top="geode", items=tools, food=food).choices
    if food:
        assert "slot 0" not in Table.at(row=row, top="geode", items=tools, food=food - 1).choices


@pytest.mark.rule("FIGHT-02", "TROPHY-01", "TROPHY-02")
def test_example_a_pair_of_creepers_is_worth_a_food():
    table = Table.at(row=ROW, line={"creeper": 1}, trophies=[{"creeper": 1}], food=3)
    table.do("creature creeper")  # all three cards of the hand
    assert (table.p.food, table.trophies()) == (0, {"creeper": 2})
    table.do("trophy creeper")
    assert (table.p.food, table.trophies()) == (1, {})
    assert "refresh" in table.choices
