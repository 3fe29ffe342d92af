"""Positions, saved records, snapshots and pictures."""

import pytest

from tablemates.envs.builders_biomes.positions import PositionError
from tablemates.envs.builders_biomes_v0 import load_position
from tablemates.envs.core.errors import FormatError
from tests.builders_biomes.table import Table


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"seats": [{}]}, "seats"),
        ({"cells": {"A1": [1, None]}}, "no cell that holds something"),
        ({"cells": {"A2": [2, None]}}, "no number of tiles"),
        ({"out": [1, 1]}, "in another place too"),
        ({"seats": [{"mobs": [3]}, {}]}, "is a building"),
        ({"tokens": {"bow": 17}}, "more tokens are unseen"),
        ({"cube": [["?"]] * 16, "unseen": {"wood": 3}}, "are not visible"),
        ({"fight": "reveal"}, "a fight needs a cell"),
        (
            {
                "chance": "explicit",
                "hidden": {"seed": 1, "drawn": [0] * 4, "under": {}, "colours": []},
            },
            "nothing is decided yet",
        ),
        ({"levle": 1}, "did you mean 'level'?"),
    ],
)
def test_wrong_positions_are_refused(position, message):
    table = Table.new(chance=position.get("chance", "sampled")).game
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
