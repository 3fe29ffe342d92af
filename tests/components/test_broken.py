"""Sets of parts that an edit breaks are refused in one sentence."""

import re

import pytest

from tablemates.envs.portal_dash.components import ComponentsError, load_components

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

# by file: text, its replacement, place and reason of the message
MAPS = {
    "board.yaml": [
        ("rows: 6", "rows: 7", "Ember Ford: the map needs 7 rows and has 6"),
        ("    . . ~ C\n", "", "tiles.Ember Ford: the map needs 6 rows and has 5"),
        (". . ~ C", ". . ~ C . .", "Ember Ford: row 1 of the map needs 4 spaces and has 6"),
        (". . ~ C", ". . ~ x", "Ember Ford: unknown symbol 'x' in row 1 of the map; kn"),
        ("1 . ~ .", "4 . ~ .", "numbered from 1 without gaps, here they are 2, 3, 4"),
        (". 3 ~ :", ". . ~ :", "tiles.Ember Ford: 2 spawners, fewer than 3"),
        ("1 . ~ .", "1 P ~ .", "tiles.Ember Ford: 'P' stands for the portal, which is"),
        (". . ~ C\n    1 .", "C C C C\n    1 C", "tiles.Ember Ford: 5 chest spaces, more than 4"),
        ("    P\n", "    .\n", "strips.portal: 0 portal spaces 'P', not 1"),
        ("    .\n    P\n", "    P\n    P\n", "strips.portal: 2 portal spaces 'P', not 1"),
        ("  start: |\n    .", "  start: |\n    1", "strips.start: '1' cannot be on the start"),
        ("  Ember Ford: |\n" + EMBER_FORD, "", "tiles: 7 gameboard tiles, not 8"),
        (EMBER_FORD, WALL, "tiles.Ember Ford: there is no way from the left edge to the r"),
        (
            "  start: |\n    .\n    .\n    .\n    .\n    .\n    .\n",
            "  start: |\n    ~\n    ~\n    ~\n    ~\n    ~\n    ~\n",
            "from a start space there is no way to the portal without lava over Ember Ford, So",
        ),
    ],
}

NUMBERS = {
    "mobs.yaml": [
        ("life: 2", "life: -2", "life: input should be greater than or equal to 1, not -2"),
        ("damage: 2", "damage: '2'", "damage: input should be a valid integer, not '2'"),
        ("flies: yes", "flies: 1", "flies: input should be a valid boolean, not 1"),
        ("[1, 2, 3]", "[1, 2]", "numbers: tuple should have at least 3 items"),
        ("[1, 2, 3]", "[1, 2, 4]", "numbers.2: input should be less than or equal to 3"),
        ("        - {damage: 1}\n", "", "easy.attacks: tuple should have at least 3 items"),
    ],
    "items.yaml": [
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
                "  hat: {type: armour, hearts: 1, mark: sure}\n  starting bow: "
            ),
            "starting_items.hat.mark: unknown mark 'sure'; known: printed, reviewed, assumed",
        ),
    ],
    "board.yaml": [],
    "levels.yaml": [
        ("tiles: 3", "tiles: 9", "levels.4.tiles: input should be less than or equal to 8"),
        ("  5:\n", "  6:\n", "levels: level 5 is missing"),
        ("  5:\n", "  five:\n", "levels.five: input should be a valid integer"),
    ],
    "dice.yaml": [
        ("copies: [2, 2, 2]", "copies: [2, 2, 3]", "dice.mob.copies: a die has 6 sides, not 7"),
        ("copies: [2, 2, 2]", "copies: [3, 3]", "dice.mob: 3 faces, but copies of 2"),
        ("faces: [0, 1, 2]", "faces: [0, 0, 0]", "dice.combat.faces: no side has a hit"),
        ("[red,", "[rot,", "dice.blocks.faces.0: unknown word 'rot'"),
    ],
    "cube.yaml": [
        ("red: 16", "red: 17", "cube.yaml, line 3, cube: the blocks add up to 65, not 64"),
    ],
    "piglins.yaml": [
        ("C: [5]", "C: [17]", "1-2 players.C: no colour has the 17 blocks that fill a co"),
        ("C: [4]", "C: []", "3-4 players.C: tuple should have at least 1 item"),
        ("C: [4]", "C: [1, 1, 1, 1]", "3-4 players.C: tuple should have at most 3 items"),
    ],
}

WORDS = {
    "dice.yaml": [
        ("  combat_dice: 6", "  combat_dices: 6", "a mark for 'combat_dice', which is not here; d"),
    ],
    "cube.yaml": [
        ("red:", "rad:", "cube.rad: unknown word 'rad'; did you mean 'red'?"),
        ("red: 16, ", "", "cube: 'red' is missing"),
        ("cube:", "cubes:", "cubes: unknown key 'cubes'; did you mean 'cube'?"),
        ("mark: printed", "mark: prnted", "unknown mark 'prnted'; did you mean 'printed'?"),
        ("mark: printed", "marks: {reed: printed}", "a mark for 'reed', which is not here; d"),
        ("mark: printed", "marks: printed", "cube.marks: a mark for each name is needed"),
        ("cube: {", "cube: {{", "cube.yaml, line 4: is not YAML"),
        ("cube: ", "", "cube.yaml, line 3, red: unknown key 'red'"),
        ("cube: ", "mobs: ", "line 12, mobs: the section stands in cube.yaml already"),
    ],
    "piglins.yaml": [
        ("1-2 players", "1-3 players", "unknown key '1-3 players'; did you mean '"),
        ("    B: [3, 4]\n", "", "piglins.1-2 players: 'B' is missing"),
    ],
    "mobs.yaml": [
        ("ghast:", "gast:", "mobs.gast: unknown word 'gast'; did you mean 'ghast'?"),
        ("life: 2, ", "", "mobs.magma cube: 'life' is missing"),
        ("life: 2", "lief: 2", "magma cube.lief: unknown key 'lief'; did you mean 'life'?"),
        ("wildfire:", "ghast:", "bosses.ghast: unknown word 'ghast'; known: wildfire, anc"),
        ("effect: push", "effect: shove", "hoglin.effect: unknown word 'shove'; known: non"),
        ("hits: all,", "hits: al,", "blaze.hits: input should be 'one' or 'all', not 'al'"),
        ("armour: ignored}", "armour: no}", "input should be 'counts' or 'ignored', not False"),
    ],
    "items.yaml": [
        ("type: sword", "type: sward", "type: unknown word 'sward'; did you mean 'sword'?"),
        ("type: sword, ", "", "starting_items.stone sword: 'type' is missing"),
        ("copies: 3, dice: 4", "copies: 3, hearts: 4", "hearts: unknown key 'hearts'; kno"),
        ("enchants: sword", "enchants: armour", "enchants: unknown word 'armour'; known: sw"),
    ],
    "levels.yaml": [
        ("boss: either", "boss: eihter", "levels.3.boss: input should be 'wildfire', 'anc"),
        ("    side: hard\n", "", "levels.4: 'side' is missing"),
    ],
}

LIMITS = {
    "items.yaml": [
        (
            "bow +1 die, +1 range:  {enchants: bow, copies: 2, dice: 1, range: 1",
            "bow +1 die, +1 range:  {enchants: sword, copies: 2, dice: 1, rerolls: 1",
            "enchantments: 6 tiles go on one sword, more than 4",
        ),
        (
            "{enchants: sword, copies: 2, dice: 1",
            "{enchants: sword, copies: 2, dice: 4",
            "diamond sword.dice: 13 dice with all enchantments, more than 12",
        ),
        (
            "dice: 3, range: 4",
            "dice: 11, range: 4",
            "regular_items.long bow.dice: 13 dice with all enchantments, more than 12",
        ),
        (
            "blocks: 2, blind: 2",
            "blocks: 5, blind: 4",
            "regular_items.diamond pickaxe: 9 blocks at once, not 1 to 8",
        ),
        (
            "blocks: 0, blind: 4",
            "blocks: 0, blind: 0",
            "netherite_items.Netherite pickaxe: 0 blocks at once, not 1 to 8",
        ),
        (
            "copies: 2, rerolls: 1",
            "copies: 2, range: 1",
            "sword reroll.range: a sword has no use for it, only for dice, rerolls",
        ),
        (
            "copies: 2, rerolls: 1",
            "copies: 2, rerolls: 0",
            "enchantments.sword reroll: the enchantment adds nothing",
        ),
    ],
    "board.yaml": [
        ("tile_columns: 4", "tile_columns: 6", "Ember Ford: row 1 of the map needs 6 spaces"),
    ],
}

EDITS = [
    pytest.param(file, *edit, id=edit[2])
    for edits in (MAPS, NUMBERS, WORDS, LIMITS)
    for file, rows in edits.items()
    for edit in rows
]


@pytest.mark.parametrize(("file", "old", "new", "message"), EDITS)
def test_broken_parts_are_refused_in_one_sentence(edited, file, old, new, message):
    with pytest.raises(ComponentsError) as caught:
        load_components(edited(file, old, new))
    sentence = str(caught.value)
    assert re.match(r"\w+\.yaml, line \d+", sentence)
    assert file in sentence
    assert message in sentence
    assert "\n" not in sentence
    assert len(sentence) < 250


def test_two_tiles_that_do_not_meet_are_named(edited):
    folder = edited("board.yaml", EMBER_FORD, UPPER_HALF)
    board = folder / "board.yaml"
    board.write_text(board.read_text().replace(SOUL_HOLLOW, LOWER_HALF))
    with pytest.raises(
        ComponentsError,
        match=r"tiles\.Ember Ford: with 'Soul Hollow' to the right of it there is no way",
    ):
        load_components(folder)


def test_more_chests_on_the_portal_strip_than_there_is_room_for(changes):
    rows = "\n    ".join(["C C", "C C", ". P", "C .", ". .", ". ."])
    path = changes(
        f"mark: assumed\nboard: {{portal_columns: 2}}\nstrips:\n  portal: |\n    {rows}\n"
    )
    with pytest.raises(ComponentsError, match=r"strips\.portal: 5 chest spaces, more than 4"):
        load_components(path)


def test_a_sixth_level(changes):
    path = changes(
        "mark: printed\nlevels: {6: {name: More, tiles: 2, mobs: {}, boss: either, side: easy}}\n"
    )
    with pytest.raises(ComponentsError, match=r"line 2, levels\.6: the levels are 1 to 5"):
        load_components(path)


def test_more_kinds_than_the_engine_has_room_for(changes):
    tiles = "".join(f"  cap {n}: {{type: armour, copies: 1, hearts: 1}}\n" for n in range(30))
    path = changes(f"mark: assumed\nreplace: [regular_items]\nregular_items:\n{tiles}")
    with pytest.raises(
        ComponentsError, match="regular_items: 46 kinds of tiles in all, more than 40"
    ):
        load_components(path)


def test_more_starting_items_than_slots(changes):
    tiles = "".join(f"  cap {n}: {{type: armour, hearts: 1}}\n" for n in range(2))
    path = changes(f"mark: assumed\nstarting_items:\n{tiles}")
    with pytest.raises(ComponentsError, match="starting_items: dictionary should have at most 6"):
        load_components(path)


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
