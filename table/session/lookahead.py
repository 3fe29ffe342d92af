"""Consequences of a choice: what certainly happens, and the odds of what may come after it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Final

import numpy as np

from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.settings import Chance, Settings
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.registry import new_game

#: Decimals of probabilities.
DIGITS: Final = 4
#: Steps that the odds of one choice may take.
_STEPS: Final = 2000
#: Combinations of rolls that are looked ahead of.
_COMBINATIONS: Final = 100


class Sandbox:
    """Scratch copies of a game, to look at positions of it and play on; not thread-safe."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._games: dict[str, Game] = {}

    def still(self, record: bytes) -> Game:
        """Return a game in a state, to be read."""
        game = self._game(self._settings.chance)
        game.restore(record)
        return game

    def resampled(self, record: bytes, seed: int = 0, chance: Chance = "explicit") -> Game:
        """Return a game whose hidden part is resampled; explicit: it stops at chance nodes."""
        game = self._game(chance)
        changed = np.frombuffer(record, np.uint8).copy()
        public: Any = RecordView(changed, game.engine.state).public
        public.explicit_chance = chance == "explicit"
        game.restore(changed.tobytes())
        game.resample(seed)
        return game

    def _game(self, chance: Chance) -> Game:
        if chance not in self._games:
            self._games[chance] = new_game(replace(self._settings, chance=chance))
        return self._games[chance]


@dataclass(frozen=True, slots=True)
class Consequences:
    """Consequences of a choice: what certainly happens, what is next, whether the game ends."""

    happens: list[str]
    then: str
    over: bool


class Lookahead:
    """Finds the consequences of each choice of a decision."""

    def __init__(self, game: Game, sandbox: Sandbox) -> None:
        self._trial = sandbox.resampled(game.save())
        self._start = self._trial.save()

    def after(self, action: int) -> Game:
        """Return a scratch game after a legal action, at the next decision or chance node."""
        _play(self._trial, self._start, action)
        return self._trial

    def of(self, action: int) -> Consequences:
        """Return the consequences of a legal action."""
        game = self.after(action)
        return Consequences(game.told(), game.decision(), game.to_move() == OVER)

    def odds(self, action: int) -> list[tuple[str, float]]:
        """Return what may be told after an action until somebody decides again.

        All outcomes of chance up to that decision are played out. Sentences come with their exact
        probabilities, the likeliest first; nothing where chance has no part in it, or has too many
        outcomes.
        """
        game = self.after(action)
        found: dict[str, float] = defaultdict(float)
        todo: list[tuple[bytes, float, frozenset[str]]] = [(game.save(), 1.0, frozenset())]
        steps = 0
        while todo:
            record, share, told = todo.pop()
            game.restore(record)
            if game.to_move() != CHANCE:
                for sentence in told:
                    found[sentence] += share
                continue
            values, chances = game.chance_outcomes()
            steps += len(values)
            if steps > _STEPS:
                return []
            for value, chance in zip(values.tolist(), chances.tolist(), strict=True):
                after = _play(game, record, value)
                todo.append((after, share * chance, told | set(game.told())))
        return sorted(found.items(), key=lambda one: (-round(one[1], 9), one[0]))


def rolls(game: Game, sandbox: Sandbox) -> list[list[tuple[int, str]]]:
    """Return the rolls and draws that come one after the other, whatever they bring.

    So all dice of a roll can be thrown, and told, at once. For each of them, its outcomes with
    their words; the first is the present one.
    """
    found: list[list[tuple[int, str]]] = []
    trial = sandbox.resampled(game.save())
    records = {trial.save()}  # after every combination of what came before
    while True:
        nodes = [_node(trial, record) for record in records]
        if nodes[0] is None or any(node != nodes[0] for node in nodes):
            return found
        found.append(nodes[0][1])
        if len(records) * len(found[-1]) > _COMBINATIONS:
            return found
        outcomes = [outcome for outcome, _ in found[-1]]
        records = {_play(trial, *one) for one in product(records, outcomes)}


def chances_of_outcomes(game: Game) -> dict[int, float]:
    """Return the probability of each outcome of chance; empty where somebody decides."""
    if game.to_move() != CHANCE:
        return {}
    values, shares = game.chance_outcomes()
    return dict(zip(values.tolist(), shares.round(DIGITS).tolist(), strict=True))


def _play(game: Game, record: bytes, action: int) -> bytes:
    """Make a move from a record in a scratch game, and return the record after it."""
    game.restore(record)
    game.step(action)
    return game.save()


def _node(game: Game, record: bytes) -> tuple[str, list[tuple[int, str]]] | None:
    """Return what chance decides then, and its outcomes in words; None: it decides nothing."""
    game.restore(record)
    if game.to_move() != CHANCE:
        return None
    return game.decision(), [(outcome, game.describe(outcome)) for outcome in game.legal]
