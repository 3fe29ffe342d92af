"""TRAP: what traps do, where they lie, and when they fire."""

import pytest

from tests.orcs_must_die.table import Table, crowd

AWAY = [{"hero": "cygnus", "at": 0}]


@pytest.mark.rule("TRAP-04", "TRAP-05", "TRAP-06", "TRAP-10", "MIN-01")
def test_traps_fire_tile_by_tile_and_nothing_is_kept():
    table = Table.minions(
        laid={2: ["spike trap"], 3: ["spike trap"], 1: ["spike trap"]}, seats=AWAY,
        standing={1: crowd(orc=1), 2: crowd(crossbow=1)},
    )  # fmt: skip
    fired = [event[2] for event in table.happened("trap_fired")]
    assert fired == [3, 2]  # nearest the rift first; S does nothing to a crossbow
    assert table.choices == ["done", "kill orc up"]
    table.do("kill orc up")
    assert table.happened("minion_killed") == [("minion_killed", "orc", 2, "traps", -1)]
    assert table.p.pool == 1
    assert not table.p.icons.any()


@pytest.mark.rule("TRAP-01", "ICON-08")
def test_a_token_kills_outright():
    table = Table.minions(
        laid={3: ["arrow wall"]}, standing={2: crowd(orc=2, crossbow=1)}, stage=3, seats=AWAY
    )
    assert table.choices == ["done", "kill orc up"]
    table.do("kill orc up")
    assert table.p.minions[3, 0, 0] == 1


@pytest.mark.rule("TRAP-03")
def test_heroes_are_safe():
    seats = [{"hero": "cygnus", "at": 3}]
    table = Table.minions(laid={3: ["spike trap"]}, standing={2: crowd(kobold=1)}, seats=seats)
    assert table.happened("trap_fired")
    assert table.p.health[0] == 6


@pytest.mark.rule("TRAP-07")
def test_a_support_trap_serves_one_of_its_tiles():
    standing = {1: crowd(orc=1), 2: crowd(orc=1)}
    supports = {"2-3": "archer post"}
    table = Table.minions(standing=standing, supports=supports, seats=AWAY)
    assert table.decision == "trigger"
    table.do("yes", "kill orc up")
    assert table.standing == {"2": {"orc": 1}}
    table = Table.minions(standing=standing, supports=supports, seats=AWAY)
    table.do("no", "kill orc up")
    assert table.standing == {"3": {"orc": 1}}


@pytest.mark.rule("TRAP-08", "TRAP-09")
def test_a_trap_used_once_fires_on_demand_and_is_gone():
    table = Table.minions(laid={3: ["powder keg"]}, standing={2: crowd(orc=2)}, seats=AWAY)
    assert table.decision == "trigger"
    table.do("no")
    assert table.position["laid"] == {"3": ["powder keg", None]}
    table = Table.minions(laid={3: ["powder keg"]}, standing={2: crowd(orc=2)}, seats=AWAY)
    table.do("yes", "done")
    assert table.position["laid"] == {}
    # A bomb for majors is not asked about where there is none.
    table = Table.minions(
        laid={3: ["dwarven bomb"]}, standing={2: crowd(orc=2)}, stage=3, seats=AWAY
    )
    assert table.decision != "trigger"


@pytest.mark.rule("TRAP-07", "TRAP-08")
@pytest.mark.parametrize("support", ["archer post", "barrel post"])
def test_traps_of_the_tile_are_asked_about_before_those_beside_it(support, tmp_path):
    """A support trap is used once, or serves another tile too."""
    parts = tmp_path / "parts.yaml"
    parts.write_text(
        "traps: {barrel post: {level: 1, copies: 2, cost: 2, icons: S, once: true, "
        "support: true}}\n"
    )
    position = {
        "laid": {3: ["powder keg"]}, "supports": {"2-3": support, "3-4": "archer post"},
        "standing": {1: crowd(orc=1), 2: crowd(orc=1)}, "seats": AWAY, "components": parts,
    }  # fmt: skip
    table = Table.minions(**position)
    assert table.p.icons.tolist()[:2] == [1, 0]  # what serves no other tile has fired by itself
    asked = []
    while table.decision == "trigger":
        asked.append(table.position["way"]["trap"])
        table.do("no")
    names = table.game.components.names("traps")
    assert [names[trap] for trap in asked][:2] == ["powder keg", support]


@pytest.mark.rule("TRAP-02")
@pytest.mark.parametrize(
    ("players", "places"), [(1, [1, 2, 0, 1, 2]), (3, [2, 2, 0, 1, 2]), (4, [2, 2, 0, 2, 2])]
)
def test_places_depend_on_the_tile_and_the_number_of_players(players, places):
    table = Table.new(fortress="keep", players=players)
    found = table.game.box_record.places[table.p.fortress, players]
    assert found[:5].tolist() == places
    assert found[7] == 2
    assert found[9] == 0


@pytest.mark.rule("TILE-11", "SETUP-05", "ROUND-03")
def test_trapsburg_draws_its_own_traps():
    for seed in range(12):
        table = Table.new(seed, fortress="keep", players=2)
        laid = table.position["laid"]["7"]
        assert None not in laid
        assert "archer post" not in laid
    unseen = {"traps": {"spike trap": 1, "archer post": 2}, "equipment": {}}
    table = Table.at(
        fortress="keep", step="round", decision="none", unseen=unseen, seats=[{"at": 9}]
    )
    assert table.position["laid"] == {"7": ["spike trap", None]}  # the only one that could come
    assert table.decision == "upgrade"
    assert table.position["unseen"]["traps"] == {"archer post": 2}


@pytest.mark.rule("TRAP-02", "UPG-10", "UPG-11", "TILE-11")
def test_nothing_is_bought_for_trapsburg():
    """A support trap lies beside it."""
    shop = [[], ["spike trap", "archer post"]]
    seats = [{"at": 7, "skulls": 9}, {"at": 4, "skulls": 9}]
    table = Table.upgrades(fortress="keep", seats=seats, shop=shop)
    assert table.choices == ["done", "transfer", "weapon", "trap 1"]
    table.do("done")
    assert table.choices[-2:] == ["trap 0", "trap 1"]  # on a junction
