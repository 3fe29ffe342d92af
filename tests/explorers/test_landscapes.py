"""EXP, VIL, REF, SPY, MAP, INFO: landscapes and what is known of them."""

import pytest

from tests.explorers.table import Table, all_but

ROW = ["woods", "taiga", "geode", "chasm", "jungle"]


@pytest.mark.rule("EXP-01")
def test_a_landscape_is_explored_if_food_and_fitting_tools_can_pay_for_it():
    row = ["woods", "chasm", "jungle"]
    assert "slot 1" not in Table.at(row=row, food=3).choices
    pickaxe = {"iron_pickaxe_damaged": 1}
    assert "slot 1" in Table.at(row=row, food=2, items=[pickaxe]).choices
    assert "slot 1" not in Table.at(row=row, food=1, items=[pickaxe]).choices
    assert "slot 2" not in Table.at(row=row, food=2, items=[pickaxe]).choices  # takes swords


@pytest.mark.rule("EXP-02")
def test_the_cost_is_paid_and_the_item_can_be_used_in_the_same_turn():
    table = Table.at(row=["geode", "chasm"], food=3)
    assert table.do("slot 0", "iron_pickaxe") == [
        ("food_paid", 0, 2),
        ("landscape_explored", 0, "geode", "iron_pickaxe", 0),
    ]
    assert table.items() == {"iron_pickaxe": 1}
    assert table.p.food == 1
    table.do("slot 1", "emerald")  # 1 food cannot pay 4 but for both uses of the pickaxe
    assert table.items() == {"emerald": 1}


@pytest.mark.rule("EXP-03")
def test_the_slot_stays_empty():
    table = Table.at(row=ROW)
    table.do("slot 1", "wood")
    assert table.row == ["woods", None, "geode", "chasm", "jungle"]


@pytest.mark.rule("EXP-04")
def test_creatures_appear_once_the_item_is_taken():
    table = Table.at(row=["mineshaft"], line={"zombie": 1})
    table.do("slot 0", "iron +1")
    assert table.items() == {"iron": 1}
    assert table.decision == "creature"
    table.do("zombie", "skeleton")
    assert table.decision == "main"
    assert table.p.active == 0


@pytest.mark.rule("EXP-04", "CREA-01", "CREA-02")
def test_a_destination_turns_up_two_cards_each_of_a_new_type():
    table = Table.at(row=["ocean_monument"], food=8, line={"zombie": 1})
    table.do("slot 0")  # only one back: nothing is left to chance
    assert table.items() == {"sponge": 1}
    table.do("zombie", "witch", "witch", "spider")
    assert table.line == {"zombie": 2, "witch": 2, "spider": 1}
    assert table.decision == "main"


@pytest.mark.rule("VIL-01", "TOOL-04")
def test_a_village_takes_a_food_and_one_of_two_classes():
    row = ["village_librarian", "village_cleric"]
    assert not {"slot 0", "slot 1"} & set(Table.at(row=row, items=[{"iron_sword": 1}]).choices)
    assert "slot 1" in Table.at(row=row, items=[{"iron": 1}]).choices
    assert "slot 0" not in Table.at(row=row, items=[{"iron": 1}]).choices
    assert "slot 1" not in Table.at(row=row, items=[{"iron": 1}], food=0, top="geode").choices


@pytest.mark.rule("VIL-02")
def test_the_seat_chooses_what_it_gives():
    table = Table.at(row=["village_librarian"], items=[{"wood": 2, "emerald": 1, "iron": 1}])
    table.do("slot 0")
    assert (table.decision, table.p.food) == ("trade", 5)
    assert table.choices == ["item wood", "item emerald"]
    table.do("item wood")
    assert table.items() == {"wood": 1, "emerald": 1, "iron": 1, "furnishing": 1}


@pytest.mark.rule("REF-01")
def test_new_landscapes_cost_a_food():
    assert "refresh" not in Table.at(row=ROW, food=0, items=[{"food_1": 1}]).choices
    table = Table.at(row=ROW, food=2)
    table.do("refresh", "done")  # although nothing changes
    assert (table.p.food, table.row) == (1, ROW)


@pytest.mark.rule("REF-02", "INFO-02")
def test_returned_landscapes_go_under_the_pile_in_ascending_order_of_slot():
    table = Table.at(row=ROW, top="deep_cave", low=["shipwreck"])
    table.do("refresh", "slot 1")
    assert table.decision == "return"
    assert table.choices == ["done", "slot 2", "slot 3", "slot 4"]
    table.do("slot 3")
    assert table.position["low"] == ["shipwreck", "taiga", "chasm"]
    table.do("done")
    assert table.decision == "front"
    assert table.row == ["woods", "deep_cave", "geode", None, "jungle"]
    assert table.do("geode", "taiga")[0] == ("landscape_laid", "geode", 3)
    assert table.row == ["woods", "deep_cave", "geode", "geode", "jungle"]
    assert table.position["top"] == "taiga"


@pytest.mark.rule("REF-03")
def test_returned_landscapes_come_back_if_the_pile_is_short():
    rest = {"woods": 4, "geode": 2, "taiga": 1}
    table = Table.at(row=["woods", "geode"], explored=all_but(rest), top="taiga", low=["woods"] * 3)
    assert (table.p.deep_length, table.p.low_length) == (1, 3)
    table.do("refresh", "slot 0", "slot 1")
    assert table.row == ["taiga", "geode", "woods", "woods", "woods"]
    assert table.position["top"] == "woods"
    assert table.position["low"] == ["geode"]


@pytest.mark.rule("REF-02", "REF-03", "INFO-02")
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_a_landscape_that_is_returned_to_no_pile_is_the_pile(chance):
    """It lies there with its front up, keeps what is known of its back, and comes back first."""
    rest = {"woods": 1, "geode": 1, "taiga": 1}
    row = ["woods: wood", "geode", "taiga"]
    table = Table.at(row=row, explored=all_but(rest), top=None, chance=chance)
    before = table.position.get("hidden")
    table.do("refresh", "slot 0")
    assert (table.row, table.position["top"]) == ([None, "geode", "taiga"], "woods: wood")
    assert (table.p.deep_length, table.p.low_length) == (0, 0)
    table.do("slot 2")  # the next one lies under it
    assert table.happened("landscape_laid") == [
        ("landscape_laid", "woods", 0),
        ("landscape_laid", "taiga", 2),
    ]
    assert (table.position["top"], table.position["low"]) == (None, [])
    if before is not None:
        assert table.position["hidden"] == before


@pytest.mark.rule("REF-02", "INFO-02")
def test_what_is_known_at_the_bottom_of_the_pile_moves_up_with_the_cards():
    rest = {"woods": 1, "geode": 1, "taiga": 1, "chasm": 1, "jungle": 1, "shipwreck": 1}
    low = ["taiga: armour", "chasm: iron", "jungle", "shipwreck: map"]
    table = Table.at(
        row=["woods", None, "jungle", "chasm", "taiga"],
        explored=all_but({**rest, "taiga": 2, "chasm": 2, "jungle": 2}),
        top="geode",
        low=low,
        chance="sampled",
    )
    hidden = table.position["hidden"]
    table.do("refresh", "done")  # the top card is laid out, the first known one becomes the top
    assert table.position["top"] == "taiga: armour"
    assert table.position["low"] == low[1:]
    assert table.position["hidden"]["low"] == hidden["low"][1:]
    table.do("slot 1", "refresh", "done")
    assert table.row[1] == "taiga: armour"
    assert table.position["top"] == "chasm: iron"
    assert table.position["low"] == low[2:]
    assert table.position["hidden"]["low"] == hidden["low"][2:]


@pytest.mark.rule("MAP-03", "INFO-02")
def test_what_is_known_below_a_fetched_destination_moves_up():
    low = ["shipwreck: map", "ocean_monument", "jungle", "taiga: armour"]
    table = Table.at(row=["woodland_mansion"], items=[{"map": 1}], low=low, chance="sampled")
    hidden = table.position["hidden"]["low"]
    table.do("item map")
    assert table.row == ["woodland_mansion", "ocean_monument"]
    assert table.position["low"] == ["shipwreck: map", "jungle", "taiga: armour"]
    assert table.position["hidden"]["low"] == [*hidden[:1], *hidden[2:]]


@pytest.mark.rule("SPY-01", "INFO-03")
def test_a_spyglass_needs_a_back_that_the_fronts_do_not_tell():
    told = ["village_farmer", "woodland_mansion", "woods: wood"]
    assert "item spyglass" not in Table.at(row=told, items=[{"spyglass": 1}]).choices
    assert "item spyglass" in Table.at(row=[*told, "taiga"], items=[{"spyglass": 1}]).choices


@pytest.mark.rule("SPY-02", "INFO-02")
def test_a_spyglass_shows_all_backs_of_the_row_and_they_stay_known():
    table = Table.at(row=["mineshaft", None, "woods", "village_farmer"], items=[{"spyglass": 1}])
    table.do("item spyglass")
    assert table.decision == "seen_back"
    assert table.do("iron +1", "wood") == [
        ("back_seen", "mineshaft", "iron", 1),
        ("back_seen", "woods", "wood", 0),
        ("back_seen", "village_farmer", "food_3", 0),
    ]
    assert table.line == {}
    assert table.items() == {}
    table.do("refresh", "slot 2", "done")
    while table.decision == "front":
        table.do(table.choices[0])
    assert table.position["low"] == ["woods: wood"]
    table.do("slot 0")  # nothing is left to chance
    assert table.items() == {"iron": 1}
    assert table.p.unknown[8].sum() == 3  # of four woods


@pytest.mark.rule("MAP-01")
def test_a_map_needs_a_destination_in_the_pile():
    row = ["woodland_mansion", "ocean_monument"]
    assert "item map" not in Table.at(row=row, items=[{"map": 1}]).choices
    table = Table.at(row=["woods"], items=[{"map": 1}])
    table.do("item map")
    assert table.decision == "map"
    assert table.choices == ["destination woodland mansion", "destination ocean monument"]


@pytest.mark.rule("MAP-02")
def test_the_destination_goes_to_the_lowest_empty_slot():
    table = Table.at(row=ROW, items=[{"map": 2}], top="deep_cave", low=["shipwreck"])
    table.do("item map", "destination ocean monument")
    table.do("item map")
    assert table.row == [*ROW, "ocean_monument", "woodland_mansion"]
    assert table.items() == {}
    assert (table.position["top"], table.position["low"]) == ("deep_cave", ["shipwreck"])


@pytest.mark.rule("MAP-02")
def test_the_other_cards_of_the_pile_keep_their_order():
    table = Table.new(players=1, level="first", first_player=0)
    position = table.position
    position["items"] = [{"map": 1}]
    del position["explored"], position["hidden"]
    table = Table.at(**position)
    deep = table.position["hidden"]["deep"]
    table.do("item map")
    if table.decision == "map":
        table.do("destination ocean monument")
    kept = [card for card in deep if not card.startswith("ocean_monument")]
    assert table.position["hidden"]["deep"] == kept


@pytest.mark.rule("MAP-03")
@pytest.mark.parametrize("place", ["top", "low"])
def test_a_returned_destination_is_fetched_again(place):
    card = {"top": "taiga", "low": ["shipwreck", "woods", "jungle"]}
    card |= {"top": "ocean_monument"} if place == "top" else {}
    card |= {"low": ["shipwreck", "ocean_monument", "jungle"]} if place == "low" else {}
    table = Table.at(row=["woodland_mansion"], items=[{"map": 1}], **card)
    table.do("item map")
    if place == "top":
        table.do("geode")  # the next card of the pile is seen
    assert table.row == ["woodland_mansion", "ocean_monument"]
    assert "ocean_monument" not in [table.position["top"], *table.position["low"]]


@pytest.mark.rule("INFO-04")
def test_the_chances_of_fronts_and_backs():
    table = Table.at(row=["woods", "woods: furnishing"], top="geode", low=["taiga"])
    table.do("slot 0")
    assert table.chances == pytest.approx({"wood": 2 / 3, "food_2": 1 / 3})
    row = ["woods", "woods", None, "chasm", "jungle"]
    table = Table.at(row=row, top="geode", low=["taiga"])
    table.do("refresh", "done")
    left = 60 - 4 - 2  # not in the row, at the top or at the bottom
    assert table.chances["woods"] == pytest.approx(2 / left)
    assert table.chances["taiga"] == pytest.approx(3 / left)
    assert table.chances["village_farmer"] == pytest.approx(1 / left)
    assert sum(table.chances.values()) == pytest.approx(1)
