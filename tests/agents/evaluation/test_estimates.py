"""Comparisons on the same games: textbook numbers, coverage, and what is undecided."""

import math

import numpy as np
import pytest
from scipy import stats

from tablemates.agents.evaluation.stats.estimates import holm, mean_ratio, over_seeds, paired


def games(both, only_a, only_b, neither):
    a = [True] * (both + only_a) + [False] * (only_b + neither)
    b = [True] * both + [False] * only_a + [True] * only_b + [False] * neither
    return a, b


def test_mcnemar_agrees_with_the_textbook():
    # Agresti, Categorical Data Analysis: approval in two surveys, 150 against 86 of 1,600
    found = paired(*games(794, 150, 86, 570))
    assert (found.only_a, found.only_b) == (150, 86)
    assert found.difference.value == pytest.approx(0.04)
    # Wald's interval there: 0.04 +- 1.96 * 0.0095
    assert found.difference.low == pytest.approx(0.0212, abs=0.001)
    assert found.difference.high == pytest.approx(0.0588, abs=0.001)
    by_hand = 2 * sum(math.comb(236, k) for k in range(87)) / 2**236
    assert found.p_value == pytest.approx(by_hand)
    assert not found.difference.alike


@pytest.mark.slow
def test_intervals_of_paired_games_cover_the_difference_and_the_ratio():
    # Two agents in 200 games that are luck for both alike, 300 times.
    a_true, b_true = _share_above(0.45), _share_above(0.50)
    hits, rng = np.zeros(2), np.random.default_rng(4)
    for _ in range(300):
        luck = rng.random(200)
        a, b = (luck + rng.normal(0, 0.2, 200) > threshold for threshold in (0.45, 0.50))
        difference, ratio = paired(a, b).difference, mean_ratio(a, b)
        assert ratio.value == a.mean() / b.mean()
        hits += (
            difference.low <= a_true - b_true <= difference.high,
            ratio.low <= a_true / b_true <= ratio.high,
        )
    assert 0.90 <= min(hits) / 300 <= max(hits) / 300 <= 0.985


def test_a_ratio_to_next_to_nothing_has_no_upper_end():
    assert mean_ratio([1, 0, 1], [0, 0, 0]) is None
    assert mean_ratio([1, 0, 1], [0, 0, 1])[2] == math.inf
    assert mean_ratio([0, 0, 0], [1, 0, 0])[1:] == (0.0, math.inf)
    value, low, high = mean_ratio([1] * 400, [1] * 400)
    assert low < value == 1.0 < high < 1.02


def _share_above(threshold):
    """Return P(U + N(0, 0.2) > threshold) by a fine sum over the normal's quantiles."""
    x = np.linspace(-1.5, 1.5, 30_001)
    weight = np.exp(-0.5 * (x / 0.2) ** 2)
    return float((np.clip(1 - (threshold - x), 0, 1) * weight).sum() / weight.sum())


def test_the_interval_over_cells_is_that_of_the_seeds_errors():
    # Two cells whose games share their seeds' luck, and one that does not care for it.
    rng = np.random.default_rng(7)
    luck = rng.random(400)
    cells = [luck < 0.2, luck + rng.normal(0, 0.1, 400) < 0.7, rng.normal(0.4, 0.3, 400)]
    values, numbers = np.concatenate(cells), np.tile(np.arange(400), 3)
    estimate = over_seeds(values, numbers)
    error = np.mean(cells, axis=0).std() / math.sqrt(400)
    apart = math.sqrt(sum(np.var(cell) / len(cell) for cell in cells)) / len(cells)
    assert error > 1.1 * apart  # drawn one by one, games would seem to say more than they do
    assert estimate.value == pytest.approx(np.mean([np.mean(cell) for cell in cells]))
    assert estimate.high - estimate.value == pytest.approx(1.96 * error, rel=0.06)
    assert estimate.value - estimate.low == pytest.approx(1.96 * error, rel=0.06)
    assert over_seeds(values, numbers) == estimate  # the same numbers, the same interval


@pytest.mark.parametrize("wins", [True, False])
def test_intervals_are_those_of_scipys_bootstrap(wins):
    rng = np.random.default_rng(11)
    values = rng.random(300) < 0.4 if wins else rng.random(300)
    estimate = over_seeds(values, np.arange(300))
    found = stats.bootstrap((values.astype(float),), np.mean, method="percentile", rng=1)
    low, high = found.confidence_interval
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=0.004)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [3, pytest.param(5, marks=pytest.mark.exhaustive), 10])
def test_the_interval_of_few_seeds_covers_the_mean(seeds):
    rng = np.random.default_rng(9)
    hits = 0
    for _ in range(300):
        luck = rng.normal(0, 0.3, seeds)
        cells = [luck + rng.random(seeds) > 0.5 for _ in range(20)]
        _, low, high = over_seeds(np.concatenate(cells), np.tile(np.arange(seeds), 20))
        hits += low <= 0.5 <= high
    assert hits / 300 >= 0.90


def test_holm_adjusts_step_by_step():
    # by hand: 0.01 * 4; 0.02 * 3; max(0.06, 0.03 * 2); 0.4
    assert holm([0.02, 0.4, 0.01, 0.03]) == pytest.approx([0.06, 0.4, 0.04, 0.06])
    assert holm([0.9, 0.8]) == pytest.approx([1.0, 1.0])
    assert holm([]).tolist() == []
