"""Marks of an adviser: computed, carried by lanes and data sets, used by networks."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tablemates.agents.errors import AgentError, FolderError
from tablemates.agents.networks.base import BEST_MARK, UNSEEN_MARK, input_scale
from tablemates.agents.portal_dash.advice import MarkingAdviser, marks_of
from tablemates.agents.portal_dash.planner.search import UNSEEN
from tablemates.agents.registry import find_agent
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.conftest import mlp_spec, tokens_spec, write_random_policy

torch = pytest.importorskip("torch")

from tablemates.agents.configs import read_config  # noqa: E402
from tablemates.agents.learn.config import TrainConfig  # noqa: E402
from tablemates.agents.learn.dataset.making import make  # noqa: E402
from tablemates.agents.learn.dataset.reading import DataSets  # noqa: E402
from tablemates.agents.learn.lanes import make_lanes  # noqa: E402
from tablemates.agents.learn.networks import new_network  # noqa: E402
from tablemates.envs.core.documents import DocumentError  # noqa: E402
from tests.agents.dataset.test_making import small  # noqa: E402

TUNED = "planner-tuned"
SETTINGS = Settings(level=[1, 4, 5], players=[1, 2, 4], mask_in_observation=False)


@pytest.fixture(scope="module")
def adviser(facts):
    return MarkingAdviser(TUNED, facts)


@pytest.fixture(scope="module")
def lanes(adviser):
    lanes = make_lanes(SETTINGS, 24, seed=0, advise=lambda _: adviser)
    rng = np.random.default_rng(0)
    for _ in range(60):
        lanes.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in lanes.masks]))
    return lanes


def test_marks_keep_the_order_of_values():
    values = np.array([3.0, 10.0, UNSEEN, 9.99, 10.0, -1e6])
    marks = marks_of(values)
    assert marks.tolist()[1:3] == [BEST_MARK, UNSEEN_MARK]
    assert BEST_MARK > marks[4] >= marks[3] > marks[0] > marks[5] > UNSEEN_MARK


def test_lanes_show_what_the_script_itself_would_play(lanes, adviser, facts):
    shown = lanes.games.decisions()
    assert np.array_equal(lanes.masks != 0, shown.masks != 0)
    assert (lanes.masks.max(1) == BEST_MARK).all()
    script = find_agent(TUNED, facts)
    assert np.array_equal(lanes.masks.argmax(1), script.act_batch(shown))
    assert len(np.unique(lanes.masks)) > 10
    one = replace(shown, **{name: getattr(shown, name)[5:6] for name in ("observations", "masks",
                            "publics", "keys")})  # fmt: skip
    assert np.array_equal(adviser.tell(one)[1][0], lanes.masks[5])


def test_lanes_that_go_on_show_the_same_marks(lanes, adviser):
    other = make_lanes(SETTINGS, 24, seed=1, advise=lambda _: adviser)
    other.restore(lanes.state())
    assert np.array_equal(other.masks, lanes.masks)
    assert np.array_equal(other.observations, lanes.observations)


@pytest.mark.parametrize("make_spec", [mlp_spec, tokens_spec])
def test_a_new_network_plays_as_its_adviser_does(make_spec, lanes, facts):
    torch.manual_seed(0)
    spec = make_spec(facts, adviser=TUNED)
    network = new_network(spec, input_scale(facts.layout.low, facts.layout.high))
    with torch.no_grad():
        logits, _ = network(torch.from_numpy(lanes.observations), torch.from_numpy(lanes.masks))
    assert np.array_equal(logits.argmax(1).numpy(), lanes.masks.argmax(1))


def test_a_policy_is_told_what_its_adviser_thinks(tmp_path, lanes, facts):
    write_random_policy(tmp_path / "p", facts, spec=tokens_spec(facts, adviser=TUNED))
    agent = find_agent(str(tmp_path / "p"), facts)
    shown = lanes.games.decisions()
    answers = agent.act_batch(shown)
    told = agent.logits(lanes.observations, lanes.masks)
    assert np.array_equal(answers, told.argmax(1))
    assert not np.array_equal(told, agent.logits(lanes.observations, shown.masks))
    assert [agent.act(shown[n]) for n in range(6)] == answers[:6].tolist()
    best = agent.explain(shown[0]).candidates[0]
    assert best.action == answers[0]


def test_data_sets_carry_marks_and_are_refused_without(tmp_path, facts):
    make(small(tmp_path / "told", adviser=TUNED, play="{planner-tuned: 1.0}", noisy=0))
    told = mlp_spec(facts, adviser=TUNED)
    decisions = DataSets([tmp_path / "told"], facts, 0.0, pytest.fail, told).learned([0])
    assert np.array_equal(decisions.masks.argmax(1), decisions.actions)
    assert (decisions.masks.max(1) == BEST_MARK).all()
    other = mlp_spec(facts, adviser="planner:miner")
    with pytest.raises(FolderError, match=r"was made with adviser: planner-tuned.*planner:miner"):
        DataSets([tmp_path / "told"], facts, 0.0, pytest.fail, other)


def test_wrong_advisers_are_refused(facts):
    with pytest.raises(AgentError, match="no adviser is called 'rollout': there are planner-tuned"):
        MarkingAdviser("rollout", facts)
    with pytest.raises(AgentError, match="nobody"):
        MarkingAdviser("planner:nobody", facts)
    base = Path("configs/train/base.yaml")
    with pytest.raises(DocumentError, match=r"maskable_ppo listens to no network\.adviser"):
        read_config(TrainConfig, base, ["network.adviser=planner-tuned"])
