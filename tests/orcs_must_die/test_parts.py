"""Parts of one's own, positions and rules by id: what is read from files."""

from collections import Counter

import pytest

from docs.generators import rules
from tablemates.envs.core.errors import ComponentsError, PositionError
from tablemates.envs.core.files.documents import read_document
from tablemates.envs.core.files.rulebook import read_rulebook
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import RULES, OrcsMustDie
from tablemates.envs.orcs_must_die.parts import STANDARD, load_components
from tablemates.envs.orcs_must_die.settings import Settings
from tests.orcs_must_die.table import Table

#: Rules that forbid something, or say what nothing has to be done for.
WITHOUT_CODE = {"DEC-02", "FULL-06", "HID-02", "RIFT-02", "SET-01", "TILE-01", "TRAP-03"}
LANE = """fortresses:
  mine:
    tiles: [{kind: standard, exits: [1]}, {kind: lava_lake, exits: [2]}, {kind: rift, exits: []}]
    armies: {1: [0], 2: [0], 3: [0, 0]}
"""
DOORS = "trapdoor, exits: [3]}, {kind: trapdoor, exits: [1]}, {kind: trapdoor, exits: [4]}"


def test_the_rulebook_the_code_and_the_tests_name_the_same_rules():
    book = read_rulebook(RULES)
    assert {name.partition("-")[0] for name in book.rules} == set(book.titles)
    assert rules.tests_in("orcs_must_die").keys() == book.rules.keys()
    assert rules.marks_in("orcs_must_die").keys() == book.rules.keys() - WITHOUT_CODE


def test_the_standard_cards_come_out_at_the_printed_totals():
    parts = load_components().parts
    for cards, printed in ((parts.equipment, [14, 20, 20]), (parts.traps, [14, 14, 14])):
        levels = Counter()
        for card in cards.values():
            levels[card.level] += card.copies
        assert [levels[n] for n in (1, 2, 3)] == printed
    assert sum(card.copies for card in parts.army.values()) == 42
    assert sum(die.count for die in parts.dice.values()) == 21
    assert sum(one.figures for one in parts.minions.values()) == 53


def test_every_entry_says_how_well_it_is_known():
    given = read_document(STANDARD).values
    marks = set()
    for section in ("dice", "minions", "heroes", "equipment", "traps", "army", "fortresses"):
        marks |= {entry["mark"] for entry in given[section].values()}
    assert marks <= {"printed", "mixed", "assumed"}
    assert given["dice"]["battle"]["mark"] == "assumed"


def own_parts(folder, text):
    file = folder / "own.yaml"
    file.write_text(text)
    return file


def test_own_parts_change_the_game_and_its_hash(tmp_path):
    own = own_parts(tmp_path, LANE + "minions:\n  orc: {need: [SSS, SSS, SSS]}\n")
    game = OrcsMustDie(Settings(components=own, fortress="mine"))
    assert game.hashes["ruleset"] != OrcsMustDie(Settings()).hashes["ruleset"]
    assert game.hashes["interface"] == OrcsMustDie(Settings()).hashes["interface"]
    table = Table.at(own, fortress="mine", seats=[{"at": 0}], standing={0: {"orc": 1}})
    table.do("attack")
    table.roll("S", "S")
    assert table.decision == "menu"


@pytest.mark.rule("SETUP-06", "ICON-01", "TILE-11", "TILE-13")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("minions:\n  ork: {figures: 2}", "did you mean 'orc'"),
        ("minions:\n  gnoll: {rift: 1}", "who hunts heroes does not hurt the rift"),
        ("dice:\n  fire: {faces: [H, S, S, S, S, S]}", "line 2.*heal dice, and nothing else"),
        (LANE.replace("[2]}", "[0]}"), "every tile leads to the rift"),
        (LANE.replace("lava_lake", "crossroads"), "crossroads, has 1 exits"),
        (LANE.replace("[0, 0]", "[0, 2]"), "a tile other than the rift"),
        (LANE.replace("2: [0]", f"2: {[0] * 6}").replace("1: [0]", f"1: {[0] * 7}"), "at most 6"),
        (LANE.replace("2: [0], 3: [0, 0]", f"2: {[0] * 6}, 3: {[0] * 6}")
         .replace("1: [0]", f"1: {[0] * 3}"), "14 are the most"),
        ("tiles: {trapsburg: {count: 2}}", "line 1.*the rules know one Trapsburg"),
        ("tiles: {trapdoor: {count: 3}}\n" + LANE.replace("lava_lake, exits: [2]}", DOORS),
         "3 tiles are trapdoor; 2 are the most"),
        ("table: [", "is not YAML"),
    ],
)  # fmt: skip
def test_wrong_parts_are_refused_by_file_line_and_place(tmp_path, text, message):
    with pytest.raises(ComponentsError, match=message) as caught:
        load_components(own_parts(tmp_path, text))
    assert "own.yaml" in str(caught.value) or "parts.yaml" in str(caught.value)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"sets": []}, "unknown key 'sets'"),
        ({"fortress": "kep"}, "did you mean 'keep'"),
        ({"seats": [{"hero": "ivy"}, {"hero": "ivy"}]}, "a hero of its own"),
        ({"seats": [{"health": 9}]}, "from 1 to 7"),
        ({"seats": [{"at": 9}]}, "no tile 9"),
        ({"seats": [{"equipment": ["swift boots", None, None, None]}]}, "worn in another place"),
        ({"seats": [{"skulls": 60}], "pool": 1}, "more than the box has"),
        ({"standing": {0: {"orc": 15}}}, "more figures than the box has"),
        ({"laid": {4: ["spike trap"]}}, "tile 4 cannot hold"),
        ({"supports": {"1-3": "archer post"}}, "no connection '1-3'"),
        ({"shop": [["fox amulet"] * 3, []]}, "more often than the box has it"),
        ({"way": {"cursors": 1}}, "did you mean 'cursor'"),
        ({"way": {"cursor": [1]}}, "'cursor' has whole numbers"),
        ({"way": {"tile": 28}}, "no such 'tile'"),
        ({"decision": "assign"}, "needs 'tile' in way"),
        ({"decision": "gas"}, "does not come in the step 'turn'"),
        ({"decision": "where"}, "leaves nothing to choose"),
        ({"rift": 0}, "lost at 0"),
        ({"cards_left": [4, 0, 0, 0, 0, 0]}, "there are fewer army cards"),
        ({"waves": 127}, "waves: only 6 cards were dealt"),
        ({"lord": -1}, "lord: it is drawn when the heroes stand"),
        ({"active": 1, "seats": [{}, {}]}, "active: 'menu' is for seat 0"),
        ({"decision": "hero_step"}, "'hero_step' needs 'steps' in way"),
        ({"way": {"steps": 2}}, "'steps' does not go with the decision 'menu'"),
        ({"way": {"arrived": [[1] * 7] * 29}}, "the fortress has 5 tiles"),
        ({"way": {"serving": 64}}, "numbers from 0 to 63"),
        ({"way": {"drum": 0}}, "way.drum: it is a trinket with dice"),
        ({"decision": "recover"}, "only a stunned hero recovers"),
        ({"unseen": {"cards": {}}}, "unknown deck 'cards'"),
    ],
    ids=str,
)
def test_wrong_positions_are_refused(position, message):
    with pytest.raises(PositionError, match=message):
        Table.at(**position)


#: A seat in the upgrade phase that has chosen to buy its next weapon.
BUYS = {
    "step": "upgrade",
    "decision": "pay",
    "seats": [{"hero": "ivy", "skulls": 2}, {"hero": "cygnus", "skulls": 2}],
    "pool": 2,
    "way": {"buying": V.WEAPON, "cost": 2},
}


@pytest.mark.rule("UPG-02", "UPG-03", "UPG-04")
@pytest.mark.parametrize(
    ("change", "way", "message"),
    [
        ({}, {}, None),
        ({"active": 1}, {}, "active: 'pay' is for seat 0"),
        ({}, {"cost": 1}, "way.buying: this cannot be bought for that price"),
        ({}, {"buying": V.EQUIPMENT, "slot": 0}, "way.buying: this cannot be bought"),
        ({"seats": [{"hero": "ivy"}], "pool": 1}, {}, "way.cost: it cannot be paid"),
        ({"decision": "permit"}, {"pooled": 2}, "way.pooled: the lord lets another seat"),
        ({"decision": "permit"}, {"pooled": 2, "cursor": 1}, None),
        ({"decision": "permit"}, {"pooled": 3, "cursor": 1}, "way.pooled: the lord lets"),
    ],
    ids=str,
)
def test_what_is_bought_can_be_paid_by_who_buys_it(change, way, message):
    position = {**BUYS, **change, "way": {**BUYS["way"], **way}}
    if message is None:
        table = Table.at(**position)
        table.do(table.choices[0])
        assert table.p.skulls.min() >= 0
    else:
        with pytest.raises(PositionError, match=message):
            Table.at(**position)


#: Numbers that are as great as they can be.
GREATEST = """
table: {dice_caps: {battle: 10, fire: 10, lightning: 10, arcane: 10, frost: 10, heal: 10}}
dice:
  battle: {faces: [SSS, SSS, SSS, SSS, SSS, SSS]}
  fire: {faces: [SSS, SSS, SSS, SSS, SSS, SSS]}
  lightning: {faces: [SSS, SSS, SSS, SSS, SSS, SSS]}
  arcane: {faces: [SSS, SSS, SSS, SSS, SSS, SSS]}
  frost: {faces: [SSS, SSS, SSS, SSS, SSS, SSS]}
minions:
  shaman: {figures: 20, aura: SSSSSSSSS}
major_at_level_1: {count: 20}
heroes:
  maximilian:
    weapons:
      - {name: all, cost: 0, dice: {battle: 10, fire: 10, lightning: 10, arcane: 10, frost: 10}}
      - {name: b, cost: 2, dice: {}}
      - {name: c, cost: 5, dice: {}}
      - {name: d, cost: 8, dice: {}}
army:
  mob: {copies: 20, rows: {1: {shaman: 20}, 2: {orc: 1}, 3: {orc: 1}, 4: {orc: 1}}}
"""


@pytest.mark.rule("MIN-09", "DICE-01", "ENTER-01")
def test_great_numbers_do_not_wrap(tmp_path):
    own = own_parts(tmp_path, GREATEST)
    table = Table.at(own, seats=[{"hero": "maximilian"}], standing={3: {"shaman": 16, "orc": 1}})
    table.do("attack")  # all dice show the same
    assert table.p.icons[V.Icon.SWORD] == 150
    assert table.p.needs[V.Minion.ORC, V.Icon.SWORD] == 1 + 9 * 16
    seen = table.game.layout.as_dict(table.game.observation)
    assert seen["decision"].max() == seen["targets"].max() == 127
    saved = table.game.save()
    table.game.check(saved)
    table = Table.at(own, step="reveal", decision="none", seats=[{}])
    table.do("mob")
    assert table.p.wanted[0, V.Minion.ORC] == 401
    assert table.game.observation_space.contains(table.game.observation)
    table.game.check(table.game.save())


def test_a_game_that_a_seat_has_spoilt_comes_back():
    for seed in range(3):
        table = Table.new(seed, players=2)
        table.game.forfeit(table.game.to_move())
        saved = table.game.save()
        table.game.check(saved)
        table.game.load_position(table.position)
        assert table.game.save() == saved
