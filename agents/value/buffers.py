"""What is handed to the program that plays by a value network, and what it writes."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablemates.agents.value.network import Floats
from tablemates.envs.core.record import Array8, Array16, Array32, Words

# Kinds of a logged decision.
GREEDY: Final = 0
EXPLORED: Final = 1  # drawn at random, or given
LAST: Final = 2  # ended the game


class Tasks(NamedTuple):
    """Games to play, one entry each.

    Attributes:
        seeds: Of all that is drawn in a game.
        scenarios: Which scenario a new game has.
        players: How many play a new game.
        resumed: 1: go on from the record, with its hidden part drawn anew; 0: a new game.
        epsilons: Probability of a random action at each decision.
        given: The first action; -1: the network chooses it.
    """

    seeds: Words
    scenarios: Array16
    players: Array8
    resumed: Array8
    epsilons: npt.NDArray[np.float64]
    given: Array16


class Log(NamedTuple):
    """What happened; decision ``t`` of game ``g`` is entry ``g * limit + t``.

    Attributes:
        seen: The mover's view of the chosen afterstate, shape ``(entries, at least cells)``.
        best: Outputs of the best afterstate, exact where the game is over there.
        actions: What was played.
        seats: Who played it.
        kinds: ``GREEDY``, ``EXPLORED`` or ``LAST``.
        decisions: Of each game.
        over: Whether it has ended, of each game.
        players: Number of players of each game.
        ends: Scaled returns, then progress of each seat, shape ``(games, 2, SEATS)``.
    """

    seen: Array8
    best: Floats
    actions: Array16
    seats: Array8
    kinds: Array8
    decisions: Array32
    over: Array8
    players: Array8
    ends: Floats


class Choices(NamedTuple):
    """The legal actions of the last decision.

    Attributes:
        found: How many there are, shape ``(1,)``.
        actions: Their numbers.
        values: Their outputs, shape ``(actions, outputs)``.
    """

    found: Array32
    actions: Array16
    values: Floats
