"""What the project set itself to reach, and what a run of the benchmarks reached of it.

An absolute figure moves with the machine. What counts is the ratio to peers that ran
in turn with us, on the same core, each with the same way of picking actions.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from benchmarks import ours, processes
from benchmarks.measure import Figure
from benchmarks.peers import PGX_BATCHES

_BATCHES: Final = tuple(f"vector view, {lanes} lanes" for lanes in ours.BATCHES)
_TWO: Final = tuple(f"vector view, {lanes} lanes, two threads" for lanes in ours.TWO_THREADS)
_ONE: Final = tuple(f"vector view, {lanes} lanes" for lanes in ours.TWO_THREADS)
_PGX: Final = tuple(f"pgx backgammon, batch {batch}" for batch in PGX_BATCHES)


@dataclass(frozen=True, slots=True)
class Target:
    """A figure to reach.

    Attributes:
        what: What it is about.
        cases: The fastest of these counts.
        limit: What its median, or the ratio, has to be.
        unit: Of the limit; ``"×"`` is a ratio, ``"ns"`` the time of one of a rate.
        most: The limit is the most that is allowed, and not the least.
        against: The ratio is taken to the fastest of these.
        each: The ratio of each case is taken to its own one of ``against``, and the
            largest counts.
    """

    what: str
    cases: tuple[str, ...]
    limit: float
    unit: str = "decisions/s"
    most: bool = False
    against: tuple[str, ...] = ()
    each: bool = False


@dataclass(frozen=True, slots=True)
class Reached:
    """What became of a target.

    Attributes:
        target: The target.
        case: Which case counted.
        other: To which case the ratio was taken; empty without one.
        figure: Median and range of what was asked for.
    """

    target: Target
    case: str
    other: str
    figure: Figure

    @property
    def met(self) -> bool:
        """Whether the median is within the limit."""
        median, limit = self.figure.median, self.target.limit
        return median <= limit if self.target.most else median >= limit


#: What we have to do by ourselves.
OWN: Final = (
    Target("vector view, one core, best batch", _BATCHES, 1_000_000),
    Target(
        "vector view, two cores against one, best batch", _TWO, 1.8, "×", against=_ONE, each=True
    ),
    Target("`raw_env` loop", ("raw_env, compiled pick",), 150_000),
    Target("`raw_env` loop, NumPy picks", ("raw_env, NumPy pick",), 80_000),
    Target(
        "`env` loop against `raw_env`",
        ("env, compiled pick",),
        0.85,
        "×",
        against=("raw_env, compiled pick",),
    ),
    Target("`gym_env` loop", ("gym_env, compiled pick",), 180_000),
    Target(
        "4 players against 1",
        ("vector view, players 4",),
        0.6,
        "×",
        against=("vector view, players 1",),
    ),
    Target(
        "8 tiles against 2", ("vector view, tiles 8",), 0.6, "×", against=("vector view, tiles 2",)
    ),
    Target("whole random games inside the engine", ("random games inside the engine",), 1_500_000),
    Target("copy of a state in compiled code", ("copy of a state",), 60, "ns", most=True),
    Target(ours.RECORD, (ours.RECORD,), 1_536, "bytes", most=True),
    Target("import", ("import",), 1, "s", most=True),
    *(
        Target(f"`{name} --help`", (f"{name} --help",), 1, "s", most=True)
        for name in ("train.py", "evaluate.py", "play.py")
    ),
    Target("start to first step, warm", ("start to first step, warm",), 1.5, "s", most=True),
    Target("start to first step, cold, with a message", (processes.COLD,), 60, "s", most=True),
    Target(processes.MEMORY, (processes.MEMORY,), 120, "MB", most=True),
)

#: What counts: beside whom, and how many times as fast.
RATIOS: Final = (
    *(
        Target(
            f"`env` / PettingZoo `{peer}`",
            ("env, NumPy pick",),
            limit,
            "×",
            against=(f"pettingzoo {peer}",),
        )
        for peer, limit in (("connect_four_v3", 4), ("hanabi_v5", 10))
    ),
    *(
        Target(
            f"vector view / OpenSpiel `{game}`", _BATCHES, 20, "×", against=(f"open_spiel {game}",)
        )
        for game in ("hanabi", "backgammon")
    ),
    Target("vector view / pgx `backgammon`, best batch", _BATCHES, 10, "×", against=_PGX),
)


def reached(targets: Iterable[Target], figures: Mapping[str, Figure]) -> list[Reached]:
    """Return what became of the targets whose cases were measured.

    A ratio is that of each round: the two cases ran within seconds of each other.

    Args:
        targets: Those asked for.
        figures: What was measured, by the case's name.
    """
    out = []
    for target in targets:
        if target.each:
            pairs = zip(target.cases, target.against, strict=True)
            of_pairs = [_of(target, (case,), (other,), figures) for case, other in pairs]
            found = max(filter(None, of_pairs), key=lambda one: one.figure.median, default=None)
        else:
            found = _of(target, target.cases, target.against, figures)
        if found is not None:
            out.append(found)
    return out


def _of(
    target: Target, cases: Iterable[str], against: Sequence[str], figures: Mapping[str, Figure]
) -> Reached | None:
    """Return what the fastest of some cases reached, ``None`` where nothing was measured."""
    best = _fastest(cases, figures)
    other = _fastest(against, figures) if against else None
    if best is None or (against and other is None):
        return None
    runs = best.runs
    if other is not None:
        runs = [mine / theirs for mine, theirs in zip(best.runs, other.runs, strict=True)]
    elif target.unit == "ns":
        runs = [1e9 / run for run in best.runs]
    figure = Figure(target.what, target.unit, runs)
    return Reached(target, best.name, other.name if other else "", figure)


def _fastest(names: Iterable[str], figures: Mapping[str, Figure]) -> Figure | None:
    found = [figures[name] for name in names if name in figures]
    return max(found, key=lambda figure: statistics.median(figure.runs), default=None)
