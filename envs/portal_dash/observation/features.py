"""The numbers of the observation: for each kind of row their order, meaning and range.

Every enum is one kind of row, or one part of it. A member's value is the
number's place, so that compiled code writes by name, and the layout and its
documentation read meaning and range from the same line. Ranges hold for every
set of parts: the writer clamps.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from tablemates.envs.portal_dash.rules.vocabulary import ItemType

#: Greatest value of a number printed on an item or a regular mob.
PRINTED: Final = 12
#: Greatest life of a boss.
BOSS_LIFE: Final = 63
#: Where the turn counter stops.
INT8: Final = 127

# Stand-ins for what depends on the capacity of the board.
LAST_ROW: Final = -101
LAST_COLUMN: Final = -102
FARTHEST: Final = -103  # rows + columns

_TYPES: Final = ", ".join(f"{kind + 1} {kind.name.lower()}" for kind in ItemType)


class Feature(IntEnum):
    """One number of a row.

    Attributes:
        meaning: What it says, as a phrase.
        low: Least value.
        high: Greatest value, or one of the stand-ins above.
    """

    meaning: str
    low: int
    high: int

    def __new__(cls, meaning: str, high: int = 1, low: int = 0) -> Feature:
        """Number the members in the order in which they are written."""
        value = len(cls.__members__)
        member = int.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        member.low = low
        member.high = high
        return member


class DecisionFeature(Feature):
    """What goes with the decision."""

    SHARED = ("the decision is the team's in spirit",)
    ACTIONS_DONE = "actions done of the active player's two", 2
    STEPS_LEFT = "steps left of the movement under way", PRINTED
    MINES_LEFT = "blocks that the pickaxe may still take from the cube", PRINTED
    MINED = "blocks in hand so far by this action", PRINTED
    DAMAGE_LEFT = "hearts still to be lost (decision `wound`)", PRINTED
    DICE_TO_ROLL = "combat dice still to be rolled", PRINTED
    DICE_ROLLED = "combat dice rolled", PRINTED
    HITS = "hits on all of them", INT8
    REROLLS_LEFT = "rerolls left in the fight", PRINTED


class GameFeature(Feature):
    """Counters of the whole game."""

    TURN = "turns begun, stopping at 127", INT8
    PLAYERS = "players in the game", 4
    ROWS = "rows of the board", 8
    COLUMNS = "columns of the whole track", 64
    OPEN_COLUMNS = "columns of the face-up parts", 64
    PARTS = "gameboard tiles in the track", 8
    PARTS_OPEN = "of them face up", 8
    PORTAL_OPEN = ("the portal strip is face up",)
    MOB_DIE = "number on the mob die, 0 before the roll", PRINTED
    CHESTS_LEFT = "chest tokens in the supply", 8
    LINE_LENGTH = "mobs in the line", 18
    BLOCKS_LEFT = "blocks in the cube", 64
    TASKS_DONE = "piglin tasks complete", 3
    STACK = "tiles in the item stack", 64
    DISCARDS = "tiles in the discard pile", 64


class PlayerFeature(Feature):
    """One seat; seat 0 is whose view it is, the others follow clockwise."""

    PLAYING = ("the seat is taken",)
    DECIDES = ("the decision is this player's",)
    ACTIVE = ("it is this player's turn",)
    HEARTS = "hearts on the life tracker", 6
    PLACED = ("the piece is on the board",)
    ROW = "row of the piece", LAST_ROW
    COLUMN = "column of the piece", LAST_COLUMN
    TO_EDGE = "columns from there to the last face-up one", LAST_COLUMN


class ItemFeature(Feature):
    """The printed numbers of an item tile."""

    TYPE = f"{_TYPES}, 0 none", 7
    DICE = "combat dice", PRINTED
    RANGE = "range", PRINTED
    REROLLS = "rerolls in a fight", PRINTED
    STEPS = "steps", PRINTED
    FIRE = ("magma and soul sand are ordinary spaces",)
    HEARTS = "hearts when whole", PRINTED
    BLOCKS = "blocks mined from the cube", PRINTED
    BLIND = "blocks drawn from the used pile", PRINTED


class OwnedFeature(Feature):
    """The condition of an item in an inventory."""

    HEARTS_LEFT = "hearts left", PRINTED
    ACTIVE = ("lies in the active row",)
    MODE = "way up of leggings: 1 boots, 2 armour", 2
    STARTING = ("leaves the game when replaced",)
    SUBJECT = ("in use, or what the decision is about",)


class TileFeature(Feature):
    """What an item tile says besides its numbers."""

    ENCHANTS = "the type that an enchantment goes on, to add its numbers; else 0", 7


class EnchantmentFeature(Feature):
    """Enchantments counted by the numbers that they add; one that adds two counts twice."""

    DICE = "tiles that add combat dice", 48
    RANGE = "range", 48
    REROLLS = "rerolls", 48
    STEPS = "steps", 48
    FIRE = "fire walking", 48


class SupplyFeature(Feature):
    """What is known of a Netherite tile after it has left the supply."""

    WINDOW = "k: it is among the top k tiles of the stack; 0: not known", 16


class CubeFeature(Feature):
    """One column of the cube."""

    HEIGHT = "blocks left", 4
    EXPOSED = ("the top block may be mined",)


class PlaceFeature(Feature):
    """One column of the piglin board, before the colour of its blocks."""

    SIZE = "places for blocks", PRINTED
    COUNT = "blocks placed", PRINTED


class TaskFeature(Feature):
    """One piglin task."""

    DONE = ("complete",)
    MISSING = "blocks still to be placed", 3 * PRINTED
    DEADLINE = "blocks left in the layer before whose end it must be complete", 16


class MobFeature(Feature):
    """The printed numbers of a regular mob."""

    LIFE = "hits that defeat it, 0: no mob", PRINTED
    MOVES = "steps when activated", PRINTED
    FLIES = ("may enter lava",)
    RANGE = "attack range", PRINTED
    DAMAGE = "hearts that a hit takes", PRINTED
    AREA = ("hits every player in range",)
    PUSH = ("pushes",)
    ITEM_DAMAGE = ("damages an item",)
    REMOVE_BLOCK = ("removes a block of the topmost layer",)
    NO_SWORD = ("immune to swords",)
    NO_BOW = ("immune to bows",)
    NUMBER = "number of the mob die that activates it", PRINTED


class BossFeature(Feature):
    """An end boss, wherever it is."""

    LIFE = "hits that still defeat it, 0: no boss, or defeated", BOSS_LIFE
    FULL_LIFE = "life at the start", BOSS_LIFE
    MOVES = "steps when activated", PRINTED
    FLIES = ("may enter lava",)
    RANGE = "attack range", PRINTED
    PLACED = ("on the board",)


class StandFeature(Feature):
    """Where a mob or boss on the board stands, and what is under way with it."""

    ROW = "row", LAST_ROW
    COLUMN = "column", LAST_COLUMN
    DISTANCE = "rows + columns to the piece of seat 0", FARTHEST
    PENDING = ("still to be activated this turn",)
    SUBJECT = ("fought, or what the decision is about",)


class FaceFeature(Feature):
    """What an end boss does when a number of the mob die is rolled."""

    DAMAGE = "hearts that a hit takes", PRINTED
    AREA = ("hits every player in range",)
    DIRECT = ("armour cannot block it",)
    PUSH = ("pushes",)
    ITEM_DAMAGE = ("damages an item",)
    REMOVE_BLOCK = ("removes a block of the topmost layer",)


class Plane(Feature):
    """One plane of the board; 0 on spaces that are not face up."""

    GROUND = "steps that entering takes on foot: 1 ordinary, 2 soul sand, 0 lava or no space", 2
    HAZARD = "2 uncovered lava, 1 uncovered magma, -1 a brown block lies here", 2, -1
    SITE = "1 a chest token, -1 a spawner", 1, -1
    PLAYERS = "4 for the piece of seat 0, 1 for each other piece", 7
    MOBS = "hits that defeat the mob or boss here", PRINTED
