"""PPO with memory: it wins where nobody wins without, and plays as it has learned."""

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces

torch = pytest.importorskip("torch")

from tablemates.agents.arena import AgentPlayer, play_all  # noqa: E402
from tablemates.agents.facts import GameFacts  # noqa: E402
from tablemates.agents.games import Observer, Start  # noqa: E402
from tablemates.agents.learn.ppo import PPOLearner  # noqa: E402
from tablemates.agents.learn.recurrent_ppo import RecurrentPPOLearner  # noqa: E402
from tablemates.agents.learn.settings import TrainConfig  # noqa: E402
from tablemates.agents.learn.torch_network import ActorCritic  # noqa: E402
from tablemates.agents.learn.train import start  # noqa: E402
from tablemates.agents.networks.network import Network, NetworkSpec  # noqa: E402
from tablemates.agents.registry import find_agent  # noqa: E402
from tests.agents.toy import PPO, scale_of, toy_envs  # noqa: E402
from tests.core.lanterns import Lanterns, Settings  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")

GAME = "tests.core.lanterns:Lanterns"
STEPS = 3


class Recall(gymnasium.Env):
    """A sign is shown, then nothing; at the end the door with that sign is the way out.

    Whoever does not remember it wins every other game, and no network without memory more.
    """

    observation_space = spaces.Box(0, 1, (STEPS + 3,), np.int8)
    action_space = spaces.Discrete(4)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.sign, self.time = int(self.np_random.integers(2)), 0
        return self._seen()

    def step(self, action):
        self.time += 1
        over = self.time > STEPS
        won = over and action == 1 + self.sign
        observation, info = self._seen()
        info |= {"returns": np.array([float(won)]), "progress": float(won)}
        return observation, float(won), over, False, info

    def _seen(self):
        observation = np.zeros(STEPS + 3, np.int8)
        observation[min(self.time, STEPS)] = 1
        if self.time == 0:
            observation[STEPS + 1 + self.sign] = 1
        mask = np.zeros(4, np.int8)
        mask[1:3] = 1
        return observation, {"action_mask": mask}


def shares_won(kind, memory, updates):
    """Yield the share of games that were won before each update."""
    torch.manual_seed(0)
    envs = toy_envs(Recall, 16)
    spec = NetworkSpec(
        kind="gru" if memory else "mlp",
        inputs=STEPS + 3,
        outputs=4,
        hidden=(16,),
        activation="tanh",
        memory=memory,
    )
    quick = {"gae_lambda": 1.0, "num_steps": 16, "learning_rate": 0.01}
    learner = kind(ActorCritic(spec, scale_of(envs)), envs, PPO.model_copy(update=quick), 10**6)
    for _ in range(updates):
        learner.update()
        yield np.mean([one["r"] for one in learner.take_episodes()])


@pytest.mark.slow
def test_what_has_to_be_remembered_is_learned_with_memory_alone():
    assert any(share > 0.95 for share in shares_won(RecurrentPPOLearner, 16, 20))
    assert np.mean([*shares_won(PPOLearner, None, 20)][10:]) < 0.6


def config(run, **changes):
    return TrainConfig.model_validate(
        {
            "run": run,
            "learner": "ppo",
            "total_timesteps": 256,
            "checkpoint_every": 128,
            "evaluate_games": 2,
            "environment": {"game": GAME, "scenario": {"players": 3}, "num_envs": 4},
            "network": {"hidden": (8,), "memory": 6},
            "ppo": {
                "num_steps": 16,
                "batch_size": 32,
                "n_epochs": 2,
                "learning_rate": 0.01,
                "anneal_lr": False,  # so that a run may grow
            },
            **changes,
        }
    )


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    run = tmp_path_factory.mktemp("memory") / "run"
    start(config(run), resume=False)
    return run


class Watching(Observer):
    def __init__(self):
        self.moves = []

    def before(self, decisions):
        self.moves.append((decisions.seats.copy(), decisions.batch))


@pytest.mark.slow
def test_it_plays_as_it_has_learned_by_what_its_seat_saw(run):
    """The agent answers as the network that goes through the game, asked in whatever order."""
    game = Lanterns(Settings(players=3))
    agent = find_agent(str(run / "policy"), GameFacts.of_game(game))
    network = ActorCritic(agent.policy.card.network, agent.policy.tensors["scale"])
    network.load_tensors(agent.policy.tensors)
    watching, states = Watching(), torch.zeros(1, 3, 6)
    play_all(game, AgentPlayer("it", agent), [Start(3, 0, [0, 0, 0])], [watching], 100)
    assert len(watching.moves) > 4
    for seats, batch in watching.moves:
        seen = torch.from_numpy(batch.observations), torch.from_numpy(batch.masks)
        with torch.no_grad():
            logits, _, states = network.remember(*seen, states, torch.from_numpy(seats))
        legal = batch.masks[0] == 1
        np.testing.assert_allclose(
            agent.logits(batch)[0, legal], logits[0].numpy()[legal], atol=1e-5
        )
    fresh = find_agent(str(run / "policy"), GameFacts.of_game(game))
    for _, batch in reversed(watching.moves):
        np.testing.assert_array_equal(fresh.logits(batch), agent.logits(batch))
    # It is the memory that counts: without a past the answer is another.
    last = watching.moves[-1][1]
    bare = type(last)(last.observations, last.masks, last.publics, last.keys)
    assert not np.allclose(agent.logits(bare), agent.logits(last))


def test_what_it_answers_does_not_depend_on_the_games_beside_it():
    """The sums of a large network are rounded otherwise in a batch than alone."""
    rng = np.random.default_rng(3)
    spec = NetworkSpec(
        kind="gru", inputs=900, outputs=60, hidden=(128,), activation="tanh", memory=64
    )
    tensors = {name: rng.normal(size=shape) for name, shape in spec.shapes().items()}
    network = Network(spec, tensors)
    seen = rng.integers(-3, 4, (50, 900)).astype(np.int8)
    states = rng.normal(size=(50, 64)).astype(np.float32)
    masks = np.ones((50, 60), np.int8)
    alone = [network.logits(seen[n : n + 1], masks[:1], states[n : n + 1]) for n in range(50)]
    np.testing.assert_array_equal(network.logits(seen, masks, states), np.concatenate(alone))


@pytest.mark.slow
def test_a_run_with_memory_goes_on_as_if_it_had_not_been_stopped(run, tmp_path):
    start(config(tmp_path / "run", total_timesteps=128), resume=False)
    start(config(tmp_path / "run"), resume=True)
    one, other = (folder / "policy" / "policy.safetensors" for folder in (run, tmp_path / "run"))
    assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"learner": "maskable_ppo"}, "maskable_ppo has no memory: leave out network.memory"),
        ({"learner": "td"}, "td has no memory"),
        ({"ppo": {"num_steps": 16, "batch_size": 8}}, "is not made of whole rollouts of"),
    ],
)
def test_settings_that_do_not_go_with_memory_are_refused(tmp_path, changes, sentence):
    with pytest.raises(ValueError, match=sentence):
        config(tmp_path / "run", **changes)
