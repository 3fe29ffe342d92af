"""RIV, WND: heroes of two teams against each other, and away from home."""

import pytest

from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.settings import Settings
from tests.orcs_must_die.rivals import AWAY, Rivals, far_at
from tests.orcs_must_die.table import FORTRESSES, NO_CARDS


@pytest.mark.rule("RIV-03", "RIV-12", "RIV-14")
def test_minions_are_enemies_in_the_own_fortress_and_friends_in_the_other():
    orcs = {3: {"orc": 2}}
    home = Rivals.at(standing=orcs, far=far_at(-1, 3))
    assert "attack" in home.choices
    away = Rivals.at(seats=[{**AWAY}, {**AWAY, "at": 3}], standing=orcs, lord=1, far=far_at(3, -1))
    assert "attack" not in away.choices  # the orcs of team 0's fortress are friends of seat 1
    quiet = Rivals.at(
        seats=[{**AWAY}, {"at": 3}], standing=orcs, step="attack", decision="none",
        cards_left=NO_CARDS, far=far_at(3, -1), lord=0,
    )  # fmt: skip
    assert not quiet.happened("group_attacks")


def duel(hero="maximilian", **more):
    """Return seat 0's turn on a tile of its fortress, with the hero of seat 1 beside it."""
    seats = [{"at": 3, "hero": hero}, {"at": 3, "hero": "gabriella", **more.pop("foe", {})}]
    return Rivals.at(seats=seats, **more)


@pytest.mark.rule("WND-01", "WND-02", "RIV-14")
def test_heroes_are_wounded_and_stunned_out_of_the_results():
    table = duel()
    before = int(table.p.health[1])
    table.do("attack")
    table.roll("S", "S", "T")
    wounds = table.choices
    assert {"done", "wound_hero 1"} <= {*wounds}
    table.do("wound_hero 1")
    assert table.p.health[1] == before - 1
    assert table.happened("hero_wounded") == [("hero_wounded", 1, 1)]


@pytest.mark.rule("WND-02")
def test_a_ward_takes_the_first_wounds_of_a_spending():
    ring = next(
        name
        for name, card in OrcsMustDie(Settings()).components.parts.equipment.items()
        if card.ward == 1
    )
    table = duel(foe={"equipment": [None, None, ring, None]})
    before = int(table.p.health[1])
    table.do("attack")
    table.roll("S", "S", "L")
    table.do("wound_hero 1")
    assert table.p.health[1] == before
    table.do("wound_hero 1")
    assert table.p.health[1] == before - 1


@pytest.mark.rule("RIV-13")
def test_a_hero_stunned_by_an_enemy_recovers_in_its_own_turn():
    table = duel(foe={"stunned": 1})
    table.do("done")
    assert (table.decision, table.game.to_move()) == ("recover", 1)


@pytest.mark.rule("RIV-19", "RIV-24")
@pytest.mark.parametrize(("claim", "rifts"), [("heal", (8, 7)), ("hurt", (5, 4))])
def test_the_other_team_claims_for_a_dead_hero(claim, rifts):
    table = duel(hero="cygnus", foe={"health": 1}, rift=5, far={"rift": 7})
    table.do("attack")
    table.roll("L")
    table.do("wound_hero 1")
    assert (table.decision, table.game.to_move()) == ("claim", 0)
    skulls = int(table.p.skulls[0])
    table.do(claim)
    assert table.rifts == rifts
    assert table.p.skulls[0] == skulls


@pytest.mark.rule("RIV-19")
def test_with_a_full_rift_the_claim_hurts_and_may_end_the_game():
    table = duel(hero="cygnus", foe={"health": 1}, far={"rift": 3})
    table.do("attack")
    table.roll("L")
    table.do("wound_hero 1")
    assert table.over
    assert table.game.returns() == [1.0, -1.0]
    assert table.game.ending()["cause"] == "rift"


@pytest.mark.rule("RIV-11", "WND-03")
def test_traps_fire_at_invaders_and_tokens_do_not():
    keys = {
        "step": "traps", "decision": "none", "cards_left": NO_CARDS, "lord": 0,
        "seats": [{"at": 1}, {"at": 3, "hero": "gabriella"}],
    }  # fmt: skip
    table = Rivals.at(laid={3: ["spike trap"]}, skip_forced=False, **keys)
    assert table.decision == "assign"
    assert table.game.to_move() == 0
    assert "done" in table.choices
    wall = Rivals.at(laid={3: ["arrow wall"]}, skip_forced=False, **keys)
    assert wall.decision != "assign"


@pytest.mark.rule("RIV-15", "RIV-16", "MOVE-02")
def test_start_tiles_of_both_fortresses_are_one_step_apart():
    table = Rivals.at(seats=[{"at": 0}, {**AWAY}], far=far_at(-1, 3))
    table.do("move")
    assert table.choices == ["tile 1", "rival_tile 0"]
    table.do("rival_tile 0")
    assert table.tiles[0] == (1, 0)
    assert table.choices == ["done", "tile 0", "rival_tile 1"]
    table.do("rival_tile 1")
    assert table.tiles[0] == (1, 1)
    assert table.decision == "menu"


@pytest.mark.rule("RIV-17", "RIV-18")
def test_an_enemy_hero_is_pushed_like_a_major_minion():
    name, tile = "keep", 2  # a lava lake
    seats = [{"at": tile}, {"at": tile}, {"at": tile}, {**AWAY}]
    table = Rivals.at(
        fortress=name, seats=seats, far={"fortress": name, "at": [-1, -1, -1, 1], "rift": 5}, rift=3
    )
    table.do("push")
    assert (table.decision, table.game.to_move()) == ("push_consent", 1)
    table.do("yes")
    assert table.happened("hero_pushed") == [("hero_pushed", 0, 2)]
    assert table.decision == "claim"
    table.do("heal")
    assert table.rifts == (6, 5)


@pytest.mark.rule("RIV-20", "RIV-21")
def test_powers_against_the_other_team():
    hunter = duel(hero="maximilian")
    hunter.do("attack")
    hunter.roll()
    assert hunter.p.icons[V.Icon.LIGHTNING] == 1

    def guest(hero, **more):
        """Return seat 0's turn in the fortress of the other team."""
        far = {"at": [-1, 1], **more.pop("far", {})}
        seats = [{"at": more.pop("tile", 3), "hero": hero}, {**AWAY}]
        return Rivals.at(teams={"team": 1}, seats=seats, lord=0, far=far, **more)

    traps = {1: ["spike trap", "arrow wall"]}
    thief = guest("gabriella", fortress="keep", tile=1, laid=traps)
    thief.do("rival")
    assert thief.choices == ["place 0", "place 1"]
    thief.do("place 0")
    assert thief.position["laid"]["1"] == ["arrow wall", None]
    assert "rival" not in thief.choices
    leader = guest("cygnus", standing={2: {"orc": 2, "gnoll": 1}}, tile=2)
    leader.do("rival")
    assert leader.standing == {"3": {"orc": 2, "gnoll": 1}}
    assert "rival" not in guest("cygnus").choices


@pytest.mark.rule("RIV-20", "RIV-21")
@pytest.mark.parametrize(("hero", "skulls"), [("ivy", 3), ("cygnus", 2)])
def test_courage_is_paid_to_heroes_in_the_other_fortress(hero, skulls):
    table = Rivals.at(
        seats=[{"at": -1, "hero": hero}, {"at": -1, "hero": "maximilian"}], stage=2, lord=0,
        step="up_lord", decision="none", far={"stage": 2, "at": [1, 1]},
    )  # fmt: skip
    assert table.p.skulls[0] == skulls
    assert table.p.skulls[1] == 0


@pytest.mark.rule("RIV-22")
def test_a_dead_hero_returns_to_any_tile_of_either_fortress():
    table = Rivals.at(
        seats=[{**AWAY, "health": 0}, {**AWAY}], step="up_return", decision="return",
        far=far_at(-1, 3), lord=0,
    )  # fmt: skip
    tiles = int(table.game.box_record.tiles[table.p.fortress])
    assert len(table.choices) == 2 * tiles
    table.do("rival_tile 2")
    assert table.tiles[0] == (1, 2)


@pytest.mark.rule("WND-04")
def test_minions_hurt_heroes_as_ever():
    table = Rivals.at(
        seats=[{"at": 3, "hero": "maximilian"}, {**AWAY}], standing={3: {"orc": 1}},
        step="attack", decision="none", cards_left=NO_CARDS, far=far_at(-1, 3), lord=0,
    )  # fmt: skip
    before = int(table.p.health[0])
    table.roll("L")
    assert table.p.health[0] < before


@pytest.mark.rule("RIV-16", "MOVE-02")
@pytest.mark.parametrize("guest", [0, 1])
def test_a_teleporter_leads_through_the_fortress_that_it_lies_in(guest):
    box = OrcsMustDie(Settings(fortress="cubicle_1")).box_record
    fortress = FORTRESSES.index("cubicle_1")
    tile = box.tile_kind[fortress].tolist().index(V.Kind.TELEPORTER)
    seats = [{**AWAY}, {**AWAY}]
    seats[guest] = {"at": tile}
    away = [3, 3]
    away[guest] = -1
    table = Rivals.at(
        fortress="cubicle_1", seats=seats, lord=guest, far={"fortress": "cubicle_1", "at": away}
    )
    table.do("move")
    word = ("tile", "rival_tile")[guest]
    others = [n for n in range(int(box.tiles[fortress])) if n != tile]
    assert [one for one in table.choices if one != "done"] == [f"{word} {n}" for n in others]


@pytest.mark.rule("WND-03")
def test_tokens_are_for_minions_even_beside_an_enemy_hero():
    seats = [{"at": 1}, {"at": 3, "hero": "gabriella", "health": 1}]
    table = Rivals.at(
        laid={3: ["arrow wall"]}, standing={3: {"orc": 1, "kobold": 1}}, seats=seats, lord=0,
        step="traps", decision="none", cards_left=NO_CARDS, skip_forced=False,
    )  # fmt: skip
    assert table.decision == "assign"
    assert not [one for one in table.choices if one.startswith(("wound", "stun"))]
    assert [one for one in table.choices if one.startswith("kill")]


@pytest.mark.rule("WND-03", "BOSS-04")
def test_tokens_do_nothing_to_a_boss():
    there = [{"state": "here", "at": 3, "health": 1}]
    keys = {
        "boss_stage_2": "swiftyhooves", "bosses": there, "stage": 2, "lord": 0,
        "laid": {3: ["arrow wall"]}, "step": "traps", "decision": "none", "cards_left": NO_CARDS,
        "seats": [{"at": 1}, {**AWAY}], "far": {"at": [-1, 3], "stage": 2, "cards_left": NO_CARDS},
    }  # fmt: skip
    assert Rivals.at(**keys, skip_forced=False).decision != "assign"
    table = Rivals.at(**keys, standing={3: {"orc": 1}}, skip_forced=False)
    assert table.decision == "assign"
    assert not [one for one in table.choices if one.startswith(("wound", "stun"))]


@pytest.mark.rule("WND-04", "BOSS-09", "RIV-12")
def test_a_boss_hurts_the_own_team_as_a_minion_does():
    """Icons that wound the hero count one by one; an enemy beside it is not attacked."""
    seats = [{"at": 3, "hero": "cygnus"}, {"at": 3, "hero": "gabriella"}]
    table = Rivals.at(
        boss_stage_2="swiftyhooves", bosses=[{"state": "here", "at": 3}], stage=2, seats=seats,
        step="attack", decision="none", cards_left=NO_CARDS, lord=0, skip_forced=False,
        far={"stage": 2, "cards_left": NO_CARDS},
    )  # fmt: skip
    while table.decision not in ("battle", "assign"):
        assert "ally 1" not in table.choices
        table.do(table.choices[0])
    table.roll("V", "V", "B", "-")
    assert table.happened("hero_wounded")[0] == ("hero_wounded", 0, 2)
    assert table.p.health[1] == table.game.box_record.hero_health[table.p.cards[1, V.HERO]]


@pytest.mark.rule("BOSS-13")
def test_a_new_game_has_the_boss_of_the_scenario_in_each_fortress():
    table = Rivals.new(rivalry="on", players=2, boss_stage_2="swiftyhooves")
    assert table.p.bosses_left == table.p.far.bosses_left == 1


@pytest.mark.rule("BOSS-13", "BOSS-02")
def test_each_fortress_gets_the_boss_of_the_scenario():
    cards = [1, 0, 0, 0, 0, 0]
    table = Rivals.at(
        boss_stage_2="swiftyhooves", stage=2, seats=[{"at": 4}, {**AWAY}], lord=0,
        step="reveal", decision="none", cards_left=cards,
        far={"stage": 2, "cards_left": cards, "at": [-1, 4]},
    )  # fmt: skip
    entered = []
    for _ in range(6):
        entered += table.happened("boss_entered")
        if len(entered) == V.TEAMS:
            break
        table.do("mob" if table.decision == "army" else table.choices[0])
    assert [event[1] for event in entered] == [0, V.BOSSES]
    assert table.p.boss_at[0] >= 0
    assert table.p.far.boss_at[0] >= 0
    assert table.p.bosses_left == table.p.far.bosses_left == 1
