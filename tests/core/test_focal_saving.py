"""One seat's view as a value: events, saved games, copies."""

import copy
import json
import pickle
from functools import partial

import numpy as np
import pytest

from tablemates.envs.core import saving, vector_saving
from tablemates.envs.core.errors import FormatError, PartnerError, ResetNeededError, SettingsError
from tablemates.envs.core.partners import Pool
from tablemates.envs.core.policies import edge_size
from tests.core.conftest import aec, focal, focal_lanes, single
from tests.core.dice_race import DECIDER, HOLD, ROLL
from tests.core.players import Faulty, Player, Wild
from tests.in_lanes import assert_same, choices

PARTNERS = (Wild(), Player())


def test_events_are_those_since_the_learners_last_decision():
    env, plain = focal(1, [Wild(), Wild()], players=3), aec(players=3)
    rng = np.random.default_rng(0)
    for seed in range(10):
        env.reset(seed=seed)
        plain.reset(seed=seed)
        events = list(plain.events)
        over = False
        count = 0
        while True:
            for action in env.replay().actions[count:]:
                plain.step(action)
                events += plain.events
            count = len(env.replay().actions)
            assert env.events == events
            if over:
                break
            events = []
            over = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))[2]
        assert env.replay().actions == plain.replay().actions


def game_over(env):
    return env.action_masks()[0] == 1


def test_a_saved_game_goes_on_with_the_same_partners_and_keys():
    def make():
        return focal("random", Pool([Wild(), Player()]), players=[2, 3])

    env, other = make(), make()
    rng = np.random.default_rng(0)
    other.reset(seed=99)
    for seed in range(10):
        env.reset(seed=seed)
        for _ in range(rng.integers(4)):
            if not game_over(env):
                env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
        other.restore(env.save())
        assert other.save() == env.save()
        assert other.events == []
        while not game_over(env):
            action = int(rng.choice(np.flatnonzero(env.action_masks())))
            assert_same(env.step(action), other.step(action))
            assert env.events == other.events


def test_going_back_goes_on_as_before():
    env = focal(0, [Wild()], players=2)
    env.reset(seed=1)
    env.step(ROLL)
    mark = env.mark()
    after = [env.step(ROLL)[:4] for _ in range(3)]
    env.go_back(mark)
    assert env.events == []
    assert env.replay() == mark.replay
    assert_same(tuple(after), tuple(env.step(ROLL)[:4] for _ in range(3)))


def test_games_of_other_views_go_on_at_the_learners_next_decision():
    plain = aec(players=3)
    plain.reset(seed=5)
    env = focal(2, [Player(), Player()], players=3)
    env.restore(plain.save())
    assert env.observe()[1] == 0
    assert env.action_masks()[ROLL] == 1
    plain.restore(env.save())
    assert plain.agent_selection == "player_2"
    env.load_position(plain.dump_position())
    assert env.events == []
    position = {"record": plain.dump_position()["record"]}
    position["record"][DECIDER] = 0
    env.load_position(position)
    assert env.observe()[1] == 0
    assert env.events


def test_games_that_do_not_fit_are_refused_and_change_nothing():
    env = focal(0, [Wild()], players=[2])
    env.reset(seed=0)
    before = env.save()
    third = focal(1, [Wild()], players=2)
    third.reset(seed=0)
    with pytest.raises(FormatError, match="saved with seat=1, here is seat=0"):
        env.restore(third.save())
    other = focal(0, [Player()], players=2)
    other.reset(seed=0)
    with pytest.raises(FormatError, match="saved with the partners player, these are wild"):
        env.restore(other.save())
    alone = single(players=1)
    alone.reset(seed=0)
    with pytest.raises(FormatError, match="1 partner is given for a game of 1 players"):
        env.restore(alone.save())
    with pytest.raises(SettingsError, match="1 partner is given for a game of 1 players"):
        env.load_position(alone.dump_position())
    assert env.save() == before
    fresh = focal(0, [Wild()], players=[2])
    with pytest.raises(SettingsError, match="1 partner is given"):
        fresh.load_position(alone.dump_position())
    with pytest.raises(ResetNeededError):
        fresh.save()


def partners_turn(seed=5):
    """Return a saved game of two in which seat 1 decides."""
    plain = aec(players=2)
    plain.reset(seed=seed)
    while plain.agent_selection == "player_0":
        plain.step(ROLL)
    return plain.save()


@pytest.mark.parametrize("times", [0, 1])
def test_a_partner_that_fails_leaves_the_game_that_was_before_restore(times):
    faulty = Faulty(0, times)
    env, twin = focal(0, [faulty], players=2), focal(0, [Player("faulty")], players=2)
    for one in (env, twin):
        one.reset(seed=2)
        one.step(ROLL)
    before = env.save(), env.replay(), env.events, env.snapshot()
    with pytest.raises(PartnerError):
        env.restore(partners_turn())
    assert (env.save(), env.replay(), env.events, env.snapshot()) == before
    assert_same(env.observe(), twin.observe())
    for action in (HOLD, ROLL, ROLL):
        assert_same(env.step(action), twin.step(action))
    asked, expected = (
        [situation.key for situation, _ in one._partners.agents[0].asked] for one in (env, twin)
    )
    assert asked[-len(expected) :] == expected, "the partner gets the keys of this game"


def test_partners_of_a_game_saved_without_them_answer_alike_whatever_was_played_before():
    saved, answers = partners_turn(), []
    for seed in (1, 2):
        partner = Player()
        env = focal(0, [partner], players=2)
        env.reset(seed=seed)
        partner.asked.clear()
        env.restore(saved)
        answers.append([situation.key for situation, _ in partner.asked])
        answers.append(env.save())
    assert answers[0]
    assert answers[:2] == answers[2:]
    env.restore(partners_turn(seed=6))
    assert [situation.key for situation, _ in partner.asked][-1] not in answers[0]


NESTED = "[" * 100_000


@pytest.mark.parametrize(
    "change",
    [
        {"moves": float("inf")},
        {"seed": float("inf")},
        {"seed": -1},
        {"seat": float("inf")},
        {"partners": [float("inf")]},
        {"partners": [7]},
        {"names": None},
        NESTED,
        f'{{"moves": {NESTED}',
    ],
    ids=lambda change: str(change)[:25],
)
def test_saved_line_ups_that_are_none_are_refused_and_change_nothing(change):
    env, other = (focal(0, [Wild()], players=2) for _ in range(2))
    for seed, one in enumerate((env, other)):
        one.reset(seed=seed)
    edge = other._edge()
    head, tail = edge[: edge_size(2)], edge[edge_size(2) :]
    text = change if isinstance(change, str) else json.dumps(json.loads(tail) | change)
    before = env.save(), env.events
    with pytest.raises(FormatError):
        env.restore(saving.pack(other._game, head + text.encode()))
    assert (env.save(), env.events) == before


@pytest.mark.parametrize(
    "change",
    [
        {"seeds": [[1], [2]]},
        {"moves": [[1, 2], [3, 4]]},
        {"places": [float("inf"), 0]},
        {"seeds": [-1, 0]},
        {"ended": 1},
        {"illegal_in_a_row": [-1, 0]},
        {"illegal_in_a_row": [2**20, 0]},
        NESTED,
    ],
    ids=lambda change: str(change)[:35],
)
def test_saved_batches_whose_numbers_are_none_are_refused_and_change_nothing(change):
    vector, other = (focal_lanes(2, 0, [Wild()], players=2) for _ in range(2))
    for seed, one in enumerate((vector, other)):
        one.reset(seed=seed)
    named = partial(vector_saving._named, other._lockstep, other._mode.value)
    records, edge = saving.unpack(named(), other.save())
    text = change if isinstance(change, str) else json.dumps(json.loads(edge) | change)
    before = vector.save()
    with pytest.raises(FormatError):
        vector.restore(saving.pack(named(records), text.encode()))
    assert vector.save() == before


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_are_equal_and_independent(copied):
    env = focal("random", Pool([Wild(), Player()]), players=3)
    env.reset(seed=4)
    other = copied(env)
    before = env.save()
    assert other.save() == before
    answer = other.step(ROLL)
    assert env.save() == before
    assert_same(env.step(ROLL), answer)
    vector = focal_lanes(3, "random", Pool([Wild(), Player()]), players=3)
    vector.reset(seed=4)
    twin = copied(vector)
    actions = choices(vector.action_masks(), np.random.default_rng(0))
    assert_same(vector.step(actions), twin.step(actions))


def test_a_saved_batch_goes_on_with_the_same_partners_and_keys():
    def make(seat="random", partners=PARTNERS):
        return focal_lanes(5, seat, Pool(partners), players=[2, 3])

    vector, other = make(), make()
    vector.reset(seed=0)
    rng = np.random.default_rng(0)
    for _ in range(20):
        vector.step(choices(vector.action_masks(), rng))
    other.restore(vector.save())
    for _ in range(40):
        actions = choices(vector.action_masks(), rng)
        assert_same(vector.step(actions), other.step(actions))
    assert vector.save() == other.save()
    for wrong, words in ((make(0), "here is seat=0"), (make("random", [Wild()]), "these are wild")):
        with pytest.raises(FormatError, match=words):
            wrong.restore(vector.save())
    one = focal("random", Pool([Wild(), Player()]), players=[2, 3])
    one.restore(vector.game(2))
    assert np.array_equal(one.observe(), vector.observe()[2])
    action = choices(vector.action_masks(), rng)
    if not vector.step(action)[2][2]:
        one.step(int(action[2]))
        assert np.array_equal(one.observe(), vector.observe()[2])
