"""Decisions of games for other libraries: what is in them, and that these read them."""

import json

import numpy as np
import pytest

pytest.importorskip("torch")

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.learn import export_decisions
from tablemates.agents.learn.export_decisions import ExportConfig, main, played
from tablemates.agents.registry import find_agent
from tablemates.envs.registry import new_game
from tests.agents.conftest import write_random_policy
from tests.agents.evaluated import BOTS

GAME = "tests.core.lanterns:Lanterns"


@pytest.fixture(scope="module")
def policy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("policy") / "policy"
    write_random_policy(folder, GameFacts.of_game(new_game(ExportConfig(game=GAME).settings())))
    return str(folder)


def config(policy, **changes):
    values = {"game": GAME, "scenario": {"players": [2, 3]}, "agents": (policy, "random")}
    return ExportConfig.model_validate({**values, "games": 6, **changes})


def test_decisions_are_those_of_the_games_with_rewards_at_their_seats_ends(policy):
    asked = config(policy)
    game = new_game(asked.settings())
    facts = GameFacts.of_game(game)
    agents = [find_agent(name, facts) for name in asked.agents]
    episodes = played(asked, game, agents)
    assert [one.scenario for one in episodes] == ["players-2", "players-3"] * 3
    for one in episodes:
        seats = [seen.seat for seen in one.decisions]
        assert {seen.agent for seen in one.decisions if seen.seat % 2 == 0} == {policy}
        rewards = np.array(one.rewards())
        for seat in set(seats):
            own = np.flatnonzero(np.array(seats) == seat)
            assert rewards[own].sum() == one.returns[seat]
            assert not rewards[own[:-1]].any()
        for seen in one.decisions:
            assert seen.mask[seen.action] == 1
            known = ~np.isnan(seen.values)
            assert np.array_equal(known, seen.mask == 1) if seen.seat % 2 == 0 else not known.any()
            if seen.seat % 2 == 0:
                assert seen.action == np.nanargmax(seen.values)
    again = played(asked, game, agents)
    for one, other in zip(episodes, again, strict=True):
        assert [seen.action for seen in one.decisions] == [seen.action for seen in other.decisions]


@pytest.mark.parametrize("agent", ["Broken", "Illegal"])
def test_what_an_agent_answered_in_a_forfeited_game_is_no_decision(agent):
    asked = ExportConfig(game=GAME, scenario={"players": 2}, agents=(f"{BOTS}:{agent}", "random"))
    game = new_game(asked.settings())
    facts = GameFacts.of_game(game)
    with pytest.raises(AgentError, match=agent):
        played(asked, game, [find_agent(name, facts) for name in asked.agents])


def test_a_game_that_is_cut_earns_nothing(policy):
    asked = config(policy, max_turns=2)
    game = new_game(asked.settings())
    agents = [find_agent(name, GameFacts.of_game(game)) for name in asked.agents]
    assert all(one.truncated and not any(one.rewards()) for one in played(asked, game, agents))


def words(policy, out, form):
    given = ["--game", GAME, "--agents", policy, "random", "--games", "5", "--form", form]
    return [*given, "--scenario", "players=2", "--out", str(out)]


def test_a_folder_for_datasets(policy, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    assert main(words(policy, tmp_path / "out", "datasets")) == 0
    table = parquet.read_table(tmp_path / "out" / "data" / "train.parquet").to_pydict()
    assert set(table["game"]) == set(range(5))
    names = json.loads((tmp_path / "out" / "actions.json").read_text())
    for mask, action, values in zip(table["mask"], table["action"], table["values"], strict=True):
        assert len(mask) == len(values) == len(names)
        assert mask[action] == 1
    assert "data_files: data/train.parquet" in (tmp_path / "out" / "README.md").read_text()
    assert main(words(policy, tmp_path / "out", "datasets")) != 0  # it is not empty


def test_a_data_set_of_minari(policy, tmp_path, monkeypatch):
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "out"))
    assert main(words(policy, tmp_path / "out", "minari")) == 0
    (name,) = minari.list_local_datasets()
    episodes = list(minari.load_dataset(name).iterate_episodes())
    assert len(episodes) >= 5
    for one in episodes:
        assert len(one.observations) == len(one.actions) + 1
        assert one.terminations[-1]
        masks = one.infos["action_mask"]
        assert all(mask[action] == 1 for mask, action in zip(masks, one.actions, strict=False))


def test_a_missing_library_is_named_before_all_work(policy, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(export_decisions.importlib.util, "find_spec", lambda _name: None)
    assert main(words(policy, tmp_path / "out", "minari")) != 0
    assert "form=minari needs minari and h5py: pip install minari h5py" in capsys.readouterr().err
