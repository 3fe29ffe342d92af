"""What the core asks of a game: buffers that the views read, and one call a decision.

A game object plays one game at a time. After every call that changes it,
``mask`` and ``observation`` describe the decision now to be taken; views copy
them where they hand them out. Moves answer with a number that says who is
next, so that a view need not look anything else up while the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from tablemates.envs.core.catalogue import Catalogue
from tablemates.envs.core.record import Array8, Array16, Bytes

#: Answers of ``new``, ``step`` and ``restore``; 0 and above is the seat that decides.
ILLEGAL: Final = -1  # nothing has changed
OVER: Final = -2
CHANCE: Final = -3  # explicit chance: the next "action" is the outcome's value

#: A drawing: text, or pixels of shape (height, width, 3).
Picture: TypeAlias = str | npt.NDArray[np.uint8]


class Game(Protocol):
    """A game for any number of seats with one decision at a time."""

    #: Name with version, such as ``"portal_dash_v0"``.
    name: str
    #: Parameters that the game was made of.
    settings: Any
    catalogue: Catalogue
    #: Most seats that a game of these settings can have, and those of the present one.
    max_seats: int
    seats: int
    #: Whether chance stops the game and is answered by ``step``.
    explicit_chance: bool
    #: Whether a move can earn a reward before the game is over.
    shaped: bool
    #: Space of ``observation``.
    observation_space: spaces.Box

    #: 1 at legal actions, shape ``(len(catalogue),)``. At a chance decision the
    #: positions are outcomes; all zeros when the game is over.
    mask: Array8
    #: Relative to the one who decides, shape as ``observation_space``.
    observation: Array8
    #: One move. Takes an action of the catalogue (or an outcome) and answers who is next.
    step: Callable[[int], int]

    @property
    def hashes(self) -> Mapping[str, str]:
        """``ruleset``, ``interface`` and ``engine``."""

    @property
    def public_record(self) -> Bytes:
        """What can be seen of the game, as bytes for agents; it changes with the game."""

    @property
    def record_layout(self) -> str:
        """Hash of what the bytes of ``save`` mean."""

    @property
    def recipe(self) -> Mapping[str, Any]:
        """Plain data that a game with the same rules, level and seats is made of."""

    @property
    def labels(self) -> Mapping[str, int]:
        """Numbers that tell games of one environment apart, such as level and players."""

    @property
    def turn(self) -> int:
        """Turns begun so far."""

    @property
    def seed(self) -> int:
        """The seed of the game that began last."""

    def new(self, seed: int, place: int = 0) -> int:
        """Begin a game of a sequence and answer who is next.

        Args:
            seed: What the sequence comes from; its first game is the game of this seed.
            place: How many games of the sequence come before. Later games have seeds
                of their own, and what the settings leave open for each game is drawn
                too: both depend on these two numbers alone.
        """

    def rewards(self) -> Sequence[float]:
        """Return what the last move earned each seat."""

    def forfeit(self, seat: int) -> int:
        """End the game because a seat broke the rules; answers ``OVER``."""

    def ending(self) -> Mapping[str, Any]:
        """Return how the game ended, for ``info``: plain data."""

    def observe(self, seat: int, out: Array8) -> None:
        """Write the observation of a seat, which need not decide."""

    def space_of(self, kind: str) -> spaces.Dict:
        """Return the space of what ``show`` returns for one observation.

        Raises:
            SettingsError: The game has no such kind of observation.
        """

    def show(self, kind: str, observation: Array8, mask: Array8) -> dict[str, Any]:
        """Return flat observations in another form, as arrays by name.

        Args:
            kind: ``"dict"`` (named blocks) or another of ``ObservationKind``.
            observation: One, or a batch along the first axis; the caller's own.
            mask: Its legal actions, or theirs.
        """

    def state(self) -> Array8:
        """Return seat 0's observation."""

    def chance_outcomes(self) -> tuple[Array16, npt.NDArray[np.float64]]:
        """Return the outcomes and their probabilities at a chance decision."""

    def to_move(self) -> int:
        """Return who is next, as moves do."""

    def save(self) -> bytes:
        """Return the whole game as bytes of a fixed length."""

    def check(self, record: bytes) -> None:
        """Refuse a record that is no game of these rules.

        Raises:
            FormatError: It is none; the message says why.
        """

    def restore(self, record: bytes) -> int:
        """Go on from saved bytes that have been checked, or come from ``save``.

        Answers who is next.

        Raises:
            FormatError: The game does not fit these settings; nothing has changed.
        """

    def resample(self, seed: int) -> None:
        """Draw a new hidden part that agrees with the public one."""

    def describe(self, action: int) -> str:
        """Return a legal action in words."""

    def events(self) -> list[dict[str, Any]]:
        """Return what happened in the last move."""

    def snapshot(self) -> dict[str, Any]:
        """Return the public state as documented plain data."""

    def dump_position(self) -> dict[str, Any]:
        """Return the whole game as plain data that people can edit."""

    def load_position(self, position: Mapping[str, Any], seed: int | None = None) -> int:
        """Go on from a position, open points drawn from ``seed``; answers who is next.

        Raises:
            GameError: The position is invalid; nothing has changed.
        """

    def picture(self, mode: str) -> Picture:
        """Return a drawing of what can be seen.

        Args:
            mode: ``"ansi"`` (text), ``"svg"`` (text too) or ``"rgb_array"`` (pixels).
        """
