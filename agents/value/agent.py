"""The agent ``value``: plays the action whose afterstate a value network likes best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.game_agents import agents_of
from tablemates.agents.names import network_folder
from tablemates.agents.search.halving import Numbers
from tablemates.agents.value.buffers import Choices, Log, Tasks
from tablemates.agents.value.files import ValueCard, network_in, read_value
from tablemates.agents.value.network import Floats, Weights
from tablemates.agents.value.others import Others
from tablemates.agents.value.player import ValuePlayer
from tablemates.envs.core.records.layout import Array16, Bytes, Words
from tablemates.envs.core.views.agent import (
    Batch,
    BatchAgent,
    Candidate,
    Explanation,
    Situation,
    Worth,
)


class ValueAgent(BatchAgent):
    """Plays greedily by a value network, from the public record alone."""

    worth_unit = "chance of winning"

    def __init__(self, name: str, card: ValueCard, weights: Weights, facts: GameFacts) -> None:
        self.name = name
        self.card = card
        self.weights = weights
        self.player = ValuePlayer(facts)
        self._choices = self.player.new_choices()

    def act_batch(self, batch: Batch) -> Array16:
        """Return the best action of every decision."""
        return np.asarray(self.play(self.resumed(batch.publics, batch.keys), 1).actions, np.int16)

    def explain(self, situation: Situation) -> Explanation:
        """Return all legal actions with the chance of winning after each, the best first.

        Where returns are more than won or lost, the chance is the return scaled to 0 to 1.
        """
        actions, values = self.judge(situation)
        pairs = self.player.pairs
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

    def worth(self, batch: Batch) -> Worth:
        """Return chances of winning after each action, with what progress counts beside them."""
        found = np.full(batch.masks.shape, np.nan)
        choices = self.player.new_choices(len(batch))
        self.play(self.resumed(batch.publics, batch.keys), 1, choices=choices)
        for n, count in enumerate(choices.found.tolist()):
            found[n, choices.actions[n, :count]] = self._merits(choices.values[n, :count])
        return found

    def _merits(self, values: Floats) -> Floats:
        return values[:, 0] + self.card.progress_weight * values[:, self.player.pairs]

    def judge(self, situation: Situation) -> tuple[Array16, Floats]:
        """Return the legal actions, the best first, and the network's outputs after each.

        The outputs are the mover's: shape ``(actions, 2 * seats with values of their own)``.
        """
        best = self.act(situation)
        count, choices = int(self._choices.found[0]), self._choices
        actions, values = choices.actions[0, :count], choices.values[0, :count]
        order = np.lexsort((-self._merits(values), actions != best))  # ties are broken at random
        return actions[order], values[order]

    def play_on(
        self, records: Bytes, mover: int, seeds: Words, decisions: int, others: Others | None = None
    ) -> Numbers:
        """Play on from each record by the network, all in the same futures.

        The result is the return of the seat ``mover``, scaled to 0 to 1, where the game ended
        within so many ``decisions``, else the network's estimate; shape ``(records, futures)``.
        The first of ``others`` plays all seats but ``mover``; None: the network does.
        """
        games, pairs = len(records) * len(seeds), self.player.pairs
        tasks = self.resumed(np.repeat(records, len(seeds), 0), np.tile(seeds, len(records)))
        if others is not None:
            tasks.others[:] = np.arange(self.player.seats) != mover
        log = self.play(tasks, decisions, others)
        last = np.arange(games) * decisions + np.maximum(log.decisions, 1) - 1
        place = (mover - log.seats[last]) % log.players if pairs > 1 else np.zeros(games, np.int64)
        values = np.where(log.over == 1, log.ends[:, 0, mover], log.best[last, place])
        return values.astype(np.float64).reshape(len(records), len(seeds))

    def resumed(self, publics: Bytes, seeds: Words | Sequence[int]) -> Tasks:
        """Return games to go on with, of records or public ones; what is hidden is drawn."""
        tasks = self.player.new_tasks(len(publics))
        tasks.records[:, : publics.shape[1]] = publics
        tasks.seeds[:] = np.array(seeds, np.uint64)
        tasks.resumed[:] = 1
        return tasks

    def play(
        self, tasks: Tasks, limit: int, others: Others | None = None, choices: Choices | None = None
    ) -> Log:
        """Play games, each to its end or for ``limit`` decisions, those of others not counted."""
        log, weight = self.player.new_log(len(tasks.seeds), limit), self.card.progress_weight
        given = self.weights, tasks, log, choices or self._choices, weight
        self.player.play(*given)
        while others is not None and others.answer(tasks, log):
            self.player.play(*given, going_on=True)
        return log


def value_agent(
    name: str, folder: Path, facts: GameFacts, notify: Callable[[str], None]
) -> ValueAgent:
    """Return the agent that plays by the network of a folder, see ``network_in``."""
    return ValueAgent(name, *read_value(network_in(folder, facts), facts, notify), facts)


def split(parameters: str, game: str) -> tuple[str, Path]:
    """Split parameters such as ``1s:runs/td/policy`` into budget and folder.

    Both are optional: without a budget it is empty, without a folder the game's own is used. A
    policy that comes with the game may be named in the place of its folder.
    """
    budget, _, folder = parameters.partition(":")
    if "/" in budget or "\\" in budget:
        budget, folder = "", parameters
    if not folder:
        return budget, shipped(game)
    return budget, network_folder(folder, game)


def shipped(game: str) -> Path:
    """Return the folder of the value network that comes with the package."""
    if "value" not in (policies := agents_of(game).policies):
        raise AgentError(f"no value network comes with {game}: name a folder, champion:128:FOLDER")
    return policies["value"]
