"""What only some views take: a seat with partners, and many lanes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields

from gymnasium.vector import AutoresetMode

from tablemates.envs.core.batch import Buffers
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.partners import PartnerSpec, Pool, SeatChoice
from tablemates.envs.portal_dash.settings import Settings


@dataclass(frozen=True, kw_only=True)
class SeatSettings(Settings):
    """The parameters of ``gym_env``: those of every view, and these.

    Attributes:
        seat: Play this seat alone, 0 to 3, or ``"random"``: drawn at every reset; None:
            play every seat.
        partners: Who plays the others: a list of agents or their names, clockwise from
            ``seat``, or ``Pool([...])``, from which each draws at every reset.
    """

    seat: SeatChoice | None = None
    partners: Sequence[PartnerSpec] | Pool | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.seat is None and self.partners is not None:
            raise SettingsError("partners need to know whose partners they are: seat=0 or 'random'")
        if self.seat is not None and self.chance == "explicit":
            raise SettingsError(
                "seat and chance='explicit' do not go together: play every seat, or use env()"
            )

    def plain(self) -> Settings:
        """Return what of it makes the game."""
        return Settings(**{one.name: getattr(self, one.name) for one in fields(Settings)})


@dataclass(frozen=True, kw_only=True)
class VectorSettings(SeatSettings):
    """The parameters of ``vector_env``: those of ``gym_env``, and these.

    Attributes:
        num_envs: How many games.
        threads: Step the games in so many threads.
        autoreset_mode: ``"NextStep"``, ``"SameStep"`` or ``"Disabled"``: when a lane whose
            game is over begins the next one.
        buffers: ``Buffers(observations=..., masks=...)``: arrays of yours to write into; None:
            the view has its own, of which it writes only what has changed.
        copy: Return copies of observations and masks. False is faster: the next step then
            overwrites the arrays that were returned.
    """

    num_envs: int = field(kw_only=False)
    threads: int = 1
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP.value
    buffers: Buffers | None = None
    copy: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("num_envs", "threads"):
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, int) or number < 1:
                raise SettingsError(f"{name}={number!r} is not a positive integer")
        if self.chance == "explicit":
            raise SettingsError("vector_env has no explicit chance: leave chance='sampled'")
