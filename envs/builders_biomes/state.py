"""The records: one game (public and hidden part), the box, a scenario, the scratch space.

A *cell* is a place of the 6 x 6 Overworld, ``6 * row + column``: corners are empty, the rest of
the rim holds one weapon token each, the 16 inner cells a stack of tiles. Tiles are numbers:
buildings first, then mobs, as in the parts file. Columns of the cube are those of
``tablemates.envs.core.engine.cube``: level 3 is layer 1 of the rules.
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from tablemates.envs.builders_biomes import vocabulary as V
from tablemates.envs.core.engine.cube import GONE
from tablemates.envs.core.engine.events import EVENT_WIDTH
from tablemates.envs.core.engine.header import Header, WorkHeader
from tablemates.envs.core.records.layout import I8, U64, Array8, Array16, Array32, dtype_of
from tablemates.envs.core.records.ranges import FLAG, Range, ranges_of

#: Ranges of several fields.
A_TILE: Final = Range(V.NOTHING, V.TILES - 1)
SEAT: Final = Range(0, V.SEATS - 1)
TOKENS: Final = Range(0, 2 * V.MOST_POINTS)  # of one kind, the seat's own and those it took


class Public(Header):
    """Everything that a person at the table can see, count or remember: no seat knows more."""

    # -- the Overworld ------------------------------------------------------------------
    left: Annotated[Array8, np.int8, V.CELLS, Range(0, V.STACK)]  # tiles or tokens on a cell
    face: Annotated[Array8, np.int8, V.CELLS, A_TILE]  # face-up tile or token on top, else NOTHING
    # -- the cube, [column, level] as in ``core.engine.cube`` -------------------------------------
    cube: Annotated[Array8, np.int8, (V.COLUMNS, V.LAYERS), Range(GONE, V.COLOURS - 1)]
    # -- seats ---------------------------------------------------------------------------
    built: Annotated[Array8, np.int8, (V.SEATS, V.SPACES), A_TILE]  # tile or NOTHING
    supply: Annotated[Array8, np.int8, (V.SEATS, V.COLOURS), Range(0, V.BLOCKS)]
    pile: Annotated[Array8, np.int8, (V.SEATS, V.WEAPONS), TOKENS]  # FIGHT-08
    xp: Annotated[Array32, np.int32, V.SEATS, Range(0, 2**28)]
    # -- what may still turn up ------------------------------------------------------------
    height: Annotated[Array8, np.int8, V.COLUMNS, Range(0, V.LAYERS)]
    unseen: Annotated[
        Array8, np.int8, V.COLOURS, Range(0, V.BLOCKS)
    ]  # blocks in the cube that show no face
    tokens: Annotated[
        Array8, np.int8, V.WEAPONS, Range(0, V.FRINGE)
    ]  # neutral tokens that have never been face up
    where: Annotated[
        Array8, np.int8, V.TILES, Range(V.UNSEEN_TILE, V.OUT)
    ]  # UNSEEN_TILE, FACE_UP, ON_BOARD + seat, ...
    # -- seats -----------------------------------------------------------------------------
    xp_by: Annotated[Array32, np.int32, (V.SEATS, V.SOURCES), Range(0, 2**25)]
    at: Annotated[Array8, np.int8, V.SEATS, Range(0, V.CROSSINGS - 1)]  # crossing
    board: Annotated[
        Array8, np.int8, V.SEATS, Range(V.NOTHING, V.BOARDS - 1)
    ]  # which player board, NOTHING: no such seat
    beginner: Annotated[Array8, np.int8, V.SEATS, FLAG]  # 1: SCORE-06
    scored_as: Annotated[
        Array8, np.int8, (V.SEATS, V.SCORINGS), Range(V.NOTHING, V.CHARACTERISTICS - 1)
    ]  # characteristic, NOTHING
    scored_count: Annotated[Array8, np.int8, (V.SEATS, V.SCORINGS), Range(0, V.SPACES)]  # spaces
    rank: Annotated[Array8, np.int8, V.SEATS, Range(0, V.SEATS)]  # 1 is best; 0: the game goes on
    # -- the game ----------------------------------------------------------------------------
    level: Annotated[I8, Range.of(V.Level)]
    first_player: Annotated[I8, SEAT]
    active: Annotated[I8, SEAT]
    cause: Annotated[I8, Range.of(V.Cause)]
    scored: Annotated[I8, Range(0, V.SCORINGS)]  # scorings that have taken place
    # -- what is under way ---------------------------------------------------------------------
    decision: Annotated[I8, Range.of(V.Decision)]
    chance: Annotated[I8, Range.of(V.Chance)]
    about: Annotated[
        I8, Range(V.NOTHING, V.BLOCKS - 1)
    ]  # cell whose top is turned up, or column * 4 + level of a block
    actions: Annotated[
        I8, Range(0, V.ACTIONS_A_TURN + 1)
    ]  # begun in this turn, without additional ones
    used: Annotated[I8, Range(0, 2**V.KINDS - 1)]  # bit k: the turn has had an action of ``Kind`` k
    opened: Annotated[
        I8, Range(V.NOTHING, V.COLUMNS - 1)
    ]  # column from which a block was just taken, NOTHING
    more: Annotated[I8, Range(0, V.COLLECT - 1)]  # blocks still to be taken by this collecting
    placing: Annotated[I8, A_TILE]  # the building that is to be placed, NOTHING
    exploring: Annotated[I8, FLAG]  # 1: what the active seat touches is turned up
    fight: Annotated[I8, Range.of(V.Fight)]  # ``Fight``
    fight_cell: Annotated[I8, Range(V.NOTHING, V.CELLS - 1)]  # of the mob, NOTHING
    reveals: Annotated[I8, Range(0, V.REVEAL)]  # tokens still to be revealed
    hand: Annotated[Array8, np.int8, V.WEAPONS, TOKENS]  # tokens revealed in this fight
    pickaxes: Annotated[I8, TOKENS]  # revealed ones that may still take a block


class Hidden:
    """The hidden part; with explicit chance, which decides it later, everything is empty."""

    seed: U64
    drawn: Annotated[Array32, np.int32, V.SEATS]  # weapon tokens revealed so far
    # Tiles or token of each cell, bottom first; NOTHING where a tile is known or gone.
    under: Annotated[Array8, np.int8, (V.CELLS, V.STACK)]
    colours: Annotated[Array8, np.int8, (V.COLUMNS, V.LAYERS)]  # NOTHING where it is known


class State:
    """One game."""

    public: Public
    hidden: Hidden


class Box:
    """Numbers printed on the parts, and points for the end of a game."""

    reward: I8  # ``Reward``
    buildings: I8  # tiles from this number on are mobs
    blocks: Annotated[Array8, np.int8, V.COLOURS]
    points: Annotated[Array8, np.int8, V.CHARACTERISTICS]
    own: Annotated[Array8, np.int8, V.WEAPONS]
    neutral: Annotated[Array8, np.int8, V.WEAPONS]
    weapon_hearts: Annotated[Array8, np.int8, V.WEAPONS]
    boards: Annotated[Array8, np.int8, (V.BOARDS, V.SPACES)]  # biome
    # -- tiles ---------------------------------------------------------------------------
    shows: Annotated[Array8, np.int8, (V.TILES, V.CATEGORIES)]  # characteristics of a building
    cost: Annotated[Array8, np.int8, (V.TILES, V.COLOURS)]
    xp: Annotated[Array8, np.int8, V.TILES]
    hearts: Annotated[Array8, np.int8, V.TILES]
    kind: Annotated[Array8, np.int8, V.TILES]  # ``Mob``
    action: Annotated[Array8, np.int8, V.TILES]  # 1: gives an additional action
    bonus_for: Annotated[Array8, np.int8, V.TILES]  # characteristic, NOTHING
    bonus: Annotated[Array8, np.int8, V.TILES]  # points a space


class Scenario:
    """Parts that the settings put on the table."""

    level: I8
    beginner: Annotated[Array8, np.int8, V.SEATS]
    board: Annotated[Array8, np.int8, V.SEATS]  # NOTHING: drawn


class Work(WorkHeader):
    """Scratch space of the compiled functions."""

    legal: Annotated[Array16, np.int16, V.ACTIONS]
    events: Annotated[Array32, np.int32, (192, EVENT_WIDTH)]


RANGES: Final = ranges_of(Public)
STATE: Final = dtype_of(State)
BOX: Final = dtype_of(Box)
SCENARIO: Final = dtype_of(Scenario)
WORK: Final = dtype_of(Work)
