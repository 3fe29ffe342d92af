"""Worth of chance in games that were played, as the value network of a game judges it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.value import luck_loop
from tablemates.agents.value.agent import ValueAgent

#: Decisions that the network plays on after an outcome, at most; most often chance decides sooner.
DEPTH: Final = 32


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


class LuckMeter:
    """Measures luck in games of some settings by an agent's network.

    After an outcome the network plays on for ``depth`` decisions at most.
    """

    def __init__(self, agent: ValueAgent, depth: int = DEPTH) -> None:
        self._agent, self._depth = agent, depth

    def measure(
        self, games: Sequence[History]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Return the luck in games, and how they end.

        Luck is that in the return, scaled to 0 to 1, then in the progress of each seat; where
        seats share their return, all have equal luck. The ends are the returns, ``nan`` where a
        game is not over after its actions, and the progress. Shape ``(games, 2, seats)`` both.
        """
        agent, player, count = self._agent, self._agent.player, len(games)
        pairs, settings = player.pairs, player.facts.settings
        luck = np.zeros((count, 2 * pairs))
        ends = np.zeros((count, 2, player.seats))
        histories = luck_loop.Histories(
            np.array([one.seed for one in games], np.uint64),
            np.array([one.choice for one in games], np.int16),
            np.array([one.players for one in games], np.int8),
            np.cumsum([0, *(len(one.actions) for one in games)], dtype=np.int64),
            np.array([action for one in games for action in one.actions], np.int16),
        )
        luck_loop.play_again(
            player.rules,
            player.facts.box,
            player.facts.scenarios,
            player.work(),
            player.records_of(np.zeros((luck_loop.COPIES, 0), np.uint8)),
            histories,
            -1 if settings.first_player is None else settings.first_player,
            int(settings.skip_forced),
            player.new_judge(agent.weights, agent.card.progress_weight),
            self._depth,
            luck,
            ends,
        )
        found = luck.reshape(count, 2, pairs)
        return np.broadcast_to(found, ends.shape) if pairs == 1 else found, ends
