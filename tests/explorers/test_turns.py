"""SETUP, DEC, TURN, INFO, END, LEVEL, PROG: the frame of a game."""

from collections import Counter

import numpy as np
import pytest

from tablemates.envs.explorers import vocabulary as V
from tablemates.envs.explorers.game import Explorers
from tablemates.envs.explorers.settings import Settings
from tablemates.envs.explorers.vocabulary import CATALOGUE
from tests.explorers.table import Table, all_but

FOUR_OPEN = {"1": ["wood"], "2": ["iron"], "3": ["lighting"], "4": ["emerald"]}


def new_games(count=60, **settings):
    made = Explorers(Settings(**settings))
    for seed in range(count):
        made.new(seed)
        yield Table(made)


@pytest.mark.rule("SETUP-01")
def test_the_first_seat_is_drawn_or_given():
    firsts = Counter(table.p.active for table in new_games(players=3))
    assert set(firsts) == {0, 1, 2}
    assert {table.p.active for table in new_games(5, players=3, first_player=2)} == {2}


@pytest.mark.rule("SETUP-02", "INFO-04")
def test_five_landscapes_lie_and_the_next_front_is_seen():
    tops = set()
    for table in new_games(30):
        position = table.position
        assert len(table.row) == 5
        tops.add(position["top"])
        dealt = [*table.row, position["top"], *(card for card in position["hidden"]["deep"])]
        fronts = Counter(card.partition(":")[0] for card in dealt)
        assert fronts["woods"] == 4
        assert fronts.total() == 60
        assert all(":" not in card for card in [*table.row, position["top"]])
    assert len(tops) > 5


@pytest.mark.rule("SETUP-03")
@pytest.mark.parametrize(("players", "cards"), [(1, 22), (2, 23), (3, 24), (4, 25)])
def test_the_creature_pile_is_shorter_with_fewer_players(players, cards):
    places = set()
    for table in new_games(players=players):
        pile = table.position["hidden"]["creatures"]
        assert len(pile) == cards  # one more lies in the line
        assert table.p.creature_length == cards
        places.add(pile[::-1].index("game_over"))
    assert places == {0, 1, 2, 3, 4}


@pytest.mark.rule("SETUP-04", "SETUP-05")
def test_a_game_begins_with_one_creature_six_food_and_nothing_else():
    table = Table.new()
    assert sum(table.line.values()) == 1
    assert table.p.food == 6
    assert not table.p.items.any()
    assert table.decision == "main"


@pytest.mark.rule("SETUP-06", "LEVEL-first", "LEVEL-C")
@pytest.mark.parametrize(
    ("level", "chests"), [("first", [1, 2, 3, 4, 5]), ([9, 2, 12], [2, 9, 12])]
)
def test_chests_stand_in_ascending_order(level, chests):
    table = Table.new(level=level)
    assert [int(n) for n in table.p.chest_number if n] == chests
    assert table.p.goal == len(chests) - 1


@pytest.mark.rule("LEVEL-easy", "LEVEL-normal", "LEVEL-hard", "LEVEL-hardcore")
@pytest.mark.parametrize(
    ("level", "count"), [("easy", 5), ("normal", 6), ("hard", 7), ("hardcore", 8)]
)
def test_a_level_draws_its_chests_from_all_twelve(level, count):
    seen = Counter()
    for table in new_games(120, level=level):
        numbers = [int(n) for n in table.p.chest_number if n]
        assert numbers == sorted(set(numbers))
        assert (len(numbers), table.p.goal) == (count, count - 1)
        seen.update(numbers)
    assert set(seen) == set(range(1, 13))
    assert max(seen.values()) - min(seen.values()) < 50  # 120 times count / 12 on average


@pytest.mark.rule("DEC-01")
def test_a_decision_with_one_option_is_taken_unless_asked_for():
    position = {"row": [], "top": None, "food": 0, "explored": all_but({})}
    table = Table.at(**position)
    assert table.decision == "creature"  # the turn has ended by itself
    table = Table.at(**position, skip_forced=False)
    assert table.choices == ["end"]


@pytest.mark.rule("DEC-02")
def test_the_catalogue():
    assert len(CATALOGUE) == 60
    assert CATALOGUE.names[:5] == ("wait", "end", "refresh", "done", "slot 0")
    assert CATALOGUE.names[V.HOLDING + 9 : V.HOLDING + 11] == (
        "item iron sword",
        "item iron sword damaged",
    )
    assert CATALOGUE.names[58:] == ("destination woodland mansion", "destination ocean monument")
    table = Table.at(row=["woods"], line={"witch": 1}, items=[{"food_2": 1, "wood": 1}])
    assert table.choices == [
        *("end", "refresh", "slot 0", "creature witch", "chest 0", "item food 2")
    ]


@pytest.mark.rule("DEC-03", "DEC-04")
def test_whoever_names_a_landscape_goes_through_with_it():
    table = Table.at(row=["chasm"], items=[{"iron_pickaxe": 1}], food=6)
    table.do("slot 0")
    assert table.decision == "pay"
    assert "end" not in table.choices
    assert not {"slot 0", "refresh"} & set(table.choices)


@pytest.mark.rule("TURN-01", "TURN-02")
def test_actions_come_in_any_order_as_long_as_they_can_be_paid():
    table = Table.at(row=["woods", "woods"], line={"zombie": 1}, food=6)
    table.do("slot 1", "wood", "creature zombie", "slot 0", "furnishing")
    assert table.p.food == 0
    assert table.decision == "creature"


@pytest.mark.rule("TURN-03", "TURN-04")
def test_a_night_turns_up_a_card_and_the_next_seat_begins_with_six_food():
    table = Table.at(food=4, players=3, active=2, line={"zombie": 1}, row=["woods"])
    assert table.do("end", "witch") == [
        ("night_fell", 2),
        ("creature_appeared", "witch"),
        ("turn_started", 0, 2),
    ]
    assert (table.p.active, table.p.food, table.p.turn) == (0, 6, 2)


@pytest.mark.rule("TURN-05")
def test_items_and_trophies_of_others_are_of_no_use():
    table = Table.at(
        items=[{}, {"food_2": 1, "wood": 1, "gold_pickaxe": 1}],
        trophies=[{}, {"zombie": 2}],
        row=["chasm"],
        food=2,
    )
    assert table.choices == ["end", "refresh"]


@pytest.mark.rule("TURN-05", "CHEST-02")
def test_two_seats_fill_a_chest_together():
    table = Table.at(items=[{"wood": 1}, {"wood": 1}], food=1, row=["woods"])
    table.do("chest 0", "zombie", "chest 0")  # nothing else is left in the first turn
    assert ("chest_filled", 1, 1) in table.events


@pytest.mark.rule("INFO-01")
def test_all_seats_see_the_same_table():
    table = Table.new(players=3)
    layout, seen = table.game.layout, np.zeros(table.game.layout.size, np.int8)
    views = []
    for seat in range(3):
        table.game.observe(seat, seen)
        views.append(layout.as_dict(seen.copy()))
    for block in ("pile", "numbers"):
        assert all(np.array_equal(view[block], views[0][block]) for view in views)
    assert views[0]["pile"][0] == 55


@pytest.mark.rule("END-01")
def test_the_team_wins_at_once_before_the_reward():
    table = Table.at(
        chests={"1": ["wood"], "2": [], "3": [], "5": ["sponge"]},
        items=[{"wood": 2}],
        line={"zombie": 1},
    )
    events = table.do("chest 0")
    assert events[-2:] == [("chest_filled", 0, 1), ("game_won", "chests")]
    assert table.choices == []
    assert table.game.returns() == [1.0, 1.0]


@pytest.mark.rule("END-02", "END-03", "CREA-03")
def test_the_game_over_card_loses_at_once_for_all():
    table = Table.at(unseen={"zombie": 6, "witch": 4}, players=3)  # six are in the box
    assert table.p.creature_length == 5
    events = table.do("end", "game_over")
    assert events[-1] == ("game_lost", "game_over_card")
    assert table.game.returns() == [0.0, 0.0, 0.0]


@pytest.mark.rule("END-03")
def test_no_game_has_more_than_thirty_turns():
    made = Explorers(Settings(level="hardcore", players=[1, 2, 3, 4]))
    rng = np.random.default_rng(3)
    for seed in range(40):
        answer = made.new(seed)
        while answer >= 0:
            legal = np.flatnonzero(made.mask)
            answer = made.step(int(rng.choice(legal)))
        assert made.turn <= 30


@pytest.mark.rule("PROG-01")
def test_progress_counts_the_best_chests_by_their_needs():
    table = Table.at(chests={**FOUR_OPEN, "5": ["sponge"]})
    assert table.game.progress() == pytest.approx(4 * 0.5 / 4)
    table = Table.at(chests={**FOUR_OPEN, "1": [], "5": []})
    assert table.game.progress() == pytest.approx((2 + 2 * 0.5) / 4)
    table = Table.at()
    assert table.game.progress() == 0.0
