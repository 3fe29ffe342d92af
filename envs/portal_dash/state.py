"""The records: one game (public and hidden part), the box, a level, the scratch space.

A *space* is ``row * 64 + column`` of the whole track, ``-1`` for none. A *word*
is one board row as 64 bits, bit ``c`` for column ``c``. A *slot* is a place of
a player's inventory. Items, tiles of the stack and enchantments are *kinds*,
indices into the box's item table, so equal tiles are equal numbers.
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from tablemates.envs.core.engine.events import EVENT_WIDTH
from tablemates.envs.core.engine.header import Header, WorkHeader
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.records.layout import (
    I8,
    I16,
    I32,
    U64,
    Array8,
    Array16,
    Array32,
    Words,
    dtype_of,
)
from tablemates.envs.core.records.ranges import FLAG, Range, ranges_of
from tablemates.envs.portal_dash import vocabulary as V

#: Ranges of several fields.
SPACE: Final = Range(-1, V.ROWS * V.COLUMNS - 1)
SEAT: Final = Range(0, V.PLAYERS - 1)
SEAT_OR_NONE: Final = Range(-1, V.PLAYERS - 1)
KIND: Final = Range(-1, V.ITEM_KINDS - 1)
BLOCKS: Final = Range(0, V.BLOCKS)
HAND: Final = Range(0, V.HAND)
TILES: Final = Range(0, V.DRAWABLE_TILES)
DICE: Final = Range(0, V.DICE)
ENCHANTED: Final = Range(
    0, V.NUMBER * (1 + V.ENCHANTMENTS)
)  # a number of an item with all it bears


class Public(Header):
    """Everything that a person at the table can see or count."""

    # -- board: one word a row ------------------------------------------------
    open_words: Annotated[Words, np.uint64, V.ROWS]  # spaces of the face-up parts
    lava: Annotated[Words, np.uint64, V.ROWS]  # printed; `brown` covers it
    magma: Annotated[Words, np.uint64, V.ROWS]
    soul_sand: Annotated[Words, np.uint64, V.ROWS]
    brown: Annotated[Words, np.uint64, V.ROWS]  # spaces under a brown block
    mob_words: Annotated[Words, np.uint64, V.ROWS]  # spaces held by a mob
    # -- counters -------------------------------------------------------------
    decisions: I32  # player decisions so far, forced ones included
    pending_mobs: Annotated[
        I32, Range(0, 2**V.MOBS - 1)
    ]  # bit m: mob m is still to be activated this turn
    # -- pieces ---------------------------------------------------------------
    mob_space: Annotated[Array16, np.int16, V.MOBS, SPACE]  # -1: not on the board
    player_space: Annotated[Array16, np.int16, V.PLAYERS, SPACE]
    chest_space: Annotated[Array16, np.int16, V.CHESTS, SPACE]  # -1: in the supply
    decision_about: Annotated[I16, Range(-1, 2**15 - 1)]  # what the decision is about: see `legal`
    # -- the game -------------------------------------------------------------
    level: Annotated[I8, Range(0, V.LEVELS)]
    edition: Annotated[I8, FLAG]  # 0 en, 1 fr
    first_player: Annotated[I8, SEAT]
    active_player: Annotated[I8, SEAT]
    actions_done: Annotated[I8, Range(0, V.ACTIONS)]  # of the active player's two
    outcome: Annotated[I8, Range.of(Outcome)]
    cause: Annotated[I8, Range.of(V.Cause)]
    cause_player: Annotated[I8, SEAT_OR_NONE]  # who died, else -1
    cause_source: Annotated[I8, Range(-1, V.MAGMA)]  # of what: MobKind or MAGMA, else -1
    decision: Annotated[I8, Range.of(V.Decision)]
    decider: Annotated[I8, SEAT_OR_NONE]  # player, -1: nobody (chance, or the game is over)
    # -- track ----------------------------------------------------------------
    rows: Annotated[I8, Range(1, V.ROWS)]
    columns: Annotated[I8, Range(1, V.COLUMNS)]  # of the whole track
    open_columns: Annotated[I8, Range(1, V.COLUMNS)]  # of the face-up parts
    parts: Annotated[I8, Range(1, V.TILES)]  # gameboard tiles in the track
    parts_open: Annotated[I8, Range(1, V.TILES)]  # of them face up
    portal_open: Annotated[I8, FLAG]
    tiles: Annotated[
        Array8, np.int8, V.TILES, Range(-1, V.TILES - 1)
    ]  # tile in each place, -1: face down
    # -- mobs -----------------------------------------------------------------
    line: Annotated[Array8, np.int8, V.REGULAR_MOBS, Range(-1, V.REGULAR_MOBS - 1)]  # front first
    line_length: Annotated[I8, Range(0, V.REGULAR_MOBS)]
    boss_kind: Annotated[
        Array8, np.int8, V.BOSSES, Range(-1, V.BOSSES - 1)
    ]  # 0 Wildfire, 1 Ancient Hoglin, -1 none
    boss_hard: Annotated[Array8, np.int8, V.BOSSES, FLAG]
    boss_life: Annotated[Array8, np.int8, V.BOSSES, Range(0, V.LIFE)]
    # -- players --------------------------------------------------------------
    hearts: Annotated[Array8, np.int8, V.PLAYERS, Range(0, V.HEARTS)]
    item_kind: Annotated[Array8, np.int8, (V.PLAYERS, V.SLOTS), KIND]  # kind, -1: empty slot
    item_active: Annotated[
        Array8, np.int8, (V.PLAYERS, V.SLOTS), FLAG
    ]  # 1 active row, 0 bottom row
    item_mode: Annotated[Array8, np.int8, (V.PLAYERS, V.SLOTS), Range.of(V.Mode)]
    item_hearts: Annotated[Array8, np.int8, (V.PLAYERS, V.SLOTS), Range(0, V.NUMBER)]
    item_starting: Annotated[Array8, np.int8, (V.PLAYERS, V.SLOTS), FLAG]
    item_enchantments: Annotated[
        Array8, np.int8, (V.PLAYERS, V.SLOTS, V.ENCHANTMENTS), KIND
    ]  # kinds, -1
    slot_in_use: Annotated[
        I8, Range(-1, V.SLOTS - 1)
    ]  # pickaxe or boots of the action under way, -1: none
    steps_left: Annotated[I8, ENCHANTED]  # of the movement under way
    # -- cube, blocks, tasks ----------------------------------------------------
    height: Annotated[
        Array8, np.int8, V.CUBE_COLUMNS, Range(0, V.CUBE_LAYERS)
    ]  # blocks left in each column
    # [column, level above the base]: colour, -1: not seen, -2: gone
    cube: Annotated[Array8, np.int8, (V.CUBE_COLUMNS, V.CUBE_LAYERS), Range(-2, V.COLOURS - 1)]
    unseen: Annotated[Array8, np.int8, V.COLOURS, BLOCKS]  # blocks that show no face, by colour
    used: Annotated[Array8, np.int8, V.COLOURS, BLOCKS]
    hand: Annotated[Array8, np.int8, V.COLOURS, HAND]  # mined by the action under way
    mines_left: Annotated[I8, HAND]
    mined: Annotated[I8, HAND]  # blocks in hand so far by this action
    place_colour: Annotated[Array8, np.int8, V.PLACES, Range(-1, V.COLOURS - 1)]  # -1: empty column
    place_count: Annotated[Array8, np.int8, V.PLACES, Range(0, V.NUMBER)]
    # -- items ----------------------------------------------------------------
    stack_count: Annotated[Array8, np.int8, V.ITEM_KINDS, TILES]  # tiles left in the stack, by kind
    discards: Annotated[Array8, np.int8, V.ITEM_KINDS, TILES]
    supply: Annotated[Array8, np.int8, V.NETHERITE, FLAG]  # 1: still face up
    drawn: Annotated[Array8, np.int8, 2, KIND]  # tiles revealed for the finder, -1
    # Since the last shuffle: kind k drawn -> k; Netherite k shuffled in -> 64 + k.
    history: Annotated[Array8, np.int8, V.HISTORY, Range(0, 127)]
    history_length: Annotated[I8, Range(0, V.HISTORY)]
    # -- dice -----------------------------------------------------------------
    blocks_die: Annotated[I8, Range.of(V.BlocksFace, nothing=True)]  # -1 before the roll
    mob_die: Annotated[I8, Range(-1, V.FACES)]
    dice: Annotated[
        Array8, np.int8, V.DICE, Range(0, V.NUMBER)
    ]  # hits of each combat die, ascending
    dice_count: Annotated[I8, DICE]
    dice_to_roll: Annotated[I8, DICE]
    rerolls_left: Annotated[I8, ENCHANTED]
    fight_mob: Annotated[I8, Range(-1, V.MOBS - 1)]  # -1: no fight
    # -- what is still to be done, last first: (step, a, b, c) -------------------
    agenda: Annotated[Array8, np.int8, (V.AGENDA, 4), Range(-1, 127)]
    agenda_length: Annotated[I8, Range(0, V.AGENDA)]


class Hidden:
    """The hidden part: orders, colours without a visible face, future chance."""

    seed: U64
    counters: Annotated[Array32, np.int32, 9]  # outcomes taken, by Chance
    stack: Annotated[Array8, np.int8, V.DRAWABLE_TILES]  # kinds, top at [size - 1]; -1
    tiles: Annotated[Array8, np.int8, V.TILES]
    cube: Annotated[Array8, np.int8, (V.CUBE_COLUMNS, V.CUBE_LAYERS)]


class State:
    """One game."""

    public: Public
    hidden: Hidden


class Box:
    """Contents of the box, as numbers: made once from the parts files, never written."""

    # -- boards: tiles, then the two strips; words begin at the part's left edge --
    part_lava: Annotated[Words, np.uint64, (V.TILES + 2, V.ROWS)]
    part_magma: Annotated[Words, np.uint64, (V.TILES + 2, V.ROWS)]
    part_soul_sand: Annotated[Words, np.uint64, (V.TILES + 2, V.ROWS)]
    # spaces on the part (row * 64 + column), in spawner order, -1
    part_spawner: Annotated[Array16, np.int16, (V.TILES + 2, V.SPAWNERS)]
    part_chest: Annotated[Array16, np.int16, (V.TILES + 2, V.CHEST_SPACES)]  # leftmost first
    portal_space: I16
    # -- sizes ----------------------------------------------------------------
    capacity_rows: I8  # board_shape: what catalogue and observation are made for
    capacity_columns: I8
    rows: I8
    start_columns: I8
    tile_columns: I8
    portal_columns: I8
    tile_count: I8
    chests: I8
    # -- dice, cube, piglins -----------------------------------------------------
    blocks_die: Annotated[Array8, np.int8, 6]
    mob_die: Annotated[Array8, np.int8, 6]
    combat_die: Annotated[Array8, np.int8, 6]
    cube: Annotated[Array8, np.int8, V.COLOURS]
    piglin: Annotated[Array8, np.int8, (2, V.PLACES)]  # [side, 3 * task + column]: size, 0 none
    # -- items, by kind ----------------------------------------------------------
    item_kinds: I8
    item_type: Annotated[Array8, np.int8, V.ITEM_KINDS]
    item_copies: Annotated[Array8, np.int8, V.ITEM_KINDS]  # in the stack at the start
    item_dice: Annotated[Array8, np.int8, V.ITEM_KINDS]
    item_range: Annotated[Array8, np.int8, V.ITEM_KINDS]
    item_rerolls: Annotated[Array8, np.int8, V.ITEM_KINDS]
    item_steps: Annotated[Array8, np.int8, V.ITEM_KINDS]
    item_fire: Annotated[Array8, np.int8, V.ITEM_KINDS]  # walks magma and soul sand
    item_hearts: Annotated[Array8, np.int8, V.ITEM_KINDS]
    item_blocks: Annotated[Array8, np.int8, V.ITEM_KINDS]  # mined from the cube
    item_blind: Annotated[Array8, np.int8, V.ITEM_KINDS]  # drawn from the used pile
    item_enchants: Annotated[Array8, np.int8, V.ITEM_KINDS]  # ItemType it goes on, -1
    netherite: Annotated[Array8, np.int8, V.NETHERITE]  # kinds in the supply, -1
    # -- mobs ------------------------------------------------------------------
    mob_kind: Annotated[Array8, np.int8, V.REGULAR_MOBS]
    mob_number: Annotated[Array8, np.int8, V.REGULAR_MOBS]
    # -- what is printed on mobs: regular kinds, then each boss's easy and hard side --
    kind_life: Annotated[Array8, np.int8, V.MOB_KINDS + 4]
    kind_moves: Annotated[Array8, np.int8, V.MOB_KINDS + 4]
    kind_flies: Annotated[Array8, np.int8, V.MOB_KINDS + 4]
    kind_range: Annotated[Array8, np.int8, V.MOB_KINDS + 4]
    kind_no_sword: Annotated[Array8, np.int8, V.MOB_KINDS + 4]
    kind_no_bow: Annotated[Array8, np.int8, V.MOB_KINDS + 4]
    # by the rolled number - 1; of regular kinds always the same
    kind_damage: Annotated[Array8, np.int8, (V.MOB_KINDS + 4, V.FACES)]
    kind_area: Annotated[Array8, np.int8, (V.MOB_KINDS + 4, V.FACES)]  # hits all in range
    kind_direct: Annotated[Array8, np.int8, (V.MOB_KINDS + 4, V.FACES)]  # armour is no help
    kind_effect: Annotated[Array8, np.int8, (V.MOB_KINDS + 4, V.FACES)]


class Scenario:
    """Parts that a level puts on the table: made once from the levels file, never written."""

    number: I8  # 1 to 5; 0: custom
    edition: I8
    parts: I8
    mob_count: Annotated[Array8, np.int8, V.MOB_KINDS]  # of each regular kind, 0 to 3
    boss_kind: Annotated[Array8, np.int8, V.BOSSES]  # -1 none, -2 either, drawn from the seed
    boss_hard: Annotated[Array8, np.int8, V.BOSSES]
    start_item: Annotated[Array8, np.int8, V.SLOTS]  # kinds, -1


class Work(WorkHeader):
    """Scratch space of one thread: results of the last step, never part of a game."""

    legal: Annotated[Array16, np.int16, V.LEGAL]  # ascending action ids
    ends_known: I32  # 1: `ends` holds the mob ends of the decision under way
    goal: Annotated[Words, np.uint64, V.ROWS]
    seen: Annotated[Words, np.uint64, V.ROWS]
    front: Annotated[Words, np.uint64, V.ROWS]
    following: Annotated[Words, np.uint64, V.ROWS]
    passable: Annotated[Words, np.uint64, V.ROWS]
    ends: Annotated[Words, np.uint64, V.ROWS]
    events: Annotated[Array16, np.int16, (V.EVENTS, EVENT_WIDTH)]  # kind, then its fields


STATE: Final = dtype_of(State)
RANGES: Final = ranges_of(Public)
BOX: Final = dtype_of(Box)
SCENARIO: Final = dtype_of(Scenario)
WORK: Final = dtype_of(Work)
