"""Games for the referee: playing one with its log of events, decisions and snapshots.

Events carry numbers for mobs, items, colours and so on; the log has their names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.envs.core.views.agent import Agent, Situation
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.settings import Settings
from tests.portal_dash.games import late_position
from tests.portal_dash.referee.match import Entry
from tests.portal_dash.referee.table import COLOURS, MODES, TASKS

#: What the numbers of the docs' words mean in events.
MOBS = ("magma cube", "ghast", "enderman", "hoglin", "blaze", "wither skeleton")
SOURCES = (*MOBS, "Wildfire", "Ancient Hoglin", "magma")
DAMAGE = ("used", "worn out", "attacked")
REASONS = ("die", "boss", "mined", *DAMAGE, "not kept", "replaced", "starting")
LATE = ("task A late", "task B late", "task C late")
CAUSES = ("", "boss defeated", "death", *LATE, "cube empty")


class Reader:
    """Reads the events and decisions of one game object, with names in place of numbers."""

    def __init__(self, game: PortalDash) -> None:
        self.game = game
        names = game.names
        self._kinds: dict[int, str] = {}
        self._words: dict[str, Callable[[int], Any]] = {
            "mob": lambda piece: names.mob(game.public, piece),
            "item": names.items.__getitem__,
            "enchantment": names.items.__getitem__,
            "tile": names.tiles.__getitem__,
            "colour": COLOURS.__getitem__,
            "face": (*COLOURS, "?").__getitem__,
            "source": lambda n: SOURCES[n] if n >= 0 else n,
            "reason": REASONS.__getitem__,
            "cause": CAUSES.__getitem__,
            "task": TASKS.__getitem__,
            "mode": lambda n: MODES[n - 1],
        }

    def events(self) -> list[Entry]:
        """Return what happened in the last move."""
        return [
            {
                key: self._words[key](value) if key in self._words else value
                for key, value in entry.items()
                if key != "text"
            }
            for entry in self.game.events()
        ]

    def decision(self, action: int) -> Entry:
        """Return the decision to be taken, and what is chosen."""
        public = self.game.public
        number = int(public.decision)
        if number not in self._kinds:
            self._kinds[number] = self.game.snapshot()["decision"]
        return {
            "decision": self._kinds[number],
            "decider": int(public.decider),
            "legal": np.flatnonzero(self.game.mask).tolist(),
            "action": action,
        }


LEVELS = (1, 2, 3, 4, 5)
PLAYERS = (1, 2, 3, 4)
#: One decision in so many is preceded by a snapshot, besides the first and the end: a snapshot
#: takes as long as 20 decisions. What changes without an event shows in them; all else shows in
#: the legal actions of every decision and in every event.
BETWEEN_SNAPSHOTS = 100


@dataclass(frozen=True)
class Kind:
    """A kind of games; late ones start in front of a wounded boss, with rare items."""

    agent: str
    edition: str = "en"
    forced: bool = True
    late: bool = False


KINDS = (
    Kind("random"),
    Kind("random", "fr", forced=False),
    Kind("random", late=True),
    Kind("random", "fr", forced=False, late=True),
    Kind("rules", forced=False),
    Kind("rules", "fr"),
    Kind("planner"),
    Kind("planner:miner", "fr", forced=False),
    Kind("planner:fighter"),
)


@cache
def _agent(name: str) -> Agent:
    """Return an agent; those that play here know nothing of the game but its parts."""
    return find_agent(name, GameFacts.of(Settings()))


@cache
def _game(level: int, players: int, edition: str, forced: bool) -> PortalDash:
    return PortalDash(Settings(level=level, players=players, edition=edition, skip_forced=forced))


def play_kind(kind: Kind, level: int, players: int, seed: int) -> list[Entry]:
    """Play a game of a kind; return its log."""
    game = _game(level, players, kind.edition, kind.forced)
    game.new(seed)
    if kind.late:
        game.load_position(late_position(game, np.random.default_rng(seed)))
    return play_on(game, seed, kind.agent)


def play_position(position: dict[str, Any], seed: int) -> list[Entry]:
    """Play a random game from a position for two; return its log."""
    game = _game(position.get("level", 1), 2, "en", True)
    game.new(seed)
    game.load_position({**position, "seed": seed})
    return play_on(game, seed, "random")


def play_on(game: PortalDash, seed: int, agent: str) -> list[Entry]:
    """Play a game on to its end; return the log of all decisions and what followed."""
    reader, player = Reader(game), _agent(agent)
    log: list[Entry] = []
    rng = np.random.default_rng(seed)
    while not game.public.outcome:
        if not log or rng.random() < 1 / BETWEEN_SNAPSHOTS:
            log.append({"snapshot": game.snapshot()})
        key = seed * 10_000 + len(log)
        action = player.act(Situation(game.observation, game.mask, game.public_record, key))
        log.append(reader.decision(action))
        game.step(action)
        log += reader.events()
    log.append({"snapshot": game.snapshot()})
    return log
