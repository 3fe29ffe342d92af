"""Kaggle's environments, over OpenSpiel: observations as JSON, answers as text.

>>> make("KEY", {"players": 2}, seed=7).run([agent_of(my_model), agent_of(my_model)])
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pyspiel
from kaggle_environments import make as make_registered
from kaggle_environments import register
from kaggle_environments.envs.open_spiel_env import open_spiel_env as open_spiel

import tablemates.envs.spiel  # noqa: F401 - registers the games
from tablemates.envs.core.game.seeds import fresh_seed
from tablemates.envs.core.text.answers import Choice, Refused, choices_of, read_answer
from tablemates.envs.core.text.asking import HOW_TO_ANSWER, asked_as_json, in_short
from tablemates.envs.core.text.rules import rules_as_text
from tablemates.envs.registry import find_game


def make(game: str, scenario: Mapping[str, Any] | None = None, seed: int | None = None) -> Any:
    """Return an environment with one game.

    Chance follows from the seed, which no configuration tells. ``observationString`` is the
    observation as JSON, ``legalActionStrings`` are the choices in words.
    """
    word = (fresh_seed() if seed is None else seed) % 2**31  # as OpenSpiel has it
    given = [f"{name}={value}" for name, value in (scenario or {}).items()]
    built = open_spiel._build_env(f"{game}({','.join(given)})")
    whole = ",".join([*given, "chance=sampled", f"seed={word}", "games=1"])
    name = built["specification"]["name"]
    register(name, built | {"interpreter": _interpreter(f"{game}({whole})")})
    return make_registered(name)


def make_prompt(observation: Mapping[str, Any], level: str = "short") -> str:
    """Return what a model is asked: rules, observation, and how to answer."""
    seen = observation["observationString"]
    kind: Any = find_game(json.loads(seen)["game"])
    return f"{rules_as_text(kind(kind.settings_type()), level)}\n\n{seen}\n\n{HOW_TO_ANSWER}"


def parse_response(response: str, observation: Mapping[str, Any]) -> dict[str, int] | str:
    """Return the submission that a response makes, or a sentence why it makes none."""
    if not (moves := get_legal_moves(observation)):  # all are asked before the first move
        return {"submission": pyspiel.INVALID_ACTION}
    found = read_answer(response, moves)
    return found.reason if isinstance(found, Refused) else {"submission": found}


def get_legal_moves(observation: Mapping[str, Any]) -> list[Choice]:
    """Return ids and texts of what is legal."""
    legal = (observation.get(name, ()) for name in ("legalActions", "legalActionStrings"))
    return [Choice(*one) for one in zip(*legal, strict=True)]


def agent_of(model: Callable[[str], str], retries: int = 2) -> Callable[..., dict[str, int]]:
    """Return an agent of Kaggle's that asks a model."""

    def agent(observation: Mapping[str, Any], _configuration: Any = None) -> dict[str, int]:
        prompt = make_prompt(observation)
        for _ in range(retries + 1):
            asked = bool(get_legal_moves(observation))
            found = parse_response(model(prompt) if asked else "", observation)
            if not isinstance(found, str):
                return found
            prompt = f"{prompt}\n\nYour answer was refused: {found}"
        return {"submission": open_spiel.AGENT_ERROR_ACTION}

    return agent


def _interpreter(game: str) -> Callable[..., Any]:
    """Return the framework's interpreter with a game of its own, whose observations are text."""

    def interpreter(state: list[Any], env: Any, logs: Any) -> Any:
        if not hasattr(env, "os_game"):
            env.os_game = pyspiel.load_game(game)
            env.os_state = env.os_game.new_initial_state()
            # Hooks of the framework: the state tells what is hidden; a team loses as one.
            env.os_state.hides_state_from_agents = lambda: True
            alike = env.os_game.kind.utilities == "identical"
            env.os_state.team_of = lambda seat: 0 if alike else seat
        open_spiel.interpreter(state, env, logs)
        shown = env.os_state._moments.at(env.os_state.moment)
        for seat, one in enumerate(state):
            seen = one.observation
            seen.observationString = in_short(asked_as_json(shown, seat, [], None))
            choices = choices_of(shown) if shown.to_move() == seat else []
            seen.legalActions = [choice.id for choice in choices]
            seen.legalActionStrings = [choice.text for choice in choices]
        return state

    return interpreter
