"""Sizes of a network of the kind ``plans``."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from tablemates.agents.networks.base import Shapes, Width, layer
from tablemates.agents.networks.plan_rows import CHANCE, DOUBT, FEATURES, LATER, PlanRows
from tablemates.agents.networks.tokens_spec import ReadingSpec

#: Logit of a legal action that begins no plan: it is never played.
NEVER: Final = -1e4
#: What plans are told apart by before learning: by how much the script's chances with them
#: differ, those after the next rolls, and the standard error of these,
TRUSTED: Final = (CHANCE, LATER, DOUBT)
#: and the logits that a difference of 1 is worth: so much that what is drawn is hardly worse than
#: the best.
FIRST_TRUST: Final = (200.0, 200.0, 0.0)


class PlansSpec(ReadingSpec):
    """Sizes of a network that judges where a script's plans lead; see ``ReadingSpec``.

    Attributes:
        inputs: Bytes of a row, see ``PlanRows``.
        adviser: The script.
        plan: Width of the layers that judge a plan.
    """

    kind: Literal["plans"]
    adviser: Annotated[str, Field(max_length=64)]
    plan: Width

    @model_validator(mode="after")
    def _rows_of_the_board(self) -> Self:
        if self.inputs != self.rows().size:
            raise ValueError(f"rows of this board_shape have {self.rows().size} bytes")
        return self

    def rows(self) -> PlanRows:
        """Return how its rows are made up."""
        return PlanRows(self.reading().layout.size)

    def observed(self) -> int:
        """Return how many numbers an observation has."""
        return self.rows().observed

    def shapes(self) -> Shapes:
        """Return the shape of every tensor by its name."""
        last = self.hidden[-1]
        return {
            **self.reader_shapes(),
            **layer("plan.context", last, self.plan),
            "plan.end.weight": (self.plan, last),
            "plan.told.weight": (self.plan, FEATURES),
            "plan.first.weight": (self.plan, 1),
            **layer("plan.middle", self.plan, self.plan),
            "plan.logit.weight": (1, self.plan),
            "trust.weight": (1, len(FIRST_TRUST)),
            **layer("critic", 2 * last + FEATURES, 1),
        }
