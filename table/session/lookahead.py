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
#: Certain things that are named as the reason for a choice, and likely ones.
_FACTS: Final = 2
#: Signs of beats in the order in which people want to know of them.
_WEIGHTY: Final = ("lost", "hurt", "won", "result", "find", "gain")
#: The place of what else is told, and of what dice show and what tells nothing new.
_ORDINARY: Final = len(_WEIGHTY)
_BESIDE: Final = _ORDINARY + 1
#: Combinations of rolls that are looked ahead of.
_COMBINATIONS: Final = 100


class Sandbox:
    """Scratch copies of a game, to look at positions of it and play on; not thread-safe."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._games: dict[str, Game] = {}
        self._told: Game | None = None

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

    def told(self, record: bytes, action: int) -> Game:
        """Return a game in which a move was made again, and whose frames can be shown."""
        if self._told is None:
            self._told = new_game(self._settings)
            self._told.keep_frames()
        self._told.restore(record)
        self._told.step(action)
        return self._told

    def _game(self, chance: Chance) -> Game:
        if chance not in self._games:
            self._games[chance] = new_game(replace(self._settings, chance=chance))
        return self._games[chance]


@dataclass(frozen=True, slots=True)
class Consequences:
    """Consequences of a choice.

    What certainly happens, what is next, whether the game ends, and whether whoever decides has
    not won it then.
    """

    happens: list[str]
    then: str
    over: bool
    loses: bool


class Lookahead:
    """Finds the consequences of each choice of a decision."""

    def __init__(self, game: Game, sandbox: Sandbox) -> None:
        self._seat = game.to_move()
        self._trial = sandbox.resampled(game.save())
        self._trial.look_as(self._seat)
        if game.has_private:  # what others are forced to do would tell a hand made up
            self._trial.public.skip_forced = 0
        self._start = self._trial.save()

    def after(self, action: int) -> Game:
        """Return a scratch game after a legal action, at the next decision or chance node."""
        _play(self._trial, self._start, action)
        return self._trial

    def of(self, action: int) -> Consequences:
        """Return the consequences of a legal action."""
        game = self.after(action)
        over = game.to_move() == OVER
        loses = over and self._seat >= 0 and game.returns()[self._seat] < 1.0
        return Consequences(game.told(), game.decision(), over, loses)

    def facts(self, action: int) -> str:
        """Return what a choice does and may bring, as sentences that can be checked on the table.

        First what is certain, then the odds of what hurts and of what else is worth knowing.
        """
        game = self.after(action)
        news = _weighed(game)
        certain = [text for text, place in news.items() if place < _BESIDE][:_FACTS]
        odds, places = self._odds(action)
        likely = [
            f"{_share(chance)}: {text}"
            for text, chance in odds
            if places[text] < _BESIDE and text not in news and round(chance, DIGITS) < 1
        ][:_FACTS]
        return " ".join([*certain, *likely]) or f"Then: {self.after(action).decision()}"

    def odds(self, action: int) -> list[tuple[str, float]]:
        """Return what may be told after an action until somebody decides again.

        All outcomes of chance up to that decision are played out. Sentences come with their exact
        probabilities: what hurts first, what dice show last, of equal weight the likeliest first.
        Nothing where chance has no part in it, or has too many outcomes.
        """
        return self._odds(action)[0]

    def _odds(self, action: int) -> tuple[list[tuple[str, float]], dict[str, int]]:
        """Return ``odds``, and the place of each sentence among what people ask."""
        game = self.after(action)
        found: dict[str, float] = defaultdict(float)
        weights: dict[str, int] = {}
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
                return [], {}
            for value, chance in zip(values.tolist(), chances.tolist(), strict=True):
                after = _play(game, record, value)
                news = _weighed(game)
                weights |= {text: min(n, weights.get(text, n)) for text, n in news.items()}
                todo.append((after, share * chance, told | news.keys()))
        odds = sorted(found.items(), key=lambda one: (weights[one[0]], -round(one[1], 9), one[0]))
        return odds, weights


def _share(chance: float) -> str:
    """Return a chance in words; what is not certain does not look so."""
    if chance < 0.005:
        return "under 1 %"
    return "over 99 %" if chance > 0.995 else f"{100 * chance:.0f} %"


def _weighed(game: Game) -> dict[str, int]:
    """Return the sentences of a game's last move, each with its place among what people ask."""
    icon = ""
    found: dict[str, int] = {}
    for event in game.events():
        staged = game.stage(event)
        icon = staged.get("icon", icon)
        beside = "die" in staged or staged.get("quiet", False)
        place = _BESIDE if beside else _WEIGHTY.index(icon) if icon in _WEIGHTY else _ORDINARY
        if text := event.get("text"):
            found[text] = min(place, found.get(text, place))
    return found


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
    """Return the probability of each outcome of chance; empty where somebody decides.

    It is empty too where hands are private, on which it depends.
    """
    if game.to_move() != CHANCE or game.has_private:
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
