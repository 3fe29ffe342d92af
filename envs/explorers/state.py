"""The records: one game (public and hidden part), the box, a scenario, the scratch space.

*Places* are the slots of the row, then the top of the pile (``TOP``). A *back* is an index into
the different backs of its front, -1 where it is not known. Piles of hidden cards are stacks: the
last one is turned over next. Nothing beyond a length differs from its empty value.
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from tablemates.envs.core.engine.events import EVENT_WIDTH
from tablemates.envs.core.engine.header import Header, WorkHeader
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.records.layout import I8, I16, Array8, Array16, Array32, dtype_of
from tablemates.envs.core.records.ranges import FLAG, Range, ranges_of
from tablemates.envs.explorers import vocabulary as V

#: Ranges of several fields.
A_FRONT: Final = Range(-1, V.FRONTS - 1)
A_BACK: Final = Range(-1, V.BACKS - 1)
CARDS: Final = Range(0, V.CARDS)
CREATURES: Final = Range(0, V.CREATURE_CARDS)
CHESTS: Final = Range(0, V.CHESTS)
SEAT: Final = Range(0, V.SEATS - 1)


class Public(Header):
    """Everything that a person at the table can see, count or remember (INFO-01, INFO-02)."""

    # -- landscapes ---------------------------------------------------------------------
    place_front: Annotated[Array8, np.int8, V.PLACES, A_FRONT]  # -1: empty
    place_back: Annotated[Array8, np.int8, V.PLACES, A_BACK]
    # Cards whose back nobody has seen, then those between the pile's top and the known ones.
    unknown: Annotated[Array8, np.int8, (V.FRONTS, V.BACKS), CARDS]
    deep: Annotated[Array8, np.int8, V.FRONTS, CARDS]
    # The known cards at the bottom of the pile, uppermost first; -1 behind the last one.
    low_front: Annotated[Array8, np.int8, V.CARDS, A_FRONT]
    low_back: Annotated[Array8, np.int8, V.CARDS, A_BACK]
    low_length: Annotated[I8, CARDS]
    deep_length: Annotated[I8, CARDS]
    # -- creatures ----------------------------------------------------------------------
    line: Annotated[Array8, np.int8, V.CREATURES, CREATURES]
    unseen: Annotated[Array8, np.int8, V.CREATURES, CREATURES]  # in the pile or in the box
    creature_length: Annotated[I8, CREATURES]  # cards in the pile, Game Over included
    # -- chests -------------------------------------------------------------------------
    chest_number: Annotated[Array8, np.int8, V.CHESTS, Range(0, V.CHEST_CARDS - 1)]  # 0: none
    # Bit n: need n is open.
    chest_missing: Annotated[Array8, np.int8, V.CHESTS, Range(0, 2**V.NEEDS - 1)]
    chests: Annotated[I8, CHESTS]
    filled: Annotated[I8, CHESTS]
    goal: Annotated[I8, CHESTS]  # chests to fill
    # -- seats --------------------------------------------------------------------------
    items: Annotated[Array8, np.int8, (V.SEATS, V.HOLDINGS), CARDS]
    trophies: Annotated[Array8, np.int8, (V.SEATS, V.CREATURES), CREATURES]
    # -- the game -----------------------------------------------------------------------
    level: Annotated[I8, Range.of(V.Level)]
    first_player: Annotated[I8, SEAT]
    outcome: Annotated[I8, Range.of(Outcome)]
    cause: Annotated[I8, Range.of(V.Cause)]
    active: Annotated[I8, SEAT]
    food: Annotated[I16, Range(0, V.FOOD)]
    # -- what is under way --------------------------------------------------------------
    decision: Annotated[I8, Range.of(V.Decision)]
    chance: Annotated[I8, Range.of(V.Chance)]  # which card is to be turned over
    # The chosen landscape or, while returning, the slot returned last; -1: none.
    slot: Annotated[I8, Range(-1, V.ROW - 1)]
    creature: Annotated[I8, Range(-1, V.CREATURES - 1)]  # the creature that is fought, -1: none
    chest: Annotated[I8, Range(-1, V.CHESTS - 1)]  # the chest that is filled, -1: none
    left: Annotated[I8, Range(0, V.NUMBER)]  # food still to pay
    due: Annotated[I8, Range(0, 2)]  # creature cards still to be turned up
    kills: Annotated[I8, Range(0, V.NUMBER)]  # of the crossbow, still to be chosen
    night: Annotated[I8, FLAG]  # 1: the turn ends when no card is due any more
    refilling: Annotated[I8, FLAG]  # 1: the row is being refilled


class Hidden:
    """The hidden part; with explicit chance, which decides it later, all -1."""

    place_back: Annotated[Array8, np.int8, V.PLACES]
    low_back: Annotated[Array8, np.int8, V.CARDS]
    deep_front: Annotated[Array8, np.int8, V.CARDS]
    deep_back: Annotated[Array8, np.int8, V.CARDS]
    creatures: Annotated[Array8, np.int8, V.CREATURE_CARDS]


class State:
    """One game."""

    public: Public
    hidden: Hidden


class Box:
    """Numbers printed on the parts."""

    food: I8
    row: I8
    game_over_among: I8
    trophies_per_food: I8
    crossbow_kills: I8
    spare_chests: I8
    removed: Annotated[Array8, np.int8, V.SEATS + 1]  # creature cards, by number of players
    creature_copies: Annotated[Array8, np.int8, V.CREATURES]
    creature_cost: Annotated[Array8, np.int8, V.CREATURES]
    item_holding: Annotated[Array8, np.int8, V.ITEMS]  # of a new item
    holding_kind: Annotated[Array8, np.int8, V.HOLDINGS]
    holding_cut: Annotated[Array8, np.int8, V.HOLDINGS]
    holding_uses: Annotated[Array8, np.int8, V.HOLDINGS]
    holding_food: Annotated[Array8, np.int8, V.HOLDINGS]
    kind_holdings: Annotated[Array32, np.int32, V.KINDS]  # bit n: holding n is of the class
    front_cost: Annotated[Array8, np.int8, V.FRONTS]
    front_tool: Annotated[Array8, np.int8, V.FRONTS]  # first holding of the class, -1: none
    front_danger: Annotated[Array8, np.int8, V.FRONTS]
    front_trade: Annotated[Array32, np.int32, V.FRONTS]  # bit n: the villager takes holding n
    front_cards: Annotated[Array8, np.int8, V.FRONTS]
    front_backs: Annotated[Array8, np.int8, V.FRONTS]  # different ones
    back_copies: Annotated[Array8, np.int8, (V.FRONTS, V.BACKS)]
    back_item: Annotated[Array8, np.int8, (V.FRONTS, V.BACKS)]
    back_creatures: Annotated[Array8, np.int8, (V.FRONTS, V.BACKS)]
    chest_need: Annotated[Array8, np.int8, (V.CHEST_CARDS, V.NEEDS)]  # class, -1: none


class Scenario:
    """Parts on the table: the chests, or how many are drawn."""

    level: I8
    chests: I8
    chest_number: Annotated[Array8, np.int8, V.CHEST_CARDS]  # those to draw from, ascending
    drawn_from: I8  # how many they are


class Work(WorkHeader):
    """Scratch space of the compiled functions."""

    legal: Annotated[Array16, np.int16, 64]
    events: Annotated[Array16, np.int16, (160, EVENT_WIDTH)]


RANGES: Final = ranges_of(Public)
STATE: Final = dtype_of(State)
BOX: Final = dtype_of(Box)
SCENARIO: Final = dtype_of(Scenario)
WORK: Final = dtype_of(Work)
