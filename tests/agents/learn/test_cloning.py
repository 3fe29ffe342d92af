"""Datasets and behaviour cloning."""

import json
import os
import shutil
import signal
from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tablemates.agents.cli.settings_models import configs_folder, read_config  # noqa: E402
from tablemates.agents.errors import AgentError, FolderError  # noqa: E402
from tablemates.agents.learn import cloning, make_dataset  # noqa: E402
from tablemates.agents.learn.cloning import CloningLearner  # noqa: E402
from tablemates.agents.learn.datasets import CARD, DataSets, Decisions, read_card, shard_file  # noqa: E402
from tablemates.agents.learn.make_dataset import Player as DataPlayer  # noqa: E402
from tablemates.agents.learn.make_dataset import main, make  # noqa: E402
from tablemates.agents.learn.settings import DataConfig, TrainConfig  # noqa: E402
from tablemates.agents.learn.training_run import train  # noqa: E402
from tablemates.agents.networks.policy import WEIGHTS, read_policy  # noqa: E402
from tablemates.agents.registry import find_agent  # noqa: E402
from tablemates.envs.core.game.seeds import SIZE  # noqa: E402
from tablemates.envs.core.views.agent import Agent, Batch, Situation  # noqa: E402
from tablemates.envs.registry import GAMES  # noqa: E402
from tests.core.dice_race import DiceRace  # noqa: E402
from tests.core.players import Player, Wild  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")

HOLDER = f"{__name__}:holder"
DATA = {
    "game": "tests.core.dice_race:DiceRace",
    "scenario": {"players": [2, 3]},
    "play": HOLDER,
    "decisions": 1500,
    "games_per_file": 8,
    "max_turns": 40,
}
SMALL = {
    "learner": "bc",
    "device": "cpu",
    "total_timesteps": 15000,
    "checkpoint_every": 3000,
    "environment.game": DATA["game"],
    "environment.scenario": DATA["scenario"],
    "network.hidden": [32],
    "precision": "float16",
    "bc.shuffle_files": 2,
    "bc.batch_size": 64,
    "bc.learning_rate": 2e-2,
    "bc.validation_share": 0.2,
}


def holder(_race):
    """Return a teacher that rolls until it has six pips, then holds."""
    return Player()


def wild(_race):
    return Wild()


def settings_of(out, **settings):
    return read_config(DataConfig, None, DATA | {"out": out} | settings)


def config_of(run, data, **settings):
    named = {name.replace("__", "."): value for name, value in settings.items()}
    values = SMALL | {"run": run, "bc.data": [str(data)]} | named
    return read_config(TrainConfig, None, values)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A small dataset, not to be changed."""
    out = tmp_path_factory.mktemp("data") / "holder"
    make(settings_of(out))
    return out


@pytest.fixture(scope="module")
def finished(tmp_path_factory, data):
    """A finished run, not to be changed."""
    run = tmp_path_factory.mktemp("runs") / "bc"
    train(config_of(run, data))
    return run


def shards_of(out):
    return [Decisions.read(out / "shards" / name) for name in sorted(read_card(out).shards)]


def weights(run):
    return (run / "policy" / WEIGHTS).read_bytes()


# -- datasets --------------------------------------------------------------------------------
def test_a_data_set_of_an_agent_from_outside_goes_on_with_its_secret(tmp_path):
    small = {"play": f"{__name__}:wild", "decisions": 300}
    make(settings_of(tmp_path / "whole", **small))
    shutil.copytree(tmp_path / "whole", tmp_path / "other")
    for file in (tmp_path / "other" / "shards").iterdir():
        file.unlink()
    (tmp_path / "other" / CARD).unlink()
    make(settings_of(tmp_path / "other", **small))
    for one, same in zip(*map(shards_of, (tmp_path / "whole", tmp_path / "other")), strict=True):
        assert np.array_equal(one.played, same.played)


@pytest.mark.parametrize(
    "file", sorted((configs_folder() / "data").iterdir()), ids=lambda f: f.name
)
def test_every_recipe_is_valid(file):
    config = read_config(DataConfig, file)
    assert DataConfig.model_validate(config.model_dump(mode="json")) == config


def test_the_decisions_are_those_of_the_games(tmp_path, race, monkeypatch):
    """Replayed in a game object, every observation is found and every label fits."""
    monkeypatch.setattr(make_dataset, "_NOISE_START", 10)
    monkeypatch.setattr(make_dataset, "_NOISE_LENGTH", 5)
    config = settings_of(tmp_path, scenario={"players": 3}, noise_share=1.0, noise=0.8)
    shard = DataPlayer(config).play(3)
    teacher, game = holder(race), DiceRace(config.settings())
    sound = noisy = 0
    for seed in np.unique(shard.seeds).tolist():
        assert seed < SIZE  # a training seed
        rows = np.flatnonzero(shard.seeds == seed)
        game.new(seed)
        movers = []
        for step, row in enumerate(rows.tolist()):
            assert np.array_equal(game.observation, shard.observations[row])
            assert np.array_equal(game.mask, shard.masks[row])
            label = teacher.act(Situation.of(game, seed, step))
            assert label == shard.actions[row]
            action = int(shard.played[row])
            assert shard.masks[row, action]
            noisy += action != label
            assert not (shard.sound[row] and action != label)
            sound += shard.sound[row]
            movers.append(game.to_move())
            game.step(action)
        assert shard.returns[rows].tolist() == [game.returns()[seat] for seat in movers]
    assert noisy > 5
    assert sound > 10


def test_a_stopped_data_set_continues(data, tmp_path, monkeypatch):
    played, write = [], DataPlayer.write

    def stopped(self, number):
        if len(played) == 1:
            raise KeyboardInterrupt
        played.append(number)
        return write(self, number)

    out = tmp_path / "run"
    with monkeypatch.context() as patch:
        patch.setattr(DataPlayer, "write", stopped)
        with pytest.raises(KeyboardInterrupt):
            make(settings_of(out))
    assert len(read_card(out).shards) == 1
    make(settings_of(out))
    assert read_card(out).digest == read_card(data).digest
    before = make(settings_of(out, decisions=1)).decisions
    assert make(settings_of(out, decisions=before + 1)).decisions > before
    make(settings_of(tmp_path / "other", seed=1, decisions=1))
    other = shards_of(tmp_path / "other")[0]
    assert not set(other.seeds) & {seed for shard in shards_of(out) for seed in shard.seeds}


def test_a_file_that_is_damaged_is_made_again_once_it_is_deleted(data, tmp_path, race):
    out = tmp_path / "again"
    shutil.copytree(data, out)
    file = out / "shards" / sorted(read_card(out).shards)[0]
    whole = file.read_bytes()
    file.write_bytes(whole[:200])
    with pytest.raises(FolderError, match=r"damaged .*: delete it and run the command again that"):
        Decisions.read(file)
    file.unlink()
    with pytest.raises(
        FolderError, match=r"cannot be read \(No such file.*: run the command again"
    ):
        sets_of(out, race).validation()
    card = make(settings_of(out))
    assert card == read_card(data).model_copy(update={"config": card.config})
    assert file.read_bytes() == whole


@pytest.mark.parametrize(
    ("name", "changed", "sentence"),
    [
        ("actions", lambda column: np.full_like(column, 99), "actions has 99, which is not legal"),
        ("played", lambda column: column[1:], r"columns of \d+ and \d+ decisions"),
        ("masks", lambda column: column[0], "masks is int8 with 1 axes"),
        ("sound", lambda column: column.astype(np.int64), "sound is int64 with 1 axes"),
        ("returns", lambda column: column * np.float32(np.nan), "returns has what is no number"),
        ("observations", lambda column: column[:, 1:], r"values and \d+ actions a decision, not"),
    ],
)
def test_a_file_that_somebody_has_changed_is_a_sentence(
    data, tmp_path, race, name, changed, sentence
):
    out = tmp_path / "changed"
    shutil.copytree(data, out)
    file = out / "shards" / sorted(read_card(out).shards)[0]
    with np.load(file) as columns:
        arrays = dict(columns)
    np.savez_compressed(file, **(arrays | {name: changed(arrays[name])}))
    with pytest.raises(FolderError, match=sentence):
        sets_of(out, race).validation()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_usual_recipe_is_one_of_every_game(game):
    config = make_dataset.COMMAND.parse(["--game", game])
    assert config.settings().scenarios()


def test_other_settings_rules_or_files_are_refused(data, tmp_path):
    with pytest.raises(FolderError, match=r"was started with noise=0.3, not 0.1"):
        make(settings_of(data, noise=0.1))
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(FolderError, match=r"not empty \(thesis.txt\)"):
        make(settings_of(tmp_path))
    shutil.copytree(data, tmp_path / "old")
    card = tmp_path / "old" / CARD
    card.write_text(json.dumps(json.loads(card.read_text()) | {"ruleset": "0123"}))
    with pytest.raises(FolderError, match="was started with ruleset=0123"):
        make(settings_of(tmp_path / "old"))
    card.write_text("{")
    with pytest.raises(FolderError, match="is damaged"):
        make(settings_of(tmp_path / "old"))
    with pytest.raises(FolderError, match="holds no dataset"):
        read_card(tmp_path)


class Teacher(Agent):
    """Prefers the last legal action."""

    name = "teacher"

    def act(self, situation):
        return int(np.flatnonzero(situation.mask)[-1])


def test_a_teacher_labels_what_others_play(tmp_path):
    teacher = f"{__name__}:teacher_of"
    plain = {"games_per_file": 2, "noise_share": 0}
    labelled = settings_of(tmp_path, label=teacher, **plain)
    shard = DataPlayer(labelled).play(0)
    whole = DataPlayer(settings_of(tmp_path, **plain)).play(0)
    assert np.array_equal(shard.observations, whole.observations)
    assert np.array_equal(shard.played, whole.played)
    assert (shard.actions != shard.played).any()
    assert shard.sound.all()
    for mask, action in zip(shard.masks, shard.actions, strict=True):
        assert action == np.flatnonzero(mask)[-1]


def teacher_of(_race):
    return Teacher()


class Wrong(Teacher):
    def act(self, situation):
        return int(np.flatnonzero(situation.mask == 0)[0])


def wrong_of(_race):
    return Wrong()


def test_an_illegal_answer_gets_a_sentence(tmp_path):
    config = settings_of(tmp_path, play=f"{__name__}:wrong_of")
    with pytest.raises(AgentError, match=r"teacher' answers .*, which is not legal"):
        DataPlayer(config).play(0)


def test_the_command_makes_a_dataset(tmp_path, capsys):
    (tmp_path / "recipe.yaml").write_text("decisions: 1\ngames_per_file: 1\n")
    words = ["--config", str(tmp_path / "recipe.yaml"), "--game", DATA["game"]]
    words += ["--scenario", "players=2,3", "--out", str(tmp_path / "run"), "--play"]
    assert main([*words, "random"]) == 0
    assert f"{tmp_path / 'run'}: " in capsys.readouterr().out
    assert read_card(tmp_path / "run").scenarios == ["players-2", "players-3"]
    assert main([*words, "nobody", "--out", str(tmp_path / "x")]) == 2
    assert "no agent is called 'nobody'" in capsys.readouterr().err


# -- cloning ----------------------------------------------------------------------------------
def agreement(run, decisions, race):
    """Return how often the policy's most probable action is the teacher's."""
    agent = find_agent(str(run / "policy"), race)
    count = len(decisions)
    publics = np.zeros((count, 1), np.uint8)
    batch = Batch(decisions.observations, decisions.masks, publics, [0] * count)
    return (agent.act_batch(batch) == decisions.actions).mean()


def sets_of(data, race, share=0.2):
    return DataSets([data], race, share)


@pytest.mark.slow
def test_a_clone_plays_as_its_teacher_does(finished, data, tmp_path, race):
    validation = sets_of(data, race).validation()
    chance = (1 / validation.masks.sum(1)).mean()
    assert len(validation) > 100
    assert agreement(finished, validation, race) > 0.95 > 1.5 * chance
    card = read_policy(finished / "policy").card
    assert (card.learner, card.precision) == ("bc", "float16")
    assert card.data == (read_card(data).digest,)
    # The test can fail: the labels matter.
    shutil.copytree(data, tmp_path / "mixed")
    rng = np.random.default_rng(0)
    for number, shard in enumerate(shards_of(data)):
        actions = [rng.choice(np.flatnonzero(mask)) for mask in shard.masks]
        shard = replace(shard, actions=np.array(actions, np.int16))
        shard.write(shard_file(tmp_path / "mixed", number))
    train(config_of(tmp_path / "run", tmp_path / "mixed", total_timesteps=3000))
    assert agreement(tmp_path / "run", validation, race) < 0.8


@pytest.mark.slow
def test_a_resumed_clone_continues_exactly_within_an_epoch(data, tmp_path, monkeypatch):
    monkeypatch.setattr(cloning, "_PER_UPDATE", 200)
    settings = {"total_timesteps": 1000, "precision": "float32", "checkpoint_every": 200}
    train(config_of(tmp_path / "whole", data, **settings))
    run = tmp_path / "run"
    update = CloningLearner.update
    for stops in range(3):  # before the first update, and after the next ones

        def stopped(self, stops=stops):
            log = update(self)
            if self.timesteps >= 192 * stops:
                os.kill(os.getpid(), signal.SIGINT)
            return log

        with monkeypatch.context() as patch:
            patch.setattr(CloningLearner, "update", stopped)
            with pytest.raises(KeyboardInterrupt):
                train(config_of(run, data, **settings), resume=stops > 0)
    train(config_of(run, data, **settings), resume=True)
    assert weights(run) == weights(tmp_path / "whole")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"interface": "0123"}, "was made for interface 0123"),
        ({"version": 4}, "is damaged or of another version"),
        ({"game": "chess_v0"}, "its games are of chess_v0, not of"),
    ],
)
def test_unsuitable_data_is_refused(data, tmp_path, change, sentence):
    shutil.copytree(data, tmp_path / "old")
    card = tmp_path / "old" / CARD
    card.write_text(json.dumps(json.loads(card.read_text()) | change))
    with pytest.raises(FolderError, match=sentence):
        train(config_of(tmp_path / "run", tmp_path / "old"))
