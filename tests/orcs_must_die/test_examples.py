"""The worked examples of the rulebook, but for those of the rivalry mode."""

import pytest

from tablemates.envs.orcs_must_die.parts import load_components
from tests.orcs_must_die.table import NO_CARDS, Table, crowd

FAR = [{"hero": "cygnus", "at": 4}]  # on the rift


def entering(*cards, **position):
    """Let armies turn up cards at the start tile of Straight Shot."""
    left = [*[1] * len(cards), *NO_CARDS][: len(NO_CARDS)]
    table = Table.at(step="reveal", decision="none", cards_left=left, **position)
    table.do(*cards)
    return table


def attacked(minions, seats, *faces, **position):
    """Let the only group of tile 3 attack."""
    table = Table.at(step="attack", decision="none", standing={3: minions}, seats=seats,
                     cards_left=NO_CARDS, **position)  # fmt: skip
    table.roll(*faces)
    return table


def attacking(hero, minions, *faces, **position):
    """Let a hero attack the minions of its tile."""
    table = Table.at(seats=[{"at": 3, **hero}], standing={3: minions}, **position)
    table.do("attack")
    table.roll(*faces)
    return table


# -- upgrades -----------------------------------------------------------------------------


@pytest.mark.rule("UPG-07")
@pytest.mark.parametrize(("players", "cost"), [(2, 6), (3, 9), (4, 12)])
def test_example_what_revitalising_costs(players, cost):
    seats = [{"at": 2, "ready": 0}] * players
    assert "revitalise" not in Table.upgrades(seats=seats, pool=cost - 1).choices
    table = Table.upgrades(seats=seats, pool=cost)
    table.do("revitalise")
    assert table.p.pool == 0
    assert table.p.ready[:players].tolist() == [1] * players


@pytest.mark.rule("UPG-08")
def test_example_at_level_3_the_weapon_of_level_1_comes_first():
    table = Table.upgrades(seats=[{"hero": "maximilian", "at": 2, "skulls": 20}], stage=3)
    table.do("weapon")
    assert table.happened("weapon_bought") == [("weapon_bought", 0, 1)]
    assert "weapon" not in table.choices  # the next one in the next phase


@pytest.mark.rule("UPG-02", "UPG-09")
def test_example_no_ring_and_trinket_at_once():
    shop = [["ring of bounty", "healing salve"], []]
    table = Table.upgrades(seats=[{"hero": "ivy", "at": 2, "skulls": 20}], shop=shop)
    assert {"equipment 0", "equipment 1"} <= {*table.choices}
    table.do("equipment 0")
    assert "equipment 1" not in table.choices


# -- a new wave ---------------------------------------------------------------------------


@pytest.mark.rule("ENTER-01", "ENTER-02", "ENTER-03", "GNOLL-03", "GNOLL-04")
@pytest.mark.parametrize("near", [True, False])
def test_example_the_first_round_of_four_players_in_straight_shot(near):
    """The ogre is three orcs at level 1; the gnolls of both cards are one group."""
    seats = [{"at": 0}, {"at": 1}, {"at": 4}, {"at": 4}] if near else [{"at": 4}] * 4
    table = entering("vanguard", "raiders", seats=seats, fortress="straight_shot")
    assert table.happened("minions_entered")[:2] == [
        ("minions_entered", "orc", 5, 0),
        ("minions_entered", "crossbow", 3, 0),
    ]
    if near:
        assert (table.decision, table.choices) == ("hunt", ["tile 0", "tile 1"])
        table.do("tile 1")
    assert ("minions_moved", "gnoll", 5, 0, 1) in table.events
    assert table.p.minions[0, 0, :4].tolist() == [5, 3, 0, 0]


@pytest.mark.rule("ENTER-05")
def test_example_six_crossbows_of_which_two_are_left(tmp_path):
    parts = tmp_path / "parts.yaml"
    parts.write_text("army: {volley: {rows: {1: {crossbow: 6}}, mark: assumed}}\n")
    standing = {2: crowd(crossbow=10, orc=11)}
    table = entering("volley", components=parts, standing=standing, seats=FAR, stage=2)
    assert table.standing["0"] == {"orc": 3, "crossbow": 2}
    assert table.standing["1"] == {"kobold": 1}  # which has a step left


@pytest.mark.rule("ENTER-05")
def test_example_a_shaman_for_a_troll():
    standing = {2: crowd(troll=3)}
    table = entering("troll guard", "troll hunt", standing=standing, seats=FAR, stage=2)
    assert table.standing["0"] == {"shaman": 1, "troll": 1}


@pytest.mark.rule("SETUP-06", "UP-02")
def test_example_the_armies_of_straight_shot_2():
    armies = load_components().parts.fortresses["straight_shot_2"].armies
    assert {level: len(tiles) for level, tiles in armies.items() if level > 1} == {2: 2, 3: 3}
    assert all(len({*tiles}) == 1 for tiles in armies.values())


# -- traps --------------------------------------------------------------------------------


@pytest.mark.rule("TRAP-10", "ICON-04", "MIN-08")
@pytest.mark.parametrize(("level", "traps", "killed"), [(1, 1, 1), (2, 1, 1), (3, 1, 0), (3, 2, 1)])
def test_example_spike_traps_against_an_orc(level, traps, killed):
    seats = [{"at": 0}, {"at": 0}, {"at": 0}, {"at": 0}]  # with four players two traps on a tile
    table = Table.minions(laid={3: ["spike trap"] * traps}, standing={2: crowd(orc=1)},
                          stage=level, seats=seats)  # fmt: skip
    assert (table.decision == "assign") == bool(killed)
    if killed:
        table.do("kill orc up")
        assert table.p.pool == 1


# -- minions attack -----------------------------------------------------------------------


@pytest.mark.rule("ATK-02", "ATK-03", "ATK-06", "DEATH-01")
def test_example_a_troll_four_orcs_and_a_gnoll():
    """The third wound of the orcs is lost, and the gnoll has one target left."""
    seats = [
        {"hero": "maximilian", "at": 3, "health": 2},
        {"hero": "gabriella", "at": 3, "health": 5},
    ]
    table = Table.at(step="attack", decision="none", seats=seats, cards_left=NO_CARDS,
                     standing={3: crowd(troll=1, orc=4, gnoll=1)})  # fmt: skip
    table.do("group troll", "ally 1")
    table.roll("S", "S", "S")
    assert table.p.health[:2].tolist() == [2, 2]
    table.do("group orc", "ally 0")
    events = table.roll("S", "S", "S")
    assert ("hero_wounded", 0, 2) in events
    assert ("hero_died", 0) in events
    assert ("group_attacks", "gnoll", 1, 1) in events


@pytest.mark.rule("ICON-09")
@pytest.mark.parametrize(("hero", "wounds"), [("cygnus", 1), ("maximilian", 2), ("gabriella", 2)])
def test_example_two_swords_against_a_hero(hero, wounds):
    table = attacked(crowd(orc=2), [{"hero": hero, "at": 3}], "S", "S")
    assert ("hero_wounded", 0, wounds) in table.events


@pytest.mark.rule("DICE-01", "ATK-05")
@pytest.mark.parametrize(
    ("minions", "level", "dice"), [({"orc": 7}, 2, [10, 0, 0]), ({"troll": 3}, 3, [10, 0, 2])]
)
def test_example_a_large_group_rolls_ten_dice(minions, level, dice):
    """Seven orcs would have 14; three trolls 12 and 3 of lightning."""
    table = Table.at(step="attack", decision="none", standing={3: minions}, stage=level,
                     seats=[{"at": 3}], cards_left=NO_CARDS)  # fmt: skip
    assert table.p.dice[:3].tolist() == dice


# -- heroes attack ------------------------------------------------------------------------


@pytest.mark.rule("ICON-03", "ICON-05")
def test_example_a_sword_and_two_speeds_against_two_orcs_and_a_kobold():
    maximilian = {"hero": "maximilian"}
    roll = ("S", "V", "V")
    table = attacking(maximilian, crowd(orc=2, kobold=1), *roll, stage=2)
    table.do("kill orc up")
    assert table.choices == ["done", "kill orc up", "kill kobold up"]
    table.do("kill kobold up")
    assert table.decision == "menu"  # one speed is left, which does not kill the other orc
    table = attacking(maximilian, crowd(orc=2, kobold=1), *roll, stage=2)
    table.do("kill orc up", "kill orc up")
    assert table.standing["3"] == {"kobold": 1}


@pytest.mark.rule("ICON-03")
@pytest.mark.parametrize(("faces", "kills"), [(("B", "B"), True), (("B", "V"), False)])
def test_example_two_equal_icons_and_two_different_ones(faces, kills):
    table = attacking({"hero": "maximilian"}, crowd(orc=1), *faces)
    assert ("kill orc up" in table.choices) == kills


@pytest.mark.rule("DICE-01")
def test_example_the_third_lightning_die_is_lost():
    worn = ["tempest amulet", "storm amulet", None, None]
    table = Table.at(seats=[{"hero": "maximilian", "at": 3, "equipment": worn}],
                     standing={3: crowd(orc=1)}, stage=3)  # fmt: skip
    table.do("attack")
    assert table.p.dice[:3].tolist() == [3, 0, 2]


@pytest.mark.rule("ICON-04")
@pytest.mark.parametrize(("faces", "kills"), [(("S", "V"), True), (("S", "S"), False)])
def test_example_a_gnoll_of_level_3_takes_a_sword_and_a_speed(faces, kills):
    table = attacking({"hero": "maximilian"}, crowd(gnoll=1), *faces, stage=3)
    assert ("kill gnoll up" in table.choices) == kills


@pytest.mark.rule("MIN-09", "ICON-03", "ICON-10")
def test_example_three_orcs_and_a_shaman():
    """Either the shaman dies, or one orc; the aura outlasts the shaman."""
    hero = {"hero": "maximilian", "equipment": ["ember amulet", None, None, None]}
    enemies = crowd(orc=3, shaman=1)
    table = attacking(hero, enemies, "S", "V", "B", "SS", stage=2)
    assert table.choices == ["done", "kill orc up", "kill shaman up"]
    table.do("kill shaman up")
    assert table.standing["3"] == {"orc": 3}
    assert table.decision == "menu"  # the sword that is left kills no orc
    table = attacking(hero, enemies, "S", "V", "B", "SS", stage=2)
    table.do("kill orc up")
    assert "kill shaman up" not in table.choices


# -- ways and hazards ---------------------------------------------------------------------


@pytest.mark.rule("TILE-03", "MOVE-01")
def test_example_only_arrows_join_tiles():
    """Tiles 0 and 1 of Twin Gates lie side by side."""
    table = Table.at(fortress="twin_gates", seats=[{"at": 0}], skip_forced=False)
    table.do("move")
    assert table.choices == ["tile 2"]
    table = Table.at(fortress="twin_gates", seats=[{"at": 2}])
    table.do("move")
    assert table.choices == ["tile 0", "tile 3"]  # against the arrows too


@pytest.mark.rule("TILE-04", "MOVE-02")
def test_example_the_teleporter_of_cubicle_1():
    """From there to the T junction, which is five tiles from the rift."""
    table = Table.at(fortress="cubicle_1", seats=[{"hero": "cygnus", "at": 7}])
    table.do("move", "tile 1")
    tiles, kinds = load_components().parts.fortresses["cubicle_1"].tiles, []
    at = 1
    while tiles[at].exits:
        kinds.append(tiles[at].kind.name)
        at = tiles[at].exits[0]
    assert (kinds[0], len(kinds), tiles[at].kind.name) == ("T_JUNCTION", 5, "RIFT")


@pytest.mark.rule("TILE-07", "TILE-09")
def test_example_two_push_into_the_lava_and_both_are_splashed():
    """An onlooker is not wounded in the place of the hero who pushes."""
    seats = [{"hero": hero, "at": 2} for hero in ("cygnus", "ivy", "gabriella")]
    table = Table.at(fortress="keep", standing={2: crowd(ogre=1)}, seats=seats)
    table.do("push", "ally 2", "yes")
    assert ("minion_killed", "ogre", 2, "push", -1) in table.events
    assert table.p.health[:3].tolist() == [5, 6, 5]
    assert table.p.pool == 3
