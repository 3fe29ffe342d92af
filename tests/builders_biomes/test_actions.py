"""TURN, COLLECT, EXPLORE, BUILD, WEAPON: turns and four of the five actions."""

import pytest

from tests.builders_biomes.table import Table, columns


def taken(table):
    return [event[2] for event in table.happened("block_taken")]


@pytest.mark.rule("TURN-01", "TURN-03")
def test_a_turn_has_two_actions_of_different_kinds():
    table = Table.at()
    table.do("block 0", "block 3")
    assert table.decision == "action"
    assert not [choice for choice in table.choices if choice.startswith("block")]
    table.do("go 12", 0, 1, 2, 44)
    assert (table.p.active, table.p.turn) == (1, 2)


@pytest.mark.rule("TURN-01", "TURN-03")
def test_the_first_action_is_finished_before_the_second():
    table = Table.at(cells={"C3": [4, 0]}, seats=[{"supply": {"wood": 1}}])
    table.do("build nw")
    assert table.decision == "place"
    table.do("space 0")
    assert table.decision == "action"
    assert not [choice for choice in table.choices if choice.startswith("build")]


@pytest.mark.rule("TURN-02")
def test_an_action_is_offered_if_it_can_be_carried_out_and_none_can_be_passed():
    table = Table.at(cube=columns(*[0] * 16), unseen={}, scored=2, actions=1, used=1)
    kinds = {choice.split()[0] for choice in table.choices}
    assert kinds == {"go"}
    beside = {"B2": [4, 44], "B1": [1, "bow"], "A2": [1, "tnt"]}
    table = Table.at(cells=beside, seats=[{"at": 0}])
    assert {choice.split()[0] for choice in table.choices} == {"block", "go", "fight", "weapon"}


@pytest.mark.rule("TURN-04", "SCORE-07")
def test_the_next_seat_follows_after_scoring_too():
    cube = columns(4, *[3] * 15)
    table = Table.at(cube=cube, unseen={}, players=3, active=1)
    table.do("block 0", "block 3", "go 12", *range(4))
    assert [event[1] for event in table.happened("scored")] == [1, 2, 0]
    assert table.p.active == 2
    assert table.p.scored == 1


@pytest.mark.rule("COLLECT-01")
@pytest.mark.parametrize(
    ("heights", "exposed"),
    [
        ([4] * 16, [0, 3, 12, 15]),
        ([3, *[4] * 15], [0, 1, 3, 4, 12, 15]),
        ([4, *[0] * 15], [0]),
        ([0, 1, 0, 0, 1, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0], [1, 4, 5, 6, 9]),
        ([1] * 16, [0, 3, 12, 15]),
    ],
)
def test_a_block_with_two_free_sides_is_exposed(heights, exposed):
    table = Table.at(
        cube=columns(*heights), unseen={}, scored=4 - max(heights) if max(heights) > 1 else 2
    )
    blocks = [int(choice.split()[1]) for choice in table.choices if choice.startswith("block")]
    assert blocks == exposed


@pytest.mark.rule("COLLECT-02", "COLLECT-03")
def test_two_blocks_are_taken_one_after_the_other_and_the_first_may_free_the_second():
    others = {"sand": 14, "emerald": 12, "obsidian": 6}
    table = Table.at(cube=columns(*[2] * 16), unseen={}, scored=2, seats=[{"supply": others}])
    assert "block 1" not in table.choices
    table.do("block 0")
    assert "block 1" in table.choices
    assert "block 0" in table.choices
    table.do("block 1")
    assert taken(table) == [1]
    assert table.seat(0)["supply"] == {"wood": 2, **others}
    assert table.decision == "action"


@pytest.mark.rule("COLLECT-02")
def test_the_last_block_is_taken_alone():
    table = Table.at(cube=columns(1, *[0] * 15), unseen={}, scored=2)
    table.do("block 0")
    assert taken(table) == [0]
    assert table.decision == "action"


@pytest.mark.rule("EXPLORE-01", "EXPLORE-03")
def test_a_piece_goes_up_to_two_steps_and_shares_crossings():
    table = Table.at(seats=[{"at": 12}, {"at": 13}])
    goals = [int(choice.split()[1]) for choice in table.choices if choice.startswith("go")]
    assert goals == [2, 6, 7, 8, 10, 11, 12, 13, 14, 16, 17, 18, 22]
    table = Table.at(
        seats=[{"at": 0}],
        cells={"B2": [0, None], "A2": [0, None], "B1": [0, None]},
        tokens={"iron_sword": 4, "diamond_sword": 3, "bow": 3, "golden_hoe": 2, "tnt": 2},
        out=[60, 61, 62, 63],
    )
    goals = [int(choice.split()[1]) for choice in table.choices if choice.startswith("go")]
    assert goals == [0, 1, 2, 5, 6, 10]
    assert table.do("go 0") == [("moved", 0, 0)]  # nothing to turn up


@pytest.mark.rule("EXPLORE-02")
def test_what_the_crossing_touches_is_turned_up_in_order():
    table = Table.at(cells={"A3": [1, "bow"]}, seats=[{"at": 11}])
    events = table.do("go 1", "tnt", 50, 9)
    assert events == [
        ("moved", 0, 1),
        ("token_turned", 1, "tnt"),
        ("tile_turned", 7, 50),
        ("tile_turned", 8, 9),
    ]
    assert table.position["cells"]["A3"] == [1, "bow"]  # it was face up
    assert table.position["cells"]["C3"] == [4, None]  # passed on the way


@pytest.mark.rule("EXPLORE-04")
def test_the_next_tile_of_a_stack_stays_face_down():
    table = Table.at(cells={"C3": [4, 0]}, seats=[{"supply": {"wood": 1}}])
    table.do("build nw", "space 0")
    assert table.position["cells"]["C3"] == [3, None]
    table.do("go 12")
    assert (table.decision, table.p.about) == ("tile", 14)


@pytest.mark.rule("BUILD-01")
@pytest.mark.parametrize(
    ("supply", "can"),
    [
        ({"wood": 2, "sand": 1, "obsidian": 1}, True),
        ({"wood": 1, "obsidian": 1, "emerald": 2}, True),
        ({"emerald": 4}, True),
        ({"wood": 5, "emerald": 1}, False),
        ({"wood": 2, "sand": 2, "stone": 5}, False),
    ],
)
def test_a_face_up_building_beside_the_piece_is_built_if_emeralds_make_up_for_what_lacks(
    supply, can
):
    cells = {"C3": [4, 17], "B2": [4, 0], "C4": [4, None], "D3": [4, 50]}  # 2 wood, sand, obsidian
    table = Table.at(cells=cells, seats=[{"supply": supply}])
    assert [choice for choice in table.choices if "build" in choice] == ["build nw"] * can


@pytest.mark.rule("BUILD-02")
def test_own_colours_are_paid_before_emeralds():
    table = Table.at(
        cells={"C3": [4, 17]}, seats=[{"supply": {"wood": 1, "sand": 3, "emerald": 3}}]
    )
    assert table.do("build nw") == [("building_paid", 0, 17, 2, 2)]
    assert table.seat(0)["supply"] == {"sand": 2, "emerald": 1}


@pytest.mark.rule("BUILD-03", "BUILD-04")
def test_a_building_goes_anywhere_and_what_it_covers_is_out_of_the_game():
    table = Table.at(
        cells={"C3": [4, 17], "B2": [3, None]}, seats=[{"supply": {"emerald": 4}, "built": {4: 0}}]
    )
    table.do("build nw")
    assert table.choices == [f"space {n}" for n in range(9)]
    assert table.do("space 4") == [("built", 0, 17, 4, 0), ("xp_gained", 0, 2, "build")]
    assert table.position["out"] == [0]
    assert table.seat(0)["built"] == {"4": 17}
    assert table.p.xp[0] == 2


@pytest.mark.rule("WEAPON-01")
def test_a_token_beside_the_piece_is_taken():
    cells = {"B1": [1, "bow"], "A2": [1, "tnt"], "A4": [1, "bow"]}
    table = Table.at(cells=cells, seats=[{"at": 0}])
    assert [choice for choice in table.choices if "weapon" in choice] == ["weapon ne", "weapon sw"]
    assert table.do("weapon ne") == [("weapon_taken", 0, "tnt", 1)]
    assert table.seat(0)["pile"]["tnt"] == 1
    assert table.position["cells"]["A2"] == [0, None]
