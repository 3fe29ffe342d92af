"""Agents by name, by the path of a policy folder, or as ``module:factory``.

A factory is anything that can be called with a ``GameFacts`` and returns an
agent, such as a class. Modules are imported when one of their agents is asked
for, so that naming agents costs nothing.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from agents.errors import AgentError
from agents.facts import GameFacts
from envs.core.agent import Agent
from envs.core.documents import nearest
from envs.portal_dash.settings import Settings

#: The agents that have names, from the weakest to the strongest.
NAMES: Final = {
    "random": "agents.portal_dash.random:RandomAgent",
    "rules": "agents.portal_dash.rules_bot.agent:RulesAgent",
    "planner": "agents.portal_dash.planner.agent:PlannerAgent",
}

_FORMS = "an agent is a name, a policy folder such as runs/quick/policy, or module:factory"


def print_notice(sentence: str) -> None:
    """Tell the user something that changes nothing but should be known."""
    print(f"notice: {sentence}", file=sys.stderr)


def find_agent(spec: str, facts: GameFacts, notify: Callable[[str], None] = print_notice) -> Agent:
    """Return the agent that a user names.

    Args:
        spec: A name of ``NAMES``, the path of a policy folder (it contains a
            slash, or the folder is there), or ``module:factory``.
        facts: The game it is to play.
        notify: Called with a sentence that the user should see once.

    Raises:
        AgentError: There is no such agent, or it cannot play this game.
    """
    if spec in NAMES:
        return _made(NAMES[spec], facts)
    if "/" in spec or "\\" in spec or Path(spec).is_dir():
        # NumPy networks and safetensors are not needed by those who name other agents.
        from agents.policy_agent import PolicyAgent, load_policy

        return PolicyAgent(spec, load_policy(Path(spec), facts, notify))
    if ":" in spec:
        return _made(spec, facts)
    raise AgentError(f"no agent is called {spec!r}{nearest(spec, NAMES)} ({_FORMS})")


def find_partner(spec: str, settings: Settings) -> Agent:
    """Return the agent that a view's user names as a partner.

    Args:
        spec: As for ``find_agent``.
        settings: Of the games that it is to play.

    Raises:
        AgentError: There is no such agent, or it cannot play these games.
    """
    return find_agent(spec, GameFacts.of(settings))


def _made(target: str, facts: GameFacts) -> Agent:
    name, _, attribute = target.partition(":")
    try:
        module = importlib.import_module(name)
    except (ImportError, ValueError) as error:  # ValueError: an empty name
        raise AgentError(
            f"{target!r}: the module {name!r} cannot be imported ({error}); {_FORMS}"
        ) from error
    factory: Any = getattr(module, attribute, None)
    if not callable(factory):
        known = [one for one in vars(module) if not one.startswith("_")]
        raise AgentError(
            f"{target!r}: {name!r} has no factory {attribute!r}{nearest(attribute, known)}"
        )
    agent = factory(facts)
    if not isinstance(agent, Agent):
        raise AgentError(
            f"{target!r} made a {type(agent).__name__}, not an envs.core.agent.Agent: "
            "its factory takes a GameFacts and returns an agent"
        )
    return agent
