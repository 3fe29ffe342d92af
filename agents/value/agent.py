"""The agent ``value``: plays the action whose afterstate a value network likes best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.search.halving import Integers, Numbers
from tablemates.agents.value.buffers import Log
from tablemates.agents.value.files import ValueCard, read_value
from tablemates.agents.value.network import Floats, Weights
from tablemates.agents.value.player import ValuePlayer
from tablemates.envs.core.agent import Batch, BatchAgent, Candidate, Explanation, Situation
from tablemates.envs.core.record import Array16, Bytes, Words


class ValueAgent(BatchAgent):
    """Plays greedily by a value network, from the public record alone.

    Args:
        name: Name in tables and messages.
        card: Metadata of the network.
        weights: The network.
        facts: The game.

    Attributes:
        card: As given; so is ``weights``.
    """

    def __init__(self, name: str, card: ValueCard, weights: Weights, facts: GameFacts) -> None:
        self.name = name
        self.card = card
        self.weights = weights
        self._player = ValuePlayer(facts)
        self._choices = self._player.new_choices()

    def act_batch(self, batch: Batch) -> Array16:
        """Return the best action of every decision."""
        return np.asarray(self._play(batch.publics, batch.keys).actions, np.int16)

    def explain(self, situation: Situation) -> Explanation:
        """Return all legal actions with the chance of winning after each, the best first.

        Where returns are more than won or lost, the chance is the return scaled to 0 to 1.
        """
        actions, values = self.judge(situation)
        pairs = self._player.pairs
        return Explanation(
            tuple(
                Candidate(
                    action,
                    outputs[0],
                    f"chance of winning {outputs[0]:.1%}, expected progress {outputs[pairs]:.0%}",
                )
                for action, outputs in zip(actions.tolist(), values.tolist(), strict=True)
            )
        )

    def judge(self, situation: Situation) -> tuple[Array16, Floats]:
        """Return the legal actions, the best first, and the network's outputs after each.

        The outputs are the mover's: shape ``(actions, 2 * seats with values of their own)``.
        """
        best = int(self._play(situation.public[None], [situation.key]).actions[0])
        count, choices = int(self._choices.found[0]), self._choices
        actions, values = choices.actions[:count], choices.values[:count]
        merits = values[:, 0] + self.card.progress_weight * values[:, self._player.pairs]
        order = np.lexsort((-merits, actions != best))  # ties are broken at random
        return actions[order], values[order]

    def play_on(
        self, situation: Situation, actions: Integers, seeds: Words, decisions: int
    ) -> Numbers:
        """Take each action in the same futures and play on by the network.

        Args:
            situation: Whose turn it is.
            actions: The candidates.
            seeds: Of the futures: what is hidden, dice and draws.
            decisions: How many follow the action before the network judges.

        Returns:
            The mover's return, scaled to 0 to 1, where the game ended, else the network's estimate;
            shape ``(actions, futures)``.
        """
        games, pairs = len(actions) * len(seeds), self._player.pairs
        publics = np.broadcast_to(situation.public, (games, len(situation.public)))
        keys, given = np.tile(seeds, len(actions)), np.repeat(actions, len(seeds))
        log = self._play(publics, keys, decisions + 1, given)
        last = np.arange(games) * (decisions + 1) + log.decisions - 1
        mover = int(log.seats[0])
        place = (mover - log.seats[last]) % log.players if pairs > 1 else np.zeros(games, np.int64)
        values = np.where(log.over == 1, log.ends[:, 0, mover], log.best[last, place])
        return values.astype(np.float64).reshape(len(actions), len(seeds))

    def _play(
        self,
        publics: Bytes,
        seeds: Words | Sequence[int],
        limit: int = 1,
        given: Integers | None = None,
    ) -> Log:
        """Take so many decisions of every game; return the log.

        Args:
            publics: Public records, shape ``(games, bytes)``.
            seeds: Of each game.
            limit: Decisions of each.
            given: The first actions; None: the network chooses.
        """
        games = len(publics)
        records = np.zeros((games, self._player.record_size), np.uint8)
        records[:, : publics.shape[1]] = publics
        tasks = self._player.new_tasks(games)
        tasks.seeds[:] = np.array(seeds, np.uint64)
        tasks.resumed[:] = 1
        if given is not None:
            tasks.given[:] = given
        log = self._player.new_log(games, limit)
        self._player.play(
            self.weights,
            records,
            tasks,
            log,
            self._choices,
            self.card.progress_weight,
            (0, games),
        )
        return log


def value_agent(
    name: str, folder: Path, facts: GameFacts, notify: Callable[[str], None]
) -> ValueAgent:
    """Return the agent that plays by the network of a folder.

    Args:
        name: Name in tables and messages.
        folder: The folder.
        facts: The game it is to play.
        notify: Called with a sentence if the network was trained with other rules.

    Raises:
        AgentError: The network is damaged or was made for another interface.
    """
    return ValueAgent(name, *read_value(folder, facts, notify), facts)
