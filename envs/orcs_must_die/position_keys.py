"""Keys of a position of Orcs Must Die!, see ``positions``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.files.documents import DocumentModel
from tablemates.envs.core.files.parts import word_reader
from tablemates.envs.core.history import positions as core
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.part_models import MinionWord

_Seat: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=V.ALL_SEATS)]
_Tile: TypeAlias = Annotated[int, Field(ge=0, lt=V.TILES)]  # JSON has text for keys
_FarTile: TypeAlias = Annotated[int, Field(strict=True, ge=-1, lt=V.TILES)]
_Flag: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1)]
_Skulls: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=V.SKULLS)]
_Counts: TypeAlias = tuple[core.Count, ...]
_Shop: TypeAlias = Annotated[tuple[str | None, ...], Field(max_length=V.SHOP)]
_Traps: TypeAlias = Annotated[tuple[str | None, ...], Field(max_length=V.PLACES)]


class SeatKeys(DocumentModel):
    """Possessions of a seat; ``at`` -1: dead or not yet placed."""

    hero: str | None = None
    at: Annotated[int, Field(strict=True, ge=-1, lt=V.TILES)] | None = None
    health: core.Count | None = None
    stunned: _Flag = 0
    skulls: _Skulls = 0
    ready: _Flag = 1
    rank: Annotated[int, Field(strict=True, ge=0, lt=V.RANKS)] = 0
    equipment: Annotated[tuple[str | None, ...], Field(min_length=4, max_length=4)] = (None,) * 4
    upgraded: Annotated[int, Field(strict=True, ge=0, le=31)] = 0
    closed: _Flag = 0


class BossKeys(DocumentModel):
    """State of the boss of a moment; ``at`` -1: it is not in the fortress."""

    state: Annotated[V.BossState, word_reader(V.BossState)] = V.BossState.WAITS
    at: Annotated[int, Field(strict=True, ge=-1, lt=V.TILES)] = -1
    health: core.Count | None = None
    stunned: _Flag = 0


class SideKeys(DocumentModel):
    """A fortress and what belongs to it."""

    fortress: str = "straight_shot"
    stage: Annotated[int, Field(strict=True, ge=1, le=V.STAGES)] = 1
    rift: Annotated[int, Field(strict=True, ge=0, le=99)] | None = None
    pool: _Skulls = 0
    bosses: Annotated[tuple[BossKeys, ...], Field(max_length=V.BOSSES)] = ()
    standing: Mapping[_Tile, Mapping[MinionWord, core.Count]] = Field({})
    stunned: Mapping[_Tile, Mapping[MinionWord, core.Count]] = Field({})
    laid: Mapping[_Tile, _Traps] = Field({})
    supports: Mapping[str, str] = Field({})  # by the tiles of the connection: "2-3"
    shop: tuple[_Shop, _Shop] = ((), ())
    unseen: Mapping[str, Mapping[str, core.Count]] = Field({})
    cards_left: Annotated[_Counts, Field(min_length=V.ARMIES, max_length=V.ARMIES)] | None = None
    gone: Annotated[int, Field(strict=True, ge=0, lt=2**14)] = 0
    waves: core.Count = 0


class FarKeys(SideKeys):
    """The fortress that is not open; ``at``: heroes in it by seat, -1: none."""

    at: tuple[_FarTile, ...] = Field((), max_length=V.ALL_SEATS)
    way: Mapping[str, Any] = Field({})


class TeamKeys(DocumentModel):
    """Two teams; ``team``: whose fortress is open, ``picks``: heroes chosen in secret.

    ``rival_edition``: box of the second team; None: the one that the game was made for.
    """

    rival_edition: Annotated[V.Edition, word_reader(V.Edition)] | None = None
    seating: Annotated[V.Seating, word_reader(V.Seating)] = V.Seating.BLOCKS
    consent: Annotated[V.Consent, word_reader(V.Consent)] = V.Consent.SPEAKER
    team: _Flag = 0
    winner: Annotated[int, Field(strict=True, ge=-1, le=V.TEAMS)] = -1
    # By seat: the hero of the team's box, counted from 1; 0: none.
    picks: tuple[Annotated[int, Field(strict=True, ge=0, le=V.ALL_HEROES)], ...] = Field(
        (), max_length=V.ALL_SEATS
    )
    far: FarKeys = FarKeys()


class _Hidden(DocumentModel):
    """The hidden part: future chance."""

    seed: core.Word64
    counts: Annotated[
        tuple[Annotated[int, Field(strict=True, ge=0, lt=2**30)], ...],
        Field(min_length=V.COLOURS + 3, max_length=V.COLOURS + 3),
    ]


class Position(SideKeys, core.GamePosition):
    """The keys of a position; in rivalry those of a fortress are of the one that is open."""

    mode: Annotated[V.Mode, word_reader(V.Mode)] = V.Mode.STANDARD
    choices: Annotated[V.Choices, word_reader(V.Choices)] = V.Choices.BRIEF
    first_lord: Annotated[V.FirstLord, word_reader(V.FirstLord)] = V.FirstLord.DRAWN
    edition: Annotated[V.Edition, word_reader(V.Edition)] = V.Edition.ORDER
    heroes: Annotated[V.Roster, word_reader(V.Roster)] = V.Roster.BOX
    swaps: str = "none"
    boss_stage_2: str = "none"
    boss_stage_3: str = "none"
    boss_end: str = "none"
    max_rounds: Annotated[int, Field(strict=True, ge=1, le=1000)] = 100
    lord: Annotated[int, Field(strict=True, ge=-1, lt=V.ALL_SEATS)] = 0
    active: _Seat | None = None
    seats: tuple[SeatKeys, ...] = Field((SeatKeys(),), min_length=1, max_length=V.ALL_SEATS)
    outcome: Annotated[Outcome, word_reader(Outcome)] = Outcome.RUNNING
    cause: Annotated[V.Cause, word_reader(V.Cause)] = V.Cause.NONE
    step: Annotated[V.Step, word_reader(V.Step)] = V.Step.TURN
    decision: Annotated[V.Decision, word_reader(V.Decision)] = V.Decision.MENU
    next_card: Annotated[V.Chance, word_reader(V.Chance)] = V.Chance.NONE
    way: Mapping[str, Any] = Field({})
    teams: TeamKeys | None = None
    hidden: _Hidden | None = None
