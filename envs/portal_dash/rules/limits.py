"""Sizes that are compiled in; the loader checks every set of parts against them."""

from __future__ import annotations

from typing import Final

PLAYERS: Final = 4
LEVELS: Final = 5
ACTIONS: Final = 2  # of a turn
SLOTS: Final = 6
HEARTS: Final = 6
ENCHANTMENTS: Final = 4  # on one item; the loader admits at most this many of one type
ROWS: Final = 8
COLUMNS: Final = 64  # one 64-bit word a row
TILES: Final = 8
START: Final = TILES  # the start strip among the parts of the board
PORTAL: Final = TILES + 1  # the portal strip
SPAWNERS: Final = 8  # on one part
CHEST_SPACES: Final = 4  # on one part
CHESTS: Final = 8  # tokens in the supply
MOBS: Final = 20  # pieces: 18 regular, 2 bosses
REGULAR_MOBS: Final = 18
BOSSES: Final = 2
MOB_KINDS: Final = 6
FACES: Final = 3  # numbers of the mob die
ITEM_KINDS: Final = 40
DRAWABLE_TILES: Final = 48
NETHERITE: Final = 8
COLOURS: Final = 5
CUBE_COLUMNS: Final = 16
CUBE_LAYERS: Final = 4
BLOCKS: Final = 64
HAND: Final = 8
TASKS: Final = 3
TASK_COLUMNS: Final = 3  # at most, for one task
PLACES: Final = 9
DICE: Final = 12  # combat results of one fight
NUMBER: Final = 20  # largest number on a part or a die
LIFE: Final = 99  # largest life of a mob or boss
HISTORY: Final = 64
AGENDA: Final = 32  # set-up with six leggings for each of four players needs 29
LEGAL: Final = 600
EVENTS: Final = 1024
