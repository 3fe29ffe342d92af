"""ROUND, UP, END, HID, DEC, RET, PROG: the frame of a game."""

import pytest

from tablemates.envs.orcs_must_die.vocabulary import CATALOGUE, Decision
from tests.orcs_must_die.table import NO_CARDS, Table, crowd


@pytest.mark.rule("DEC-03", "DEC-06")
def test_the_catalogue():
    assert len(CATALOGUE) == 166
    assert CATALOGUE.names[:3] == ("wait", "done", "yes")
    assert CATALOGUE.names[-1] == "army 5"
    assert CATALOGUE.parse("kill troll down") - CATALOGUE.parse("kill orc up") == 11
    assert len(Decision) == 30 + 2


@pytest.mark.rule("DEC-01")
def test_a_decision_with_one_option_is_taken_unless_asked_for():
    position = {"seats": [{"at": 3}], "standing": {3: crowd(orc=1)}, "step": "attack"}
    table = Table.at(**position, decision="none")
    assert table.decision == "battle"
    table = Table.at(**position, decision="none", skip_forced=False)
    assert table.choices == ["tile 3"]


@pytest.mark.rule("ROUND-01", "UP-07")
def test_phases_follow_one_another():
    table = Table.upgrades(seats=[{"at": 4}, {"at": 4}], unseen={"equipment": {}, "traps": {}})
    steps = []
    while table.p.turn == 1:
        steps.append(table.game.snapshot()["phase"])
        table.do(table.choices[0])
    assert list(dict.fromkeys(steps)) == ["minions", "heroes"]  # nobody could pay for upgrades
    assert table.p.lord == 1


def at_the_end(**position):
    """Return a game at the end of a round."""
    return Table.at(step="up_stage", decision="none", **{"seats": [{"at": 3}], **position})


@pytest.mark.rule("UP-01", "UP-02", "UP-03", "UP-04", "UP-05", "UP-06", "UP-10", "TILE-11")
def test_the_next_level_begins_when_all_cards_are_gone():
    shop = [["fox amulet"], ["tar pit"]]
    table = at_the_end(
        cards_left=NO_CARDS, shop=shop, fortress="keep", laid={7: ["spike trap", "tar pit"]},
        seats=[{"at": -1, "health": 0}, {"at": 3}],
    )  # fmt: skip
    assert ("stage_started", 2) in table.events
    assert table.p.skulls[:2].tolist() == [2, 2]
    assert table.p.pool == 2
    assert table.p.cards_left.tolist() == [3, 3, 0, 0, 0, 0]
    assert table.position["laid"] == {}
    assert table.decision == "trapsburg"
    assert set(table.choices) == {"blade wall", "swinging mace", "bolt turret", "ice vent", "barrel bomb"}
    table.do("blade wall", "ice vent")
    table.do("tile 9")  # the dead hero comes back
    assert table.decision == "equipment"
    assert table.chances["storm amulet"] == 3 / 20
    assert table.p.shop.max() == -1
    table = at_the_end(cards_left=[0, 1, 0, 0, 0, 0], shop=shop)
    assert table.p.stage == 1


@pytest.mark.rule("UP-08", "UP-09", "DEATH-01")
def test_dead_heroes_come_back_and_hearts_heal():
    heart = [None, None, None, "troll heart"]
    seats = [{"hero": "ivy", "at": 3, "health": 2, "equipment": heart},
             {"hero": "cygnus", "at": -1, "health": 0, "rank": 2}]  # fmt: skip
    table = at_the_end(seats=seats, stage=2)
    assert (table.decision, table.game.to_move()) == ("return", 1)
    table.do("tile 0")
    assert table.p.health[:2].tolist() == [3, 6]
    assert (table.p.at[1], table.p.cards[1, 1]) == (0, 2)


@pytest.mark.rule("UP-10")
def test_empty_slots_are_filled_as_far_as_the_decks_go():
    shop = [["fox amulet", None, "fox amulet", None], []]
    unseen = {"equipment": {"ember amulet": 1}, "traps": {}}
    table = at_the_end(shop=shop, unseen=unseen)
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
def test_the_limit_of_rounds():
    table = Table.at(seats=[{"at": 3}], turn=7, max_rounds=7, unseen={"equipment": {}, "traps": {}})
    table.do("done")
    assert table.events[-1] == ("game_lost", "round_limit")


@pytest.mark.rule("HID-02")
def test_all_seats_see_the_same_table():
    table = Table.new(4, players=2)
    snapshot = table.game.snapshot()
    assert "hidden" not in snapshot
    assert "seed" not in snapshot


@pytest.mark.slow
@pytest.mark.rule("HID-01", "HID-03", "TILE-11")
@pytest.mark.parametrize(
    ("position", "deck"),
    [
        ({"step": "up_shop", "decision": "none", "unseen": {"equipment": {"fox amulet": 2, "swift boots": 2}, "traps": {}}}, 0),
        ({"fortress": "keep", "step": "round", "decision": "none", "unseen": {"equipment": {}, "traps": {"spike trap": 2, "tar pit": 1, "archer post": 1}}}, 1),
        ({"step": "reveal", "decision": "none", "cards_left": [1, 1, 0, 0, 0, 0], "unseen": {"army": {"mob": 1, "pack": 2, "volley": 1}}}, 2),
    ],
)  # fmt: skip
def test_redrawn_decks_are_as_likely_as_enumeration_says(position, deck):
    """Compare what a deck of four cards turns up, in order, with all its permutations."""
    from collections import Counter
    from itertools import permutations

    from scipy import stats

    table = Table.at(chance="sampled", skip_forced=False, seats=[{"at": 0}], **position)
    del table
    draws, shown = 2000, Counter()
    for seed in range(draws):
        one = Table.at(chance="sampled", seed=seed, seats=[{"at": 0}], **position)
        shown[_turned(one, deck)] += 1
    cards = [card for card, n in next(iter([position["unseen"]]))[("equipment", "traps", "army")[deck]].items() for _ in range(n)]  # fmt: skip
    expected = Counter()
    for order in permutations(cards):
        kept = [card for card in order if card != "archer post"]
        expected[tuple(kept[: (4, 2, 2)[deck]])] += 1
    assert set(shown) == set(expected)
    total = sum(expected.values())
    counts = [shown[key] for key in expected]
    wanted = [draws * n / total for n in expected.values()]
    assert stats.chisquare(counts, wanted).pvalue > 1e-4


def _turned(table, deck):
    if deck == 0:
        return tuple(table.position["shop"][0][:4])
    if deck == 1:
        return tuple(table.position["laid"]["7"])
    return tuple(event[2] for event in table.events if event[0] == "card_revealed")
