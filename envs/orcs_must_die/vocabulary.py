"""The words of the game as numbers: parts, actions, decisions, chance, events, sizes.

The members of ``Minion``, ``Hero``, ``Colour``, ``Icon`` and ``Kind`` are in the order of the
action catalogue and of the observation. Cards have no names here: ``parts.yaml`` lists them, and
their place in its list is their number. The *level* of the rules, 1 to 3, is called *stage*.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Final

from tablemates.envs.core.game.catalogue import read_actions
from tablemates.envs.core.records.vocabulary import places_of, words_of

#: Types of minions; the first ``LESSER`` are lesser ones, the others major ones.
Minion = IntEnum("Minion", "ORC CROSSBOW KOBOLD GNOLL SHAMAN TROLL OGRE", start=0)
Hero = IntEnum("Hero", "MAXIMILIAN GABRIELLA IVY CYGNUS", start=0)
#: Icons of dice, needs and cards; needs have the first ``PAID``, stocks ``SPENT`` of them.
Icon = IntEnum("Icon", "SWORD SPEED BRAIN LIGHTNING STUN HEAL SKULL", start=0)
#: Colours of dice in the order of rolling (DICE-02).
Colour = IntEnum("Colour", "BATTLE FIRE LIGHTNING ARCANE FROST HEAL", start=0)
Kind = IntEnum(
    "Kind",
    "STANDARD RIFT CROSSROADS T_JUNCTION L_JUNCTION TELEPORTER ACID_BATH LAVA_LAKE TRAPSBURG "
    "TRAPDOOR GAS_CHAMBER",
    start=0,
)
#: How a group splits where a tile has several exits (MIN-06).
Split = IntEnum("Split", "NONE EVEN SIZE", start=0)
#: Powers and ultimates of heroes (HERO-06, HERO-07).
Power = IntEnum("Power", "NONE REROLL_BLANKS RANGED STEADY GUARD SPOILS", start=0)
Ultimate = IntEnum("Ultimate", "EXTRA_ATTACK STUN_TILE HEAL_ALL ICONS_ANYWHERE", start=0)
#: Where equipment is worn, and what a trinket does that is discarded when used (HERO-08).
Slot = IntEnum("Slot", "AMULET RING TRINKET", start=0)
Once = IntEnum("Once", "NONE HEAL DICE ULTIMATE", start=0)
#: Modes of play (SETUP-09).
Mode = IntEnum("Mode", "STANDARD CHALLENGE", start=0)
#: Which choices of the book are left to the players, and where the first lord comes from (SET).
Choices = IntEnum("Choices", "BRIEF FULL", start=0)
FirstLord = IntEnum("FirstLord", "DRAWN AGREED", start=0)
#: Boxes, whose minions and heroes play; and whether heroes of expansions may be chosen too (ED).
Edition = IntEnum("Edition", "ORDER UNCHAINED", start=0)
Roster = IntEnum("Roster", "BOX ALL", start=0)
#: Two teams against each other: how they sit, and who decides for the team without the lord (RIV).
Rivalry = IntEnum("Rivalry", "OFF ON", start=0)
Seating = IntEnum("Seating", "BLOCKS ALTERNATE", start=0)
Consent = IntEnum("Consent", "SPEAKER VOTE", start=0)
#: What a hero can do against the other team (RIV-20).
RivalPower = IntEnum("RivalPower", "NONE HUNTER PLUNDER LEAD DISARM", start=0)
#: When a boss enters (BOSS-01), and where it is.
Moment = IntEnum("Moment", "STAGE_2 STAGE_3 END", start=0)
BossState = IntEnum("BossState", "WAITS HERE GONE", start=0)

#: Kinds of decision (DEC-06); ``CHANCE``: a die is rolled or a card is turned up.
Decision = IntEnum(  # DEC-06
    "Decision",
    "NONE CHOOSE_HERO PLACE_HERO UPGRADE TRANSFER PAY PERMIT REPLACE CONNECTION DISCARD_TRAP ODD "
    "HUNT ARMY_FIRST FALL FALL_WHERE GAS TRIGGER ASSIGN ATTACK_TILE ATTACK_GROUP ATTACK_TARGET "
    "RECOVER MENU WHERE STORM HERO_STEP PUSH PUSH_ALLY PUSH_CONSENT PRICE RETURN CHANCE "
    "VOTE_LORD SHARE READY GUARD BOSS_TILE AGREE CLAIM DISARM",
    start=0,
)

#: What chance decides: a die of each ``Colour``, then the next card: of equipment or traps for the
#: shop, of traps for Trapsburg, of an army; and who is the first lord.
Chance = IntEnum(
    "Chance",
    "BATTLE FIRE LIGHTNING ARCANE FROST HEAL EQUIPMENT TRAP TRAPSBURG ARMY NONE LORD",
    start=0,
)

#: Where a game stands between two decisions; a round is ``ROUND`` to ``UP_SHOP``.
Step = IntEnum(
    "Step",
    "SHOP TRAPSBURG CHOOSE LORD ROUND UPGRADE MOVE PACKS REVEAL SERVE ENTER ENTER_PACKS FALL GAS "
    "TRAPS RIFT ATTACK STAND HEROES TURN PRICE UP_STAGE UP_TRAPSBURG UP_LORD UP_RETURN UP_SHOP",
    start=0,
)

#: Phases of a round (ROUND-01), and the set-up before the first.
Phase = IntEnum("Phase", "SETUP UPGRADE MINIONS HEROES UPKEEP", start=0)

#: Whose results are spent, or who killed.
Source = IntEnum("Source", "TRAPS ATTACK ULTIMATE PUSH GAS TRAPDOOR CARD", start=0)

Cause = IntEnum("Cause", "NONE ALL_GONE RIFT ILLEGAL_ACTION SHARED", start=0)

#: What happens; ``words.yaml`` names the numbers that go with it.
Event = IntEnum(
    "Event",
    "GAME_STARTED EQUIPMENT_SHOWN TRAP_SHOWN HERO_CHOSEN HERO_PLACED ROUND_STARTED SKULLS_GAINED "
    "SKULLS_MOVED SKULLS_PAID PERMITTED HEALED REVITALISED WEAPON_BOUGHT EQUIPMENT_BOUGHT "
    "EQUIPMENT_LOST WEAPON_LOST TRAP_LAID TRAP_DISCARDED TRAP_FIRED MINIONS_MOVED CARD_REVEALED "
    "MINIONS_ENTERED MINION_KILLED MINION_STUNNED RIFT_DAMAGED GROUP_ATTACKS ROLLED HERO_WOUNDED "
    "HERO_STUNNED HERO_DIED RECOVERED HERO_ATTACKS HERO_MOVED ULTIMATE_USED TRINKET_USED "
    "PUSH_ASKED STAGE_STARTED LORD_CHANGED HERO_RETURNED GAME_WON GAME_LOST "
    "CARD_USED GUARDED BOSS_ENTERED BOSS_MOVED BOSS_ATTACKS BOSS_WOUNDED BOSS_STUNNED BOSS_DIED "
    "BOSS_LEFT FORTRESS_TURNED RIFT_HEALED RIFT_HURT AGREED HERO_PUSHED MINIONS_LED TEAM_WON "
    "RIFTS_FELL",
    start=0,
)

# -- sizes, checked by the loader of parts -------------------------------------------------
SEATS: Final = 4  # of a team
TEAMS: Final = 2
ALL_SEATS: Final = SEATS * TEAMS
STAGES: Final = 3
TYPES: Final = len(Minion)
LESSER: Final = 4
MINION_ROOM: Final = 8  # places for types in a tile's row, so that the row is whole words
STATES: Final = 2  # of minions: standing, stunned
(UP, DOWN) = (0, 1)
(BOSS_WAITS, BOSS_HERE, BOSS_GONE) = (0, 1, 2)  # ``BossState``
HEROES: Final = len(Hero)
ALL_HEROES: Final = 8  # of an edition, those of expansions last
EXTRA_HEROES: Final = ALL_HEROES - HEROES
BOSSES: Final = len(Moment)
HERO_KIND: Final = TYPES + BOSSES  # a hero that is pushed, by seat: after types and bosses
BOTH_TYPES: Final = TYPES * TEAMS  # types of minions of both teams
BOTH_HEROES: Final = ALL_HEROES * TEAMS  # heroes of both teams
BOSS_KINDS: Final = 24
RANKS: Final = 4
COLOURS: Final = len(Colour)
ATTACK_COLOURS: Final = 5
DIE_FACES: Final = 6
ICONS: Final = len(Icon)
PAID: Final = 4
SPENT: Final = 5
WOUNDING: Final = 8  # sets of S, V, B that wound a boss or a hero, as bits
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
TRAPDOORS: Final = 2
CARDS: Final = 32  # kinds of equipment, of traps, of army cards
SKULLS: Final = 60
MOVES: Final = 4  # steps of a minion
FLIGHTS: Final = 16  # parts of a group on their way
# Numbers of the observation that are printed for a type of minions at a stage, and for a hero.
MINION_SHOWN: Final = 4 + PAID + 2 * (1 + ATTACK_COLOURS + PAID) + 1
POWERS_SHOWN: Final = 4  # the others have a block of their own
HERO_SHOWN: Final = 3 + 3 + POWERS_SHOWN + len(Ultimate) + 1 + SPENT
KINDS: Final = len(Kind)

# -- numbers of cards: names, and where they stand -------------------------------------------
EQUIPMENT_FIELDS: Final = (
    *("cost", "battle", "fire", "lightning", "arcane", "frost"),
    *("sword", "speed", "brain", "any", "stun"),
    *("ward", "bounty", "move", "kill_heal", "upkeep_heal", "unstunned"),
    *("once_heal", "once_dice", "once_ultimate", "amulet", "ring", "trinket"),
)
TRAP_FIELDS: Final = (
    *("cost", "sword", "speed", "brain", "any", "stun"),
    *(f"kills_{minion.name.lower()}" for minion in Minion),
    *("kills_lesser", "kills_major", "once", "support"),
)
WORN: Final = places_of(EQUIPMENT_FIELDS)
LAID: Final = places_of(TRAP_FIELDS)

# Where a hero's cards stand in a row of ``cards``, and how long it is.
(HERO, RANK, AMULET, RING, TRINKET, HELD) = (0, 1, 2, 4, 5, 6)
# Upgrades of a seat and uses in a turn, in words and as bits; the ultimate strikes.
UPGRADES: Final = ("transfer", "heal", "weapon", "equipment", "trap")
(TRANSFERRED, HEALED, ARMED, EQUIPPED, TRAPPED) = (1, 2, 4, 8, 16)
USES: Final = ("attack", "move", "ultimate", "push")
(ATTACKED, MOVED, STRUCK, PUSHED, RIVALLED) = (1, 2, 4, 8, 16)

#: What can be lost at an acid bath, in order.
LOSSES: Final = ("weapon", "amulet 0", "amulet 1", "ring", "trinket")
#: Cards that may be used as an action: the one bought, the shop's, then those that seats wear.
CARDS_SHOWN: Final = 1 + SHOP + SEATS * (HELD - AMULET)
#: What an attack can be made without (FULL-03), as bits in this order.
DECLINED: Final = ("power", "amulet_0", "amulet_1")
TARGETS: Final = tuple(f"{name} {state}" for name in words_of(Minion) for state in ("up", "down"))

INTERFACE: Final = Path(__file__).with_name("interface.toml")
#: All actions: one list for every fortress and number of players; and with those of full choices.
CATALOGUE: Final = read_actions(INTERFACE, globals())  # DEC-03
FULL_CATALOGUE: Final = read_actions(INTERFACE, globals(), "full")
#: And with those for bosses and heroes of expansions.
MORE_CATALOGUE: Final = read_actions(INTERFACE, globals(), "full", "more")
ACTIONS: Final = len(MORE_CATALOGUE)
(WAIT, DONE, YES, NO, TRANSFER, HEAL, REVITALISE, WEAPON, EQUIPMENT, TRAP) = CATALOGUE.firsts[:10]
(NUMBER, CHOICE, TILE, PLACE, ATTACK, MOVE, ULTIMATE, PUSH, USE) = CATALOGUE.firsts[10:19]
(GIVE_UP_ATTACK, GIVE_UP_MOVE, ALLY, KILL, STUN, GROUP, LOSE, ARMY) = CATALOGUE.firsts[19:]
PASS, ACT, DECLINE = (FULL_CATALOGUE.first(group) for group in ("pass", "use", "decline"))
HURT, RIVAL = (FULL_CATALOGUE.first(group) for group in ("hurt", "rival"))
EXTRA_CHOICE, WOUND_BOSS, STUN_BOSS, GROUP_BOSS = (
    MORE_CATALOGUE.first(group) for group in ("extra_hero", "wound_boss", "stun_boss", "group_boss")
)
FAR_ALLY, RIVAL_TILE, WOUND_HERO, STUN_HERO = (
    MORE_CATALOGUE.first(group) for group in ("far_ally", "rival_tile", "wound_hero", "stun_hero")
)


def phase_of(step: Step) -> Phase:
    """Return the phase to which a step belongs."""
    return Phase(sum(step > last for last in (Step.LORD, Step.UPGRADE, Step.STAND, Step.PRICE)))
