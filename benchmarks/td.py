"""Speed of ``td`` beside its network alone and the learner ``ppo``: ``python -m benchmarks.td``.

Rates are by the processor's time of this process, so that other programs disturb them less; that
of several threads is by the clock.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, Final

import numpy as np
from pydantic import Field

from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.settings_models import SettingsModel
from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.settings import EnvironmentConfig, TrainConfig
from tablemates.agents.learn.td.updates import learn
from tablemates.agents.learn.training_run import train
from tablemates.agents.registry import print_notice
from tablemates.agents.value.files import read_value
from tablemates.agents.value.forward_pass import evaluate, sum_rows, update_sums
from tablemates.agents.value.network import Cells, Shape, Weights, new_weights
from tablemates.agents.value.player import ValuePlayer
from tablemates.envs.core.compiler.decorators import compiled
from tablemates.envs.core.game.seeds import seed_for
from tablemates.envs.core.records.layout import Array8, Rows
from tablemates.envs.registry import DEFAULT_GAME, find_game, new_game

_LIMIT: Final = 600
_PPO_STEPS: Final = 16_384


@compiled
def judge(weights: Weights, cells: Cells, views: Rows[Array8], whole: int) -> None:
    """Evaluate views, shape ``(views, a multiple of 8)``, one after the other.

    With ``whole`` 1 the first layer is summed anew for each, with 0 by what differs from the
    one before.
    """
    seen = views[:1].copy()
    now = views[:1].copy()
    sums = np.zeros((1, weights.first.shape[1]), np.float32)
    hidden = np.zeros(len(weights.second_bias), np.float32)
    out = np.zeros(len(weights.third_bias), np.float32)
    sum_rows(weights, cells, seen, sums, 0)
    for n in range(len(views)):
        for cell in range(views.shape[1]):
            now[0, cell] = views[n, cell]
        if whole == 1:
            sum_rows(weights, cells, now, sums, 0)
        else:
            update_sums(weights, cells, seen, now, sums, 0)
        evaluate(weights, sums, 0, hidden, out)


class SpeedConfig(SettingsModel):
    """All settings of the command."""

    game: str = DEFAULT_GAME
    """Which game."""
    agent: str | None = None
    """Folder of a trained network; null: a random one."""
    width: Annotated[int, Field(ge=8, le=4096)] = 128
    """Width of a random network."""
    games: Annotated[int, Field(ge=2)] = 100
    """Games to play."""
    threads: Annotated[int, Field(ge=1)] = 2
    """Threads that share the games."""


COMMAND: Final = Command(
    script="python -m benchmarks.td",
    settings=SpeedConfig,
    purpose="Measure the speed of td beside its network alone and the learner ppo.",
    examples=["--game {game} --agent runs/my_run/policy --games 600"],
    main="--agent",
    renamed={"--policy": "--agent"},
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, measure)


def measure(asked: SpeedConfig) -> None:
    """Print the rates of learning and of its parts."""
    settings = find_game(asked.game).settings_type()
    game = new_game(settings)
    facts = GameFacts.of_game(game)
    player = ValuePlayer(facts)
    if asked.agent is None:
        shape = Shape(player.rows, asked.width, 32, 2 * player.pairs)
        weights = new_weights(shape, np.random.default_rng(0))
    else:
        weights = read_value(Path(asked.agent).expanduser(), facts, print_notice)[1]
    for line in _measured(player, weights, asked.games, asked.threads):
        print(line)
    seconds = _seconds(lambda: _train_ppo(asked.game))
    print(_line("learner ppo, play and updates", _PPO_STEPS, seconds))


def _measured(player: ValuePlayer, weights: Weights, games: int, threads: int) -> list[str]:
    tasks, log = player.new_tasks(games), player.new_log(games, _LIMIT)
    tasks.seeds[:] = [seed_for("tune", n) for n in range(games)]
    tasks.players[:] = 2

    def play(first: int = 0, last: int = games) -> None:
        player.play(weights, tasks, log, player.new_choices(), 0.1, (first, last))

    def share() -> None:
        ends = [games * n // threads for n in range(threads + 1)]
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(play, ends[:-1], ends[1:]))

    play(0, 1)  # compiles
    shared = _seconds(share, time.perf_counter)
    played = _seconds(play)
    order = np.flatnonzero(np.arange(_LIMIT) < log.decisions[:, None])
    decisions, views = len(order), log.seen[order]
    targets = np.full((len(log.seen), 2 * player.pairs), 0.5, np.float32)
    outputs = np.full(len(log.seen), player.pairs, np.int32)
    learned = weights.copy()
    np.random.default_rng(0).shuffle(order)

    def update(count: int = decisions) -> None:
        learn(learned, player.cells, log.seen, targets, outputs, order[:count], 5e-4, 2e-3)

    update(1)
    judge(weights, player.cells, views[:1], 1)
    rows = {
        "self-play, every afterstate judged": played,
        f"the same on {threads} threads": shared,
        "updates": _seconds(update),
        "network alone, whole": _seconds(lambda: judge(weights, player.cells, views, 1)),
        "network alone, by differences": _seconds(lambda: judge(weights, player.cells, views, 0)),
    }
    active = (views != 0).sum(axis=1).mean()
    return [
        f"{games} games, {decisions:,} decisions, {active:.0f} cells, width {len(weights.second)}",
        *(_line(name, decisions, seconds) for name, seconds in rows.items()),
    ]


def _line(name: str, count: int, seconds: float) -> str:
    return f"{name:36} {count / seconds:12,.0f} /s"


def _train_ppo(game: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = EnvironmentConfig(game=game)
        config = TrainConfig(
            run=Path(folder) / "run",
            learner="ppo",
            total_timesteps=_PPO_STEPS,
            environment=environment,
        )
        train(config)


def _seconds(work: Callable[[], None], clock: Callable[[], float] = time.process_time) -> float:
    """Return the time that something takes."""
    start = clock()
    work()
    return clock() - start


if __name__ == "__main__":
    sys.exit(main())
