"""The records: one game (public and hidden part), the box, a scenario, the scratch space.

A tile, a card or a seat is a number, -1 where there is none. Traps, minions and fortresses are
numbered as the parts list them.
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from tablemates.envs.core.engine.events import EVENT_WIDTH
from tablemates.envs.core.engine.header import Header, WorkHeader
from tablemates.envs.core.records.layout import I8, I16, U64, Array8, Array16, Array32, dtype_of
from tablemates.envs.orcs_must_die import vocabulary as V


class Laid:
    """Cards, figures and traps in a fortress and its shop."""

    minions: Annotated[Array8, np.int8, (V.TILES, V.STATES, V.MINION_ROOM)]  # figures
    traps: Annotated[Array8, np.int8, (V.TILES, V.PLACES)]  # in the order laid
    supports: Annotated[Array8, np.int8, V.CONNECTIONS]
    shop: Annotated[Array8, np.int8, (2, V.SHOP)]  # equipment, traps
    stage: I8  # 1 to 3
    fortress: I8
    unseen: Annotated[Array8, np.int8, (3, V.CARDS)]  # equipment, traps, army cards, by kind


class Worn:
    """Heroes and their cards."""

    cards: Annotated[Array8, np.int8, (V.ALL_SEATS, V.HELD)]  # hero, rank, equipment


class Spots:
    """Tiles that a question is about, and kills that are given there."""

    tile: I8  # where icons are spent or which tile attacks; -1: none
    # Groups on their way: tile, type, figures, steps left, 1: entered the tile in this move,
    # trapdoors passed as bits, tile where they set out.
    flights: Annotated[Array8, np.int8, (V.FLIGHTS, 7)]
    flying: I8
    tokens: Annotated[Array8, np.int8, V.TOKENS]  # kills that traps give outright


class Defence:
    """State of the defence of a fortress, besides what lies in it."""

    rift: I8
    rift_max: I8
    bank: I8
    pool: I8
    cards_left: Annotated[Array8, np.int8, V.ARMIES]  # face-down army cards
    entered: I16  # minions so far
    gone: I16  # of them, killed or through the rift
    waves: I8  # army cards whose minions have entered
    at: Annotated[Array8, np.int8, V.ALL_SEATS]  # the hero's tile, -1: not in this fortress
    revitalised: I8
    arrived: Annotated[Array8, np.int8, (V.TILES, V.TYPES)]  # moved, not yet standing
    # Came over trapdoors, by the tile where they ended: over one alone, or over all (last row).
    crossed: Annotated[Array8, np.int8, (V.TRAPDOORS + 1, V.TILES, V.LESSER)]
    # -- bosses, by the moment when they enter ------------------------------------------
    boss_state: Annotated[Array8, np.int8, V.BOSSES]
    boss_at: Annotated[Array8, np.int8, V.BOSSES]  # tile, -1: not in the fortress
    boss_health: Annotated[Array8, np.int8, V.BOSSES]
    boss_stunned: Annotated[Array8, np.int8, V.BOSSES]
    bosses_left: I8  # that wait or are in the fortress
    set_out: I8  # bosses that have moved in this phase, as bits


class Side(Defence, Laid):
    """The fortress of a team with all that belongs to it."""


class Public(Defence, Spots, Worn, Laid, Header):
    """Everything that a person at the table can see, count or remember (HID-01).

    In rivalry the fields of ``Side`` are those of the fortress that is open, where something is
    under way; ``far`` has those of the other one (``rules.teams``).
    """

    mode: I8
    max_rounds: I16
    choices: I8
    first_lord: I8
    edition: I8
    heroes: I8  # ``Roster``
    outcome: I8
    cause: I8
    lord: I8  # -1: not yet drawn
    # -- seats --------------------------------------------------------------------------
    health: Annotated[Array8, np.int8, V.ALL_SEATS]
    stunned: Annotated[Array8, np.int8, V.ALL_SEATS]
    skulls: Annotated[Array8, np.int8, V.ALL_SEATS]
    ready: Annotated[Array8, np.int8, V.ALL_SEATS]  # 1: the ultimate marker is ready
    upgraded: Annotated[Array8, np.int8, V.ALL_SEATS]  # bits of the upgrades made in this phase
    closed: Annotated[Array8, np.int8, V.ALL_SEATS]  # 1: the pool is closed to the seat
    later: I16  # seats that upgrade nothing for now, as bits (full choices)
    out: I16  # seats that have finished their upgrades, as bits (full choices)
    votes: Annotated[Array8, np.int8, V.ALL_SEATS]  # whom a seat wants as first lord, -1: nobody
    # -- what is under way --------------------------------------------------------------
    step: I8
    cursor: I8  # how far the step has come
    part: I8  # how far it has come at the cursor
    decision: I8
    chance: I8
    active: I8  # who decides, or decided last
    slot: I8  # of the shop, being filled or bought from; -1: none
    buying: I8  # the option that is being paid for, 0: none
    cost: I8
    pooled: I8  # skulls of the pool that are to be paid
    odd_taken: I8  # exits that an odd figure has taken, as bits
    odd_left: I8
    wanted: Annotated[Array16, np.int16, (V.ARMIES, V.TYPES)]  # of cards revealed, not yet served
    serving: I8  # armies with such cards, as bits
    incoming: Annotated[Array8, np.int8, (V.TILES, V.TYPES)]  # figures about to enter
    kind: I8  # type that falls, attacks or is pushed, boss or hero (``HERO_KIND``); -1: none
    state: I8  # its state
    used_supports: Annotated[Array8, np.int8, V.CONNECTIONS]  # 1: fired in this phase
    trap: I8  # the trap that is laid, or that the lord is asked about; -1: none
    attacked: Annotated[Array8, np.int8, V.TILES]  # types that have attacked, as bits
    # -- a roll and what is spent -------------------------------------------------------
    dice: Annotated[Array8, np.int8, V.COLOURS]  # still to be rolled
    rerolling: I8  # 1: the next die is rolled a second time
    icons: Annotated[Array16, np.int16, V.ICONS]  # rolled, or the stock that is spent
    needs: Annotated[Array16, np.int16, (V.TYPES, V.PAID)]
    kills: Annotated[Array8, np.int8, (V.TYPES, V.STATES)]
    stuns: Annotated[Array8, np.int8, V.TYPES]
    # -- a hero's turn ------------------------------------------------------------------
    seat: I8  # whose turn it is; -1: nobody's
    used: I8  # bits
    moved: I8  # 1: the hero has moved
    drum: I8  # the trinket whose dice go into the next attack, -1: none
    refused: I16  # seats that refused to help, as bits
    declined: I8  # what the attack is made without, as bits
    steps: I8  # left of the move
    source: I8  # of the attack that is under way
    payers: Annotated[Array8, np.int8, 2]  # who pay for a push, in order
    acted: I8  # cards used as an action in this turn, as bits from the first amulet on
    # -- bosses, by the moment when they enter ------------------------------------------
    boss_kind: Annotated[Array8, np.int8, V.BOSSES]  # -1: none
    due: I8  # who enters in this phase, -1: nobody
    boss_attacked: I8  # bosses that have attacked in this phase, as bits
    boss_wounds: Annotated[Array8, np.int8, (V.BOSSES, V.STATES)]  # of a spending
    boss_laid: I8  # bosses stunned in a spending, as bits
    # -- two teams ----------------------------------------------------------------------
    team_size: I8  # seats of a team: all where there is one
    rivalry: I8
    seating: I8
    consent: I8
    team: I8  # whose fortress is open
    lap: I8  # 1: the step goes on in the second fortress
    winner: I8  # the team that has won, 2: both; -1: none
    claims: I16  # heroes for whose death the other team has to claim, as bits of seats
    kept_decision: I8  # what is decided after that, and by whom
    kept_active: I8
    proposed: I8  # the decision that a team agrees on, 0: none
    proposal: I16  # what is proposed, and by whom
    proposer: I8
    agreed: I16  # seats that have agreed, as bits
    hero_wounds: Annotated[Array8, np.int8, (V.ALL_SEATS, V.STATES)]  # of a spending
    heroes_laid: I16  # heroes stunned in a spending, as bits
    far: Side  # the fortress that is not open


class Private:
    """Heroes chosen and not yet shown (RIV-04): a row for each seat, with what its team chose."""

    # The number of a seat's hero in its team's box, counted from 1; 0: none.
    picks: Annotated[Array8, np.int8, (V.ALL_SEATS, V.ALL_SEATS)]


class Hidden:
    """Future chance: a function of a seed and of how often each kind was asked.

    The order of a shuffled deck is uniform whatever was drawn before, so that a card is drawn
    evenly from what is left when it is turned up. With explicit chance all zeros.
    """

    seed: U64
    counts: Annotated[Array32, np.int32, V.COLOURS + 3]


class State:
    """One game."""

    public: Public
    private: Private
    hidden: Hidden


class Box:
    """Numbers printed on the parts."""

    rift_health: Annotated[Array8, np.int8, V.SEATS + 1]
    hero_death: I8
    skull_tokens: I8
    shop_slots: I8
    cards_per_army: I8
    start_skulls: I8
    level_skulls: Annotated[Array8, np.int8, V.STAGES + 1]
    kill_skulls: Annotated[Array8, np.int8, 2]  # lesser, major
    revitalise_per_player: I8
    dice_caps: Annotated[Array8, np.int8, V.COLOURS]
    claim: I8  # health of a rift that a hero's death is worth to the other team
    hunter_lightning: I8
    plunder_skulls: I8
    major_becomes: I8
    major_count: I8
    # -- dice: different faces in the order of the parts --------------------------------
    face_icons: Annotated[Array8, np.int8, (V.COLOURS, V.DIE_FACES, V.ICONS)]
    face_copies: Annotated[Array8, np.int8, (V.COLOURS, V.DIE_FACES)]
    face_of: Annotated[Array8, np.int8, (V.COLOURS, V.DIE_FACES)]  # by printed face
    blank: Annotated[Array8, np.int8, V.COLOURS]  # the blank face, -1: none
    # -- minions, of the second team after those of the first; then by stage - 1 -------------
    figures: Annotated[Array8, np.int8, V.BOTH_TYPES]
    rift: Annotated[Array8, np.int8, V.BOTH_TYPES]  # to the rift
    hunts: Annotated[Array8, np.int8, V.BOTH_TYPES]
    forward: Annotated[Array8, np.int8, V.BOTH_TYPES]
    aura: Annotated[Array8, np.int8, (V.BOTH_TYPES, V.PAID)]
    move: Annotated[Array8, np.int8, (V.BOTH_TYPES, V.STAGES)]
    attack: Annotated[Array8, np.int8, (V.BOTH_TYPES, V.STAGES, V.ATTACK_COLOURS)]
    need: Annotated[Array8, np.int8, (V.BOTH_TYPES, V.STAGES, V.PAID)]
    # -- heroes, of the second team after those of the first -----------------------------
    wounds: Annotated[Array8, np.int8, (V.BOTH_HEROES, 3)]  # 1: S, V, B wound the hero
    hero_health: Annotated[Array8, np.int8, V.BOTH_HEROES]
    hero_move: Annotated[Array8, np.int8, V.BOTH_HEROES]
    heroes: Annotated[Array8, np.int8, V.TEAMS]  # that can be chosen by a team
    hero_rival: Annotated[Array8, np.int8, V.BOTH_HEROES]  # power against the other team
    hero_amulets: Annotated[Array8, np.int8, V.BOTH_HEROES]
    hero_power: Annotated[Array8, np.int8, V.BOTH_HEROES]
    hero_ultimate_kind: Annotated[Array8, np.int8, V.BOTH_HEROES]
    hero_ultimate_amount: Annotated[Array8, np.int8, V.BOTH_HEROES]
    hero_ultimate_icons: Annotated[Array8, np.int8, (V.BOTH_HEROES, V.SPENT)]
    hero_weapons_cost: Annotated[Array8, np.int8, (V.BOTH_HEROES, V.RANKS)]
    hero_weapons_dice: Annotated[Array8, np.int8, (V.BOTH_HEROES, V.RANKS, V.ATTACK_COLOURS)]
    hero_weapons_move: Annotated[Array8, np.int8, (V.BOTH_HEROES, V.RANKS)]  # steps more
    # -- bosses -------------------------------------------------------------------------
    boss_skulls: I8
    boss_wounds: Annotated[Array8, np.int8, (V.BOSS_KINDS, 3)]  # 1: S, V, B wound the boss
    boss_health: Annotated[Array8, np.int8, (V.BOSS_KINDS, V.SEATS + 1)]
    boss_move: Annotated[Array8, np.int8, V.BOSS_KINDS]
    boss_rift: Annotated[Array8, np.int8, V.BOSS_KINDS]  # to the rift
    boss_dice: Annotated[Array8, np.int8, (V.BOSS_KINDS, V.STAGES, V.ATTACK_COLOURS)]
    boss_armour: Annotated[Array8, np.int8, V.BOSS_KINDS]
    boss_purse: Annotated[Array8, np.int8, V.BOSS_KINDS]
    boss_burn: Annotated[Array8, np.int8, V.BOSS_KINDS]
    boss_aura: Annotated[Array8, np.int8, (V.BOSS_KINDS, V.PAID)]
    boss_retinue: Annotated[Array8, np.int8, (V.BOSS_KINDS, V.TYPES)]
    boss_hero: Annotated[Array8, np.int8, V.BOSS_KINDS]  # who it is of this edition, -1: nobody
    # -- rows of the observation that are printed on the parts ---------------------------
    minion_shown: Annotated[Array8, np.int8, (V.BOTH_TYPES, V.STAGES, V.MINION_SHOWN)]
    hero_shown: Annotated[Array8, np.int8, (V.BOTH_HEROES, V.HERO_SHOWN)]
    weapons_shown: Annotated[Array8, np.int8, (V.BOTH_HEROES, V.RANKS * (1 + V.ATTACK_COLOURS))]
    # -- cards --------------------------------------------------------------------------
    kinds: Annotated[Array8, np.int8, 3]  # of equipment, of traps, of army cards
    copies: Annotated[Array8, np.int8, (3, V.CARDS)]
    card_stage: Annotated[Array8, np.int8, (2, V.CARDS)]
    card_cost: Annotated[Array8, np.int8, (2, V.CARDS)]
    equipment: Annotated[Array8, np.int8, (V.CARDS, len(V.EQUIPMENT_FIELDS))]
    equipment_slot: Annotated[Array8, np.int8, V.CARDS]
    equipment_once: Annotated[Array8, np.int8, V.CARDS]  # of equipment
    equipment_instead: Annotated[Array8, np.int8, V.CARDS]  # icon for a battle die, -1: none
    equipment_act_heal: Annotated[Array8, np.int8, V.CARDS]
    equipment_act_icons: Annotated[Array8, np.int8, (V.CARDS, V.SPENT)]
    trap: Annotated[Array8, np.int8, (V.CARDS, len(V.TRAP_FIELDS))]
    army_rows: Annotated[Array8, np.int8, (V.CARDS, V.SEATS + 1, V.TYPES)]
    # -- fortresses ---------------------------------------------------------------------
    tiles: Annotated[Array8, np.int8, V.FORTRESSES]
    rift_tile: Annotated[Array8, np.int8, V.FORTRESSES]
    trapsburg: Annotated[Array8, np.int8, V.FORTRESSES]  # tile, -1: none
    trapdoors: Annotated[Array8, np.int8, (V.FORTRESSES, V.TRAPDOORS)]  # tiles, -1: none
    tile_kind: Annotated[Array8, np.int8, (V.FORTRESSES, V.TILES)]
    split: Annotated[Array8, np.int8, V.KINDS]  # by kind of tile
    exits: Annotated[Array8, np.int8, (V.FORTRESSES, V.TILES, V.EXITS)]
    distance: Annotated[Array8, np.int8, (V.FORTRESSES, V.TILES)]
    order: Annotated[Array8, np.int8, (V.FORTRESSES, V.TILES)]  # nearest the rift first (MIN-03)
    near: Annotated[Array32, np.int32, (V.FORTRESSES, V.TILES)]  # connected tiles, as bits
    starts: Annotated[Array32, np.int32, V.FORTRESSES]  # start tiles of any stage, as bits
    places: Annotated[Array8, np.int8, (V.FORTRESSES, V.SEATS + 1, V.TILES)]  # for traps
    connections: Annotated[Array8, np.int8, V.FORTRESSES]
    ends: Annotated[Array8, np.int8, (V.FORTRESSES, V.CONNECTIONS, 2)]  # lower tile, higher tile
    army_tile: Annotated[Array8, np.int8, (V.FORTRESSES, V.STAGES, V.ARMIES)]  # -1: no army
    army_cards: Annotated[Array8, np.int8, V.FORTRESSES]  # of all armies


class Scenario:
    """Parts on the table: fortress, mode, choices, bosses and limit of rounds."""

    fortress: I8
    mode: I8
    choices: I8
    first_lord: I8
    edition: I8
    heroes: I8
    boss_kind: Annotated[Array8, np.int8, V.BOSSES]
    max_rounds: I16
    rivalry: I8
    rival_fortress: I8
    seating: I8
    consent: I8


class Work(WorkHeader):
    """Scratch space of the compiled functions."""

    legal: Annotated[Array16, np.int16, V.ACTIONS]
    rest: Annotated[Array8, np.int8, (V.TYPES, V.STATES)]  # kills that icons have to pay for
    opened: Annotated[Array8, np.int8, V.TYPES]  # standing ones that T is spent on
    lack: Annotated[Array32, np.int32, V.PAID]
    surplus: Annotated[Array32, np.int32, V.PAID]
    extra: Annotated[Array32, np.int32, V.PAID]  # icons that wounds of bosses and heroes take
    hits: Annotated[Array32, np.int32, (V.WOUNDING, V.STATES)]  # wounds by what wounds (bits)
    digits: Annotated[Array32, np.int32, (V.WOUNDING, 3)]  # how they are paid
    events: Annotated[Array16, np.int16, (512, EVENT_WIDTH)]


SIDE: Final = dtype_of(Side)
STATE: Final = dtype_of(State)
BOX: Final = dtype_of(Box)
SCENARIO: Final = dtype_of(Scenario)
WORK: Final = dtype_of(Work)
