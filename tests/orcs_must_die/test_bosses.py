"""BOSS, WND: enemies that are wounded out of a stock of health."""

import itertools

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.orcs_must_die.rules_agent import RulesAgent
from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.errors import ComponentsError, PositionError, SettingsError
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.parts import load_components
from tablemates.envs.orcs_must_die.settings import Settings
from tablemates.envs.testing import Checker
from tests.orcs_must_die.table import NO_CARDS, Table, crowd

BOSSES = tuple(load_components().parts.bosses)
NAMES = tuple(f"boss_{moment.name.lower()}" for moment in V.Moment)


class Bossy(Table):
    """A game with bosses at which a test chooses and looks."""

    @classmethod
    def at(cls, components=None, **position):
        stated = {key: position[key] for key in (*NAMES, "choices", "heroes") if key in position}
        made = OrcsMustDie(
            Settings(
                components=components, chance="explicit", players=len(position["seats"]), **stated
            )
        )
        made.load_position({"chance": "explicit", **position})
        return cls(made)

    @classmethod
    def facing(cls, boss, at=3, seats=({"hero": "maximilian"},), **more):
        """Return a hero's turn on the tile of a boss of level 2."""
        keys = {key: more.pop(key) for key in ("health", "stunned") if key in more}
        there = [{"state": "here", "at": at, **keys}]
        return cls.at(boss_stage_2=boss, bosses=there, stage=2, seats=[*seats], **more)

    @property
    def boss(self):
        p = self.p
        return int(p.boss_at[0]), int(p.boss_health[0]), int(p.boss_stunned[0])


def attack(table, *faces):
    table.do("attack")
    table.roll(*faces)
    return table


@pytest.mark.rule("BOSS-01", "BOSS-02", "BOSS-07", "BOSS-10")
@pytest.mark.parametrize(("stage", "moment"), [(2, 0), (3, 1), (3, 2)])
def test_a_boss_enters_at_its_moment_on_a_tile_that_the_lord_picks(stage, moment):
    cards = [0, 0] if moment == 2 else [1, 1]
    table = Bossy.at(fortress="twin_gates", stage=stage, step="reveal", decision="none",
                     cards_left=[*cards, 0, 0, 0, 0], seats=[{"at": 5}] * 2,
                     **{NAMES[moment]: "swiftyhooves"})  # fmt: skip
    if cards[0]:
        table.do("mob", "mob")
    assert (table.decision, table.choices) == ("boss_tile", ["tile 0", "tile 1"])
    waves = int(table.p.waves)
    table.do("tile 1")
    events = table.events
    assert ("boss_entered", moment, 1) in events
    assert ("boss_moved", moment, 1, 4) in events  # two steps, of which the gate takes one
    assert ("minions_entered", "gnoll", 2, 1) in events  # its retinue
    assert events.index(("boss_moved", moment, 1, 4)) > events.index(("boss_entered", moment, 1))
    assert table.p.waves == waves + 1
    assert table.p.entered - table.p.gone == 1 + 2 + 4 * bool(cards[0])


@pytest.mark.rule("BOSS-01")
def test_no_boss_enters_before_its_moment():
    table = Bossy.at(stage=1, step="reveal", decision="none", cards_left=[1, 1, 0, 0, 0, 0],
                     seats=[{"at": 4}], boss_stage_2="fire_lord", boss_end="moneybags")  # fmt: skip
    table.do("mob", "mob")
    assert table.happened("boss_entered") == []
    assert table.p.bosses_left == 2


@pytest.mark.rule("BOSS-03", "BOSS-05", "END-02")
def test_the_game_is_won_when_the_last_boss_is_gone():
    last = {"stage": 3, "cards_left": NO_CARDS, "gone": 9, "seats": [{"hero": "maximilian"}]}
    waits = Bossy.at(boss_end="moneybags", standing={3: crowd(orc=1)}, **last)
    attack(waits, "S", "S", "-")
    waits.do("kill orc up")
    assert waits.p.outcome == 0  # it has still to come
    there = [{}, {}, {"state": "here", "at": 3, "health": 1}]
    table = Bossy.at(boss_end="moneybags", bosses=there, **last)
    bank = int(table.p.skulls[0])
    attack(table, "S", "-", "-")
    table.do("wound_boss end")
    assert table.happened("boss_died") == [("boss_died", 2, "attack", 0)]
    assert table.p.skulls[0] == bank + 1 + 5  # its purse and what it is worth
    assert (table.p.outcome, table.p.bosses_left) == (1, 0)


@pytest.mark.rule("WND-01")
def test_what_pays_for_a_wound():
    def wounds(boss, *faces, **more):
        table = Bossy.facing(boss, seats=[{"hero": "maximilian", "rank": 1}], **more)
        attack(table, *faces)
        count = 0
        while table.decision == "assign" and "wound_boss stage 2" in table.choices:
            count += 1
            table.do("wound_boss stage 2")
        return count

    assert wounds("swiftyhooves", "V", "V", "S") == 2
    assert wounds("swiftyhooves", "V", "L", "S") == 2
    assert wounds("swiftyhooves", "S", "S", "B", "B") == 2
    assert wounds("swiftyhooves", "S", "B", "-") == 0
    assert wounds("moneybags", "S", "V", "B", "-") == 2
    assert wounds("swiftyhooves", "T", "V") == 1
    assert wounds("swiftyhooves", "T", "V", stunned=1) == 2


@pytest.mark.rule("WND-01", "BOSS-06")
def test_a_stunned_boss_stays_a_target_and_then_a_stun_wounds():
    table = attack(Bossy.facing("swiftyhooves", seats=[{"hero": "maximilian"}]), "T", "T", "-")
    assert table.choices == ["done", "stun_boss stage 2"]
    table.do("stun_boss stage 2")
    assert table.boss[2] == 1
    assert table.choices == ["done", "wound_boss stage 2"]
    table.do("wound_boss stage 2")
    assert table.boss[:2] == (3, 2)


@pytest.mark.slow
@pytest.mark.rule("WND-01", "ICON-05")
def test_kills_and_wounds_are_payable_exactly_if_trying_everything_finds_a_way():
    """All icons of a stock are tried on the needs of an orc and on the wounds of a boss."""
    rng = np.random.default_rng(5)
    for _ in range(12):
        boss = str(rng.choice(["moneybags", "earth_lord", "swiftyhooves"]))
        wounded = {"moneybags": "SV", "earth_lord": "B", "swiftyhooves": "V"}[boss]
        faces = [str(face) for face in rng.choice([*"SVBLT"], 3)]
        table = Bossy.facing(boss, standing={3: crowd(orc=1)}, stunned=1)
        attack(table, *faces)
        for choices in itertools.product((0, 1), (0, 1, 2)):
            kill, wounds = choices
            wanted = ["kill orc up"] * kill + ["wound_boss stage 2"] * wounds
            position = table.position
            copy = Bossy.at(**position)
            done = True
            for choice in wanted:
                done = done and copy.decision == "assign" and choice in copy.choices
                if done:
                    copy.do(choice)
            demands = ["S!"] * kill + [wounded + "T"] * wounds
            assert done == _payable(faces, demands), (boss, faces, choices)


def _payable(stock, demands):
    """Try every way; ``!``: a minion that stands, on which the first T pays nothing."""
    if not demands:
        return True
    first, *rest = demands
    for n, icon in enumerate(stock):
        if (icon in first or icon == "L") and _payable([*stock[:n], *stock[n + 1 :]], rest):
            return True
    for pair in "SVBT" if "!" in first else "SVB":
        if stock.count(pair) >= 2:
            left = [*stock]
            left.remove(pair)
            left.remove(pair)
            if _payable(left, rest):
                return True
    return False


@pytest.mark.rule("WND-02", "BOSS-11")
def test_armour_takes_the_first_wound_of_a_spending():
    table = Bossy.facing("earth_lord", health=2)
    attack(table, "B", "B", "-")
    table.do("wound_boss stage 2")
    assert table.boss[1] == 2
    table.do("wound_boss stage 2")
    assert table.boss[1] == 1
    assert table.happened("boss_wounded") == [("boss_wounded", 0, 1, "attack", 0)]


@pytest.mark.rule("BOSS-05", "BOSS-11", "TRAP-10")
def test_traps_wound_a_boss_for_the_pool():
    table = Bossy.minions(boss_stage_2="moneybags", stage=2, seats=[{"at": 4}],
                          bosses=[{"state": "here", "at": 1, "health": 2}],
                          laid={2: ["spike trap"]})  # fmt: skip
    pool = int(table.p.pool)
    assert table.boss[0] == 2  # it has moved
    assert table.decision == "assign"
    table.do("wound_boss stage 2")
    assert table.boss[1] == 1
    assert table.p.pool == pool + 1


@pytest.mark.rule("BOSS-08", "RIFT-01")
@pytest.mark.parametrize("stunned", [0, 1])
def test_a_boss_leaves_through_the_rift(stunned):
    table = Bossy.minions(boss_stage_2="veyetality", stage=2, rift=5, seats=[{"at": 0}],
                          bosses=[{"state": "here", "at": 4, "stunned": stunned}])  # fmt: skip
    assert table.happened("boss_left") == [("boss_left", 0, 3)]
    assert table.happened("skulls_gained") == []
    assert (table.p.rift, table.p.bosses_left, table.boss[0]) == (2, 0, -1)


@pytest.mark.rule("BOSS-06", "BOSS-09")
def test_a_boss_attacks_after_the_types_and_not_if_it_is_stunned():
    keys = {"boss_stage_2": "swiftyhooves", "stage": 2, "seats": [{"at": 4, "hero": "cygnus"}]}
    there = {"state": "here", "at": 4}
    for stunned in (0, 1):
        table = Bossy.at(step="attack", decision="none", bosses=[{**there, "stunned": stunned}],
                         standing={4: crowd(gnoll=1)}, cards_left=NO_CARDS, **keys)  # fmt: skip
        if stunned:
            table.roll()
            assert table.happened("boss_attacks") == []
            assert table.boss[2] == 0  # it stands up
            continue
        assert table.choices == ["group gnoll", "group_boss stage 2"]
        table.do("group_boss stage 2")
        assert table.happened("boss_attacks") == [("boss_attacks", 0, 0)]
        assert table.p.dice[0] == 4
        table.roll("V", "V", "B", "-")
        assert table.happened("hero_wounded")[0] == ("hero_wounded", 0, 2)


@pytest.mark.rule("BOSS-07", "MIN-06")
def test_a_boss_goes_where_the_lord_says_or_where_major_minions_go():
    def moved(at):
        return Bossy.minions(fortress="keep", boss_stage_2="moneybags", stage=2,
                             seats=[{"at": 9}], bosses=[{"state": "here", "at": at}])  # fmt: skip

    table = moved(1)
    assert (table.decision, table.choices) == ("odd", ["tile 2", "tile 3", "tile 4"])
    position = table.position
    assert Bossy.at(**position).position == position
    table.do("tile 3")
    assert table.boss[0] == 3
    assert moved(4).boss[0] == 8


@pytest.mark.rule("BOSS-11")
def test_what_bosses_can_do_besides():
    burns = Bossy.minions(boss_stage_2="fire_lord", stage=2, bosses=[{"state": "here", "at": 3}],
                          seats=[{"at": 4, "hero": "ivy", "health": 1,
                                  "equipment": [None, None, "ring of iron", None]}])  # fmt: skip
    assert burns.happened("boss_left") == [("boss_left", 0, 4)]  # it could attack nobody any more
    burns = Bossy.minions(boss_stage_2="fire_lord", stage=2, bosses=[{"state": "here", "at": 2}],
                          seats=[{"at": 3, "hero": "ivy", "health": 1,
                                  "equipment": [None, None, "ring of iron", None]}])  # fmt: skip
    assert burns.happened("hero_wounded") == [("hero_wounded", 0, 1)]  # wards do not help
    assert burns.happened("hero_died")
    table = Bossy.facing("veyetality", standing={3: crowd(orc=1)})
    attack(table, "S", "-", "-")
    assert table.choices == ["done", "wound_boss stage 2"]  # an orc needs two swords here


@pytest.mark.rule("BOSS-04", "BOSS-10")
def test_hazards_spare_a_boss_and_nobody_pushes_it():
    keys = {"fortress": "gauntlet", "boss_stage_2": "swiftyhooves", "stage": 2}
    passed = Bossy.minions(bosses=[{"state": "here", "at": 2}], seats=[{"at": 7}], **keys)
    assert passed.happened("minion_killed") == []
    push = Bossy.at(bosses=[{"state": "here", "at": 3}], seats=[{"at": 3}], **keys)
    assert "push" not in push.choices
    assert "attack" in push.choices


@pytest.mark.rule("BOSS-10", "HERO-07", "HERO-09")
def test_a_boss_is_a_target_of_ultimates_and_a_kill_for_rings():
    table = Bossy.facing("swiftyhooves", seats=[{"hero": "gabriella"}])
    table.do("ultimate")
    assert table.happened("boss_stunned") == [("boss_stunned", 0, 3)]
    ring = [None, None, "ring of bounty", None]
    table = Bossy.facing(
        "swiftyhooves", seats=[{"hero": "maximilian", "equipment": ring}], health=1
    )
    attack(table, "V", "-", "-")
    table.do("wound_boss stage 2")
    if table.decision == "assign":
        table.do("done")
    assert table.p.skulls[0] == 5 + 1


@pytest.mark.rule("BOSS-12")
def test_a_hero_as_a_boss_cannot_be_chosen():
    game = OrcsMustDie(Settings(boss_stage_2="hero:ivy", players=2))
    game.new(3)
    assert "hero ivy" not in [game.catalogue.name(n) for n in np.flatnonzero(game.mask)]
    table = Bossy.facing("hero:ivy")
    assert table.boss[1] == 6  # for one player as much as the hero
    dice = table.game.box_record.boss_dice[table.p.boss_kind[0], 1]
    assert dice[:5].tolist() == [4, 0, 0, 0, 1]  # the frost bow
    with pytest.raises(PositionError, match="the hero is a boss"):
        Bossy.facing("hero:ivy", seats=[{"hero": "ivy"}])


@pytest.mark.rule("BOSS-12")
def test_there_is_a_hero_for_everybody_or_no_game():
    bosses = {"boss_stage_3": "hero:gabriella", "boss_end": "hero:ivy"}
    with pytest.raises(SettingsError, match="gabriella, ivy as bosses leave 2 heroes"):
        OrcsMustDie(Settings(players=[2, 3], **bosses))
    OrcsMustDie(Settings(players=3, heroes="all", **bosses))
    OrcsMustDie(Settings(players=4, **{**bosses, "boss_end": "hero:midnight"}, heroes="all"))
    game = OrcsMustDie(Settings(players=2, **bosses))
    assert all(game.new(n) >= 0 and game.mask.any() for n in range(20))


@pytest.mark.slow
@pytest.mark.rule("BOSS-10", "ED-03", "FULL-05")
@pytest.mark.parametrize(
    "settings",
    [
        {"fortress": "keep", "players": 2, "boss_stage_2": "fire_lord", "boss_end": "earth_lord"},
        {"fortress": "twin_gates", "players": 4, "boss_stage_2": "veyetality", "choices": "full"},
        {"players": 1, "boss_stage_2": "hero:ivy", "boss_end": "moneybags", "edition": "unchained"},
        {"fortress": "gauntlet", "players": 3, "boss_stage_2": "swiftyhooves", "heroes": "all"},
    ],
)  # fmt: skip
def test_every_property_in_games_with_bosses(settings):
    rng, entered = np.random.default_rng(7), 0
    for chance in ("sampled", "explicit"):
        checker = Checker(Settings(**settings, chance=chance))
        game, answer = checker.game, OVER
        agent = RulesAgent(GameFacts.of_game(game))
        for n in range(120):
            if answer == OVER:
                answer = game.new(n)
            entered += int((game.public.boss_state > 0).sum())
            if n % 4 == 0 and (game.public.stage > 1 or n < 20):
                checker.check(rng, shown=n % 40 == 0)
            legal = np.flatnonzero(game.mask) if answer >= 0 else game.chance_outcomes()[0]
            scripted = answer >= 0 and rng.random() < 0.8
            answer = game.step(
                agent.act(Situation.of(game, 0, 0)) if scripted else int(rng.choice(legal))
            )
    assert entered > 0


def test_what_no_game_with_bosses_can_hold():
    with pytest.raises(ComponentsError, match="did you mean 'fire_lord'"):
        OrcsMustDie(Settings(boss_end="fire_lrd"))
    with pytest.raises(PositionError, match="made without bosses"):
        Table.at(boss_stage_2="fire_lord")
    with pytest.raises(PositionError, match="before its moment"):
        Bossy.at(boss_end="fire_lord", stage=2, bosses=[{}, {}, {"state": "here", "at": 2}],
                 seats=[{}])  # fmt: skip
    with pytest.raises(PositionError, match="stands on a tile"):
        Bossy.facing("fire_lord", at=-1)
    with pytest.raises(SettingsError):
        Settings(heroes="none")
    assert len(BOSSES) == 5
