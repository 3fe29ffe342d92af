"""Luck-adjusted outcomes: exact chances, no bias whatever the model says, faults noticed."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tablemates.agents.configs import read_config
from tablemates.agents.evaluation.luck import adjusted
from tablemates.agents.evaluation.luck import fit as fitting
from tablemates.agents.evaluation.luck.model import SOURCES, Model
from tablemates.agents.evaluation.luck.walker import Walker
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.rows import read_rows
from tablemates.agents.evaluation.runner import play
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.seeds import purpose_of

# The first run on a machine compiles for a minute.
pytestmark = pytest.mark.slow

GAMES = 60


@pytest.fixture(scope="module")
def rows():
    options = {"agents": ["rules"], "levels": [1, 5], "players": [1, 3], "games": GAMES}
    return play(read_config(Plan, Path("configs/eval/base.yaml"), options=options | {"workers": 1}))


@pytest.fixture(scope="module")
def walked(rows):
    walker = Walker()
    return [walker.walk(row) for row in rows]


def opinionated():
    """Return a model that values everything, at random: more luck than a good one sees."""
    model = Model.read()
    worth = np.random.default_rng(3).normal(0, 0.05, model.worth.shape).astype(np.float32)
    worth[:, -1] = 1.0
    return replace(model, worth=worth)


def deviation(model, games, rows):
    """Return by how many standard errors the mean luck of games is off; games of a seed are one."""
    luck = np.array([model.luck(game) for game in games])
    numbers = np.array([row.number for row in rows])
    by_seed = np.array([luck[numbers == n].sum(axis=0) for n in range(GAMES)])
    return np.abs(by_seed.mean(axis=0)) / (by_seed.std(axis=0) / np.sqrt(GAMES))


def test_every_event_lists_all_that_may_happen_with_its_chance(walked):
    for game in walked:
        lasts = np.append(game.firsts[1:], len(game.chances))
        assert np.allclose(np.add.reduceat(game.chances, game.firsts), 1.0)
        assert (game.chances > 0).all()
        assert ((game.firsts <= game.happened) & (game.happened < lasts)).all()
        assert np.isfinite(game.positions).all()
        # two dice of six faces: six colours and three numbers on this one
        assert set((lasts - game.firsts)[game.kinds == 0]) == {18}


def test_what_happened_is_as_often_as_its_chance_says(walked):
    dice = np.zeros(18)
    expected = np.zeros(18)
    for game in walked:
        for first, happened in zip(game.firsts, game.happened, strict=True):
            if game.kinds[game.firsts == first][0] == 0:
                dice[happened - first] += 1
                expected += game.chances[first : first + 18]
    # four games share a seed and so the dice of a turn
    assert (((dice - expected) ** 2 / expected).sum() / 4) < 34.8  # 1 in 100 of chi-square, 17


def test_luck_is_nothing_on_average_whatever_the_model(rows, walked):
    for model in (Model.read(), opinionated()):
        assert (deviation(model, walked, rows) < 3.5).all()


def test_wrong_chances_are_noticed(rows, walked):
    def as_likely(game):
        """Take all outcomes of draws for equally likely: dice are all that stays right."""
        counts = np.diff(np.append(game.firsts, len(game.chances)))
        return replace(game, chances=np.repeat(1.0 / counts, counts))

    faulty = [as_likely(game) for game in walked]
    assert deviation(opinionated(), faulty, rows).max() > 3.5


def test_an_outcome_that_did_not_happen_is_noticed(rows, walked):
    faulty = [replace(game, happened=game.firsts) for game in walked]
    assert deviation(opinionated(), faulty, rows).max() > 3.5


def test_luck_by_signal_adds_up_to_luck(walked):
    model = opinionated()
    for game in walked[:20]:
        by_signal = (model.signal_luck(game) * model.worth).sum(axis=1)
        assert model.luck(game) == pytest.approx(by_signal, abs=1e-3)


def test_adjusted_outcomes_keep_their_mean_and_the_order_of_the_rows(rows):
    won = np.array([float(row.won) for row in rows])
    found = adjusted(rows)
    difference = found - won
    assert abs(difference.mean()) < 4 * difference.std() / np.sqrt(GAMES)
    assert found.var() < 1.05 * won.var()
    order = np.random.default_rng(0).permutation(len(rows))
    assert adjusted([rows[n] for n in order]) == pytest.approx(found[order])


def test_games_that_are_always_lost_stay_as_they_are(rows):
    lost = [row for row in rows if not row.won]
    assert adjusted(lost) == pytest.approx(np.zeros(len(lost)))


def test_few_games_are_left_alone(rows):
    assert adjusted(rows[:1]).tolist() == [float(rows[0].won)]
    assert adjusted([]).tolist() == []


def test_long_games_go_on_where_the_buffer_ended(rows):
    longest = max(rows, key=lambda row: row.decisions)
    whole = Walker().walk(longest)
    short = Walker()
    for name in ("_positions", "_standing", "_chances", "_events"):
        setattr(short, name, getattr(short, name)[:1200])
    cut = short.walk(longest)
    for name in whole.__slots__:
        assert np.array_equal(getattr(whole, name), getattr(cut, name)), name


def test_rows_that_do_not_hold_are_refused(rows):
    row = next(row for row in rows if not row.won)
    with pytest.raises(FormatError, match="does not end as its row says"):
        Walker().walk(row.model_copy(update={"outcome": "won"}))
    with pytest.raises(FormatError, match="other rules or parts"):
        Walker().walk(row.model_copy(update={"ruleset": "0" * 16}))


def test_a_model_is_fitted_on_tuning_seeds_and_written(tmp_path):
    games = fitting.play(3, "rules")
    assert len(games) == 3 * 5 * 4
    assert {purpose_of(row.seed) for row in games} == {"tune"}
    model, factor = fitting.fit(games, Walker())
    assert factor > 0.5
    model.write(tmp_path / "value.safetensors")
    again = Model.read(tmp_path / "value.safetensors")
    for name in model.__slots__:
        assert np.array_equal(getattr(model, name), getattr(again, name))


def share_left(rows, luck):
    """Return how much of the outcomes' variance is left in cells when luck is taken off."""
    cells = [(row.agents, row.level, row.players) for row in rows]
    won = np.array([float(row.won) for row in rows])
    rest = won - luck
    for cell in set(cells):
        own = [n for n, other in enumerate(cells) if other == cell]
        won[own] -= won[own].mean()
        rest[own] -= rest[own].mean()
    return rest.var() / won.var()


def test_the_model_that_comes_with_the_program_knows_luck_when_it_sees_it():
    every = read_rows(Path("docs/results/leaderboard.jsonl"))
    rows = [row for row in every if row.agents[0].startswith("planner")]
    assert len(rows) > 100
    walker, model = Walker(), Model.read()
    luck = np.array([model.luck(walker.walk(row)).sum() for row in rows])
    assert share_left(rows, luck) < 0.9
    # Luck of other games is none of these, and bad luck is not good luck.
    assert share_left(rows, np.roll(luck, 1)) > 1.0
    assert share_left(rows, -luck) > 1.0


def test_luck_has_a_name_for_every_source():
    assert Model.read().worth.shape[0] == len(SOURCES)
