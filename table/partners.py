"""Partners at the table: agents in the seats of absent people, and an adviser.

A partner takes the decisions of its seat. Those that are the team's stay with the people
unless they say otherwise: partners who decide for everybody are the standing complaint about
co-operative games with open information.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from operator import index
from typing import Final

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.agents.roster import roster_of
from tablemates.envs.core.agent import Agent, Explanation, Situation
from tablemates.envs.core.answers import CHANCE, OVER
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game import Game
from tablemates.envs.core.replay import PERSON
from tablemates.envs.core.settings import Settings
from tablemates.table.game import TableGame, choices_of
from tablemates.table.lookahead import Sandbox

#: Choices in a hint.
BEST: Final = 3


@dataclass(slots=True)
class Seats:
    """Who sits where, and who decides.

    Attributes:
        who: ``person`` or an agent's name, by seat.
        shared: Who takes the team's decisions in partners' turns: ``people`` or ``bots``.
    """

    who: list[str]
    shared: str = "people"

    def agent_in(self, game: Game) -> str | None:
        """Return the agent who decides; None: people, chance, or the game is over."""
        seat = game.to_move()
        if seat in (OVER, CHANCE) or self.who[seat] == PERSON:
            return None
        if PERSON in self.who and self.shared == "people" and game.shared_decision:
            return None
        return self.who[seat]

    def undo(self, table: TableGame) -> int:
        """Undo people's last choice with partners' moves after it; return how many moves."""
        return self._go(table, table.undo)

    def redo(self, table: TableGame) -> int:
        """Redo people's next choice with partners' moves after it; return how many moves."""
        return self._go(table, table.redo)

    def _go(self, table: TableGame, step: Callable[[], int]) -> int:
        gone = step()
        if PERSON in self.who or table.game.settings.chance == "explicit":
            while self.agent_in(table.game) is not None and step():
                gone += 1
        return gone  # where bots play alone, one move


class Partners:
    """Agents at the text table, and the adviser.

    Args:
        seats: Who sits where.
        agents: The partners by name.
        adviser: Gives hints; None: nobody does.
    """

    def __init__(self, seats: Seats, agents: Mapping[str, Agent], adviser: Agent | None) -> None:
        self.seats = seats
        self._agents = agents
        self._adviser = adviser

    def play(self, table: TableGame, name: str) -> list[str]:
        """Let a partner make its move; return what it chose and what happened, in sentences.

        Raises:
            AgentError: The partner fails, or its answer is not legal.
        """
        agent, who = self._agents[name], decider_of(table.game)
        action = act(agent, Situation.of(table.game, table.seed, table.moves))
        if action not in table.legal:
            raise AgentError(f"the partner {agent.name!r} answered {action}, which is not legal")
        chosen = table.game.describe(action)
        told = table.take(action)  # what was chosen is told by what comes of it
        return told or [f"{who} ({agent.name}) chooses: {chosen}"]

    def hint(self, table: TableGame) -> list[str]:
        """Return the adviser's best choices in the present decision, with reasons."""
        if self._adviser is None:
            return ["Nobody gives hints in this game: name an agent by --adviser."]
        return _explained(self._adviser, table.game, table.seed, table.moves)

    def reasons(self, table: TableGame) -> list[str]:
        """Return why a partner made its last move."""
        sandbox = Sandbox(table.game.settings)
        for at in reversed(range(table.moves)):
            game = sandbox.still(table.record_at(at))
            if (name := self.seats.agent_in(game)) is not None:
                explained = _explained(self._agents[name], game, table.seed, at)
                return [f"{decider_of(game)} thought:", *explained]
        return ["No partner has done anything yet."]

    def close(self) -> None:
        """Close the agents, e.g. subprocesses."""
        for agent in {*self._agents.values(), self._adviser}:
            if agent is not None:
                agent.close()


def decider_of(game: Game) -> str:
    """Return what the player who decides is called, with a capital."""
    return game.player_name(game.to_move()).capitalize()


def make_agent(name: str, settings: Settings) -> Agent:
    """Return an agent by its name.

    Raises:
        AgentError: There is no such agent, or it cannot play this game.
    """
    return find_agent(name, GameFacts.of(settings))


def act(agent: Agent, situation: Situation) -> int:
    """Return an agent's action.

    Raises:
        AgentError: The agent fails.
    """
    with _as_agent_errors(agent):
        return index(agent.act(situation))


def explain(agent: Agent, situation: Situation) -> Explanation:
    """Return an agent's reasons.

    Raises:
        AgentError: The agent fails.
    """
    with _as_agent_errors(agent):
        return agent.explain(situation)


@contextmanager
def _as_agent_errors(agent: Agent) -> Iterator[None]:
    """Turn whatever a user's agent raises into ``AgentError``."""
    try:
        yield
    except AgentError:
        raise
    except Exception as error:
        raise AgentError(f"{agent.name!r} failed: {type(error).__name__}: {error}") from error


def clockwise(players: int, seat: int, names: Sequence[str]) -> list[str]:
    """Return who sits where: ``person`` or an agent's name, by seat.

    Args:
        players: Number of players.
        seat: The person's seat.
        names: One for every other seat, clockwise, or one for all of them.

    Raises:
        SettingsError: Names and seats do not fit.
    """
    if not 0 <= seat < players:
        raise SettingsError(f"there is no seat {seat}: with {players} players, 0 to {players - 1}")
    others = [(seat + n) % players for n in range(1, players)]
    if len(names) == 1:
        names = list(names) * len(others)
    if len(names) != len(others):
        raise SettingsError(
            f"{len(names)} partners do not fill {len(others)} seats: "
            f"name {len(others)} of them, or 1 for all"
        )
    who = [PERSON] * players
    for other, name in zip(others, names, strict=True):
        who[other] = name
    return who


def seat_partners(
    settings: Settings,
    players: int,
    names: Sequence[str],
    seat: int | None = None,
    adviser: str | None = None,
    take_shared: bool = False,
) -> Partners:
    """Return the partners of a game.

    Args:
        settings: The game's.
        players: Number of players.
        names: Agents for the other seats, see ``clockwise``; none: all seats are people's.
        seat: The person's; None: the first.
        adviser: Gives hints; None: the game's usual one.
        take_shared: Whether partners also take the team's decisions in their turns.

    Raises:
        SettingsError: There is no such seat, or names and seats do not fit.
        AgentError: There is no such agent, or it cannot play this game.
    """
    who = [PERSON] * players
    adviser = adviser or roster_of(settings.game).adviser
    if names:
        if players == 1:
            raise SettingsError("partners need a game for at least 2 players")
        who = clockwise(players, seat or 0, names)
    elif seat is not None:
        raise SettingsError("--seat says where you sit among --partners: name them too")
    wanted = {*who, adviser} - {PERSON, None}
    made = {name: make_agent(name, settings) for name in wanted if name is not None}
    advises = None if adviser is None else made[adviser]
    return Partners(Seats(who, "bots" if take_shared else "people"), made, advises)


def _explained(agent: Agent, game: Game, seed: int | None, moves: int) -> list[str]:
    texts = {choice.action: choice.text for choice in choices_of(game)}
    try:
        candidates = explain(agent, Situation.of(game, seed, moves)).candidates[:BEST]
    except AgentError as error:
        return [f"  {error}."]
    if not candidates:
        return [f"  {agent.name} gives no reasons."]
    return [
        f"  {rank}. {texts.get(one.action, 'nothing legal')} ({agent.name}: {one.reason})"
        for rank, one in enumerate(candidates, start=1)
    ]
