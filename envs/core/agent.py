"""The names that agents of your own are written with; ``tablemates`` has them too."""

from tablemates.envs.core.views.agent import (
    Agent,
    Batch,
    BatchAgent,
    Candidate,
    Explanation,
    Situation,
)

__all__ = ["Agent", "Batch", "BatchAgent", "Candidate", "Explanation", "Situation"]
