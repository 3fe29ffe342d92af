"""Training runs: what they leave, how they go on, and what is refused."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tablemates.agents.configs import read_config  # noqa: E402
from tablemates.agents.errors import DivergedError, FolderError, PolicyError  # noqa: E402
from tablemates.agents.folders import kept  # noqa: E402
from tablemates.agents.learn import start  # noqa: E402
from tablemates.agents.learn.config import TrainConfig  # noqa: E402
from tablemates.agents.learn.lanes import make_lanes  # noqa: E402
from tablemates.agents.learn.learner import device_of  # noqa: E402
from tablemates.agents.learn.run_folder import RunFolder  # noqa: E402
from tablemates.agents.learn.stopping import asked_to_stop  # noqa: E402
from tablemates.agents.learn.training import LEARNERS, train  # noqa: E402
from tablemates.agents.policy import CARD, WEIGHTS, read_policy  # noqa: E402
from tablemates.agents.registry import POLICIES, find_agent  # noqa: E402
from tablemates.envs.core.documents import DocumentError  # noqa: E402
from tablemates.envs.core.seeds import purpose_of  # noqa: E402
from tablemates.envs.portal_dash.settings import Settings  # noqa: E402

QUICK = Path("configs/train/quick.yaml")
SMALL = {
    "overwrite": "false",
    "steps": 256,
    "checkpoint_every": 128,
    "environment.lanes": 4,
    "environment.level": "[1, 4]",
    "network.hidden": "[8]",
    "ppo.rollout": 32,
    "ppo.minibatch": 64,
    "ppo.epochs": 2,
}


def small(run, **settings):
    words = SMALL | {"run": run} | {name.replace("__", "."): one for name, one in settings.items()}
    return read_config(TrainConfig, QUICK, [f"{name}={value}" for name, value in words.items()])


def weights(run):
    return (run / "policy" / WEIGHTS).read_bytes()


@pytest.fixture(scope="module", params=LEARNERS)
def finished(request, tmp_path_factory):
    """A finished run of each learner, not to be changed."""
    run = tmp_path_factory.mktemp("runs") / request.param
    train(small(run, learner=request.param))
    return run


def test_a_run_leaves_policy_card_checkpoints_and_curves(finished, facts):
    card = read_policy(finished / "policy").card
    assert (card.learner, card.steps, card.seeds) == (finished.name, 256, {"train": 0})
    assert card.interface == facts.hashes["interface"]
    assert card.config["environment"]["level"] == [1, 4]
    assert card.hardware["device"] == "CPU"
    assert card.hardware["torch"] == torch.__version__
    checkpoints = sorted(one.name for one in (finished / "checkpoints").iterdir())
    assert checkpoints == ["000000000128", "000000000256"]
    for name in checkpoints:
        assert read_policy(finished / "checkpoints" / name / "policy").card.steps == int(name)
    assert list((finished / "tensorboard").glob("events.*"))
    find_agent(str(finished / "policy"), facts)


def test_a_stopped_run_goes_on_exactly(finished, tmp_path):
    """The same weights to the last bit as if it had never been stopped."""
    run = tmp_path / "run"
    shutil.copytree(finished, run)
    shutil.rmtree(run / "policy")
    shutil.rmtree(run / "checkpoints" / "000000000256")
    config = (run / "config.yaml").read_text().replace(str(finished), str(run))
    (run / "config.yaml").write_text(config)
    train(small(run, learner=finished.name), resume=True)
    assert weights(run) == weights(finished)


def test_without_lanes_or_generators_it_would_not(finished, tmp_path, monkeypatch):
    """The test above can fail: each part of the state matters."""
    from tablemates.agents.learn import training
    from tablemates.agents.learn.lanes import Lanes

    for place, name in ((Lanes, "restore"), (training, "restore_random")):
        run = tmp_path / name
        shutil.copytree(finished, run)
        shutil.rmtree(run / "checkpoints" / "000000000256")
        with monkeypatch.context() as patch:
            patch.setattr(place, name, lambda *_args: None)
            train(small(run, learner=finished.name), resume=True)
        assert weights(run) != weights(finished), name


def test_the_same_settings_give_the_same_policy(finished, tmp_path):
    train(small(tmp_path / "again", learner=finished.name))
    assert weights(tmp_path / "again") == weights(finished)
    train(small(tmp_path / "other", learner=finished.name, seed=1))
    assert weights(tmp_path / "other") != weights(finished)


def test_a_run_can_be_made_longer_and_nothing_else(finished, tmp_path):
    run = tmp_path / "run"
    shutil.copytree(finished, run)
    train(small(run, learner=finished.name, steps=384), resume=True)
    assert read_policy(run / "policy").card.steps == 384
    with pytest.raises(FolderError, match=r"another 'ppo'.*clip: 0.2 then, 0.3 now"):
        train(small(run, learner=finished.name, ppo__clip=0.3), resume=True)
    with pytest.raises(FolderError, match="another 'seed'"):
        train(small(run, learner=finished.name, seed=3), resume=True)


def test_a_finished_run_that_is_resumed_stays_as_it_is(finished, tmp_path, capsys):
    run = tmp_path / "run"
    shutil.copytree(finished, run)
    train(small(run, learner=finished.name), resume=True)
    assert weights(run) == weights(finished)
    assert "steps=... trains longer" in capsys.readouterr().out


@pytest.mark.parametrize("length", [0, 100, -100])
def test_a_cut_checkpoint_gets_a_sentence(finished, tmp_path, length):
    run = tmp_path / "run"
    shutil.copytree(finished, run)
    file = run / "checkpoints" / "000000000256" / "learner.pt"
    file.write_bytes(file.read_bytes()[:length])
    with pytest.raises(FolderError, match=r"is cut or damaged: delete .*000000000256 to go on"):
        train(small(run, learner=finished.name), resume=True)


def test_a_checkpoint_runs_no_code(finished, tmp_path):
    """Whoever is sent a run folder can look at it safely."""
    run = tmp_path / "run"
    shutil.copytree(finished, run)
    torch.save({"steps": Path("x")}, run / "checkpoints" / "000000000256" / "learner.pt")
    with pytest.raises(FolderError, match="is cut or damaged"):
        train(small(run, learner=finished.name), resume=True)


def test_a_run_folder_in_use_is_refused(tmp_path):
    run = tmp_path / "run"
    with kept(run), pytest.raises(FolderError, match=r"run is in use by another process"):
        train(small(run))
    assert [one.name for one in run.iterdir()] == [".lock"]
    train(small(run))  # and can be used once it is free


def test_a_run_is_overwritten_only_if_that_is_asked_for(finished, tmp_path):
    run = tmp_path / "run"
    shutil.copytree(finished, run)
    with pytest.raises(FolderError, match="holds a run already: --resume goes on with it"):
        train(small(run, learner=finished.name))
    assert weights(run) == weights(finished)
    (run / "notes.txt").write_text("mine")
    train(small(run, learner=finished.name, overwrite="true", steps=128))
    assert [one.name for one in (run / "checkpoints").iterdir()] == ["000000000128"]
    assert (run / "notes.txt").read_text() == "mine"


def test_a_folder_with_other_things_is_refused(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(FolderError, match=r"is no run folder and not empty \(thesis.txt\)"):
        train(small(tmp_path, overwrite="true"))
    assert (tmp_path / "thesis.txt").exists()


def test_there_has_to_be_a_run_to_go_on_with(tmp_path):
    with pytest.raises(FolderError, match="holds no run that could go on"):
        train(small(tmp_path / "run"), resume=True)


def test_wrong_settings_touch_no_folder(tmp_path):
    with pytest.raises(ValueError, match="unknown term 'progres' of shaping"):
        train(small(tmp_path / "run", environment__shaping="{progres: 1}"))
    assert [one.name for one in (tmp_path / "run").iterdir()] == [".lock"]


def test_a_gpu_that_is_not_there_gets_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(ValueError, match="device=cuda: PyTorch finds no GPU here"):
        train(small(tmp_path / "run", device="cuda"))
    assert device_of("auto").type == "cpu"


@pytest.mark.parametrize(
    "signals",
    [[signal.SIGINT], [signal.SIGINT] * 2, [signal.SIGTERM], [signal.SIGTERM, signal.SIGINT]],
)
def test_ctrl_c_keeps_what_was_learned_and_the_run_goes_on_exactly(
    finished, tmp_path, monkeypatch, capsys, signals
):
    """One in the middle of an update waits for its end, two do not."""
    run = tmp_path / "run"
    config = small(run, learner=finished.name, checkpoint_every=10_000)
    update = LEARNERS[finished.name].update

    def interrupted(self):
        for number in signals:
            os.kill(os.getpid(), number)
        return update(self)

    with monkeypatch.context() as patch:
        patch.setattr(LEARNERS[finished.name], "update", interrupted)
        with pytest.raises(KeyboardInterrupt):
            train(config)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    said = capsys.readouterr().err
    assert "stopping after this update" in said
    if len(signals) == 2:
        assert "stopped before its first checkpoint" in said
        with pytest.raises(FolderError, match=r"no checkpoint yet.*overwrite=true"):
            train(config, resume=True)
        return
    newest = run / "checkpoints" / "000000000128"
    assert f"--resume goes on from {newest}, the policy so far is {newest / 'policy'}" in said
    assert read_policy(newest / "policy").card.steps == 128
    train(config, resume=True)
    assert weights(run) == weights(finished)


def test_only_the_main_thread_listens_to_ctrl_c():
    def listen():
        with asked_to_stop("stopping") as asked:
            heard.append(asked())

    heard = []
    thread = threading.Thread(target=listen)
    thread.start()
    thread.join()
    assert heard == [False]


@pytest.mark.slow
def test_a_killed_process_leaves_a_run_that_goes_on_exactly(tmp_path):
    run = tmp_path / "run"
    endless = {"learner": "ppo", "ppo__decay": "false", "checkpoint_every": 128}
    words = [f"{name.replace('__', '.')}={value}" for name, value in endless.items()]
    words += [f"{name}={value}" for name, value in SMALL.items() if name not in endless]
    command = [sys.executable, "train.py", "--config", str(QUICK), f"run={run}", *words]
    with subprocess.Popen([*command, "steps=100_000_000"], stderr=subprocess.PIPE) as process:
        while process.poll() is None and len(list(run.glob("checkpoints/[0-9]*"))) < 3:
            time.sleep(0.05)
        process.kill()
        assert process.wait() == -signal.SIGKILL, process.communicate()
    steps = int(RunFolder(run).newest().name) + 128
    train(small(run, **endless, steps=steps), resume=True)
    train(small(tmp_path / "never killed", **endless, steps=steps))
    assert weights(run) == weights(tmp_path / "never killed")


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_run_that_diverges_ends_with_a_sentence(tmp_path, learner):
    run = tmp_path / "run"
    with pytest.raises(DivergedError, match=r"is not finite\): try a smaller ppo.learning_rate"):
        train(small(run, learner=learner, steps=100_000, ppo__learning_rate=1e30))
    for policy in run.glob("checkpoints/*/policy"):
        read_policy(policy)


def test_training_can_begin_with_a_policy(finished, tmp_path):
    parent = finished / "policy"
    train(small(tmp_path / "run", parent=parent, learner=finished.name, steps=1))
    card = read_policy(tmp_path / "run" / "policy").card
    assert card.parent == read_policy(parent).card.weights
    with pytest.raises(PolicyError, match=r"its network is .*the settings ask for"):
        train(small(tmp_path / "wider", parent=parent, network__hidden="[9]"))


@pytest.mark.parametrize("learner", LEARNERS)
def test_weights_of_the_parent_are_those_that_learning_begins_with(finished, tmp_path, learner):
    settings = {"parent": finished / "policy", "learner": learner, "ppo__learning_rate": 1e-12}
    train(small(tmp_path / "run", **settings, steps=1))
    begun = read_policy(tmp_path / "run" / "policy").tensors
    for name, tensor in read_policy(finished / "policy").tensors.items():
        np.testing.assert_allclose(begun[name], tensor, atol=1e-6)


@pytest.mark.slow
def test_a_network_of_tokens_is_trained_stopped_and_resumed_exactly(tmp_path, facts):
    settings = {
        "learner": "ppo",
        "environment__shaping": "null",
        "ppo__discount": 1,
        "network__kind": "tokens",
        "network__value": "win",
        "network__token": 4,
        "network__board": "[3]",
        "network__pointer": 5,
        "precision": "float16",
    }
    train(small(tmp_path / "whole", **settings))
    train(small(tmp_path / "run", **settings, steps=128))
    train(small(tmp_path / "run", **settings), resume=True)
    assert weights(tmp_path / "run") == weights(tmp_path / "whole")
    card = read_policy(tmp_path / "run" / "policy").card
    assert (card.network.kind, card.network.value, card.precision) == ("tokens", "win", "float16")
    find_agent(str(tmp_path / "run" / "policy"), facts)


@pytest.mark.slow
def test_a_run_beside_partners_goes_on_exactly(tmp_path):
    settings = {"learner": "ppo", "environment__players": "[2, 3]", "environment__curriculum": 0.5}
    beside = settings | {"environment__partners": "[rules, random]"}
    train(small(tmp_path / "alone", **settings))
    train(small(tmp_path / "whole", **beside))
    train(small(tmp_path / "run", **beside, steps=128))
    train(small(tmp_path / "run", **beside), resume=True)
    assert weights(tmp_path / "run") == weights(tmp_path / "whole") != weights(tmp_path / "alone")


@pytest.mark.parametrize("name", ["parent", "ppo__reference"])
def test_a_policy_that_ships_is_begun_with_by_its_name(tmp_path, name):
    plans = Path("configs/train/ppo.yaml")
    words = SMALL | {"run": tmp_path / "run", "steps": 8, "ppo.rollout": 2, "ppo.minibatch": 8}
    words |= {"network.hidden": "[256, 256]", name.replace("__", "."): "bc"}
    train(read_config(TrainConfig, plans, [f"{key}={value}" for key, value in words.items()]))
    card = read_policy(tmp_path / "run" / "policy").card
    assert card.parent == read_policy(POLICIES["bc"]).card.weights


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"environment__partners": "[]"}, "environment.partners"),
        (
            {"environment__partners": "[rules]", "environment__perturbed_parts": 0.5},
            "environment.partners know one set of parts",
        ),
        ({"learner": "maskable_ppo", "network__kind": "tokens"}, "learner=ppo learns all of them"),
        ({"learner": "maskable_ppo", "network__value": "win"}, "learner=ppo learns all of them"),
        ({"learner": "ppo", "network__value": "win"}, "leave out environment.shaping"),
    ],
)
def test_settings_that_do_not_go_together_are_refused(tmp_path, words, sentence):
    with pytest.raises(DocumentError, match=sentence):
        small(tmp_path / "run", **words)


def test_the_command_says_what_it_needs_when_libraries_are_missing(tmp_path, monkeypatch):
    import importlib.util

    find_spec = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "sb3_contrib" else find_spec(name)
    )
    from tablemates.agents.errors import LibraryError

    with pytest.raises(LibraryError, match=r"training needs sb3_contrib: pip install"):
        start(QUICK, [f"run={tmp_path / 'run'}"], resume=False)


def test_lanes_show_the_games_that_they_play(facts):
    lanes = make_lanes(Settings(level=[1, 4], mask_in_observation=False), 3, seed=0)
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(300):
        assert lanes.masks.sum(axis=1).min() >= 2
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in lanes.masks])
        ended += lanes.step(actions).ended.sum()
    endings = lanes.take_endings()
    assert len(endings) == ended > 5
    assert {one["level"] for one in endings} == {1, 4}
    assert lanes.take_endings() == []


def test_lanes_play_training_games_only():
    lanes = make_lanes(Settings(mask_in_observation=False), 4, seed=3)
    seeds = lanes.games.seeds
    assert len(set(seeds)) == 4
    assert {purpose_of(seed) for seed in seeds} == {"train"}


def test_a_game_that_is_cut_short_shows_where_it_stopped():
    lanes = make_lanes(Settings(max_turns=1, mask_in_observation=False), 4, seed=0)
    for _ in range(60):
        before = lanes.observations.copy()
        stepped = lanes.step(np.array([np.flatnonzero(mask)[0] for mask in lanes.masks]))
        for lane in np.flatnonzero(stepped.cut).tolist():
            assert stepped.ended[lane]
            assert not np.array_equal(stepped.last[lane], lanes.observations[lane])
            assert stepped.last[lane].shape == before[lane].shape
            return
    pytest.fail("no game was cut short")


def test_the_card_is_plain_json(finished):
    card = json.loads((finished / "policy" / CARD).read_text())
    assert card["format"] == "game-policy"
    assert card["config"]["ppo"]["learning_rate"] == 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("example", [0, 1])
def test_the_examples_of_the_page_run(tmp_path, example):
    page = Path("docs/training.md").read_text(encoding="utf-8")
    code = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)[example]
    run = tmp_path / "mine"
    exec(code.replace("runs/my_script", str(run)).replace("20_000", "1"), {})
    assert example == 1 or read_policy(run / "policy").card.steps > 0
