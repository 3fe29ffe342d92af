"""The words of the game as numbers: parts, decisions, chance, events, sizes.

The members of ``Minion``, ``Hero``, ``Colour``, ``Icon`` and ``Kind`` are in the order of the
action catalogue and of the observation. Cards have no names here: ``parts.yaml`` lists them, and
their place in its list is their number. The *level* of the rules, 1 to 3, is called *stage*.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from tablemates.envs.core.vocabulary import EventKind


class Minion(IntEnum):
    """Types of minions; the first ``LESSER`` are lesser ones, the others major ones."""

    ORC = 0
    CROSSBOW = 1
    KOBOLD = 2
    GNOLL = 3
    SHAMAN = 4
    TROLL = 5
    OGRE = 6


class Hero(IntEnum):
    """Heroes."""

    MAXIMILIAN = 0
    GABRIELLA = 1
    IVY = 2
    CYGNUS = 3


class Icon(IntEnum):
    """Icons of dice, needs and cards; needs have the first ``PAID``, stocks ``SPENT`` of them."""

    SWORD = 0
    SPEED = 1
    BRAIN = 2
    LIGHTNING = 3
    STUN = 4
    HEAL = 5
    SKULL = 6


class Colour(IntEnum):
    """Colours of dice in the order of rolling (DICE-02)."""

    BATTLE = 0
    FIRE = 1
    LIGHTNING = 2
    ARCANE = 3
    FROST = 4
    HEAL = 5


class Kind(IntEnum):
    """Kinds of tiles."""

    STANDARD = 0
    RIFT = 1
    CROSSROADS = 2
    T_JUNCTION = 3
    L_JUNCTION = 4
    TELEPORTER = 5
    ACID_BATH = 6
    LAVA_LAKE = 7
    TRAPSBURG = 8
    TRAPDOOR = 9
    GAS_CHAMBER = 10


class Split(IntEnum):
    """How a group splits where a tile has several exits (MIN-06)."""

    NONE = 0
    EVEN = 1
    SIZE = 2


class Power(IntEnum):
    """Powers of heroes (HERO-06)."""

    NONE = 0
    REROLL_BLANKS = 1
    RANGED = 2
    STEADY = 3


class Ultimate(IntEnum):
    """Ultimates of heroes (HERO-07)."""

    EXTRA_ATTACK = 0
    STUN_TILE = 1
    HEAL_ALL = 2
    ICONS_ANYWHERE = 3


class Slot(IntEnum):
    """Where equipment is worn."""

    AMULET = 0
    RING = 1
    TRINKET = 2


class Once(IntEnum):
    """What a trinket does that is discarded when used (HERO-08)."""

    NONE = 0
    HEAL = 1
    DICE = 2
    ULTIMATE = 3


class Mode(IntEnum):
    """Modes of play (SETUP-09)."""

    STANDARD = 0
    CHALLENGE = 1


class Decision(IntEnum):
    """Kinds of decision (DEC-06); ``CHANCE``: a die is rolled or a card is turned up."""

    NONE = 0
    CHOOSE_HERO = 1  # DEC-06
    PLACE_HERO = 2
    UPGRADE = 3
    TRANSFER = 4
    PAY = 5
    PERMIT = 6
    REPLACE = 7
    CONNECTION = 8
    DISCARD_TRAP = 9
    ODD = 10
    HUNT = 11
    ARMY_FIRST = 12
    FALL = 13
    FALL_WHERE = 14
    GAS = 15
    TRIGGER = 16
    ASSIGN = 17
    ATTACK_TILE = 18
    ATTACK_GROUP = 19
    ATTACK_TARGET = 20
    RECOVER = 21
    MENU = 22
    WHERE = 23
    STORM = 24
    HERO_STEP = 25
    PUSH = 26
    PUSH_ALLY = 27
    PUSH_CONSENT = 28
    PRICE = 29
    RETURN = 30
    CHANCE = 31


class Chance(IntEnum):
    """What chance decides; the first members are the colours of ``Colour``."""

    BATTLE = 0
    FIRE = 1
    LIGHTNING = 2
    ARCANE = 3
    FROST = 4
    HEAL = 5
    EQUIPMENT = 6  # the next equipment card for the shop
    TRAP = 7  # the next trap card for the shop
    TRAPSBURG = 8  # the next trap card for Trapsburg
    ARMY = 9
    NONE = 10


class Step(IntEnum):
    """Where a game stands between two decisions; a round is ``ROUND`` to ``UP_SHOP``."""

    SHOP = 0
    TRAPSBURG = 1
    CHOOSE = 2
    ROUND = 3
    UPGRADE = 4
    MOVE = 5
    PACKS = 6
    REVEAL = 7
    SERVE = 8
    ENTER = 9
    ENTER_PACKS = 10
    FALL = 11
    GAS = 12
    TRAPS = 13
    RIFT = 14
    ATTACK = 15
    STAND = 16
    HEROES = 17
    TURN = 18
    PRICE = 19
    UP_STAGE = 20
    UP_TRAPSBURG = 21
    UP_RETURN = 22
    UP_SHOP = 23


class Phase(IntEnum):
    """Phases of a round (ROUND-01), and the set-up before the first."""

    SETUP = 0
    UPGRADE = 1
    MINIONS = 2
    HEROES = 3
    UPKEEP = 4


class Source(IntEnum):
    """Whose results are spent, or who killed."""

    TRAPS = 0
    ATTACK = 1
    ULTIMATE = 2
    PUSH = 3
    GAS = 4
    TRAPDOOR = 5


class Outcome(IntEnum):
    """How a game stands."""

    RUNNING = 0
    WON = 1
    LOST = 2


class Cause(IntEnum):
    """Why a game ended."""

    NONE = 0
    ALL_GONE = 1
    RIFT = 2
    ROUND_LIMIT = 3
    ILLEGAL_ACTION = 4


class Event(EventKind):
    """What happens, with the numbers that go with it; seat -1 is the pool."""

    GAME_STARTED = 0, "seat"
    EQUIPMENT_SHOWN = 1, "equipment slot"
    TRAP_SHOWN = 2, "trap slot"
    HERO_CHOSEN = 3, "seat hero"
    HERO_PLACED = 4, "seat tile"
    ROUND_STARTED = 5, "round"
    SKULLS_GAINED = 6, "seat skulls"
    SKULLS_MOVED = 7, "seat skulls"
    SKULLS_PAID = 8, "seat skulls pooled"
    PERMITTED = 9, "seat other yes"
    HEALED = 10, "seat health"
    REVITALISED = 11, "seat"
    WEAPON_BOUGHT = 12, "seat rank"
    EQUIPMENT_BOUGHT = 13, "seat equipment"
    EQUIPMENT_LOST = 14, "seat equipment"
    WEAPON_LOST = 15, "seat rank"
    TRAP_LAID = 16, "trap tile other"  # other: the second tile of a connection, else -1
    TRAP_DISCARDED = 17, "trap tile other"
    TRAP_FIRED = 18, "trap tile other"
    MINIONS_MOVED = 19, "minion count tile other"  # from tile to other
    CARD_REVEALED = 20, "army card"
    MINIONS_ENTERED = 21, "minion count tile"
    MINION_KILLED = 22, "minion tile source seat"  # seat -1: nobody's
    MINION_STUNNED = 23, "minion tile count"
    RIFT_DAMAGED = 24, "minion count damage"
    GROUP_ATTACKS = 25, "minion count seat"
    ROLLED = 26, "colour face"
    HERO_WOUNDED = 27, "seat wounds"
    HERO_STUNNED = 28, "seat"
    HERO_DIED = 29, "seat"
    RECOVERED = 30, "seat"
    HERO_ATTACKS = 31, "seat tile"
    HERO_MOVED = 32, "seat tile"
    ULTIMATE_USED = 33, "seat"
    TRINKET_USED = 34, "seat equipment"
    PUSH_ASKED = 35, "seat other yes"
    STAGE_STARTED = 36, "stage"
    LORD_CHANGED = 37, "seat"
    HERO_RETURNED = 38, "seat tile"
    GAME_WON = 39, "cause"
    GAME_LOST = 40, "cause"


# -- sizes, checked by the loader of parts -------------------------------------------------
SEATS: Final = 4
STAGES: Final = 3
TYPES: Final = len(Minion)
LESSER: Final = 4
MINION_ROOM: Final = 8  # places for types in a tile's row, so that the row is whole words
STATES: Final = 2  # standing, stunned
UP: Final = 0
DOWN: Final = 1
HEROES: Final = len(Hero)
RANKS: Final = 4
COLOURS: Final = len(Colour)
ATTACK_COLOURS: Final = 5
DIE_FACES: Final = 6
ICONS: Final = len(Icon)
PAID: Final = 4
SPENT: Final = 5
#: Tokens kill one minion: of a type, of the lesser ones, of the major ones (TRAP-01).
TOKENS: Final = TYPES + 2
FORTRESSES: Final = 16
TILES: Final = 29
EXITS: Final = 3
CONNECTIONS: Final = 40
ARMIES: Final = 6
ARMIES_IN_ALL: Final = 14
PLACES: Final = 2
SHOP: Final = 6
CARDS: Final = 32  # kinds of equipment, of traps, of army cards
SKULLS: Final = 60
MOVES: Final = 4  # steps of a minion
FLIGHTS: Final = 16  # parts of a group on their way

KINDS: Final = len(Kind)

# -- numbers of cards: names, then where those are that the rules read ------------------------
EQUIPMENT_FIELDS: Final = (
    *("cost", "battle", "fire", "lightning", "arcane", "frost"),
    *("sword", "speed", "brain", "any", "stun"),
    *("ward", "bounty", "move", "kill_heal", "upkeep_heal", "unstunned"),
    *("once_heal", "once_dice", "once_ultimate", "amulet", "ring", "trinket"),
)
EQUIPMENT_NUMBERS: Final = len(EQUIPMENT_FIELDS)
COST: Final = 0  # of a trap too
DICE: Final = 1
FIXED: Final = DICE + ATTACK_COLOURS  # icons
WARD: Final = FIXED + SPENT
BOUNTY: Final = WARD + 1
STEPS: Final = WARD + 2
KILL_HEAL: Final = WARD + 3
UPKEEP_HEAL: Final = WARD + 4
UNSTUNNED: Final = WARD + 5
ONCE: Final = WARD + 6
TRAP_FIELDS: Final = (
    *("cost", "sword", "speed", "brain", "any", "stun"),
    *(f"kills_{minion.name.lower()}" for minion in Minion),
    *("kills_lesser", "kills_major", "once", "support"),
)
TRAP_NUMBERS: Final = len(TRAP_FIELDS)
RESULTS: Final = 1  # icons of a trap
TOKEN: Final = RESULTS + SPENT
TRAP_ONCE: Final = TOKEN + TOKENS
SUPPORT: Final = TRAP_ONCE + 1

# -- where a hero's cards stand in a row of ``cards`` ---------------------------------------
HERO: Final = 0
RANK: Final = 1
AMULET: Final = 2
RING: Final = 4
TRINKET: Final = 5
HELD: Final = 6

# -- upgrades of a seat and uses in a turn, as bits ------------------------------------------
TRANSFERRED: Final = 1
HEALED: Final = 2
ARMED: Final = 4
EQUIPPED: Final = 8
TRAPPED: Final = 16
ATTACKED: Final = 1
MOVED: Final = 2
STRUCK: Final = 4  # its ultimate
PUSHED: Final = 8

# -- actions (DEC-03) ------------------------------------------------------------------------
WAIT: Final = 0
DONE: Final = 1
YES: Final = 2
NO: Final = 3
TRANSFER: Final = 4
HEAL: Final = 5
REVITALISE: Final = 6
WEAPON: Final = 7
EQUIPMENT: Final = 8
TRAP: Final = EQUIPMENT + SHOP
NUMBER: Final = TRAP + SHOP
CHOICE: Final = NUMBER + SKULLS + 1  # a hero
TILE: Final = CHOICE + HEROES
PLACE: Final = TILE + TILES
ATTACK: Final = PLACE + PLACES
MOVE: Final = ATTACK + 1
ULTIMATE: Final = ATTACK + 2
PUSH: Final = ATTACK + 3
USE: Final = ATTACK + 4
GIVE_UP_ATTACK: Final = ATTACK + 5
GIVE_UP_MOVE: Final = ATTACK + 6
ALLY: Final = ATTACK + 7
KILL: Final = ALLY + SEATS
STUN: Final = KILL + STATES * TYPES
GROUP: Final = STUN + TYPES
LOSE: Final = GROUP + TYPES
ARMY: Final = LOSE + 5
ACTIONS: Final = ARMY + ARMIES


def phase_of(step: Step) -> Phase:
    """Return the phase to which a step belongs."""
    for phase, last in enumerate((Step.CHOOSE, Step.UPGRADE, Step.STAND, Step.PRICE)):
        if step <= last:
            return Phase(phase)
    return Phase.UPKEEP
