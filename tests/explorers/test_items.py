"""FIGHT, CHEST, CREA, TOOL, FOOD, TROPHY, XBOW, ARM, DECO: creatures, chests and items."""

import pytest

from tests.explorers.table import Table

COSTS = {"zombie": 2, "skeleton": 2, "spider": 2, "creeper": 3, "witch": 3, "enderman": 4}
ROW = ["woods"]


@pytest.mark.rule("FIGHT-01")
@pytest.mark.parametrize(("creature", "cost"), COSTS.items())
def test_a_fight_costs_food_by_type(creature, cost):
    choice = f"creature {creature}"
    assert choice not in Table.at(row=ROW, line={creature: 1}, food=cost - 1).choices
    assert choice in Table.at(row=ROW, line={creature: 1}, food=cost).choices
    sword = [{"iron_sword_damaged": 1}]
    assert choice in Table.at(row=ROW, line={creature: 1}, food=cost - 2, items=sword).choices


@pytest.mark.rule("FIGHT-02", "TROPHY-01")
def test_a_fought_creature_becomes_a_trophy():
    table = Table.at(row=ROW, line={"witch": 2}, trophies=[{"zombie": 1}])
    assert table.do("creature witch") == [("food_paid", 0, 3), ("creature_killed", 0, "witch")]
    assert table.line == {"witch": 1}
    assert table.trophies() == {"zombie": 1, "witch": 1}
    assert table.p.food == 3


@pytest.mark.rule("CHEST-01")
def test_a_chest_is_opened_for_one_food_with_an_item_that_it_needs():
    items = [{"wood": 1, "iron": 1}]
    chests = {"1": ["wood"], "2": [], "3": ["lighting", "furnishing"], "4": ["emerald"]}
    table = Table.at(row=ROW, items=items, chests=chests)
    assert [one for one in table.choices if one.startswith("chest")] == ["chest 0"]
    assert "chest 0" not in Table.at(row=ROW, items=items, chests=chests, food=0).choices


@pytest.mark.rule("CHEST-02")
def test_many_items_are_placed_for_one_food():
    table = Table.at(row=ROW, items=[{"wood": 2, "iron": 1, "emerald": 1}])
    table.do("chest 0")
    assert table.decision == "place"
    assert table.choices == ["done", "chest 0", "chest 1", "chest 3"]
    table.do("chest 0", "chest 1", "chest 3")
    assert table.items() == {}
    assert table.p.food == 5
    assert table.decision == "main"  # no item fits any more


@pytest.mark.rule("CHEST-02", "CHEST-03")
def test_the_seat_chooses_among_items_that_fit():
    chests = {"10": ["food", "food"], "12": ["sword", "armour"], "4": ["pickaxe", "emerald"]}
    tools = {"gold_sword": 1, "iron_sword_damaged": 1, "diamond_pickaxe_damaged": 1}
    table = Table.at(row=ROW, chests=chests, items=[{"food_1": 1, "food_4": 1, **tools}])
    table.do("chest 0")
    assert table.choices == ["item food 1", "item food 4"]
    table.do("item food 4", "chest 1")
    assert table.choices == ["item iron sword damaged", "item gold sword"]
    table.do("item iron sword damaged", "chest 2")
    assert table.items() == {"food_1": 1, "gold_sword": 1}
    assert table.position["chests"] == {"10": ["food"], "12": ["armour"], "4": ["emerald"]}


@pytest.mark.rule("CHEST-03")
def test_what_is_needed_twice_takes_two_cards():
    table = Table.at(row=ROW, items=[{"wood": 1}], skip_forced=False)
    table.do("chest 0", "item wood")
    assert table.position["chests"]["1"] == ["wood"]
    assert table.choices == ["done"]


@pytest.mark.rule("CHEST-04")
def test_a_filled_chest_kills_a_creature_and_placing_goes_on():
    items = [{"wood": 1, "iron": 1}]
    chests = {"1": ["wood"], "2": ["iron", "iron"], "3": ["lighting"], "5": ["sponge"]}
    table = Table.at(row=ROW, items=items, line={"enderman": 1, "zombie": 2}, chests=chests)
    table.do("chest 0")
    assert table.decision == "reward"
    assert table.choices == ["done", "creature zombie", "creature enderman"]
    table.do("creature enderman")
    assert table.trophies() == {"enderman": 1}
    assert table.p.food == 5
    assert (table.decision, table.choices) == ("place", ["done", "chest 1"])


@pytest.mark.rule("CREA-01", "CREA-02")
def test_cards_are_turned_up_until_a_new_type_appears():
    table = Table.at(line={"zombie": 1}, row=ROW)
    table.do("end", "zombie", "spider")
    assert table.decision == "main"
    table.do("end", "spider", "zombie", "creeper")
    assert table.line == {"zombie": 3, "spider": 2, "creeper": 1}


@pytest.mark.rule("CREA-03")
def test_with_all_types_in_the_line_the_next_card_loses_in_the_end():
    line = dict.fromkeys(COSTS, 1)
    table = Table.at(line=line, unseen={"zombie": 5, "witch": 3}, row=ROW, players=1)
    assert table.do("end") == [("night_fell", 0), ("game_lost", "game_over_card")]
    table = Table.at(line=line, unseen={"zombie": 5, "witch": 3, "spider": 1}, row=ROW, players=1)
    table.do("end", "witch")  # the last card is certain
    assert table.p.outcome == 2


@pytest.mark.rule("CREA-04", "INFO-04")
def test_the_chances_of_creature_cards():
    unseen = {"zombie": 5, "witch": 2, "spider": 2}  # eight of them lie in the box
    table = Table.at(unseen=unseen, players=1, row=ROW)
    table.do("end")
    assert table.p.creature_length == 2
    half = pytest.approx({"zombie": 5 / 18, "witch": 2 / 18, "spider": 2 / 18, "game_over": 1 / 2})
    assert table.chances == half
    table = Table.at(unseen={**unseen, "creeper": 4}, players=1, row=ROW)
    table.do("end")
    assert table.p.creature_length == 6  # Game Over is among the last five
    assert table.chances == pytest.approx(
        {"zombie": 5 / 13, "witch": 2 / 13, "spider": 2 / 13, "creeper": 4 / 13}
    )
    table.do("zombie")
    table.do("end") if table.decision == "main" else None
    assert table.chances["game_over"] == pytest.approx(1 / 5)


@pytest.mark.rule("TOOL-01", "TOOL-02")
@pytest.mark.parametrize(("tool", "cut"), [("iron", 2), ("gold", 3), ("diamond", 4)])
def test_a_tool_is_used_twice(tool, cut):
    table = Table.at(row=["deep_cave", "deep_cave"], items=[{f"{tool}_pickaxe": 1}], food=6)
    table.do("slot 0", f"item {tool} pickaxe")
    if cut < 4:
        assert table.p.left == 4 - cut
        table.do("done")
    assert table.items() == {f"{tool}_pickaxe_damaged": 1}
    assert table.p.food == 6 - (4 - cut)
    table.do("emerald", "slot 1", f"item {tool} pickaxe damaged")
    assert f"{tool}_pickaxe_damaged" not in table.items()


@pytest.mark.rule("TOOL-03")
def test_several_uses_go_into_one_cost_and_the_rest_is_paid_in_food():
    swords = {"iron_sword": 1, "gold_sword": 1}
    table = Table.at(row=["woodland_mansion"], items=[swords], food=1)
    table.do("slot 0")
    assert table.choices == ["item iron sword", "item gold sword"]  # 1 food cannot pay 7
    table.do("item iron sword", "item iron sword damaged")  # for the rest only the gold one is left
    assert table.items() == {"gold_sword_damaged": 1, "totem": 1}  # 2 + 2 + 3
    assert table.p.food == 1


@pytest.mark.rule("TOOL-03")
def test_without_a_fitting_tool_food_is_paid_without_a_question():
    table = Table.at(row=["taiga", "jungle"], items=[{"iron_pickaxe": 1}], skip_forced=False)
    table.do("slot 0")
    assert (table.decision, table.p.food) == ("back", 3)
    table.do("wood", "slot 1")
    assert (table.decision, table.p.food) == ("back", 0)


@pytest.mark.rule("FOOD-01")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_food_is_eaten_for_this_turn(number):
    table = Table.at(row=ROW, items=[{f"food_{number}": 1}], food=5)
    table.do(f"item food {number}")
    assert (table.p.food, table.items()) == (5 + number, {})
    table.do("end", "zombie")
    assert table.p.food == 6


@pytest.mark.rule("FOOD-02")
def test_food_goes_into_a_chest_instead():
    chests = {"10": ["food", "food"], "1": ["wood"], "2": ["iron"]}
    table = Table.at(row=ROW, items=[{"food_1": 1, "food_2": 1}], chests=chests)
    table.do("item food 1", "chest 0")
    assert table.position["chests"]["10"] == ["food"]
    assert table.items() == {}


@pytest.mark.rule("TROPHY-02")
def test_two_equal_trophies_are_worth_a_food():
    table = Table.at(row=ROW, trophies=[{"zombie": 3, "witch": 1}], food=5)
    assert table.choices == ["end", "refresh", "slot 0", "trophy zombie"]
    table.do("trophy zombie")
    assert (table.p.food, table.trophies()) == (6, {"zombie": 1, "witch": 1})


@pytest.mark.rule("XBOW-01")
def test_a_crossbow_kills_two_creatures():
    table = Table.at(row=ROW, line={"enderman": 1, "zombie": 2}, items=[{"crossbow": 1}])
    table.do("item crossbow")
    assert table.choices == ["creature zombie", "creature enderman"]
    table.do("creature enderman")
    assert table.trophies() == {"enderman": 1, "zombie": 1}  # the second target is the only type
    assert (table.line, table.items(), table.p.food) == ({"zombie": 1}, {}, 6)


@pytest.mark.rule("XBOW-01")
def test_a_crossbow_kills_a_single_creature_and_needs_one():
    table = Table.at(row=ROW, line={"enderman": 1}, items=[{"crossbow": 1}])
    table.do("item crossbow")
    assert (table.decision, table.trophies()) == ("main", {"enderman": 1})
    assert "item crossbow" not in Table.at(row=ROW, items=[{"crossbow": 1}]).choices


@pytest.mark.rule("ARM-01", "TURN-04")
def test_armour_keeps_the_cards_of_a_night_down():
    table = Table.at(row=ROW, items=[{"armour": 2}], line={"zombie": 1})
    table.do("end")
    assert (table.decision, table.choices) == ("armour", ["done", "item armour"])
    cards = int(table.p.creature_length)
    table.do("item armour")
    assert (table.p.active, table.p.food, table.p.turn) == (1, 6, 2)
    assert (table.items(), table.line) == ({"armour": 1}, {"zombie": 1})
    assert table.p.creature_length == cards


@pytest.mark.rule("ARM-01")
def test_armour_keeps_both_cards_of_a_destination_down():
    table = Table.at(row=["ocean_monument"], food=8, items=[{"armour": 1}])
    table.do("slot 0")
    assert (table.decision, table.p.due) == ("armour", 2)
    table.do("item armour")
    assert (table.decision, table.items(), table.line) == ("main", {"sponge": 1}, {})
    assert table.p.active == 0


@pytest.mark.rule("ARM-01")
def test_armour_that_was_not_used_is_too_late_after_a_card():
    table = Table.at(row=ROW, items=[{"armour": 1}, {"armour": 1}], line={"zombie": 1})
    table.do("end", "done", "zombie")
    assert table.decision == "creature"
    table.do("witch")
    assert table.items(0) == {"armour": 1}


@pytest.mark.rule("DECO-01")
def test_other_items_do_nothing_by_themselves():
    others = ("wood", "iron", "emerald", "lighting", "furnishing", "totem", "sponge")
    table = Table.at(
        row=ROW,
        items=[dict.fromkeys(others, 1)],
        food=0,
        line={"zombie": 1},
        top="taiga",
        trophies=[{"zombie": 2}],
    )
    assert table.choices == ["end", "trophy zombie"]
