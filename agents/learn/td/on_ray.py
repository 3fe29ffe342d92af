"""Self-play on a Ray cluster: slices of a batch are tasks, and what was played comes back.

A game depends on its task and on the network alone. So the log of a batch is the same wherever its
games were played, and what is learned from it, too. Every node needs the same version of
Tablemates, and policy folders of partners under the same paths.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.cli.running import failing_in_a_sentence
from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.settings import TDConfig
from tablemates.agents.ray_cluster import Cluster, known_of, refuse_differing
from tablemates.agents.registry import find_agent
from tablemates.agents.value.buffers import Log, Tasks
from tablemates.agents.value.network import Weights
from tablemates.agents.value.others import Others
from tablemates.agents.value.player import ValuePlayer
from tablemates.envs.core.game.settings import Settings

#: What a log has of each decision; the rest is of each game.
_OF_DECISIONS: Final = ("seen", "best", "actions", "seats", "kinds")


@dataclass(frozen=True)
class _Table:
    """All that a node has to know, once for a run."""

    settings: Settings
    known: dict[str, str]
    limit: int
    progress_weight: float
    secret: bytes | None


class PlayOnRay:
    """Plays batches on a cluster, from ``start`` to ``close``.

    Args:
        address: As of ``Cluster``.
        cores: As of ``Cluster``.
        facts: The game.
        config: Settings of the learner.
        partners: Returns the names of the agents in the order of ``Others``, as they are now.
        secret: Of the run, see ``find_agent``.
    """

    def __init__(
        self,
        address: str,
        cores: int,
        facts: GameFacts,
        config: TDConfig,
        partners: Callable[[], Sequence[str]],
        secret: bytes | None,
    ) -> None:
        # The parts themselves, because other machines do not have this one's files. Positions to
        # start from are in the tasks.
        settings = replace(facts.settings, components=facts.components, starts=None)
        limits = config.max_decisions, config.progress_weight
        self._table = pickle.dumps(_Table(settings, known_of(facts.hashes), *limits, secret))
        self._address, self._cores, self._partners = address, cores, partners
        self._limit = config.max_decisions
        self._cluster: Cluster | None = None

    def start(self) -> None:
        """Join or start the cluster.

        Raises:
            LibraryError: That cannot be done.
        """
        self._cluster = Cluster(self._address, self._cores)

    def play(self, weights: Weights, tasks: Tasks, log: Log, tell: Callable[[str], None]) -> None:
        """Play the games of a batch, and write the log.

        Args:
            weights: The network.
            tasks: The games.
            log: Is written.
            tell: Called with how many games have ended.

        Raises:
            GameError: A node plays by other rules, or a partner is not there or answers wrongly.
        """
        cluster = self._cluster
        if cluster is None:
            raise RuntimeError("start() comes first")
        games = len(log.over)
        slices = min(games, cluster.parts())
        bounds = [games * n // slices for n in range(slices + 1)]
        names, network = tuple(self._partners()), cluster.shared(weights)
        parts = (
            (self._table, names, network, Tasks._make(one[first:last] for one in tasks), first)
            for first, last in pairwise(bounds)
        )
        ended = 0
        for first, played in cluster.results(_play_slice, parts):
            _place(log, first, played, self._limit)
            ended += len(played.over)
            tell(f"{ended} of {games} games of a batch")

    def close(self) -> None:
        """Leave the cluster."""
        cluster, self._cluster = self._cluster, None
        if cluster is not None:
            cluster.close()


# -- on a node
def _play_slice(
    table: bytes, names: tuple[str, ...], weights: Weights, tasks: Tasks, first: int
) -> tuple[int, Log]:
    """Play games on a node; return ``first`` and their log, without room for more decisions."""
    with failing_in_a_sentence():
        here, player = _table(table)
        others = _others(table, names)
        # Ray's arrays are read-only.
        weights, tasks = weights.copy(), Tasks._make(one.copy() for one in tasks)
        log = player.new_log(len(tasks.seeds), here.limit)
        choices, going_on = player.new_choices(), False
        while not going_on or others.answer(tasks, log):
            given = weights, tasks, log, choices, here.progress_weight
            player.play(*given, going_on=going_on)
            going_on = True
        used = _used(log.decisions, here.limit)
        return first, log._replace(**{one: getattr(log, one)[used] for one in _OF_DECISIONS})


@lru_cache(maxsize=1)
def _table(pickled: bytes) -> tuple[_Table, ValuePlayer]:
    here: _Table = pickle.loads(pickled)
    facts = GameFacts.of(here.settings)
    refuse_differing(facts.hashes, here.known)
    return here, ValuePlayer(facts)


@lru_cache(maxsize=1)
def _others(table: bytes, names: tuple[str, ...]) -> Others:
    here, player = _table(table)
    agents = [find_agent(one, player.facts, _say_nothing, secret=here.secret) for one in names]
    return Others(player, agents)


def _say_nothing(_sentence: str) -> None:
    """Drop notices: the process that gives out the tasks has printed them."""


# -- logs
def _used(decisions: npt.NDArray[np.int32], limit: int) -> npt.NDArray[np.int64]:
    """Return the entries of a log that are written, given the decisions of each game."""
    return np.flatnonzero(np.arange(limit) < decisions[:, None])


def _place(log: Log, first: int, played: Log, limit: int) -> None:
    """Write the log of some games to their places, the first of which is ``first``."""
    used = _used(played.decisions, limit) + first * limit
    for name, values in played._asdict().items():
        games = slice(first, first + len(values))
        getattr(log, name)[used if name in _OF_DECISIONS else games] = values
