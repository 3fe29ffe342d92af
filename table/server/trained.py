"""Trained policies that lie where training puts them, as partners at the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts

#: Where training puts its runs, each with a folder ``policy``.
RUNS: Final = Path("runs")


def trained_partners(
    facts: GameFacts, notify: Callable[[str], None], runs: Path = RUNS
) -> dict[str, str]:
    """Return the policies of the runs here that can play a game, each with a sentence.

    Args:
        facts: The game.
        notify: Called with a sentence about each policy that cannot.
        runs: The folder of the runs; it may be missing.
    """
    cards = sorted(runs.glob("*/policy/card.json"))
    if not cards:
        return {}
    # NumPy networks and safetensors are not needed where nobody has trained anything.
    from tablemates.agents.policy_agent import load_policy

    found = {}
    for card in cards:
        try:
            policy = load_policy(card.parent, facts, lambda _: None)
        except AgentError as error:
            notify(f"{card.parent} is no partner here: {error}")
        else:
            found[card.parent.as_posix()] = _sentence(policy.card.learner, policy.card.config)
    return found


def _sentence(learner: str, config: dict[str, Any]) -> str:
    environment = config.get("environment")
    asked = environment if isinstance(environment, dict) else {}
    level, players = asked.get("level"), asked.get("players")
    where = f" at level {_words(level)} with {_words(players)} players" if level and players else ""
    return f"A network that {learner.replace('_', ' ')} has trained{where}."


def _words(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "a custom one" if isinstance(value, dict) else str(value)
