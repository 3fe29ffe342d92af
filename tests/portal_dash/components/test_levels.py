"""Levels, their editions, custom levels, and the arithmetic of difficulty."""

import pytest

from tablemates.envs.core.errors import ComponentsError
from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.rules.state import LEVEL

WILDFIRE, ANCIENT_HOGLIN, EITHER, NONE = 0, 1, -2, -1
EASY, HARD = 0, 1


def view(record):
    assert record.shape == (LEVEL.itemsize,)
    return RecordView(record, LEVEL)


@pytest.mark.rule("LEVEL-C", "CUSTOM-01", "CUSTOM-02", "CUSTOM-03")
def test_a_custom_level(standard):
    level = view(
        standard.custom_level(
            tiles=4,
            mobs={"magma cube": 0, "blaze": 1},
            bosses=[("ancient hoglin", "hard"), ("wildfire", "easy")],
            start_items=["long bow", "Netherite boots", "long bow"],
            board_shape=(8, 32),
        )
    )
    assert (level.number, level.edition, level.parts) == (0, 0, 4)
    assert level.mob_count.tolist() == [0, 3, 3, 0, 1, 0]
    assert level.boss_kind.tolist() == [ANCIENT_HOGLIN, WILDFIRE]
    assert level.boss_hard.tolist() == [HARD, EASY]
    names = [standard.item_names[kind] for kind in level.start_item[:3]]
    assert names == ["long bow", "Netherite boots", "long bow"]
    assert level.start_item[3:].tolist() == [-1, -1, -1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"tiles": 1}, "custom level, tiles: .* greater than or equal to 2, not 1"),
        ({"tiles": 6}, r"a track of 6 tiles has 6 rows and 26 columns, .* choose a larger one"),
        ({"mobs": {"wildfire": 1}}, "mobs.wildfire: unknown word 'wildfire'"),
        ({"mobs": {"hoglin": True}}, "mobs.hoglin: .*, not True"),
        ({"bosses": [("dragon", "easy")]}, r"bosses.0.0: unknown word 'dragon'; known: wildfire"),
        ({"bosses": [("either", "easy"), ("wildfire", "easy")]}, "'either' stands for one boss"),
        ({"start_items": ["bow"] * 7}, "start_items: tuple should have at most 6 items"),
        ({"start_items": ["sword reroll"]}, "'sword reroll' is an enchantment"),
    ],
)
@pytest.mark.rule("LEVEL-C", "CUSTOM-01", "CUSTOM-03")
def test_impossible_custom_levels_are_refused(standard, arguments, message):
    with pytest.raises(ComponentsError, match=message):
        standard.custom_level(**arguments)
