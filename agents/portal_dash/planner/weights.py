"""The planner's weights: their names, the terms of its value, and the files with the numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.errors import AgentError
from tablemates.envs.core.documents import nearest, read_document
from tablemates.envs.portal_dash.rules import limits as L

Numbers = npt.NDArray[np.float64]

_FOLDER: Final = Path(__file__).parent
STANDARD: Final = _FOLDER / "planner.yaml"
TUNED: Final = _FOLDER / "tuned.yaml"
STYLES: Final = _FOLDER / "styles.yaml"
#: Largest beam width of the search.
BEAM: Final = 16


class Weight(IntEnum):
    """Index of each weight; ``planner.yaml`` gives the numbers and says what each is for."""

    BLOCK_PLACED = 0
    TASK_DONE = 1
    URGENCY = 2
    SCARCITY = 3
    ACCESS = 4
    HEART_1 = 5
    HEART_2 = 6
    HEART_3 = 7
    HEART_4 = 8
    HEART_5 = 9
    ARMOUR = 10
    DAMAGE = 11
    DEATH = 12
    DEATH_LATER = 13
    MOB = 14
    NEAR_MOB = 15
    SWORD = 16
    BOW = 17
    STEPS = 18
    BLOCKS = 19
    ARMOUR_ITEM = 20
    DAMAGED = 21
    FIND = 22
    NETHERITE = 23
    CHEST = 24
    PART = 25
    PORTAL = 26
    HAND = 27
    ACTION = 28
    TIME = 29
    TIME_SCALE = 30
    BOSS = 31
    BOSS_SCALE = 32
    BOSS_LIFE = 33
    RATE = 34
    RATE_COLOUR = 35
    OVERHEAD = 36
    PACE_TASKS = 37
    WAIT = 38
    UNSEEN_COLUMN = 39
    FRONT = 40
    REPAIR_IN_FIGHT = 41
    TIME_FLOOR = 42
    LATE = 43
    READY_LATER = 44
    RISK = 45
    WIDTH = 46


class Term(IntEnum):
    """What the value of a position is the sum of."""

    TASKS = 0
    TIME = 1
    BOSS = 2
    HEARTS = 3
    THREAT = 4
    GEAR = 5
    FINDS = 6
    OUTCOME = 7


@dataclass(frozen=True, slots=True)
class Style:
    """A style of play.

    Attributes:
        name: As users type it after ``planner:``.
        sentence: A description.
        weights: Shape ``(players, weights)``.
    """

    name: str
    sentence: str
    weights: Numbers


def read_weights(path: Path = STANDARD, standard: Numbers | None = None) -> Numbers:
    """Return the weights of a file.

    Args:
        path: A YAML file with ``weights`` by name, and under ``players`` those that differ in
            games of so many players.
        standard: Values where the file has none; None: the file must name every weight.

    Returns:
        Shape ``(players, weights)``: row ``n - 1`` is for games of ``n`` players.

    Raises:
        ValueError: A weight is missing, unknown, no number or out of range.
    """
    values = read_document(path).values
    found = np.full((L.PLAYERS, len(Weight)), np.nan) if standard is None else standard.copy()
    for name, value in values.get("weights", {}).items():
        found[:, _index(name, path)] = _number(name, value, path)
    for players, numbers in values.get("players", {}).items():
        if players not in range(1, L.PLAYERS + 1):
            raise ValueError(f"{path.name}: there are 1 to {L.PLAYERS} players, not {players!r}")
        for name, value in numbers.items():
            found[int(players) - 1, _index(name, path)] = _number(name, value, path)
    missing = [weight.name.lower() for weight in Weight if np.isnan(found[:, weight]).any()]
    if missing:
        raise ValueError(f"{path.name}: missing weights: {', '.join(sorted(missing))}")
    width = found[:, Weight.WIDTH]
    if width.min() < 1 or width.max() > BEAM:
        raise ValueError(f"{path.name}: width is 1 to {BEAM}")
    return found


def standard_weights() -> Numbers:
    """Return the hand-chosen weights, shape ``(players, weights)``."""
    return read_weights()


def tuned_weights() -> Numbers:
    """Return the optimised weights, shape ``(players, weights)``."""
    return read_weights(TUNED, standard_weights())


def read_styles(path: Path = STYLES) -> dict[str, Style]:
    """Return the styles by name; each multiplies some of the standard weights.

    Raises:
        ValueError: A weight is unknown or no number.
    """
    standard = standard_weights()
    found = {}
    for name, values in read_document(path).values.items():
        weights = standard.copy()
        times: Mapping[str, Any] = values.get("times", {})
        for weight, factor in times.items():
            weights[:, _index(weight, path)] *= _number(weight, factor, path)
        found[str(name)] = Style(str(name), str(values["sentence"]), weights)
    return found


def find_style(name: str) -> Style:
    """Return a style by its name.

    Raises:
        AgentError: There is no such style.
    """
    styles = read_styles()
    if name not in styles:
        raise AgentError(f"the planner has no style {name!r}{nearest(name, styles)}")
    return styles[name]


def _index(name: object, path: Path) -> Weight:
    names = {weight.name.lower(): weight for weight in Weight}
    if name not in names:
        raise ValueError(f"{path.name}: unknown weight {name!r}{nearest(name, names)}")
    return names[str(name)]


def _number(name: object, value: object, path: Path) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{path.name}: {name} is {value!r}, not a number")  # noqa: TRY004
    return float(value)
