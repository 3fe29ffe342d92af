"""Numbers that are too small or too large, and sums that do not come out."""

import pytest

from tablemates.envs.portal_dash.components import ComponentsError, load_components
from tests.components.broken import assert_refused, rows

# by file: text, what is put in its place, place and reason of the message
NUMBERS = {
    "mobs.yaml": [
        ("life: 2", "life: -2", "life: input should be greater than or equal to 1, not -2"),
        ("life: 20", "life: 200", "life: input should be less than or equal to 99, not 200"),
        ("moves: 2", "moves: -1", "moves: input should be greater than or equal to 0, not"),
        ("range: 1", "range: 0", "range: input should be greater than or equal to 1, not 0"),
        ("damage: 2", "damage: 2.5", "damage: input should be a valid integer, not 2.5"),
        ("damage: 2", "damage: yes", "damage: input should be a valid integer, not True"),
        ("damage: 2", "damage: '2'", "damage: input should be a valid integer, not '2'"),
        ("flies: yes", "flies: 1", "flies: input should be a valid boolean, not 1"),
        ("[1, 2, 3]", "[1, 2]", "numbers: tuple should have at least 3 items"),
        ("[1, 2, 3]", "[1, 2, 4]", "numbers.2: input should be less than or equal to 3"),
        ("        - {damage: 1}\n", "", "easy.attacks: tuple should have at least 3 items"),
    ],
    "items.yaml": [
        ("steps: 2", "steps: 0", "steps: input should be greater than or equal to 1, not"),
        ("hearts: 2", "hearts: 21", "hearts: input should be less than or equal to 20"),
        (
            "copies: 3, dice: 4",
            "copies: 4, dice: 4",
            "regular_items: with the enchantments the copies add up to 41, not 40",
        ),
        (
            "copies: 2, dice: 6",
            "copies: 1, dice: 6",
            "netherite_items: the copies add up to 7, not 8",
        ),
        ("copies: 3, dice: 4", "dice: 4", "regular_items.iron sword: 'copies' is missing"),
        (
            "{type: sword, dice: 3",
            "{type: sword, copies: 4, dice: 3",
            "starting_items.stone sword.copies: each player has one of every starting item",
        ),
        (
            "  starting bow: ",
            "  bow: ",
            "regular_items.bow: the name stands in starting_items too: choose another",
        ),
        (
            "  starting bow: ",
            (
                "  cap: {type: armour, hearts: 1, mark: assumed}\n"
                "  hat: {type: armour}\n  starting bow: "
            ),
            "starting_items.hat.type: the value has no mark (printed, reviewed, assumed)",
        ),
    ],
    "board.yaml": [
        ("rows: 6", "rows: 9", "board.rows: input should be less than or equal to 8, not"),
        ("chests: 5", "chests: 9", "board.chests: input should be less than or equal to 8"),
    ],
    "levels.yaml": [
        ("tiles: 3", "tiles: 9", "levels.4.tiles: input should be less than or equal to 8"),
        ("tiles: 3", "tiles: 1", "levels.4.tiles: input should be greater than or equal t"),
        ("{hoglin: 2}", "{hoglin: 4}", "levels.2.mobs.hoglin: input should be less than"),
        ("  5:\n", "  6:\n", "levels: level 5 is missing"),
        ("  5:\n", "  five:\n", "levels.five: input should be a valid integer"),
    ],
    "dice.yaml": [
        ("copies: [2, 2, 2]", "copies: [2, 2, 3]", "dice.mob.copies: a die has 6 sides, not 7"),
        ("copies: [2, 2, 2]", "copies: [3, 3]", "dice.mob: 3 faces, but copies of 2"),
        ("faces: [0, 1, 2]", "faces: [0, 0, 0]", "dice.combat.faces: no side has a hit"),
        ("faces: [1, 2, 3]", "faces: [0, 1, 2]", "dice.mob.faces.0: input should be greater"),
        ("[red,", "[rot,", "dice.blocks.faces.0: unknown word 'rot'"),
    ],
    "cube.yaml": [
        ("red: 16", "red: 17", "cube.yaml, line 3, cube: the blocks add up to 65, not 64"),
    ],
    "piglins.yaml": [
        ("C: [5]", "C: [17]", "1-2 players.C: no colour has the 17 blocks that fill a co"),
        ("C: [4]", "C: [0]", "3-4 players.C.0: input should be greater than or equal to"),
        ("C: [4]", "C: []", "3-4 players.C: tuple should have at least 1 item"),
        ("C: [4]", "C: [1, 1, 1, 1]", "3-4 players.C: tuple should have at most 3 items"),
    ],
}


@pytest.mark.parametrize(("file", "old", "new", "message"), rows(NUMBERS))
@pytest.mark.rule("SETUP-03", "SETUP-09")
def test_broken_parts_are_refused_in_one_sentence(edited, file, old, new, message):
    assert_refused(edited(file, old, new), file, message)


def test_a_sixth_level(changes):
    path = changes(
        "mark: printed\nlevels: {6: {name: More, tiles: 2, mobs: {}, boss: either, side: easy}}\n"
    )
    with pytest.raises(ComponentsError, match=r"line 2, levels\.6: the levels are 1 to 5"):
        load_components(path)
