"""Sets of parts that an edit breaks are refused in one sentence."""

import re

import pytest

from tablemates.envs.core.errors import ComponentsError
from tablemates.envs.portal_dash.components import load_components

EMBER_FORD = """\
    . . ~ C
    1 . ~ .
    . . . 2
    . : ~ .
    . 3 ~ :
    ^ . ^ .
"""

# file: text, its replacement, place and reason of the message
EDITS = {
    "board.yaml": [
        ("rows: 6", "rows: 7", "Ember Ford: the map needs 7 rows and has 6"),
        ("1 . ~ .", "4 . ~ .", "numbered from 1 without gaps, here they are 2, 3, 4"),
        ("    P\n", "    .\n", "strips.portal: 0 portal spaces 'P', not 1"),
        ("  Ember Ford: |\n" + EMBER_FORD, "", "tiles: 7 gameboard tiles, not 8"),
        (
            "  start: |\n" + 6 * "    .\n",
            "  start: |\n" + 6 * "    ~\n",
            "from a start space there is no way to the portal without lava over Ember Ford, So",
        ),
    ],
    "cube.yaml": [
        ("red:", "rad:", "cube.rad: unknown word 'rad'; did you mean 'red'?"),
        ("red: 16, ", "", "cube: 'red' is missing"),
        ("cube:", "cubes:", "cubes: unknown key 'cubes'; did you mean 'cube'?"),
        ("cube: ", "mobs: ", "line 12, mobs: the section stands in cube.yaml already"),
    ],
    "dice.yaml": [
        ("copies: [2, 2, 2]", "copies: [2, 2, 3]", "dice.mob.copies: a die has 6 sides, not 7"),
        ("copies: [2, 2, 2]", "copies: [3, 3]", "dice.mob: 3 faces, but copies of 2"),
        ("faces: [0, 1, 2]", "faces: [0, 0, 0]", "dice.combat.faces: no side has a hit"),
        ("[red,", "[rot,", "dice.blocks.faces.0: unknown word 'rot'"),
    ],
    "items.yaml": [
        ("{type: sword, dice: 3", "{type: sword, copies: 4, dice: 3", "has one of every"),
        ("  starting bow: ", "  bow: ", "stands in starting_items too"),
        ("type: sword, ", "", "starting_items.stone sword: 'type' is missing"),
        ("enchants: sword", "enchants: armour", "enchants: unknown word 'armour'; known: sw"),
        ("bow, copies: 2, dice: 1, range: 1", "sword, copies: 2, dice: 1", "6 tiles go on"),
        ("blocks: 2, blind: 2", "blocks: 5, blind: 4", "9 blocks at once, not 1 to 8"),
        ("copies: 2, rerolls: 1", "copies: 2, range: 1", "reroll.range: a sword has no use for it"),
    ],
    "levels.yaml": [
        ("  5:\n", "  6:\n", "levels: level 5 is missing"),
    ],
    "mobs.yaml": [
        ("life: 2", "life: -2", "life: input should be greater than or equal to 1, not -2"),
        ("damage: 2", "damage: '2'", "damage: input should be a valid integer, not '2'"),
        ("effect: push", "effect: shove", "hoglin.effect: unknown word 'shove'; known: non"),
    ],
    "piglins.yaml": [
        ("C: [5]", "C: [17]", "1-2 players.C: no colour has the 17 blocks that fill a co"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [pytest.param(file, *edit, id=edit[2]) for file, rows in EDITS.items() for edit in rows],
)
def test_broken_parts_are_refused_in_one_sentence(edited, file, old, new, message):
    with pytest.raises(ComponentsError) as caught:
        load_components(edited(file, old, new))
    sentence = str(caught.value)
    assert re.match(r"\w+\.yaml, line \d+", sentence)
    assert file in sentence
    assert message in sentence
    assert "\n" not in sentence
    assert len(sentence) < 250


def test_a_track_longer_than_a_word(changes):
    row = "    " + ". " * 17
    tile = f"{row}1 2 3\n" + f"{row}. . .\n" * 5
    tiles = "".join(f"  tile {n}: |\n{tile}" for n in range(8))
    text = f"mark: assumed\nboard: {{tile_columns: 20}}\nreplace: [tiles]\ntiles:\n{tiles}"
    path = changes(text)
    with pytest.raises(ComponentsError, match=r"more than board_shape=\(8, 24\)"):
        load_components(path).record()
    load_components(path).record((8, 63))
    path.write_text(text + "levels: {4: {tiles: 4}}\n")
    with pytest.raises(ComponentsError, match=r"levels\.4\.tiles: a track of 82 columns, not 64"):
        load_components(path)
