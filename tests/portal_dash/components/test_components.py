"""Sets of parts: their records, levels, files of changes, and what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from tablemates.envs.core.errors import ComponentsError
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.portal_dash.parts import load_components
from tablemates.envs.portal_dash.state import BOX, SCENARIO

# -- records ------------------------------------------------------------------------------


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
    assert box.part_lava[0].tolist() == [4, 4, 0, 4, 4, 0, 0, 0]
    assert box.part_magma[0].tolist() == [0, 0, 0, 0, 0, 5, 0, 0]
    assert box.part_soul_sand[0].tolist() == [0, 0, 0, 2, 8, 0, 0, 0]
    assert box.part_spawner[0].tolist() == [64, 2 * 64 + 3, 4 * 64 + 1] + [-1] * 5
    assert box.part_chest[0].tolist() == [3, -1, -1, -1]


@pytest.mark.rule("SETUP-04", "PIG-02")
def test_both_sides_of_the_piglin_board(box):
    assert box.piglin.tolist() == [[3, 3, 0, 3, 4, 0, 5, 0, 0], [3, 0, 0, 3, 3, 0, 4, 0, 0]]


# -- levels -------------------------------------------------------------------------------


WILDFIRE, ANCIENT_HOGLIN, EITHER, NONE = 0, 1, -2, -1
EASY, HARD = 0, 1


def view(record):
    assert record.shape == (SCENARIO.itemsize,)
    return RecordView(record, SCENARIO)


@pytest.mark.rule("LEVEL-C", "CUSTOM-01", "CUSTOM-02", "CUSTOM-03")
def test_a_custom_level(standard):
    level = view(
        standard.custom_level(
            {
                "tiles": 4,
                "mobs": {"magma cube": 0, "blaze": 1},
                "bosses": [("ancient hoglin", "hard"), ("wildfire", "easy")],
                "start_items": ["long bow", "Netherite boots", "long bow"],
            },
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
        standard.custom_level(arguments)


@pytest.mark.rule("CUSTOM-01")
def test_two_bosses_need_a_board_with_room_for_all_pieces(standard, changes):
    """Else the second one would have to share a space with another piece."""
    tiles = dict.fromkeys(standard.tile_names, "1 2 3 .")
    narrow = yaml.safe_dump(
        {
            "mark": "assumed",
            "board": {"rows": 1},
            "strips": {"start": ".", "portal": "P"},
            "tiles": tiles,
        }
    )
    own, both = load_components(changes(narrow)), [["wildfire", "easy"], ["ancient hoglin", "easy"]]
    assert own.custom_level({"bosses": both[:1]}) is not None
    with pytest.raises(ComponentsError, match=r"the second boss needs a free space, .* only 10 "):
        own.custom_level({"bosses": both})


# -- files --------------------------------------------------------------------------------


def test_a_changed_file_is_read_again(changes):
    path = changes("regular_items: {long bow: {range: 5, mark: printed}}")
    first = load_components(path)
    path.write_text("regular_items: {long bow: {range: 16, mark: printed}}")
    assert first.parts.regular_items["long bow"].range == 5
    assert load_components(path).parts.regular_items["long bow"].range == 16


def test_a_file_changes_only_what_it_names(standard, changes):
    path = changes(
        "mark: printed\n"
        "regular_items:\n"
        "  iron sword: {dice: 6}\n"
        "mobs:\n"
        "  ghast: {life: 3}\n"
        "  blaze: {numbers: [1, 1, 2], mark: reviewed}\n"
    )
    own = load_components(path)
    assert own.parts.regular_items["iron sword"].dice == 6
    assert own.parts.regular_items["iron sword"].copies == 3
    assert own.item_names == standard.item_names
    mine, theirs = own.canonical(), standard.canonical()
    assert mine != theirs
    theirs["regular_items"][0]["dice"] = 6
    theirs["mobs"]["ghast"]["life"] = 3
    theirs["mobs"]["blaze"]["numbers"] = (1, 1, 2)
    assert json.dumps(mine) == json.dumps(theirs)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "mark: printed\nregular_items: {iron swrd: {dice: 5}}",
            "line 2, regular_items.iron swrd: 'type' is missing .*did you mean 'iron sword'",
        ),
        ("mark: printed\nmobs: {ghast: ~}", "own.yaml over the standard set|'ghast' is missing"),
        ("replace: tiles", "line 1, replace: a list of sections is needed"),
        (
            "mark: printed\nreplace: [tils]\ntils: {}",
            "line 2, replace: unknown section 'tils'; did you mean 'tiles'",
        ),
        ("[]", "own.yaml: keys with values are needed at the top"),
    ],
)
def test_broken_changes_are_refused(changes, text, message):
    with pytest.raises(ComponentsError, match=message):
        load_components(changes(text))


@pytest.mark.parametrize(
    ("section", "old", "new"),
    [
        ("dice", "copies: [1, 3, 2]", "copies: [2, 2, 2]"),
        ("cube", "red: 16, gray: 16", "red: 15, gray: 17"),
        ("mobs", "effect: push", "effect: none"),
        ("starting_items", "steps: 5", "steps: 6"),
        ("board", ". . ~ C", ". . C ~"),
        ("base_mobs", "{hoglin: 2}", "{hoglin: 1}"),
        ("base_mobs", "ghast: 3", "ghast: 2"),
    ],
)
def test_the_digest_notices_what_play_depends_on(standard, edited, section, old, new):
    assert load_components(edited(section, old, new)).digest() != standard.digest()


def test_the_example_in_the_documentation_works(changes):
    page = Path(__file__).parents[3] / "docs" / "portal_dash" / "components.md"
    example = re.search(r"```yaml\n(.*?)```", page.read_text(), re.DOTALL)
    own = load_components(changes(example[1]))
    assert own.parts.regular_items["iron sword"].dice == 5
    assert "crossbow" in own.item_names


# -- broken sets --------------------------------------------------------------------------


EMBER_FORD = """\
    . . ~ C
    1 . ~ .
    . . . 2
    . : ~ .
    . 3 ~ :
    ^ . ^ .
"""

# section: text, its replacement, place and reason of the message
EDITS = {
    "board": [
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
    "cube": [
        ("red:", "rad:", "cube.rad: unknown word 'rad'; did you mean 'red'?"),
        ("red: 16, ", "", "cube: 'red' is missing"),
        ("cube:", "cubes:", "cubes: unknown key 'cubes'; did you mean 'cube'?"),
    ],
    "dice": [
        ("copies: [2, 2, 2]", "copies: [2, 2, 3]", "dice.mob: a die has 6 sides, not 7"),
        ("copies: [2, 2, 2]", "copies: [3, 3]", "dice.mob: 3 faces, but copies of 2"),
        ("faces: [0, 1, 2]", "faces: [0, 0, 0]", "dice.combat.faces: no side has a hit"),
        ("[red,", "[rot,", "dice.blocks.faces.0: unknown word 'rot'"),
    ],
    "starting_items": [
        ("{type: sword, dice: 3", "{type: sword, copies: 4, dice: 3", "has one of every"),
        ("  starting bow: ", "  bow: ", "stands in starting_items too"),
        ("type: sword, ", "", "starting_items.stone sword: 'type' is missing"),
        ("enchants: sword", "enchants: armour", "enchants: unknown word 'armour'; known: sw"),
        ("bow, copies: 2, dice: 1, range: 1", "sword, copies: 2, dice: 1", "6 tiles go on"),
        ("blocks: 2, blind: 2", "blocks: 5, blind: 4", "9 blocks at once, not 1 to 8"),
        ("copies: 2, rerolls: 1", "copies: 2, range: 1", "reroll: a sword has no use for range"),
    ],
    "base_mobs": [
        ("  5:\n", "  6:\n", "levels.6: input should be less than or equal to 5"),
    ],
    "mobs": [
        ("life: 2", "life: -2", "life: input should be greater than or equal to 1, not -2"),
        ("damage: 2", "damage: '2'", "damage: input should be a valid integer, not '2'"),
        ("effect: push", "effect: shove", "hoglin.effect: unknown word 'shove'; known: non"),
    ],
    "piglins": [
        ("C: [5]", "C: [17]", "1-2 players.C: no colour has the 17 blocks that fill a co"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("section", "old", "new", "message"),
    [pytest.param(section, *edit, id=edit[2]) for section, rows in EDITS.items() for edit in rows],
)
def test_broken_parts_are_refused_in_one_sentence(edited, section, old, new, message):
    with pytest.raises(ComponentsError) as caught:
        load_components(edited(section, old, new))
    sentence = str(caught.value)
    assert re.match(r"own\.yaml, line \d+", sentence)
    assert message in sentence
    assert "\n" not in sentence
    assert len(sentence) < 250


def test_a_section_stands_in_one_file_of_a_folder(edited):
    folder = edited("cube", "cube:", "cube:")
    (folder / "then.yaml").write_text("cube: {}\n")
    with pytest.raises(ComponentsError, match=r"then\.yaml, .*cube: .* stands in own\.yaml"):
        load_components(folder)


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
