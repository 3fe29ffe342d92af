"""Ray RLlib: our environment, our module, and training with it in one process and in three."""

import warnings

import numpy as np
import pytest

MISSING = "Ray RLlib is not installed: pip install 'tablemates[rllib]'"
torch = pytest.importorskip("torch", reason=MISSING)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its own, about its coming versions
    pytest.importorskip("ray.rllib", reason=MISSING)

from ray.rllib.core.columns import Columns  # noqa: E402
from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner  # noqa: E402
from ray.rllib.utils.pre_checks.env import check_multiagent_environments  # noqa: E402

from tablemates.agents.facts import GameFacts  # noqa: E402
from tablemates.agents.learn.networks import new_network  # noqa: E402
from tablemates.agents.learn.rllib import MaskedActorCritic, RllibEnv, RllibPpo  # noqa: E402
from tablemates.agents.learn.rllib.learner import POLICY  # noqa: E402
from tablemates.agents.networks.base import input_scale  # noqa: E402
from tablemates.envs import portal_dash_v0  # noqa: E402
from tablemates.envs.core.errors import IllegalActionError, SettingsError  # noqa: E402
from tablemates.envs.core.seeds import purpose_of  # noqa: E402
from tests.agents.test_training import small  # noqa: E402

# Those of Ray and of what it uses.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


def some(mask, rng):
    return int(rng.choice(np.flatnonzero(mask)))


def learner_of(folder, **settings):
    """Return a learner that is not started, and its settings."""
    words = {"learner": "rllib", "environment__max_turns": 3, **settings}
    config = small(folder, **words)
    played = config.environment.settings(config.ppo.discount)
    facts = GameFacts.of(played)
    layout = facts.layout
    torch.manual_seed(config.seed)
    network = new_network(config.network.spec(facts), input_scale(layout.low, layout.high))
    return RllibPpo(network, played, facts, config)


# -- the environment --------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings",
    [
        {"level": 5, "players": 4},
        {"level": [1, 4], "players": [1, 3], "max_turns": 3, "shaping": {"progress": 1.0}},
    ],
    ids=str,
)
def test_it_is_the_turn_by_turn_view(settings):
    env, view = RllibEnv(settings), portal_dash_v0.env(**settings)
    rng = np.random.default_rng(0)
    for seed in range(3):
        seen, infos = env.reset(seed=seed)
        view.reset(seed=env._view.replay().seed)
        while True:
            (decider,) = seen
            assert decider == view.agent_selection
            expected, _, _, _, info = view.last()
            for name, array in expected.items():
                np.testing.assert_array_equal(seen[decider][name], array)
            assert env.observation_spaces[decider].contains(seen[decider])
            assert infos == {decider: {}}
            action = some(info["action_mask"], rng)
            seen, rewards, ended, cut, infos = env.step({decider: action})
            view.step(action)
            assert rewards == view.rewards
            if ended["__all__"] or cut["__all__"]:
                break
        assert set(seen) == set(env.agents) == set(view.agents)
        assert ended["__all__"] is view.terminations[decider]
        assert cut["__all__"] is view.truncations[decider]
        assert len({str(infos[name]) for name in seen}) == 1
        assert infos[decider]["turns"] > 0


def test_it_passes_rllibs_own_check():
    check_multiagent_environments(RllibEnv({"players": 3, "illegal_action": "penalty"}))


def test_games_are_for_training_and_differ_between_processes_and_sequences():
    class Context(dict):
        def __init__(self, number, **config):
            super().__init__(config)
            self.worker_index = number

    seeds = []
    for number in (1, 2):
        for sequence in ((), (0, 128)):
            env = RllibEnv(Context(number, sequence=sequence))
            for seed in (5, 6):
                env.reset(seed=seed)
                seeds.append(env._view.replay().seed)
            env.reset()
            seeds.append(env._view.replay().seed)
    assert len(set(seeds)) == len(seeds) == 12
    assert {purpose_of(seed) for seed in seeds} == {"train"}


def test_what_does_not_do_is_refused():
    with pytest.raises(SettingsError, match="mask_in_observation=False"):
        RllibEnv({"mask_in_observation": False})
    with pytest.raises(SettingsError, match="chance is no learner"):
        RllibEnv({"chance": "explicit"})
    env = RllibEnv({})
    seen, _ = env.reset(seed=0)
    (decider,) = seen
    other = next(name for name in env.agents if name != decider)
    with pytest.raises(IllegalActionError, match=rf"{decider} decides, and {other} plays"):
        env.step({other: 0})
    with pytest.raises(IllegalActionError):
        env.step({decider: int(np.flatnonzero(seen[decider]["action_mask"] == 0)[3])})


# -- the module -------------------------------------------------------------------------


def module_of(network):
    view = portal_dash_v0.env()
    return MaskedActorCritic(
        observation_space=view.observation_space("player_0"),
        action_space=view.action_space("player_0"),
        model_config={"network": network},
    )


def test_a_module_says_what_it_needs():
    with pytest.raises(SettingsError, match="which network"):
        module_of(None)
    plain = {"kind": "mlp", "hidden": (8,), "activation": "tanh"}
    with pytest.raises(SettingsError, match=r"leave out network\.adviser"):
        module_of({**plain, "adviser": "planner"})


# -- what it plays ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def episodes(tmp_path_factory):
    """Return what one of RLlib's runners plays with a network, and the network."""
    learner = learner_of(tmp_path_factory.mktemp("run") / "run", environment__players="[2, 3]")
    runner = MultiAgentEnvRunner(config=learner.algorithm_config(), worker_index=0)
    runner.module[POLICY].set_state(learner._weights())
    played = runner.sample(num_timesteps=400)
    runner.stop()
    return played, learner.network()


def decisions(played):
    """Yield observation, mask, action and log-probability of every decision."""
    for game in played:
        for episode in game.agent_episodes.values():
            seen = episode.get_observations()
            logs = episode.get_extra_model_outputs(Columns.ACTION_LOGP)
            for n, action in enumerate(episode.get_actions()):
                yield seen["observation"][n], seen["action_mask"][n], int(action), float(logs[n])


def test_it_plays_legal_actions_with_the_chances_that_the_network_gives(episodes):
    played, network = episodes
    seen, masks, actions, logs = map(np.array, zip(*decisions(played), strict=True))
    assert len(actions) > 300
    assert masks[np.arange(len(actions)), actions].all()
    with torch.no_grad():
        logits, _ = network(torch.from_numpy(seen), torch.from_numpy(masks))
    expected = logits.log_softmax(-1).numpy()[np.arange(len(actions)), actions]
    np.testing.assert_allclose(logs, expected, atol=1e-5)
    assert (logits.softmax(-1).numpy()[masks == 0] == 0).all()


def test_a_game_that_is_cut_short_is_not_over(episodes):
    """Otherwise RLlib would learn that nothing is to be expected there."""
    played, _ = episodes
    done = [game for game in played if game.is_done]
    assert len(done) > 5
    for game in done:
        assert game.is_truncated != game.is_terminated
        for episode in game.agent_episodes.values():
            assert episode.is_truncated == game.is_truncated
            assert episode.is_terminated == game.is_terminated
            assert episode.get_infos(-1)["outcome"] == ("running" if game.is_truncated else "lost")
    assert sum(game.is_truncated for game in done) > 3
