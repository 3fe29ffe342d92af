"""All files from strangers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from tests.judge.strangers import data, documents, games, policies
from tests.judge.strangers.case import Case

#: What there is, in the order in which it is read.
KINDS: Final = ("policies", "games", "documents", "data")


def collected(
    folder: Path, noise: int, round_: int, kinds: Sequence[str] = KINDS
) -> tuple[list[Case], list[str]]:
    """Return the cases, and the names of what cannot be tried here.

    Args:
        folder: Where sound samples may be written.
        noise: How many saves with random damage.
        round_: Number of this process among those that share the folder.
        kinds: Which of ``KINDS``.
    """
    samples = folder / f"samples-{round_}"
    samples.mkdir(parents=True)
    skipped: list[str] = []
    makers: dict[str, Callable[[], Iterable[Case]]] = {
        "policies": lambda: policies.cases(samples),
        "games": lambda: games.cases(noise),
        "documents": documents.cases,
        "data": lambda: data.cases(samples, skipped),
    }
    return [case for kind in kinds for case in makers[kind]()], skipped
