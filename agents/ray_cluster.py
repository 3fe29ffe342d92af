"""Ray: a cluster that is joined, or one that is started on this machine for as long.

Tasks of a cluster take a processor each. One that has lost its node is done again by another,
however often that happens, so that a lost node loses nothing.
"""

from __future__ import annotations

import importlib.util
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final, TypeVar

from tablemates import __version__
from tablemates.agents.cli.running import handled, under_way
from tablemates.agents.errors import AgentError, LibraryError

_Result = TypeVar("_Result")

#: Address of a cluster that is started on this machine, for the run.
LOCAL: Final = "local"
#: Memory of the object store of a cluster that is started here, in bytes.
_STORE: Final = 200_000_000
#: Parts of the work for each processor, so that all end at about the same time.
_PARTS: Final = 8
#: Tasks under way for each processor: the next is there when one ends.
_AHEAD: Final = 2
#: Seconds between two looks at the cluster.
_POLL: Final = 1.0
#: Seconds in which a cluster takes a connection; Ray itself knocks for minutes.
_REACH: Final = 10.0


class Cluster:
    """A Ray cluster to play on; ``close`` leaves it.

    Args:
        address: Of the cluster: ``"auto"``, ``"ray://HOST:10001"``, or ``LOCAL`` for one that is
            started here for as long.
        cores: Processes at a time of one that is started.

    Raises:
        LibraryError: Ray is not installed, or there is no such cluster, or it has no processor.
    """

    def __init__(self, address: str, cores: int) -> None:
        self._started = start_ray(address, cores)
        if not self.processors():
            self.close()
            raise LibraryError(
                f"the Ray cluster has no processor to play on (--ray is {address}): start a node "
                "that has some, such as ray start --address=HEAD:6379"
            )

    def processors(self) -> int:
        """Return how many processors the cluster has now."""
        import ray

        return int(ray.cluster_resources().get("CPU", 0))

    def parts(self) -> int:
        """Return in how many parts work is to be cut."""
        return max(1, self.processors() * _PARTS)

    def shared(self, value: Any) -> Any:
        """Return what stands for a value in the arguments of several tasks."""
        import ray

        return ray.put(value)

    def results(
        self, work: Callable[..., _Result], parts: Iterable[tuple[Any, ...]]
    ) -> Iterator[_Result]:
        """Yield what a function returns for each part, its arguments, as soon as that is there.

        An exception of the function is raised here.
        """
        import ray

        task = ray.remote(num_cpus=1, max_retries=-1)(work)
        left, running = iter(parts), list[Any]()
        waiting = False
        while True:
            processors = self.processors()
            if not processors and not waiting:
                print("No node is left in the Ray cluster; waiting for one ...", file=sys.stderr)
            waiting = not processors
            room = max(1, _AHEAD * processors) - len(running)
            running += [task.remote(*part) for part in islice(left, max(0, room))]
            if not running:
                return
            ended, running = ray.wait(running, num_returns=1, timeout=_POLL)
            for one in ended:
                try:
                    result = ray.get(one)
                except ray.exceptions.RayTaskError as error:
                    raise error.cause from error  # its own message is the node's traceback
                yield result

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        if self._started:
            import ray

            ray.shutdown()


def start_ray(address: str, cores: int) -> bool:
    """Start Ray on this machine or join a cluster, unless it is initialised already.

    Args:
        address: As of ``Cluster``.
        cores: As of ``Cluster``.

    Returns:
        Whether Ray has to be shut down by the caller.

    Raises:
        LibraryError: Ray is not installed, does not start or cannot be reached.
    """
    if importlib.util.find_spec("ray") is None:
        raise LibraryError("--ray needs ray: pip install 'tablemates[ray]'")
    with under_way("Starting Ray" if address == LOCAL else f"Joining the Ray cluster {address}"):
        _refuse_unreachable(address)
        import ray

        if ray.is_initialized():
            return False
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        given: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        if address == LOCAL:
            given |= {"num_cpus": cores, "include_dashboard": False}
            given["object_store_memory"] = _STORE
        try:
            # It sets a handler of its own, with which a stopped command would not keep its results.
            with handled(signal.default_int_handler, signal.SIGTERM):
                ray.init(address=address, **given)
        except Exception as error:  # what it raises depends on what it waits for in vain
            raise LibraryError(
                f"Ray does not start or cannot be reached ({' '.join(str(error).split())}); --ray "
                f"is {address}"
            ) from error
    return True


def _refuse_unreachable(address: str) -> None:
    """Refuse the address of a host where nobody listens.

    Raises:
        LibraryError: It is one.
    """
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), _REACH).close()
    except (OSError, OverflowError) as error:
        raise LibraryError(
            f"no Ray cluster answers there ({error}); --ray is {address}: name the head of one "
            "that runs, such as HOST:6379 or ray://HOST:10001, or local to start one here"
        ) from error


def known_of(hashes: Mapping[str, str]) -> dict[str, str]:
    """Return what a node has to have like this process, given the hashes of a game."""
    return {**hashes, "version": __version__}


def refuse_differing(hashes: Mapping[str, str], known: Mapping[str, Any]) -> None:
    """Refuse a node on which a game is another one than where the work was given out.

    Raises:
        AgentError: Something differs.
    """
    here = known_of(hashes)
    if differing := sorted(name for name, value in here.items() if known[name] != value):
        raise AgentError(
            f"a node of the cluster has another {', '.join(differing)}: install the same version "
            "of Tablemates on all"
        )
