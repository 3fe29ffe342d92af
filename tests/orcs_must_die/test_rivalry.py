"""RIV: two teams against each other, each with a fortress of its own."""

import numpy as np
import pytest

from tablemates.envs import orcs_must_die_v0
from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.errors import PositionError, SettingsError
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.settings import Settings
from tablemates.envs.testing import check_game
from tests.orcs_must_die.rivals import AWAY, Rivals, far_at
from tests.orcs_must_die.table import NO_CARDS


@pytest.mark.rule("RIV-01", "RIV-02", "RIV-05", "RIV-09")
@pytest.mark.parametrize("players", [2, 4, 8])
@pytest.mark.parametrize("seating", ["blocks", "alternate"])
def test_each_team_has_a_fortress_a_shop_and_a_bank_of_its_own(players, seating):
    game = OrcsMustDie(Settings(rivalry="on", players=players, seating=seating))
    game.new(3)
    p, size = game.public, players // 2
    health = {1: 8, 2: 6, 4: 10}[size]
    assert (p.rift, p.rift_max, p.far.rift) == (health, health, health)
    assert p.bank == p.far.bank == 60 - 1 - size
    assert p.shop.min() >= 0
    assert p.far.shop.min() >= 0
    lords = {int(p.lord)}
    while game.to_move() != OVER and p.turn < 4:
        game.step(int(game.legal[0]))
        lords.add(int(p.lord))
        seats = [seat for seat in range(players) if p.at[seat] >= 0 or p.far.at[seat] >= 0]
        assert len(seats) in (0, *range(players + 1))
    assert len(lords) >= min(3, players)


@pytest.mark.rule("RIV-06", "RIV-07")
@pytest.mark.parametrize(("lord", "decider"), [(0, 0), (1, 1), (2, 0), (3, 0)])
def test_a_team_without_the_lord_is_led_by_its_first_seat_clockwise(lord, decider):
    seats = [{"at": 3}, {"at": 3}, {**AWAY}, {**AWAY}]
    table = Rivals.at(
        seats=seats, lord=lord, far=far_at(-1, -1, 3, 3), standing={3: {"orc": 1}},
        step="attack", decision="none", cards_left=NO_CARDS,
        way={"lap": int(lord > 1)}, turn=2,
    )  # fmt: skip
    assert table.decision == "attack_target"
    assert table.game.to_move() == decider


def voting(**more):
    seats = [{"at": 3}, {"at": 3}, {**AWAY}, {**AWAY}]
    return Rivals.at(
        seats=seats, lord=2, far=far_at(-1, -1, 3, 3), standing={3: {"orc": 1}},
        step="attack", decision="none", cards_left=NO_CARDS, way={"lap": 1},
        teams={"consent": "vote"}, **more,
    )  # fmt: skip


@pytest.mark.rule("RIV-07")
def test_the_others_agree_or_the_lord_of_the_other_team_decides():
    table = voting()
    assert table.game.to_move() == 0
    table.do("ally 1")
    assert (table.decision, table.game.to_move()) == ("agree", 1)
    table.do("yes")
    assert table.happened("group_attacks") == [("group_attacks", "orc", 1, 1)]
    table = voting()
    table.do("ally 1", "no")
    assert (table.decision, table.game.to_move()) == ("attack_target", 2)
    assert table.choices == ["ally 2", "ally 3"]
    table.do("ally 2")
    assert table.happened("group_attacks") == [("group_attacks", "orc", 1, 0)]


@pytest.mark.rule("RIV-07", "RIV-08")
def test_a_vote_on_the_pool_is_proposed_by_who_buys():
    seats = [{"at": 3}, {"at": 3}, {**AWAY}, {**AWAY}]
    shop = [["fox amulet"], []]
    table = Rivals.at(
        seats=seats, lord=3, pool=9, far=far_at(-1, -1, 3, 3), step="upgrade", shop=shop,
        way={"lap": 1, "cursor": 1}, active=0, decision="upgrade", teams={"consent": "vote"},
    )  # fmt: skip
    assert "transfer" not in table.choices
    table.do("equipment 0")
    assert (table.decision, table.game.to_move()) == ("agree", 1)
    table.do("no")
    assert (table.decision, table.game.to_move()) == ("permit", 3)
    table.do("no")
    assert table.p.closed.tolist()[:2] == [1, 0]


@pytest.mark.rule("RIV-08")
def test_upgrades_are_for_the_own_fortress():
    seats = [{"at": -1, "ready": 0}, {**AWAY}]
    keys = {
        "step": "upgrade", "decision": "upgrade", "pool": 8, "lord": 0,
        "shop": [[], ["spike trap", "archer post"]],
    }  # fmt: skip
    away = Rivals.at(seats=seats, far=far_at(3, 3), **keys)
    assert away.choices == ["done", "revitalise", "weapon"]
    away.do("revitalise")
    assert away.p.pool == 5
    home = Rivals.at(seats=[{"at": 3}, {**AWAY}], far=far_at(-1, 3), **keys)
    assert {"trap 0", "trap 1"} <= {*home.choices}


@pytest.mark.rule("RIV-10", "GNOLL-03")
def test_packs_hunt_the_team_of_their_fortress_alone():
    seats = [{"at": 1}, {"at": 4}]
    table = Rivals.at(
        seats=seats, standing={3: {"gnoll": 1}}, step="move", decision="none",
        cards_left=NO_CARDS, lord=0,
    )  # fmt: skip
    near = table.p if table.p.team == 0 else table.p.far
    gnolls = near.minions[:, :, V.Minion.GNOLL].sum(1)
    assert gnolls.nonzero()[0].tolist() == [1]


@pytest.mark.rule("RIV-23", "BOSS-13")
def test_the_last_level_goes_on_with_all_army_cards():
    table = Rivals.at(
        stage=3, cards_left=NO_CARDS, step="up_stage", decision="none", lord=0,
        far={"stage": 3, "cards_left": NO_CARDS, "at": [-1, 3]},
    )  # fmt: skip
    p = table.p
    assert p.unseen[2].sum() == p.far.unseen[2].sum() == 42
    assert p.cards_left.sum() > 0
    assert p.cards_left.tolist() == p.far.cards_left.tolist()
    assert p.stage == 3


@pytest.mark.rule("RIV-24")
@pytest.mark.parametrize(
    ("near", "far", "returns", "cause"),
    [(1, 1, [0.0, 0.0], "shared"), (1, 9, [-1.0, 1.0], "rift"), (9, 1, [1.0, -1.0], "rift")],
)
def test_both_rifts_at_one_moment_are_a_shared_win(near, far, returns, cause):
    fortress = OrcsMustDie(Settings())
    rift = int(fortress.box_record.rift_tile[0])
    orcs = {str(rift): {"orc": 1}}
    table = Rivals.at(
        seats=[{"at": 1}, {**AWAY}], rift=min(near, 8), standing=orcs, step="rift",
        decision="none", lord=0, far={"rift": min(far, 8), "standing": orcs, "at": [-1, 1]},
        cards_left=NO_CARDS,
    )  # fmt: skip
    assert table.over
    assert table.game.returns() == returns
    assert table.game.ending()["cause"] == cause


@pytest.mark.rule("BOSS-12", "BOSS-13")
@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"players": 3}, "2 or 4 or 6 or 8"),
        ({"players": 10}, "2 or 4 or 6 or 8"),
        ({"players": 2, "boss_end": "moneybags"}, "level 3 never ends"),
        ({"players": 2, "boss_stage_2": "hero:ivy"}, "heroes are no bosses"),
        ({"players": 2, "choices": "full", "first_lord": "agreed"}, "not for rivalry"),
        ({"players": 2, "seating": "round"}, "unknown seating"),
        ({"players": 2, "consent": "nobody"}, "unknown consent"),
        ({"players": 2, "rival_edition": "box"}, "unknown rival_edition"),
    ],
    ids=str,
)
def test_settings_that_two_teams_cannot_have_are_refused(settings, message):
    with pytest.raises(SettingsError, match=message):
        orcs_must_die_v0.env(rivalry="on", **settings)


def test_a_position_of_one_team_is_none_of_two():
    with pytest.raises(PositionError, match="teams"):
        OrcsMustDie(Settings(rivalry="on", players=2)).load_position({"seats": [{}, {}]})
    with pytest.raises(PositionError, match="teams: the game was made for rivalry='off'"):
        OrcsMustDie(Settings(players=2)).load_position({"seats": [{}, {}], "teams": {}})


@pytest.mark.parametrize(
    "settings",
    [
        {"players": 2},
        {"players": 6, "edition": "unchained", "rival_edition": "order"},
        {"players": 4, "rival_edition": "order", "rival_fortress": "keep", "seating": "alternate"},
    ],
    ids=str,
)
def test_a_position_of_two_teams_says_so_itself(settings):
    env = orcs_must_die_v0.env(rivalry="on", **settings)
    env.reset(seed=4)
    loaded = orcs_must_die_v0.load_position(env.dump_position())
    assert loaded.unwrapped._game.save() == env.unwrapped._game.save()
    assert loaded.unwrapped.hashes == env.unwrapped.hashes
    other = {"order": "unchained", "unchained": "order"}[env.unwrapped.settings.rival_edition]
    with pytest.raises(PositionError, match=r"teams\.rival_edition: the game was made for"):
        orcs_must_die_v0.load_position(env.dump_position(), rival_edition=other)


@pytest.mark.parametrize("position", [None, 5, [], "teams"], ids=repr)
def test_what_is_no_position_gets_a_sentence(position):
    with pytest.raises(PositionError, match="keys with values are needed here"):
        orcs_must_die_v0.load_position(position)


@pytest.mark.slow
@pytest.mark.parametrize("most", [20, pytest.param(1_000, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(
    "settings",
    [
        {"players": 2, "boss_stage_2": "fire_lord"},
        {"players": 4, "consent": "vote", "choices": "full", "seating": "alternate"},
        {"players": 8, "fortress": "keep", "rival_fortress": "gauntlet", "heroes": "all"},
    ],
    ids=str,
)
def test_every_property_in_random_games_of_two_teams(settings, most):
    check_game(Settings(rivalry="on", **settings), games=1, most=most)


def test_every_view_rewards_the_teams_against_each_other():
    settings = {"rivalry": "on", "players": 4}
    env = orcs_must_die_v0.env(**settings)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    while not all(env.terminations.values()) and not all(env.truncations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
    rewards = [env.rewards[f"player_{n}"] for n in range(4)]
    assert sorted(rewards) == [-1.0, -1.0, 1.0, 1.0]
    assert rewards[0] == rewards[1]
    parallel = orcs_must_die_v0.parallel_env(**settings)
    parallel.reset(seed=2)
    assert len(parallel.agents) == 4
    single = orcs_must_die_v0.gym_env(**settings)
    single.reset(seed=2)
    lanes = orcs_must_die_v0.vector_env(num_envs=2, **settings)
    lanes.reset(seed=2)
    lanes.close()
