"""SET, FULL: the choices of the book that are simplified unless a setting asks for them."""

from collections import Counter

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.orcs_must_die.rules_agent import RulesAgent
from tablemates.envs import orcs_must_die_v0
from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.errors import PositionError, SettingsError
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.settings import Settings
from tablemates.envs.testing import Checker
from tests.orcs_must_die.table import Table, crowd

RICH = {"at": 2, "skulls": 9}


class Full(Table):
    """A game at which a test chooses and looks, with all choices of the book."""

    @classmethod
    def at(cls, components=None, **position):
        players = len(position["seats"])
        made = OrcsMustDie(
            Settings(components=components, choices="full", chance="explicit", players=players)
        )
        made.load_position({"chance": "explicit", "choices": "full", **position})
        return cls(made)


@pytest.mark.rule("SET-01", "DEC-03")
def test_actions_are_appended():
    assert V.FULL_CATALOGUE.names[:166] == V.CATALOGUE.names
    named = {166: "pass", 169: "use weapon", 174: "decline power", 176: "decline amulet 1"}
    assert {n: V.FULL_CATALOGUE.name(n) for n in named} == named
    assert len(OrcsMustDie(Settings()).catalogue) == 166
    assert len(OrcsMustDie(Settings(choices="full")).catalogue) == 177
    with pytest.raises(SettingsError, match="needs choices='full'"):
        Settings(first_lord="agreed")
    with pytest.raises(PositionError, match="made for choices='brief'"):
        Table.at(choices="full")


@pytest.mark.rule("FULL-01")
def test_seats_upgrade_in_circles_and_may_wait_for_others():
    seats = [RICH, {**RICH, "hero": "ivy"}, {**RICH, "hero": "cygnus"}]
    table = Full.upgrades(seats=seats, lord=1, shop=[["whetstone amulet"], ["tar pit"]])
    asked = []

    def play(*choices):
        asked.append((table.game.to_move(), table.decision))
        table.do(*choices)

    play("pass")
    play("weapon")
    play("pass")
    play("pass")  # seat 1 again: seat 2 has upgraded since it passed
    play("done")
    assert [seat for seat, _ in asked] == [1, 2, 0, 1, 2]
    assert table.decision != "upgrade"  # the others have passed since the last upgrade
    assert table.p.cards[2, 1] == 1


@pytest.mark.rule("FULL-01")
def test_who_is_done_is_not_asked_again_and_the_last_one_cannot_wait():
    table = Full.upgrades(seats=[RICH, {**RICH, "hero": "ivy"}], shop=[[], ["tar pit"]])
    table.do("done")
    assert (table.game.to_move(), "pass" in table.choices) == (1, False)
    table.do("weapon")
    assert (table.game.to_move(), table.decision) == (1, "upgrade")


@pytest.mark.rule("FULL-01", "UPG-04")
def test_a_refusal_ends_a_turn_and_is_no_upgrade():
    seats = [{"hero": "ivy", "at": 2, "skulls": 9}, {"at": 2, "skulls": 1}]
    table = Full.upgrades(seats=seats, pool=5)
    table.do("pass", "weapon", "number 1", "no")
    assert table.p.closed[1] == 1
    assert table.decision != "upgrade" or table.game.to_move() == 0
    if table.decision == "upgrade":
        assert int(table.p.later) == 1  # seat 0 has passed since the last upgrade


@pytest.mark.rule("FULL-02")
def test_scarce_figures_are_given_out_one_by_one():
    """Two gates want five and four orcs of which three are left."""
    standing = {2: crowd(orc=11)}
    table = Full.at(fortress="twin_gates", stage=2, step="reveal", decision="none",
                    standing=standing, cards_left=[1, 1, 0, 0, 0, 0],
                    seats=[{"at": 5, "hero": "cygnus"}] * 1 + [{"at": 5}] * 3)  # fmt: skip
    table.do("mob", "line")
    assert (table.decision, table.choices) == ("share", ["tile 0", "tile 1"])
    waiting = [table.position]
    table.do("tile 1", "tile 0", "tile 1")
    # Then others of their size: seven crossbows are left of those that came for themselves.
    entered = Counter()
    while table.decision == "share":
        table.do("tile 0")
    for event in table.happened("minions_entered"):
        entered[event[1], event[3]] += event[2]
    assert (entered["orc", 0], entered["orc", 1]) == (1, 2)
    document = waiting[0]
    assert Full.at(**document).position == document
    document["way"]["kind"] = V.Minion.OGRE
    with pytest.raises(PositionError, match="another type is given out"):
        Full.at(**document)
    assert entered["crossbow", 0] + entered["crossbow", 1] == 2 + 4 + 1
    assert table.p.entered - table.p.gone == sum(entered.values()) + 11


@pytest.mark.rule("FULL-02", "ENTER-05")
def test_enough_figures_need_no_choice():
    table = Full.at(fortress="twin_gates", stage=2, step="reveal", decision="none",
                    cards_left=[1, 1, 0, 0, 0, 0], seats=[{"at": 5, "hero": "cygnus"}])  # fmt: skip
    table.do("mob", "line")
    assert table.happened("minions_entered") == [
        ("minions_entered", "orc", 1, 0),
        ("minions_entered", "orc", 1, 1),
        ("minions_entered", "crossbow", 1, 1),
    ]
    assert table.p.waves == 2


@pytest.mark.rule("FULL-03", "HERO-05")
def test_amulets_and_powers_may_be_declined_before_the_roll():
    worn = ["ember amulet", "fox amulet", None, None]
    seat = {"hero": "maximilian", "equipment": worn}
    table = Full.at(seats=[seat], standing={3: crowd(orc=3)})
    table.do("attack")
    assert (table.decision, table.choices) == (
        "ready", ["done", "decline amulet 0", "decline amulet 1"]
    )  # fmt: skip
    table.do("decline amulet 0")
    assert table.choices == ["done", "decline amulet 1"]
    table.do("done")
    assert table.p.dice[:2].tolist() == [3, 0]
    table.roll("S", "-", "-")
    assert table.p.icons[:2].tolist() == [1, 1]  # the other amulet's speed
    table.do("done")
    assert table.p.declined == 0


@pytest.mark.rule("FULL-03", "HERO-06", "DICE-03")
@pytest.mark.parametrize("declined", [True, False])
def test_a_declined_power_does_not_count(declined):
    table = Full.at(seats=[{"hero": "gabriella"}], standing={3: crowd(orc=3)})
    table.do("attack", "decline power" if declined else "done")
    table.do("-")
    assert table.p.rerolling == (not declined)
    assert len(table.game.rolls()) > 3
    table = Full.at(seats=[{"hero": "cygnus"}], standing={3: crowd(orc=3)})
    table.do("attack", "decline power" if declined else "done")
    table.roll()
    assert table.p.icons[V.Icon.LIGHTNING] == (not declined)
    # Who has moved has no power to decline, nor has Maximilian without amulets.
    way = {"moved": 1, "used": V.MOVED}
    table = Full.at(seats=[{"hero": "cygnus"}], standing={3: crowd(orc=3)}, way=way)
    table.do("attack")
    assert table.decision == "battle"


@pytest.mark.rule("FULL-07", "SETUP-08")
@pytest.mark.parametrize(
    ("votes", "lords"), [((2, 1, 0), {2}), ((1, 0, 1), {1}), ((0, 1, 2), {0, 1, 2})]
)
def test_seats_vote_for_the_first_lord_and_a_tie_is_drawn(votes, lords):
    """A vote names who sits so many places clockwise."""
    found = set()
    for seed in range(20):
        table = Table.new(seed, players=3, choices="full", first_lord="agreed")
        for hero in ("maximilian", "ivy", "cygnus"):
            table.do(f"hero {hero}", "tile 3")
        for seat, vote in enumerate(votes):
            assert (table.decision, table.game.to_move()) == ("vote_lord", seat)
            table.do(f"ally {vote}")
        found.add(int(table.p.lord))
    assert found == lords


@pytest.mark.slow
@pytest.mark.rule("FULL-01", "FULL-02", "FULL-03", "FULL-07")
@pytest.mark.parametrize(("fortress", "players"), [("keep", 3), ("twin_gates", 4), ("gauntlet", 1)])
def test_every_property_in_games_with_full_choices(fortress, players):
    settings = {"fortress": fortress, "players": players, "choices": "full", "first_lord": "agreed"}
    rng, seen = np.random.default_rng(players), set()
    for chance in ("sampled", "explicit"):
        checker = Checker(Settings(**settings, chance=chance))
        game, answer = checker.game, OVER
        agent = RulesAgent(GameFacts.of_game(game))
        for n in range(30):
            if answer == OVER:
                answer = game.new(n)
            seen.add(int(game.public.decision))
            checker.check(rng, shown=n % 20 == 0)
            script = answer >= 0 and rng.random() < 0.6
            legal = np.flatnonzero(game.mask) if answer >= 0 else game.chance_outcomes()[0]
            answer = game.step(
                agent.act(Situation.of(game, 0, 0)) if script else int(rng.choice(legal))
            )
    assert V.Decision.VOTE_LORD in seen or players == 1


def test_a_position_states_its_choices():
    env = orcs_must_die_v0.env(choices="full", players=2)
    env.reset(seed=1)
    loaded = orcs_must_die_v0.load_position(env.dump_position())
    assert len(loaded.last()[0]["action_mask"]) == 177


@pytest.mark.rule("FULL-04")
def test_an_amulet_turns_a_battle_die_into_an_icon():
    worn = ["scholar's amulet", "scholar's amulet", None, None]
    seat = {"hero": "maximilian", "equipment": worn}
    table = Full.at(seats=[seat], standing={3: crowd(orc=3)}, stage=2)
    table.do("attack", "decline amulet 1", "done")
    assert (table.p.dice[0], table.p.icons[V.Icon.BRAIN]) == (2, 1)
    table = Full.at(seats=[seat], standing={3: crowd(orc=3)}, stage=2)
    table.do("attack", "done")
    assert (table.p.dice[0], table.p.icons[V.Icon.BRAIN]) == (1, 2)


@pytest.mark.rule("FULL-04")
def test_dice_are_replaced_before_the_limit_and_only_if_there_are_some(tmp_path):
    parts = tmp_path / "parts.yaml"
    weapon = "{name: a, cost: 0, dice: {battle: 0}}"
    parts.write_text(
        f"heroes: {{maximilian: {{weapons: [{weapon}, {weapon}, {weapon}, {weapon}]}}}}\n"
        "full_equipment: {add: {scholar's amulet: {dice: {battle: 12}}}}\n",
        encoding="utf-8",
    )
    bare = {"hero": "maximilian", "equipment": [None, None, None, "war drum"]}
    table = Full.at(parts, seats=[bare], standing={3: crowd(orc=3)}, stage=2)
    seat = {"hero": "maximilian", "equipment": ["scholar's amulet", None, None, None]}
    table = Full.at(parts, seats=[seat], standing={3: crowd(orc=3)}, stage=2)
    table.do("attack", "done")
    assert table.p.dice[0] == 10  # twelve less one, then the limit
    parts.write_text(parts.read_text(encoding="utf-8").replace("12", "0"), encoding="utf-8")
    table = Full.at(parts, seats=[seat], standing={3: crowd(orc=3)}, stage=2)
    table.do("attack", "done")
    assert table.p.icons[V.Icon.BRAIN] == 0


@pytest.mark.rule("FULL-05")
def test_cards_are_used_as_an_action_once_a_turn_and_kept():
    worn = [None, None, "bolas ring", "prayer beads"]
    seat = {"hero": "ivy", "equipment": worn, "health": 3}
    table = Full.at(seats=[seat], standing={3: crowd(orc=2)}, stage=2)
    assert [one for one in table.choices if one.startswith("use")] == ["use ring", "use trinket"]
    table.do("use trinket")
    assert table.p.health[0] == 4
    table.do("use ring")
    assert (table.decision, table.choices) == ("assign", ["done", "stun orc"])
    position = table.position
    assert Full.at(**position).position == position
    table.do("stun orc")
    assert table.decision == "menu"
    assert not any(one.startswith("use") for one in table.choices)
    assert "attack" in table.choices  # no kind of action is used up
    assert table.p.cards[0, 4:].min() >= 0
    whole = Full.at(seats=[{**seat, "health": 6, "at": 2}], standing={3: crowd(orc=2)}, stage=2)
    assert not any(one.startswith("use") for one in whole.choices)


@pytest.mark.rule("FULL-05", "HERO-03")
def test_only_attack_or_move_is_given_up_for_a_stun():
    seat = {"hero": "ivy", "equipment": [None, None, "bolas ring", None], "stunned": 1}
    table = Full.at(seats=[seat], standing={3: crowd(orc=2)}, decision="recover")
    assert table.choices == ["give_up_attack", "give_up_move"]
    table.do("give_up_attack")
    assert "use ring" in table.choices


@pytest.mark.rule("FULL-06", "DEC-02")
def test_the_lord_decides_the_rest_with_full_choices_too():
    table = Full.at(fortress="keep", seats=[{"at": 9, "hero": "ivy"}, {"at": 9}], lord=1, stage=2,
                    standing={1: crowd(orc=1)}, cards_left=[0] * 6, step="move",
                    decision="none", active=1)  # fmt: skip
    assert (table.decision, table.game.to_move()) == ("odd", 1)


@pytest.mark.rule("FULL-04", "FULL-05", "SET-01")
def test_full_decks_hold_other_cards_but_as_many():
    brief, full = OrcsMustDie(Settings()), OrcsMustDie(Settings(choices="full"))
    for stage in range(1, 4):
        counts = []
        for game in (brief, full):
            box = game.box_record
            counts.append(int(box.copies[0][box.card_stage[0] == stage].sum()))
        assert counts[0] == counts[1]
    assert "bolas ring" in full.components.names("equipment")
    assert "bolas ring" not in brief.components.names("equipment")
    assert brief.hashes["ruleset"] != full.hashes["ruleset"]
