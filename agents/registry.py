"""Agents by name, by the path of a policy folder, as ``module:factory`` or as a program.

A factory is a callable that takes a ``GameFacts`` and returns an agent, such as a class. The
modules of agents are imported when they are needed.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.folders import is_folder
from tablemates.agents.loading import LoadedAgent
from tablemates.envs.core.agent import Agent
from tablemates.envs.core.documents import nearest
from tablemates.envs.core.vector import GameVectorEnv
from tablemates.envs.core.view import View
from tablemates.envs.portal_dash.settings import Settings

#: The scripted agents by name, weakest first.
NAMES: Final = {
    "random": "tablemates.agents.portal_dash.random:RandomAgent",
    "rules": "tablemates.agents.portal_dash.rules_bot.agent:RulesAgent",
    "planner": "tablemates.agents.portal_dash.planner.agent:PlannerAgent",
    "planner-tuned": "tablemates.agents.portal_dash.planner.agent:tuned_planner",
    "ahead": "tablemates.agents.portal_dash.search.ahead:AheadAgent",
    "rollout": "tablemates.agents.portal_dash.search.rollout:RolloutAgent",
    "mcts": "tablemates.agents.portal_dash.search.mcts:MctsAgent",
}
_SHIPPED: Final = Path(__file__).parent / "portal_dash" / "policies"
#: The trained policies that come with the package.
POLICIES: Final = {name: _SHIPPED / name for name in ("bc", "ppo")}
#: Agents that search with a policy, optionally a named one: ``champion:16:runs/ppo/policy``.
CHAMPIONS: Final = {"champion": "tablemates.agents.portal_dash.search.champion:ChampionAgent"}
#: Agents that label data sets: ``futures:4``.
TEACHERS: Final = {"futures": "tablemates.agents.portal_dash.search.rollout:FuturesAgent"}
#: Names that take a budget after a colon, such as ``rollout:64`` or ``mcts:1s``.
SEARCHERS: Final = {"rollout", "mcts", *CHAMPIONS, *TEACHERS}
#: Prefixes of other forms.
PROGRAM: Final = "cmd:"
STYLE: Final = "planner:"
#: Suffix of a policy whose actions are sampled from its probabilities.
SAMPLE: Final = ":sample"
#: Default time limit of a program's answer, in seconds.
PATIENCE: Final = 60.0

_FORMS = (
    "an agent is a name, planner:STYLE, champion:16:POLICY, a policy folder such as "
    "runs/quick/policy (with :sample appended, actions are sampled), module:factory, or "
    "'cmd:program'"
)


def print_notice(sentence: str) -> None:
    """Print a notice to stderr."""
    print(f"notice: {sentence}", file=sys.stderr)


def find_agent(
    spec: str,
    facts: GameFacts,
    notify: Callable[[str], None] = print_notice,
) -> Agent:
    """Return the agent that a user names.

    Args:
        spec: A name of ``NAMES``, optionally with a budget (``SEARCHERS``); one of ``POLICIES``
            or the path of a policy folder (it contains a slash, or the folder exists), optionally
            with ``SAMPLE``; ``module:factory``; or ``cmd:`` and a command.
        facts: The game that it is to play.
        notify: Called with a sentence that the user should see once.

    A program that needs longer than ``PATIENCE`` for an answer raises a ``StallError``; whatever
    else goes wrong with programs and factories' agents is a ``CrashError``.

    Raises:
        AgentError: There is no such agent, or it cannot play this game.
    """
    if (name := spec.partition(":")[0]) in SEARCHERS:
        return _searcher(name, spec, facts, notify)
    if spec in NAMES:
        return _made(NAMES[spec], facts)
    if spec.startswith(STYLE):
        from tablemates.agents.portal_dash.planner.agent import planner_of_style

        return planner_of_style(spec.removeprefix(STYLE), facts)
    if spec.startswith(PROGRAM):
        from tablemates.agents.outside.program import ProgramAgent

        command = spec.removeprefix(PROGRAM)
        return ProgramAgent(spec, command, facts, PATIENCE)
    if (folder := folder_of(spec)) is not None:
        return _trained(spec, folder, facts, notify)
    if ":" in spec:
        from tablemates.agents.outside.asking import GuardedAgent

        return GuardedAgent(_made(spec, facts), spec)
    raise AgentError(f"no agent is called {spec!r}{nearest(spec, [*NAMES, *POLICIES])} ({_FORMS})")


def find_partner(spec: str, settings: Settings) -> Agent:
    """Return the agent that a view's user names as a partner.

    Args:
        spec: As for ``find_agent``.
        settings: Of the games that it is to play.

    Raises:
        AgentError: There is no such agent, or it cannot play these games.
    """
    return find_agent(spec, GameFacts.of(settings))


def load_agent(spec: str, env: Any = None) -> LoadedAgent:
    """Return an agent that plays in anybody's loop.

    >>> agent = load_agent("planner", env)
    >>> action = agent.act(observation, mask)

    Args:
        spec: As for ``find_agent``.
        env: The environment, any view of a game of this package, perhaps in wrappers. Agents
            that need more than the observation read the rest (public record, random key) from
            it. None: agents that need observation and mask alone.

    Raises:
        AgentError: There is no such agent, or it needs ``env``.
    """
    view = getattr(env, "unwrapped", env)
    if view is not None and not isinstance(view, View | GameVectorEnv):
        raise AgentError(f"{env!r} is no environment of tablemates")
    settings = Settings() if view is None else view.settings
    return LoadedAgent(find_agent(spec, GameFacts.of(settings)), view)


def folder_of(spec: str) -> Path | None:
    """Return the policy folder that a spec names, or None."""
    path = spec.removesuffix(SAMPLE)
    if path in POLICIES:
        return POLICIES[path]
    if "/" in path or "\\" in path:
        return Path(path)
    return Path(path) if path and is_folder(Path(path)) else None


def policy_of_champion(parameters: str) -> tuple[str, Path]:
    """Split the parameters of ``champion``, such as ``16:runs/ppo/policy``, into budget and policy.

    Both are optional: without a budget it is empty, without a policy it is the shipped ``ppo``.
    """
    budget, colon, folder = parameters.partition(":")
    is_path = "/" in budget or "\\" in budget or is_folder(Path(budget))
    if not colon and is_path:
        budget, folder = "", budget
    return budget, Path(folder) if folder else POLICIES["ppo"]


def _trained(spec: str, folder: Path, facts: GameFacts, notify: Callable[[str], None]) -> Agent:
    """Return the agent of a folder that a learner has written."""
    # Networks and safetensors are not needed by those who name other agents.
    from tablemates.agents.weights import format_of

    if format_of(folder) != "game-value":
        from tablemates.agents.policy_agent import policy_agent

        return policy_agent(spec, folder, facts, notify, spec.endswith(SAMPLE))
    from tablemates.agents.value.agent import value_agent

    if spec.endswith(SAMPLE):
        raise AgentError(
            f"{spec!r}: a value network has no probabilities to sample from: leave out {SAMPLE!r}"
        )
    return value_agent(spec, folder, facts, notify)


def _searcher(name: str, spec: str, facts: GameFacts, notify: Callable[[str], None]) -> Agent:
    module, _, attribute = (NAMES | CHAMPIONS | TEACHERS)[name].partition(":")
    factory: Any = getattr(importlib.import_module(module), attribute)
    parameters = spec.removeprefix(name).removeprefix(":")
    more = (notify,) if name in CHAMPIONS else ()
    agent: Agent = factory(facts, parameters, *more)
    return agent


def _made(target: str, facts: GameFacts) -> Agent:
    from tablemates.agents.outside.asking import sentence_of

    name, _, attribute = target.partition(":")
    try:
        look_here()
        module = importlib.import_module(name)
    except (ImportError, ValueError) as error:  # ValueError: an empty name
        raise AgentError(
            f"{target!r}: the module {name!r} cannot be imported ({error}); {_FORMS}"
        ) from error
    except (Exception, SystemExit) as error:
        raise AgentError(f"{target!r}: {name!r} fails: {sentence_of(error)}") from error
    factory: Any = getattr(module, attribute, None)
    if not callable(factory):
        known = [one for one in vars(module) if not one.startswith("_")]
        raise AgentError(
            f"{target!r}: {name!r} has no factory {attribute!r}{nearest(attribute, known)}"
        )
    try:
        agent = factory(facts)
    except AgentError:
        raise
    except (Exception, SystemExit) as error:
        raise AgentError(f"{target!r} cannot be made: {sentence_of(error)}") from error
    if not isinstance(agent, Agent):
        raise AgentError(
            f"{target!r} made a {type(agent).__name__}, not a tablemates.envs.core.agent.Agent: "
            "a factory takes a GameFacts and returns an agent"
        )
    if not isinstance(getattr(agent, "name", None), str):
        raise AgentError(
            f"{target!r} made an agent without a name: set its attribute 'name' to a string"
        )
    return agent


def look_here() -> None:
    """Make modules in the current folder importable."""
    here = os.getcwd()  # noqa: PTH109 (sys.path holds texts)
    if here not in sys.path:
        sys.path.append(here)
