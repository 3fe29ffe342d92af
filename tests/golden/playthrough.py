"""One seeded game of any kind printed step by step: what was offered, chosen, what came of it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.game.game import Game
from tablemates.envs.registry import GAMES

PICTURE_EVERY = 50  # decisions
LONGEST = 110  # decisions


@dataclass(frozen=True)
class Recording:
    """A recorded game; its seed is that of chance and of drawn choices alike.

    Attributes:
        file: Where its text lies.
        title: First line of the text.
        seed: Of the game.
        make: Makes the game object.
        state: Returns the state in one line.
        script: The choices, where they are not drawn.
        picture: Returns the text form of the picture.
        weights: How often actions are drawn, by name or kind; the others count 1.
    """

    file: Path
    title: str
    seed: int
    make: Callable[[], Game]
    state: Callable[[Any], str]
    picture: Callable[[Any], str]
    script: tuple[int, ...] = ()
    weights: Mapping[str, float] = field(default_factory=dict)


def all_recordings() -> list[Recording]:
    """Return the recorded games of all games that have some."""
    found: list[Recording] = []
    for game in GAMES:
        with suppress(ModuleNotFoundError):
            module = importlib.import_module(f"tests.{game}.golden")
            found += getattr(module, "RECORDINGS", [])
    return found


def playthrough(recording: Recording) -> str:
    """Return the text of a golden game."""
    return "".join(f"{line}\n" for line in _lines(recording))


def _lines(recording: Recording) -> Iterator[str]:
    game, script = recording.make(), recording.script
    rng = np.random.default_rng(recording.seed)
    answer = game.new(recording.seed)
    yield f"# {recording.title}, seed {recording.seed}"
    yield "# Written by `make golden`; see tests/golden/playthrough.py."
    yield from _events(game)
    before = ""
    longest = len(script) or LONGEST
    for number in range(longest):
        if answer == OVER:
            break
        if number % PICTURE_EVERY == 0:
            yield ""
            yield recording.picture(game).rstrip("\n")
        legal = np.flatnonzero(game.mask).tolist()
        action = script[number] if script else _drawn(recording.weights, game, legal, rng)
        yield ""
        yield f"[{number}] {game.decision()}"
        if (state := recording.state(game)) != before:
            yield f"state: {state}"
        before = state
        yield f"legal: {_legal(game, legal)}"
        yield f"chosen: {game.catalogue.name(action)} = {game.describe(action)}"
        answer = game.step(action)
        yield from _events(game)
        rewards = game.rewards()
        if answer == OVER or any(rewards):
            yield f"rewards: {' '.join(f'{reward:g}' for reward in rewards)}"
    yield ""
    yield recording.picture(game).rstrip("\n")
    if answer != OVER:
        yield f"The recording stops after {longest} decisions."


def _drawn(
    weights: Mapping[str, float], game: Game, legal: list[int], rng: np.random.Generator
) -> int:
    """Draw a legal action by its weight."""
    names = [game.catalogue.name(action) for action in legal]
    shares = np.array([weights.get(name, weights.get(name.split()[0], 1)) for name in names])
    return int(rng.choice(legal, p=shares / shares.sum()))


def _events(game: Game) -> Iterator[str]:
    for event in game.events():
        yield f"  {event['text']}"


def _legal(game: Game, legal: list[int]) -> str:
    """Return the short names of actions, those of one kind together."""
    actions = [game.catalogue.name(action).partition(" ") for action in legal]
    return "; ".join(
        " ".join([kind, *(index for _, _, index in group if index)])
        for kind, group in groupby(actions, key=lambda action: action[0])
    )
