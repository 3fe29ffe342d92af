"""Agents by name, by the path of a policy folder, as ``module:factory`` or as a program.

A factory is anything that can be called with a ``GameFacts`` and returns an
agent, such as a class. Modules are imported when one of their agents is asked
for, so that naming agents costs nothing.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tablemates.agents.bounds import Bound, refusal
from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.folders import is_folder
from tablemates.envs.core.agent import Agent
from tablemates.envs.core.documents import nearest
from tablemates.envs.portal_dash.settings import Settings

#: The agents that have names, from the weakest to the strongest.
NAMES: Final = {
    "random": "tablemates.agents.portal_dash.random:RandomAgent",
    "rules": "tablemates.agents.portal_dash.rules_bot.agent:RulesAgent",
    "planner": "tablemates.agents.portal_dash.planner.agent:PlannerAgent",
    "planner-tuned": "tablemates.agents.portal_dash.planner.agent:tuned_planner",
    "ahead": "tablemates.agents.portal_dash.ahead.agent:AheadAgent",
    "rollout": "tablemates.agents.portal_dash.search.rollout:RolloutAgent",
    "mcts": "tablemates.agents.portal_dash.search.mcts:MctsAgent",
}
_SHIPPED: Final = Path(__file__).parent / "portal_dash" / "policies"
#: Policies that come with the project and have names, too.
POLICIES: Final = {name: _SHIPPED / name for name in ("bc", "ppo")}
#: Agents that search with a policy, whose folder may follow: ``champion:16:runs/ppo/policy``.
CHAMPIONS: Final = {"champion": "tablemates.agents.portal_dash.champion.agent:ChampionAgent"}
#: Agents that are asked for labels and play no tables: ``futures:4``.
TEACHERS: Final = {"futures": "tablemates.agents.portal_dash.search.futures:FuturesAgent"}
#: Names that may be followed by a colon and a budget, such as ``rollout:64`` or ``mcts:1s``.
SEARCHERS: Final = {"rollout", "mcts", "clairvoyant", *CHAMPIONS, *TEACHERS}
#: Players that see what is hidden: for evaluations alone.
BOUNDS: Final = {"clairvoyant": "tablemates.agents.portal_dash.search.clairvoyant:ClairvoyantAgent"}
#: What other forms begin with.
PROGRAM: Final = "cmd:"
STYLE: Final = "planner:"
NOISE: Final = "noise:"
#: Follows the path of a policy folder whose actions are to be drawn from its probabilities.
SAMPLE: Final = ":sample"
#: Seconds for an answer of a program that nobody has given another limit.
PATIENCE: Final = 60.0

_FORMS = (
    "an agent is a name, planner:STYLE, champion:16:POLICY, a policy folder such as "
    "runs/quick/policy (plays its likeliest action; with :sample behind it, draws), "
    "module:factory, 'cmd:program', or noise:0.1: before any of them"
)


def print_notice(sentence: str) -> None:
    """Tell the user something that changes nothing but should be known."""
    print(f"notice: {sentence}", file=sys.stderr)


def find_agent(
    spec: str,
    facts: GameFacts,
    notify: Callable[[str], None] = print_notice,
    answer_seconds: float | None = None,
    bounds: bool = False,
) -> Agent:
    """Return the agent that a user names.

    Args:
        spec: A name of ``NAMES``, perhaps with a budget (``SEARCHERS``), one of ``POLICIES``
            or the path of a policy folder (it contains a slash, or the folder is there; with
            ``SAMPLE`` behind either, actions are drawn), ``module:factory``, ``cmd:`` and a
            command, or ``noise:``, a probability, a colon and any of these.
        facts: The game it is to play.
        notify: Called with a sentence that the user should see once.
        answer_seconds: The limit for an answer of a factory's agent or a program. What such
            an agent raises then becomes a ``CrashError``, and a ``StallError`` where it is
            too late. None: programs have ``PATIENCE``, factories no limit.
        bounds: Whether it may be one that sees what is hidden.

    Raises:
        AgentError: There is no such agent, or it cannot play this game.
    """
    if (name := spec.partition(":")[0]) in SEARCHERS:
        return _searcher(name, spec, facts, notify, bounds)
    if spec in NAMES:
        return _made(NAMES[spec], facts)
    if spec.startswith(STYLE):
        from tablemates.agents.portal_dash.planner.agent import planner_of_style

        return planner_of_style(spec.removeprefix(STYLE), facts)
    if spec.startswith(NOISE):
        return _noisy(spec, lambda inner: find_agent(inner, facts, notify, answer_seconds))
    if spec.startswith(PROGRAM):
        from tablemates.agents.outside.program import ProgramAgent

        command = spec.removeprefix(PROGRAM)
        return ProgramAgent(spec, command, facts, answer_seconds or PATIENCE)
    if (folder := folder_of(spec)) is not None:
        # NumPy networks and safetensors are not needed by those who name other agents.
        from tablemates.agents.policy_agent import policy_agent

        return policy_agent(spec, folder, facts, notify, spec.endswith(SAMPLE))
    if ":" in spec:
        agent = _seeing_only_if(bounds, _made(spec, facts))
        if answer_seconds is None or isinstance(agent, Bound):
            return agent
        from tablemates.agents.outside.guard import GuardedAgent

        return GuardedAgent(agent, spec, answer_seconds)
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


def is_limited(spec: str) -> bool:
    """Return whether an agent's time for an answer is limited: a program's, and a factory's."""
    if spec.startswith(NOISE):
        return is_limited(spec.partition(":")[2].partition(":")[2])
    if spec.startswith(PROGRAM):
        return True
    ours = spec.startswith(STYLE) or spec.partition(":")[0] in SEARCHERS
    return ":" in spec and not ours and folder_of(spec) is None


def target_of(spec: str) -> str:
    """Return the ``module:factory`` of a name, other specs as they are."""
    name = spec.partition(":")[0]
    return (NAMES | BOUNDS | CHAMPIONS | TEACHERS).get(
        name if name in SEARCHERS or spec.startswith(STYLE) else spec, spec
    )


def folder_of(spec: str) -> Path | None:
    """Return the policy folder that a spec names, None: it names none."""
    path = spec.removesuffix(SAMPLE)
    if path in POLICIES:
        return POLICIES[path]
    if "/" in path or "\\" in path:
        return Path(path)
    return Path(path) if path and is_folder(Path(path)) else None


def _searcher(
    name: str, spec: str, facts: GameFacts, notify: Callable[[str], None], bounds: bool
) -> Agent:
    if name in BOUNDS and not bounds:
        raise AgentError(refusal(name))
    module, _, attribute = target_of(name).partition(":")
    factory: Any = getattr(importlib.import_module(module), attribute)
    parameters = spec.removeprefix(name).removeprefix(":")
    more = (notify,) if name in CHAMPIONS else ()
    agent: Agent = factory(facts, parameters, *more)
    return agent


def _seeing_only_if(bounds: bool, agent: Agent) -> Agent:
    if isinstance(agent, Bound) and not bounds:
        raise AgentError(refusal(agent.name))
    return agent


def _made(target: str, facts: GameFacts) -> Agent:
    from tablemates.agents.outside.guard import sentence_of

    name, _, attribute = target.partition(":")
    try:
        module = _imported(name)
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
            f"{target!r} made a {type(agent).__name__}, not an tablemates.envs.core.agent.Agent: "
            "its factory takes a GameFacts and returns an agent"
        )
    if not isinstance(getattr(agent, "name", None), str):
        raise AgentError(f"{target!r} made an agent without a name: give it one, a text")
    return agent


def _imported(name: str) -> Any:
    look_here()
    return importlib.import_module(name)


def look_here() -> None:
    """Let modules in the current folder be found, whoever was started how."""
    here = os.getcwd()  # noqa: PTH109 (sys.path holds texts)
    if here not in sys.path:
        sys.path.append(here)


def _noisy(spec: str, find: Callable[[str], Agent]) -> Agent:
    from tablemates.agents.outside.noise import NoisyAgent

    number, colon, inner = spec.removeprefix(NOISE).partition(":")
    try:
        probability = float(number)
    except ValueError:
        probability = -1.0
    if not (colon and inner and 0 <= probability <= 1):
        raise AgentError(
            f"{spec!r} is no noise: it needs a probability from 0 to 1 and an agent, "
            "such as noise:0.1:planner"
        )
    return NoisyAgent(find(inner), probability)
