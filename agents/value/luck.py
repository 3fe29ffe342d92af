"""What chance was worth in games that were played, as the value network of a game judges it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.facts import GameFacts
from tablemates.agents.value.agent import ValueAgent
from tablemates.agents.value.player import TEMPLATE, ValuePlayer
from tablemates.envs.core.cache import compiling
from tablemates.envs.core.hooks import load_program
from tablemates.envs.registry import find_game, new_game

#: Decisions that the network plays on after an outcome, at most; most often chance decides sooner.
DEPTH: Final = 32
_PROGRAM: Final = Path(__file__).with_name("chance.py")
_SHARED: Final = ("Sight", "copy_record", "look", "new_sight", "write_end")


class History(NamedTuple):
    """A game that was played.

    Attributes:
        seed: The game's seed.
        choice: What was set up: index among the settings' ``choices``.
        players: How many played.
        actions: What was played, but for an illegal last action.
    """

    seed: int
    choice: int
    players: int
    actions: Sequence[int]


def luck_program(player: ValuePlayer, hooks: ModuleType) -> Any:
    """Return the compiled functions of ``chance`` for a game.

    Args:
        player: Plays the game.
        hooks: Of the game.
    """
    players = load_program(TEMPLATE, hooks, player.cache)
    shared = {name: getattr(players, name) for name in _SHARED}
    return load_program(_PROGRAM, hooks, player.cache, **shared)


class LuckMeter:
    """Measures luck in games of some settings.

    Args:
        facts: The game.
        agent: The agent whose network judges.
        depth: Decisions that it plays on after an outcome, at most.
    """

    def __init__(self, facts: GameFacts, agent: ValueAgent, depth: int = DEPTH) -> None:
        kind = find_game(facts.game)
        engine, settings = kind.engine, facts.settings
        self._agent = agent
        self._depth = depth
        self._facts = facts
        self._scenarios = new_game(settings).scenarios
        self._first = -1 if settings.first_player is None else settings.first_player
        self._skip_forced = int(settings.skip_forced)
        self._least = float(kind.least_return)
        self._player = ValuePlayer(facts)
        self._seats = int(engine.hooks.SEATS)
        self._work = engine.work.itemsize
        self._seconds = kind.compile_seconds
        self._program = luck_program(self._player, engine.hooks)

    def measure(
        self, games: Sequence[History]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Return the luck in games, and how they end.

        Args:
            games: The games.

        Returns:
            Luck in the return, scaled to 0 to 1, then in the progress of each seat; where seats
            share their return, all have equal luck. Then the returns, ``nan`` where a game is
            not over after its actions, and the progress. Shape ``(games, 2, seats)`` both.
        """
        count, pairs = len(games), self._player.pairs
        luck = np.zeros((count, 2 * pairs))
        ends = np.zeros((count, 2, self._seats))
        histories = self._program.Histories(
            np.array([one.seed for one in games], np.uint64),
            np.array([one.choice for one in games], np.int16),
            np.array([one.players for one in games], np.int8),
            np.cumsum([0, *(len(one.actions) for one in games)], dtype=np.int64),
            np.array([action for one in games for action in one.actions], np.int16),
        )
        with compiling("luck", self._seconds, self._player.cache):
            self._program.play_again(
                self._facts.box,
                self._scenarios,
                np.zeros(self._work, np.uint8),
                histories,
                self._first,
                self._skip_forced,
                self._agent.weights,
                self._player.cells,
                self._least,
                self._agent.card.progress_weight,
                self._depth,
                luck,
                ends,
            )
        found = luck.reshape(count, 2, pairs)
        return np.broadcast_to(found, (count, 2, self._seats)) if pairs == 1 else found, ends
