"""Learning by temporal differences: targets, determinism, resuming, and that it learns."""

from copy import deepcopy

import numpy as np
import pytest

from tablemates.agents.learn.td.updates import write_targets
from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.core.game.seeds import seed_for
from tablemates.envs.core.views.agent import Batch
from tablemates.envs.core.views.decision_keys import decision_keys
from tests.agents.value.conftest import agent_of, learner, race
from tests.core.players import Player


def weights_of(one):
    return np.concatenate([array.ravel() for array in one.weights])


def targets_of(player, kinds, best, ends, over=1, lambda_=0.5):
    """Return the targets of one game of two seats that decide in turn."""
    log = player.new_log(1, 4)
    count, pairs = len(kinds), player.pairs
    log.decisions[0], log.over[0], log.players[0] = count, over, 2
    log.kinds[:count], log.seats[:count] = kinds, np.arange(count) % 2
    log.best[:count, :2] = best
    log.ends[0, 0, :2] = ends
    targets = np.zeros((4, 2 * pairs), np.float32)
    write_targets(log, lambda_, targets)
    return targets[:count, :2].tolist()


def test_targets_are_lambda_returns_from_each_movers_seat(player):
    best = [[0.4, 0.6], [0.8, 0.2], [0.5, 0.5]]  # own, then the other seat's
    targets = targets_of(player, [0, 0, 0], best, [1.0, 0.0])
    # Seat 0 moves last and wins; half of each step back is what was expected there.
    np.testing.assert_allclose(targets, [[0.475, 0.525], [0.25, 0.75], [1.0, 0.0]], rtol=1e-6)


def test_random_moves_do_not_count_against_what_came_before(player):
    best = [[0.4, 0.6], [0.8, 0.2], [0.5, 0.5]]
    targets = targets_of(player, [0, 1, 0], best, [1.0, 0.0])
    np.testing.assert_allclose(targets[0], [0.2, 0.8])  # what the second mover left undone


def test_threads_do_not_change_what_is_learned():
    one, two = learner(threads=1), learner(threads=2)
    logs = [[each.update() for _ in range(4)] for each in (one, two)]
    one.finish(), two.finish()
    two.close()
    assert logs[0] == logs[1]
    assert np.array_equal(weights_of(one), weights_of(two))


def test_a_resumed_run_is_the_run_that_was_not_disturbed():
    undisturbed, killed, resumed = learner(), learner(), learner()
    for one in (undisturbed, killed):
        for _ in range(3):
            one.update()
        one.finish()
    state, timesteps = deepcopy(killed.state()), killed.timesteps
    killed.update()  # what was done after the checkpoint is lost
    resumed.restore(state, timesteps)
    assert [resumed.update() for _ in range(3)] == [undisturbed.update() for _ in range(3)]
    assert resumed.timesteps == undisturbed.timesteps
    assert np.array_equal(weights_of(resumed), weights_of(undisturbed))


@pytest.mark.slow
def test_it_learns_to_beat_the_best_script(facts):
    one = learner(total=600_000, games_per_batch=200, max_decisions=200, epsilons=(0.05,))
    while one.timesteps < 600_000:
        one.update()
    one.finish()
    agent = agent_of(one.average, facts)
    for pips in (8, 12, 20):
        assert wins_against(agent, Player(pips=pips)) > 0.5


def wins_against(agent, script, games=3000):
    batch, lanes = GameBatch(race(), games), np.arange(games)
    batch.set_up(lanes, [seed_for("tune", n) for n in range(games)], [0] * games, [2] * games)
    seat, taken = lanes % 2, 0
    while len(live := lanes[batch.answers >= 0]):
        actions = np.full(games, -1)
        for mine, who in ((True, agent), (False, script)):
            asked = live[(batch.answers[live] == seat[live]) == mine]
            if len(asked):
                keys = decision_keys(batch.seeds[asked], np.full(len(asked), taken))
                shown = batch.observations[asked], batch.masks[asked], batch.publics[asked]
                actions[asked] = who.act_batch(Batch(*shown, keys))
        batch.step(actions)
        taken += 1
    return float((batch.endings(lanes)["returns"][lanes, seat] > 0).mean())
