"""Parts of one's own, positions and rules by id: what is read from files."""

from collections import Counter

import pytest

from docs.generators import rules
from tablemates.envs import explorers_v0
from tablemates.envs.core.errors import ComponentsError, PositionError
from tablemates.envs.core.files.rulebook import read_rulebook
from tablemates.envs.core.records.vocabulary import word_of
from tablemates.envs.explorers.game import RULES, Explorers
from tablemates.envs.explorers.parts import load_components
from tablemates.envs.explorers.settings import Settings
from tablemates.envs.explorers.vocabulary import Front, Item
from tests.explorers.table import Table

#: Rules that forbid something, or say what nothing has to be done for.
WITHOUT_CODE = {"CREA-04", "DEC-03", "DECO-01", "FOOD-02", "INFO-01", "TURN-05"}


def test_the_rulebook_the_code_and_the_tests_name_the_same_rules():
    book = read_rulebook(RULES)
    assert {name.partition("-")[0] for name in book.rules} == set(book.titles)
    assert rules.tests_in("explorers").keys() == book.rules.keys()
    assert rules.marks_in("explorers").keys() == book.rules.keys() - WITHOUT_CODE


def test_the_standard_cards_come_out_at_the_printed_totals():
    parts = load_components().parts
    found = Counter(back[0] for one in parts.landscapes.values() for back in one.backs)
    assert found.total() == 60
    assert sum(one.copies for one in parts.creatures.values()) == 30
    assert len(parts.chests) == 12
    once = (Item.FOOD_4, Item.IRON_SWORD, Item.TOTEM, Item.SPONGE)
    five = (*list(Item)[: Item.FOOD_1], Item.ARMOUR)
    four = (Item.CROSSBOW, Item.SPYGLASS)
    printed = {**dict.fromkeys(Item, 2), **dict.fromkeys(once, 1)}
    assert found == printed | dict.fromkeys(five, 5) | dict.fromkeys(four, 4)


def own_parts(folder, text):
    file = folder / "own.yaml"
    file.write_text(text)
    return file


def test_own_parts_change_the_game_and_its_hash(tmp_path):
    own = own_parts(tmp_path, "creatures:\n  zombie: {copies: 6, cost: 5}\n")
    game = Explorers(Settings(components=own))
    assert game.hashes["ruleset"] != Explorers(Settings()).hashes["ruleset"]
    assert game.hashes["interface"] == Explorers(Settings()).hashes["interface"]
    table = Table.at(own, row=["woods"], line={"zombie": 1}, food=4)
    assert "creature zombie" not in table.choices


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("creatures:\n  zombi: {copies: 6, cost: 2}", "line 2.*did you mean 'zombie'"),
        ("creatures:\n  zombie: {copies: 7}", "line 1, creatures: 31 cards; 30 are the most"),
        ("items:\n  wood: {food: 2}", "items.wood: food has a 'food'"),
        ("items: {iron_sword: null}", "landscapes.geode.backs.0: 'iron_sword' has no number"),
        ("items: {food_4: null}", "landscapes.ruined_portal.backs.0: 'food_4' has no number"),
        ("table:\n  row: 9", "line 2, table.row: .*5, not 9"),
        ("table: [", "is not YAML"),
    ],
)
def test_wrong_parts_are_refused_by_file_line_and_place(tmp_path, text, message):
    with pytest.raises(ComponentsError, match=message) as caught:
        load_components(own_parts(tmp_path, text))
    assert "own.yaml" in str(caught.value) or "parts.yaml" in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ComponentsError, match=r"none\.yaml"):
        load_components(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"rows": []}, "unknown key 'rows'; did you mean 'row'"),
        ({"row": ["ocean_monument"] * 2}, "there are fewer cards"),
        ({"players": 1, "active": 1}, "2 seats"),
        ({"line": {"zombie": 7}}, "do not add up"),
        ({"chests": {"1": [], "2": []}}, "a game is won when"),
        ({"decision": "pay", "slot": 0, "left": 20, "row": ["woods"]}, "cannot be paid"),
        ({"decision": "crossbow", "kills": 1}, "leaves nothing to choose"),
        ({"decision": "crossbow", "kills": 3, "line": {"zombie": 4}}, "kills, due: no card"),
        ({"decision": "armour", "due": 1}, "decision: the active seat has no armour"),
        ({"turned": "back", "slot": 0}, "turned: a card is turned over where chance decides"),
        ({"chests": {"14": [], "1": ["wood"], "2": ["iron"]}}, "chests: there is no chest 14"),
        ({"row": ["woods"] * 4 + ["taiga"] * 3}, "row: 7 landscapes besides destinations"),
        ({"items": [{"totem": 1, "sponge": 2}]}, "items: no explored card gives sponge"),
        ({"items": [{"totem": 1}], "explored": []}, "items: 1 totem are more than explored"),
        ({"food": 2**12}, "food: input should be less than"),
        ({"turn": 2**14}, "turn: input should be less than"),
        ({"top": None}, "top: it is empty where the pile is"),
        ({"level": "custom"}, "a custom game needs them"),
    ],
    ids=str,
)
def test_wrong_positions_are_refused(position, message):
    with pytest.raises(PositionError, match=message):
        Table.at(**position)


def test_a_box_without_the_chests_of_a_level_has_others(tmp_path):
    own = own_parts(tmp_path, "chests: {3: null}")
    env = explorers_v0.env(components=own, level=[1, 2])
    env.reset(seed=1)
    saved = env.save()
    env.restore(saved)
    assert env.save() == saved
    with pytest.raises(PositionError, match="level: there is no chest 3"):
        env.load_position({"level": "first"})


def test_a_box_without_landscapes_is_saved_and_restored(tmp_path):
    fronts = ", ".join(f"{word_of(front)}: {{backs: [], danger: false}}" for front in Front)
    env = explorers_v0.env(components=own_parts(tmp_path, f"landscapes: {{{fronts}}}"))
    env.reset(seed=1)
    while env.agents and not all(env.terminations.values()):
        saved = env.save()
        env.restore(saved)
        assert env.save() == saved
        env.step(env.legal_actions()[0])


@pytest.mark.rule("FOOD-01")
def test_food_has_no_end(tmp_path):
    numbers = "\n".join(f"  food_{n}: {{food: 20}}" for n in (1, 2, 3, 4))
    own = own_parts(tmp_path, f"table: {{food: 20}}\nitems:\n{numbers}")
    items = {"food_1": 2, "food_2": 2, "food_3": 2, "food_4": 1}
    table = Table.at(own, row=["woods"], items=[items], food=20)
    for name, count in items.items():
        table.do(*[f"item {name.replace('_', ' ')}"] * count)
    assert table.p.food == 160
    assert table.game.layout.as_dict(table.game.observation)["decision"].max() == 127
    assert table.position["food"] == 160
    saved = table.game.save()
    table.game.check(saved)
    table = Table.at(row=["woods"], items=[{"food_1": 1}], food=127)
    table.do("item food 1")
    assert table.p.food == 128
