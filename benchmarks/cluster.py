"""Speed on a Ray cluster of this machine, by processes: ``python -m benchmarks.cluster``.

Beside decisions a second by the clock, which other programs and the number of cores disturb, there
is the processor's time that a decision takes: of the processes that play, and of this one, which
learns and collects what they have played. Ray's own processes are not counted.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
from pydantic import Field

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.settings_models import SettingsModel
from tablemates.agents.evaluation.agent_digests import policy_digest
from tablemates.agents.evaluation.on_ray import play_on_ray
from tablemates.agents.evaluation.plan import Plan, Schedule
from tablemates.agents.evaluation.result_folder import RunFolder
from tablemates.agents.evaluation.work_queue import Queue
from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.settings import TDConfig
from tablemates.agents.learn.td.learner import TDLearner
from tablemates.agents.learn.td.on_ray import PlayOnRay
from tablemates.agents.names import folder_of
from tablemates.agents.ray_cluster import LOCAL, Cluster, known_of
from tablemates.agents.registry import find_agent, print_notice
from tablemates.agents.value.files import read_value
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.views.partners import Partners
from tablemates.envs.core.views.seat_options import Pool
from tablemates.envs.registry import DEFAULT_GAME, find_game, new_game


class SpeedConfig(SettingsModel):
    """All settings of the command."""

    game: str = DEFAULT_GAME
    """Which game."""
    agent: str = "value"
    """Agent that is evaluated."""
    games: Annotated[int, Field(ge=1)] = 20
    """Games of each scenario of the evaluation."""
    batches: Annotated[int, Field(ge=1)] = 4
    """Batches that td plays and learns from."""
    partner: str | None = None
    """Agent beside which td learns; null: it plays every seat."""
    processes: Annotated[tuple[int, ...], Field(min_length=1)] = (1, 2, 3, 4)
    """Numbers of processes that play."""


COMMAND: Final = Command(
    script="python -m benchmarks.cluster",
    settings=SpeedConfig,
    purpose="Measure evaluation and td on a Ray cluster of this machine, by processes.",
    examples=["--game {game} --processes 1 2"],
)


class Timed(Cluster):
    """A cluster that notes the processor's time of its tasks, in ``seconds``."""

    seconds = 0.0

    def results(self, work: Callable[..., Any], parts: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        """Yield what a function returns for each part."""
        for result, seconds in super().results(_timed, ((work, *part) for part in parts)):
            self.seconds += seconds
            yield result


def _timed(work: Callable[..., Any], *part: Any) -> tuple[Any, float]:
    start = time.process_time()
    return work(*part), time.process_time() - start


class TimedPlay(PlayOnRay):
    """Plays on a cluster that is there already."""

    def __init__(self, cluster: Cluster, *given: Any) -> None:
        super().__init__(LOCAL, 1, *given)
        self._cluster = cluster

    def close(self) -> None:
        """Leave the cluster to others."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, measure)


def measure(asked: SpeedConfig) -> None:
    """Print the rates for each number of processes."""
    print(f"{'':22} {'decisions/s':>12} {'us of players':>14} {'us of this process':>19}")
    for count in asked.processes:
        with closing(Timed(LOCAL, count)) as cluster:
            _measure(asked, cluster, count)


def _measure(asked: SpeedConfig, cluster: Timed, count: int) -> None:
    _evaluate(asked, cluster, games=count)  # its processes load the game
    _show(f"evaluation, {count}", cluster, lambda: _evaluate(asked, cluster, asked.games))
    with closing(_learner(asked, cluster)) as learner:
        learner.update()
        _show(f"td, {count}", cluster, lambda: _learn(learner, asked.batches))


def _show(name: str, cluster: Timed, work: Callable[[], int]) -> None:
    """Print the rates of something that returns how many decisions it has made."""
    cluster.seconds = 0.0
    clock, own = time.perf_counter(), time.process_time()
    decisions = work()
    rate = decisions / (time.perf_counter() - clock)
    players, here = (
        1e6 * seconds / decisions for seconds in (cluster.seconds, time.process_time() - own)
    )
    print(f"{name:22} {rate:12,.0f} {players:14.1f} {here:19.1f}", flush=True)


def _evaluate(asked: SpeedConfig, cluster: Cluster, games: int) -> int:
    """Evaluate an agent; return the number of decisions."""
    plan = Plan(game=asked.game, agents=(asked.agent,), games=games)
    game = new_game(plan.settings())
    digest = policy_digest(asked.agent, asked.game, GameFacts.of_game(game))
    known = {**known_of(game.hashes), "policies": {asked.agent: digest}}
    queue = Queue(plan, np.ones(len(Schedule(plan)), np.bool_), None)
    with tempfile.TemporaryDirectory() as out:
        folder = RunFolder(Path(out), plan, known, None)
        for error in play_on_ray(queue, folder, known, cluster, lambda _games: None):
            raise error
        return sum(row.decisions for row in folder.so_far())


def _learner(asked: SpeedConfig, cluster: Cluster) -> TDLearner:
    """Return a learner that goes on from the network of the game."""
    game = new_game(find_game(asked.game).settings_type())
    facts, folder = GameFacts.of_game(game), folder_of("value", asked.game)
    if folder is None:
        raise SettingsError(f"{asked.game} comes with no value network")
    weights = read_value(folder, facts, print_notice)[1]
    config = TDConfig(width=len(weights.first_bias), hidden=len(weights.second_bias))
    names = () if asked.partner is None else (asked.partner,)
    partners = None
    if names:
        find = partial(find_agent, facts=facts)
        partners = Partners("random", Pool(names), game.settings.player_choices, find)
    on_ray = TimedPlay(cluster, facts, config, lambda: names, None)
    learner = TDLearner(game, config, 0, 10**9, 1, partners, on_ray)
    learner.start_from(folder, facts)
    return learner


def _learn(learner: TDLearner, batches: int) -> int:
    """Play batches, and learn from those before; return the number of decisions."""
    before = learner.timesteps
    for _ in range(batches):
        learner.update()
    return learner.timesteps - before


if __name__ == "__main__":
    sys.exit(main())
