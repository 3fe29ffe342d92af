"""Positions, saved records, snapshots and pictures."""

import pytest

from tablemates.envs.builders_biomes.positions import PositionError
from tablemates.envs.builders_biomes_v0 import load_position
from tablemates.envs.core.errors import FormatError
from tests.builders_biomes.table import Table, game


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"seats": [{}]}, "seats"),
        ({"active": 2}, "nobody has the seat"),
        ({"cells": {"A1": [1, None]}}, "no cell that holds something"),
        ({"cells": {"B2": [4, "bow"]}}, "stacks show numbers"),
        ({"cells": {"A2": [2, None]}}, "no number of tiles"),
        ({"cells": {"B2": [4, 3], "B3": [4, 3]}}, "in another place too"),
        ({"out": [1, 1]}, "in another place too"),
        ({"seats": [{"built": {"0": 50}}, {}]}, "is a mob"),
        ({"seats": [{"mobs": [3]}, {}]}, "is a building"),
        ({"placing": 50}, "is a mob"),
        ({"tokens": {"bow": 17}}, "more tokens are unseen"),
        ({"cube": [["gold"]] * 16}, "is no colour"),
        ({"cube": [["?"]] * 16, "unseen": {"wood": 3}}, "are not visible"),
        ({"hand": {"bow": 1}}, "the active seat's pile"),
        ({"fight": "reveal"}, "a fight needs a cell"),
        ({"fight": "reveal", "fight_cell": "C3", "reveals": 3}, "no mob beside it"),
        (
            {
                "chance": "explicit",
                "hidden": {"seed": 1, "drawn": [0] * 4, "under": {}, "colours": []},
            },
            "nothing is decided yet",
        ),
        ({"hidden": {"seed": 1, "drawn": [0] * 4, "under": {}, "colours": []}}, "not so many lie"),
        ({"levle": 1}, "did you mean 'level'?"),
    ],
)
def test_wrong_positions_are_refused(position, message):
    table = game(position.get("chance", "sampled"), None, True)
    with pytest.raises(PositionError) as error:
        table.load_position(position)
    assert message in str(error.value)


def test_a_damaged_record_is_refused():
    table = Table.new()
    record = bytearray(table.game.save())
    record[0] = 3  # a tile in a corner
    with pytest.raises(FormatError):
        table.game.check(bytes(record))
    with pytest.raises(FormatError, match="bytes"):
        Table.new(players=4).game.check(table.game.save()[:-1])


def test_a_position_becomes_an_environment():
    env = load_position({"seats": [{"supply": {"wood": 3}}, {}, {}], "turn": 9})
    assert env.agents == ["player_0", "player_1", "player_2"]
    assert env.snapshot()["seats"][0]["supply"] == {"wood": 3}


def test_the_snapshot_says_what_people_see():
    table = Table.at(
        cells={"C3": [4, 0], "C4": [3, 44]},
        seats=[{"board": 0, "supply": {"wood": 2}, "xp": {"fight": 5}}],
        out=[63],
    )
    shown = table.game.snapshot()
    assert "hidden" not in shown
    assert shown["decision"] == {"seat": 0, "text": "Red, action 1 of 2."}
    assert shown["tiles"]["0"] == {"text": "forest wood decoration", "cost": "1 wood"}
    assert shown["tiles"]["44"]["text"] == "spider (1 hearts, action)"
    assert {
        "action": 43,
        "name": "build nw",
        "text": "Build the forest wood decoration (1 wood), north-west",
    } in shown["legal"]
    red = shown["seats"][0]
    assert (red["name"], red["score"], red["standing"]) == ("Red", 5, 11)
    assert red["prospects"] == {"scoring_a": 6, "scoring_b": 0, "scoring_c": 0, "bonus": 0}
    assert shown["scorings"][0]["points"] == {"forest": 3, "desert": 4, "mountains": 5, "tundra": 6}


def test_what_can_be_chosen_is_clickable_in_the_drawing():
    table = Table.at(cells={"C3": [4, 0]}, seats=[{"supply": {"wood": 1}}])
    drawing = table.game.picture("svg")
    legal = table.game.mask.nonzero()[0].tolist()
    assert sorted(drawing.count(f'data-action="{n}"') for n in legal) == [1] * len(legal)
    assert drawing.count("data-action") == len(legal)
    table.do("build nw")
    drawing = table.game.picture("svg")
    assert all(f'data-action="{n}"' in drawing for n in range(55, 64))


def test_the_text_shows_the_table():
    text = Table.at(cells={"C3": [4, 0], "A2": [1, "bow"]}).game.picture("text")
    assert "C3: forest wood decoration for 1 wood, 0 XP" in text
    assert "A2: bow (1 hearts)" in text
    assert "Blue: 0 XP, as it stands 6" in text
