"""Partners at the table: agents in the seats of absent people.

A partner takes the decisions of its seat. Those that are the team's stay with the people
unless they say otherwise: partners who decide for everybody are the standing complaint about
co-operative games with open information.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from operator import index
from typing import Final

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.agents.roster import roster_of
from tablemates.agents.tracebacks import sentence_of
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.settings import Settings
from tablemates.envs.core.history.replay import PERSON
from tablemates.envs.core.views.agent import Agent, Explanation, Situation
from tablemates.table.session.game import TableGame

#: Choices in a hint.
BEST: Final = 3


@dataclass(slots=True)
class Seats:
    """Seats: ``person`` or an agent's name, and who takes the team's decisions."""

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

    def go(self, table: TableGame, step: Callable[[], int]) -> int:
        """Undo or redo (``step``) a choice with what partners did after it; return how many moves.

        Where bots play alone, that is one move.
        """
        gone = step()
        if PERSON in self.who or table.game.settings.chance == "explicit":
            while self.agent_in(table.game) is not None and step():
                gone += 1
        return gone


def decider_of(game: Game) -> str:
    """Return what the player who decides is called, with a capital."""
    return game.player_name(game.to_move()).capitalize()


def make_agent(name: str, settings: Settings) -> Agent:
    """Return an agent by its name."""
    return find_agent(name, GameFacts.of(settings))


def can_play(name: str, settings: Settings) -> bool:
    """Return whether an agent can play what the settings set up."""
    try:
        find_agent(name, GameFacts.of(settings), lambda _notice: None).close()
    except AgentError:
        return False
    return True


def usual_partner(game: str, fits: Callable[[str], bool]) -> str:
    """Return who sits down with people who choose nobody: the usual partner, if it ``fits``.

    A network does not know parts that it has not learned with. Then it is one of the three who are
    offered first, else the strongest of the others who answer at once.
    """
    roster = roster_of(game)
    known = [one for one in roster.sentences if ":" not in one and one not in roster.slow]
    names = dict.fromkeys([roster.usual, *reversed(roster.mates), *reversed(known)])
    return next((one for one in names if fits(one)), "random")


def act(agent: Agent, situation: Situation) -> int:
    """Return an agent's action, which is legal."""
    with _as_agent_errors(agent):
        action = index(agent.act(situation))
    if not 0 <= action < len(situation.mask) or not situation.mask[action]:
        raise AgentError(f"the partner {agent.name!r} answered {action}, which is not legal")
    return action


def explain(agent: Agent, situation: Situation) -> Explanation:
    """Return an agent's reasons."""
    with _as_agent_errors(agent):
        return agent.explain(situation)


@contextmanager
def _as_agent_errors(agent: Agent) -> Iterator[None]:
    """Turn an error of ours, which is not the agent's, into ``AgentError``: play goes on."""
    try:
        yield
    except AgentError:
        raise
    except Exception as error:
        why = f"{agent.name!r} could not be asked: {sentence_of(error, ours=True)}"
        raise AgentError(f"an error of Tablemates, not of an agent: {why}") from error


def clockwise(players: int, seat: int, names: Sequence[str]) -> list[str]:
    """Return who sits where: a person, and clockwise the agents named, or one for all of them."""
    if not 0 <= seat < players:
        raise SettingsError(f"there is no seat {seat}: with {players} players, 0 to {players - 1}")
    others = players - 1
    if len(names) == 1:
        names = [*names] * others
    if len(names) != others:
        raise SettingsError(
            f"{len(names)} partners do not fill {others} seats: name {others} of them, or 1 for all"
        )
    around = [PERSON, *names]  # from the person's seat on
    return [around[n - seat] for n in range(players)]
