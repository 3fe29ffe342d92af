"""What was played, with what, by which command: it stands on every table."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tablemates.agents.evaluation.benchmark import benchmark_line
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.rows import Row

_PURPOSES: Final = {"eval": "evaluation", "tune": "tuning"}


@dataclass(frozen=True)
class Provenance:
    """What results come from.

    Attributes:
        benchmark: Its name and tier, empty if the plan is none.
        games: Fewest and most games of a cell.
        purpose: Whose seeds.
        seed: Block of them.
        hashes: Hashes of rules, interface, engine and parts, the program's version, by name.
        policies: Digest of every agent.
        seconds: How long the agents thought in all.
    """

    benchmark: str
    games: tuple[int, int]
    purpose: str
    seed: int
    hashes: dict[str, str]
    policies: dict[str, str]
    seconds: float

    @classmethod
    def of(cls, plan: Plan, rows: Sequence[Row]) -> Provenance:
        """Return where rows come from."""
        counts: dict[tuple[object, ...], int] = {}
        policies: dict[str, str] = {}
        for row in rows:
            cell = (row.agents, row.noise, row.level, row.players)
            counts[cell] = counts.get(cell, 0) + 1
            policies |= row.policies
        first = rows[0]
        names = ("ruleset", "interface", "engine", "components", "version")
        hashes = {name: str(getattr(first, name)) for name in names}
        benchmark = benchmark_line(plan, first.ruleset)
        return cls(
            benchmark,
            (min(counts.values()), max(counts.values())),
            plan.purpose,
            plan.seed,
            hashes,
            policies,
            sum(row.seconds for row in rows),
        )

    def title(self) -> str:
        """Return a title for what shows the results."""
        return f"Portal Dash: {self.benchmark or 'evaluation'}"

    def games_in_words(self) -> str:
        """Return how many games, of which seeds."""
        least, most = self.games
        games = f"{most:,}" if least == most else f"{least:,} to {most:,}"
        said = f"{games} games a cell, seeds {self.purpose} {self.seed}, 95 % intervals"
        return f"{self.benchmark}: {said}" if self.benchmark else said

    def hashes_in_words(self) -> str:
        """Return the hashes on a line."""
        names = ("ruleset", "interface", "engine")
        return ", ".join(f"{name} {self.hashes[name]}" for name in names)

    def lines(self, digest: str, command: str) -> list[tuple[str, str]]:
        """Return all of it as names with values.

        Args:
            digest: The last hash of the file of rows, which stands for all of it.
            command: How it was played.
        """
        policies = [(f"agent {name}", digest) for name, digest in self.policies.items()]
        return [
            ("benchmark", self.benchmark or "none"),
            ("seeds", f"{_PURPOSES[self.purpose]}, block {self.seed}"),
            *self.hashes.items(),
            *policies,
            ("agents' time to think", _duration(self.seconds)),
            ("digest of rows.jsonl", digest),
            ("command", command),
        ]


def _duration(seconds: float) -> str:
    """Return a time in the unit that fits."""
    for unit, length in (("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.1f} {unit}"
    return f"{seconds:.1f} seconds"


def command_of(arguments: Sequence[str]) -> str:
    """Return a command as one would type it.

    Args:
        arguments: The process's own, the program first.
    """
    program, *rest = arguments
    name = program.rsplit("/", 1)[-1]
    return shlex.join(["python", name, *rest] if name.endswith(".py") else [name, *rest])
