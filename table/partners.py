"""Partners at the table: agents in the seats of absent people, and an adviser.

A partner takes the decisions of its seat. Those that are the team's (whom a mob hits, whether
to reveal, ...) stay with the people unless they say otherwise: partners who decide for
everybody are the standing complaint about co-operative games with open information.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import index
from typing import Final

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.envs.core.agent import Agent, Explanation, Situation
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game import CHANCE, OVER
from tablemates.envs.core.keys import decision_key
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.naming import PLAYERS
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import SHARED_DECISIONS, Decision
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.game import TableGame, choices_of
from tablemates.table.sandbox import Sandbox

#: The default partner: the strongest that answers at once.
PARTNER: Final = "bc"
#: The default adviser: it states a probability of winning for every choice.
ADVISER: Final = "planner-tuned"
_PUBLIC_BYTES: Final = STATE["public"].itemsize


class Partners:
    """Agents by seat, and the adviser.

    Args:
        agents: The partners by seat; the other seats are people's.
        adviser: Gives hints.
        take_shared: Whether partners also take the team's decisions in their turns.
    """

    def __init__(
        self, agents: Mapping[int, Agent], adviser: Agent, take_shared: bool = False
    ) -> None:
        self._agents = agents
        self._adviser = adviser
        self._take_shared = take_shared

    def decider(self, table: TableGame) -> Agent | None:
        """Return the partner who decides now; None: people, or the game is over."""
        return self._decider_in(table.game)

    def _decider_in(self, game: Game) -> Agent | None:
        seat = game.to_move()
        if seat in (OVER, CHANCE) or (not self._take_shared and is_shared(game)):
            return None
        return self._agents.get(seat)

    def play(self, table: TableGame, agent: Agent) -> list[str]:
        """Let a partner make its move; return what it chose and what happened, in sentences.

        Raises:
            AgentError: The partner fails, or its answer is not legal.
        """
        seat = int(table.game.public.decider)
        action = act(agent, situation_of(table.game, table.seed, table.moves))
        if action not in table.legal:
            raise AgentError(f"the partner {agent.name!r} answered {action}, which is not legal")
        chosen = table.game.describe(action)
        return [
            f"{PLAYERS[seat].capitalize()} ({agent.name}) chooses: {chosen}",
            *table.take(action),
        ]

    def undo(self, table: TableGame, choices: int) -> int:
        """Undo people's last choices, with the partners' moves after them; return how many."""
        return self._go(table, choices, table.undo)

    def redo(self, table: TableGame, choices: int) -> int:
        """Redo people's choices, with the partners' moves after them; return how many."""
        return self._go(table, choices, table.redo)

    def _go(self, table: TableGame, choices: int, step: Callable[[], int]) -> int:
        gone = 0
        while gone < choices and step():
            while self.decider(table) is not None and step():
                pass
            gone += 1
        return gone

    def hint(self, table: TableGame) -> list[str]:
        """Return the adviser's best choices in the present decision, with reasons."""
        return _explained(self._adviser, table.game, table.seed, table.moves)

    def reasons(self, table: TableGame) -> list[str]:
        """Return why a partner made its last move."""
        sandbox = Sandbox(table.game.settings)
        for at in reversed(range(table.moves)):
            game = sandbox.still(table.record_at(at))
            if (agent := self._decider_in(game)) is not None:
                name = PLAYERS[game.to_move()].capitalize()
                return [f"{name} thought:", *_explained(agent, game, table.seed, at)]
        return ["No partner has done anything yet."]

    def close(self) -> None:
        """Close the agents, e.g. subprocesses."""
        for agent in (*self._agents.values(), self._adviser):
            agent.close()


def is_shared(game: Game) -> bool:
    """Return whether the present decision is the team's rather than one player's."""
    return Decision(int(game.public.decision)) in SHARED_DECISIONS


def situation_of(game: Game, seed: int | None, moves: int) -> Situation:
    """Return the present decision as an agent may see it.

    Its random key depends on the seed and the number of moves alone, so that a partner
    repeats its move after an undo.
    """
    public = game.record[:_PUBLIC_BYTES].copy()
    key = decision_key(seed or 0, moves)
    return Situation(game.observation.copy(), game.mask.copy(), public, key)


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


def clockwise(players: int, seat: int, names: Sequence[str]) -> dict[int, str]:
    """Return the partners by seat.

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
    return dict(zip(others, names, strict=True))


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
        players: Number of players.
        names: Agents for the other seats, see ``clockwise``; none: all seats are people's.
        seat: The person's; None: the first.
        adviser: Gives hints.
        take_shared: See ``Partners``.

    Raises:
        SettingsError: There is no such seat, or names and seats do not fit.
        AgentError: There is no such agent, or it cannot play this game.
    """
    by_seat: dict[int, str] = {}
    if names:
        if players == 1:
            raise SettingsError("partners need a game for at least 2 players")
        by_seat = clockwise(players, seat or 0, names)
    elif seat is not None:
        raise SettingsError("--seat says where you sit among --partners: name them too")
    made = {name: make_agent(name, settings) for name in {*by_seat.values(), adviser}}
    agents = {other: made[name] for other, name in by_seat.items()}
    return Partners(agents, made[adviser], take_shared)


def _explained(agent: Agent, game: Game, seed: int | None, moves: int) -> list[str]:
    texts = {choice.action: choice.text for choice in choices_of(game)}
    try:
        candidates = explain(agent, situation_of(game, seed, moves)).candidates
    except AgentError as error:
        return [f"  {error}."]
    if not candidates:
        return [f"  {agent.name} gives no reasons."]
    return [
        f"  {rank}. {texts.get(one.action, 'nothing legal')} ({agent.name}: {one.reason})"
        for rank, one in enumerate(candidates, start=1)
    ]
