"""Names of agents: scripts, policy folders, factories and programs.

It makes none of them, and loads neither a game nor Numba.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tablemates.agents.errors import AgentError
from tablemates.agents.game_agents import Script, agents_of
from tablemates.agents.output.folders import is_folder
from tablemates.agents.population import games_with_strangers
from tablemates.envs.core.files.documents import nearest

#: Prefix of programs.
PROGRAM: Final = "cmd:"
#: Prefix of chat services.
CHAT: Final = "chat:"
#: Suffix of a policy whose actions are sampled from its probabilities.
SAMPLE: Final = ":sample"

#: Name of the search that finds out who its partners are, where a game declares what they may be.
COMPANION: Final = "companion"
#: Name of the search that is told who its partners are.
RESPONSE: Final = "response"
#: Agents that are made of another one, and what follows their names. Partners that err: a
#: temperature in the unit of the agent's values, or the probability of a slip. One with a taste: a
#: group of actions and what these are worth to it beside the agent's values. ``response`` searches
#: for the best response to the agent: the budget of ``champion``, perhaps ``@FOLDER``.
PARTNERS: Final = {
    "soft": "AGENT:T",
    "clumsy": "AGENT:p",
    "prefers": "AGENT:GROUP=W",
    RESPONSE: "AGENT:BUDGET",
}

#: The script of every game.
_RANDOM: Final = {"random": Script("tablemates.agents.scripts.random:RandomAgent")}
#: Search in every game; ``turn`` and ``champion`` need a value network.
_SEARCHES: Final = {
    "rollout": Script("tablemates.agents.search.rollout:RolloutAgent", "BUDGET"),
    "mcts": Script("tablemates.agents.search.mcts:MctsAgent", "BUDGET"),
    "turn": Script("tablemates.agents.value.turn_agent:TurnAgent", "WIDTH:FOLDER", network=True),
    "champion": Script(
        "tablemates.agents.value.champion:ChampionAgent", "BUDGET:FOLDER", network=True
    ),
    COMPANION: Script(
        "tablemates.agents.companion.agent:CompanionAgent", "BUDGET:FOLDER", network=True
    ),
}


def scripts_of(game: str) -> Mapping[str, Script]:
    """Return the scripted agents of a game by name, weakest first."""
    return {**_RANDOM, **agents_of(game).scripts, **_SEARCHES}


def names_of(game: str) -> list[str]:
    """Return the names of a game's scripts and shipped policies, with their parameters."""
    scripts = [*scripts_of(game).items()]
    if game not in games_with_strangers():
        scripts = [one for one in scripts if one[0] != COMPANION]
    named = [f"{name}:{one.parameters}" if one.parameters else name for name, one in scripts]
    return [*named, *agents_of(game).policies]


def class_of(spec: str, game: str) -> str:
    """Return the class in which an agent competes: what else it is allowed at play."""
    if spec.startswith(f"{RESPONSE}:"):
        return "search on a learned network"
    spec = agent_within(spec)
    if (found := find_script(spec, game)) is None:
        return "learned"
    script = found[0]
    if script not in _SEARCHES.values():
        return "script"
    return "search on a learned network" if script.network else "search"


def find_script(spec: str, game: str) -> tuple[Script, str] | None:
    """Return the script that a spec such as ``rollout:64`` names, and its parameters."""
    name, _, parameters = spec.partition(":")
    script = scripts_of(game).get(name)
    if script is None or (spec != name and not script.parameters):
        return None
    return script, parameters


def split_partner(spec: str) -> tuple[str, str, str] | None:
    """Return kind, agent and number of a spec such as ``soft:champion:4:0.05``, else None."""
    kind, _, rest = spec.partition(":")
    if kind not in PARTNERS:
        return None
    agent, _, number = rest.rpartition(":")
    return kind, agent, number


def agent_within(spec: str) -> str:
    """Return the agent of which a partner is made; of any other agent itself."""
    while (parts := split_partner(spec)) is not None:
        spec = parts[1]
    return spec


def is_outside(spec: str, game: str) -> bool:
    """Return whether what decides is none of the package: a program, a service or a factory."""
    spec = agent_within(spec)
    if find_script(spec, game) is not None:
        return False
    return spec.startswith((PROGRAM, CHAT)) or (folder_of(spec, game) is None and ":" in spec)


def folder_of(spec: str, game: str | None = None) -> Path | None:
    """Return the policy folder that a spec names, or None; without a game, by its path alone."""
    if split_partner(spec) is not None or spec.startswith(CHAT):
        return None
    path = spec.removesuffix(SAMPLE)
    if game is not None and path in (shipped := agents_of(game).policies):
        return shipped[path]
    if "/" in path or "\\" in path:
        return Path(path)
    return Path(path) if path and is_folder(Path(path)) else None


def network_folder(name: str, game: str) -> Path:
    """Return the folder of a network that users name: a path, or one that comes with the game.

    Raises:
        AgentError: It is neither.
    """
    if name in (shipped := agents_of(game).policies):
        return shipped[name]
    if "/" in name or "\\" in name or is_folder(Path(name)):
        return Path(name)
    hint = nearest(name, shipped) if shipped else "; none comes with it"
    raise AgentError(f"no network of {game} is called {name!r}{hint}; or name a folder")
