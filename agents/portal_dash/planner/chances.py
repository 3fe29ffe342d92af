"""The probability of winning that the planner's value of a position stands for.

Two models, both fitted to the results of planners' games on tuning seeds: logistic curves, one for
each set of weights (``chances.yaml``), for the choices of a decision; and a small network
(``chances.safetensors``), compiled, for the positions from which search starts.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load

from tablemates.agents.portal_dash.planner.weights import Numbers, Term
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.documents import read_document
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Box, Public
from tablemates.envs.portal_dash.rules.vocabulary import Decision

CURVES: Final = Path(__file__).parent / "chances.yaml"
NETWORK: Final = Path(__file__).parent / "chances.safetensors"
_TERMS = len(Term)
_COUNTS = 16
#: Inputs of the network.
FEATURES = _TERMS + _COUNTS + L.PLAYERS
#: Units of its hidden layer.
HIDDEN = 16
#: Inputs are clipped at this many standard deviations.
_FURTHEST = 6.0
# Layout of the parameters in one array: mean and scale of the inputs, then the two layers.
_SCALE = FEATURES
_LAYER = 2 * FEATURES
_BIAS = _LAYER + FEATURES * HIDDEN
_OUT = _BIAS + HIDDEN
_SIZE = _OUT + HIDDEN + 1


class Feature(IntEnum):
    """Features of the logistic curves; ``chances.yaml`` gives the coefficients."""

    VALUE = 0  # in hundreds of points
    VALUE_PORTAL = 1  # the same once the portal strip is face up
    ONE = 2
    PLAYERS_1 = 3
    PLAYERS_2 = 4
    PLAYERS_3 = 5
    TILES = 6  # gameboard tiles past two
    HARD = 7  # bosses on their hard side
    HOGLIN = 8  # bosses that are Ancient Hoglins
    PLACED = 9  # tens of blocks on the piglin board
    PARTS = 10  # further parts face up
    PORTAL = 11
    CUBE = 12  # fraction of the cube left
    ACTING = 13  # a decision of the two actions, not before them


def features_of(p: Public, values: npt.NDArray[np.float64]) -> Numbers:
    """Return the features of a decision's choices.

    Args:
        p: The public part of a game at the decision.
        values: The planner's values of the choices.

    Returns:
        Shape ``(choices, features)``.
    """
    found = np.zeros((len(values), len(Feature)))
    found[:, Feature.VALUE] = values / 100.0
    found[:, Feature.VALUE_PORTAL] = p.portal_open * values / 100.0
    found[:, Feature.ONE] = 1.0
    if p.players < L.PLAYERS:
        found[:, Feature.PLAYERS_1 + p.players - 1] = 1.0
    bosses = np.asarray(p.boss_kind)
    found[:, Feature.TILES] = int(p.parts) - 2
    found[:, Feature.HARD] = int(np.sum((bosses >= 0) & (np.asarray(p.boss_hard) == 1)))
    found[:, Feature.HOGLIN] = int(np.sum(bosses == 1))
    found[:, Feature.PLACED] = int(np.sum(p.place_count)) / 10.0
    found[:, Feature.PARTS] = int(p.parts_open) - 1
    found[:, Feature.PORTAL] = p.portal_open
    found[:, Feature.CUBE] = int(np.sum(p.height)) / (L.CUBE_COLUMNS * L.CUBE_LAYERS)
    found[:, Feature.ACTING] = p.actions_done > 0 or p.decision == Decision.ACTION
    return found


def read_curves(path: Path = CURVES) -> dict[str, Numbers]:
    """Return the coefficients of every planner by its name, indexed by ``Feature``.

    Raises:
        ValueError: A coefficient is missing or unknown.
    """
    curves = {}
    for name, values in read_document(path).values.items():
        numbers = values["curve"]
        if set(numbers) != {feature.name.lower() for feature in Feature}:
            raise ValueError(f"{path.name}: {name} does not give one number for each feature")
        curves[str(name)] = np.array([float(numbers[one.name.lower()]) for one in Feature])
    return curves


def curve_of(name: str) -> Numbers:
    """Return the coefficients of a planner, those of ``planner`` for other weights."""
    curves = read_curves()
    return curves.get(name, curves["planner"])


def chances_of(curve: Numbers, features: Numbers) -> npt.NDArray[np.float64]:
    """Return the estimated probability of winning for each row of features."""
    return 1.0 / (1.0 + np.exp(-np.clip(features @ curve, -30.0, 30.0)))


@helper
def write_features(p: Public, box: Box, terms: Numbers, features: Numbers) -> None:
    """Write the network's inputs for a position.

    Args:
        p: The public part of a game at a decision.
        box: The parts of the game.
        terms: The planner's terms of the best choice there.
        features: Written, shape ``(FEATURES,)``.
    """
    features[:] = 0.0
    for t in range(_TERMS):
        features[t] = terms[t]
    n = _TERMS
    for column in range(L.CUBE_COLUMNS):
        features[n] += p.height[column]
    features[n + 1] = p.parts_open
    features[n + 2] = p.parts - p.parts_open
    features[n + 3] = p.portal_open
    for i in range(L.BOSSES):
        if p.boss_kind[i] >= 0:
            features[n + 4] += max(0, int(p.boss_life[i]))
            features[n + 5] += p.boss_hard[i]
            features[n + 6] += p.boss_kind[i]
    lowest = L.HEARTS
    for player in range(p.players):
        lowest = min(lowest, int(p.hearts[player]))
        features[n + 7] += p.hearts[player] / p.players
    features[n + 8] = lowest
    for mob in range(L.MOBS):
        if p.mob_space[mob] >= 0:
            features[n + 9] += 1.0
    features[n + 10] = p.line_length
    side = 0 if p.players <= 2 else 1
    for place in range(L.PLACES):
        features[n + 11] += p.place_count[place]
        features[n + 12] += box.piglin[side, place] - p.place_count[place]
    features[n + 13] = p.actions_done
    if p.decision == Decision.ACTION:
        features[n + 14] = 1.0
    for kind in range(L.ITEM_KINDS):
        features[n + 15] += p.stack_count[kind]
    features[n + _COUNTS + int(p.players) - 1] = 1.0


@helper
def chance_of(features: Numbers, model: Numbers) -> float:
    """Return the network's probability of winning.

    Args:
        features: See ``write_features``.
        model: The parameters, see ``read_model``.
    """
    total = model[_OUT + HIDDEN]
    for unit in range(HIDDEN):
        inner = model[_BIAS + unit]
        for i in range(FEATURES):
            x = (features[i] - model[i]) / model[_SCALE + i]
            x = min(_FURTHEST, max(-_FURTHEST, x))
            inner += x * model[_LAYER + i * HIDDEN + unit]
        total += np.tanh(inner) * model[_OUT + unit]
    return float(1.0 / (1.0 + np.exp(-total)))


def read_model() -> Numbers:
    """Return the network's parameters, one array.

    Fitted by L-BFGS on the cross-entropy of who won 3,000 games of ``planner-tuned`` (training
    seeds, levels 1 to 5, 1 to 4 players), positions taken every few turns.
    """
    model = np.asarray(load(NETWORK.read_bytes())["model"], np.float64)
    assert model.shape == (_SIZE,)
    return model
