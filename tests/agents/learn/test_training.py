"""Training runs: what they write, how they resume, and what is refused."""

import os
import shutil
import signal
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator  # noqa: E402

from tablemates.agents.cli.settings_models import configs_folder, read_config  # noqa: E402
from tablemates.agents.errors import FolderError, PolicyError  # noqa: E402
from tablemates.agents.learn import training_run  # noqa: E402
from tablemates.agents.learn.greedy_play import EVALUATION  # noqa: E402
from tablemates.agents.learn.learner import device_of  # noqa: E402
from tablemates.agents.learn.settings import TrainConfig  # noqa: E402
from tablemates.agents.learn.training_folder import RunFolder  # noqa: E402
from tablemates.agents.learn.training_partners import PastSelf  # noqa: E402
from tablemates.agents.learn.training_run import train  # noqa: E402
from tablemates.agents.networks.policy import WEIGHTS, read_policy  # noqa: E402
from tablemates.agents.output.folders import locked  # noqa: E402
from tablemates.agents.outside import secret  # noqa: E402
from tablemates.agents.outside.secret import SECRET  # noqa: E402
from tablemates.agents.registry import find_agent  # noqa: E402
from tablemates.envs.core.files.documents import DocumentError  # noqa: E402
from tablemates.envs.core.views.agent import Situation  # noqa: E402
from tablemates.envs.core.views.decision_keys import decision_key  # noqa: E402
from tablemates.envs.registry import new_game  # noqa: E402
from tests.agents.conftest import write_random_policy  # noqa: E402
from tests.agents.toy import ENV_LEARNERS  # noqa: E402
from tests.core.players import Player, Wild  # noqa: E402

RACE = "tests.core.dice_race:DiceRace"
SMALL = {
    "total_timesteps": 256,
    "checkpoint_every": 128,
    "environment.game": RACE,
    "environment.scenario": {"players": [2, 3]},
    "environment.max_turns": 12,
    "environment.num_envs": 4,
    "network.hidden": [8],
    "ppo.num_steps": 32,
    "ppo.batch_size": 64,
    "device": "cpu",
}


def small(run, **settings):
    named = {name.replace("__", "."): value for name, value in settings.items()}
    return read_config(TrainConfig, None, SMALL | {"run": run} | named)


def weights(run):
    return (run / "policy" / WEIGHTS).read_bytes()


def copy_of(finished, run, *removed):
    """Copy a run as if it had been trained there, without some of its folders."""
    shutil.copytree(finished, run)
    for name in removed:
        shutil.rmtree(run / name)
    return run


FIRST, LAST = "checkpoints/000000000128", "checkpoints/000000000256"
WON = "eval/success_rate"


@pytest.fixture(scope="module", params=ENV_LEARNERS)
def finished(request, tmp_path_factory):
    """A finished run of each learner, not to be changed."""
    run = tmp_path_factory.mktemp("runs") / request.param
    train(small(run, learner=request.param))
    return run


# -- recipes and settings -----------------------------------------------------------------
@pytest.mark.parametrize(
    "file", sorted((configs_folder() / "train").iterdir()), ids=lambda f: f.name
)
def test_every_recipe_is_valid_and_holds_differences_only(file):
    config = read_config(TrainConfig, file)
    assert TrainConfig.model_validate(config.model_dump(mode="json")) == config
    given = [line.strip() for line in file.read_text().splitlines() if line.strip()[:1] not in "#"]
    changed = config.model_dump(exclude_defaults=True)
    values = sum(len(one) if isinstance(one, dict) else 1 for one in changed.values())
    assert values >= len([line for line in given if not line.endswith(":")]) - 1


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"environment__partners": []}, "environment.partners"),
        (
            {"environment__partners": ["random"], "environment__scenario": {"players": 1}},
            "have no seat",
        ),
        ({"learner": "td", "environment__shaping": {"pips": 1}}, "leave out environment.reward"),
        ({"environment__reward": "fame"}, "unknown reward 'fame'"),
        ({"environment__players": 2}, r"players has moved: write scenario: \{players: ...\}"),
        ({"environment__scenario": {"level": 1}}, "has no parameter 'level'"),
        ({"learner": "bc", "environment__partners": ["random"]}, "bc learns from datasets"),
        ({"learner": "td", "device": "cuda"}, "td learns on the CPU: leave out device=cuda"),
        ({"learner": "rllib", "rllib__num_learners": 3}, "rllib.num_learners=3 does not divide"),
        ({"ppo__gae_lambda": 1.5}, "--ppo.gae-lambda: input should be less than or equal to 1"),
    ],
)  # fmt: skip
def test_settings_that_do_not_go_together_are_refused(tmp_path, settings, sentence):
    with pytest.raises(DocumentError, match=sentence):
        small(tmp_path / "run", **settings)


def test_a_missing_gpu_gets_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(ValueError, match="device=cuda: PyTorch finds no GPU here"):
        train(small(tmp_path / "run", device="cuda"))
    assert device_of("auto").type == "cpu"


# -- what a run writes ----------------------------------------------------------------------
def test_a_run_writes_policy_card_checkpoints_and_logs(finished, race):
    card = read_policy(finished / "policy").card
    assert (card.learner, card.steps, card.seeds) == (finished.name, 256, {"train": 0})
    assert (card.game, card.scenarios) == ("dice_race_v0", ("players-2", "players-3"))
    assert card.config["environment"]["scenario"] == {"players": [2, 3]}
    assert card.interface == race.hashes["interface"]
    assert card.hardware["torch"] == torch.__version__
    for steps in (128, 256):
        policy = read_policy(finished / "checkpoints" / f"{steps:012d}" / "policy")
        assert policy.card.steps == steps
    events = EventAccumulator(str(finished / "tensorboard")).Reload()
    tags = set(events.Tags()["scalars"])
    assert {"train/approx_kl", "train/learning_rate", "train/value_loss", "time/fps"} < tags
    assert {"rollout/ep_rew_mean", "rollout/ep_len_mean"} < tags
    assert "rollout/success_rate" not in tags  # all seats are the learner's
    find_agent(str(finished / "policy"), race)


@pytest.mark.slow
def test_a_tracker_gets_the_numbers_and_goes_on_with_a_resumed_run(tmp_path, monkeypatch):
    runs = []

    class Noted(nullcontext):
        def log(self, numbers):
            self.numbers.append(numbers)

        def define_metric(self, tags, step_metric):
            assert (tags, step_metric) == ("*", "decisions")

    def init(**given):
        runs.append(Noted())
        runs[-1].given, runs[-1].numbers = given, []
        return runs[-1]

    monkeypatch.setitem(
        sys.modules,
        "wandb",
        SimpleNamespace(init=init, util=SimpleNamespace(generate_id=lambda: f"run {len(runs)}")),
    )
    settings = small(tmp_path / "run", tracker="wandb", total_timesteps=128)
    train(settings)
    train(settings.model_copy(update={"total_timesteps": 256}), resume=True)
    first, second = runs
    assert first.given["id"] == second.given["id"]
    assert first.given["config"]["environment"]["game"] == RACE
    assert (first.numbers[-1]["decisions"], second.numbers[-1]["decisions"]) == (128, 256)
    events = EventAccumulator(str(tmp_path / "run" / "tensorboard")).Reload()
    logged = [one["train/loss"] for run in runs for one in run.numbers]
    assert np.allclose(logged, [one.value for one in events.Scalars("train/loss")])


# -- resuming -------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_resumed_run_continues_exactly(finished, tmp_path):
    """The same weights to the last bit as without a stop."""
    run = copy_of(finished, tmp_path / "run", "policy", LAST)
    train(small(run, learner=finished.name), resume=True)
    assert weights(run) == weights(finished)


@pytest.mark.slow
def test_a_resumed_run_may_be_longer_and_not_otherwise_different(finished, tmp_path, capsys):
    run = copy_of(finished, tmp_path / "run")
    train(small(run, learner=finished.name), resume=True)
    assert weights(run) == weights(finished)
    assert "raise --total-timesteps" in capsys.readouterr().out
    train(small(run, learner=finished.name, total_timesteps=384), resume=True)
    assert read_policy(run / "policy").card.steps == 384
    with pytest.raises(FolderError, match=r"started with --ppo\.clip-range 0\.2, not 0\.3"):
        train(small(run, learner=finished.name, ppo__clip_range=0.3), resume=True)
    with pytest.raises(FolderError, match=r"started with --seed 0, not 3"):
        train(small(run, learner=finished.name, seed=3), resume=True)
    settings = (run / "config.yaml").read_text()
    (run / "config.yaml").write_text(settings.replace("scenario:", "level: 1\n  scenario:"))
    with pytest.raises(DocumentError, match=r"config.yaml.*: unknown key 'level'"):
        train(small(run, learner=finished.name), resume=True)


@pytest.mark.parametrize("damage", [0, -100, "code"])
def test_a_damaged_checkpoint_gets_a_sentence_and_runs_no_code(finished, tmp_path, damage):
    run = copy_of(finished, tmp_path / "run")
    file = run / LAST / "learner.pt"
    if damage == "code":
        torch.save({"steps": Path("x")}, file)
    else:
        file.write_bytes(file.read_bytes()[:damage])
    with pytest.raises(FolderError, match=r"is damaged: delete .*000000000256 to continue"):
        train(small(run, learner=finished.name), resume=True)


@pytest.mark.parametrize("signals", [[signal.SIGINT], [signal.SIGTERM, signal.SIGINT]])
def test_ctrl_c_keeps_what_was_learned(finished, tmp_path, monkeypatch, capsys, signals):
    """One waits for the end of the update, two do not."""
    run = tmp_path / "run"
    config = small(run, learner=finished.name, checkpoint_every=10_000)
    update = ENV_LEARNERS[finished.name].update

    def interrupted(self):
        for number in signals:
            os.kill(os.getpid(), number)
        return update(self)

    with monkeypatch.context() as patch:
        patch.setattr(ENV_LEARNERS[finished.name], "update", interrupted)
        with pytest.raises(KeyboardInterrupt):
            train(config)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    printed = capsys.readouterr().err
    assert "stopping after this update" in printed
    if len(signals) == 2:
        assert "stopped before its first checkpoint" in printed
        with pytest.raises(FolderError, match=r"no checkpoint yet.*--overwrite"):
            train(config, resume=True)
        return
    assert "--resume continues from" in printed
    train(config, resume=True)
    assert weights(run) == weights(finished)


def test_a_run_that_was_killed_before_an_evaluation_makes_up_for_it(tmp_path, monkeypatch):
    settings = {"learner": "ppo", "evaluate_games": 4, "environment__partners": ["random"]}
    run, whole = tmp_path / "run", tmp_path / "whole"
    train(small(whole, **settings))

    def killed(*_):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(training_run, "play_greedily", killed)
        with pytest.raises(MemoryError):
            train(small(run, **settings))
    checkpoint = run / FIRST
    assert checkpoint.exists()
    assert not (checkpoint / EVALUATION).exists()
    train(small(run, **settings), resume=True)
    for one in (checkpoint, run / LAST):
        assert (one / EVALUATION).read_text() == (
            whole / one.relative_to(run) / EVALUATION
        ).read_text()
    assert (run / "best" / EVALUATION).read_text() == (whole / "best" / EVALUATION).read_text()
    tags = [
        [event.step for event in EventAccumulator(str(one / "tensorboard")).Reload().Scalars(WON)]
        for one in (run, whole)
    ]
    assert tags[0] == tags[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "partners", [["random", f"{__name__}:holder"], ["past"], [f"{__name__}:wild"]]
)
def test_a_run_with_partners_continues_exactly(tmp_path, partners, monkeypatch):
    settings = {"learner": "ppo", "environment__partners": partners}
    train(small(tmp_path / "run", **settings, total_timesteps=128))
    monkeypatch.setattr(secret, "process_secret", secret.new_secret)  # as in another process
    train(small(tmp_path / "run", **settings), resume=True)
    (tmp_path / "whole").mkdir()
    assert (tmp_path / "run" / SECRET).exists() == any(":" in one for one in partners)
    if (tmp_path / "run" / SECRET).exists():  # with it, a run can be repeated
        shutil.copy(tmp_path / "run" / SECRET, tmp_path / "whole")
    train(small(tmp_path / "whole", **settings))
    assert weights(tmp_path / "run") == weights(tmp_path / "whole")
    events = EventAccumulator(str(tmp_path / "run" / "tensorboard")).Reload()
    assert "rollout/success_rate" in events.Tags()["scalars"]


def test_past_plays_as_the_checkpoints_do(tmp_path, race):
    for steps in range(3):
        folder = tmp_path / "checkpoints" / f"{steps:012d}" / "policy"
        folder.mkdir(parents=True)
        write_random_policy(folder, race, seed=steps)
    game = new_game(race.settings)
    game.new(0)
    shown = Situation.of(game, 0, 0)
    decisions = [replace(shown, key=decision_key(0, n)) for n in range(200)]
    past = PastSelf(RunFolder(tmp_path), race, seed=0, suffix=":sample")
    random = [past.act(one) for one in decisions]
    past.renew()
    agents = [find_agent(f"{one}:sample", race) for one in RunFolder(tmp_path).policies()]
    answers = [[agent.act(one) for one in decisions] for agent in agents]
    assert len(answers) == 3
    assert random not in answers
    assert [past.act(one) for one in decisions] in answers


def holder(_facts):
    return Player()


def wild(_facts):
    return Wild()


# -- folders --------------------------------------------------------------------------------
def test_a_locked_run_folder_is_refused(tmp_path):
    run = tmp_path / "run"
    with locked(run), pytest.raises(FolderError, match=r"run is in use by another process"):
        train(small(run))
    assert [one.name for one in run.iterdir()] == [".lock"]


@pytest.mark.slow
def test_a_run_is_overwritten_only_on_request(finished, tmp_path):
    run = copy_of(finished, tmp_path / "run")
    with pytest.raises(FolderError, match="already holds a run: continue it with --resume"):
        train(small(run, learner=finished.name))
    assert weights(run) == weights(finished)
    (run / "notes.txt").write_text("mine")
    train(small(run, learner=finished.name, overwrite=True, total_timesteps=128))
    assert [one.name for one in (run / "checkpoints").iterdir()] == ["000000000128"]
    assert (run / "notes.txt").read_text() == "mine"


def test_other_folders_are_refused(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(FolderError, match=r"is no run folder and not empty \(thesis.txt\)"):
        train(small(tmp_path, overwrite=True))
    assert (tmp_path / "thesis.txt").exists()
    with pytest.raises(FolderError, match="holds no run to continue"):
        train(small(tmp_path / "run"), resume=True)


# -- initial policies and divergence ---------------------------------------------------------
@pytest.mark.slow
def test_training_starts_from_the_weights_of_a_policy(finished, tmp_path):
    initial = finished / "policy"
    settings = {"init_from": initial, "learner": finished.name}
    train(small(tmp_path / "run", **settings, total_timesteps=1, ppo__learning_rate=1e-12))
    policy = read_policy(tmp_path / "run" / "policy")
    assert policy.card.parent == read_policy(initial).card.weights
    for name, tensor in read_policy(initial).tensors.items():
        np.testing.assert_allclose(policy.tensors[name], tensor, atol=1e-6)
    with pytest.raises(PolicyError, match=r"differs from the settings in network\.hidden"):
        train(small(tmp_path / "wider", **settings, network__hidden=[9]))
