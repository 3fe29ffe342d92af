"""The BOX record says what the files say, in every field."""

import pytest

from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.rules.state import BOX


@pytest.fixture(scope="module")
def box(standard):
    return RecordView(standard.record(), BOX)


# Ember Ford:         ~ lava: bit 2 of four rows
#   . . ~ C           C at row 0, column 3
#   1 . ~ .
#   . . . 2
#   . : ~ .
#   . 3 ~ :
#   ^ . ^ .
@pytest.mark.rule("SETUP-02")
def test_a_tile_is_words_and_spaces(box, standard):
    assert standard.tile_names[0] == "Ember Ford"
    assert box.tile_lava[0].tolist() == [4, 4, 0, 4, 4, 0, 0, 0]
    assert box.tile_magma[0].tolist() == [0, 0, 0, 0, 0, 5, 0, 0]
    assert box.tile_soul_sand[0].tolist() == [0, 0, 0, 2, 8, 0, 0, 0]
    assert box.tile_spawner[0].tolist() == [64, 2 * 64 + 3, 4 * 64 + 1] + [-1] * 5
    assert box.tile_chest[0].tolist() == [3, -1, -1, -1]


@pytest.mark.rule("SETUP-04", "PIG-02")
def test_both_sides_of_the_piglin_board(box):
    assert box.piglin.tolist() == [[3, 3, 0, 3, 4, 0, 5, 0, 0], [3, 0, 0, 3, 3, 0, 4, 0, 0]]
