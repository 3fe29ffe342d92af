"""What our own learner adds: a reference that leaving costs, a critic that sees what is hidden."""

import shutil
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tablemates.agents.configs import read_config  # noqa: E402
from tablemates.agents.errors import DivergedError  # noqa: E402
from tablemates.agents.learn.config import PpoConfig, TrainConfig  # noqa: E402
from tablemates.agents.learn.networks import MlpActorCritic, new_network  # noqa: E402
from tablemates.agents.learn.networks.base import check_play  # noqa: E402
from tablemates.agents.learn.ppo import Ppo, divergence  # noqa: E402
from tablemates.agents.learn.training import Run, train  # noqa: E402
from tablemates.agents.policy import WEIGHTS, read_policy  # noqa: E402
from tablemates.envs.core.documents import DocumentError  # noqa: E402
from tests.agents.conftest import mlp_spec, write_random_policy  # noqa: E402
from tests.agents.toy import PPO, Gates, scale_of, small_spec, toy_lanes  # noqa: E402

QUICK = Path("configs/train/quick_ppo.yaml")
SMALL = {
    "overwrite": "false",
    "steps": 256,
    "checkpoint_every": 128,
    "environment.lanes": 4,
    "environment.shaping": "null",
    "network.hidden": "[8]",
    "network.value": "win",
    "ppo.discount": 1,
    "ppo.rollout": 32,
    "ppo.minibatch": 64,
    "ppo.epochs": 2,
    "ppo.critic": "privileged",
    "ppo.critic_hidden": "[6]",
}


def small(run, **settings):
    words = SMALL | {"run": run} | {name.replace("__", "."): one for name, one in settings.items()}
    return read_config(TrainConfig, QUICK, [f"{name}={value}" for name, value in words.items()])


def weights(run):
    return (run / "policy" / WEIGHTS).read_bytes()


@pytest.fixture(autouse=True)
def one_thread():
    """Threads wait for each other longer than such small networks take."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def learner_with_reference(**settings):
    """Return a learner of the gates whose reference is what it begins with."""
    torch.manual_seed(0)
    lanes = toy_lanes(Gates, 8)
    network, reference = (MlpActorCritic(small_spec(lanes), scale_of(lanes)) for _ in range(2))
    reference.load_state_dict(network.state_dict())
    return Ppo(network, lanes, PpoConfig(**PPO | settings), 1000, reference=reference), reference


@pytest.mark.slow
def test_leaving_the_reference_costs():
    left = []
    for kl in (0.0, 50.0):
        learner, reference = learner_with_reference(kl=kl)
        begun = reference.actor.weight.detach().clone()
        for _ in range(4):
            log = learner.update()
        left.append(log["reference"])
        assert torch.equal(reference.actor.weight, begun)
    assert left[1] < 0.1 * left[0]


def test_it_costs_less_and_less():
    learner, _ = learner_with_reference(kl=8.0, kl_until=0.5)
    costs = []
    for learner.steps in (0, 125, 250, 500, 800):
        costs.append(learner.leaving())
    assert costs == pytest.approx([8, 6, 4, 0, 0])


def test_the_divergence_is_that_of_kullback_and_leibler():
    one = torch.tensor([[0.5, 0.5, 0.0], [0.9, 0.1, 0.0]])
    two = torch.tensor([[0.25, 0.75, 0.0], [0.9, 0.1, 0.0]])
    logits = [torch.where(p > 0, p.log(), torch.tensor(-1e8)).log_softmax(-1) for p in (one, two)]
    expected = (0.5 * np.log(0.5 / 0.25) + 0.5 * np.log(0.5 / 0.75)) / 2
    assert divergence(*logits).item() == pytest.approx(expected, rel=1e-4)


@pytest.mark.slow
def test_a_run_with_reference_and_privileged_critic_goes_on_exactly(tmp_path, facts):
    write_random_policy(tmp_path / "clone", facts, spec=mlp_spec(facts, hidden=(8,), value="win"))
    settings = {
        "parent": tmp_path / "clone",
        "ppo__reference": tmp_path / "clone",
        "ppo__kl": 0.5,
    }
    train(small(tmp_path / "run", **settings))
    whole = weights(tmp_path / "run")
    shutil.rmtree(tmp_path / "run" / "checkpoints" / "000000000256")
    train(small(tmp_path / "run", **settings), resume=True)
    assert weights(tmp_path / "run") == whole
    for name, value in (("ppo__critic", "shared"), ("ppo__kl", 0)):
        train(small(tmp_path / name, **settings | {name: value}))
        assert weights(tmp_path / name) != whole  # each of them matters
    tensors = read_policy(tmp_path / "run" / "policy").tensors
    shapes = {name: tensor.shape for name, tensor in tensors.items()}
    assert shapes == mlp_spec(facts, hidden=(8,)).shapes()  # the critic does not ship


def test_the_privileged_critic_is_shown_what_is_hidden_and_learns(tmp_path, facts):
    (tmp_path / "run").mkdir()
    run = Run(small(tmp_path / "run"), resume=False)
    learner = run._learner
    before = [one.clone() for one in learner._critic.parameters()]
    learner.update()
    states = learner._rollout.states
    assert torch.equal(states[..., : facts.layout.size], learner._rollout.observations)
    assert states[..., facts.layout.size :].any()
    changed = [
        not torch.equal(*pair) for pair in zip(before, learner._critic.parameters(), strict=True)
    ]
    assert sum(changed) == len(changed) - 2  # its actor has nothing to say
    assert any(one.requires_grad for one in learner.network().parameters())


def test_a_run_that_states_chances_and_diverges_ends_with_a_sentence(tmp_path):
    with pytest.raises(DivergedError, match=r"too large\): try a smaller ppo.learning_rate"):
        train(small(tmp_path / "run", ppo__critic="shared", ppo__learning_rate=1e30))


def test_chances_that_are_no_numbers_are_refused(facts):
    network = new_network(mlp_spec(facts, value="win"), np.ones(facts.layout.size, np.float32))
    with pytest.raises(DivergedError, match=r"\(a value is not finite\): try a smaller"):
        network.value_loss(torch.tensor([0.5, torch.nan]), torch.ones(2))
    with pytest.raises(DivergedError, match="a logit is not finite"):
        check_play(torch.tensor([[-0.7, torch.nan]]), torch.ones(1, 2))


@pytest.mark.parametrize("critic", ["shared", "privileged"])
@pytest.mark.parametrize("adviser", ["null", "ahead"])
def test_the_rest_of_a_game_that_is_cut_short_is_worth_what_was_expected(tmp_path, critic, adviser):
    """By the critic that learns, of a position in which somebody decides."""
    (tmp_path / "run").mkdir()
    words = {"ppo__critic": critic, "environment__max_turns": 1, "network__adviser": adviser}
    words |= {"network__kind": "mlp" if adviser == "null" else "plans", "ppo__rollout": 64}
    learner = Run(small(tmp_path / "run", **words), resume=False)._learner
    with torch.no_grad():
        for learns in learner._learning:
            torch.nn.init.normal_(learns.critic.weight, std=0.1)
        learner._play()
    played = learner._rollout
    cut = played.rewards > 0  # nobody wins within a turn
    assert cut.sum() > 3
    assert played.ended[cut].all()
    assert torch.equal(played.rewards[cut], played.values[cut])
    assert played.values.unique().numel() > 10


@pytest.mark.parametrize("word", ["ppo.critic=privileged", "ppo.reference=runs/x"])
def test_the_library_has_none_of_it(word):
    with pytest.raises(DocumentError, match="learner=ppo has"):
        read_config(TrainConfig, Path("configs/train/quick.yaml"), [word])
