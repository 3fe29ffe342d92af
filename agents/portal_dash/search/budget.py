"""How long a search may think: a number of simulations, or seconds."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tablemates.agents.errors import AgentError

_PATTERN: Final = re.compile(r"(?P<number>\d+(?:\.\d+)?)(?P<unit>s|ms|)")
_SECONDS: Final = {"s": 1.0, "ms": 0.001}
#: Simulations of each candidate between two looks at the clock: at first, and at the most.
_CHUNK: Final = 2
_MOST: Final = 32


@dataclass(frozen=True, slots=True)
class Budget:
    """What one decision may cost; one of the two is set.

    Attributes:
        simulations: How many; the same answer on every machine.
        seconds: Or how long at the most: a faster machine thinks more.
    """

    simulations: int | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str, default: Budget) -> Budget:
        """Return the budget that a user writes, such as ``64``, ``1s`` or ``200ms``.

        Args:
            text: What stands after the agent's name and a colon; empty: the default.
            default: The budget of an agent that is named without one.

        Raises:
            AgentError: It is none.
        """
        if not text:
            return default
        found = _PATTERN.fullmatch(text)
        number = float(found["number"]) if found else 0.0
        if found is None or number <= 0 or (not found["unit"] and not number.is_integer()):
            raise AgentError(
                f"{text!r} is no budget of a search: write a number of simulations such as 64, "
                "or a time a decision such as 1s or 200ms"
            )
        if not found["unit"]:
            return cls(simulations=int(number))
        return cls(seconds=number * _SECONDS[found["unit"]])

    def __str__(self) -> str:
        return str(self.simulations) if self.seconds is None else f"{self.seconds:g}s"

    def rounds(self, count: int, rounds: int) -> Iterator[tuple[int, Iterator[int]]]:
        """Share the budget out among rounds of sequential halving.

        Args:
            count: Candidates at the start.
            rounds: How many rounds.

        Yields:
            The candidates of the round, and simulations for each of them, in pieces.
        """
        begun = time.perf_counter()
        left = count
        for number in range(rounds):
            if self.simulations is not None:
                yield left, iter([max(1, self.simulations // rounds // left)])
            else:
                assert self.seconds is not None
                yield left, _until(begun + self.seconds * (number + 1) / rounds)
            left = max(2, (left + 1) // 2)


def _until(moment: float) -> Iterator[int]:
    chunk = _CHUNK
    yield chunk
    while time.perf_counter() < moment:
        yield chunk
        chunk = min(2 * chunk, _MOST)
