"""Training with Ray RLlib: one iteration in this process, then with two local runners."""

import json
import os
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

MISSING = "Ray RLlib is not installed: pip install 'tablemates[rllib]'"
torch = pytest.importorskip("torch", reason=MISSING)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its own, about its coming versions
    pytest.importorskip("ray.rllib", reason=MISSING)

import ray  # noqa: E402
from ray.rllib.core.columns import Columns  # noqa: E402

from tablemates.agents.errors import LibraryError  # noqa: E402
from tablemates.agents.facts import GameFacts  # noqa: E402
from tablemates.agents.learn.rllib.learner import start_ray  # noqa: E402
from tablemates.agents.learn.run_folder import RunFolder  # noqa: E402
from tablemates.agents.learn.training import Run, train  # noqa: E402
from tablemates.agents.policy import WEIGHTS, read_policy  # noqa: E402
from tablemates.agents.policy_agent import load_policy  # noqa: E402
from tablemates.agents.registry import find_agent  # noqa: E402
from tablemates.envs.portal_dash.settings import Settings  # noqa: E402
from tests.agents.test_training import QUICK, SMALL, small  # noqa: E402
from tests.frameworks.samples import sample  # noqa: E402
from tests.frameworks.test_rllib import POLICY, decisions, learner_of  # noqa: E402
from tests.frameworks.test_rllib import pytestmark as quiet  # noqa: E402

pytestmark = [*quiet, pytest.mark.slow]


@pytest.fixture(scope="module")
def facts():
    return GameFacts.of(Settings())


@pytest.fixture(scope="module")
def here():
    """Start Ray once, and small; two learners with two runners each are there at a time."""
    assert start_ray(None, 5, 100_000_000)
    yield
    ray.shutdown()


@pytest.fixture(scope="module", params=[0, 2], ids="{} runners".format)
def learned(request, tmp_path_factory, here):
    """Return a learner after one update, with the weights before it."""
    folder = tmp_path_factory.mktemp("run") / "run"
    learner = learner_of(folder, rllib__runners=request.param)
    before = learner.network().tensors()
    log = learner.update()
    yield learner, before, log
    learner.close()
    assert ray.is_initialized(), "whoever started Ray ends it"


def runners(learner, function):
    """Return what a function says of each process that plays."""
    return learner._algorithm.env_runner_group.foreach_env_runner(
        function, local_env_runner=learner._config.rllib.runners == 0
    )


def test_an_update_learns(learned):
    learner, before, log = learned
    assert 128 <= learner.steps <= 128 + 2 * 4
    assert all(np.isfinite(value) for value in log.values())
    assert log["learning_rate"] == pytest.approx(1e-3)
    after = learner.network().tensors()
    changed = {name for name in after if not np.array_equal(after[name], before[name])}
    assert changed == set(after) - {"scale"}


def test_it_says_how_games_ended(learned):
    learner, _, _ = learned
    endings = learner.take_endings()
    assert len(endings) > 2
    for ending in endings:
        assert ending["level"] in (1, 4)
        assert 0 <= ending["progress"] < 1
        assert ending["outcome"] in ("lost", "running")
    assert learner.take_endings() == []


def test_all_that_play_have_the_weights_and_play_legal_actions(learned):
    learner, _, _ = learned
    expected = learner._weights()
    played = runners(learner, lambda one: (one.sample(num_timesteps=100), one.module.get_state()))
    assert len(played) == max(learner._config.rllib.runners, 1)
    seen = set()
    for games, state in played:
        for name, weights in state[POLICY].items():
            np.testing.assert_array_equal(weights, expected[name], err_msg=name)
        cases = list(decisions(games))
        assert len(cases) > 50
        assert all(mask[action] for _, mask, action, _ in cases)
        seen |= {observation.tobytes() for observation, *_ in cases}
    assert len(seen) > 50 * len(played), "processes play different games"


def test_the_policy_folder_gives_the_logits_that_rllib_gives(learned, tmp_path, facts):
    """In our format, through NumPy, to 1e-5; and so does the one that was trained on."""
    learner, _, _ = learned
    folder = tmp_path / "policy"
    write_with(learner, folder)
    policy = load_policy(folder, facts, print)
    module = learner._algorithm.get_module(POLICY)
    (games, *_) = runners(learner, lambda one: one.sample(num_timesteps=60))
    seen, masks, _, _ = map(np.array, zip(*decisions(games), strict=True))
    batch = {"observation": torch.from_numpy(seen), "action_mask": torch.from_numpy(masks)}
    with torch.no_grad():
        theirs = {
            name: getattr(module, f"forward_{name}")({Columns.OBS: dict(batch)})
            for name in ("inference", "exploration", "train")
        }
        values = module.compute_values({Columns.OBS: batch}).numpy()
    logits, expected = policy.network(seen, masks)
    for name, answer in theirs.items():
        found = answer[Columns.ACTION_DIST_INPUTS].numpy()
        np.testing.assert_allclose(found[masks > 0], logits[masks > 0], atol=1e-5, err_msg=name)
        assert (found[masks == 0] < -1e7).all()
        assert np.isneginf(logits[masks == 0]).all()
    np.testing.assert_allclose(values, expected, atol=1e-5)
    find_agent(str(folder), facts)


def write_with(learner, folder):
    """Write the policy as a run does."""
    run = Run.__new__(Run)
    run._config, run._learner = learner._config, learner
    run._spec, run._parent, run._data, run._policies = learner._spec, None, (), {}
    run._facts = GameFacts.of(learner._settings)
    run._write_policy(folder)


def test_a_run_that_goes_on_has_weights_and_optimiser_and_plays_new_games(learned, tmp_path):
    learner, _, _ = learned
    state = learner.state()
    torch.save(state, tmp_path / "state.pt")
    read = torch.load(tmp_path / "state.pt", weights_only=True)
    other = learner_of(tmp_path / "run", seed=7, rllib__runners=learner._config.rllib.runners)
    other.restore(read, learner.steps)
    first = learner.algorithm_config()
    assert other.learning_rate() == learner.learning_rate() < 1e-3
    assert other.algorithm_config().env_config["sequence"] == (7, learner.steps)
    assert first.env_config["sequence"] == (0, learner.steps)
    other._begun()
    try:
        for _, weights in runners(other, lambda one: (0, one.module.get_state())):
            for name, tensor in weights[POLICY].items():
                np.testing.assert_array_equal(tensor, learner._weights()[name], err_msg=name)
        again = other.state()["optimiser"]["policy_default_optimizer"]["state"]["state"]
        for number, moments in state["optimiser"]["policy_default_optimizer"]["state"][
            "state"
        ].items():
            for name, value in moments.items():
                assert torch.equal(torch.as_tensor(again[number][name]), torch.as_tensor(value))
                assert float(torch.as_tensor(value).abs().max()) > 0 or name != "step"
    finally:
        other.close()


def test_the_command_leaves_a_run_folder_that_goes_on(here, tmp_path, facts):
    run = tmp_path / "run"
    train(small(run, learner="rllib", environment__max_turns=3))
    card = read_policy(run / "policy").card
    assert card.learner == "rllib"
    assert card.steps >= 256
    assert "ray" in card.hardware
    assert card.interface == facts.hashes["interface"]
    lines = [json.loads(one) for one in (run / "journal.jsonl").read_text().splitlines()]
    assert len(lines) == 2
    assert "level 1/progress" in lines[-1]
    assert (run / "curves.png").exists()
    longer = small(run, learner="rllib", environment__max_turns=3, steps=384, rllib__runners=2)
    train(longer, resume=True)
    assert read_policy(run / "policy").card.steps >= 384
    assert len((run / "journal.jsonl").read_text().splitlines()) == 3
    parent = small(tmp_path / "child", learner="ppo", parent=run / "policy", steps=1)
    train(parent)
    assert read_policy(tmp_path / "child" / "policy").card.parent == (
        read_policy(run / "policy").card.weights
    )


def test_the_sample_of_the_page_runs(here):
    names = {}
    exec(sample("frameworks.md", "Ray RLlib"), names)
    assert names["result"]["env_runners"]["num_env_steps_sampled"] >= 128
    assert names["weights"]["actor.weight"].shape[1] == 64


def test_a_cluster_that_is_not_there_gets_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(ray, "is_initialized", lambda: False)

    asked = []

    def refuse(address, **_given):
        asked.append(address)
        raise ConnectionError("Could not find any running Ray instance")

    monkeypatch.setattr(ray, "init", refuse)
    learner = learner_of(tmp_path / "run", rllib__address="auto")
    with pytest.raises(LibraryError, match=r"Ray does not start or cannot be reached \(Could not"):
        learner.update()
    with pytest.raises(LibraryError, match=r"rllib\.address is null: this machine alone"):
        start_ray(None, 1)
    assert asked == ["auto", "local"]


def test_ctrl_c_leaves_a_checkpoint_and_no_processes(tmp_path):
    """As in a terminal: everything that the command has started hears of it."""
    run = tmp_path / "run"
    given = {**SMALL, "learner": "rllib", "rllib.runners": 2, "steps": 100_000_000}
    words = [f"{name}={value}" for name, value in {**given, "run": run}.items()]
    command = [sys.executable, "train.py", "--config", str(QUICK), *words]
    environ = {**os.environ, "OMP_NUM_THREADS": "1"}
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, start_new_session=True, env=environ
    ) as process:
        while process.poll() is None and not list(run.glob("checkpoints/[0-9]*")):
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        said = process.communicate()[1]
    assert process.returncode == 130, said
    newest = RunFolder(run).newest()
    assert f"--resume goes on from {newest}" in said
    assert (newest / "policy" / WEIGHTS).exists()
    assert left_of(process.pid) == []


def left_of(session):
    """Return the processes of a session that still run."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            fields = (place / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:  # it has just ended
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append((place / "cmdline").read_text().replace("\0", " "))
    return found
