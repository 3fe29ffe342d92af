"""Evaluation on a Ray cluster: parts of a queue are tasks, whose rows come back to this process.

Every node needs the same version of Tablemates, and policy folders under the same paths. A node
that is lost loses nothing: Ray gives its tasks to others, and rows are in the journal as soon as
their task has ended. ``pip install 'tablemates[ray]'``.
"""

from __future__ import annotations

import io
import multiprocessing
from collections.abc import Callable, Mapping
from typing import Any, Final

from tablemates import __version__
from tablemates.agents.cli.running import failing_in_a_sentence
from tablemates.agents.errors import AgentError, OwnError
from tablemates.agents.evaluation.result_folder import RunFolder
from tablemates.agents.evaluation.work_queue import Queue, Shared
from tablemates.agents.evaluation.workers import Worker, find_agents
from tablemates.agents.ray_cluster import start_ray
from tablemates.envs.registry import new_game

#: Address of a cluster that is started on this machine, for the run.
LOCAL: Final = "local"
#: Parts for each processor, so that all end at about the same time.
_PARTS: Final = 8
#: Tasks under way for each processor: the next is there when one ends.
_AHEAD: Final = 2
#: Seconds between two looks at the cluster.
_POLL: Final = 1.0


def play_on_ray(
    queue: Queue,
    folder: RunFolder,
    known: Mapping[str, Any],
    address: str,
    note: Callable[[int], None],
) -> list[OwnError]:
    """Play a queue on a cluster; return why some games have no row.

    Args:
        queue: What is to be played.
        folder: Where rows go.
        known: As of ``Worker``.
        address: Of the cluster: ``"auto"``, ``"ray://HOST:10001"``, or ``"local"`` for one that is
            started here for as long.
        note: Called with the number of games that have ended.

    Raises:
        LibraryError: Ray is not installed, or there is no such cluster.
        AgentError: A node plays by other rules.
    """
    started = start_ray(None if address == LOCAL else address, queue.processes, "--ray")
    import ray

    try:
        # A task that lost its node is played again elsewhere, however often that happens.
        task = ray.remote(num_cpus=1, max_retries=-1)(_play_part)
        parts = queue.parts(max(1, int(_processors(ray) * _PARTS)))
        running: list[Any] = []
        errors: list[OwnError] = []
        with folder.part(0) as journal:
            while True:
                while len(running) < max(1, _AHEAD * _processors(ray)):
                    if (part := next(parts, None)) is None:
                        break
                    running.append(task.remote(part, known))
                if not running:
                    return errors
                ended, running = ray.wait(running, num_returns=1, timeout=_POLL)
                for rows, failed in ray.get(ended):
                    journal.write(rows)
                    journal.flush()
                    errors += failed
                    note(rows.count(b"\n"))
    finally:
        if started:
            ray.shutdown()


def _processors(ray: Any) -> int:
    """Return how many processors the cluster has now."""
    return int(ray.cluster_resources().get("CPU", 0))


def _play_part(queue: Queue, known: Mapping[str, Any]) -> tuple[bytes, list[OwnError]]:
    """Play a part on a node; return its rows, a line each, and why some games have none."""
    here = {**new_game(queue.plan.settings()).hashes, "version": __version__}
    if differing := sorted(name for name, value in here.items() if known[name] != value):
        raise AgentError(
            f"a node of the cluster has another {', '.join(differing)}: install the same version "
            "of Tablemates on all"
        )
    agents = find_agents(queue.plan, queue.secret, lambda _sentence: None, queue.names)
    rows = _Rows()
    try:
        with failing_in_a_sentence():
            shared = Shared(multiprocessing.get_context("spawn"))
            failed = Worker(queue, agents, known, rows, shared).run()
    finally:
        for agent in agents.values():
            agent.close()
    return rows.content, failed


class _Rows(io.BytesIO):
    """A file whose content stays when it is closed."""

    content = b""

    def close(self) -> None:
        """Keep the content."""
        if not self.closed:
            self.content = self.getvalue()
        super().close()
