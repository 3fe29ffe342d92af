"""MIN, GNOLL, ENTER, RIFT, ATK, and the hazards: the minions' phase."""

import pytest

from tests.orcs_must_die.table import NO_CARDS, Table, crowd

FAR = [{"hero": "cygnus", "at": 4}]  # on the rift, the only hero


@pytest.mark.rule("MIN-01", "MIN-03", "MIN-04", "MIN-05", "MIN-08")
def test_groups_walk_along_the_arrows_the_nearest_to_the_rift_first():
    table = Table.minions(standing={0: crowd(orc=2, kobold=1), 2: crowd(crossbow=1)}, seats=FAR)
    moved = [event for event in table.events if event[0] == "minions_moved"]
    assert moved == [
        ("minions_moved", "crossbow", 1, 2, 3),
        ("minions_moved", "orc", 2, 0, 1),
        ("minions_moved", "kobold", 1, 0, 1),
    ]
    assert table.standing == {"1": {"orc": 2, "kobold": 1}, "3": {"crossbow": 1}}
    table = Table.minions(standing={0: crowd(orc=1, kobold=1)}, seats=FAR, stage=2)
    assert table.standing == {"1": {"orc": 1}, "2": {"kobold": 1}}


@pytest.mark.rule("MIN-02")
def test_the_stunned_stay_and_stand_up_at_the_end():
    seats = [{"hero": "cygnus", "at": 1}]
    table = Table.minions(stunned={1: crowd(orc=3)}, seats=seats)
    assert table.standing == {"1": {"orc": 3}}  # none of them has attacked
    assert not table.happened("minions_moved", "group_attacks")
    assert table.decision == "menu"


@pytest.mark.rule("MIN-06", "TILE-02", "TILE-01")
def test_odd_figures_go_where_the_lord_wants():
    table = Table.minions(fortress="keep", standing={1: crowd(orc=5, ogre=1)}, seats=[{"at": 9}])
    assert table.decision == "odd"
    assert table.choices == ["tile 2", "tile 3", "tile 4"]
    table.do("tile 4")
    assert table.choices == ["tile 2", "tile 3"]
    table.do("tile 2")
    assert table.decision == "odd"  # for the ogre
    table.do("tile 3")
    assert table.standing["2"] == {"orc": 2}
    assert table.standing["3"] == {"orc": 1, "ogre": 1}
    assert table.standing["4"] == {"orc": 2}


@pytest.mark.rule("MIN-06", "TILE-02")
def test_the_l_junction_splits_by_size():
    table = Table.minions(fortress="keep", standing={4: crowd(orc=3, troll=2)}, seats=[{"at": 0}])
    assert table.standing == {"7": {"orc": 3}, "8": {"troll": 2}}


@pytest.mark.rule("MIN-07", "RIFT-01", "SKULL-01")
def test_minions_stop_on_the_rift_and_leave_through_it():
    seats = [{"hero": "cygnus", "at": 0}]
    table = Table.minions(
        standing={3: crowd(kobold=2)}, stunned={4: crowd(orc=1)}, stage=2, seats=seats
    )
    assert ("rift_damaged", "kobold", 2, 4) in table.events
    assert ("rift_damaged", "orc", 1, 1) in table.events
    assert table.p.rift == 8 - 5
    assert table.p.pool == 0
    assert table.p.gone == 3


@pytest.mark.rule("GNOLL-01", "GNOLL-02", "GNOLL-03", "GNOLL-05")
def test_packs_run_to_heroes_in_either_direction():
    seats = [{"hero": "ivy", "at": 2}, {"hero": "cygnus", "at": 0}]
    table = Table.minions(standing={4: crowd(gnoll=2)}, seats=seats)
    assert table.standing == {"2": {"gnoll": 2}}
    assert table.p.rift == 6


@pytest.mark.rule("GNOLL-03", "DEC-02", "DEC-06")
def test_the_lord_chooses_among_heroes_in_reach():
    seats = [{"hero": "ivy", "at": 2}, {"hero": "cygnus", "at": 0}]
    table = Table.minions(standing={1: crowd(gnoll=1)}, seats=seats, lord=1)
    assert (table.decision, table.game.to_move()) == ("hunt", 1)
    assert table.choices == ["tile 0", "tile 2"]
    table.do("tile 0")
    assert table.p.arrived.sum() + table.p.minions[0].sum() == 1


@pytest.mark.rule("GNOLL-04")
def test_without_prey_a_pack_follows_the_arrows():
    table = Table.minions(standing={0: crowd(gnoll=1)}, seats=FAR)
    assert table.standing == {"2": {"gnoll": 1}}


@pytest.mark.rule("GNOLL-06", "TILE-13")
def test_a_pack_passes_the_trapdoor_on_its_shortest_way():
    seats = [{"hero": "cygnus", "at": 4}, {"hero": "ivy", "at": 7}]
    table = Table.minions(fortress="gauntlet", standing={0: crowd(gnoll=2)}, seats=seats)
    assert table.happened("minion_killed") == [
        ("minion_killed", "gnoll", 4, "trapdoor", -1),
        ("minion_killed", "gnoll", 4, "gas", -1),
    ]
    assert table.p.pool == 2


@pytest.mark.rule("TILE-13")
def test_the_lord_says_who_falls_and_where():
    table = Table.minions(
        fortress="gauntlet", standing={2: crowd(orc=2), 0: crowd(kobold=1)}, stage=2,
        seats=[{"hero": "cygnus", "at": 7}],
    )  # fmt: skip
    # Orcs set out from the trapdoor; only the kobold from tile 0 passes over it.
    assert table.happened("minion_killed") == [
        ("minion_killed", "kobold", 4, "trapdoor", -1),
        ("minion_killed", "orc", 4, "gas", -1),
    ]
    assert table.p.pool == 2


DOORS = """tiles: {trapdoor: {count: 2}}
minions: {kobold: {move: [1, 2, 3]}}
fortresses:
  doors:
    tiles: [{kind: standard, exits: [1]}, {kind: trapdoor, exits: [2]},
            {kind: standard, exits: [5]},
            {kind: standard, exits: [4]}, {kind: trapdoor, exits: [2]}, {kind: rift, exits: []}]
    armies: {1: [0], 2: [0, 3], 3: [0, 3]}
  row:
    tiles: [{kind: standard, exits: [1]}, {kind: trapdoor, exits: [2]},
            {kind: trapdoor, exits: [3]}, {kind: standard, exits: [4]}, {kind: rift, exits: []}]
    armies: {1: [0], 2: [0], 3: [0]}
"""


@pytest.mark.rule("TILE-13")
def test_a_minion_falls_through_every_trapdoor(tmp_path):
    parts = tmp_path / "own.yaml"
    parts.write_text(DOORS)
    position = {"components": parts, "fortress": "doors", "seats": [{"hero": "cygnus", "at": 5}]}
    table = Table.minions(**position, stage=2, standing={0: crowd(kobold=2), 3: crowd(kobold=3)})
    fell = [event for event in table.happened("minion_killed") if event[3] == "trapdoor"]
    assert fell == [("minion_killed", "kobold", 2, "trapdoor", -1)] * 2
    assert table.p.minions[2, 0, 2] == 3
    assert table.p.pool == 2
    table = Table.minions(**position, stage=2, standing={3: crowd(kobold=3)})
    assert table.p.pool == 1  # nobody passed the other one


@pytest.mark.rule("TILE-13")
@pytest.mark.parametrize(("kobolds", "fallen"), [(1, 1), (2, 2), (3, 2)])
def test_who_passes_two_trapdoors_falls_through_one(tmp_path, kobolds, fallen):
    parts = tmp_path / "own.yaml"
    parts.write_text(DOORS)
    table = Table.minions(components=parts, fortress="row", stage=3, seats=[{"at": 0}],
                          standing={0: crowd(kobold=kobolds)})  # fmt: skip
    assert len(table.happened("minion_killed")) == fallen == table.p.pool


@pytest.mark.rule("TILE-12", "DEC-05")
def test_gas_kills_one_lesser_minion():
    table = Table.minions(
        fortress="gauntlet", standing={2: crowd(orc=2, troll=1)}, stunned={4: crowd(orc=1)},
        seats=[{"hero": "cygnus", "at": 0}],
    )  # fmt: skip
    assert table.decision == "gas"
    assert table.choices == ["kill orc up", "kill orc down"]
    table.do("kill orc up")
    assert table.p.pool == 1


@pytest.mark.rule("TILE-12", "DEATH-02")
def test_gas_wounds_who_ends_its_turn_there():
    table = Table.at(
        fortress="gauntlet", seats=[{"hero": "cygnus", "at": 4, "health": 1}, {"at": 0}]
    )
    events = table.do("done")
    assert ("hero_died", 0) in events
    assert table.p.rift == 6 - 3


def waiting(army=0, **position):
    """Return a game in which armies are about to turn up cards."""
    position = {"step": "reveal", "decision": "none", "seats": FAR, **position}
    return Table.at(cards_left=[1, 0, 0, 0, 0, 0] if army == 0 else army, **position)


@pytest.mark.rule("ENTER-01", "ENTER-03")
def test_a_card_lets_minions_in_and_majors_are_orcs_at_first():
    table = waiting()
    assert table.decision == "army"
    assert table.chances["troll hunt"] == pytest.approx(3 / 42)
    table.do("troll hunt")
    assert table.standing == {"0": {"orc": 3}}
    table = waiting(stage=2)
    table.do("runners")
    assert table.standing == {"1": {"kobold": 1}}  # entering took one of two steps


@pytest.mark.rule("ENTER-02", "ENTER-03", "GNOLL-03")
def test_what_enters_one_tile_is_one_group_and_gnolls_hunt_from_there():
    table = waiting([1, 1, 0, 0, 0, 0], seats=[{"hero": "cygnus", "at": 1}])
    table.do("raiders", "pack")
    entered = table.happened("minions_entered")
    assert entered == [("minions_entered", "orc", 1, 0), ("minions_entered", "gnoll", 3, 0)]
    assert table.p.minions[1, 0, 3] == 3


@pytest.mark.rule("ENTER-04", "ENTER-05")
def test_the_lord_says_who_takes_scarce_figures():
    table = waiting(
        [1, 1, 0, 0, 0, 0], fortress="twin_gates", stage=2, standing={5: crowd(troll=3, ogre=3)},
        seats=[{"hero": "cygnus", "at": 0}],
    )  # fmt: skip
    table.do("troll guard", "troll hunt")
    assert table.decision == "army_first"
    assert table.choices == ["army 0", "army 1"]
    table.do("army 1")
    # The other army gets the first major type with a figure left.
    assert table.p.minions[1, 0, 5] + table.p.minions[0, 0, 4] == 2


@pytest.mark.rule("ENTER-05")
def test_nobody_enters_when_all_figures_of_a_size_stand():
    table = waiting(stage=2, standing={4: crowd(troll=4, ogre=3, shaman=3)}, rift=8)
    table.do("troll hunt")
    assert not table.happened("minions_entered")


def attacked(minions, seats, *faces, **position):
    """Let groups attack, with these first faces."""
    table = Table.at(step="attack", decision="none", standing=minions, seats=seats,
                     cards_left=NO_CARDS, **position)  # fmt: skip
    table.roll(*faces)
    return table


@pytest.mark.rule("ATK-01", "ATK-05", "ICON-09")
def test_a_group_rolls_for_each_figure_and_icons_wound_as_they_can():
    table = attacked({3: crowd(orc=3)}, [{"hero": "maximilian", "at": 3}], "S", "V", "V")
    assert table.p.health[0] == 7 - 2  # the sword, and the pair
    table = attacked({3: crowd(orc=3)}, [{"hero": "cygnus", "at": 3}], "T", "T", "L")
    assert table.p.health[0] == 6 - 2  # the second stun, and the lightning
    assert ("hero_stunned", 0) in table.events
    ring = [None, None, "ring of freedom", None]
    seats = [{"hero": "cygnus", "at": 3, "equipment": ring}]
    table = attacked({3: crowd(orc=3)}, seats, "T", "T", "L")
    assert table.p.health[0] == 6  # it ignores stuns and wards one wound
    assert not table.happened("hero_stunned")


@pytest.mark.rule("ATK-02", "ATK-03", "ATK-04", "DEC-04")
def test_the_lord_chooses_tile_group_and_target():
    seats = [{"hero": "ivy", "at": 3}, {"hero": "cygnus", "at": 3}, {"hero": "gabriella", "at": 1}]
    table = Table.at(step="attack", decision="none", seats=seats, lord=1,
                     standing={3: crowd(orc=1, kobold=1), 0: crowd(crossbow=1, orc=1)})  # fmt: skip
    assert (table.decision, table.game.to_move()) == ("attack_tile", 1)
    assert table.choices == ["tile 0", "tile 3"]
    table.do("tile 3")
    assert table.choices == ["group orc", "group kobold"]
    table.do("group kobold")
    assert table.choices == ["ally 0", "ally 2"]  # the lord's own, and the seat before it
    table.do("ally 2")
    table.roll("V")
    assert table.p.health[:3].tolist() == [5, 6, 6]
    table.do("ally 0")  # the orc group is left alone
    table.roll("-")
    # Only the crossbow of tile 0 reaches a hero, one arrow ahead.
    assert ("group_attacks", "crossbow", 1, 2) in table.events


@pytest.mark.rule("ATK-06", "DEATH-01")
def test_who_has_lost_its_target_does_not_attack():
    seat = {"hero": "maximilian", "at": 3, "health": 1, "skulls": 4, "rank": 1, "stunned": 1}
    table = Table.at(step="attack", decision="none", seats=[seat], cards_left=NO_CARDS,
                     standing={3: crowd(orc=2, gnoll=2)})  # fmt: skip
    table.do("group orc", "S", "S")
    assert ("hero_wounded", 0, 1) in table.events
    assert table.p.rift == 8 - 3
    assert not [event for event in table.events if event[:2] == ("group_attacks", "gnoll")]
    assert table.p.skulls[0] >= 4  # what the seat has stays with it
    assert table.p.cards[0, 1] == 1
    assert table.p.stunned[0] == 0


@pytest.mark.rule("RIFT-02", "TRAP-01", "TRAP-07")
def test_support_traps_reach_the_rift_before_minions_leave():
    table = Table.minions(
        standing={3: crowd(orc=1)},
        supports={"3-4": "archer post"},
        seats=[{"hero": "ivy", "at": 0}],
    )
    assert ("trap_fired", "archer post", 4, 3) in table.events
    table.do("kill orc up")
    assert table.p.rift == 8
    assert table.p.pool == 1
