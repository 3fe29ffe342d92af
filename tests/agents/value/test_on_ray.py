"""Training on a Ray cluster: the same bytes as without, whatever becomes of its nodes."""

import pickle
import threading
import time
from contextlib import contextmanager

import pytest

pytest.importorskip("torch")

from tablemates.agents import ray_cluster
from tablemates.agents.errors import AgentError, LibraryError
from tablemates.agents.learn import training_run
from tablemates.agents.learn.settings import CONFIG, TrainConfig
from tablemates.agents.learn.td import on_ray
from tablemates.agents.learn.train import COMMAND, start
from tablemates.agents.value.files import WEIGHTS
from tablemates.envs.core.errors import PartnerError

PARTNERS = ("random", "tests.agents.value.test_partners:Drawer", "past")
LIAR = "tests.agents.value.test_partners:Liar"


def config(run, ray=None, partners=None, **changes):
    return TrainConfig.model_validate(
        {
            "run": run,
            "learner": "td",
            "ray": ray,
            "total_timesteps": 4_000,
            "checkpoint_every": 1_500,
            "evaluate_games": 0,
            "environment": {
                "game": "tests.core.lanterns:Lanterns",
                "scenario": {"players": [2, 3]},
                "partners": partners,
            },
            "td": {"width": 8, "hidden": 8, "games_per_batch": 20, "max_decisions": 100},
            **changes,
        }
    )


def trained(run, *given, **changes):
    """Return the weights that a run leaves; keys of agents from outside are the same in all."""
    run.mkdir(exist_ok=True)
    (run / "run.secret").write_text("0" * 64)
    start(config(run, *given, **changes), resume=False)
    return (run / "policy" / WEIGHTS).read_bytes()


class Faulty:
    """A cluster of so many parts, which come back in another order, each after having been lost.

    Values travel as they do with Ray: pickled, and arrays cannot be written there.
    """

    count = 1

    def __init__(self, address, cores):
        self.given = address, cores

    def parts(self):
        return self.count

    def shared(self, value):
        return value

    def results(self, work, parts):
        for part in reversed([*parts]):
            buffers = []
            sent = pickle.dumps((work, part), protocol=5, buffer_callback=buffers.append)
            for _ in range(2):
                there, arguments = pickle.loads(
                    sent, buffers=[one.raw().toreadonly() for one in buffers]
                )
                result = there(*arguments)
            yield pickle.loads(pickle.dumps(result))

    def close(self):
        pass


@pytest.mark.slow
@pytest.mark.parametrize(
    ("partners", "counts"),
    [(None, (1, 3, 50)), (PARTNERS, (3,))],  # partners take their time
    ids=["alone", "beside partners"],
)
def test_what_is_learned_is_the_same_in_any_number_of_parts(
    tmp_path, monkeypatch, partners, counts
):
    monkeypatch.setattr(on_ray, "Cluster", Faulty)
    here = trained(tmp_path / "here", None, partners)
    for count in counts:
        monkeypatch.setattr(Faulty, "count", count)
        assert trained(tmp_path / str(count), "local", partners) == here


@pytest.mark.slow
def test_the_first_batch_is_followed_game_by_game(tmp_path, monkeypatch):
    monkeypatch.setattr(on_ray, "Cluster", Faulty)
    monkeypatch.setattr(Faulty, "count", 4)
    said = []

    @contextmanager
    def progress(*_given):
        yield lambda now, note: said.append((now, note))

    monkeypatch.setattr(training_run, "progress", progress)
    trained(tmp_path / "run", "local")
    assert said[:4] == [(0, f"{ended} of 20 games of a batch") for ended in (5, 10, 15, 20)]
    assert len(said) > 5
    assert all(now > 0 and "games" not in note for now, note in said[4:])


def test_a_partner_that_fails_on_a_node_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(on_ray, "Cluster", Faulty)
    with pytest.raises(PartnerError, match="the partner 'drawer' answered 2"):
        start(config(tmp_path / "run", "local", (LIAR,)), resume=False)


def test_a_node_with_another_version_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(on_ray, "Cluster", Faulty)
    monkeypatch.setattr(
        on_ray, "known_of", lambda hashes: {**hashes, "version": "0", "engine": "0"}
    )
    with pytest.raises(AgentError, match="a node of the cluster has another engine, version: "):
        start(config(tmp_path / "run", "local"), resume=False)


def test_without_a_cluster_nothing_has_changed(tmp_path, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "ray" else name)
    with pytest.raises(LibraryError, match=r"--ray needs ray: pip install 'tablemates\[ray\]'"):
        start(config(tmp_path / "run", "auto"), resume=False)
    assert not (tmp_path / "run" / CONFIG).exists()


def test_only_learners_that_play_elsewhere_take_a_cluster(tmp_path):
    with pytest.raises(ValueError, match="ppo plays in this process: leave out ray"):
        config(tmp_path, "auto", learner="ppo")


def test_the_address_of_older_runs_is_read(capsys):
    old = {"learner": "rllib", "rllib": {"address": "auto", "num_learners": 1}}
    new = TrainConfig.model_validate(old)
    assert (new.ray, new.rllib.num_learners) == ("auto", 1)
    assert TrainConfig.model_validate({"rllib": {"address": None}}).ray is None
    assert COMMAND.parse(["--learner", "rllib", "--rllib.address", "auto"]).ray == "auto"
    assert "--rllib.address is now --ray" in capsys.readouterr().err


# -- with Ray --------------------------------------------------------------------------------


@pytest.fixture
def cluster():
    """A cluster of two nodes on this machine, whose head plays nothing; and the second node."""
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'tablemates[ray]'")
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    yield made
    made.shutdown()


def stuck_on(node, marker, work, *part):
    """Do a part of the work, on one node for ever."""
    from ray import get_runtime_context

    if get_runtime_context().get_node_id() == node:
        marker.touch()
        time.sleep(3600)
    return work(*part)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_lost_node_changes_no_byte(tmp_path, monkeypatch, cluster, capsys):
    with pytest.raises(LibraryError, match="has no processor to play on"):
        start(config(tmp_path / "none", cluster.address), resume=False)
    cluster.add_node(num_cpus=1)
    lost, begun = cluster.add_node(num_cpus=1), tmp_path / "begun"
    results = ray_cluster.Cluster.results

    def sticking(self, work, parts):
        given = ((lost.node_id, begun, work, *part) for part in parts)
        return results(self, stuck_on, given)

    def lose():
        while not begun.exists():
            time.sleep(0.1)
        cluster.remove_node(lost, allow_graceful=False)

    monkeypatch.setattr(ray_cluster.Cluster, "results", sticking)
    loser = threading.Thread(target=lose, daemon=True)
    loser.start()
    there = trained(tmp_path / "there", cluster.address, PARTNERS)
    loser.join()
    assert "Joining the Ray cluster" in capsys.readouterr().err
    assert there == trained(tmp_path / "here", None, PARTNERS)
