"""What chance was worth in games that were played, as the value network of a game judges it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.value.agent import ValueAgent
from tablemates.agents.value.player import TEMPLATE, ValuePlayer
from tablemates.envs.core.cache import compiling
from tablemates.envs.core.hooks import load_program
from tablemates.envs.core.record import Bytes
from tablemates.envs.registry import find_game, new_game

#: Decisions that the network plays on after an outcome, at most; most often chance decides sooner.
DEPTH: Final = 32
_PROGRAM: Final = Path(__file__).with_name("chance.py")
_SHARED: Final = ("Sight", "copy_record", "look", "new_sight", "write_end")


class LuckMeter:
    """Measures luck in games of some settings.

    Args:
        facts: The game.
        agent: The agent whose network judges.
        depth: Decisions that it plays on after an outcome, at most.

    Attributes:
        digest: SHA-256 of the network's weights.
    """

    def __init__(self, facts: GameFacts, agent: ValueAgent, depth: int = DEPTH) -> None:
        kind = find_game(facts.game)
        engine, settings = kind.engine, facts.settings
        self.digest = agent.card.weights
        self._agent = agent
        self._depth = depth
        self._facts = facts
        self._seats = max(settings.player_choices)
        self._scenarios = new_game(settings).scenarios
        self._first = -1 if settings.first_player is None else settings.first_player
        self._skip_forced = int(settings.skip_forced)
        self._least = float(kind.least_return)
        self._player = ValuePlayer(facts)
        self._work = engine.work.itemsize
        self._public = engine.state["public"]
        self._seconds, self._cache = kind.compile_seconds, self._player.cache
        players = load_program(TEMPLATE, engine.hooks, self._cache)
        shared = {name: getattr(players, name) for name in _SHARED}
        self._program: Any = load_program(_PROGRAM, engine.hooks, self._cache, **shared)

    def measure(
        self,
        seeds: Sequence[int],
        choices: Sequence[int],
        players: Sequence[int],
        actions: Sequence[Sequence[int]],
        publics: Sequence[bytes | None],
    ) -> npt.NDArray[np.float64]:
        """Return the luck of each seat in games.

        Args:
            seeds: Of each game.
            choices: What was set up: index among the settings' ``choices``.
            players: How many played.
            actions: What was played, but for an illegal last action.
            publics: Public record at the end, which is compared; None: it is not.

        Returns:
            Luck in the return, then in the progress of each seat; shape ``(games, 2, seats)``. It
            is on the scale of returns and progress. Where seats share their return, all have
            equal luck.

        Raises:
            AgentError: A game does not come out as it was played.
        """
        games, pairs = len(seeds), self._player.pairs
        luck = np.zeros((games, 2 * pairs))
        finals = np.zeros((games, self._player.record_size), np.uint8)
        histories = self._program.Histories(
            np.array(seeds, np.uint64),
            np.array(choices, np.int16),
            np.array(players, np.int8),
            np.cumsum([0, *map(len, actions)], dtype=np.int64),
            np.array([one for game in actions for one in game], np.int16),
        )
        with compiling("luck", self._seconds, self._cache):
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
                finals,
            )
        self._check(finals, publics)
        found = luck.reshape(games, 2, pairs)[:, :, : self._seats]
        found[:, 0] *= 1.0 - self._least
        return found if pairs > 1 else np.repeat(found, self._seats, axis=2)

    def _check(self, finals: Bytes, publics: Sequence[bytes | None]) -> None:
        size = self._public.itemsize
        for final, public in zip(finals, publics, strict=True):
            if public is None:
                continue
            end = final[:size].view(self._public)
            end["explicit_chance"] = 0
            if end.tobytes() != public[:size]:
                raise AgentError(
                    f"a game of {self._facts.game} played again with explicit chance comes out "
                    "otherwise: its hook hidden_outcome does not draw what take draws"
                )
