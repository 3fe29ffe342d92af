"""The agent ``value``: plays the action whose afterstate a value network likes best."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.value.buffers import Log
from tablemates.agents.value.files import ValueCard, read_value
from tablemates.agents.value.network import Weights
from tablemates.agents.value.player import ValuePlayer
from tablemates.envs.core.agent import Agent, Batch, Candidate, Explanation, Situation
from tablemates.envs.core.record import Array16


class ValueAgent(Agent):
    """Plays greedily by a value network, from the public record alone.

    Args:
        name: Name in tables and messages.
        card: Metadata of the network.
        weights: The network.
        facts: The game.
    """

    def __init__(self, name: str, card: ValueCard, weights: Weights, facts: GameFacts) -> None:
        self.name = name
        self.card = card
        self._weights = weights
        self._player = ValuePlayer(facts)
        self._choices = self._player.new_choices()

    def act(self, situation: Situation) -> int:
        """Return the best action."""
        return int(self.act_batch(situation.alone())[0])

    def act_batch(self, batch: Batch) -> Array16:
        """Return the best action of every decision."""
        log = self._play(batch)
        return np.asarray(log.actions, np.int16)

    def explain(self, situation: Situation) -> Explanation:
        """Return all legal actions with the chance of winning after each, the best first.

        Where returns are more than won or lost, the chance is the return scaled to 0 to 1.
        """
        best = int(self._play(situation.alone()).actions[0])
        count, choices = int(self._choices.found[0]), self._choices
        pairs = self._player.pairs
        rows = zip(choices.actions[:count].tolist(), choices.values[:count].tolist(), strict=True)
        candidates = [
            Candidate(
                action,
                outputs[0],
                f"chance of winning {outputs[0]:.1%}, expected progress {outputs[pairs]:.0%}",
            )
            for action, outputs in rows
        ]
        weight = self.card.progress_weight
        merits = choices.values[:count, 0] + weight * choices.values[:count, pairs]
        order = np.argsort(-merits, kind="stable").tolist()
        order.sort(key=lambda n: candidates[n].action != best)  # ties are broken at random
        return Explanation(tuple(candidates[n] for n in order))

    def _play(self, batch: Batch) -> Log:
        """Take one decision of every game; return the log."""
        games = len(batch)
        records = np.zeros((games, self._player.record_size), np.uint8)
        records[:, : batch.publics.shape[1]] = batch.publics
        tasks = self._player.new_tasks(games)
        tasks.seeds[:] = np.array(batch.keys, np.uint64)
        tasks.resumed[:] = 1
        log = self._player.new_log(games, 1)
        self._player.play(
            self._weights,
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
