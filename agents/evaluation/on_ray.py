"""Evaluation on a Ray cluster: parts of a queue are tasks, whose rows come back to this process.

Every node needs the same version of Tablemates, and policy folders under the same paths. Rows are
in the journal as soon as their task has ended. ``pip install 'tablemates[ray]'``.
"""

from __future__ import annotations

import io
import multiprocessing
from collections.abc import Callable, Mapping
from typing import Any

from tablemates.agents.cli.running import failing_in_a_sentence
from tablemates.agents.errors import OwnError
from tablemates.agents.evaluation.result_folder import RunFolder
from tablemates.agents.evaluation.work_queue import Queue, Shared
from tablemates.agents.evaluation.workers import Worker, find_agents
from tablemates.agents.ray_cluster import Cluster, refuse_differing
from tablemates.envs.registry import new_game


def play_on_ray(
    queue: Queue,
    folder: RunFolder,
    known: Mapping[str, Any],
    cluster: Cluster,
    note: Callable[[int], None],
) -> list[OwnError]:
    """Play a queue on a cluster; return why some games have no row.

    Args:
        queue: What is to be played.
        folder: Where rows go.
        known: As of ``Worker``.
        cluster: Where they are played.
        note: Called with the number of games that have ended.

    Raises:
        AgentError: A node plays by other rules.
    """
    errors: list[OwnError] = []
    parts = ((part, known) for part in queue.parts(cluster.parts()))
    with folder.part(0) as journal:
        for rows, failed in cluster.results(_play_part, parts):
            journal.write(rows)
            journal.flush()
            errors += failed
            note(rows.count(b"\n"))
    return errors


def _play_part(queue: Queue, known: Mapping[str, Any]) -> tuple[bytes, list[OwnError]]:
    """Play a part on a node; return its rows, a line each, and why some games have none."""
    refuse_differing(new_game(queue.plan.settings()).hashes, known)
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
