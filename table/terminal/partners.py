"""Agents in the seats of the text table, and the adviser."""

from __future__ import annotations

from tablemates.agents.errors import AgentError
from tablemates.agents.roster import roster_of
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.history.replay import PERSON
from tablemates.envs.core.text.onlooker import spoken
from tablemates.envs.core.views.agent import Agent, Situation
from tablemates.table.session.game import TableGame, choices_of
from tablemates.table.session.lookahead import Sandbox
from tablemates.table.session.options import PlayConfig
from tablemates.table.session.partners import (
    BEST,
    Seats,
    act,
    clockwise,
    decider_of,
    explain,
    make_agent,
)


class Partners:
    """Agents at the text table, and the adviser."""

    def __init__(self, game: Game, options: PlayConfig) -> None:
        who = [PERSON] * game.seats
        if options.partners:
            if game.seats == 1:
                raise SettingsError("partners need a game for at least 2 players")
            who = clockwise(game.seats, options.seat or 0, list(options.partners))
        elif options.seat is not None:
            raise SettingsError("--seat says where you sit among --partners: name them too")
        self.seats = Seats(who, "bots" if options.partners_decide else "people")
        adviser = options.adviser or roster_of(game.settings.game).adviser
        wanted = {one for one in (*who, adviser) if one not in (PERSON, None)}
        self._agents = {name: make_agent(name, game.settings) for name in wanted}
        self._adviser = None if adviser is None else self._agents[adviser]

    def play(self, table: TableGame, name: str) -> list[str]:
        """Let a partner make its move; return what it chose and what happened, in sentences."""
        agent = self._agents[name]
        history = table.history(table.moves)
        action = act(agent, Situation.of(table.game, table.seed, table.moves, history))
        chosen = f"{decider_of(table.game)} ({agent.name}) chooses: {spoken(table.game, action)}"
        return table.take(action) or [chosen]  # what comes of a choice mostly tells it

    def hint(self, table: TableGame) -> str:
        """Return the adviser's best choices in the present decision, with reasons, as lines."""
        if self._adviser is None:
            return "Nobody gives hints in this game: name an agent by --adviser."
        return _explained(self._adviser, table.game, table, table.moves)

    def reasons(self, table: TableGame) -> str:
        """Return why a partner made its last move, as lines."""
        sandbox = Sandbox(table.game.settings)
        for at in reversed(range(table.moves)):
            game = sandbox.still(table.positions[at].record)
            if (name := self.seats.agent_in(game)) is not None:
                action = table.positions[at + 1].action
                if game.told_action(action) != action:
                    return f"{decider_of(game)} chose in secret."
                explained = _explained(self._agents[name], game, table, at)
                return f"{decider_of(game)} thought:\n{explained}"
        return "No partner has done anything yet."

    def close(self) -> None:
        """Close the agents, e.g. subprocesses."""
        for agent in self._agents.values():
            agent.close()


def _explained(agent: Agent, game: Game, table: TableGame, moves: int) -> str:
    texts = {choice.action: choice.text for choice in choices_of(game)}
    try:
        situation = Situation.of(game, table.seed, moves, table.history(moves))
        found = explain(agent, situation)
    except AgentError as error:
        return f"  {error}."
    if not found.candidates:
        return f"  {agent.name} gives no reasons."
    lines = [
        f"  {rank}. {texts.get(one.action, 'nothing legal')} ({agent.name}: {one.reason})"
        for rank, one in enumerate(found.candidates[:BEST], start=1)
    ]
    lines += [
        f"  {one.sentence(game.player_name(one.seat))}." for one in found.guesses if one.kinds
    ]
    return "\n".join(lines)
