"""The learner: batches of games, and learning from each while the next is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import DivergedError
from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.learner import Learner
from tablemates.agents.learn.settings import TDConfig
from tablemates.agents.learn.td.on_ray import PlayOnRay
from tablemates.agents.learn.td.updates import learn, write_targets
from tablemates.agents.registry import print_notice
from tablemates.agents.value.buffers import LAST, Log
from tablemates.agents.value.files import read_value, write_value
from tablemates.agents.value.network import Shape, Weights, new_weights
from tablemates.agents.value.others import Others
from tablemates.agents.value.player import ValuePlayer
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.seeds import SIZE
from tablemates.envs.core.views.partners import Partners

#: Slices of a batch for each thread: games differ in length.
_SLICES: Final = 8
# Purposes of the generators that each batch has.
_WEIGHTS, _PLAY, _ORDER = range(3)


class _Buffers:
    """Buffers that one batch is played into."""

    def __init__(self, player: ValuePlayer, games: int, limit: int) -> None:
        self.log = player.new_log(games, limit)
        self.tasks = player.new_tasks(games)
        self.cells = np.zeros(games, np.int64)  # the scenario of each game
        self.positions = np.full(games, -1)  # where it begins, -1: at the true start
        self.focal = np.zeros(games, np.int64)  # the learner's seat, or the first of its seats

    def seat(self, g: int, partners: Partners | None, rng: np.random.Generator) -> None:
        """Draw who has which seat of a game."""
        if partners is not None:
            line_up = partners.draw(int(self.tasks.players[g]), rng)
            row = np.array(line_up.by_seat(self.tasks.others.shape[1]))
            self.focal[g], self.tasks.others[g] = line_up.seat, np.maximum(row + 1, 0)


class TDLearner(Learner):
    """Plays and learns; the same for every number of threads, and on every cluster.

    Every batch is played with the network as it was when the batch before was about to be
    learned from, so that playing and learning can go on at the same time. ``average``, the running
    mean of the ``weights``, is kept.

    With ``partners`` it plays one seat of each game and learns from the decisions there alone: what
    an afterstate is worth to somebody who sits with them. Without, it plays all.

    With ``on_ray`` games are played there, and threads of this process only learn.
    """

    def __init__(
        self,
        game: Game,
        config: TDConfig,
        seed: int,
        total: int,
        threads: int,
        partners: Partners | None = None,
        on_ray: PlayOnRay | None = None,
    ) -> None:
        self._scenarios = game.settings.scenarios()
        self._config, self._seed, self._total = config, seed, total
        self._player = ValuePlayer(GameFacts.of_game(game))
        player = self._player
        initial = self._random(config.width, config.hidden)
        self._take(initial, initial.copy())
        self._schedule = game.starts
        self._batch = 0
        sizes = config.games_per_batch, config.max_decisions
        self._buffers = [_Buffers(player, *sizes) for _ in range(2)]
        self._targets = np.zeros((sizes[0] * sizes[1], 2 * player.pairs), np.float32)
        self._choices = [player.new_choices() for _ in range(threads * _SLICES)]
        alongside = threads > 1 or on_ray is not None
        self._pool = ThreadPoolExecutor(threads) if alongside else None
        self._on_ray = on_ray
        self._partners = partners
        self._others = Others(player, () if partners is None else partners.agents)
        self._pending: _Buffers | None = None
        self._progress = 0.0  # of the training when the pending batch was played

    def start_from(self, folder: Path, facts: GameFacts) -> str:
        """Begin with a network that was trained before, in its own sizes.

        Raises:
            SettingsError: Settings that were given ask for others.
        """
        card, weights = read_value(folder, facts, print_notice)
        for name, found in (("width", card.width), ("hidden", card.hidden)):
            asked = getattr(self._config, name)
            if name in self._config.model_fields_set and asked != found:
                raise SettingsError(
                    f"init_from: the network has td.{name} {found}, the settings ask for {asked}"
                )
        self._take(weights, weights.copy())
        return card.weights

    def _random(self, width: int, hidden: int) -> Weights:
        """Return the random weights that a network of these sizes begins with."""
        shape = Shape(self._player.rows, width, hidden, 2 * self._player.pairs)
        return new_weights(shape, np.random.default_rng([self._seed, 0, _WEIGHTS]))

    def _take(self, weights: Weights, average: Weights) -> None:
        """Go on with these weights, of any sizes."""
        self.weights, self.average = weights, average
        self._initial = self._random(*weights.second.shape)
        self._behaviour = self._initial.copy()

    def begin(self) -> None:
        """Join the cluster, if it plays on one."""
        if self._on_ray is not None:
            self._on_ray.start()

    # -- learning ------------------------------------------------------------------------
    def update(self) -> dict[str, float]:
        """Play a batch, and learn from the one before; return numbers for the log by tag."""
        buffers = self._buffers[self._batch % 2]
        rng = np.random.default_rng([self._seed, self._batch, _PLAY])
        self._describe(buffers, rng)
        for mine, learned in zip(self._behaviour, self.weights, strict=True):
            mine[...] = learned
        pending, batch, progress = self._pending, self._batch, self._progress
        log: dict[str, float] = {}

        def learn_pending() -> None:
            if pending is not None:
                log.update(self._learn(pending, batch - 1, progress))

        self._run(learn_pending, buffers, self._behaviour)
        self._progress = min(1.0, self.timesteps / self._total)
        log |= self._note(buffers)
        self._pending = buffers
        self._batch += 1
        self.timesteps += int(buffers.log.decisions.sum())
        return log

    def _describe(self, buffers: _Buffers, rng: np.random.Generator) -> None:
        """Write which games are played next: all scenarios equally often."""
        tasks, games, every = buffers.tasks, len(buffers.cells), self._scenarios
        offset = rng.integers(len(every))
        buffers.cells[:] = rng.permutation((np.arange(games) + offset) % len(every))
        tasks.seeds[:] = rng.integers(SIZE, size=games)
        tasks.epsilons[:] = rng.choice(self._config.epsilons, games)
        for g, cell in enumerate(buffers.cells.tolist()):
            tasks.scenarios[g], tasks.players[g] = every[cell].choice, every[cell].players
            schedule = self._schedule
            if schedule is not None and (position := schedule.draw(cell, rng)) >= 0:
                tasks.records[g] = schedule.record_at(position)
                buffers.positions[g], tasks.resumed[g] = position, 1
            else:
                buffers.positions[g], tasks.resumed[g] = -1, 0
            buffers.seat(g, self._partners, rng)

    def finish(self) -> dict[str, float]:
        """Learn from the batch that was played last."""
        pending, self._pending = self._pending, None
        return {} if pending is None else self._learn(pending, self._batch - 1, self._progress)

    def _run(self, first: Callable[[], None], buffers: _Buffers, weights: Weights) -> None:
        """Play games with a network, and alongside them do something else first."""
        done = None if self._pool is None else self._pool.submit(first)
        if done is None:
            first()
        if self._on_ray is None:
            self._play(buffers, weights)
        else:
            self._on_ray.play(weights, buffers.tasks, buffers.log, self.tell)
        if done is not None:
            done.result()

    def _play(self, buffers: _Buffers, weights: Weights) -> None:
        """Play games in this process."""
        games = len(buffers.log.over)
        slices = min(games, len(self._choices))
        bounds = [games * n // slices for n in range(slices + 1)]

        def play(n: int, span: tuple[int, int], going_on: bool) -> None:
            weight, choices = self._config.progress_weight, self._choices[n]
            given = weights, buffers.tasks, buffers.log, choices, weight, span, going_on
            self._player.play(*given)

        going_on = False
        while not going_on or self._others.answer(buffers.tasks, buffers.log):
            spans = [(n, span, going_on) for n, span in enumerate(pairwise(bounds))]
            if self._pool is None:
                for one in spans:
                    play(*one)
            else:
                for job in [self._pool.submit(play, *one) for one in spans]:
                    job.result()
            going_on = True

    def _learn(self, buffers: _Buffers, batch: int, progress: float) -> dict[str, float]:
        config, log = self._config, buffers.log
        limit, targets = config.max_decisions, self._targets
        left = 1.0 - progress * (1.0 - config.final_share)
        write_targets(log, config.td_lambda, targets)
        numbers = np.arange(limit)[None]
        counts = log.decisions[:, None] - (log.over == 0)[:, None]
        learned = (numbers < counts) & (log.kinds.reshape(-1, limit) != LAST)
        order = np.flatnonzero(learned)
        np.random.default_rng([self._seed, batch, _ORDER]).shuffle(order)
        outputs = np.repeat(np.minimum(log.players, self._player.pairs).astype(np.int32), limit)
        error = learn(
            self.weights,
            self._player.cells,
            log.seen,
            targets,
            outputs,
            order,
            config.first_learning_rate * left,
            config.learning_rate * left,
        )
        if not np.isfinite(error):
            raise DivergedError("the network diverged: decrease td.learning_rate")
        # In the first batches the mean is that of all so far.
        share = max(config.average, 1.0 / (batch + 1))
        for mean, newest in zip(self.average, self.weights, strict=True):
            mean += share * (newest - mean)
        return {"train/td_error": error, "train/learning_rate": config.learning_rate * left}

    def _note(self, buffers: _Buffers) -> dict[str, float]:
        """Note how a batch ended."""
        log, resumed = buffers.log, buffers.tasks.resumed == 1
        won, progress = _mean_ends(log, buffers.focal)
        if self._schedule is not None:
            for position, outcome in zip(buffers.positions.tolist(), won.tolist(), strict=True):
                self._schedule.note(position, outcome)
        numbers = _rates("rollout", won[~resumed], progress[~resumed])
        if not resumed.all():
            numbers["rollout/ep_len_mean"] = float(log.decisions[~resumed].mean())
        if self._schedule is not None and resumed.any():
            numbers["rollout/start_success_rate"] = float(won[resumed].mean())
            numbers["train/start_fraction"] = self._schedule.fraction
        return numbers

    # -- as a value --------------------------------------------------------------------------
    def write(self, folder: Path, **card: Any) -> None:
        """Write the running mean; rows of values that never occurred are noise."""
        changed = (self.weights.first != self._initial.first).any(axis=1, keepdims=True)
        kept = self.average._replace(first=self.average.first * changed)
        write_value(folder, kept, progress_weight=self._config.progress_weight, **card)

    def state(self) -> dict[str, Any]:
        """Return all that ``restore`` needs; ``finish`` has to be called before."""
        return {
            "weights": self.weights._asdict(),
            "average": self.average._asdict(),
            "batch": self._batch,
            "schedule": {} if self._schedule is None else self._schedule.state(),
        }

    def restore(self, state: Mapping[str, Any], timesteps: int) -> None:
        """Continue from ``state``."""
        self._take(
            *(
                Weights(**{name: np.asarray(one) for name, one in state[kind].items()})
                for kind in ("weights", "average")
            )
        )
        self.timesteps, self._batch = timesteps, state["batch"]
        if self._schedule is not None:
            self._schedule.restore(state["schedule"])
        self._pending = None

    def close(self) -> None:
        """End the threads, leave the cluster, and close partners that need it."""
        if self._on_ray is not None:
            self._on_ray.close()
        if self._pool is not None:
            self._pool.shutdown()
        if self._partners is not None:
            self._partners.close()


def _mean_ends(
    log: Log, seats: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Return each game's scaled return and progress of a seat; truncated ones have 0."""
    over, games = log.over == 1, np.arange(len(seats))
    return log.ends[games, 0, seats] * over, log.ends[games, 1, seats] * over


def _rates(group: str, won: npt.NDArray[Any], progress: npt.NDArray[Any]) -> dict[str, float]:
    if not len(won):
        return {}
    return {f"{group}/success_rate": float(won.mean()), f"{group}/progress": float(progress.mean())}
