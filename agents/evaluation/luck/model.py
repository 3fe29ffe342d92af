"""The value model: about how likely the team is to win from a position; numbers in a file.

It stands for the planner's play. A poor guess makes the luck-adjusted estimate vary more
and never wrong, because only differences from its own exact expectation are used.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load_file, save_file

from tablemates.agents.evaluation.luck.players import Floats
from tablemates.agents.evaluation.luck.walker import Walked
from tablemates.envs.portal_dash.rules.vocabulary import Chance, Outcome

FILE: Final = Path(__file__).parent / "value.safetensors"
#: Luck is told apart by where it comes from.
SOURCES: Final = ("dice", "fights", "finds and blocks")
_SOURCE_OF: Final = np.full(len(Chance), 2)
_SOURCE_OF[Chance.BLOCKS_DIE] = 0
_SOURCE_OF[Chance.COMBAT_DIE] = 1
#: Numbers of a position further from the mean than this many deviations stop there.
_CLIP: Final = 6.0

Floats32 = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Model:
    """A network of one hidden layer, and what its parts count for.

    Attributes:
        mean: Of the numbers of a position, shape ``(SIZE,)``.
        scale: Their deviations.
        weights: Into the hidden layer, shape ``(SIZE, hidden)``.
        bias: Of the hidden layer.
        out: From there to the logit of winning, with a last number to be added.
        worth: Of each source of luck, what a signal counts for, shape ``(sources,
            signals)``, see ``signals``.
    """

    mean: Floats32
    scale: Floats32
    weights: Floats32
    bias: Floats32
    out: Floats32
    worth: Floats32

    def signals(self, positions: Floats32, standing: npt.NDArray[np.int8]) -> Floats32:
        """Return what positions are valued by.

        The numbers of the position, the hidden layer, the network's chance to win, 1 where
        the game goes on, and 1 where it is won; a game that is over has no more than that.
        """
        x = self._numbers(positions)
        hidden = np.maximum(x @ self.weights + self.bias, 0.0)
        win = self._win(hidden)
        one = np.ones((len(x), 1), np.float32)
        found = np.concatenate([x, hidden, win[:, None], one, one], axis=1)
        found[:, :-1] *= (standing == Outcome.RUNNING)[:, None]
        found[:, -1] = standing == Outcome.WON
        return found

    def luck(self, walked: Walked) -> Floats:
        """Return how lucky a team was, by source: its mean is 0 whatever the model says.

        Each event counts the value of what happened less the exact expectation over
        everything that might have happened.
        """
        found = np.zeros(len(SOURCES))
        if not len(walked.kinds):
            return found
        values = self._values(walked.positions, walked.standing)
        source = _SOURCE_OF[walked.kinds]
        expected = np.add.reduceat(values * walked.chances[:, None], walked.firsts, axis=0)
        surprise = values[walked.happened] - expected
        np.add.at(found, source, surprise[np.arange(len(source)), source])
        return found

    def _values(self, positions: Floats32, standing: npt.NDArray[np.int8]) -> Floats32:
        """Return ``signals @ worth.T`` without writing the signals out."""
        x = self._numbers(positions)
        size, worth = len(self.mean), self.worth.T
        both = x @ np.concatenate([self.weights, worth[:size]], axis=1)
        hidden = np.maximum(both[:, : len(self.bias)] + self.bias, 0.0)
        values: Floats32 = both[:, len(self.bias) :]
        values += hidden @ worth[size:-3] + worth[-2]
        values += self._win(hidden)[:, None] * worth[-3]
        values[standing == Outcome.WON] = worth[-1]
        values[standing == Outcome.LOST] = 0.0
        return values

    def _numbers(self, positions: Floats32) -> Floats32:
        x: Floats32 = np.asarray(positions - self.mean, np.float32)
        x /= self.scale
        np.clip(x, -_CLIP, _CLIP, out=x)
        return x

    def _win(self, hidden: Floats32) -> Floats32:
        chance: Floats32 = 1.0 / (1.0 + np.exp(-(hidden @ self.out[:-1] + self.out[-1])))
        return chance

    def signal_luck(self, walked: Walked) -> Floats:
        """Return the luck in each signal by source, shape ``(sources, signals)``; for the fit."""
        signals = self.signals(walked.positions, walked.standing).astype(np.float64)
        expected = np.add.reduceat(signals * walked.chances[:, None], walked.firsts, axis=0)
        found = np.zeros((len(SOURCES), signals.shape[1]))
        np.add.at(found, _SOURCE_OF[walked.kinds], signals[walked.happened] - expected)
        return found

    def write(self, file: Path) -> None:
        """Write the numbers."""
        save_file({name: getattr(self, name) for name in self.__slots__}, file)

    @classmethod
    def read(cls, file: Path = FILE) -> Model:
        """Read the numbers."""
        return cls(**load_file(file))
