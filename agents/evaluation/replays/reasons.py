"""Explanations of decisions in a replay: the agents are asked again."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Final

from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.replays.playback import Playback
from tablemates.agents.facts import GameFacts
from tablemates.agents.names import agent_within, find_script, folder_of
from tablemates.agents.networks.policy import CARD
from tablemates.agents.registry import find_agent
from tablemates.envs.core.history.replay import PERSON
from tablemates.envs.core.views.agent import Agent, Candidate

#: Candidates that are shown.
BEST: Final = 3


class Reasons:
    """The agents of a game by seat, asked again for their explanations.

    They are those that played, or those that the user names: one a seat or one for all. A file may
    come from a stranger and an agent is a program: of those that the file names, only agents of
    this package and policy folders are loaded.

    ``missing`` says of which agents there are none, and why; ``patience`` is in seconds, for all
    explanations together. With the ``secret`` of the run, agents from outside say what they
    said then.
    """

    def __init__(
        self,
        playback: Playback,
        names: Sequence[str] = (),
        patience: float = math.inf,
        secret: bytes | None = None,
    ) -> None:
        seats, played_by = playback.game.seats, playback.replay.agents
        if len(names) not in (0, 1, seats):
            raise AgentError(
                f"{len(names)} agents do not fill {seats} seats: name {seats} of them, or 1 for all"
            )
        self.agents: list[Agent | None] = [None] * seats
        self.missing: list[str] = []
        self._left = patience
        self._fault = ""  # of the last agent that was asked
        if not names and len(played_by) != seats:
            self.missing.append("the file does not say who played: name them by --agents")
            return
        facts = GameFacts.of(playback.game.settings)
        by_seat = list(names) * (seats // len(names)) if names else list(played_by)
        loaded: dict[str, Agent | None] = {} if names else {PERSON: None}
        for name in dict.fromkeys(by_seat):
            try:
                if name not in loaded:
                    loaded[name] = (
                        find_agent(name, facts, secret=secret) if names else _trusted(name, facts)
                    )
            except AgentError as error:
                if names:
                    raise
                loaded[name] = None
                self.missing.append(str(error))
        self.agents = [loaded[name] for name in by_seat]

    def here(self, playback: Playback) -> list[Candidate]:
        """Return the best candidates of the agent that decides at the present stop, best first.

        Empty where chance decides, no agent can be asked, or the agent has no reasons.
        """
        move = playback.move
        agent = self.agents[move.seat] if move is not None and move.seat >= 0 else None
        legal = playback.legal()
        if agent is None or not legal or self._left <= 0:
            return []
        start, self._fault = time.monotonic(), ""
        try:
            candidates = agent.explain(playback.situation()).candidates[:BEST]
        except AgentError as error:  # one who fails is no reason to stop looking at the game
            self._fault, candidates = str(error), ()
        self._left -= time.monotonic() - start
        return [candidate for candidate in candidates if candidate.action in legal]

    def close(self) -> None:
        """Close the agents."""
        for agent in dict.fromkeys(self.agents):
            if agent is not None:
                agent.close()

    def silence(self, playback: Playback) -> str:
        """Return why there are no explanations at the present stop, a sentence."""
        move = playback.move
        if move is None:
            return "The game is over: nobody decides anything."
        if move.seat < 0:
            return "Chance decides: it has no reasons."
        if (agent := self.agents[move.seat]) is not None:
            if self._left <= 0:
                return f"{agent.name} was not asked any more: it is slow. Ask it by --replay."
            if self._fault:
                return f"{agent.name} could not be asked: {self._fault}."
            return f"{agent.name} gives no reasons."
        played_by = playback.replay.agents
        if len(played_by) > move.seat and played_by[move.seat] == PERSON:
            return "A person plays here."
        return f"Nobody can be asked: {'; '.join(self.missing)}."


def _trusted(name: str, facts: GameFacts) -> Agent:
    """Load an agent of this package or of a policy folder."""
    within = agent_within(name)
    ours = find_script(within, facts.game) is not None
    folder = folder_of(within, facts.game)
    if ours or (folder is not None and (folder / CARD).is_file()):
        return find_agent(name, facts, lambda _sentence: None)
    raise AgentError(
        f"the agent {name!r}, which the file names, is loaded only if you name it: --agents {name}"
    )
