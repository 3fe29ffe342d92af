"""Agents by name, by the path of a policy folder, as ``module:factory`` or as a program.

A factory is a callable that takes a ``GameFacts`` and returns an agent, such as a class. The
modules of agents are imported when they are needed.
"""

from __future__ import annotations

import importlib
import os
import secrets
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.game_agents import agents_of, load
from tablemates.agents.names import (
    CHAT,
    PARTNERS,
    PROGRAM,
    RESPONSE,
    SAMPLE,
    find_script,
    folder_of,
    is_outside,
    names_of,
    scripts_of,
    split_partner,
)
from tablemates.agents.outside.secret import process_secret
from tablemates.agents.tracebacks import sentence_of
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.files.documents import nearest
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.core.views.agent import Agent, Batch, Explanation, Situation
from tablemates.envs.core.views.common import View
from tablemates.envs.core.views.vector import GameVectorEnv

#: Default time limit of a program's answer, in seconds.
PATIENCE: Final = 60.0


def print_notice(sentence: str) -> None:
    """Print a notice to stderr."""
    print(f"notice: {sentence}", file=sys.stderr)


def find_agent(
    spec: str,
    facts: GameFacts,
    notify: Callable[[str], None] = print_notice,
    *,
    secret: bytes | None = None,
) -> Agent:
    """Return the agent that a user names; copies and pickles of it are made anew of the arguments.

    Args:
        spec: A script or policy that comes with the game (``names_of``); the path of a policy
            folder (it contains a slash, or the folder exists), optionally with ``SAMPLE``;
            ``module:factory``; ``cmd:`` and a command; ``chat:MODEL@URL``; or one of these
            within a kind of ``PARTNERS``, such as ``soft:value:0.05``.
        facts: The game that it is to play.
        notify: Called with a sentence that the user should see once.
        secret: What the keys of programs and of factories' agents are hashed with, so that they
            cannot foretell a game; None: a secret of this process.

    A program that needs longer than ``PATIENCE`` for an answer raises a ``StallError``; whatever
    else goes wrong with programs and factories' agents is a ``CrashError``.

    Raises:
        AgentError: There is no such agent, or it cannot play this game.
    """
    if secret is None and is_outside(spec, facts.game):
        secret = process_secret()
    agent = _found(spec, facts, notify, secret)
    agent.made_by = _find_again, (spec, facts, secret)
    return agent


def _find_again(spec: str, facts: GameFacts, secret: bytes | None) -> Agent:
    return find_agent(spec, facts, lambda _sentence: None, secret=secret)


def _found(
    spec: str, facts: GameFacts, notify: Callable[[str], None], secret: bytes | None
) -> Agent:
    if (parts := split_partner(spec)) is not None:
        kind, inner, number = parts
        if not inner and kind == RESPONSE:
            raise AgentError(
                f"{spec!r} names no agent, or no budget: write {kind}:{PARTNERS[kind]}, such as "
                f"{kind}:random:32"
            )
        if kind == RESPONSE:
            from tablemates.agents.value.champion import ResponseAgent

            partner = _found(inner, facts, notify, secret)
            return ResponseAgent(spec, facts, partner, number, notify)
        from tablemates.agents.scripts.strangers import partner_of

        return partner_of(spec, facts, lambda: _found(inner, facts, notify, secret))
    if (found := find_script(spec, facts.game)) is not None:
        script, parameters = found
        more = [parameters] if script.parameters else []
        agent: Agent = load(script.factory)(facts, *more, *([notify] if script.network else []))
        return agent
    if spec.startswith(PROGRAM):
        from tablemates.agents.outside.program import ProgramAgent

        return ProgramAgent(spec, spec.removeprefix(PROGRAM), facts, PATIENCE, secret)
    if spec.startswith(CHAT):
        from tablemates.agents.outside.chat import ChatAgent

        return ChatAgent(spec, spec.removeprefix(CHAT), facts, secret)
    if (folder := folder_of(spec, facts.game)) is not None:
        return _trained(spec, folder, facts, notify)
    if ":" in spec:
        # Not a module of this name, which a user hardly means and which would be run.
        if (name := spec.partition(":")[0]) in scripts_of(facts.game):
            raise AgentError(f"{spec!r}: nothing follows the name of this agent: write {name!r}")
        from tablemates.agents.outside.guard import GuardedAgent

        return GuardedAgent(_made(spec, facts), spec, secret)
    known = [*scripts_of(facts.game), *agents_of(facts.game).policies, *PARTNERS]
    raise AgentError(f"no agent is called {spec!r}{nearest(spec, known)} ({_forms(facts.game)})")


def _forms(game: str) -> str:
    partners = " or ".join(f"{kind}:{what}" for kind, what in PARTNERS.items())
    return (
        f"an agent is a name ({', '.join(names_of(game))}), a policy folder such as "
        "runs/quick/policy (with :sample appended, actions are sampled), module:factory, "
        f"'cmd:program', chat:MODEL@URL, or made of one of these: {partners}"
    )


def _trained(spec: str, folder: Path, facts: GameFacts, notify: Callable[[str], None]) -> Agent:
    """Return the agent of a folder that a learner has written."""
    # Networks and safetensors are not needed by those who name other agents.
    from tablemates.agents.networks.weight_files import format_of

    if format_of(folder) != "game-value":
        from tablemates.agents.networks.policy import PolicyAgent, load_policy

        policy = load_policy(folder, facts, notify)
        return PolicyAgent(spec, policy, spec.endswith(SAMPLE), facts)
    from tablemates.agents.value.agent import value_agent

    if spec.endswith(SAMPLE):
        raise AgentError(
            f"{spec!r}: a value network has no probabilities to sample from: leave out {SAMPLE!r}"
        )
    return value_agent(spec, folder, facts, notify)


def _made(target: str, facts: GameFacts) -> Agent:
    name, _, attribute = target.partition(":")
    try:
        look_here()
        module = importlib.import_module(name)
    except (ImportError, ValueError) as error:  # ValueError: an empty name
        raise AgentError(
            f"{target!r}: the module {name!r} cannot be imported ({error}); {_forms(facts.game)}"
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
            f"{target!r} made a {type(agent).__name__}, not a tablemates.Agent: "
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


# -- in anybody's loop ----------------------------------------------------------------------
class LoadedAgent:
    """An ``agent`` and its ``name``, bound to an environment; ``load_agent`` returns it."""

    def __init__(self, agent: Agent, view: View | GameVectorEnv | None) -> None:
        if view is None and (agent.wants_history or not agent.observation_only):
            raise AgentError(
                f"{agent.name} needs more than the observation: load_agent({agent.name!r}, env)"
            )
        if view is not None and agent.wants_history and not view.settings.history:
            raise AgentError(
                f"{agent.name} asks for the history: make the environment with history=True"
            )
        self.agent = agent
        self.name = agent.name
        self._view = view

    def act(self, observation: Any, mask: Array8 | None = None) -> Any:
        """Return a legal action for the present decision.

        Args:
            observation: What the environment returned: a flat array, or a dict with
                ``observation`` and ``action_mask``; of a vector environment, a batch.
            mask: Legal actions, ``info["action_mask"]``; None: that of the observation.

        Returns:
            An action; for a batch an array of shape ``(n,)``. An agent that waits and a
            lane whose game is over get *wait*.

        Raises:
            AgentError: There is no mask, or chance decides.
        """
        if isinstance(observation, Mapping) and "action_mask" in observation:
            mask = observation["action_mask"] if mask is None else mask
            observation = observation["observation"]
        if mask is None:
            raise AgentError('act() needs the mask: agent.act(observation, info["action_mask"])')
        masks = np.atleast_2d(np.asarray(mask, np.int8))
        actions = masks.argmax(axis=1)
        asked = np.flatnonzero(masks.sum(axis=1) > 1)
        if self._view is None:
            given = np.atleast_2d(np.asarray(observation))
            shown = given.astype(np.int8) if given.dtype.kind in "iuf" else None
            if shown is None or not np.array_equal(shown, given):
                raise AgentError(
                    f"{self.name} reads the flat observation of integers: load_agent("
                    f"{self.name!r}, env) plays in an environment that shows another form"
                )
            keys = [secrets.randbits(64) for _ in asked]
            nothing = np.zeros((len(asked), 0), np.uint8)
            decisions = Batch(shown[asked], masks[asked], nothing, keys)
        elif isinstance(self._view, GameVectorEnv):
            decisions = self._view.decisions().part(asked)
        elif len(asked):
            try:
                decisions = self._view.situation().alone()
            except SettingsError as error:
                raise AgentError(str(error)) from error
        if len(asked):
            actions[asked] = self.agent.act_batch(decisions)
        return actions if np.ndim(mask) > 1 else int(actions[0])

    def explain(self, situation: Situation | None = None) -> Explanation:
        """Return the agent's reasons: its best choices with what it thinks of them.

        Args:
            situation: A decision; None: the present one of the environment.

        Raises:
            AgentError: There is none, or chance decides.
        """
        if situation is None:
            if self._view is None or isinstance(self._view, GameVectorEnv):
                raise AgentError("explain() needs a situation, such as explain(env.situation())")
            try:
                situation = self._view.situation()
            except SettingsError as error:
                raise AgentError(str(error)) from error
        return self.agent.explain(situation)

    def close(self) -> None:
        """Release the agent's resources, such as a subprocess."""
        self.agent.close()


def load_agent(spec: str, env: Any = None) -> LoadedAgent:
    """Return an agent that plays in anybody's loop.

    >>> agent = load_agent("random", env)
    >>> action = agent.act(observation, mask)

    Args:
        spec: As for ``find_agent``.
        env: The environment, any view of a game of this package, perhaps in wrappers. Agents
            that need more than the observation read the rest (public record, random key) from
            it. None: agents of the first game that need observation and mask alone.

    Raises:
        AgentError: There is no such agent, or it needs ``env``.
    """
    from tablemates.agents.cli.scenarios import ScenarioConfig

    view = getattr(env, "unwrapped", env)
    if view is not None and not isinstance(view, View | GameVectorEnv):
        raise AgentError(f"{env!r} is no environment of tablemates")
    settings = ScenarioConfig().settings() if view is None else view.settings
    return LoadedAgent(find_agent(spec, GameFacts.of(settings)), view)
