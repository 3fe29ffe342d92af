"""Learning in a competitive game: every seat has a trajectory of its own."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tablemates.agents.learn.settings import PPOConfig  # noqa: E402
from tablemates.agents.learn.torch_network import ActorCritic  # noqa: E402
from tablemates.agents.learn.trajectories import Steps, advantages_of  # noqa: E402
from tablemates.agents.learn.vec_env import make_training_envs  # noqa: E402
from tablemates.agents.networks.network import Network, input_scale  # noqa: E402
from tablemates.envs.core.engine.codes import OVER, SKIP  # noqa: E402
from tablemates.envs.core.game.batch import GameBatch  # noqa: E402
from tests.agents.conftest import mlp_spec  # noqa: E402
from tests.agents.toy import ENV_LEARNERS  # noqa: E402
from tests.core.dice_race import CATALOGUE, GIVE, DiceRace, Settings  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")

SETTINGS = {"shaping": {"pips": 0.1}, "max_turns": 200, "mask_in_observation": False}
PPO = PPOConfig(learning_rate=3e-3, num_steps=32, batch_size=256, gae_lambda=0.9)


def by_hand(steps, values, last_values, gamma, gae_lambda):
    """Return the advantages, one trajectory after the other; None: not known."""
    count, envs = steps.seats.shape
    found = [[None] * envs for _ in range(count)]
    for env in range(envs):
        for n in reversed(range(count)):
            seat, earned = steps.seats[n, env], 0.0
            for later in range(n, count + 1):
                if later == count:
                    if steps.last_seats[env] == seat:
                        found[n][env] = earned + gamma * last_values[env] - values[n, env]
                    break
                if later > n and steps.seats[later, env] == seat:
                    found[n][env] = earned + gamma * values[later, env] - values[n, env]
                    found[n][env] += gamma * gae_lambda * (found[later][env] or 0.0)
                    break
                earned += steps.rewards[later, env, seat]
                if steps.dones[later, env]:
                    rest = values[n, env] if steps.truncated[later, env] else 0.0
                    found[n][env] = earned + gamma * rest - values[n, env]
                    break
    return found


@pytest.mark.parametrize("seats", [1, 3])
def test_a_decision_earns_what_its_seat_gets_until_its_own_next_one(seats):
    rng = np.random.default_rng(seats)
    shape = (40, 5)
    dones = rng.random(shape) < 0.15
    steps = Steps(
        rng.integers(seats, size=shape),
        rng.normal(size=(*shape, seats)).astype(np.float32),
        dones,
        dones & (rng.random(shape) < 0.5),
        rng.integers(seats, size=5),
    )
    values, last_values = rng.normal(size=shape), rng.normal(size=5)
    advantages, complete = advantages_of(
        steps, *(torch.tensor(one, dtype=torch.float32) for one in (values, last_values)), 0.9, 0.8
    )
    expected = by_hand(steps, values, last_values, 0.9, 0.8)
    for found, known, there in zip(advantages, complete, expected, strict=True):
        assert known.tolist() == [one is not None for one in there]
        for one, other in zip(found.tolist(), there, strict=True):
            assert other is None or one == pytest.approx(other, abs=1e-5)
    assert complete.all() == (seats == 1)


def test_the_steps_of_a_race_have_the_rewards_of_all_seats():
    envs = make_training_envs(Settings(players=3, mask_in_observation=False), 8, seed=0)
    rng = np.random.default_rng(0)
    for _ in range(300):
        envs.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in envs.masks]))
    steps = envs.take_steps()
    won = steps.rewards[steps.dones]
    assert len(won) > 20
    assert (np.sort(won, axis=1) == [-1, -1, 1]).all()
    assert not steps.rewards[~steps.dones].any()
    winners, last = won.argmax(1), steps.seats[steps.dones]
    assert 0 < (winners != last).mean() < 1  # who gives the others their last pips loses


def trained(learner, players):
    """Return a network that has learned for some seconds."""
    torch.manual_seed(0)
    np.random.seed(0)  # noqa: NPY002 - SB3 shuffles with it
    envs = make_training_envs(Settings(players=players, **SETTINGS), 32, seed=0)
    game = DiceRace(Settings(players=players))
    spec = mlp_spec(game, hidden=(32, 32))
    network = ActorCritic(spec, input_scale(game.layout.low, game.layout.high))
    total = 16 * 32 * PPO.num_steps
    made = ENV_LEARNERS[learner](network, envs, PPO, total)
    while made.timesteps < total:
        made.update()
    return Network(spec, network.tensors())


def wins(network, players, games=400):
    """Return how often a network wins against random play, from every seat in turn."""
    rng = np.random.default_rng(0)
    batch = GameBatch(DiceRace(Settings(players=players)), games)
    batch.new(np.arange(games), list(range(games)))
    ours = np.arange(games) % players
    actions = np.full(games, SKIP)
    while (live := np.flatnonzero(batch.answers != OVER)).size:
        logits = np.where(batch.masks[live] > 0, 0.0, -np.inf)
        mine = np.flatnonzero(batch.answers[live] == ours[live])
        lanes = live[mine]
        logits[mine] = network.logits(batch.observations[lanes], batch.masks[lanes])
        actions[:] = SKIP
        actions[live] = (logits + rng.gumbel(size=logits.shape)).argmax(1)
        batch.step(actions)
    returns = batch.endings(np.arange(games))["returns"]
    return float((returns[np.arange(games), ours] > 0).mean())


@pytest.mark.slow
@pytest.mark.parametrize("learner", ENV_LEARNERS)
@pytest.mark.parametrize("players", [3])
def test_a_learner_beats_random_play(learner, players):
    network = trained(learner, players)
    assert wins(network, players) > (1 / players + 1) / 2
    seen = np.zeros((1, DiceRace(Settings()).layout.size), np.int8)
    seen[0, [0, 2]] = 8, players
    logits = network.logits(seen, np.ones((1, len(CATALOGUE)), np.int8))[0]
    assert logits[GIVE] < logits[1:GIVE].min() - 1  # it gives nobody its pips
