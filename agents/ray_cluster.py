"""Ray: a cluster that is joined, or one that is started on this machine for as long."""

from __future__ import annotations

import importlib.util
import os
from typing import Any, Final

from tablemates.agents.errors import LibraryError

#: Memory of the object store of a cluster that is started here, in bytes.
_STORE: Final = 200_000_000


def start_ray(address: str | None, cores: int, option: str) -> bool:
    """Start Ray on this machine or join a cluster, unless it is initialised already.

    Args:
        address: Of the cluster, such as ``"auto"``; None: one is started here.
        cores: Processes at a time of one that is started.
        option: The setting that says the address, for the error.

    Returns:
        Whether Ray has to be shut down by the caller.

    Raises:
        LibraryError: Ray is not installed, does not start or cannot be reached.
    """
    if importlib.util.find_spec("ray") is None:
        raise LibraryError(f"{option} needs ray: pip install 'tablemates[ray]'")
    import ray

    if ray.is_initialized():
        return False
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    given: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
    if address is None:
        given |= {"num_cpus": cores, "include_dashboard": False, "object_store_memory": _STORE}
    try:
        ray.init(address=address or "local", **given)
    except Exception as error:  # what it raises depends on what it waits for in vain
        raise LibraryError(
            f"Ray does not start or cannot be reached ({' '.join(str(error).split())}); {option} "
            f"is {address or 'this machine alone'}"
        ) from error
    return True
