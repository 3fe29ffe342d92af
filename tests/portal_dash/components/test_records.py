"""The BOX record says what the files say, in every field."""

import pytest

from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.components import load_components
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


def test_what_lies_on_the_strips_is_in_the_record(changes):
    start = ["~", "^", ":", ".", "^", "."]
    portal = [". ~", ". ^", "1 P", ": .", ". C", "2 C"]
    maps = [(name, "\n    ".join(rows)) for name, rows in (("start", start), ("portal", portal))]
    text = "".join(f"  {name}: |\n    {rows}\n" for name, rows in maps)
    box = RecordView(
        load_components(
            changes(f"mark: assumed\nboard: {{portal_columns: 2}}\nstrips:\n{text}")
        ).record(),
        BOX,
    )
    assert box.start_lava.tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
    assert box.start_magma.tolist() == [0, 1, 0, 0, 1, 0, 0, 0]
    assert box.start_soul_sand.tolist() == [0, 0, 1, 0, 0, 0, 0, 0]
    assert box.portal_lava.tolist() == [2, 0, 0, 0, 0, 0, 0, 0]
    assert box.portal_magma.tolist() == [0, 2, 0, 0, 0, 0, 0, 0]
    assert box.portal_soul_sand.tolist() == [0, 0, 0, 1, 0, 0, 0, 0]
    assert box.portal_spawner.tolist() == [2 * 64, 5 * 64, -1, -1, -1, -1, -1, -1]
    assert box.portal_chest.tolist() == [4 * 64 + 1, 5 * 64 + 1, -1, -1]
    assert box.portal_space == 2 * 64 + 1


@pytest.mark.rule("SETUP-04", "PIG-02")
def test_both_sides_of_the_piglin_board(box):
    assert box.piglin.tolist() == [[3, 3, 0, 3, 4, 0, 5, 0, 0], [3, 0, 0, 3, 3, 0, 4, 0, 0]]
