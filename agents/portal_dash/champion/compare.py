"""Which manner of search suits a policy: ``python -m tablemates.agents.portal_dash.champion.compare POLICY``.

Plays the same tuning games with every manner and with ``rollout``, and prints games won
and the time of a decision. A manner that looks further ahead gets fewer futures for
its time: give it another budget.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tablemates.agents.commands import run
from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.champion.agent import ChampionAgent, Manner
from tablemates.agents.progress import progress
from tablemates.agents.registry import find_agent
from tablemates.envs.core.agent import Agent, Situation
from tablemates.envs.core.keys import decision_key
from tablemates.envs.core.seeds import seed_for
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules.vocabulary import Outcome
from tablemates.envs.portal_dash.settings import Settings

#: The first tuning seed.
_FIRST: Final = 6_000_000


def players_of(policy: Path, budgets: Sequence[str], facts: GameFacts) -> dict[str, Agent]:
    """Return who is compared, by a few words.

    Args:
        policy: Folder of the policy.
        budgets: Of a decision whose futures end with the turn, a turn later, two turns later;
            the last one's rollouts are compared with.
        facts: The game.
    """
    players: dict[str, Agent] = {"the policy alone": find_agent(str(policy), facts)}
    for turns, budget in enumerate(budgets):
        manner = Manner(turns=turns)
        parameters = f"{budget}:{policy}"
        players[f"{turns} turns further, {budget}"] = ChampionAgent(
            facts, parameters, manner=manner
        )
    for budget in dict.fromkeys(budgets):
        players[f"rollout:{budget}"] = find_agent(f"rollout:{budget}", facts)
    return players


def play(agent: Agent, game: Game, seed: int) -> tuple[bool, int, float]:
    """Play a game; return whether it was won, the decisions, and seconds of thinking."""
    decider, decisions, thought = game.new(seed), 0, 0.0
    while decider >= 0:
        key = decision_key(seed, decisions)
        begun = time.perf_counter()
        action = agent.act(Situation(game.observation, game.mask, game.public_record, key))
        thought += time.perf_counter() - begun
        decisions += 1
        decider = game.step(action)
    return bool(game.public.outcome == Outcome.WON), decisions, thought


def main(argv: Sequence[str] | None = None) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tablemates.agents.portal_dash.champion.compare",
        description=(__doc__ or "").split(":")[0],
    )
    parser.add_argument("policy", type=Path, help="policy folder")
    parser.add_argument("--budgets", nargs="+", default=["32", "16"], help="for 0, 1, ... turns")
    parser.add_argument("--games", type=int, default=50, help="of every level")
    parser.add_argument("--levels", type=int, nargs="+", default=[1, 3, 5])
    parser.add_argument("--players", type=int, default=2)
    options = parser.parse_args(argv)

    def work() -> None:
        facts = GameFacts.of(Settings())
        players = players_of(options.policy, options.budgets, facts)
        games = [Game(Settings(level=level, players=options.players)) for level in options.levels]
        total = options.games * len(games)
        for name, agent in players.items():
            won, decisions, thought = 0, 0, 0.0
            with progress(name, "games", total) as report:
                for n in range(total):
                    seed = seed_for("tune", _FIRST + n)
                    victory, count, seconds = play(agent, games[n % len(games)], seed)
                    won, decisions, thought = won + victory, decisions + count, thought + seconds
                    report(n + 1, f"won {won / (n + 1):.1%}")
            print(f"{name}: won {won} of {total}, {1000 * thought / decisions:.1f} ms a decision")

    return run("compare", work)


if __name__ == "__main__":
    sys.exit(main())
