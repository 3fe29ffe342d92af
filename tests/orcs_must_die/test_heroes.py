"""HERO, MOVE, DEATH, TILE: what heroes do in their turns."""

import pytest

from tests.orcs_must_die.table import Table, crowd

CYGNUS = {"hero": "cygnus", "at": 3}


@pytest.mark.rule("HERO-01", "DEATH-01")
def test_living_heroes_take_turns_from_the_lord():
    seats = [{"at": 1}, {"at": -1, "health": 0}, {"at": 1}]
    table = Table.at(seats=seats, lord=2)
    turns = [table.game.to_move()]
    table.do("done")
    turns.append(table.game.to_move())
    assert turns == [2, 0]
    table.do("done")
    assert table.decision == "return"


@pytest.mark.rule("HERO-02", "HERO-04")
def test_each_thing_once_a_turn_where_it_has_an_effect():
    assert Table.at(seats=[CYGNUS]).choices == ["done", "move"]
    table = Table.at(seats=[CYGNUS], standing={3: crowd(orc=1)})
    assert table.choices == ["done", "attack", "move", "ultimate"]
    table.do("attack")
    table.roll("-")
    assert "attack" not in table.choices


@pytest.mark.rule("HERO-03")
def test_a_stunned_hero_gives_something_up():
    for given, left in (("attack", "move"), ("move", "attack")):
        table = Table.at(
            seats=[{**CYGNUS, "stunned": 1, "ready": 0}], standing={3: crowd(orc=1)},
            decision="recover",
        )  # fmt: skip
        assert table.choices == ["give_up_attack", "give_up_move"]
        table.do(f"give_up_{given}")
        assert table.choices == ["done", left]
        assert table.p.stunned[0] == 0


@pytest.mark.rule("HERO-04", "HERO-06")
def test_ivy_shoots_at_a_connected_tile():
    table = Table.at(seats=[{"hero": "ivy", "at": 2}], standing={1: crowd(orc=1), 3: crowd(orc=1)})
    table.do("attack")
    assert table.choices == ["tile 1", "tile 3"]
    table.do("tile 1")
    table.roll("S")
    assert ("minion_killed", "orc", 1, "attack", 0) in table.do("kill orc up")


@pytest.mark.rule("HERO-05", "HERO-06", "MOVE-04")
def test_cygnus_has_a_lightning_more_while_he_stands_still():
    table = Table.at(seats=[CYGNUS], standing={3: crowd(orc=1)})
    table.do("attack")
    table.roll("-")
    assert "kill orc up" in table.choices
    table = Table.at(seats=[CYGNUS], standing={3: crowd(orc=1)})
    table.do("move", "tile 2", "tile 3")
    table.do("attack")
    table.roll("-")
    assert table.decision == "menu"


@pytest.mark.rule("HERO-05")
def test_amulets_add_dice_and_icons():
    worn = ["fox amulet", "whetstone amulet", None, None]
    table = Table.at(
        seats=[{"hero": "maximilian", "at": 3, "equipment": worn}], standing={3: crowd(kobold=1)}
    )
    table.do("attack")
    assert table.p.dice[0] == 4
    table.roll("-")
    assert table.choices == ["done", "kill kobold up"]


@pytest.mark.rule("HERO-07", "ICON-06")
def test_ultimates():
    here = {3: crowd(orc=2, kobold=1)}
    table = Table.at(seats=[{"hero": "gabriella", "at": 3}], standing=here)
    table.do("ultimate")
    assert table.position["stunned"] == {"3": {"orc": 2, "kobold": 1}}
    assert table.p.ready[0] == 0
    seats = [{"hero": "ivy", "at": 3, "health": 1}, {"hero": "cygnus", "at": 0, "health": 5}]
    table = Table.at(seats=seats)
    table.do("ultimate")
    assert table.p.health[:2].tolist() == [4, 6]
    table = Table.at(seats=[CYGNUS], standing={0: crowd(orc=2), 1: crowd(orc=1)})
    table.do("ultimate")
    assert table.choices == ["tile 0", "tile 1"]
    table.do("tile 0", "kill orc up")
    assert ("minion_killed", "orc", 0, "ultimate", 0) in table.events
    table = Table.at(seats=[{"hero": "maximilian", "at": 3}], standing=here)
    table.do("ultimate")
    table.roll("-")
    assert "attack" in table.choices
    assert "ultimate" not in table.choices


@pytest.mark.rule("HERO-08")
def test_trinkets_used_once():
    salve = [None, None, None, "healing salve"]
    table = Table.at(seats=[{**CYGNUS, "health": 2, "equipment": salve}])
    table.do("trinket")
    assert table.p.health[0] == 5
    assert table.position["seats"][0]["equipment"][3] is None
    assert "trinket" not in Table.at(seats=[{**CYGNUS, "equipment": salve}]).choices
    feather = [None, None, None, "phoenix feather"]
    table = Table.at(
        seats=[{**CYGNUS, "ready": 0, "equipment": feather}], stage=3, standing={3: crowd(orc=1)}
    )
    assert "ultimate" not in table.choices
    table.do("trinket")
    assert "ultimate" in table.choices


@pytest.mark.rule("HERO-09", "ATK-05")
def test_rings():
    here = {3: crowd(orc=1)}
    bounty = {**CYGNUS, "health": 3, "equipment": [None, None, "ring of bounty", None]}
    table = Table.at(seats=[bounty], standing=here)
    table.do("attack")
    table.roll("-")
    table.do("kill orc up")
    assert table.p.skulls[0] == 2
    blood = {**CYGNUS, "health": 3, "equipment": [None, None, "blood ring", None]}
    table = Table.at(seats=[blood], standing=here | {0: crowd(orc=1)}, stage=3)
    table.do("attack")
    table.roll("S", "S")
    table.do("kill orc up")
    assert table.p.health[0] == 4


@pytest.mark.rule("MOVE-01", "MOVE-03", "TILE-03")
def test_a_move_is_one_or_more_steps_in_any_direction():
    table = Table.at(seats=[{**CYGNUS, "at": 1}], standing={2: crowd(orc=9)})
    table.do("move")
    assert table.choices == ["tile 0", "tile 2"]
    table.do("tile 2")
    assert table.choices == ["done", "tile 1", "tile 3"]
    table.do("tile 3")
    assert table.decision == "menu" or table.p.at[0] == 3
    boots = [None, None, None, "swift boots"]
    table = Table.at(seats=[{**CYGNUS, "at": 0, "equipment": boots}])
    table.do("move", "tile 2", "tile 3")  # the first step leads to tile 1 in any case
    assert table.p.at[0] == 3


@pytest.mark.rule("MOVE-02", "TILE-04")
def test_the_teleporter_leads_everywhere():
    table = Table.at(fortress="cubicle_1", seats=[{**CYGNUS, "at": 7}])
    table.do("move")
    assert table.choices == [f"tile {n}" for n in range(11) if n != 7]
    table.do("tile 1")
    assert table.choices == ["done", "tile 0", "tile 2", "tile 6"]


@pytest.mark.rule("TILE-13", "DEATH-02")
def test_a_hero_is_wounded_when_it_passes_the_trapdoor():
    table = Table.at(fortress="gauntlet", seats=[{**CYGNUS, "at": 0}, {"at": 7}])
    events = table.do("move", "tile 4")  # over tile 2, into the gas, which wounds too
    assert events.count(("hero_wounded", 0, 1)) == 2
    table = Table.at(fortress="gauntlet", seats=[{**CYGNUS, "at": 2}, {"at": 7}])
    assert table.do("move", "tile 4", "done").count(("hero_wounded", 0, 1)) == 1


LAKE = {"fortress": "keep", "standing": {2: crowd(orc=1, ogre=1)}}


@pytest.mark.rule("TILE-05", "TILE-06", "TILE-08", "TILE-09", "TILE-10")
def test_a_push_into_lava_costs_a_wound():
    ring = [None, None, "ring of adamant", None]
    table = Table.at(**LAKE, seats=[{**CYGNUS, "at": 2, "equipment": ring}], stage=3)
    assert "push" in table.choices
    events = table.do("push")  # an ogre needs two heroes, so that it is the orc
    assert ("minion_killed", "orc", 2, "push", -1) in events
    assert table.p.health[0] == 5
    assert table.p.pool == 1
    assert "push" not in table.choices


@pytest.mark.rule("TILE-07", "TILE-09")
def test_a_major_minion_needs_a_helper_who_agrees():
    seats = [{**CYGNUS, "at": 2}, {"hero": "ivy", "at": 2}, {"hero": "gabriella", "at": 2}]
    table = Table.at(**LAKE, seats=seats)
    table.do("push", "kill ogre up")
    assert table.choices == ["ally 1", "ally 2"]
    table.do("ally 2")
    assert (table.decision, table.game.to_move()) == ("push_consent", 2)
    table.do("no", "push", "kill ogre up")
    assert table.decision == "push_consent"  # only one is left to be asked
    assert table.game.to_move() == 1
    table.do("yes")
    assert table.p.pool == 3
    assert table.p.health[:3].tolist() == [5, 5, 6]


@pytest.mark.rule("TILE-09")
def test_a_push_into_acid_costs_a_card_a_rank_or_the_hero():
    acid = {"fortress": "gauntlet", "standing": {3: crowd(orc=1)}}
    worn = ["fox amulet", "whetstone amulet", None, None]
    table = Table.at(**acid, seats=[{"hero": "maximilian", "at": 3, "rank": 1, "equipment": worn}])
    table.do("push")
    assert table.choices == ["lose weapon", "lose amulet 0", "lose amulet 1"]
    table.do("lose amulet 0")
    assert table.position["seats"][0]["equipment"] == ["whetstone amulet", None, None, None]
    table = Table.at(**acid, seats=[CYGNUS, {"at": 0}])
    table.do("push")
    assert table.p.at[0] == -1
    assert table.p.rift == 3
    assert table.game.to_move() == 1
