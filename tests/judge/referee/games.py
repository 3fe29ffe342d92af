"""The games that are judged: who plays, what, how many; and playing one with its log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.envs.core.agent import Agent, Situation
from tablemates.envs.portal_dash.components import Components, load_components
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.settings import Settings
from tests.games import late_position
from tests.judge.referee.checks import ObjectionError
from tests.judge.referee.log import Entry
from tests.judge.referee.reader import Reader
from tests.judge.referee.rule import rule_on

LEVELS = (1, 2, 3, 4, 5)
PLAYERS = (1, 2, 3, 4)
STYLES = (
    "careful",
    "daring",
    "miner",
    "fighter",
    "runner",
    "collector",
    "treasurer",
    "thrifty",
    "smith",
    "knight",
)
#: One decision in so many is preceded by a snapshot, besides the first and the end: a snapshot
#: takes as long as 20 decisions. What changes without an event shows in them; all else shows in
#: the legal actions of every decision and in every event.
BETWEEN_SNAPSHOTS = 100


@dataclass(frozen=True)
class Batch:
    """Games of one kind.

    Attributes:
        forced: Whether the engine takes decisions with one choice by itself.
        late: Whether they begin in front of a wounded boss, with rare items.
        weight: Their share of the games of a level and a number of players, of 40.
    """

    level: int
    players: int
    agent: str
    edition: str
    forced: bool
    late: bool
    weight: int


#: Agent, edition, forced, late, weight.
_KINDS = (
    ("random", "en", True, False, 4),
    ("random", "fr", False, False, 3),
    ("random", "en", True, True, 4),
    ("random", "fr", False, True, 2),
    ("rules", "en", False, False, 3),
    ("rules", "fr", True, False, 3),
    ("planner", "en", True, False, 3),
    ("planner", "fr", False, False, 2),
    ("planner-tuned", "en", False, False, 3),
    ("planner-tuned", "fr", True, False, 3),
    *[
        (f"planner:{name}", "fr" if n % 2 else "en", n % 3 > 0, False, 1)
        for n, name in enumerate(STYLES)
    ],
)


def batches() -> list[Batch]:
    """Return all kinds of games."""
    return [
        Batch(level, players, *kind) for level in LEVELS for players in PLAYERS for kind in _KINDS
    ]


def share(games: int, every: int = 1) -> list[tuple[Batch, range]]:
    """Return batches with seeds of their own that add up to so many games, big ones first.

    Args:
        games: How many.
        every: Only every so many-th kind of games, for a few games: each takes time to set up.
    """
    kinds = batches()[::every]
    unit = games / sum(batch.weight for batch in kinds)
    tasks = []
    done = 0.0
    for n, batch in enumerate(kinds):
        before, done = done, done + unit * batch.weight
        if count := round(done) - round(before):
            tasks.append((batch, range(100_000 * n, 100_000 * n + count)))
    return sorted(tasks, key=lambda task: -len(task[1]))


@cache
def _parts() -> Components:
    return load_components()


@cache
def _agent(name: str) -> Agent:
    """Return an agent; those that play here know nothing of the game but its parts."""
    return find_agent(name, GameFacts.of(Settings(components=_parts())))


class Player:
    """Plays the games of a batch and keeps their logs."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        settings = Settings(
            level=batch.level,
            players=batch.players,
            edition=batch.edition,  # type: ignore[arg-type]
            skip_forced=batch.forced,
            components=_parts(),
        )
        self.game = Game(settings)
        self.agent = _agent(batch.agent)
        self.reader = Reader(self.game)

    def play(self, seed: int) -> list[Entry]:
        """Play a game; return its log."""
        rng = np.random.default_rng(seed)
        self.game.new(seed)
        if self.batch.late:
            self.game.load_position(late_position(self.game, rng))
        return play_on(self.game, self.reader, self.agent, seed, not self.batch.late)


def play_on(
    game: Game, reader: Reader, agent: Agent, seed: int, new: bool, decisions: int = 100_000
) -> list[Entry]:
    """Play a game on to its end; return the log from here.

    Args:
        game: The game.
        reader: Reads it.
        agent: Plays all seats.
        seed: Of its random numbers, and of which decisions have a snapshot.
        new: Whether the events of the set-up are still to be read.
        decisions: So many at the most.
    """
    log = reader.events() if new else []
    rng = np.random.default_rng(seed)
    for n in range(decisions):
        if game.public.outcome:
            break
        if n == 0 or rng.random() < 1 / BETWEEN_SNAPSHOTS:
            log.append({"snapshot": game.snapshot()})
        key = seed * 10_000 + n
        action = agent.act(Situation(game.observation, game.mask, game.public_record, key))
        log.append(reader.decision(action))
        game.step(action)
        log += reader.events()
    log.append({"snapshot": game.snapshot()})
    return log


def judge_batch(batch: Batch, seeds: range) -> Iterator[str]:
    """Play and judge games; yield a sentence for each, empty where all is right."""
    player = Player(batch)
    for seed in seeds:
        where = f"{batch}, seed {seed}"
        try:
            rule_on(player.play(seed), batch.forced)
        except ObjectionError as objection:
            yield f"{where}, entry {objection.place}: {objection}"
        except Exception as error:  # noqa: BLE001 - whatever breaks is a finding
            yield f"{where}: {type(error).__name__}: {error}"
        else:
            yield ""
