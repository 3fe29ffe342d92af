"""The BOX record says what the files say, in every field."""

import pickle

import pytest

from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.components import ComponentsError, load_components
from tablemates.envs.portal_dash.rules.state import BOX
from tablemates.envs.portal_dash.rules.vocabulary import (
    BlocksFace,
    Colour,
    Effect,
    ItemType,
    MobKind,
)


@pytest.fixture(scope="module")
def box(standard):
    return RecordView(standard.record(), BOX)


@pytest.fixture(scope="module")
def kind(standard):
    return {name: number for number, name in enumerate(standard.item_names)}


def test_sizes_and_capacity(box):
    assert (box.capacity_rows, box.capacity_columns) == (8, 24)
    assert (box.rows, box.start_columns, box.tile_columns, box.portal_columns) == (6, 1, 4, 1)
    assert (box.tile_count, box.chests) == (8, 5)


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


@pytest.mark.rule("SETUP-10")
def test_chest_spaces_are_leftmost_first(box, standard):
    cellars = standard.tile_names.index("Twin Cellars")
    assert box.tile_chest[cellars].tolist() == [4 * 64 + 1, 2, -1, -1]


@pytest.mark.rule("BLOCK-01")
def test_the_blocks_die_shows_each_face_once(box):
    assert sorted(box.blocks_die.tolist()) == sorted(BlocksFace)


@pytest.mark.rule("MOB-01")
def test_mob_die_and_numbers(box):
    assert box.mob_die.tolist() == [1, 1, 2, 2, 3, 3]
    assert box.mob_kind.tolist() == [n // 3 for n in range(18)]
    assert box.mob_number.tolist() == [1, 2, 3] * 6


@pytest.mark.rule("SETUP-03")
def test_the_cube(box):
    assert box.cube.tolist() == [16, 16, 12, 12, 8]
    assert list(Colour) == [0, 1, 2, 3, 4]


@pytest.mark.rule("SETUP-04", "PIG-02")
def test_both_sides_of_the_piglin_board(box):
    assert box.piglin.tolist() == [[3, 3, 0, 3, 4, 0, 5, 0, 0], [3, 0, 0, 3, 3, 0, 4, 0, 0]]


# name: type, copies in the stack, type that it enchants, then the numbers that are not 0
ITEMS = {
    "iron sword": (ItemType.SWORD, 3, -1, {"dice": 4}),
    "long bow": (ItemType.BOW, 1, -1, {"dice": 3, "range": 4}),
    "diamond boots": (ItemType.BOOTS, 2, -1, {"steps": 4}),
    "iron leggings": (ItemType.LEGGINGS, 3, -1, {"steps": 2, "hearts": 1}),
    "iron chestplate": (ItemType.ARMOUR, 1, -1, {"hearts": 2}),
    "diamond pickaxe": (ItemType.PICKAXE, 2, -1, {"blocks": 2, "blind": 2}),
    "sword reroll": (ItemType.ENCHANTMENT, 2, ItemType.SWORD, {"rerolls": 1}),
    "bow +1 die, +1 range": (ItemType.ENCHANTMENT, 2, ItemType.BOW, {"dice": 1, "range": 1}),
    "boots fire walking": (ItemType.ENCHANTMENT, 2, ItemType.BOOTS, {"fire": 1}),
    "Netherite sword": (ItemType.SWORD, 0, -1, {"dice": 6, "rerolls": 1}),
    "Netherite boots": (ItemType.BOOTS, 0, -1, {"steps": 5, "fire": 1}),
    "Netherite pickaxe": (ItemType.PICKAXE, 0, -1, {"blind": 4}),
    "leather tunic": (ItemType.ARMOUR, 0, -1, {"hearts": 1}),
}
FIELDS = ("dice", "range", "rerolls", "steps", "fire", "hearts", "blocks", "blind")


def test_kinds_are_regular_enchantments_netherite_starting(standard, box):
    parts = standard.parts
    sections = (
        parts.regular_items,
        parts.enchantments,
        parts.netherite_items,
        parts.starting_items,
    )
    assert standard.item_names == tuple(name for section in sections for name in section)
    assert box.item_kinds == 30
    assert not box.item_type[30:].any()
    assert not box.item_copies[30:].any()


@pytest.mark.parametrize("name", ITEMS)
@pytest.mark.rule("SETUP-07", "SETUP-09", "FIGHT-05", "MOVE-05", "MINE-04", "ITEM-09")
def test_items(box, kind, name):
    item_type, copies, enchants, numbers = ITEMS[name]
    number = kind[name]
    assert box.item_type[number] == item_type
    assert box.item_copies[number] == copies
    assert box.item_enchants[number] == enchants
    found = {field: int(getattr(box, f"item_{field}")[number]) for field in FIELDS}
    assert found == {**dict.fromkeys(FIELDS, 0), **numbers}


@pytest.mark.rule("SETUP-09")
def test_stack_and_supply(box, standard):
    assert box.item_copies.sum() == 40
    names = [standard.item_names[number] for number in box.netherite]
    assert names == [
        *["Netherite sword"] * 2,
        "Netherite boots",
        "Netherite leggings",
        "Netherite helmet",
        "Netherite chestplate",
        *["Netherite pickaxe"] * 2,
    ]


# kind: life, moves, flies, range, damage, all in range, effect, no sword, no bow
MOBS = {
    MobKind.MAGMA_CUBE: (2, 2, 0, 1, 2, 0, Effect.NONE, 0, 0),
    MobKind.GHAST: (2, 1, 1, 2, 2, 0, Effect.NONE, 1, 0),
    MobKind.ENDERMAN: (3, 5, 0, 1, 2, 0, Effect.NONE, 0, 1),
    MobKind.HOGLIN: (4, 3, 0, 1, 2, 0, Effect.PUSH, 0, 0),
    MobKind.BLAZE: (4, 0, 0, 2, 2, 1, Effect.NONE, 0, 0),
    MobKind.WITHER_SKELETON: (4, 2, 0, 1, 2, 0, Effect.DAMAGE_ITEM, 0, 0),
}


@pytest.mark.parametrize("kind", MOBS)
@pytest.mark.rule("MOB-12")
def test_mobs(box, kind):
    fields = ("life", "moves", "flies", "range", "damage", "area", "effect", "no_sword", "no_bow")
    assert tuple(getattr(box, f"kind_{field}")[kind] for field in fields) == MOBS[kind]


# (boss, hard): life, moves, flies, range, then for 1, 2, 3: damage, area, direct, effect
BOSSES = {
    (0, 0): (20, 2, 1, 3, [1, 2, 3], [0, 0, 0], [0, 0, 0], [0, 0, 0]),
    (0, 1): (25, 2, 1, 3, [1, 2, 3], [1, 0, 0], [0, 0, 0], [0, 2, 3]),
    (1, 0): (20, 3, 0, 1, [2, 3, 4], [0, 0, 0], [0, 0, 0], [0, 0, 0]),
    (1, 1): (25, 3, 0, 1, [2, 3, 4], [0, 0, 0], [1, 0, 0], [0, 1, 3]),
}


@pytest.mark.parametrize("side", BOSSES)
@pytest.mark.rule("BOSS-01", "BOSS-02", "SETUP-11")
def test_bosses(box, side):
    found = [getattr(box, f"boss_{field}")[side] for field in ("life", "moves", "flies", "range")]
    found += [
        getattr(box, f"boss_{field}")[side].tolist()
        for field in ("damage", "area", "direct", "effect")
    ]
    assert tuple(found) == BOSSES[side]


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ((8, 12), r"a track of 3 tiles has 6 rows and 14 columns, more than board_shape=\(8, 12\)"),
        ((5, 24), r"more than board_shape=\(5, 24\): choose a larger one, at most \(8, 64\)"),
        ((9, 24), r"board_shape goes up to 8 rows and 64 columns, not \(9, 24\)"),
        ((8, 65), "board_shape goes up to"),
        ((0, 24), "board_shape goes up to"),
    ],
)
def test_a_board_shape_without_room_is_refused(standard, shape, message):
    with pytest.raises(ComponentsError, match=message):
        standard.record(shape)


def test_a_set_survives_pickling(standard):
    again = pickle.loads(pickle.dumps(standard))
    assert again.digest() == standard.digest()
    assert again.record().tobytes() == standard.record().tobytes()
