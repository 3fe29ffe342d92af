"""Consequences of a choice: what certainly happens, and the odds of what may come after it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from tablemates.envs.core.answers import CHANCE, OVER
from tablemates.envs.core.game import Game
from tablemates.envs.core.settings import Settings
from tablemates.envs.registry import new_game

#: Steps that the odds of one choice may take.
_STEPS: Final = 2000
#: Combinations of rolls that are looked ahead of.
_COMBINATIONS: Final = 100


class Sandbox:
    """Scratch copies of a game, to look at positions of it and play on; not thread-safe."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def _explicit(self) -> Game:
        return new_game(replace(self._settings, chance="explicit"))

    @cached_property
    def _sampled(self) -> Game:
        return new_game(replace(self._settings, chance="sampled"))

    @cached_property
    def _flag(self) -> int:
        """Where the record says whether chance is explicit."""
        state = self._explicit.engine.state
        assert state.fields is not None
        public, start = state.fields["public"][:2]
        assert public.fields is not None
        return int(start + public.fields["explicit_chance"][1])

    def still(self, record: bytes) -> Game:
        """Return a game in a state, to be read."""
        return self._with(record, bool(record[self._flag]))

    def resampled(self, record: bytes, seed: int = 0, explicit: bool = True) -> Game:
        """Return a game whose hidden part is resampled; explicit: it stops at chance nodes."""
        game = self._with(record, explicit)
        game.resample(seed)
        return game

    def _with(self, record: bytes, explicit: bool) -> Game:
        game = self._explicit if explicit else self._sampled
        changed = bytearray(record)
        changed[self._flag] = int(explicit)
        game.restore(bytes(changed))
        return game


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
        self._trial.restore(self._start)
        self._trial.step(action)
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
                game.restore(record)
                game.step(value)
                todo.append((game.save(), share * chance, told | set(game.told())))
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
        nodes = []
        for record in records:
            trial.restore(record)
            nodes.append(_node(trial))
        if nodes[0] is None or any(node != nodes[0] for node in nodes):
            return found
        found.append(nodes[0][1])
        if len(records) * len(found[-1]) > _COMBINATIONS:
            return found
        following = set()
        for record in records:
            for outcome, _ in found[-1]:
                trial.restore(record)
                trial.step(outcome)
                following.add(trial.save())
        records = following


def _node(game: Game) -> tuple[str, list[tuple[int, str]]] | None:
    """Return what chance decides now, and its outcomes in words; None: it decides nothing."""
    if game.to_move() != CHANCE:
        return None
    return game.decision(), [(outcome, game.describe(outcome)) for outcome in game.legal]
