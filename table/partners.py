"""Partners at the table: agents on the seats of people who are not there, and an adviser.

A partner takes the decisions of its seat. Those that are the team's in spirit
(whom a mob hits, whether to reveal, ...) stay with the people unless they say
otherwise: partners who decide for everybody are the standing complaint about
co-operative games with open information.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import PATIENCE, find_agent
from tablemates.envs.core.agent import Agent, Situation
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.keys import decision_keys
from tablemates.envs.portal_dash.naming import PLAYERS
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import SHARED_DECISIONS, Decision
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import TableGame

#: Who sits down with people unless they name somebody: the strongest that answers at once, of
#: those that were measured at every level.
PARTNER: Final = "bc"
#: Who gives them advice unless they name somebody: it states a chance of winning for every choice,
#: which hints and reports show.
ADVISER: Final = "planner-tuned"
_PUBLIC_BYTES: Final = STATE["public"].itemsize


@dataclass(frozen=True, slots=True)
class Deed:
    """What a partner did, so that it can say why.

    Attributes:
        seat: Whose decision it was.
        agent: Who took it.
        situation: What the agent saw.
        texts: Its choices in words, by number.
    """

    seat: int
    agent: Agent
    situation: Situation
    texts: Mapping[int, str]


class Partners:
    """Who sits where, and who gives advice.

    Args:
        agents: The partners by seat; the other seats are people's.
        adviser: Whoever answers when people ask for a hint.
        take_shared: Whether partners also take the team's decisions in their turns.

    Attributes:
        last: What a partner did last; None: nothing yet.
    """

    def __init__(
        self, agents: Mapping[int, Agent], adviser: Agent, take_shared: bool = False
    ) -> None:
        self._agents = agents
        self._adviser = adviser
        self._take_shared = take_shared
        self.last: Deed | None = None

    def decider(self, table: TableGame) -> Agent | None:
        """Return the partner whose decision it is now, None: people's, or the game is over."""
        public = table.game.public
        if table.over or (not self._take_shared and _is_shared(int(public.decision))):
            return None
        return self._agents.get(int(public.decider))

    def play(self, table: TableGame, agent: Agent) -> list[str]:
        """Let a partner take its decision; return what it chose and what happened, in sentences.

        Raises:
            AgentError: It has no answer, or one that is not legal.
        """
        seat = int(table.game.public.decider)
        texts = {choice.action: choice.text for choice in table.choices()}
        situation = situation_of(table)
        action = agent.act(situation)
        if action not in texts:
            raise AgentError(f"the partner {agent.name!r} answered {action}, which is not legal")
        self.last = Deed(seat, agent, situation, texts)
        happened = table.take(action)
        return [f"{PLAYERS[seat].capitalize()} ({agent.name}) chooses: {texts[action]}", *happened]

    def undo(self, table: TableGame, choices: int) -> int:
        """Take back people's last choices, with what partners did after them.

        Returns:
            How many choices of people were taken back.
        """
        return self._go(table, choices, table.undo)

    def redo(self, table: TableGame, choices: int) -> int:
        """Make people's choices again that were taken back, with what partners did after them.

        Returns:
            How many choices of people were made again.
        """
        return self._go(table, choices, table.redo)

    def _go(self, table: TableGame, choices: int, step: Callable[[], int]) -> int:
        """Go so many of people's decisions along the game; return how many there were."""
        gone = 0
        while gone < choices and step():
            while self.decider(table) is not None and step():
                pass
            gone += 1
        self.last = None
        return gone

    def hint(self, table: TableGame) -> list[str]:
        """Return what the adviser would do in the present decision, and why."""
        texts = {choice.action: choice.text for choice in table.choices()}
        return _explained(self._adviser, situation_of(table), texts)

    def reasons(self) -> list[str]:
        """Return why a partner did what it did last."""
        deed = self.last
        if deed is None:
            return ["No partner has done anything since you came to this point."]
        return [
            f"{PLAYERS[deed.seat].capitalize()} thought:",
            *_explained(deed.agent, deed.situation, deed.texts),
        ]

    def close(self) -> None:
        """Let go of what partners hold beside memory, such as processes."""
        for agent in (*self._agents.values(), self._adviser):
            agent.close()


def situation_of(table: TableGame) -> Situation:
    """Return the present decision as an agent may see it.

    The key depends on the game and the number of the choice alone, so that a
    partner does the same again after its move was taken back.
    """
    game = table.game
    seed = np.array([table.seed or 0], np.uint64)
    (key,) = decision_keys(seed, np.array([table.moves], np.int64))
    public = game.record[:_PUBLIC_BYTES].copy()
    return Situation(game.observation.copy(), game.mask.copy(), public, key)


def seat_partners(
    settings: Settings,
    players: int,
    names: Sequence[str],
    seat: int | None = None,
    adviser: str = ADVISER,
    take_shared: bool = False,
) -> Partners:
    """Return the partners of a game.

    Args:
        settings: The game's.
        players: How many play.
        names: As the registry knows them: one for every seat but the person's,
            clockwise, or one for all of them; none: all seats are people's.
        seat: The person's; None: the first.
        adviser: Who gives hints.
        take_shared: See ``Partners``.

    Raises:
        SettingsError: There is no such seat, or names and seats do not go together.
        AgentError: There is no such agent, or it cannot play this game.
    """
    facts = GameFacts.of(settings)
    if not names:
        if seat is not None:
            raise SettingsError("--seat says where you sit among --partners: name them too")
        return Partners({}, find_agent(adviser, facts, answer_seconds=PATIENCE), take_shared)
    seat = 0 if seat is None else seat
    if not 0 <= seat < players:
        raise SettingsError(f"there is no seat {seat}: with {players} players, 0 to {players - 1}")
    others = [(seat + n) % players for n in range(1, players)]
    if not others:
        raise SettingsError("partners need a game for at least 2 players")
    if len(names) == 1:
        names = list(names) * len(others)
    if len(names) != len(others):
        raise SettingsError(
            f"{len(names)} partners do not fill {len(others)} seats: "
            f"name {len(others)} of them, or 1 for all"
        )
    by_name = {
        name: find_agent(name, facts, answer_seconds=PATIENCE)
        for name in dict.fromkeys([*names, adviser])
    }
    agents = {other: by_name[name] for other, name in zip(others, names, strict=True)}
    return Partners(agents, by_name[adviser], take_shared)


def _is_shared(decision: int) -> bool:
    return Decision(decision) in SHARED_DECISIONS


def _explained(agent: Agent, situation: Situation, texts: Mapping[int, str]) -> list[str]:
    try:
        candidates = agent.explain(situation).candidates
    except AgentError as error:
        return [f"  {error}."]
    if not candidates:
        return [f"  {agent.name} gives no reasons."]
    told = [(texts.get(one.action, "nothing legal"), one.reason) for one in candidates]
    return [
        f"  {rank}. {text} ({agent.name}: {reason})"
        for rank, (text, reason) in enumerate(told, start=1)
    ]
