"""RIV: two teams against each other, each with a fortress of its own."""

from xml.etree import ElementTree

import numpy as np
import pytest

from tablemates.envs import orcs_must_die_v0
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.errors import PositionError, SettingsError
from tablemates.envs.core.views.frozen_states import FrozenStates
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.settings import Settings
from tablemates.envs.testing import check_game
from tests.orcs_must_die.table import NO_CARDS, WORDS, Table

_SETTINGS = ("choices", "heroes", "edition", "boss_stage_2", "boss_stage_3")
AWAY = {"at": -1}


class Rivals(Table):
    """A game of two teams at which a test chooses and looks; both play heroes of Order."""

    WORDS = WORDS | {"minion": WORDS["minion"] * 2, "hero": [*WORDS["hero"], *"----"] * 2}

    @classmethod
    def at(cls, far=None, rival_edition="order", **position):
        stated = {key: position[key] for key in _SETTINGS if key in position}
        seats = position.setdefault("seats", [{"at": 3}, {**AWAY}])
        teams = {"far": far or {}, **position.pop("teams", {})}
        made = OrcsMustDie(
            Settings(
                rivalry="on",
                rival_edition=rival_edition,
                chance="explicit",
                players=len(seats),
                **stated,
            )
        )
        made.load_position({"chance": "explicit", **position, "teams": teams})
        return cls(made)

    @property
    def rifts(self):
        """Health of the rifts by team."""
        p = self.p
        own, far = int(p.rift), int(p.far.rift)
        return (own, far) if p.team == 0 else (far, own)

    @property
    def tiles(self):
        """Fortress and tile of each hero; None: nowhere."""
        p, found = self.p, []
        for seat in range(p.players):
            spot = (int(p.team), int(p.at[seat])) if p.at[seat] >= 0 else None
            if p.far.at[seat] >= 0:
                spot = (1 - int(p.team), int(p.far.at[seat]))
            found.append(spot)
        return found


def far_at(*tiles):
    """Return heroes in the fortress that is not open, by seat."""
    return {"at": [*tiles]}


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


@pytest.mark.rule("RIV-04", "HID-04")
def test_heroes_are_chosen_in_secret_then_shown_then_placed():
    table = Rivals.new(rivalry="on", players=4, first_player=1, rival_edition="order")
    assert [table.game.to_move() for _ in "x"] == [1]
    table.do("hero ivy")
    assert table.choices == ["hero maximilian", "hero gabriella", "hero cygnus"]
    table.do("hero cygnus")
    assert table.game.to_move() == 2
    assert len(table.choices) == 4
    assert not table.happened("hero_chosen")
    table.do("hero ivy", "hero maximilian")
    assert [event[1] for event in table.happened("hero_chosen")] == [1, 2, 3, 0]
    assert table.decision == "place_hero"
    assert table.game.to_move() == 1
    table.do("tile 2", "tile 1", "tile 4")
    assert table.game.to_move() == 0
    assert table.tiles == [None, (0, 2), (1, 1), (1, 4)]


def seen_by(game, seats):
    """Return all that seats and onlookers (-1) get of a game."""
    found = [[event["text"] for event in game.events()]]
    for seat in (*seats, -1):
        game.look_as(seat)
        shown = [game.picture("text"), game.picture("svg"), game.snapshot(), game.decision()]
        found += [*shown, game.seen(seat).tobytes(), game.shown_legal]
        if seat >= 0:
            seen = np.empty_like(game.observation)
            game.observe(seat, seen)
            found.append(seen.tobytes())
    game.look_as(None)
    return found


def before_heroes(**more):
    """Return a game in which seat 0 is the lord and heroes are to be chosen."""
    game = OrcsMustDie(Settings(rivalry="on", first_player=0, **more))
    game.new(5)
    while game.to_move() == CHANCE:
        game.step(int(game.legal[0]))
    return game


@pytest.mark.rule("HID-04", "HID-05", "RIV-04")
@pytest.mark.parametrize("players", [2, 8])
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_exchanging_what_the_other_team_has_chosen_changes_nothing_that_a_seat_gets(
    players, chance
):
    game, other = (before_heroes(players=players, chance=chance) for _ in range(2))
    size = players // 2
    foes = range(size, players)
    chosen = range(min(size, 3))  # the fourth of four heroes is no choice
    for n in chosen:
        game.step(V.CHOICE + n)
        other.step(V.CHOICE + (size - 1 - n if size > 1 else 1))
        assert seen_by(game, foes) == seen_by(other, foes)
    assert game.save() != other.save()
    for n in chosen:
        assert np.array_equal(game.mask, other.mask)
        assert seen_by(game, foes) == seen_by(other, foes)
        if n < chosen[-1]:
            game.step(V.CHOICE + n)
            other.step(V.CHOICE + n)
    drawn = set()
    seen = [np.empty_like(game.observation) for _ in range(2)]
    for seed in range(30):
        game.resample(seed)
        game.check(game.save())
        drawn.add(game.dump_position()["teams"]["picks"][0])
        game.observe(size, seen[0])
        other.observe(size, seen[1])
        assert np.array_equal(*seen)
    assert drawn == {1, 2, 3, 4}


def choose(view, heroes):
    """Choose heroes in a view of two teams of two, up to the third seat's decision."""
    for hero in heroes:
        view(V.CHOICE + hero)


@pytest.mark.rule("HID-04", "RIV-04")
@pytest.mark.parametrize("heroes", [(1, 0), (2, 3)])
def test_no_history_or_digest_tells_what_the_other_team_has_chosen(heroes):
    found = []
    for chosen in ((0, 1), heroes):
        env = orcs_must_die_v0.env(players=4, rivalry="on", first_player=0, history=True)
        env.reset(seed=5)
        choose(env.step, chosen)
        situation = env.situation()
        assert situation.history.now.actions.tolist() == [0, 0]
        lanes = orcs_must_die_v0.vector_env(
            num_envs=1, players=4, rivalry="on", first_player=0, history=True
        )
        lanes.reset(seed=5)
        choose(lambda action, lanes=lanes: lanes.step(np.array([action])), chosen)
        past = lanes.unwrapped.decisions().histories[0]
        moments = FrozenStates(before_heroes(players=4))
        moment = moments.begin(5)
        for hero in chosen:
            moment = moments.after(moment, V.CHOICE + hero)
        assert [moment.to_move, *moment.legal] == [2, *range(V.CHOICE, V.CHOICE + V.HEROES)]
        found.append(
            [
                situation.history.digest(),
                situation.public.tobytes(),
                past.digest(),
                moment.memory,
                *(moment.picture(seat) for seat in (2, 3, -1)),
            ]
        )
    assert found[0] == found[1]


@pytest.mark.rule("HID-04")
def test_a_team_sees_what_its_own_seats_have_chosen():
    game = before_heroes(players=4)
    game.step(V.CHOICE + 3)
    for seat, known in ((0, 4), (1, 4), (2, 0), (3, 0)):
        private = game.seen(seat)[game.public_record.nbytes :].reshape(V.ALL_SEATS, V.ALL_SEATS)
        assert private[seat, 0] == known
    assert V.CHOICE + 3 not in game.legal


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
    wall = Rivals.at(laid={3: ["arrow wall"]}, **keys)
    assert not wall.happened("trap_fired")


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


@pytest.mark.rule("WND-04")
def test_minions_hurt_heroes_as_ever():
    table = Rivals.at(
        seats=[{"at": 3, "hero": "maximilian"}, {**AWAY}], standing={3: {"orc": 1}},
        step="attack", decision="none", cards_left=NO_CARDS, far=far_at(-1, 3), lord=0,
    )  # fmt: skip
    before = int(table.p.health[0])
    table.roll("L")
    assert table.p.health[0] < before


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
    with pytest.raises(PositionError, match="teams"):
        OrcsMustDie(Settings(players=2)).load_position({"seats": [{}, {}], "teams": {}})


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings",
    [
        {"players": 2, "boss_stage_2": "fire_lord"},
        {"players": 4, "consent": "vote", "choices": "full", "seating": "alternate"},
        {"players": 8, "fortress": "keep", "rival_fortress": "gauntlet", "heroes": "all"},
    ],
    ids=str,
)
def test_every_property_in_random_games_of_two_teams(settings):
    check_game(Settings(rivalry="on", **settings), games=1, most=70)


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


@pytest.mark.rule("RIV-04", "HID-04")
def test_heroes_are_clicked_in_the_picture_that_the_chooser_sees_and_in_no_other():
    game = before_heroes(players=4, heroes="all")
    game.step(V.CHOICE + 1)
    shown = {}
    for seat in (None, 0, 1, 2, -1):
        game.look_as(seat)
        page = ElementTree.fromstring(game.picture("svg"))
        numbers = {int(one.get("data-action", -1)) for one in page.iter()} - {-1}
        shown[seat] = sorted(numbers)
    assert shown[None] == shown[1] == game.legal
    assert shown[0] == shown[2] == shown[-1] == []
