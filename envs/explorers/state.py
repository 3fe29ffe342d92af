"""The records: one game (public and hidden part), the box, a scenario, the scratch space.

*Places* are the slots of the row, then the top of the pile (``TOP``). A *back* is an index into
the different backs of its front, -1 where it is not known. Piles of hidden cards are stacks: the
last one is turned over next. Nothing beyond a length differs from its empty value.
"""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np

from tablemates.envs.core.engine.header import Header, WorkHeader
from tablemates.envs.core.records.layout import I8, I16, Array8, Array16, Array32, dtype_of
from tablemates.envs.explorers import vocabulary as V


class Shown(Header):
    """The beginning of ``Public``, in words: what the blocks about landscapes are written from."""

    place_front: Annotated[Array8, np.int8, V.PLACES]
    place_back: Annotated[Array8, np.int8, V.PLACES]
    unknown: Annotated[Array32, np.int32, V.FRONTS]  # one word a front
    piles: Annotated[Array32, np.int32, (V.FRONTS + V.CARDS) // 4]  # deep and low fronts


class Public(Header):
    """Everything that a person at the table can see, count or remember (INFO-01, INFO-02)."""

    # -- landscapes ---------------------------------------------------------------------
    place_front: Annotated[Array8, np.int8, V.PLACES]  # -1: empty
    place_back: Annotated[Array8, np.int8, V.PLACES]
    unknown: Annotated[Array8, np.int8, (V.FRONTS, V.BACKS)]  # cards whose back nobody has seen
    deep: Annotated[Array8, np.int8, V.FRONTS]  # cards between the pile's top and the known ones
    # The known cards at the bottom of the pile, uppermost first; -1 behind the last one.
    low_front: Annotated[Array8, np.int8, V.CARDS]
    low_back: Annotated[Array8, np.int8, V.CARDS]
    low_length: I8
    deep_length: I8
    # -- creatures ----------------------------------------------------------------------
    line: Annotated[Array8, np.int8, V.CREATURES]
    unseen: Annotated[Array8, np.int8, V.CREATURES]  # in the pile or in the box
    creature_length: I8  # cards in the pile, Game Over included
    # -- chests -------------------------------------------------------------------------
    chest_number: Annotated[Array8, np.int8, V.CHESTS]  # 0: none
    chest_missing: Annotated[Array8, np.int8, V.CHESTS]  # bit n: need n is open
    chests: I8
    filled: I8
    goal: I8  # chests to fill
    # -- seats --------------------------------------------------------------------------
    items: Annotated[Array8, np.int8, (V.SEATS, V.HOLDINGS)]
    trophies: Annotated[Array8, np.int8, (V.SEATS, V.CREATURES)]
    # -- the game -----------------------------------------------------------------------
    level: I8
    first_player: I8
    outcome: I8
    cause: I8
    active: I8
    food: I16
    # -- what is under way --------------------------------------------------------------
    decision: I8
    chance: I8  # which card is to be turned over
    slot: I8  # chosen landscape or, while returning, the slot returned last; -1: none
    creature: I8  # the creature that is fought, -1: none
    chest: I8  # the chest that is filled, -1: none
    left: I8  # food still to pay
    due: I8  # creature cards still to be turned up
    kills: I8  # of the crossbow, still to be chosen
    night: I8  # 1: the turn ends when no card is due any more
    refilling: I8  # 1: the row is being refilled


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
    events: Annotated[Array16, np.int16, (160, 5)]


SHOWN: Final = dtype_of(Shown)
STATE: Final = dtype_of(State)
BOX: Final = dtype_of(Box)
SCENARIO: Final = dtype_of(Scenario)
WORK: Final = dtype_of(Work)
