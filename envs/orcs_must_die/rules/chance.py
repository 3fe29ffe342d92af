"""Chance: where outcomes of dice and decks come from, and what is hidden drawn anew.

Sampled, an outcome is drawn from the hidden seed; explicit, the engine stops and the caller says
which it is. Either way the same rule then receives it. An outcome is a face of the die, counted
among its different faces, the kind of a card, or a seat.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.records.elements import total
from tablemates.envs.core.records.random import random_below
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.teams import leads_first, team_of
from tablemates.envs.orcs_must_die.state import Box, Public, State

#: One past the greatest outcome of each ``Chance``.
END_OF_VALUES: Final = (*[V.DIE_FACES] * V.COLOURS, *[V.CARDS] * 4, 0, V.ALL_SEATS)
_LORD, _PICKS = 100, 101  # streams


def _deck_of(chance: int) -> int:
    return 0 if chance == V.Chance.EQUIPMENT else (2 if chance == V.Chance.ARMY else 1)


def leaders(p: Public) -> int:
    """Return the seats that may be the first lord, as bits: those with most votes (FULL-07)."""
    bits = 0
    most = 0
    for seat in range(p.players):
        votes = 0
        for voter in range(p.players):
            votes += int(p.votes[voter] == seat)
        if votes > most:
            most = votes
            bits = 0
        bits |= int(votes == most) << seat
    return bits


def weight_of(s: State, box: Box, value: int) -> int:
    """Return how likely an outcome is, as a whole number in proportion (HID-01)."""
    return _weight(s.public, box, value)


def _weight(p: Public, box: Box, value: int) -> int:
    chance = p.chance
    if chance < V.COLOURS:
        return int(box.face_copies[chance, value])  # DICE-02
    if chance == V.Chance.LORD:
        return leaders(p) >> value & 1  # SETUP-08 FULL-07
    if chance == V.Chance.TRAPSBURG and box.trap[value, V.LAID.support] != 0:
        return 0  # TILE-11
    return int(p.unseen[_deck_of(chance), value])  # HID-01


def left_in_deck(p: Public, box: Box, chance: int) -> int:
    """Return how many cards a deck has that this kind of chance can turn up."""
    if chance != V.Chance.LORD and chance != V.Chance.TRAPSBURG:
        return total(p.unseen[_deck_of(chance)])
    before = p.chance
    p.chance = chance
    left = 0
    for value in range(END_OF_VALUES[p.chance]):
        left += _weight(p, box, value)
    p.chance = before
    return left


def hidden_outcome(s: State, box: Box) -> int:
    """Return the outcome that the hidden seed holds, once a node."""
    p = s.public
    h = s.hidden
    chance = p.chance
    if chance == V.Chance.LORD:
        stream, index = _LORD, 0  # asked once
    else:
        stream = chance if chance < V.COLOURS else V.COLOURS + _deck_of(chance)
        index = int(h.counts[stream])
        h.counts[stream] += 1
    if chance < V.COLOURS:
        return int(box.face_of[chance, random_below(h.seed, stream, index, V.DIE_FACES)])
    n = random_below(h.seed, stream, index, left_in_deck(p, box, chance))
    value, weight = 0, _weight(p, box, 0)
    while n >= weight:
        n -= weight
        value += 1
        weight = _weight(p, box, value)
    return value


def draw_hidden(s: State, box: Box, seat: int, seed: int) -> None:
    """Write a hidden part that agrees with the public one.

    Heroes that the other team has chosen and not yet shown are any that it can have (HID-05).

    All orders of a deck are equally likely, given what is left in it, and so are dice. Cards are
    drawn from what is left when they are turned up, so that a new seed is a new order of each deck.
    """
    s.hidden.counts[:] = 0
    s.hidden.seed = np.uint64(0)  # type: ignore[assignment]
    if s.public.explicit_chance != 1:
        s.hidden.seed = seed  # HID-03
    _draw_picks(s, box, seat, seed)


def _draw_picks(s: State, box: Box, viewer: int, seed: int) -> None:
    """Draw the heroes that others have chosen in secret: ordered picks, all equally likely."""
    p, picks = s.public, s.private.picks
    if p.rivalry == 0 or p.step != V.Step.CHOOSE or p.cursor >= p.players:
        return
    for team in range(V.TEAMS):
        if viewer >= 0 and team_of(p, viewer) == team:
            continue  # its own team has chosen these
        count = int(box.heroes[team])
        left = (1 << count) - 1
        chosen = int(p.cursor) - (int(p.team_size) if team != leads_first(p) else 0)
        for n in range(p.players):
            seat = (int(p.lord) + n) % int(p.players)
            if team_of(p, seat) != team or chosen <= 0:
                continue
            chosen -= 1
            skipped = random_below(seed, _PICKS, seat, count)  # HID-05
            hero = 0
            while left >> hero & 1 == 0 or skipped > 0:
                skipped -= left >> hero & 1
                hero += 1
            left &= ~(1 << hero)
            count -= 1
            for other in range(p.players):
                if team_of(p, other) == team:
                    picks[other, seat] = hero + 1


compile_functions(globals())
