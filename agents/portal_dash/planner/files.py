"""Sets of the planner's weights, as files: the standard one, the tuned one, and the styles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates.agents.errors import AgentError
from tablemates.agents.portal_dash.planner.desk import BEAM
from tablemates.agents.portal_dash.planner.weights import Numbers, Weight
from tablemates.envs.core.documents import nearest, read_document
from tablemates.envs.portal_dash.rules import limits as L

_FOLDER: Final = Path(__file__).parent
STANDARD: Final = _FOLDER / "planner.yaml"
TUNED: Final = _FOLDER / "tuned.yaml"
STYLES: Final = _FOLDER / "styles.yaml"
_NAMES: Final = {weight.name.lower(): weight for weight in Weight}


@dataclass(frozen=True, slots=True)
class Style:
    """A way to play.

    Attributes:
        name: As users type it after ``planner:``.
        sentence: What it is like.
        weights: Shape ``(players, weights)``.
    """

    name: str
    sentence: str
    weights: Numbers


def read_weights(path: Path = STANDARD, standard: Numbers | None = None) -> Numbers:
    """Return the weights of a file.

    Args:
        path: A YAML file with ``weights`` by name, and with what is otherwise in games
            of so many ``players``.
        standard: Values where the file says nothing; without them it must name every weight.

    Returns:
        Shape ``(players, weights)``: row ``n - 1`` is for games of ``n`` players.

    Raises:
        ValueError: A weight is missing, unknown, no number or out of range.
    """
    values = read_document(path).values
    weights = values.get("weights", {})
    if standard is None:
        missing = ", ".join(sorted(set(_NAMES) - set(weights)))
        if missing:
            raise ValueError(f"{path.name}: weights that are missing: {missing}")
        found = np.zeros((L.PLAYERS, len(Weight)))
    else:
        found = standard.copy()
    for name, value in weights.items():
        found[:, _index(name, path)] = _number(name, value, path)
    for players, numbers in values.get("players", {}).items():
        if players not in range(1, L.PLAYERS + 1):
            raise ValueError(f"{path.name}: there are 1 to {L.PLAYERS} players, not {players!r}")
        for name, value in numbers.items():
            found[int(players) - 1, _index(name, path)] = _number(name, value, path)
    width = found[:, Weight.WIDTH]
    if width.min() < 1 or width.max() > BEAM:
        raise ValueError(f"{path.name}: width is 1 to {BEAM}")
    return found


def standard_weights() -> Numbers:
    """Return the weights that were chosen by hand, shape ``(players, weights)``."""
    return read_weights()


def tuned_weights() -> Numbers:
    """Return the weights that the optimiser found, shape ``(players, weights)``."""
    return read_weights(TUNED, standard_weights())


def read_styles(path: Path = STYLES) -> dict[str, Style]:
    """Return the styles by name: each says what it is like and multiplies standard weights.

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


def named_weights() -> dict[str, Numbers]:
    """Return every set of weights by its agent's name; ``Rollouts`` takes them as its styles."""
    found = {"planner": standard_weights(), "planner-tuned": tuned_weights()}
    return found | {f"planner:{style.name}": style.weights for style in read_styles().values()}


def find_style(name: str) -> Style:
    """Return a style.

    Raises:
        AgentError: There is none of this name.
    """
    styles = read_styles()
    if name not in styles:
        raise AgentError(f"the planner has no style {name!r}{nearest(name, styles)}")
    return styles[name]


def _index(name: object, path: Path) -> Weight:
    if name not in _NAMES:
        raise ValueError(f"{path.name}: unknown weight {name!r}{nearest(name, _NAMES)}")
    return _NAMES[str(name)]


def _number(name: object, value: object, path: Path) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{path.name}: {name} is {value!r}, not a number")  # noqa: TRY004
    return float(value)
