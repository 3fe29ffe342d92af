"""What a judge says: how much was tried, and what was found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of one part of the judgement.

    Attributes:
        cases: How many were tried.
        of: What a case is, such as "games".
        faults: A sentence each; none: the part is passed.
        skipped: Names of what could not be tried here, with the reason.
        notes: What else is worth knowing, such as mutants that survive and why.
    """

    cases: int
    of: str
    faults: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Return whether no fault was found."""
        return not self.faults
