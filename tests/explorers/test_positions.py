"""Positions that cannot be."""

import pytest

from tablemates.envs.core.errors import PositionError
from tests.explorers.table import Table


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"level": "first", "chests": {"1": ["wood"], "9": []}}, "level: 'first' has other chests"),
        ({"level": "hard"}, None),
        ({"level": "easy", "chests": {str(n): [] for n in range(4, 9)}}, "outcome: a game is won"),
        ({"due": 3}, "due: input should be less than or equal to 2, not 3"),
        ({"food": 2**12}, "food: input should be less than"),
        ({"line": {"zombie": 7}}, "line, unseen, trophies: 7 zombie do not add up"),
        ({"items": [{"armour": 20}]}, "items: no explored card gives armour"),
        ({"decision": "armour", "due": 1}, "decision: the active seat has no armour"),
        ({"chest": 5, "decision": "item"}, "chest: there are 5 chests"),
    ],
)
def test_wrong_positions_are_refused(position, message):
    if message is None:
        assert Table.at(**position).decision == "main"
        return
    with pytest.raises(PositionError) as error:
        Table.at(**position)
    assert message in str(error.value)


def test_chests_without_a_level_are_a_custom_game():
    few = {"1": ["wood"], "2": ["iron"], "3": []}
    assert Table.at(chests=few).position["level"] == "custom"
    assert Table.at().position["level"] == "first"


@pytest.mark.rule("SETUP-03")
def test_there_is_one_game_over_card():
    table = Table.new(3, players=2)
    position = table.position
    pile = position["hidden"]["creatures"]
    at = next(n for n, card in enumerate(pile) if card != "game_over")
    position["hidden"]["creatures"] = [*pile[:at], "game_over", *pile[at + 1 :]]
    with pytest.raises(PositionError, match="other creature cards than those that nobody has seen"):
        table.game.load_position(position)
