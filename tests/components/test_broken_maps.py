"""Maps of another size, with other symbols, or without a way through."""

import pytest

from tablemates.envs.portal_dash.components import ComponentsError, load_components
from tests.components.broken import assert_refused, rows

EMBER_FORD = """\
    . . ~ C
    1 . ~ .
    . . . 2
    . : ~ .
    . 3 ~ :
    ^ . ^ .
"""
WALL = """\
    . . ~ C
    1 . ~ .
    . . ~ 2
    . : ~ .
    . 3 ~ :
    ^ . ~ .
"""
UPPER_HALF = """\
    . . . .
    1 2 . C
    : ^ 3 .
    ~ ~ ~ ~
    ~ ~ ~ ~
    ~ ~ ~ ~
"""
LOWER_HALF = """\
    ~ ~ ~ ~
    ~ ~ ~ ~
    ~ ~ ~ ~
    : ^ 3 .
    1 2 . C
    . . . .
"""
SOUL_HOLLOW = """\
    . ~ C ^
    1 . : .
    . . . 2
    ~ : . .
    . . ^ .
    . ~ 3 .
"""

# by file: text, what is put in its place, place and reason of the message
MAPS = {
    "board.yaml": [
        ("rows: 6", "rows: 7", "Ember Ford: the map needs 7 rows and has 6"),
        ("    . . ~ C\n", "", "tiles.Ember Ford: the map needs 6 rows and has 5"),
        (". . ~ C", ". . ~ C . .", "Ember Ford: row 1 of the map needs 4 spaces and has 6"),
        (". . ~ C", ". . ~ x", "Ember Ford: unknown symbol 'x' in row 1 of the map; kn"),
        ("1 . ~ .", "9 . ~ .", "Ember Ford: unknown symbol '9' in row 2 of the map"),
        ("1 . ~ .", "4 . ~ .", "numbered from 1 without gaps, here they are 2, 3, 4"),
        ("1 . ~ .", "2 . ~ .", "numbered from 1 without gaps, here they are 2, 2, 3"),
        (". 3 ~ :", ". . ~ :", "tiles.Ember Ford: 2 spawners, fewer than 3"),
        ("1 . ~ .", "1 P ~ .", "tiles.Ember Ford: 'P' stands for the portal, which is"),
        (". . ~ C\n    1 .", "C C C C\n    1 C", "tiles.Ember Ford: 5 chest spaces, more than 4"),
        ("    P\n", "    .\n", "strips.portal: 0 portal spaces 'P', not 1"),
        ("    .\n    P\n", "    P\n    P\n", "strips.portal: 2 portal spaces 'P', not 1"),
        ("    P\n", "    1\n", "strips.portal: 0 portal spaces 'P', not 1"),
        ("  start: |\n    .", "  start: |\n    1", "strips.start: '1' cannot be on the start"),
        ("  start: |\n    .", "  start: |\n    C", "strips.start: 'C' cannot be on the start"),
        ("  start: |\n    .", "  start: |\n    P", "strips.start: 'P' cannot be on the start"),
        ("  Ember Ford: |\n" + EMBER_FORD, "", "tiles: 7 gameboard tiles, not 8"),
        (EMBER_FORD, WALL, "tiles.Ember Ford: there is no way from the left edge to the r"),
        (
            "  start: |\n    .\n    .\n    .\n    .\n    .\n    .\n",
            "  start: |\n    ~\n    ~\n    ~\n    ~\n    ~\n    ~\n",
            "from a start space there is no way to the portal without lava over Ember Ford, So",
        ),
    ],
}


@pytest.mark.parametrize(("file", "old", "new", "message"), rows(MAPS))
@pytest.mark.rule("SETUP-02")
def test_broken_parts_are_refused_in_one_sentence(edited, file, old, new, message):
    assert_refused(edited(file, old, new), file, message)


def test_two_tiles_that_do_not_meet_are_named(edited):
    folder = edited("board.yaml", EMBER_FORD, UPPER_HALF)
    board = folder / "board.yaml"
    board.write_text(board.read_text().replace(SOUL_HOLLOW, LOWER_HALF))
    with pytest.raises(
        ComponentsError,
        match=r"tiles\.Ember Ford: with 'Soul Hollow' to the right of it there is no way",
    ):
        load_components(folder)


def test_a_portal_behind_lava(changes):
    rows = "\n    ".join([". .", ". ~", "~ P", ". ~", ". .", ". ."])
    path = changes(
        f"mark: assumed\nboard: {{portal_columns: 2}}\nstrips:\n  portal: |\n    {rows}\n"
    )
    with pytest.raises(ComponentsError, match="no way to the portal without lava over Ember Ford"):
        load_components(path)


def test_more_chests_on_the_portal_strip_than_there_is_room_for(changes):
    rows = "\n    ".join(["C C", "C C", ". P", "C .", ". .", ". ."])
    path = changes(
        f"mark: assumed\nboard: {{portal_columns: 2}}\nstrips:\n  portal: |\n    {rows}\n"
    )
    with pytest.raises(ComponentsError, match=r"strips\.portal: 5 chest spaces, more than 4"):
        load_components(path)
