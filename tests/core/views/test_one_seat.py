"""One seat of a game in which a reward or a decision for the wrong seat would be noticed."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tablemates.envs.core.errors import (
    FormatError,
    IllegalActionError,
    PartnerError,
    ResetNeededError,
    SettingsError,
)
from tablemates.envs.core.views.decision_keys import decision_key
from tablemates.envs.core.views.illegal_actions import PENALTY
from tablemates.envs.core.views.seat_options import Pool
from tests.core.conftest import focal, focal_lanes, seated, single
from tests.core.dice_race import GOAL, HOLD, ROLL
from tests.core.players import Faulty, Player, Wild
from tests.in_lanes import OneLane, assert_same, choices, play_beside


def one_lane(seat, partners, **settings):
    """Return the only lane of a vector view as a view of one game."""
    return OneLane(focal_lanes(1, seat, partners, "Disabled", **settings))


@pytest.fixture(params=[focal, one_lane], ids=["single", "vector"])
def make(request):
    """Both forms of the view."""
    return request.param


def until_over(env, action_of, seed=0):
    """Play a game; return what every step answered."""
    observation, info = env.reset(seed=seed)
    answers = []
    while True:
        answers.append(env.step(action_of(observation, info)))
        observation, *_, info = answers[-1]
        if answers[-1][2] or answers[-1][3]:
            return answers


def careful(observation, _info):
    """Roll until the total of the turn is 6."""
    return HOLD if observation[0] >= 6 else ROLL


def test_what_partners_give_the_learner_counts_between_its_decisions(make):
    # Seat 0 learns; seats 1 and 2 give it what they roll; so it earns while they play.
    env = make(0, [Player(pips=2, give=2), Player(pips=2, give=1)], players=3, shaped=True)
    paid = 0
    for seed in range(5):
        before = 0
        env.reset(seed=seed)
        while True:
            observation, reward, terminated, _, _ = env.step(ROLL)
            if terminated:
                break
            # Only rolls of its own: its score grows by what it is given alone.
            assert reward == pytest.approx(0.1 * (observation[3] - before))
            paid += reward > 0
            before = int(observation[3])
        assert reward == pytest.approx(1.0 - 0.1 * before), "won; the potential ends at 0"
    assert paid > 5


def test_a_win_of_a_partner_ends_the_step_and_is_a_loss(make):
    ends = set()
    for seed in range(40):
        env = make("random", [Player(pips=8), Player(pips=8)], players=3)
        seat = env.reset(seed=seed)[1]["seat"]
        *_, (observation, reward, terminated, truncated, info) = until_over(env, careful, seed)
        assert (terminated, truncated) == (True, False)
        assert reward == (1.0 if info["returns"].argmax() == seat else -1.0)
        assert (observation[3] >= GOAL) == (reward == 1.0), "what it sees last is its own score"
        assert info["action_mask"].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]
        ends.add((seat, reward))
    assert len(ends) == 6, "each seat has won and lost"


@pytest.mark.parametrize("seat", range(4))
def test_partners_sit_clockwise_and_the_learner_never_sees_their_decisions(make, seat):
    partners = [Player(name) for name in ("next", "across", "before")]
    env = make(seat, partners, players=4)
    for n in range(5):
        _, info = env.reset(seed=n)
        assert info["seat"] == seat
        assert info["partners"] == ("next", "across", "before")
        for observation, _, terminated, _, info in until_over(env, careful, seed=n):
            assert terminated or observation[1] == 0, "the learner decides wherever it looks"
            assert info["seat"] == seat
    for n, partner in enumerate(partners):
        assert {at for _, at in partner.asked} == {(seat + 1 + n) % 4}
        for situation, _ in partner.asked:
            assert situation.observation[1] == 0, "each sees the game from its own seat"
            assert situation.mask[ROLL] == 1
        kept = {situation.observation.tobytes() for situation, _ in partner.asked}
        assert len(kept) > 3, "what it was shown is its own and stays as it was"


def test_partners_get_the_keys_of_their_decisions(make):
    """The same that evaluation gives: from the game's seed and the decisions before."""
    partner = Player()
    env = make(0, [partner], players=2)
    until_over(env, careful, seed=77)
    plain = single(players=2, illegal="raise")
    plain.reset(seed=77)
    keys = []
    for n in range(10**6):
        if plain._seat == 1:
            keys.append(decision_key(77, n))
        if plain.step(careful(plain.observe(), None))[2]:
            break
    assert [situation.key for situation, _ in partner.asked] == keys
    assert len(keys) > 3


def test_a_pool_is_drawn_from_at_every_reset(make):
    pool = Pool([Player("a"), Player("b"), Player("b")])
    env = make("random", pool, players=[1, 2, 3])
    seen, again = [], []
    for runs in (seen, again):
        env.reset(seed=4)
        for _ in range(200):
            _, info = env.reset()
            runs.append((info["seat"], info["partners"], info["players"]))
    assert seen == again
    assert all(len(partners) == players - 1 for _, partners, players in seen)
    assert {seat for seat, *_ in seen} == {0, 1, 2}
    assert {partners for _, partners, players in seen if players == 3} == {
        (x, y) for x in "ab" for y in "ab"
    }


@pytest.mark.slow
@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize(
    "settings",
    [
        {"seat": "random", "partners": Pool([Wild(), Player()]), "players": [1, 2, 5]},
        {"seat": 2, "partners": [Wild()] * 3, "players": 4, "max_turns": 5},
        {"seat": 0, "partners": [Wild()], "players": 2, "illegal": "end"},
    ],
)
def test_lanes_answer_as_single_views_do(mode, settings):
    vector = focal_lanes(3, mode=mode, shaped=True, **settings)
    ended = play_beside(lambda: focal(shaped=True, **settings), vector, 150, illegal=0.05)
    assert ended > 8


def test_the_learners_own_illegal_actions_are_the_policys():
    partner = Player()
    env = focal(0, [partner], players=2)
    env.reset(seed=0)
    assert env.step(HOLD)[1] == PENALTY
    assert env.events == []
    assert partner.asked == []
    env = focal(0, [partner], players=2, illegal="raise")
    env.reset(seed=0)
    before = env.save()
    with pytest.raises(IllegalActionError):
        env.step(HOLD)
    assert env.save() == before
    env = focal(0, [partner], players=2, illegal="end")
    env.reset(seed=0)
    _, reward, terminated, _, info = env.step(HOLD)
    assert (reward, terminated, int(info["returns"].argmax())) == (-1.0, True, 1)
    assert env.events == [{"event": "forfeited", "a": 0, "b": 0, "text": "forfeited 0 0"}]


@pytest.mark.parametrize("answer", [99, "roll", None, ZeroDivisionError("no idea")])
def test_a_partner_that_fails_stops_the_step_and_leaves_no_half_played_game(answer):
    env = focal(0, [Faulty(answer, times=9)], players=2)
    env.reset(seed=2)
    saved = env.save()
    error = ZeroDivisionError if isinstance(answer, Exception) else PartnerError

    def play_on():
        while True:
            if env.step(careful(env.observe(), None))[2]:
                env.reset()

    with pytest.raises(error, match=r"no idea|the partner 'faulty' answered"):
        play_on()
    with pytest.raises(ResetNeededError, match="call reset"):
        env.step(ROLL)
    env.restore(saved)
    env.step(ROLL)


@pytest.mark.parametrize(
    ("seat", "partners", "players", "sentence"),
    [
        (0, None, 2, "no partners are given for a game of 2 players, whose other seats need 1"),
        (0, [Wild()], [2, 3], r"1 partner is given for a game of 3 players.* Pool\("),
        (2, [Wild()], 2, "seat=2 is no seat of a game of 2 players: 0 to 1"),
        (1, Pool([Wild()]), [1, 2], "seat=1 is no seat of a game of 1 players"),
        ("left", [Wild()], 2, "seat='left' is no number, 'random' or None"),
        (0, "wild", 2, "partners='wild' is no list of agents"),
        (0, [print], 2, "is neither an agent's name nor an Agent"),
    ],
)
def test_wrong_seats_and_partners_get_a_sentence(seat, partners, players, sentence):
    with pytest.raises(SettingsError, match=sentence):
        seated(seat, partners, players)


def game_over(env):
    return env.action_masks()[0] == 1


def pool():
    return focal("random", Pool([Wild(), Player()]), players=[2, 3])


def test_a_saved_game_goes_on_with_the_same_partners_and_keys():
    env, other = pool(), pool()
    rng = np.random.default_rng(0)
    for seed in range(10):
        env.reset(seed=seed)
        for _ in range(rng.integers(4)):
            if not game_over(env):
                env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
        other.restore(env.save())
        assert other.save() == env.save()
        while not game_over(env):
            action = int(rng.choice(np.flatnonzero(env.action_masks())))
            assert_same(env.step(action), other.step(action))
            assert env.events == other.events


def test_saved_games_of_other_partners_are_refused_and_change_nothing():
    env = focal(0, [Wild()], players=2)
    env.reset(seed=0)
    before = env.save()
    alone = single(players=1)
    for other, words in (
        (focal(1, [Wild()], players=2), "saved with seat=1, here is seat=0"),
        (focal(0, [Player()], players=2), "saved with the partners player, these are wild"),
        (alone, "1 partner is given for a game of 1 players"),
    ):
        other.reset(seed=0)
        with pytest.raises(FormatError, match=words):
            env.restore(other.save())
    assert env.save() == before


def test_a_saved_batch_goes_on_with_the_same_partners_and_keys():
    def make(seat="random", *partners):
        return focal_lanes(5, seat, Pool(partners or [Wild(), Player()]), players=[2, 3])

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
    for wrong, words in ((make(0), "here is seat=0"), (make("random", Wild()), "these are wild")):
        with pytest.raises(FormatError, match=words):
            wrong.restore(vector.save())
    one = pool()
    one.restore(vector.game(2))
    assert np.array_equal(one.observe(), vector.observe()[2])
    action = choices(vector.action_masks(), rng)
    if not vector.step(action)[2][2]:
        one.step(int(action[2]))
        assert np.array_equal(one.observe(), vector.observe()[2])
