"""The curriculum: what is drawn, in lanes too, and that it goes on exactly."""

import numpy as np
import pytest

from tablemates.agents.learn.curriculum import Curriculum
from tablemates.agents.learn.lanes import make_lanes
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.seeds import purpose_of
from tablemates.envs.core.vector_choosing import Chosen
from tablemates.envs.portal_dash.settings import Settings

CELLS = [(level, players) for level in (1, 4) for players in (1, 3)]


def taught(share=0.8, seed=0):
    curriculum = Curriculum([1, 4], [1, 3], share, seed)
    rng = np.random.default_rng(0)
    for (level, players), rate in zip(CELLS, (0.0, 0.5, 0.9, 1.0), strict=True):
        for _ in range(150):
            curriculum.note(level, players, bool(rng.random() < rate))
    return curriculum


def test_what_is_neither_won_nor_lost_is_drawn_most():
    chances = taught().chances()
    assert list(chances) == CELLS
    assert sum(chances.values()) == pytest.approx(1)
    lost, open_, nearly, won = chances.values()
    assert open_ > 2 * nearly > 2 * lost
    assert min(lost, won) >= 0.2 / 4
    assert set(taught(share=0.0).chances().values()) == {0.25}
    fresh = Curriculum([1, 4], [1, 3], 1.0, 0)
    assert set(fresh.chances().values()) == {0.25}


def test_what_is_named_twice_is_drawn_twice_as_often():
    curriculum = Curriculum([1, 1, 4], [2], 0.5, 0)
    assert curriculum.chances() == pytest.approx({(1, 2): 2 / 3, (4, 2): 1 / 3})
    curriculum.note(1, 2, won=True)
    other = Curriculum([1, 1, 4], [2], 0.5, 1)
    other.restore(curriculum.state())
    assert other.chances() == curriculum.chances()
    twice = Settings(level=[1, 1, 4], players=[1, 1], max_turns=1, mask_in_observation=False)
    lanes = make_lanes(twice, 2, seed=0, perturbed=0.5)
    rng = np.random.default_rng(0)
    assert any(endings for *_, endings in played(lanes, 60, rng))


def test_a_level_without_a_number_is_refused():
    levels = [{"tiles": 3, "mobs": {"hoglin": 3}}, 2]
    mixed = Settings(level=levels, players=2, mask_in_observation=False)
    with pytest.raises(SettingsError, match="of levels with a number"):
        make_lanes(mixed, 2, seed=0, share=0.5)
    make_lanes(mixed, 2, seed=0)


def test_draws_follow_the_chances():
    curriculum = taught()
    drawn = curriculum.draw(4000)
    assert {purpose_of(seed) for seed in drawn.seeds} == {"train"}
    assert len(set(drawn.seeds)) == 4000
    levels, players = drawn.levels, drawn.players
    for (level, count), chance in curriculum.chances().items():
        here = (np.array(levels) == [1, 4].index(level)) & (np.array(players) == count)
        assert here.mean() == pytest.approx(chance, abs=0.03)


def test_old_games_are_forgotten():
    curriculum = taught()
    for _ in range(1000):
        curriculum.note(1, 3, won=True)
    assert curriculum.chances()[1, 3] < 1.1 * curriculum.chances()[4, 3]


def played(lanes, steps, rng):
    shown = []
    for _ in range(steps):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in lanes.masks])
        stepped = lanes.step(actions)
        shown.append((lanes.observations.copy(), lanes.masks.copy(), stepped.endings))
    return shown


SETTINGS = Settings(level=[1, 4], players=[1, 3], max_turns=3, mask_in_observation=False)


def chosen(seeds, level, openings=None):
    count, rng = len(seeds), np.random.default_rng(0)
    return Chosen(seeds, [level] * count, [3] * count, openings or [0] * count, rng)


def test_lanes_play_what_is_drawn():
    """Only the cell that the curriculum draws is played, once the first games are over."""
    lanes = make_lanes(SETTINGS, 6, seed=0, share=0.5)
    noted = []
    lanes._curriculum.note = lambda *game, won: noted.append((*game, won))
    lanes._curriculum.draw = lambda count: chosen(range(9, 9 + count), level=1)
    rng = np.random.default_rng(0)
    played(lanes, 150, rng)
    noted.clear()
    lanes.take_endings()
    endings = [one for *_, ended in played(lanes, 150, rng) for one in ended.values()]
    assert len(endings) > 5
    assert {(one["level"], one["players"]) for one in endings} == {(4, 3)}
    assert noted == [(one["level"], one["players"], False) for one in endings]
    assert min(lanes.games.seeds) >= 9
    assert max(lanes.games.seeds) < 20


def test_the_first_decision_of_a_drawn_game_is_shown():
    lanes = make_lanes(SETTINGS, 2, seed=0, share=0.5)
    lanes.games.begin([1], chosen([77], level=1))
    other = make_lanes(Settings(level=4, players=3, mask_in_observation=False), 1, seed=0)
    other.games.reset(seed=[77])
    assert np.array_equal(lanes.observations[1], other.games.observe()[0])
    assert np.array_equal(lanes.masks[1], other.games.action_masks()[0])


def test_perturbed_games_begin_with_random_actions():
    lanes = make_lanes(SETTINGS, 4, seed=0, perturbed=0.5, opening=7)
    lengths = lanes._curriculum.draw(2000).openings
    assert np.mean(np.array(lengths) > 0) == pytest.approx(0.5, abs=0.05)
    assert set(lengths) == set(range(8))
    rng = np.random.default_rng(0)
    lanes.games.begin([0, 1, 3], chosen([5] * 3, 0, [0, 6, 6]))
    moves = lanes.games._batch.moves
    assert moves[1] - moves[0] == moves[3] - moves[0] == 6
    assert not np.array_equal(lanes.observations[0], lanes.observations[1])
    assert not np.array_equal(lanes.observations[1], lanes.observations[3])
    lanes.games.begin([0, 1], chosen([5] * 2, 0, [10**6] * 2))  # both end
    assert lanes.masks.sum(1).min() > 1
    played(lanes, 5, rng)


def test_lanes_with_a_curriculum_go_on_exactly():
    lanes, other = (
        make_lanes(SETTINGS, 3, seed, share=0.9, perturbed=0.5, opening=9) for seed in (0, 1)
    )
    played(lanes, 60, np.random.default_rng(0))
    other.restore(lanes.state())
    one, two = (played(each, 120, np.random.default_rng(1)) for each in (lanes, other))
    assert sum(len(endings) for *_, endings in one) > 3
    for (*arrays, endings), (*others, also) in zip(one, two, strict=True):
        assert endings == also
        assert all(np.array_equal(*pair) for pair in zip(arrays, others, strict=True))
    assert lanes.state() == other.state()
