"""The probability of winning that corresponds to the planner's value of a position.

Logistic curves, one for each set of weights (``chances.yaml``), fitted to the results of planners'
games on tuning seeds.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.agents.portal_dash.planner.weights import Numbers
from tablemates.envs.core.files.documents import read_document
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.state import Public
from tablemates.envs.portal_dash.vocabulary import Decision

_CURVES: Final = Path(__file__).with_name("chances.yaml")


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
    """Return features, shape ``(choices, features)``, of the planner's values of the choices."""
    found = np.zeros((len(values), len(Feature)))
    found[:, Feature.VALUE] = values / 100.0
    found[:, Feature.VALUE_PORTAL] = p.portal_open * values / 100.0
    found[:, Feature.ONE] = 1.0
    if p.players < V.PLAYERS:
        found[:, Feature.PLAYERS_1 + p.players - 1] = 1.0
    bosses = np.asarray(p.boss_kind)
    found[:, Feature.TILES] = int(p.parts) - 2
    found[:, Feature.HARD] = int(np.sum((bosses >= 0) & (np.asarray(p.boss_hard) == 1)))
    found[:, Feature.HOGLIN] = int(np.sum(bosses == 1))
    found[:, Feature.PLACED] = int(np.sum(p.place_count)) / 10.0
    found[:, Feature.PARTS] = int(p.parts_open) - 1
    found[:, Feature.PORTAL] = p.portal_open
    found[:, Feature.CUBE] = int(np.sum(p.height)) / (V.CUBE_COLUMNS * V.CUBE_LAYERS)
    found[:, Feature.ACTING] = p.actions_done > 0 or p.decision == Decision.ACTION
    return found


def curve_of(name: str) -> Numbers:
    """Return the coefficients of a planner, those of ``planner`` for other weights."""
    curves = read_document(_CURVES).values
    numbers = curves.get(name, curves["planner"])["curve"]
    return np.array([float(numbers[one.name.lower()]) for one in Feature])


def chances_of(curve: Numbers, features: Numbers) -> npt.NDArray[np.float64]:
    """Return the estimated probability of winning for each row of features."""
    return 1.0 / (1.0 + np.exp(-np.clip(features @ curve, -30.0, 30.0)))
