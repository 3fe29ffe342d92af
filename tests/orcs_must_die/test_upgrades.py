"""SETUP, SKULL, UPG: how a game begins, and what skulls buy."""

from collections import Counter

import pytest

from tests.orcs_must_die.table import FORTRESSES, Table

RICH = {"hero": "gabriella", "skulls": 9, "at": 2}


@pytest.mark.rule("SETUP-08", "DEC-02", "HID-03")
def test_the_first_lord_is_drawn_when_the_heroes_stand():
    place = ("hero maximilian", "tile 3", "hero ivy", "tile 3", "hero cygnus", "tile 3")
    lords = Counter()
    for seed in range(30):
        table = Table.new(seed, players=3)
        table.game.resample(seed)
        assert table.p.lord == -1
        assert not table.game.layout.as_dict(table.game.observation)["seats"][:, 0].any()
        table.do(*place)
        assert table.happened("lord_changed") == [("lord_changed", table.p.lord)]
        lords[int(table.p.lord)] += 1
    assert set(lords) == {0, 1, 2}
    table = Table.new(1, players=3, chance="explicit")
    while table.decision != "choose_hero":
        table.do(table.choices[0])
    table.do(*place)
    assert (table.decision, table.chances) == (
        "lord",
        dict.fromkeys(range(3), pytest.approx(1 / 3)),
    )
    table.do(2)
    assert table.p.lord == 2
    assert Table.new(1, players=3, first_player=1).p.lord == 1


@pytest.mark.rule("SETUP-01", "SETUP-03", "SETUP-07")
@pytest.mark.parametrize(("players", "health"), [(1, 8), (2, 6), (3, 8), (4, 10)])
def test_a_game_begins_with_a_whole_rift_and_a_skull_each(players, health):
    table = Table.new(3, players=players, first_player=players - 1, skip_forced=False)
    p = table.p
    assert (p.rift, p.rift_max, p.pool, p.bank) == (health, health, 1, 59 - players)
    assert p.lord == players - 1
    for seat in range(players):
        assert table.game.to_move() == seat
        free = [name for name in table.choices if name.startswith("hero")]
        assert len(free) == 4 - seat
        assert "tile 4" in (table.do(free[-1]) and table.choices)
        table.do("tile 4")
    assert p.at[:players].tolist() == [4] * players
    assert p.skulls[:players].tolist() == [1] * players


@pytest.mark.rule("SETUP-03", "SETUP-07")
@pytest.mark.parametrize(
    ("table", "pool", "skulls", "bank"),
    [("start_skulls: 3", 3, [3, 3], 51), ("start_skulls: 2, skull_tokens: 3", 2, [1, 0], 0)],
)
def test_own_parts_say_how_many_skulls_a_game_begins_with(tmp_path, table, pool, skulls, bank):
    parts = tmp_path / "own.yaml"
    parts.write_text(f"table: {{{table}}}\n")
    p = Table.new(components=parts, players=2).p
    assert (p.pool, p.skulls[:2].tolist(), p.bank) == (pool, skulls, bank)


@pytest.mark.rule("SETUP-02", "SETUP-04", "SETUP-06", "HID-01", "UP-10")
def test_the_first_shop_comes_from_the_cards_of_level_1():
    table = Table.new(5)
    shop, unseen = table.position["shop"], table.position["unseen"]
    assert sum(unseen["equipment"].values()) == 14 - 6
    assert sum(unseen["traps"].values()) == 14 - 6
    assert sum(unseen["army"].values()) == 42
    assert all(shop[0] + shop[1])
    assert table.p.cards_left.tolist() == [3, 3, 0, 0, 0, 0]
    table = Table.at(step="shop", decision="none", seats=[{"at": -1, "health": 0}])
    assert table.chances["spike trap" if table.decision == "trap" else "fox amulet"] == 2 / 14


@pytest.mark.rule("SETUP-06")
def test_the_army_deck_never_runs_out():
    for fortress in FORTRESSES:
        cards = Table.new(fortress=fortress).game.box_record.army_cards
        assert cards.max() <= 42


@pytest.mark.rule("SETUP-09")
def test_ultimates_start_spent_in_challenge_mode():
    assert Table.new(mode="standard").p.ready[0] == 1
    assert Table.new(mode="challenge").p.ready[0] == 0


@pytest.mark.rule("UPG-01", "ROUND-02")
def test_seats_upgrade_one_after_the_other_from_the_lord():
    table = Table.upgrades(seats=[RICH, {"skulls": 3}, {"skulls": 3}], lord=1)
    order = []
    while table.decision == "upgrade":
        order.append(table.game.to_move())
        table.do("done")
    assert order == [1, 2, 0]


@pytest.mark.rule("UPG-02", "UPG-08")
def test_a_weapon_a_phase_up_to_the_rank_of_the_level():
    table = Table.upgrades(seats=[RICH], stage=2)
    assert "weapon" in table.choices
    table.do("weapon")
    assert table.happened("weapon_bought") == [("weapon_bought", 0, 1)]
    assert table.p.skulls[0] == 9 - 2
    assert table.p.bank == 60 - 7
    assert "weapon" not in table.choices
    table = Table.upgrades(seats=[{**RICH, "rank": 1}], stage=1)
    assert "weapon" not in table.choices


@pytest.mark.rule("UPG-03", "SKULL-02")
def test_own_skulls_and_the_pool_share_a_price():
    shop = [["whetstone amulet"], []]
    table = Table.upgrades(seats=[{**RICH, "skulls": 2}], pool=2, shop=shop)
    table.do("equipment 0")
    assert table.choices == ["number 1", "number 2"]
    assert table.do("number 2")[0] == ("skulls_paid", 0, 1, 2)
    assert (table.p.pool, table.p.skulls[0], table.p.bank) == (0, 1, 59)


@pytest.mark.rule("UPG-04")
def test_the_lord_may_close_the_pool():
    position = {"seats": [{}, {**RICH, "skulls": 1}], "pool": 5, "active": 1, "way": {"cursor": 1}}
    table = Table.upgrades(**position)
    table.do("weapon")
    table.do("number 2")
    assert (table.decision, table.game.to_move()) == ("permit", 0)
    table.do("yes")
    assert table.p.cards[1, 1] == 1
    table = Table.upgrades(**position)
    table.do("weapon", "number 1", "no")
    assert table.p.closed[1] == 1
    assert table.p.pool == 5
    assert "weapon" not in table.choices


@pytest.mark.rule("UPG-05")
def test_the_lord_may_give_skulls_to_the_pool():
    table = Table.upgrades(seats=[RICH, RICH | {"hero": "ivy"}])
    table.do("transfer")
    assert table.choices == [f"number {n}" for n in range(1, 10)]
    assert table.do("number 4") == [("skulls_moved", 0, 4)]
    assert (table.p.pool, table.p.skulls[0]) == (4, 5)
    assert "transfer" not in table.choices
    table.do("done")
    assert "transfer" not in table.choices


@pytest.mark.rule("UPG-06", "ICON-01")
def test_hearts_heal_on_the_rift_and_skulls_are_gained():
    table = Table.upgrades(seats=[{"hero": "ivy", "at": 4, "health": 4}], stage=2)
    table.do("heal", "HHH", "KK")
    assert table.p.health[0] == 6
    assert table.p.skulls[0] == 2
    assert "heal" not in table.choices
    assert "heal" not in Table.upgrades(seats=[{**RICH, "at": 3}]).choices


@pytest.mark.rule("UPG-07")
def test_ultimates_are_made_ready_for_three_skulls_a_player():
    seats = [{"ready": 0, "skulls": 1}, {"ready": 1}]
    table = Table.upgrades(seats=seats, pool=6)
    table.do("revitalise")
    assert table.p.ready[:2].tolist() == [1, 1]
    assert table.p.pool == 0
    assert "revitalise" not in Table.upgrades(seats=[{"skulls": 9}], pool=9).choices
    assert "revitalise" not in Table.upgrades(seats=seats, pool=5).choices


@pytest.mark.rule("UPG-09")
def test_cards_are_worn_where_there_is_room():
    worn = ["fox amulet", None, "ring of bounty", None]
    shop = [["whetstone amulet", "ring of warding", "swift boots"], []]
    seat = {**RICH, "hero": "maximilian", "equipment": worn, "skulls": 20}
    table = Table.upgrades(seats=[seat], shop=shop)
    table.do("equipment 0")
    assert table.position["seats"][0]["equipment"][:2] == ["fox amulet", "whetstone amulet"]
    assert table.position["shop"][0][0] is None
    table = Table.upgrades(seats=[seat], shop=shop)
    events = table.do("equipment 1")
    assert ("equipment_lost", 0, "ring of bounty") in events
    seat["equipment"] = ["fox amulet", "fox amulet", None, None]
    table = Table.upgrades(seats=[seat], shop=shop)
    table.do("equipment 0")
    assert (table.decision, table.choices) == ("replace", ["place 0", "place 1"])
    table.do("place 1")
    assert table.position["seats"][0]["equipment"][:2] == ["fox amulet", "whetstone amulet"]


@pytest.mark.rule("UPG-10")
def test_a_trap_is_laid_where_the_hero_stands():
    shop = [[], ["tar pit"]]
    table = Table.upgrades(seats=[RICH], shop=shop)
    assert ("trap_laid", "tar pit", 2, -1) in table.do("trap 0")
    seats = [RICH, {"skulls": 0}, {"skulls": 0}, {"skulls": 0}]
    table = Table.upgrades(seats=seats, shop=shop, laid={2: ["spike trap", "trip wire"]})
    table.do("trap 0")
    assert (table.decision, table.choices) == ("discard_trap", ["place 0", "place 1"])
    table.do("place 0")
    assert table.position["laid"]["2"] == ["trip wire", "tar pit"]
    table = Table.upgrades(seats=[{**RICH, "at": 4}], shop=shop)
    assert "trap 0" not in table.choices  # the rift holds none


@pytest.mark.rule("UPG-11")
def test_a_support_trap_is_laid_on_a_connection():
    table = Table.upgrades(
        seats=[{**RICH, "at": 3}], shop=[[], ["archer post"]], supports={"3-4": "archer post"}
    )
    table.do("trap 0")
    assert (table.decision, table.choices) == ("connection", ["tile 2", "tile 4"])
    events = table.do("tile 4")
    assert [event[0] for event in events[-2:]] == ["trap_discarded", "trap_laid"]
    assert table.position["supports"] == {"3-4": "archer post"}
