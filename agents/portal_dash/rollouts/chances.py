"""The chance of winning that a position is given: features, and a small network over them.

The planner's points say which position is better, not how likely it wins. The
network puts its terms and a few counts of the table into one chance. Its
numbers are fitted to how the planner's own games ended (``fitting``), so it
estimates the chance of a team of planners.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from safetensors.numpy import load

from tablemates.agents.portal_dash.planner.weights import Numbers, Term
from tablemates.envs.core.compiled import helper
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import Box, Public
from tablemates.envs.portal_dash.rules.vocabulary import Decision

FILE: Final = Path(__file__).parent / "chances.safetensors"
_TERMS = len(Term)
_COUNTS = 16
#: Features of a position.
FEATURES = _TERMS + _COUNTS + L.PLAYERS
#: Units of the network's one layer between.
HIDDEN = 16
#: Features further from their mean than this many standard deviations are cut.
_FURTHEST = 6.0
#: How the numbers lie in one array: mean and scale of each feature, then the two layers.
_SCALE = FEATURES
_LAYER = 2 * FEATURES
_BIAS = _LAYER + FEATURES * HIDDEN
_OUT = _BIAS + HIDDEN
SIZE = _OUT + HIDDEN + 1


@helper
def write_features(p: Public, box: Box, terms: Numbers, features: Numbers) -> None:
    """Write what a position's chance is judged by.

    Args:
        p: The public part of a game at a decision.
        box: What is in the box.
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
    """Return the chance of winning, from 0 to 1.

    Args:
        features: Of a position, see ``write_features``.
        model: The network's numbers, shape ``(SIZE,)``.
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


def read_model(file: Path = FILE) -> Numbers:
    """Return the numbers of a file.

    Raises:
        ValueError: They are not as many as the network has.
    """
    model = load(file.read_bytes())["model"]
    if model.shape != (SIZE,):
        raise ValueError(f"{file.name}: {SIZE} numbers are needed, not {model.shape}: fit it anew")
    return np.asarray(model, np.float64)
