"""Games of every registered kind in many states: agents, seats, levels, parts of one's own."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import yaml

from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.errors import GameError
from tablemates.envs.core.game.forms import Parameter, Part
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.registry import find_game

#: What a number of the parts becomes, beside itself one more or less.
_NUMBERS: Final = (0, 1, 2, 3, 5, 9, 10, 15, 16, 20, 60, 99)
_CHANGES: Final = 4  # of a set of parts, at most
# Ten times faster where PyYAML was built with libyaml.
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DUMPER: Final = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def random_game(key: str, rng: np.random.Generator, own: Path | None = None) -> Game:
    """Return a game object with random settings; no game has started.

    Args:
        key: Of the registry.
        rng: Draws everything.
        own: A folder for a file with parts of one's own; None: the standard parts.
    """
    kind = find_game(key)
    while True:
        try:
            parts = None if own is None else _random_parts(kind, rng, own)
            form = kind.settings_type.form(parts)
            drawn = {one.name: _value(one, rng) for one in form}
            drawn["chance"] = str(rng.choice(["sampled", "explicit"]))
            drawn["skip_forced"] = bool(rng.random() < 0.7)
            return kind(kind.settings_type(components=parts, **drawn))
        except GameError:
            continue  # parts or settings that do not go together


def _value(parameter: Parameter, rng: np.random.Generator) -> Any:
    """Return a value that a form offers, or one that is put together, which may be wrong."""
    if not parameter.own or rng.random() < 0.5:
        return parameter.values[rng.integers(len(parameter.values))]
    parts = {part.name: _part(part, rng) for part in parameter.own}
    return parts.get("", parts)


def _part(part: Part, rng: np.random.Generator) -> Any:
    values = [one.value for one in part.options]
    count = int(rng.integers(part.least, part.most + 1)) if part.kind != "text" else 0
    match part.kind:
        case "text":
            return "own"
        case "number":
            return count
        case "counts":
            return {one: int(rng.integers(part.most + 1)) for one in values if rng.random() < 0.5}
        case "pairs":
            chosen = rng.permutation(len(values))[: max(1, min(count, 2))]
            return [[values[n], part.ways[rng.integers(len(part.ways))]] for n in chosen]
        case "seats":
            return rng.permutation(4)[: rng.integers(5)].tolist()
        case "by_seat":
            return [values[n] for n in rng.permutation(len(values))[:2]]
    return [values[n] for n in rng.permutation(len(values))[:count]]


def _random_parts(kind: type[Game], rng: np.random.Generator, folder: Path) -> Path:
    """Return a file with parts that differ from the standard ones; they may be wrong."""
    standard = kind.parts_file
    assert standard is not None
    values = copy.deepcopy(values_of(standard))
    for _ in range(rng.integers(1, _CHANGES + 1)):
        _change(values, rng)
    file = folder / f"{rng.integers(2**62)}.yaml"
    file.write_text(dumped(values), encoding="utf-8")
    return file


@cache
def values_of(parts: Path) -> dict[str, Any]:
    """Return the values of a set of parts, which nobody may change."""
    files = sorted(parts.glob("*.yaml")) if parts.is_dir() else [parts]
    values: dict[str, Any] = {}
    for one in files:
        values |= yaml.load(one.read_text(encoding="utf-8"), _LOADER)
    return {name: one for name, one in values.items() if name != "marks"}


def dumped(values: dict[str, Any]) -> str:
    """Return a document with values."""
    return str(yaml.dump(values, Dumper=_DUMPER, sort_keys=False))


def _change(values: dict[str, Any], rng: np.random.Generator) -> None:
    """Change a number, or every number that is called alike, or take an entry out."""
    numbers = [place for place in _leaves(values) if type(place[0][place[1]]) is int]
    holder, key = numbers[rng.integers(len(numbers))]
    number = int(rng.choice([*_NUMBERS, holder[key] + 1, max(0, holder[key] - 1)]))
    alike = rng.random() < 0.4 and isinstance(key, str)
    for other, name in numbers:
        if (alike and name == key) or (other is holder and name == key):
            other[name] = number
    if rng.random() < 0.1:
        mappings = [one for one in _holders(values) if isinstance(one, dict) and one]
        mapping = mappings[rng.integers(len(mappings))]
        mapping[list(mapping)[rng.integers(len(mapping))]] = None


def _holders(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        yield value
        for one in value.values() if isinstance(value, dict) else value:
            yield from _holders(one)


def _leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    for holder in _holders(value):
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
            yield holder, key


def states(
    game: Game, rng: np.random.Generator, count: int, agents: Sequence[str] = ("rules",)
) -> Iterator[Game]:
    """Play games by agents and at random, and yield the game object in so many states.

    Ends are among them, and games that end because a seat breaks the rules. One of the ``agents``
    plays a game.
    """
    players = [find_agent(name, GameFacts.of_game(game)) for name in agents]
    answer = OVER
    for _ in range(count):
        if answer == OVER:
            answer, reckless = game.new(int(rng.integers(2**63))), rng.random()
            player = players[rng.integers(len(players))]
        elif answer != CHANCE and rng.random() < 0.005:
            answer = game.forfeit(answer)
        elif answer != CHANCE and rng.random() > reckless:
            answer = game.step(int(player.act(Situation.of(game, 0, 0))))
        else:
            answer = random_step(game, rng)
        yield game


def random_step(game: Game, rng: np.random.Generator) -> int:
    """Take a random choice, or an outcome of chance; answer who is next."""
    return game.step(int(rng.choice(np.flatnonzero(game.mask))))
