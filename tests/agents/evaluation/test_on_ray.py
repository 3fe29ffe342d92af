"""An evaluation on a Ray cluster: the same rows as without, whatever becomes of its nodes."""

import socket

import pytest

from tablemates.agents import ray_cluster
from tablemates.agents.errors import LibraryError
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.runner import play
from tablemates.envs.registry import GAMES

pytestmark = pytest.mark.slow


def plan_of(**more):
    return Plan(game=next(iter(GAMES)), agents=("random", "rules"), games=60, lanes=4, **more)


def results(rows):
    return [row.model_dump(exclude={"seconds"}) for row in rows]


def test_without_ray_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(LibraryError, match=r"--ray needs ray: pip install 'tablemates\[ray\]'"):
        ray_cluster.start_ray("auto", 1)


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_lost_node_loses_no_game(monkeypatch):
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    lost, looked = cluster.add_node(num_cpus=1), []
    processors = ray_cluster.Cluster.processors

    def losing(self):
        looked.append(processors(self))
        if looked.count(2) == 6:  # it has begun, and has not ended
            cluster.remove_node(lost, allow_graceful=False)
            looked.append(2)
        return looked[-1]

    monkeypatch.setattr(ray_cluster.Cluster, "processors", losing)
    try:
        rows = play(plan_of(ray=cluster.address))
    finally:
        cluster.shutdown()
    assert 2 in looked
    assert results(rows) == results(play(plan_of(workers=1)))


def test_no_cluster_at_an_address_is_a_sentence(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    for address in (f"127.0.0.1:{port}", f"ray://127.0.0.1:{port}", "127.0.0.1:99999"):
        with pytest.raises(LibraryError, match=f"no Ray cluster answers .* --ray is {address}: "):
            play(plan_of(ray=address))


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_cannot_be_joined_is_a_sentence(monkeypatch):
    ray = pytest.importorskip("ray")

    def fail(**_given):
        raise ConnectionError("nobody\nthere")

    monkeypatch.setattr(ray, "init", fail)
    with pytest.raises(LibraryError, match=r"reached \(nobody there\); --ray is auto"):
        play(plan_of(ray="auto"))
