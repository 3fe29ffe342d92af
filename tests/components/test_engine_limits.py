"""More than the engine has room for."""

import pytest

from tablemates.envs.portal_dash.components import ComponentsError, load_components
from tests.components.broken import assert_refused, rows

# by file: text, what is put in its place, place and reason of the message
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


@pytest.mark.parametrize(("file", "old", "new", "message"), rows(LIMITS))
def test_broken_parts_are_refused_in_one_sentence(edited, file, old, new, message):
    assert_refused(edited(file, old, new), file, message)


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
