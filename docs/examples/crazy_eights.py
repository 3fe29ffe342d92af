"""Crazy Eights, a card game for 2 to 5 players with private hands: an example of a whole game.

Everybody gets five cards, two players seven, and one lies open. Who is to move plays a card of the
open one's suit or rank, or an eight, which may always be played and names the next suit; or draws
a card, and may then play or pass. When the stock is empty, one may pass without drawing. Whoever
plays the last card of the hand wins; when all have passed, the hand that counts least.

The game brings no picture, no positions and no views of its own: those are derived. The words are
in the YAML file beside it.
"""

from enum import IntEnum
from typing import Annotated

import numpy as np

from tablemates.envs.core.engine.events import allow, emit
from tablemates.envs.core.engine.header import Header
from tablemates.envs.core.game.catalogue import Catalogue, Group
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.observation import Number, block, layout_of
from tablemates.envs.core.records.layout import I8, U64, Array8
from tablemates.envs.core.records.random import random_below, shuffle
from tablemates.envs.core.records.ranges import Range

SEATS, CARDS, RANKS, SUITS = 5, 52, 13, 4  # card n: suit n // 13, rank n % 13, from the ace on
EIGHT, JACK = 7, 10
CARD, COUNT, SEAT, FLAG = Range(-1, CARDS - 1), Range(0, CARDS), Range(0, SEATS - 1), Range(0, 1)

Decision = IntEnum("Decision", "NONE CHANCE TURN DRAWN SUIT", start=0)
Cause = IntEnum("Cause", "NONE OUT BLOCKED ILLEGAL_ACTION", start=0)
Event = IntEnum("Event", "DEALT PLAYED NAMED DRAWN PASSED OVER", start=0)
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
RANK_NAMES = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"]
NAMES = tuple(f"{rank} of {suit}" for suit in SUIT_NAMES for rank in RANK_NAMES)
CATALOGUE = Catalogue(
    [
        Group("wait"),
        Group("card", (CARDS,), NAMES, "play this card"),
        Group("suit", (SUITS,), SUIT_NAMES, "name this suit"),
        Group("draw", meaning="draw a card"),
        Group("pass", meaning="let the next player go on"),
    ]
)
PLAY, NAME, DRAW, PASS = (CATALOGUE.first(name) for name in ("card", "suit", "draw", "pass"))


class Public(Header):
    active: Annotated[I8, SEAT]
    decision: Annotated[I8, Range.of(Decision)]
    cause: Annotated[I8, Range.of(Cause)]
    guilty: Annotated[I8, Range(-1, SEATS - 1)]  # who broke the rules, -1: nobody
    dealt: Annotated[I8, COUNT]  # cards given out before the first turn
    drawing: Annotated[I8, FLAG]  # 1: the active seat gets a card
    passes: Annotated[I8, Range(0, SEATS)]  # one after the other with an empty stock
    top: Annotated[I8, CARD]
    suit: Annotated[I8, Range(0, SUITS - 1)]  # to be followed
    seen: Annotated[Array8, np.int8, CARDS, FLAG]  # cards of the pile, which all remember
    held: Annotated[Array8, np.int8, SEATS, COUNT]  # how many cards each seat has


class Private:
    hand: Annotated[Array8, np.int8, (SEATS, CARDS), FLAG]


class Hidden:
    seed: U64


class State:
    public: Public
    private: Private
    hidden: Hidden


# -- rules --------------------------------------------------------------------------------


def begin(s, w, seed, first):
    p = s.public
    p.guilty, p.top = -1, -1
    p.active = first if first >= 0 else random_below(seed, 1, 0, p.players)
    set_seed(s, seed)


def set_seed(s, seed):
    if s.public.explicit_chance != 1:  # else nothing is drawn from it
        s.hidden.seed = seed


def to_deal(p):
    """Return how many cards are given out: one after the other to each seat, then the open one."""
    return (7 if p.players == 2 else 5) * p.players + 1


def left(p):
    """Return how many cards are in the stock."""
    count = CARDS
    for card in range(CARDS):
        count -= p.seen[card]
    for seat in range(p.players):
        count -= p.held[seat]
    return count


def go_on(s, box, w):
    p = s.public
    if p.cause != Cause.NONE:
        p.decision = Decision.NONE
    elif p.dealt < to_deal(p) or p.drawing == 1:
        p.decision = Decision.CHANCE


def fits(p, card):
    same = card % RANKS == p.top % RANKS or card // RANKS == p.suit
    return same or card % RANKS == EIGHT


def list_options(s, box, w):
    p = s.public
    if p.decision == Decision.SUIT:
        for suit in range(SUITS):
            allow(w, NAME + suit)
        return
    for card in range(CARDS):
        if s.private.hand[p.active, card] == 1 and fits(p, card):
            allow(w, PLAY + card)
    allow(w, DRAW if p.decision == Decision.TURN and left(p) > 0 else PASS)


def choose(s, box, w, action):
    p = s.public
    seat = p.active
    if action == DRAW:
        p.drawing = 1
    elif action == PASS:
        emit(w, Event.PASSED, seat)
        p.passes = p.passes + 1 if left(p) == 0 else 0
        next_turn(p, w)
    elif action >= NAME:
        p.suit = action - NAME
        emit(w, Event.NAMED, seat, p.suit)
        next_turn(p, w)
    else:
        play(s, w, seat, action - PLAY)


def play(s, w, seat, card):
    p = s.public
    s.private.hand[seat, card] = 0
    p.held[seat] -= 1
    lay(p, card)
    p.passes = 0
    emit(w, Event.PLAYED, seat, card)
    if p.held[seat] == 0:
        end(p, w, Cause.OUT)
    elif card % RANKS == EIGHT:
        p.decision = Decision.SUIT
    else:
        next_turn(p, w)


def lay(p, card):
    p.seen[card] = 1
    p.top, p.suit = card, card // RANKS


def next_turn(p, w):
    if p.passes == p.players:
        end(p, w, Cause.BLOCKED)
        return
    p.turn += 1
    p.active = (p.active + 1) % p.players
    p.decision = Decision.TURN


def end(p, w, cause):
    p.cause, p.decision = cause, Decision.NONE
    emit(w, Event.OVER, cause)


# -- chance: every card that is given out ---------------------------------------------------


def weight_of(s, box, value):
    """Return 1 for a card of the stock; outcomes are numbered as the actions of cards."""
    card = value - PLAY
    if card < 0 or card >= CARDS or s.public.seen[card] == 1:
        return 0
    for seat in range(s.public.players):
        if s.private.hand[seat, card] == 1:
            return 0
    return 1


def hidden_outcome(s, box):
    stock = left(s.public)
    n, value = random_below(s.hidden.seed, 0, stock, stock), PLAY
    while n > 0 or weight_of(s, box, value) == 0:
        n -= weight_of(s, box, value)
        value += 1
    return value


def receive(s, box, w, value):
    p, card = s.public, value - PLAY
    if p.drawing == 1:
        p.drawing = 0
        give(s, p.active, card)
        emit(w, Event.DRAWN, p.active)  # which card it is, the others must not be told
        p.decision = Decision.DRAWN
        return
    p.dealt += 1
    if p.dealt < to_deal(p):
        give(s, (p.dealt - 1) % p.players, card)
        return
    lay(p, card)
    emit(w, Event.DEALT, p.active, card)
    p.decision = Decision.TURN


def give(s, seat, card):
    s.private.hand[seat, card] = 1
    s.public.held[seat] += 1


def draw_hidden(s, box, seat, seed):
    """Give the others as many cards as they have, of those that a seat does not see."""
    p, hand = s.public, s.private.hand
    unseen, count = np.zeros(CARDS, np.int8), 0
    for card in range(CARDS):
        if p.seen[card] == 0 and hand[seat, card] == 0:
            unseen[count] = card
            count += 1
    shuffle(unseen, count, seed, 0)
    for other in range(p.players):
        if other != seat:
            for card in range(CARDS):
                hand[other, card] = 0
            for _ in range(p.held[other]):
                count -= 1
                hand[other, unseen[count]] = 1
    set_seed(s, seed)


# -- what is seen, and the end --------------------------------------------------------------


def observe(s, box, seat, out):
    p = s.public
    out[0], out[1], out[2] = p.players, p.decision == Decision.DRAWN, left(p)
    out[3], out[4] = p.suit, p.top + 1
    for card in range(CARDS):
        out[CARDS_AT + 2 * card] = s.private.hand[seat, card]
        out[CARDS_AT + 2 * card + 1] = p.seen[card]
    for n in range(p.players):
        other = (seat + n) % p.players
        out[SEATS_AT + 3 * n], out[SEATS_AT + 3 * n + 1] = 1, other == p.active
        out[SEATS_AT + 3 * n + 2] = p.held[other]


def forfeit(s, box, w, seat):
    s.public.guilty = seat
    end(s.public, w, Cause.ILLEGAL_ACTION)


def points(s, seat):
    """Return what a hand counts: an eight 50, a court card 10, others their pips."""
    total = 0
    for card in range(CARDS):
        if s.private.hand[seat, card] == 1:
            rank = card % RANKS
            total += 50 if rank == EIGHT else (10 if rank >= JACK else rank + 1)
    return total


def write_returns(s, box, out):
    """Write 1 for the hand that counts least, shared where several do; none is left of a winner."""
    p, least, winners = s.public, 1000, 0
    for seat in range(p.players):
        if seat != p.guilty and points(s, seat) <= least:
            winners = 1 if points(s, seat) < least else winners + 1
            least = points(s, seat)
    for seat in range(p.players):
        if seat != p.guilty and points(s, seat) == least:
            out[seat] = 1.0 / winners


def write_progress(s, box, out):
    for seat in range(s.public.players):
        out[seat] = 1.0 - s.public.held[seat] / CARDS


LAYOUT = layout_of(
    1,
    block(
        "game",
        "The open card and what is asked.",
        Number("players", "number of players", 2, SEATS),
        Number("drawn", "a card has been drawn", 0, 1),
        Number("stock", "cards in the stock", 0, CARDS),
        Number("suit", "suit to be followed", 0, SUITS - 1),
        Number("top", "the open card, from 1 on", 0, CARDS),
    ),
    block(
        "cards",
        "All cards.",
        Number("own", "it is in the observer's hand", 0, 1),
        Number("seen", "it is in the pile", 0, 1),
        card=CARDS,
    ),
    block(
        "seats",
        "The seats, the observer's first.",
        Number("present", "somebody sits there", 0, 1),
        Number("active", "it is the seat's turn", 0, 1),
        Number("held", "cards in hand", 0, CARDS),
        seat=SEATS,
    ),
)
CARDS_AT, SEATS_AT = (one.start for one in LAYOUT.blocks[1:])


class CrazyEights(Game):
    name, utilities, players = "crazy_eights_v0", "general", range(2, SEATS + 1)
    catalogue, layout = CATALOGUE, LAYOUT

    def faults(self, record):
        """Yield what no game can have, beside fields out of their ranges."""
        yield from super().faults(record)
        s = self.fields(record)
        p, hand = s.public, s.private.hand
        if (hand.sum(0) + p.seen > 1).any() or (hand.sum(1) != p.held).any():
            yield "held, seen, private", "a card is in two places, or a hand has another size"
        if p.active >= p.players or p.held[p.players :].any():
            yield "active, held", "nobody takes this seat"
        if (p.dealt == to_deal(p) and not p.seen[p.top]) or p.dealt > to_deal(p):
            yield "top, dealt", "the open card is not in the pile"
        if p.cause == Cause.NONE and p.dealt == to_deal(p) and not p.held[: p.players].all():
            yield "held", "a game goes on while everybody has cards"
