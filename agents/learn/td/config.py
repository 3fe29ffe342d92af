"""Settings of the learner ``td``."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tablemates.agents.configs import SettingsModel

_Positive = Annotated[int, Field(ge=1)]
_Share = Annotated[float, Field(ge=0, le=1)]
_AboveZero = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class TDConfig(SettingsModel):
    """TD(lambda) over afterstates, of the learner td."""

    width: Annotated[int, Field(ge=8, le=4096)] = 128
    """Units of the first layer, a sum of embeddings."""
    hidden: Annotated[int, Field(ge=8, le=4096)] = 32
    """Units of the second layer."""
    games_per_batch: _Positive = 300
    """Games that are played before their positions are shuffled and learned from."""
    max_decisions: _Positive = 600
    """Longer games are truncated; their last position is judged by the network."""
    td_lambda: _Share = 0.9
    """Weight of what followed beside the value of the next afterstate."""
    learning_rate: _AboveZero = 2e-3
    """Initial step size of the upper layers."""
    first_learning_rate: _AboveZero = 5e-4
    """Initial step size of the first layer."""
    final_share: _Share = 0.1
    """Share of the step sizes that is left at the end, to which they decrease linearly."""
    average: Annotated[float, Field(gt=0, le=1)] = 0.02
    """Weight of the newest network in the running average that is evaluated and kept."""
    epsilons: Annotated[tuple[_Share, ...], Field(min_length=1)] = (
        *(0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02),
        *(0.0, 0.05, 0.1),
    )
    """Probabilities of a random action, one of which is drawn for each game."""
    progress_weight: _Share = 0.1
    """What the expected progress counts beside the expected return when an action is chosen."""
    evaluate_every: _Positive = 4_000_000
    """Decisions between two evaluations."""
    evaluate_games: _Positive = 400
    """Games of an evaluation: greedy play from the true start on tuning seeds."""
