"""A co-operative game for the core, whose hooks are written out one by one.

A team has to light ``LANTERNS`` lanterns before the third storm. The deck holds oil and storms,
face down, and everybody begins with one oil. In their turn a player draws a card, lights a
lantern with two of their own oil, or hands one oil to the next player. A storm takes all the oil
of whoever drew it. When the deck is empty the night is over and the team has lost.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.display.zones import Zone
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.engine.engine import Engine
from tablemates.envs.core.engine.events import keep_frame
from tablemates.envs.core.engine.header import Header, WorkHeader
from tablemates.envs.core.engine.rules import Rules
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.game import settings as core
from tablemates.envs.core.game.catalogue import Catalogue, Group
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.observation import Block, Layout, Number
from tablemates.envs.core.records.layout import I8, Array8, Array16, RecordView, dtype_of
from tablemates.envs.core.records.random import random_below

OIL, STORM = 0, 1
CARDS = (14, 5)
DECK, LANTERNS, STORMS, PRICE = sum(CARDS), 3, 3, 2
SEATS = 4
DRAW, LIGHT, HAND = 1, 2, 3
CATALOGUE = Catalogue([Group("wait"), Group("draw"), Group("light"), Group("hand")])
RUNNING, WON, STORMY, OVERNIGHT, FORFEITED = range(5)
LIT, HANDED = 2, 3  # events beside the kinds of cards drawn


class Public(Header):
    active: I8
    drawing: I8  # 1: a card is drawn, explicit chance says which
    lanterns: I8
    storms: I8
    cause: I8
    left: Annotated[Array8, np.int8, 2]  # cards in the deck, by kind
    oil: Annotated[Array8, np.int8, SEATS]


class Hidden:
    deck: Annotated[Array8, np.int8, DECK]  # the last card that is left is on top


class State:
    public: Public
    hidden: Hidden


class Nothing:
    unused: I8


class Work(WorkHeader):
    legal: Annotated[Array16, np.int16, 4]
    events: Annotated[Array16, np.int16, (64, 2)]


STATE, WORK, NOTHING = dtype_of(State), dtype_of(Work), dtype_of(Nothing)


def emit(w, event, seat):
    w.events[w.event_count, 0], w.events[w.event_count, 1] = event, seat
    keep_frame(w)
    w.event_count += 1


def draw_hidden(s, box, seat, seed):
    p, deck = s.public, s.hidden.deck
    count = int(p.left[OIL]) + int(p.left[STORM])
    for n in range(DECK):
        deck[n] = -1 if n >= count else (OIL if n < p.left[OIL] else STORM)
    for n in range(count - 1, 0, -1):
        other = random_below(seed, 0, n, n + 1)
        deck[n], deck[other] = deck[other], deck[n]


def set_up(s, box, scenario, w, seed, players, first_player, explicit_chance, skip_forced):
    p = s.public
    p.turn, p.players, p.explicit_chance, p.skip_forced = 1, players, explicit_chance, skip_forced
    p.active = first_player if first_player >= 0 else random_below(seed, 1, 0, players)
    p.drawing, p.lanterns, p.storms, p.cause = 0, 0, 0, RUNNING
    p.oil[:] = 1
    p.left[OIL], p.left[STORM] = CARDS
    draw_hidden(s, box, 0, seed)


def list_legal(s, box, w):
    p, legal, n = s.public, w.legal, 0
    if p.cause == RUNNING and p.drawing == 1:
        for kind in range(2):
            if p.left[kind] > 0:
                legal[n] = kind
                n += 1
    elif p.cause == RUNNING:
        oil = p.oil[p.active]
        hands = 0 < oil < oil * p.players
        for action, possible in ((DRAW, True), (LIGHT, oil >= PRICE), (HAND, hands)):
            if possible:
                legal[n] = action
                n += 1
    w.legal_count = n


def turn_up(s, w, kind):
    p = s.public
    p.drawing = 0
    p.left[kind] -= 1
    emit(w, kind, int(p.active))
    if kind == OIL:
        p.oil[p.active] += 1
    else:
        p.oil[p.active] = 0
        p.storms += 1
    if p.storms == STORMS:
        p.cause = STORMY
    elif p.left[OIL] + p.left[STORM] == 0:
        p.cause = OVERNIGHT
    next_seat(p)


def next_seat(p):
    if p.cause == RUNNING:
        p.turn += 1
        p.active = (p.active + 1) % p.players


def act(s, w, action):
    p = s.public
    seat = int(p.active)
    if p.drawing == 1:
        turn_up(s, w, action)
    elif action == DRAW and p.explicit_chance > 0:
        p.drawing = 1
    elif action == DRAW:
        top = int(p.left[OIL]) + int(p.left[STORM]) - 1
        kind = int(s.hidden.deck[top])
        s.hidden.deck[top] = -1
        turn_up(s, w, kind)
    else:
        p.oil[seat] -= PRICE if action == LIGHT else 1
        if action == LIGHT:
            p.lanterns += 1
            emit(w, LIT, seat)
            p.cause = WON if p.lanterns == LANTERNS else RUNNING
        else:
            p.oil[(seat + 1) % p.players] += 1
            emit(w, HANDED, seat)
        next_seat(p)


def advance(s, box, w):
    list_legal(s, box, w)
    while w.legal_count == 1 and s.public.skip_forced == 1 and s.public.drawing == 0:
        act(s, w, w.legal[0])
        list_legal(s, box, w)


def take(s, box, w, action):
    act(s, w, action)
    advance(s, box, w)


def forfeit(s, box, w, seat):
    s.public.cause = FORFEITED


def to_move(s):
    if s.public.cause != RUNNING:
        return OVER
    return CHANCE if s.public.drawing == 1 else int(s.public.active)


def write_observation(s, box, seat, out):
    p = s.public
    out[0], out[1], out[2], out[3] = p.lanterns, p.storms, p.left[OIL], p.left[STORM]
    out[4], out[5] = (p.active - seat) % p.players, p.drawing
    for n in range(SEATS):
        out[6 + n] = p.oil[(seat + n) % p.players] if n < p.players else -1


def show(s, box, seat, seen_by, now, shown, observation):
    write_observation(s, box, seat, observation)


def list_outcomes(s, box, values, chances):
    left, n = s.public.left, 0
    for kind in range(2):
        if left[kind] > 0:
            values[n] = kind
            chances[n] = left[kind] / (int(left[OIL]) + int(left[STORM]))
            n += 1
    return n


def hidden_outcome(s, box):
    left = s.public.left
    return int(s.hidden.deck[int(left[OIL]) + int(left[STORM]) - 1])


def write_returns(s, box, out):
    out[:] = 1.0 if s.public.cause == WON else 0.0


def write_progress(s, box, out):
    out[:] = s.public.lanterns / LANTERNS


def write_potential(s, box, weights, out):
    out[:] = weights[0] * s.public.lanterns / LANTERNS


compile_functions(globals())

RULES = Rules(
    set_up=set_up,
    advance=advance,
    list_legal=list_legal,
    take=take,
    forfeit=forfeit,
    to_move=to_move,
    show=show,
    list_outcomes=list_outcomes,
    hidden_outcome=hidden_outcome,
    draw_hidden=draw_hidden,
    write_returns=write_returns,
    write_progress=write_progress,
    write_potential=write_potential,
    state=STATE,
    box=NOTHING,
    scenario=NOTHING,
    work=WORK,
    shown=NOTHING,
    seats=SEATS,
)

NAMES = ("lanterns", "storms", "oil left", "storms left", "active", "drawing")
NUMBERS = tuple(
    Number(n, n, -1, DECK) for n in (*NAMES, *(f"oil of seat {n}" for n in range(SEATS)))
)
TABLE = Block("table", 0, (10,), ("number",), 0, NUMBERS, "seats from the one that looks")
LAYOUT = Layout(1, (1, 1), (TABLE,))


@dataclass(frozen=True, kw_only=True)
class Settings(core.Settings):
    seats: ClassVar = range(1, SEATS + 1)


class Lanterns(Game):
    name, title, utilities, settings_type = "lanterns_v0", "Lanterns", "identical", Settings
    engine = Engine("lanterns", __name__, RULES, seconds=5)
    label_fields = ("players",)
    ending_words: ClassVar = {"cause": ("none", "won", "storms", "night", "illegal_action")}
    shaping_terms: ClassVar = {"lanterns": "lanterns lit, of all"}
    hashes: ClassVar = {"ruleset": "r" * 16, "interface": "i" * 16, "engine": "e" * 16}

    def __init__(self, settings: Settings) -> None:
        nothing = np.zeros((1, 1), np.uint8)
        super().__init__(settings, None, nothing[0], nothing, CATALOGUE, LAYOUT)

    def describe(self, action: int) -> str:
        if self.to_move() == CHANCE:
            return ("oil", "a storm")[action]
        return ("wait", "draw a card", "light a lantern", "hand on one oil")[action]

    def events(self) -> list[dict[str, Any]]:
        words = ("draws oil", "draws a storm", "lights a lantern", "hands on oil")
        rows = self.work.events[: self.work.event_count].tolist()
        return [{"event": n, "text": f"{self.player_name(seat)} {words[n]}"} for n, seat in rows]

    def snapshot(self) -> dict[str, Any]:
        p = self.public
        return {"lanterns": int(p.lanterns), "storms": int(p.storms), "oil": p.oil.tolist()}

    def picture(self, mode: str) -> Any:
        text = ", ".join(f"{name}: {value}" for name, value in self.snapshot().items())
        return f"<svg><text>{text}</text></svg>" if mode == "svg" else text

    def zones(self):
        return [Zone("board", "board", self.title, str(self.picture("svg")))]

    def clocks(self):
        return []

    def position_of(self, record) -> dict[str, Any]:
        return {"record": bytes(record).hex()}

    def record_of(self, position: Mapping[str, Any], seed: int | None = None):
        record = np.frombuffer(bytes.fromhex(position["record"]), np.uint8)
        public = RecordView(record, STATE).public
        if not 0 <= public.active < public.players <= SEATS or public.left.min() < 0:
            raise FormatError("this is no game of lanterns")
        return record
