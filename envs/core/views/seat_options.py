"""The further parameters of ``gym_env`` and ``vector_env``: seat, partners, lanes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, TypeVar

from gymnasium.vector import AutoresetMode

from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.settings import Settings
from tablemates.envs.core.views.agent import Agent

#: A partner: an agent, or its name in the agents' registry.
PartnerSpec: TypeAlias = Agent | str
SeatChoice: TypeAlias = int | Literal["random"]
_Options = TypeVar("_Options", bound="SeatOptions")


@dataclass(frozen=True)
class Pool:
    """Agents from which every seat but the learner's draws one at every reset.

    Attributes:
        agents: Agents or their names; one that is listed twice is drawn twice as often.
        alike: One is drawn for all other seats, instead of one for each.
    """

    agents: Sequence[PartnerSpec]
    alike: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.agents, str) or not isinstance(self.agents, Sequence):
            raise SettingsError(f"a pool is a list of agents, not {self.agents!r}")
        if not self.agents:
            raise SettingsError("a pool of partners must not be empty")


@dataclass(frozen=True, kw_only=True)
class SeatOptions(Settings):
    """The further parameters of ``gym_env``.

    Attributes:
        seat: Play this seat alone, or ``"random"``: drawn at every reset; None:
            play every seat.
        partners: Who plays the others: a list of agents or their names, clockwise from
            ``seat``, or ``Pool([...])``, from which each draws at every reset.
    """

    seat: SeatChoice | None = None
    partners: Sequence[PartnerSpec] | Pool | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.seat is None and self.partners is not None:
            raise SettingsError("partners need a seat: seat=0 or 'random'")
        if self.seat is not None and self.chance == "explicit":
            raise SettingsError(
                "seat and chance='explicit' do not go together: play every seat, or use env()"
            )


@dataclass(frozen=True, kw_only=True)
class VectorOptions(SeatOptions):
    """The further parameters of ``vector_env``.

    Attributes:
        num_envs: Number of games.
        threads: Number of threads that step them.
        autoreset_mode: ``"NextStep"``, ``"SameStep"`` or ``"Disabled"``: when a lane whose
            game is over begins the next one.
        copy: Return copies of observations and masks. False is faster: the next step then
            overwrites the arrays that were returned.
    """

    num_envs: int = field(kw_only=False)
    threads: int = 1
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP.value
    copy: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("num_envs", "threads"):
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, int) or number < 1:
                raise SettingsError(f"{name}={number!r} is not a positive integer")


def with_options(options: type[_Options], settings: type[Settings]) -> type[_Options]:
    """Return the parameters of ``gym_env`` or ``vector_env`` of a game: its settings and these."""
    about = {"__doc__": options.__doc__, "__module__": settings.__module__}
    made: Any = type(options.__name__, (options, settings), about)
    kind: type[_Options] = dataclass(frozen=True, kw_only=True)(made)
    return kind
