"""What ``make judge`` consists of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the judgement.

    Attributes:
        name: As ``--only`` takes it.
        module: Has ``judge(*, quick: bool) -> Verdict``.
        sentence: What it tries.
        minutes: What it may take on two quiet cores.
        quick_minutes: The same with ``--quick``; 0: it has no quick size and is left out.
    """

    name: str
    module: str
    sentence: str
    minutes: float
    quick_minutes: float

    def budget(self, quick: bool) -> float:
        """Return the minutes that a size of it may take."""
        return self.quick_minutes if quick else self.minutes


PARTS: Final = (
    Part(
        "kits",
        "tests.judge.kits",
        "the test kits of PettingZoo, Gymnasium, Stable-Baselines3 and SuperSuit",
        6,
        1,
    ),
    Part(
        "spiel",
        "tests.judge.spiel",
        "OpenSpiel's own tests of the game, and its games against ours in lock step",
        10,
        1.5,
    ),
    Part(
        "frameworks",
        "tests.judge.frameworks",
        "one round of learning each in Ray RLlib and TorchRL, and games through `cmd:`",
        8,
        1.5,
    ),
    Part(
        "referee",
        "tests.judge.referee",
        "a second opinion on the rules: a referee who reads events and snapshots alone",
        15,
        1,
    ),
    Part(
        "mutation",
        "tests.judge.mutation",
        "small faults planted in the rules, each of which a test has to notice",
        45,
        2,
    ),
    Part(
        "fuzz",
        "tests.judge.fuzz",
        "random decisions in random levels and parts; random documents and messages",
        20,
        1,
    ),
    Part(
        "knocks",
        "tests.judge.knocks",
        "kill -9, Ctrl-C, full disks, damaged files, missing packages, memory over a long run",
        18,
        1,
    ),
    Part(
        "strangers",
        "tests.judge.strangers",
        "malicious policies, saves, replays, positions, parts and data sets",
        2,
        1,
    ),
    Part(
        "pythons",
        "tests.judge.pythons",
        "other Pythons, the lowest and newest libraries, wheel and sdist away from the checkout",
        25,
        0,
    ),
)
