"""Games of the caller's choice in lanes, for learners that choose what to learn from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, SupportsIndex, cast

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.batch import SKIP, GameBatch, Integers
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game import OVER, Game
from tablemates.envs.core.lockstep import Lockstep
from tablemates.envs.core.record import Array8
from tablemates.envs.core.seeds import LARGEST

_LONGEST_QUOTE: Final = 60
#: Actions that a game may begin with; no game is so long.
_MOST: Final = 2**31
#: What a number of each list must be, for messages.
_MEANT: Final = {
    "lanes": "a lane of this view",
    "seeds": "a seed",
    "levels": "a place in the settings' list of levels",
    "players": "a number of players of the settings",
    "openings": "a number of actions",
    "parts": "a set of parts that was offered",
}


class FullBatch(GameBatch, Protocol):
    """What single methods of the vector view need beside what lanes need."""

    #: Which of the sets of parts offered each lane plays with, 0: that of the settings. To be
    #: changed only where a game is set up next.
    parts: Integers

    @property
    def choices(self) -> Mapping[str, Sequence[int]]:
        """What ``levels``, ``players`` and ``parts`` of ``Chosen`` may hold."""

    def offer_parts(self, games: Sequence[Game]) -> None:
        """Have games with further sets of parts, numbered from 1, that lanes may play."""

    def set_up(
        self, lanes: Integers, seeds: Sequence[int], levels: Sequence[int], players: Sequence[int]
    ) -> None:
        """Begin games of which nothing is left open; levels are places in the settings'."""

    def state(self, privileged: bool) -> Array8:
        """Return the games as those see them who decide, shape ``(lanes, values)``."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Games of which nothing is left open, one place each.

    Attributes:
        seeds: Of the games.
        levels: Places in the levels of the settings.
        players: How many play.
        openings: Random legal actions that each begins with. A game that ends in them is
            followed by the next one of its lane's sequence.
        rng: Draws these actions.
        parts: Which of the sets of parts offered each is played with; None: as before.
    """

    seeds: Sequence[int]
    levels: Sequence[int]
    players: Sequence[int]
    openings: Sequence[int]
    rng: np.random.Generator
    parts: Sequence[int] | None = None


def checked_choice(
    batch: FullBatch, lanes: npt.ArrayLike, chosen: Chosen
) -> tuple[Integers, Chosen]:
    """Return lanes and games with plain integers in them; nothing has changed.

    Compiled code looks up places without asking, so that all is checked before it is run.

    Raises:
        SettingsError: There is no such lane, seed, level, number of players or set of parts.
    """
    where = np.array(_checked("lanes", lanes, range(len(batch))), np.int64)
    count = len(where)
    if len(set(where.tolist())) < count:
        raise SettingsError(f"lanes: one stands twice in {where.tolist()}: name each lane once")
    choices, parts = batch.choices, chosen.parts
    return where, Chosen(
        seeds=_checked("seeds", chosen.seeds, range(LARGEST + 1), count),
        openings=_checked("openings", chosen.openings, range(_MOST), count),
        levels=_checked("levels", chosen.levels, choices["levels"], count),
        players=_checked("players", chosen.players, choices["players"], count),
        rng=chosen.rng,
        parts=None if parts is None else _checked("parts", parts, choices["parts"], count),
    )


def begin_chosen(lockstep: Lockstep, where: Integers, chosen: Chosen) -> None:
    """Begin games in some lanes and go on to the learner's first decisions.

    Args:
        lockstep: The lanes.
        where: Which of them, checked.
        chosen: Their games, checked.
    """
    batch = cast(FullBatch, lockstep.batch)
    if chosen.parts is not None:
        batch.parts[where] = chosen.parts
    batch.set_up(where, [*chosen.seeds], [*chosen.levels], [*chosen.players])
    left = np.array(chosen.openings, np.int64)
    actions = np.full(len(batch), SKIP)
    while len(here := where[(left > 0) & (batch.answers[where] != OVER)]):
        actions[here] = [chosen.rng.choice(np.flatnonzero(mask)) for mask in batch.masks[here]]
        batch.step(actions)
        actions[here] = SKIP
        left -= 1
    lockstep.adopt(where)


def _checked(
    name: str, values: npt.ArrayLike, offered: Sequence[int], count: int | None = None
) -> list[int]:
    """Return a list of ``Chosen`` as integers, each of which is offered.

    Args:
        name: What messages call it.
        values: The list.
        offered: What it may hold.
        count: How many it must have; None: any number.
    """
    given = np.asarray(values, object)
    if given.ndim != 1 or count not in (None, len(given)):
        lanes = "a list" if count is None else f"a list with one for each of {count} lanes"
        raise SettingsError(f"{name}: {lanes} is needed, not {_shortened(values)}")
    for one in given:
        integer = isinstance(one, SupportsIndex) and not isinstance(one, bool | np.bool_)
        if not integer or int(one) not in offered:
            raise SettingsError(
                f"{name}: {_shortened(one)} is not {_MEANT[name]}, {_said(offered)}"
            )
    return [int(one) for one in given]


def _said(offered: Sequence[int]) -> str:
    if isinstance(offered, range) and offered[0] != offered[-1]:
        return f"{offered[0]} to {offered[-1]}"
    return ", ".join(map(str, offered))


def _shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 3]}..."
