"""Luck: how much of a result was dice and draws, exactly reckoned, and outcomes without it."""

from __future__ import annotations

from tablemates.agents.evaluation.luck.adjust import adjusted
from tablemates.agents.evaluation.statistics import variance_factor

__all__ = ["adjusted", "variance_factor"]
