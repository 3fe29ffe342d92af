"""Costs of answers: counts of requests, refused answers, tokens and money."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field

_Count = Annotated[int, Field(ge=0)]


class Spent(BaseModel):
    """Costs of an agent that asks a service, in a game.

    Attributes:
        decisions: Decisions that it was asked for.
        requests: Answers that it got; more than decisions where some were refused.
        unreadable: Answers in which there was no JSON object with an action.
        illegal: Answers whose action is not legal.
        tokens_read: Tokens of the questions, as the service counts them.
        tokens_written: Tokens of the answers.
        price: What these cost; None: nobody said what a token costs.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    decisions: _Count = 0
    requests: _Count = 0
    unreadable: _Count = 0
    illegal: _Count = 0
    tokens_read: _Count = 0
    tokens_written: _Count = 0
    price: Annotated[float, Field(ge=0)] | None = None

    def plus(self, other: Self) -> Self:
        """Return the sum."""
        mine, theirs = self.model_dump(exclude={"price"}), other.model_dump(exclude={"price"})
        prices = [one.price for one in (self, other) if one.price is not None]
        price = sum(prices) if prices else None
        return type(self)(**{name: n + theirs[name] for name, n in mine.items()}, price=price)
