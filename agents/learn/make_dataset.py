"""The command that makes datasets: agents play, a teacher labels their decisions.

``python -m tablemates.agents.learn.make_dataset --config configs/data/value.yaml``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents import games
from tablemates.agents.arena import play_all
from tablemates.agents.cli.command_line import Command
from tablemates.agents.cli.running import progress
from tablemates.agents.errors import AgentError, FolderError
from tablemates.agents.facts import GameFacts
from tablemates.agents.games import Observer, Played, Start
from tablemates.agents.learn.datasets import CARD, FREE, DataCard, Decisions, read_card, shard_file
from tablemates.agents.learn.settings import DataConfig
from tablemates.agents.names import is_outside
from tablemates.agents.output.folders import locked, write_whole
from tablemates.agents.outside.secret import SECRET, keep_secret, kept_secret, new_secret
from tablemates.agents.registry import find_agent
from tablemates.envs.core.game.seeds import seed_for
from tablemates.envs.core.views.agent import Agent, Batch
from tablemates.envs.registry import find_game, new_game

#: What may lie in a folder before the dataset.
_OWN: Final = {".lock", "shards", SECRET}
#: Training seeds of one dataset.
_BLOCK: Final = 2**32
#: The period of noise starts before this decision and lasts for at most this many.
_NOISE_START: Final = 120
_NOISE_LENGTH: Final = 40


COMMAND: Final = Command(
    script="python -m tablemates.agents.learn.make_dataset",
    settings=DataConfig,
    purpose="Play games and store a teacher's answer to every decision. The same command "
    "continues after a stop.",
    recipe=Path("configs/data/value.yaml"),
    examples=[
        "--decisions 1e6 --out runs/data/value",
        "--config configs/data/mistakes.yaml --agent runs/first_clone/policy --label value",
    ],
    main="--out",
    short={"play": "agent"},
    renamed={"--play": "--agent"},
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    return COMMAND.run(argv, _report)


def _report(config: DataConfig) -> None:
    card = make(config)
    print(f"{config.out}: {card.decisions:,} decisions, digest {card.digest}")


def make(config: DataConfig) -> DataCard:
    """Make a dataset, or continue it, and return its card."""
    with locked(config.out):
        secret = kept_secret(config.out) or new_secret()
        player = Player(config, secret)  # errors of settings and agents come before all work
        card = _start(config, GameFacts.of(config.settings()))
        if any(is_outside(one, config.game) for one in (config.play, config.label or "")):
            keep_secret(config.out, secret)
        missing = (n for n in count() if shard_file(config.out, n).name not in card.shards)
        with progress("playing", "decisions", config.decisions, card.decisions) as report:
            while card.decisions < config.decisions:
                number = next(missing)
                written = {shard_file(config.out, number).name: player.write(number)}
                card = card.model_copy(update={"shards": card.shards | written})
                _write_card(config, card)
                report(card.decisions, "")
    return card


def _start(config: DataConfig, facts: GameFacts) -> DataCard:
    """Return the card of a new dataset, or of the one in the folder if it has these settings."""
    new = DataCard(
        game=find_game(config.game).name,
        interface=facts.hashes["interface"],
        ruleset=facts.hashes["ruleset"],
        scenarios=[one.name for one in config.settings().scenarios()],
        config=config.model_dump(mode="json"),
    )
    if not (config.out / CARD).exists():
        if others := sorted({one.name for one in config.out.iterdir()} - _OWN):
            raise FolderError(
                f"{config.out} is no dataset and not empty ({others[0]}): name another with --out"
            )
        (config.out / "shards").mkdir(exist_ok=True)
        _write_card(config, new)
        return new
    old = read_card(config.out)
    for name, value in {**new.config, "interface": new.interface, "ruleset": new.ruleset}.items():
        before = old.config.get(name) if name in new.config else getattr(old, name)
        if name not in FREE and before != value:
            raise FolderError(
                f"{config.out} was started with {name}={before}, not {value}: name another folder "
                "with --out"
            )
    # A file that is gone, such as a damaged one that was deleted, is made again.
    (config.out / "shards").mkdir(exist_ok=True)
    files = {one.name for one in (config.out / "shards").iterdir()}
    return new.model_copy(
        update={"shards": {name: size for name, size in old.shards.items() if name in files}}
    )


def _write_card(config: DataConfig, card: DataCard) -> None:
    write_whole(config.out / CARD, f"{card.model_dump_json(indent=2)}\n")


# -- games --------------------------------------------------------------------------------
def answers_of(agent: Agent, batch: Batch) -> npt.NDArray[np.int16]:
    """Return an agent's action for every decision, all of them legal."""
    actions = np.asarray(agent.act_batch(batch) if len(batch) else [], np.int16)
    known = (actions >= 0) & (actions < batch.masks.shape[1])
    legal = known & (batch.masks[np.arange(len(batch)), actions * known] != 0)
    if not legal.all():
        raise AgentError(
            f"{agent.name!r} answers {actions[np.argmin(legal)]}, which is not legal there"
        )
    return actions


class Player:
    """Plays the games of shards and writes them; ``secret`` is as of ``find_agent``."""

    def __init__(self, config: DataConfig, secret: bytes | None = None) -> None:
        self.config = config
        facts = GameFacts.of(config.settings())
        self.agent = self.teacher = find_agent(config.play, facts, secret=secret)
        if config.label is not None:
            self.teacher = find_agent(config.label, facts, secret=secret)

    def write(self, number: int) -> int:
        """Play the games of a shard and write it; return its number of decisions."""
        shard = self.play(number)
        shard.write(shard_file(self.config.out, number))
        return len(shard)

    def play(self, number: int) -> Decisions:
        """Play the games of a shard; equal settings and numbers give equal shards."""
        config, size = self.config, self.config.games_per_file
        rng = np.random.default_rng([config.seed, number])
        noise_start = rng.integers(_NOISE_START, size=size)
        noise_end = noise_start + 1 + rng.integers(_NOISE_LENGTH, size=size)
        quiet = rng.random(size) >= config.noise_share
        noise_start[quiet] = noise_end[quiet] = 0
        first = config.seed * _BLOCK + number * size
        seeds = [seed_for("train", _BLOCK + first + n) for n in range(size)]
        settings = config.settings()
        choices = rng.integers(len(settings.draws), size=size)
        players = rng.choice(settings.player_choices, size)

        starts = [
            Start(seed, choice, [0] * count)
            for seed, choice, count in zip(seeds, choices.tolist(), players.tolist(), strict=True)
        ]
        recorder = _Recorder(self, rng, noise_start, noise_end)
        play_all(new_game(settings), recorder, starts, [recorder], config.max_turns)
        return recorder.decisions(np.array(seeds, np.uint64))


class _Recorder(Observer):
    """Decides in all seats of a shard's games and keeps the decisions.

    The period of noise is from ``noise_start`` to before ``noise_end``, of shape ``(games,)``.
    """

    name = "recorder"

    def __init__(
        self,
        player: Player,
        rng: np.random.Generator,
        noise_start: npt.NDArray[np.int64],
        noise_end: npt.NDArray[np.int64],
    ) -> None:
        self._player = player
        self.wants_history = player.agent.wants_history or player.teacher.wants_history
        self._rng = rng
        self._noise_start = noise_start
        self._noise_end = noise_end
        self._parts: list[dict[str, npt.NDArray[Any]]] = []
        self._returns: dict[int, npt.NDArray[np.float64]] = {}  # by game

    def decide(self, now: games.Decisions) -> tuple[Sequence[int], float]:
        """Return an action for every decision; thinking time is not taken."""
        config, rng, batch, live = self._player.config, self._rng, now.batch, now.lanes
        noisy = (self._noise_start[live] <= now.numbers) & (now.numbers < self._noise_end[live])
        noisy &= rng.random(len(live)) < config.noise
        points = rng.random(len(live))
        labels = answers_of(self._player.teacher, batch)
        actions = labels.copy()
        if self._player.agent is not self._player.teacher:
            asked = np.flatnonzero(~noisy)
            actions[asked] = answers_of(self._player.agent, batch.part(asked))
        for n in np.flatnonzero(noisy).tolist():
            legal = np.flatnonzero(batch.masks[n])
            actions[n] = legal[int(points[n] * len(legal))]
        self._parts.append(
            {
                "observations": batch.observations.copy(),
                "masks": batch.masks.copy(),
                "actions": labels,
                "played": actions,
                "game": live.copy(),
                "seat": np.array(now.seats),
                "sound": now.numbers >= self._noise_end[live],
            }
        )
        return actions.tolist(), 0.0

    def end(self, games: Sequence[Played]) -> None:
        """Note what games have earned; those that were cut, nothing."""
        for played in games:
            self._returns[played.lane] = played.ending["returns"]

    def decisions(self, seeds: npt.NDArray[np.uint64]) -> Decisions:
        """Return the decisions, game by game."""
        names = self._parts[0]
        arrays = {name: np.concatenate([part[name] for part in self._parts]) for name in names}
        game, seat = arrays.pop("game"), arrays.pop("seat")
        returns = np.array([self._returns[n] for n in range(len(seeds))], np.float32)
        found = Decisions(**arrays, returns=returns[game, seat], seeds=seeds[game])
        return found[np.argsort(game, kind="stable")]


if __name__ == "__main__":
    sys.exit(main())
