"""``info``: the same entries, of the same types and shapes, at every reset and step of every view.

So recorders that expect a fixed structure work. What tells how a game ended is blank while it goes
on: the first of the words, and zeros.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.game.game import Game, row
from tablemates.envs.core.records.layout import Array8

#: Entries of every game: type and shape, and what they say; games have labels and further entries
#: of the ending (``Game.label_fields``, ``Game.ending_entries``).
ENTRIES: Final[Mapping[str, tuple[str, str]]] = {
    "action_mask": ("`int8`, (actions,)", "1 for each legal action; only `wait` at the end"),
    "seat": (
        "`int`",
        (
            "who decides, -2 at the end, -3 where chance decides; with the parameter `seat` the "
            "learner's seat; in `env` and `parallel_env` the agent's own, of `chance_0` -3"
        ),
    ),
    "illegal": ("`bool`", "the last action of this party was refused"),
    "partners": (
        "`tuple` of `str`",
        "only with the parameter `seat`: the partners' names, clockwise from the learner",
    ),
    "outcomes": (
        "`int64`, (actions,)",
        "only with explicit chance: what is possible, ascending, then -1",
    ),
    "probabilities": ("`float64`, (actions,)", "only with explicit chance: theirs, then 0"),
    "outcome": ("`str`", "of a team: `running`, `won` or `lost`"),
    "cause": ("`str`", "why the game has ended; `none` if it has not, or was cut"),
    "scores": ("`int64`, (seats,)", "only of games with scores: of each seat"),
    "returns": ("`float64`, (seats,)", "what the end earns each seat, without shaping"),
    "progress": (
        "`float`, of a competitive game `float64`, (seats,)",
        "how far the team or each seat has come, 0 to 1",
    ),
    "turns": ("`int`", "turns begun"),
}


def game_info(info: Mapping[str, Any], lane: int) -> dict[str, Any]:
    """Return what a vector environment's ``info`` says of one lane, as its own view would."""
    names = [name for name in info if not name.startswith("_") and info[f"_{name}"][lane]]
    return row({name: info[name] for name in names}, lane)


def chance_info(
    game: Game, values: npt.NDArray[Any], chances: npt.NDArray[np.float64]
) -> dict[str, Any]:
    """Return outcomes of chance and their probabilities in arrays of a fixed length."""
    outcomes = np.full(len(game.catalogue), -1, np.int64)
    probabilities = np.zeros(len(game.catalogue))
    outcomes[: len(values)], probabilities[: len(values)] = values, chances
    return {"outcomes": outcomes, "probabilities": probabilities}


class RunningInfo:
    """Makes the ``info`` of a running game, from its mask and who decides.

    Args:
        game: The game.
        own: Whether arrays are new in every one, as Gymnasium asks for; else they are shared and
            nobody may write to them.
    """

    def __init__(self, game: Game, own: bool) -> None:
        entries = {"action_mask": None, "seat": OVER, **game.labels, "illegal": False}
        if game.explicit_chance:
            entries |= chance_info(game, np.zeros(0, np.int64), np.zeros(0))
        self._entries: dict[str, Any] = entries | row(game.blank_endings(1), 0)
        arrays = {
            name: value for name, value in self._entries.items() if isinstance(value, np.ndarray)
        }
        self._own = list(arrays.items()) if own else []
        for array in arrays.values():
            array.flags.writeable = own

    def __call__(self, mask: Array8, seat: int) -> dict[str, Any]:
        """Return a new ``info``."""
        info = self._entries.copy()
        info["action_mask"] = mask
        info["seat"] = seat
        for name, array in self._own:
            info[name] = array.copy()
        return info
