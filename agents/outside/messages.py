"""What programs are asked and what they answer: one line of JSON each.

The models make the messages, check them and write their tables in
``docs/evaluation.md``.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt

FORMAT: Final = "portal-dash-question"
#: Goes up when a key of the question changes its meaning or goes away.
VERSION: Final = 1


class Option(BaseModel):
    """One of the choices."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    action: int = Field(description="its number: the answer that chooses it")
    name: str = Field(description="its short name in the action catalogue")
    text: str = Field(description="what it means now, in words")


class Question(BaseModel):
    """What a program reads."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["portal-dash-question"]
    version: Literal[1]
    seat: Literal["pink", "blue", "yellow", "green"] = Field(description="who decides: you")
    decision: str = Field(description="what is to be decided, in a sentence")
    choices: list[Option] = Field(description="what is legal")
    snapshot: dict[str, Any] = Field(
        description="everything that can be seen, as in `docs/snapshot.md`"
    )
    seed: int = Field(
        description="below `2**53`; random numbers made of it let the game be played again"
    )
    seconds: float = Field(description="the time for this answer")
    explain: bool = Field(description="whether somebody wants to read `candidates`")


class Reason(BaseModel):
    """One choice as the program thinks of it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    action: StrictInt = Field(description="its number")
    value: float = Field(0.0, allow_inf_nan=False, description="how good, on a scale of your own")
    reason: str = Field("", description="a sentence")


class Reply(BaseModel):
    """What a program writes. Keys that are not in the table are passed over."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    action: StrictInt = Field(description="the number of the choice")
    candidates: list[Reason] = Field(
        default_factory=list, description="why: the best choices, best first"
    )
