"""The arrays in which compiled code plays games by a value network."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.value.network import Cells, Floats, Weights
from tablemates.envs.core.records.layout import Array8, Array16, Array32, Blocks, Bytes, Rows, Words

_Floats = npt.NDArray[np.float64]

# Kinds of a logged decision.
GREEDY: Final = 0
EXPLORED: Final = 1  # drawn at random
LAST: Final = 2  # ended the game


class Tasks(NamedTuple):
    """Games to play, one entry each.

    Attributes:
        records: Of resumed games, shape ``(games, bytes)``.
        seeds: Of all that is drawn in a game.
        scenarios: Which scenario a new game has.
        players: How many play a new game.
        resumed: 1: go on from the record, with its hidden part drawn anew; 0: a new game.
        epsilons: Probability of a random action at each decision.
        others: Who decides for each seat: 0: the network, else somebody else, whom the caller
            asks; shape ``(games, SEATS)``.
        answers: What somebody else decides, in games that wait for it.
        counts: What was drawn for outcomes and for ties, and decisions of others, of games that
            wait; shape ``(games, 3)``.
    """

    records: Rows[Bytes]
    seeds: Words
    scenarios: Array16
    players: Array8
    resumed: Array8
    epsilons: _Floats
    others: Rows[Array8]
    answers: Array16
    counts: Rows[Array32]


class Log(NamedTuple):
    """Log of the network's decisions; ``t`` of game ``g`` is entry ``g * limit + t``.

    Attributes:
        seen: The mover's view of the chosen afterstate, shape ``(entries, at least cells)``.
        best: Outputs of the best afterstate, exact where the game is over there.
        actions: What was played.
        seats: Who played it.
        kinds: ``GREEDY``, ``EXPLORED`` or ``LAST``.
        decisions: Of each game.
        over: Whether it has ended, of each game.
        waiting: The seat for which somebody else decides next, of each game; -1: it waits for
            nobody. The record of one that waits is among the tasks'.
        players: Number of players of each game.
        ends: Scaled returns, then progress of each seat, shape ``(games, 2, SEATS)``.
    """

    seen: Rows[Array8]
    best: Rows[Floats]
    actions: Array16
    seats: Array8
    kinds: Array8
    decisions: Array32
    over: Array8
    waiting: Array8
    players: Array8
    ends: Blocks[Floats]


class Choices(NamedTuple):
    """The legal actions of the last decision of each game, or in one row of the last one of all.

    Attributes:
        found: How many there are, shape ``(rows,)``.
        actions: Their numbers, shape ``(rows, actions)``.
        values: Their outputs, shape ``(rows, actions, outputs)``.
    """

    found: Array32
    actions: Rows[Array16]
    values: Blocks[Floats]


class Judge(NamedTuple):
    """A network, what each seat saw last of a game, and what is written when it judges.

    Attributes:
        weights: The network.
        cells: Rows of its first layer.
        now: The observations, shape ``(SEATS, a multiple of 8)``.
        seen: The observations that ``sums`` belong to.
        notes: Of ``show``.
        known: 1: the seat has seen something of this game.
        sums: Of the first layer.
        hidden: Activations of the second layer.
        out: The outputs, relative to a seat.
        returns: Of a finished game, scaled to 0 to 1.
        progress: Of a finished game.
        least: The least return of a seat.
        progress_weight: What progress counts beside the return when an action is chosen.
        legal: Scratch space for the actions of a decision.
    """

    weights: Weights
    cells: Cells
    now: Rows[Array8]
    seen: Rows[Array8]
    notes: Rows[Bytes]
    known: Array8
    sums: Rows[Floats]
    hidden: Floats
    out: Floats
    returns: _Floats
    progress: _Floats
    least: float
    progress_weight: float
    legal: Array16
