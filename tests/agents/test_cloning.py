"""Clones: what they learn from data sets, how they go on, and what they are judged by."""

import json
import os
import re
import shutil
import signal
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tablemates.agents.configs import read_config  # noqa: E402
from tablemates.agents.errors import DivergedError, FolderError  # noqa: E402
from tablemates.agents.learn import cloning  # noqa: E402
from tablemates.agents.learn.cloning import Cloning, calibration_error, targets_of  # noqa: E402
from tablemates.agents.learn.config import TrainConfig  # noqa: E402
from tablemates.agents.learn.dataset.config import DataConfig  # noqa: E402
from tablemates.agents.learn.dataset.folder import DataFolder  # noqa: E402
from tablemates.agents.learn.dataset.making import make  # noqa: E402
from tablemates.agents.learn.dataset.reading import DataSets, Decisions  # noqa: E402
from tablemates.agents.learn.dataset.shards import NONE, write_shard  # noqa: E402
from tablemates.agents.learn.journal import read_journal  # noqa: E402
from tablemates.agents.learn.training import Run, train  # noqa: E402
from tablemates.agents.policy import WEIGHTS, read_policy  # noqa: E402
from tablemates.agents.registry import find_agent  # noqa: E402
from tablemates.envs.core.documents import DocumentError  # noqa: E402

DATA = {
    "play": "{rules: 1.0}",
    "scores": "false",
    "decisions": 1500,
    "games": 8,
    "level": "[1]",
    "players": "[2]",
    "max_turns": 8,
    "begins": 10,
    "stretch": 5,
    "workers": 1,
}
SMALL = {
    "network.adviser": "null",
    "steps": 6000,
    "checkpoint_every": 3000,
    "network.kind": "mlp",
    "network.hidden": "[32]",
    "bc.files": 2,
    "bc.minibatch": 64,
    "bc.learning_rate": "3e-3",
    "bc.held_out": 0.2,
}


def small(run, data, **settings):
    words = SMALL | {"run": run, "bc.data": f"['{data}']"}
    words |= {name.replace("__", "."): one for name, one in settings.items()}
    words = [f"{name}={value}" for name, value in words.items()]
    return read_config(TrainConfig, Path("configs/train/bc_marks.yaml"), words)


@pytest.fixture(autouse=True)
def one_thread():
    """Threads wait for each other longer than such small networks take."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A small data set, not to be changed."""
    out = tmp_path_factory.mktemp("data") / "rules"
    words = [f"{name}={value}" for name, value in (DATA | {"out": out}).items()]
    make(read_config(DataConfig, Path("configs/data/base.yaml"), words))
    return out


@pytest.fixture(scope="module")
def finished(tmp_path_factory, data):
    """A finished run, not to be changed."""
    run = tmp_path_factory.mktemp("runs") / "bc"
    train(small(run, data))
    return run


def weights(run):
    return (run / "policy" / WEIGHTS).read_bytes()


def all_of(data, facts, held_out=0.0):
    return DataSets([data], facts, held_out, pytest.fail)


def agreement(run, decisions, facts):
    """Return how often the policy's likeliest action is the teacher's."""
    agent = find_agent(str(run / "policy"), facts)
    chances = agent.probabilities(decisions.observations, decisions.masks)
    return (chances.argmax(1) == decisions.actions).mean()


@pytest.mark.slow
def test_a_clone_plays_as_its_teacher_does(finished, data, facts):
    held_out = all_of(data, facts, 0.2).held_out()
    chance = (1 / held_out.masks.sum(1)).mean()
    assert len(held_out) > 100
    assert agreement(finished, held_out, facts) > 0.5 > 1.2 * chance
    card = read_policy(finished / "policy").card
    assert (card.learner, card.precision) == ("bc", "float16")
    assert card.data == (DataFolder(data).card().digest,)
    assert list((finished / "tensorboard").glob("events.*"))


def test_a_clone_of_something_else_does_not(data, tmp_path, facts):
    """The test above can fail: the labels matter."""
    shutil.copytree(data, tmp_path / "mixed")
    folder = DataFolder(tmp_path / "mixed")
    rng = np.random.default_rng(0)
    card = folder.card()
    for number, name in enumerate(card.shards):
        shard = folder.read(name)
        shard.actions[:] = [rng.choice(np.flatnonzero(mask)) for mask in shard.masks]
        write_shard(folder.shard(number), shard)
        card.shards[name] = folder.described(number, shard)
    folder.write(card)
    train(small(tmp_path / "run", tmp_path / "mixed", steps=3000))
    assert agreement(tmp_path / "run", all_of(data, facts, 0.2).held_out(), facts) < 0.45


def test_a_stopped_clone_goes_on_exactly(finished, data, tmp_path, capsys):
    run = tmp_path / "run"
    shutil.copytree(finished, run)
    shutil.rmtree(run / "policy")
    newest = max((run / "checkpoints").iterdir())
    shutil.rmtree(newest)
    config = (run / "config.yaml").read_text().replace(str(finished), str(run))
    (run / "config.yaml").write_text(config)
    train(small(run, data), resume=True)
    assert weights(run) == weights(finished)
    said = capsys.readouterr().out
    assert "of decisions as the teacher" in said
    assert "  action " in said


def test_a_clone_learns_a_little_at_a_time(data, tmp_path, monkeypatch):
    """The rate falls with every minibatch, and whoever stops goes on in the middle of a file."""
    monkeypatch.setattr(cloning, "_AN_UPDATE", 200)
    learn, rates, sizes = Cloning._learn, [], []

    def learned(self, batch):
        found = learn(self, batch)
        (group,) = self._optimiser.param_groups
        rates.append((self.steps, group["lr"]))
        sizes.append(len(batch))
        return found

    monkeypatch.setattr(Cloning, "_learn", learned)
    settings = {"symmetry": 0.5, "precision": "float32", "checkpoint_every": 200}
    train(small(tmp_path / "whole", data, steps=1000, **settings))
    for steps, rate in rates:
        assert rate == pytest.approx(3e-3 * max(1 - steps / 1000, 0))
    assert [steps for steps, _ in rates] == [0, *np.cumsum(sizes)[:-1].tolist()]
    assert [line["steps"] for line in read_journal(tmp_path / "whole")][:3] == [0, 192, 384]
    run = tmp_path / "run"
    shutil.copytree(tmp_path / "whole", run)
    shutil.rmtree(run / "policy")
    for folder in sorted((run / "checkpoints").iterdir())[2:]:
        shutil.rmtree(folder)
    config = (run / "config.yaml").read_text().replace(str(tmp_path / "whole"), str(run))
    (run / "config.yaml").write_text(config)
    train(small(run, data, steps=1000, **settings), resume=True)
    assert weights(run) == weights(tmp_path / "whole")


@pytest.mark.parametrize("held_out", [0.2, 0])
def test_what_a_clone_begins_with_is_judged_before_it_learns(data, tmp_path, monkeypatch, held_out):
    """Also where it is stopped right after; where nothing is held out there is nothing to judge."""
    run, settings = (
        tmp_path / "run",
        {"precision": "float32", "steps": 300, "bc__held_out": held_out},
    )
    update = Cloning.update

    def stopped(self):
        os.kill(os.getpid(), signal.SIGINT)
        return update(self)

    with monkeypatch.context() as patch:
        patch.setattr(Cloning, "update", stopped)
        with pytest.raises(KeyboardInterrupt):
            train(small(run, data, **settings))
    (first,) = read_journal(run)
    assert (first["steps"] == 0) == ("learner/held out policy" in first) == (held_out > 0)
    train(small(run, data, **settings), resume=True)
    train(small(tmp_path / "whole", data, **settings))
    assert weights(run) == weights(tmp_path / "whole")
    lines = read_journal(run), read_journal(tmp_path / "whole")
    for line in [*lines[0], *lines[1]]:
        del line["seconds"]
    assert lines[0] == lines[1]


def test_a_run_does_not_go_on_with_other_decisions(finished, data, tmp_path):
    run = tmp_path / "run"
    shutil.copytree(finished, run)
    card = data / "card.json"
    before = card.read_text()
    try:
        card.write_text(json.dumps(json.loads(before) | {"digest": "0123"}))
        with pytest.raises(FolderError, match=r"learned from other decisions than lie in bc\.data"):
            train(small(run, data), resume=True)
    finally:
        card.write_text(before)


@pytest.mark.slow
def test_learning_ends_when_it_becomes_worse(data, tmp_path, monkeypatch):
    """And the best network so far is the one that is kept."""
    run = tmp_path / "run"
    judge, best = Cloning._judge, []

    def judged(self):
        epoch = self._epoch
        if epoch > 1:
            self._least = -1.0  # nothing is better
        log = judge(self)
        if epoch == 1:
            best.append({name: one.clone() for name, one in self._network.state_dict().items()})
        return log

    monkeypatch.setattr(Cloning, "_judge", judged)
    train(small(run, data, steps=12_000, bc__patience=1, precision="float32"))
    steps = read_policy(run / "policy").card.steps
    held_out = DataFolder(data).card().decisions
    assert steps < 3 * held_out
    tensors = read_policy(run / "policy").tensors
    assert all(np.array_equal(tensors[name], best[0][name].numpy()) for name in tensors)


def test_a_clone_that_diverges_ends_with_a_sentence(data, tmp_path):
    with pytest.raises(DivergedError, match=r"is not finite\): try .*bc.learning_rate"):
        train(small(tmp_path / "run", data, bc__learning_rate=1e30))


def test_games_are_held_out_as_a_whole(data, facts):
    sets = all_of(data, facts, 0.3)
    numbers = range(len(sets.files))
    learned, held_out = sets.learned(numbers), sets.held_out()
    assert len(learned) + len(held_out) == DataFolder(data).card().decisions
    shards = [folder.read(name) for folder, name in sets.files]
    sizes = {int(size) for shard in shards for size in np.bincount(shard.game)}
    firsts = [n for n in range(len(held_out)) if _begins(held_out, n, facts)]
    assert len(firsts) > 2
    assert {int(size) for size in np.diff([*firsts, len(held_out)])} <= sizes


def _begins(decisions, n, facts):
    """Tell whether a game begins here: players choose where to stand."""
    kind = facts.layout["decision_kind"]
    start = kind.slice.start + [one.name for one in kind.numbers].index("start_space")
    now = decisions.observations[n, start] != 0
    return now and (n == 0 or decisions.observations[n - 1, start] == 0)


def test_what_a_teacher_thinks_softens_what_is_learned():
    batch = Decisions(
        np.zeros((3, 1), np.int8),
        np.zeros((3, 9), np.int8),
        np.array([5, 6, 7], np.int16),
        np.array([5, 6, 7], np.int16),
        np.array([[5, 2, NONE, NONE], [6, NONE, NONE, NONE], [NONE] * 4], np.int16),
        np.array([[0.6, 0.5, 0, 0], [0.9, 0, 0, 0], [0] * 4], np.float16),
        np.ones(3, bool),
        np.ones(3, np.float32),
    )
    actions, likely = targets_of(batch, soft=0.5, temperature=0.1)
    assert actions[:, 0].tolist() == [5, 6, 7]
    assert torch.allclose(likely.sum(1), torch.ones(3))
    odds = np.exp(1.0)
    expected = [0.5, 0.5 * odds / (1 + odds), 0.5 / (1 + odds)]
    assert np.allclose(likely[0, :3], expected, atol=2e-3)
    assert likely[1:].tolist() == [[1.0, 0, 0, 0, 0]] * 2


@pytest.mark.parametrize("target", ["actions", "chances"])
def test_what_is_held_out_counts_by_the_decisions_that_say_something(
    data, tmp_path, monkeypatch, target
):
    """However they lie in what is judged together."""
    shutil.copytree(data, tmp_path / "scored")
    folder = DataFolder(tmp_path / "scored")
    rng = np.random.default_rng(0)
    card = folder.card()
    for number, name in enumerate(card.shards):
        shard = folder.read(name)
        known = np.flatnonzero(np.arange(len(shard)) ** 2 % 7 < 1 + number)
        for n in known:
            legal = np.flatnonzero(shard.masks[n])[:3]
            shard.scored[n, : len(legal)], shard.scores[n, : len(legal)] = (
                legal,
                rng.random(len(legal)),
            )
        write_shard(folder.shard(number), shard)
        card.shards[name] = folder.described(number, shard)
    folder.write(card)
    (tmp_path / "run").mkdir()
    config = small(tmp_path / "run", tmp_path / "scored", bc__target=target, bc__held_out=0.6)
    learner = Run(config, resume=False)._learner
    judged = []
    for together in (10_000, 50):
        monkeypatch.setattr(cloning, "_JUDGED", together)
        judged.append(learner._judge())
    assert judged[0]["held out value"] > 0
    assert judged[1] == pytest.approx(judged[0], rel=1e-5)


@pytest.mark.parametrize(
    "word",
    [
        "ppo.learning_rate=0.1",
        "ppo.critic=privileged",
        "environment.shaping={'progress': 1.0}",
        "environment.partners=('rules',)",
        "environment.curriculum=0.5",
        "environment.max_turns=50",
    ],
)
def test_what_is_of_learners_that_play_is_refused(word):
    typed = word.replace("(", "[").replace(",)", "]")
    with pytest.raises(DocumentError, match=f"plays no games: leave out {re.escape(word)}"):
        read_config(TrainConfig, Path("configs/train/bc.yaml"), [typed])
    read_config(TrainConfig, Path("configs/train/base.yaml"), [typed, "learner=ppo"])


def test_calibration_is_told_from_what_was_stated():
    rng = np.random.default_rng(0)
    stated = rng.random(20_000).astype(np.float32)
    honest = (rng.random(20_000) < stated).astype(np.float32)
    assert calibration_error(stated, honest) < 0.02
    assert calibration_error(stated, np.ones(20_000, np.float32)) == pytest.approx(0.5, abs=0.02)


def test_data_of_another_interface_or_none_is_refused(data, tmp_path):
    shutil.copytree(data, tmp_path / "old")
    card = tmp_path / "old" / "card.json"
    card.write_text(json.dumps(json.loads(card.read_text()) | {"interface": "0123"}))
    with pytest.raises(FolderError, match="was made for interface 0123"):
        train(small(tmp_path / "run", tmp_path / "old"))
    with pytest.raises(FolderError, match="holds no data set"):
        train(small(tmp_path / "run", tmp_path / "nothing"))
