"""The records: one game (public and hidden part), the box, a level, the scratch space.

A *space* is ``row * 64 + column`` of the whole track, ``-1`` for none. A *word*
is one board row as 64 bits, bit ``c`` for column ``c``. A *slot* is a place of
a player's inventory. Items, tiles of the stack and enchantments are *kinds*,
indices into the box's item table, so equal tiles are equal numbers.
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from tablemates.envs.core.engine.header import Header, WorkHeader
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
from tablemates.envs.portal_dash.rules import limits as L


class Public(Header):
    """Everything that a person at the table can see or count."""

    # -- board: one word a row ------------------------------------------------
    open_words: Annotated[Words, np.uint64, L.ROWS]  # spaces of the face-up parts
    lava: Annotated[Words, np.uint64, L.ROWS]  # printed; `brown` covers it
    magma: Annotated[Words, np.uint64, L.ROWS]
    soul_sand: Annotated[Words, np.uint64, L.ROWS]
    brown: Annotated[Words, np.uint64, L.ROWS]  # spaces under a brown block
    mob_words: Annotated[Words, np.uint64, L.ROWS]  # spaces held by a mob
    # -- counters -------------------------------------------------------------
    decisions: I32  # player decisions so far, forced ones included
    pending_mobs: I32  # bit m: mob m is still to be activated this turn
    # -- pieces ---------------------------------------------------------------
    mob_space: Annotated[Array16, np.int16, L.MOBS]  # -1: not on the board
    player_space: Annotated[Array16, np.int16, L.PLAYERS]
    chest_space: Annotated[Array16, np.int16, L.CHESTS]  # -1: in the supply
    decision_about: I16  # what the decision is about: see `legal`
    # -- the game -------------------------------------------------------------
    level: I8
    edition: I8  # 0 en, 1 fr
    first_player: I8
    active_player: I8
    actions_done: I8  # of the active player's two
    outcome: I8
    cause: I8
    cause_player: I8  # who died, else -1
    cause_source: I8  # of what: MobKind or MAGMA, else -1
    decision: I8
    decider: I8  # player, -1: nobody (chance, or the game is over)
    # -- track ----------------------------------------------------------------
    rows: I8
    columns: I8  # of the whole track
    open_columns: I8  # of the face-up parts
    parts: I8  # gameboard tiles in the track
    parts_open: I8  # of them face up
    portal_open: I8
    tiles: Annotated[Array8, np.int8, L.TILES]  # tile in each place, -1: face down
    # -- mobs -----------------------------------------------------------------
    line: Annotated[Array8, np.int8, L.REGULAR_MOBS]  # front first
    line_length: I8
    boss_kind: Annotated[Array8, np.int8, L.BOSSES]  # 0 Wildfire, 1 Ancient Hoglin, -1 none
    boss_hard: Annotated[Array8, np.int8, L.BOSSES]
    boss_life: Annotated[Array8, np.int8, L.BOSSES]
    # -- players --------------------------------------------------------------
    hearts: Annotated[Array8, np.int8, L.PLAYERS]
    item_kind: Annotated[Array8, np.int8, (L.PLAYERS, L.SLOTS)]  # kind, -1: empty slot
    item_active: Annotated[Array8, np.int8, (L.PLAYERS, L.SLOTS)]  # 1 active row, 0 bottom row
    item_mode: Annotated[Array8, np.int8, (L.PLAYERS, L.SLOTS)]
    item_hearts: Annotated[Array8, np.int8, (L.PLAYERS, L.SLOTS)]
    item_starting: Annotated[Array8, np.int8, (L.PLAYERS, L.SLOTS)]
    item_enchantments: Annotated[Array8, np.int8, (L.PLAYERS, L.SLOTS, L.ENCHANTMENTS)]  # kinds, -1
    slot_in_use: I8  # pickaxe or boots of the action under way, -1: none
    steps_left: I8  # of the movement under way
    # -- cube, blocks, tasks ----------------------------------------------------
    height: Annotated[Array8, np.int8, L.CUBE_COLUMNS]  # blocks left in each column
    # [column, level above the base]: colour, -1: not seen, -2: gone
    cube: Annotated[Array8, np.int8, (L.CUBE_COLUMNS, L.CUBE_LAYERS)]
    unseen: Annotated[Array8, np.int8, L.COLOURS]  # blocks that show no face, by colour
    used: Annotated[Array8, np.int8, L.COLOURS]
    hand: Annotated[Array8, np.int8, L.COLOURS]  # mined by the action under way
    mines_left: I8
    mined: I8  # blocks in hand so far by this action
    place_colour: Annotated[Array8, np.int8, L.PLACES]  # -1: empty column
    place_count: Annotated[Array8, np.int8, L.PLACES]
    # -- items ----------------------------------------------------------------
    stack_count: Annotated[Array8, np.int8, L.ITEM_KINDS]  # tiles left in the stack, by kind
    discards: Annotated[Array8, np.int8, L.ITEM_KINDS]
    supply: Annotated[Array8, np.int8, L.NETHERITE]  # 1: still face up
    drawn: Annotated[Array8, np.int8, 2]  # tiles revealed for the finder, -1
    # Since the last shuffle: kind k drawn -> k; Netherite k shuffled in -> 64 + k.
    history: Annotated[Array8, np.int8, L.HISTORY]
    history_length: I8
    # -- dice -----------------------------------------------------------------
    blocks_die: I8  # -1 before the roll
    mob_die: I8
    dice: Annotated[Array8, np.int8, L.DICE]  # hits of each combat die, ascending
    dice_count: I8
    dice_to_roll: I8
    rerolls_left: I8
    fight_mob: I8  # -1: no fight
    # -- what is still to be done, last first: (step, a, b, c) -------------------
    agenda: Annotated[Array8, np.int8, (L.AGENDA, 4)]
    agenda_length: I8


class Hidden:
    """The hidden part: orders, colours without a visible face, future chance."""

    seed: U64
    counters: Annotated[Array32, np.int32, 9]  # outcomes taken, by Chance
    stack: Annotated[Array8, np.int8, L.DRAWABLE_TILES]  # kinds, top at [size - 1]; -1
    tiles: Annotated[Array8, np.int8, L.TILES]
    cube: Annotated[Array8, np.int8, (L.CUBE_COLUMNS, L.CUBE_LAYERS)]


class State:
    """One game."""

    public: Public
    hidden: Hidden


class Box:
    """Contents of the box, as numbers: made once from the parts files, never written."""

    # -- boards: tiles, then the two strips; words begin at the part's left edge --
    part_lava: Annotated[Words, np.uint64, (L.TILES + 2, L.ROWS)]
    part_magma: Annotated[Words, np.uint64, (L.TILES + 2, L.ROWS)]
    part_soul_sand: Annotated[Words, np.uint64, (L.TILES + 2, L.ROWS)]
    # spaces on the part (row * 64 + column), in spawner order, -1
    part_spawner: Annotated[Array16, np.int16, (L.TILES + 2, L.SPAWNERS)]
    part_chest: Annotated[Array16, np.int16, (L.TILES + 2, L.CHEST_SPACES)]  # leftmost first
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
    cube: Annotated[Array8, np.int8, L.COLOURS]
    piglin: Annotated[Array8, np.int8, (2, L.PLACES)]  # [side, 3 * task + column]: size, 0 none
    # -- items, by kind ----------------------------------------------------------
    item_kinds: I8
    item_type: Annotated[Array8, np.int8, L.ITEM_KINDS]
    item_copies: Annotated[Array8, np.int8, L.ITEM_KINDS]  # in the stack at the start
    item_dice: Annotated[Array8, np.int8, L.ITEM_KINDS]
    item_range: Annotated[Array8, np.int8, L.ITEM_KINDS]
    item_rerolls: Annotated[Array8, np.int8, L.ITEM_KINDS]
    item_steps: Annotated[Array8, np.int8, L.ITEM_KINDS]
    item_fire: Annotated[Array8, np.int8, L.ITEM_KINDS]  # walks magma and soul sand
    item_hearts: Annotated[Array8, np.int8, L.ITEM_KINDS]
    item_blocks: Annotated[Array8, np.int8, L.ITEM_KINDS]  # mined from the cube
    item_blind: Annotated[Array8, np.int8, L.ITEM_KINDS]  # drawn from the used pile
    item_enchants: Annotated[Array8, np.int8, L.ITEM_KINDS]  # ItemType it goes on, -1
    netherite: Annotated[Array8, np.int8, L.NETHERITE]  # kinds in the supply, -1
    # -- mobs ------------------------------------------------------------------
    mob_kind: Annotated[Array8, np.int8, L.REGULAR_MOBS]
    mob_number: Annotated[Array8, np.int8, L.REGULAR_MOBS]
    # -- what is printed on mobs: regular kinds, then each boss's easy and hard side --
    kind_life: Annotated[Array8, np.int8, L.MOB_KINDS + 4]
    kind_moves: Annotated[Array8, np.int8, L.MOB_KINDS + 4]
    kind_flies: Annotated[Array8, np.int8, L.MOB_KINDS + 4]
    kind_range: Annotated[Array8, np.int8, L.MOB_KINDS + 4]
    kind_no_sword: Annotated[Array8, np.int8, L.MOB_KINDS + 4]
    kind_no_bow: Annotated[Array8, np.int8, L.MOB_KINDS + 4]
    # by the rolled number - 1; of regular kinds always the same
    kind_damage: Annotated[Array8, np.int8, (L.MOB_KINDS + 4, L.FACES)]
    kind_area: Annotated[Array8, np.int8, (L.MOB_KINDS + 4, L.FACES)]  # hits all in range
    kind_direct: Annotated[Array8, np.int8, (L.MOB_KINDS + 4, L.FACES)]  # armour is no help
    kind_effect: Annotated[Array8, np.int8, (L.MOB_KINDS + 4, L.FACES)]


class Level:
    """Parts that a level puts on the table: made once from the levels file, never written."""

    number: I8  # 1 to 5; 0: custom
    edition: I8
    parts: I8
    mob_count: Annotated[Array8, np.int8, L.MOB_KINDS]  # of each regular kind, 0 to 3
    boss_kind: Annotated[Array8, np.int8, L.BOSSES]  # -1 none, -2 either, drawn from the seed
    boss_hard: Annotated[Array8, np.int8, L.BOSSES]
    start_item: Annotated[Array8, np.int8, L.SLOTS]  # kinds, -1


class Work(WorkHeader):
    """Scratch space of one thread: results of the last step, never part of a game."""

    legal: Annotated[Array16, np.int16, L.LEGAL]  # ascending action ids
    ends_known: I32  # 1: `ends` holds the mob ends of the decision under way
    goal: Annotated[Words, np.uint64, L.ROWS]
    seen: Annotated[Words, np.uint64, L.ROWS]
    front: Annotated[Words, np.uint64, L.ROWS]
    following: Annotated[Words, np.uint64, L.ROWS]
    passable: Annotated[Words, np.uint64, L.ROWS]
    ends: Annotated[Words, np.uint64, L.ROWS]
    events: Annotated[Array16, np.int16, (L.EVENTS, L.EVENT_WIDTH)]  # kind, then its fields


STATE: Final = dtype_of(State)
BOX: Final = dtype_of(Box)
LEVEL: Final = dtype_of(Level)
WORK: Final = dtype_of(Work)
