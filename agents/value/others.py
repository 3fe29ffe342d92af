"""Agents that decide for the seats which a network does not play.

Compiled play leaves each game where one of them decides. They are asked in batches, from public
records alone as anywhere else, and it goes on with their answers.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tablemates.agents.errors import AgentError
from tablemates.agents.value.buffers import Log, Tasks
from tablemates.agents.value.player import ValuePlayer
from tablemates.envs.core.views.agent import Agent, Batch
from tablemates.envs.core.views.decision_keys import decision_keys
from tablemates.envs.core.views.partners import illegal_answer
from tablemates.envs.registry import find_game


class Others:
    """Agents by number: the ``n``-th plays the seats at which ``Tasks.others`` is ``n + 1``.

    Raises:
        AgentError: One of them asks for the history, which compiled play does not keep.
    """

    def __init__(self, player: ValuePlayer, agents: Sequence[Agent]) -> None:
        for agent in agents:
            if agent.wants_history:
                raise AgentError(
                    f"{agent.name} asks for the history of a game, which is not kept here: "
                    "choose partners that decide by the position"
                )
        self._player, self._agents = player, agents
        self._engine = find_game(player.facts.game).engine

    def answer(self, tasks: Tasks, log: Log) -> bool:
        """Write answers for all games that wait; return whether there is one.

        Raises:
            PartnerError: An answer is not legal.
        """
        lanes = np.flatnonzero(log.waiting >= 0)
        if not len(lanes):
            return False
        seats, records = log.waiting[lanes], tasks.records[lanes]
        # They are asked as in any game, in which nobody gives the outcomes of chance.
        public = records.view(self._engine.state)[:, 0]["public"]
        public["explicit_chance"] = 0
        observations, masks = self._player.look(records, seats)
        publics = records[:, : self._engine.seen_size].copy()
        self._engine.hide(publics, seats)
        keys = decision_keys(tasks.seeds[lanes], tasks.counts[lanes, 2] + log.decisions[lanes])
        batch = Batch(observations, masks, publics, keys)
        who = tasks.others[lanes, seats]
        for number in np.unique(who).tolist():
            asked, agent = np.flatnonzero(who == number), self._agents[number - 1]
            answers = np.asarray(agent.act_batch(batch.part(asked)), np.int64)
            known = (answers >= 0) & (answers < masks.shape[1])
            legal = known & (masks[asked, np.where(known, answers, 0)] == 1)
            if not legal.all():
                wrong = int(answers[np.argmin(legal)])
                raise illegal_answer(agent.name, wrong, "in a game of training or of search")
            tasks.answers[lanes[asked]] = answers
        return True
