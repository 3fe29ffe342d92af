"""ROUND, UP, END, HID, DEC, RET, PROG: the frame of a game."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from tablemates.agents.evaluation.plan import Plan
from tablemates.envs import orcs_must_die_v0
from tablemates.envs.orcs_must_die.vocabulary import CATALOGUE, Decision, Step
from tests.orcs_must_die.table import NO_CARDS, Table, crowd


@pytest.mark.rule("DEC-03", "DEC-06")
def test_the_catalogue():
    assert len(CATALOGUE) == 166
    assert CATALOGUE.names[:3] == ("wait", "done", "yes")
    assert CATALOGUE.names[-1] == "army 5"
    assert CATALOGUE.parse("kill troll down") - CATALOGUE.parse("kill orc up") == 11
    assert len(Decision) == 30 + 2 + 3 + 2 + 3


@pytest.mark.rule("DEC-01")
def test_a_decision_with_one_option_is_taken_unless_asked_for():
    position = {"seats": [{"at": 3}], "standing": {3: crowd(orc=1)}, "step": "attack"}
    table = Table.at(**position, decision="none")
    assert table.decision == "battle"
    table = Table.at(**position, decision="none", skip_forced=False)
    assert table.choices == ["tile 3"]


@pytest.mark.rule("ROUND-01", "UP-07")
def test_phases_follow_one_another():
    table = Table.upgrades(seats=[{"at": 3}, {"at": 3}], unseen={"equipment": {}, "traps": {}})
    steps = []
    while table.p.turn == 1:
        steps.append(table.game.snapshot()["phase"])
        table.do(table.choices[0])
    assert list(dict.fromkeys(steps)) == ["minions", "heroes"]  # nobody could pay for upgrades
    assert table.p.lord == 1


@pytest.mark.rule("UP-01", "UP-02", "UP-03", "UP-04", "UP-05", "UP-06", "UP-10", "TILE-11")
def test_the_next_level_begins_when_all_cards_are_gone():
    shop = [["fox amulet"], ["tar pit"]]
    table = Table.upkeep(
        cards_left=NO_CARDS, shop=shop, fortress="keep", laid={7: ["spike trap", "tar pit"]},
        seats=[{"at": -1, "health": 0}, {"at": 3}],
    )  # fmt: skip
    assert ("stage_started", 2) in table.events
    assert table.p.skulls[:2].tolist() == [2, 2]
    assert table.p.pool == 2
    assert table.p.cards_left.tolist() == [3, 3, 0, 0, 0, 0]
    assert table.position["laid"] == {}
    assert table.decision == "trapsburg"
    assert set(table.choices) == {
        "blade wall",
        "swinging mace",
        "bolt turret",
        "ice vent",
        "barrel bomb",
    }
    table.do("blade wall", "ice vent")
    table.do("tile 9")  # the dead hero comes back
    assert table.decision == "equipment"
    assert table.chances["storm amulet"] == 3 / 20
    assert table.p.shop.max() == -1
    table = Table.upkeep(cards_left=[0, 1, 0, 0, 0, 0], shop=shop, seats=[{}])
    assert table.p.stage == 1


@pytest.mark.rule("UP-05")
def test_a_card_that_is_out_before_its_level_begins_is_not_in_its_deck():
    amulet = ["storm amulet", None, None, None]
    table = Table.upkeep(cards_left=NO_CARDS, seats=[{"at": 3, "equipment": amulet}])
    assert ("stage_started", 2) in table.events
    assert table.position["unseen"]["equipment"]["storm amulet"] == 2  # of three


@pytest.mark.rule("UP-06", "UP-10", "ROUND-03", "TILE-11")
def test_the_shop_takes_its_cards_before_trapsburg_is_filled_up():
    """Within a level: only when one begins does Trapsburg come first."""
    shown = ["powder keg", "powder keg", "trip wire", "trip wire", "tar pit"]
    unseen = {"equipment": {}, "traps": {"spike trap": 2, "arrow wall": 2}}
    table = Table.upkeep(shop=[[], shown], unseen=unseen, fortress="keep", seats=[{"at": 3}],
                         laid={7: ["spike trap"]})  # fmt: skip
    assert (table.decision, table.p.step) == ("trap", Step.UP_SHOP)
    table.do("spike trap")
    assert (table.decision, table.p.step) == ("trapsburg", Step.ROUND)
    assert table.p.turn == 2


@pytest.mark.rule("UP-08", "UP-09", "DEATH-01")
def test_dead_heroes_come_back_and_hearts_heal():
    heart = [None, None, None, "troll heart"]
    dead = {"hero": "cygnus", "at": -1, "health": 0, "rank": 2}
    seats = [dead, {"hero": "ivy", "at": 3, "health": 2, "equipment": heart}]
    table = Table.upkeep(seats=seats, stage=2)
    assert (table.decision, table.game.to_move()) == ("return", 0)
    table.do("tile 0")
    assert table.p.health[:2].tolist() == [6, 3]
    assert (table.p.at[0], table.p.cards[0, 1]) == (0, 2)


@pytest.mark.rule("UP-10")
def test_empty_slots_are_filled_as_far_as_the_decks_go():
    shop = [["fox amulet", None, "fox amulet", None], []]
    unseen = {"equipment": {"ember amulet": 1}, "traps": {}}
    table = Table.upkeep(shop=shop, unseen=unseen, seats=[{}])
    assert table.position["shop"][0][:4] == ["fox amulet", "ember amulet", "fox amulet", None]


@pytest.mark.rule("END-01", "END-03", "RET-01")
def test_the_game_is_lost_when_the_rift_falls():
    seats = [{"hero": "cygnus", "at": 0}]
    table = Table.minions(standing={3: crowd(orc=4)}, rift=3, stage=3, seats=seats)
    assert table.over
    assert table.events[-1] == ("game_lost", "rift")
    assert table.game.returns() == [0.0]


@pytest.mark.rule("END-02", "RET-01", "PROG-01")
def test_the_game_is_won_when_the_last_minion_is_gone():
    seats = [{"hero": "cygnus", "at": 3}, {"at": 0}]
    table = Table.at(seats=seats, standing={3: crowd(kobold=1)}, stage=3, cards_left=NO_CARDS,
                     waves=18, gone=40)  # fmt: skip
    assert 0.9 < table.game.progress() < 1
    table.do("attack")
    table.roll("V", "V")
    assert table.do("kill kobold up")[-1] == ("game_won", "all_gone")
    assert table.game.returns() == [1.0, 1.0]
    assert table.game.progress() == 1
    # The last ones may leave through the rift, while it stands.
    table = Table.minions(standing={3: crowd(orc=2)}, stage=3, seats=[{"at": 0}])
    assert table.events[-1] == ("game_won", "all_gone")


@pytest.mark.rule("END-04")
def test_the_rules_set_no_limit_of_rounds():
    table = Table.at(seats=[{"at": 3}], turn=7, max_rounds=7, unseen={"equipment": {}, "traps": {}})
    table.do("done")
    assert ("round_started", 8) in table.events
    assert not table.over


def first(mask):
    """Return the first legal choice."""
    return int(np.flatnonzero(mask)[0])


@pytest.mark.rule("END-04")
def test_every_view_truncates_a_game_after_its_rounds():
    settings = {"max_rounds": 2, "players": 2}
    aec = orcs_must_die_v0.env(**settings)
    aec.reset(seed=3)
    while not any([*aec.terminations.values(), *aec.truncations.values()]):
        aec.step(first(aec.last()[0]["action_mask"]))
    assert (aec.terminations, aec.truncations) == (
        dict.fromkeys(aec.agents, False), dict.fromkeys(aec.agents, True)
    )  # fmt: skip
    gym = orcs_must_die_v0.gym_env(**settings)
    (_, info), ends = gym.reset(seed=3), (False, False)
    while not any(ends):
        _, reward, *ends, info = gym.step(first(info["action_mask"]))
    assert (ends, reward) == ([False, True], 0.0)
    vector = orcs_must_die_v0.vector_env(2, **settings)
    (_, info), ends = vector.reset(seed=3), (np.zeros(2), np.zeros(2))
    while not np.any(ends):
        _, _, *ends, info = vector.step([*map(first, info["action_mask"])])
    assert not ends[0].any()
    assert ends[1].any()


@pytest.mark.rule("END-04")
def test_openspiel_ends_a_game_after_its_rounds():
    pyspiel = pytest.importorskip("pyspiel", reason="pip install 'tablemates[spiel]'")
    import tablemates.envs.spiel  # noqa: F401 - registers the games

    for limits, turn in (({"max_rounds": 2}, 3), ({"max_rounds": 3, "max_turns": 1}, 2)):
        game = pyspiel.load_game("orcs_must_die", {"chance": "sampled", "games": 1, **limits})
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
        assert str(state).startswith(f"Turn {turn}.")


@pytest.mark.rule("END-04")
def test_evaluation_cuts_a_game_after_its_rounds():
    plan = Plan(game="orcs_must_die", agents=["random"], scenario={"max_rounds": 2}, games=1)
    assert plan.turn_limit == 2


@pytest.mark.rule("HID-02")
def test_all_seats_see_the_same_table():
    table = Table.new(4, players=2)
    snapshot = table.game.snapshot()
    assert "hidden" not in snapshot
    assert "seed" not in snapshot


#: Decks of four cards that are turned up at once, and how many are.
DECKS = {
    "equipment": ({"step": "up_shop"}, {"fox amulet": 2, "swift boots": 2}, 4),
    "traps": (
        {"fortress": "keep", "step": "round", "seats": [{"at": 9}]},
        {"spike trap": 2, "tar pit": 1, "archer post": 1},
        2,
    ),
    "army": (
        {"step": "reveal", "stage": 3, "cards_left": [1, 1, 0, 0, 0, 0]},
        {"mob": 1, "pack": 2, "volley": 1},
        2,
    ),
}


def turned(table, deck):
    """Return what was turned up, in order where that can be seen."""
    if deck == "equipment":
        return tuple(table.position["shop"][0][:4])
    if deck == "traps":
        return tuple(table.position["laid"]["7"])
    left = Counter(DECKS["army"][1]) - Counter(table.position["unseen"]["army"])
    return tuple(sorted(left.elements()))


@pytest.mark.slow
@pytest.mark.rule("HID-01", "HID-03", "TILE-11")
@pytest.mark.parametrize("deck", DECKS)
def test_redrawn_decks_are_as_likely_as_enumeration_says(deck):
    position, cards, count = DECKS[deck]
    unseen = {"equipment": {}, "traps": {}, deck: cards}
    table = Table.at(
        chance="explicit", decision="none", unseen=unseen, **{"seats": [{}], **position}
    )
    shown, expected, draws = Counter(), Counter(), 500
    sampled = {**table.position, "chance": "sampled"}
    for seed in range(draws):
        shown[turned(Table.at(**{**sampled, "seed": seed}), deck)] += 1
    for order in permutations(Counter(cards).elements()):
        kept = [card for card in order if card != "archer post"][:count]
        expected[tuple(sorted(kept) if deck == "army" else kept)] += 1
    assert set(shown) == set(expected)
    wanted = [draws * n / expected.total() for n in expected.values()]
    assert stats.chisquare([shown[key] for key in expected], wanted).pvalue > 1e-4
