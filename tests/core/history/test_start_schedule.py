"""Schedules of positions to start from."""

import numpy as np
import pytest

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.history.start_archive import RecordedGame, write_archive
from tablemates.envs.core.history.start_schedule import Starts, StartSchedule
from tablemates.envs.core.views.constructors import views_of
from tests.core.dice_race import ROLL, DiceRace, Settings

LENGTH = 20
#: Two games of two players, none of three.
GAMES = [RecordedGame(0, seed, [ROLL] * LENGTH) for seed in (5, 9)]


@pytest.fixture
def game(monkeypatch):
    """Return a dice race that all seats win or lose together."""
    monkeypatch.setattr(DiceRace, "utilities", "identical")
    return DiceRace(Settings(players=[2, 3]))


@pytest.fixture
def file(tmp_path, game):
    write_archive(tmp_path / "starts", game, GAMES, "nobody")
    return tmp_path / "starts"


def drawn(schedule, count=400, scenario=0):
    rng = np.random.default_rng(0)
    return [schedule.draw(scenario, rng) for _ in range(count)]


def test_some_games_begin_at_the_true_start(file, game):
    schedule = StartSchedule(Starts(file, share=0.7), game)
    assert 0.2 < np.mean([place < 0 for place in drawn(schedule)]) < 0.4
    assert set(drawn(schedule, scenario=1)) == {-1}  # no archived game has three players


def test_uniform_draws_from_anywhere(file, game):
    places = drawn(StartSchedule(Starts(file, "uniform", share=1.0), game))
    assert set(places) == set(range(2 * LENGTH))


def test_backplay_begins_at_the_end_and_goes_back_while_games_are_won(file, game):
    schedule = StartSchedule(Starts(file, share=1.0, games=100, wins=0.3), game)
    assert set(drawn(schedule)) == {LENGTH - 1, 2 * LENGTH - 1}
    for _ in range(50):
        schedule.note(LENGTH - 1, 0.0)
    assert set(drawn(schedule)) == {LENGTH - 1, 2 * LENGTH - 1}
    for _ in range(40):
        schedule.note(LENGTH - 1, 1.0)
    part = {place % LENGTH for place in drawn(schedule)}
    assert max(part) == LENGTH - 1
    assert 4 <= min(part) <= LENGTH - 4
    for _ in range(100):
        schedule.note(LENGTH - 1, 1.0)
    assert set(drawn(schedule)) == set(range(2 * LENGTH))


def test_what_was_learned_is_kept(file, game):
    one, other = (StartSchedule(Starts(file, share=1.0, games=100), game) for _ in range(2))
    for _ in range(60):
        one.note(3, 1.0)
    other.restore(one.state())
    assert drawn(one) == drawn(other)
    assert one.fraction > 0.1


def test_wrong_options_are_refused(file, monkeypatch):
    for wrong in ({"schedule": "forward"}, {"share": 1.5}, {"wins": -1}, {"games": 0}):
        with pytest.raises(SettingsError, match=f"starts: {next(iter(wrong))}="):
            Starts(file, **wrong)
    monkeypatch.setattr(DiceRace, "utilities", "general")
    with pytest.raises(SettingsError, match="not co-operative"):
        StartSchedule(Starts(file), DiceRace(Settings(players=2)))


@pytest.fixture
def make(file):
    """Return a function that makes views whose games all begin at positions."""
    views = views_of(DiceRace)
    kinds = {
        "gym": views.gym_env,
        "parallel": views.parallel_env,
        "aec": views.env,
        "vector": views.vector_env,
    }

    def made(kind, **settings):
        starts = Starts(file, "uniform", share=1.0)
        return kinds[kind](**{"players": 2, "first_player": 0, "starts": starts, **settings})

    return made


@pytest.mark.parametrize("kind", ["gym", "parallel", "aec"])
def test_views_begin_at_positions(make, kind):
    env = make(kind)
    records = [bytes(one) for one in env._game.starts.positions.records]
    begun = set()
    for seed in range(100, 130):
        env.reset(seed=seed)
        begun.add(records.index(public_of(env)))
        again = env.save()
        env.reset(seed=seed)
        assert env.save() == again
        assert env.replay().seed is None
    assert len(begun) > 10


def public_of(env):
    """Return the record of a game with the hidden part that its archived position has."""
    positions, record = env._game.starts.positions.records, env._game.save()
    size = env._game.public_record.nbytes
    known = positions[env._game.position]
    assert known[:size].tobytes() == record[:size]
    assert known.tobytes() != record  # drawn anew
    return known.tobytes()


def test_lanes_begin_at_positions_as_views_of_one_game_do(make):
    lanes, env = make("vector", num_envs=8), make("gym")
    lanes.reset(seed=5)
    for lane in range(8):
        env.reset(seed=5 + lane)
        assert lanes._batch.record(lane) == env._game.save()


def test_both_tell_the_schedule_how_games_went(make, file):
    starts = Starts(file, share=1.0, games=10, wins=0.0)
    for env in (make("gym", starts=starts), make("vector", starts=starts, num_envs=3)):
        before = env._game.starts.fraction
        env.reset(seed=0)
        rng = np.random.default_rng(0)
        for _ in range(400):
            masks = env.action_masks()
            actions = [int(rng.choice(np.flatnonzero(mask))) for mask in np.atleast_2d(masks)]
            *_, info = env.step(actions[0] if masks.ndim == 1 else np.array(actions))
            if masks.ndim == 1 and not info["action_mask"][1:].any():
                env.reset()
        assert env._game.starts.fraction > before


def test_reset_takes_a_position(make):
    env = make("gym", starts=None)
    env.reset(seed=1)
    env.step(ROLL)
    position, saved, shown = env.dump_position(), env.save(), env.observe()
    for start in (position, saved):
        observation, _ = env.reset(seed=2, options={"start": start})
        assert np.array_equal(observation, shown)
        assert env.save() != saved  # what is hidden is drawn anew
    with pytest.raises(SettingsError, match="neither a position"):
        env.reset(options={"start": 3})
