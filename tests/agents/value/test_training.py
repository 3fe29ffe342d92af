"""Training runs of the learner td: what is written, and what is left after a kill."""

import pytest

pytest.importorskip("torch")

import torch

from tablemates.agents.errors import PolicyError
from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.settings import TrainConfig
from tablemates.agents.learn.td.learner import TDLearner
from tablemates.agents.learn.train import start, start_all
from tablemates.agents.registry import find_agent
from tablemates.agents.value.files import WEIGHTS
from tablemates.envs.core.errors import SettingsError
from tests.agents.value.conftest import race


def config(run, **changes):
    return TrainConfig.model_validate(
        {
            "run": run,
            "learner": "td",
            "precision": "float16",
            "total_timesteps": 6_000,
            "checkpoint_every": 1_500,
            "evaluate_games": 20,
            "environment": {"game": "tests.core.dice_race:DiceRace"},
            "td": {"width": 16, "hidden": 16, "games_per_batch": 5, "max_decisions": 100},
            **changes,
        }
    )


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)  # the learner needs no GPU
    start(config(tmp_path / "run"), resume=False)
    return tmp_path / "run"


def weights_in(run):
    return (run / "policy" / WEIGHTS).read_bytes()


def test_the_network_of_a_run_is_an_agent(run):
    facts = GameFacts.of_game(race())
    agent = find_agent(str(run / "policy"), facts, pytest.fail)
    assert agent.card.scenarios == ("players-2",)
    assert agent.card.steps >= 6_000
    assert agent.card.hardware["device"] == "CPU"
    newest = max((run / "checkpoints").iterdir())
    assert (newest / "policy" / WEIGHTS).read_bytes() == weights_in(run)
    assert len(list((run / "checkpoints").iterdir())) >= 4
    assert list((run / "tensorboard").iterdir())


@pytest.mark.slow
def test_a_killed_run_goes_on_as_if_it_had_not_been_killed(run, tmp_path, monkeypatch):
    killed, updates = config(tmp_path / "killed"), 0
    update = TDLearner.update

    def dies(learner):
        nonlocal updates
        updates += 1
        if updates == 7:
            raise KeyboardInterrupt
        return update(learner)

    monkeypatch.setattr(TDLearner, "update", dies)
    with pytest.raises(KeyboardInterrupt):
        start(killed, resume=False)
    assert not (tmp_path / "killed" / "policy").exists()
    assert any((tmp_path / "killed" / "checkpoints").iterdir())
    start(killed, resume=True)
    assert weights_in(tmp_path / "killed") == weights_in(run)


@pytest.mark.slow
def test_a_run_is_repeated_with_several_seeds(tmp_path, capsys):
    one = config(tmp_path / "runs", total_timesteps=3_000)
    start_all(one, [3, 4], resume=False)
    runs = [tmp_path / "runs" / f"seed_{seed}" for seed in (3, 4)]
    assert weights_in(runs[0]) != weights_in(runs[1])
    assert (tmp_path / "runs" / "curves.svg").exists()
    assert "interquartile mean" in capsys.readouterr().out
    before = weights_in(runs[0])
    start_all(one, [3, 4, 5], resume=True)  # what is done is left alone
    assert weights_in(runs[0]) == before
    with pytest.raises(SettingsError, match="each seed once, not 3 3"):
        start_all(one, [3, 3], resume=False)


@pytest.mark.slow
def test_training_can_begin_with_a_network(run, tmp_path):
    start(config(tmp_path / "more", init_from=run / "policy"), resume=False)
    agent = find_agent(str(tmp_path / "more" / "policy"), GameFacts.of_game(race()))
    first = find_agent(str(run / "policy"), GameFacts.of_game(race()))
    assert agent.card.parent == first.card.weights
    wider = config(tmp_path / "wider", init_from=run / "policy")
    td = wider.td.model_copy(update={"width": 24})
    with pytest.raises(ValueError, match=r"the network has td.width 16, the settings ask for 24"):
        start(wider.model_copy(update={"td": td}), resume=False)
    with pytest.raises(PolicyError, match="there is no such policy folder"):
        start(config(tmp_path / "none", init_from=tmp_path / "nothing"), resume=False)


@pytest.mark.slow
def test_a_network_that_training_begins_with_keeps_its_sizes(run, tmp_path, monkeypatch):
    games = {"games_per_batch": 5, "max_decisions": 100}  # and the usual sizes, which it has not

    def asked(name):
        return config(tmp_path / name, init_from=run / "policy", td=games)

    start(asked("whole"), resume=False)
    facts = GameFacts.of_game(race())
    agent = find_agent(str(tmp_path / "whole" / "policy"), facts, pytest.fail)
    assert (agent.card.width, agent.card.hidden) == (16, 16)
    update = TDLearner.update

    def interrupted(self):
        if self.timesteps > 3_000:
            raise KeyboardInterrupt
        return update(self)

    with monkeypatch.context() as patched:
        patched.setattr(TDLearner, "update", interrupted)
        with pytest.raises(KeyboardInterrupt):
            start(asked("stopped"), resume=False)
    start(asked("stopped"), resume=True)
    assert weights_in(tmp_path / "stopped") == weights_in(tmp_path / "whole")


def test_settings_that_it_has_no_use_for_are_refused(tmp_path):
    with pytest.raises(ValueError, match="td learns from returns: leave out"):
        config(tmp_path, environment={"shaping": {"progress": 1.0}})
