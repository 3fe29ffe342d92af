"""A competitive game for the core: a race with one die, small enough to check by hand.

The decider rolls or passes the die on. A roll adds to the total of the turn, a 1 loses it and
passes the die on; holding banks it and passes the die on, or gives it to another seat. Who banks
``GOAL`` first wins 1, everybody else loses 1 - so a reward that reaches the wrong seat is noticed.
The potential of a seat is a tenth of a point for every pip that it has banked.
"""

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
from tablemates.envs.core.game.observation import MOST, Block, Layout, Number
from tablemates.envs.core.records.layout import I8, I16, I32, U64, Array8, Array16, dtype_of
from tablemates.envs.core.records.random import random_below

GOAL = 20
SEATS = 5  # so that the outcomes 1 to 6 are numbers of the catalogue
ROLL, HOLD, GIVE, PASS = 1, 2, 3, 7  # GIVE + seat clockwise from the decider, less 1
CATALOGUE = Catalogue(
    [Group("wait"), Group("roll"), Group("hold"), Group("give", (SEATS - 1,)), Group("pass")]
)
EVENTS = ("started", "rolled", "forfeited")
STARTED, ROLLED, FORFEITED = range(3)
TABLE = tuple(Number(name, name, 0, MOST) for name in ("total", "decider", "players"))
PIPS = (Number("score", "pips", 0, MOST),)
LAYOUT = Layout(
    1,
    (1, 1),
    (
        Block("table", 0, (3,), ("number",), 0, TABLE, "the table"),
        Block("scores", 3, (SEATS, 1), ("seat", "number"), 1, PIPS, "ours first"),
    ),
)


class Public(Header):
    decider: I8
    waiting: I8  # 1: the die falls
    total: I16
    winner: I8  # a seat, or -1
    cause: I8
    scores: Annotated[Array8, np.int8, SEATS]


class Hidden:
    seed: U64
    rolls: I32


class State:
    public: Public
    hidden: Hidden


class Nothing:
    unused: I8


class Work(WorkHeader):
    legal: Annotated[Array16, np.int16, 8]
    events: Annotated[Array16, np.int16, (4, 3)]


STATE, WORK, NOTHING = dtype_of(State), dtype_of(Work), dtype_of(Nothing)


def emit(w, kind, a, b):
    w.events[w.event_count, 0], w.events[w.event_count, 1] = kind, a
    w.events[w.event_count, 2] = b
    keep_frame(w)
    w.event_count += 1


def set_up(s, box, scenario, w, seed, players, first_player, explicit_chance, skip_forced):
    p = s.public
    p.turn, p.players, p.decider = 1, players, max(0, first_player)
    p.explicit_chance, p.skip_forced = explicit_chance, skip_forced
    p.waiting, p.total, p.winner, p.cause = 0, 0, -1, 0
    p.scores[:] = 0
    s.hidden.seed, s.hidden.rolls = seed, 0
    emit(w, STARTED, players, 0)


def advance(s, box, w):
    p = s.public
    n = 0
    if p.winner < 0:
        last = 6 if p.waiting == 1 else (GIVE + int(p.players) - 2 if p.total > 0 else ROLL)
        for action in range(1, last + 1):
            w.legal[n] = action
            n += 1
        if last == ROLL:
            w.legal[n] = PASS
            n += 1
    w.legal_count = n


def next_seat(p):
    p.total = 0
    p.turn += 1
    p.decider = (p.decider + 1) % p.players


def fall(p, w, pips):
    p.waiting = 0
    emit(w, ROLLED, int(p.decider), pips)
    if pips == 1:
        next_seat(p)
    else:
        p.total += pips


def hidden_outcome(s, box):
    s.hidden.rolls += 1
    return 1 + random_below(s.hidden.seed, 0, int(s.hidden.rolls), 6)


def take(s, box, w, action):
    p = s.public
    if p.waiting == 1:
        fall(p, w, action)
    elif action == ROLL and p.explicit_chance > 0:
        p.waiting = 1
    elif action == ROLL:
        fall(p, w, hidden_outcome(s, box))
    elif action == PASS:
        next_seat(p)
    else:
        seat = (int(p.decider) + max(0, action - HOLD)) % p.players
        p.scores[seat] += p.total
        if p.scores[seat] >= GOAL:
            p.winner, p.cause = seat, 1
        else:
            next_seat(p)
    advance(s, box, w)


def forfeit(s, box, w, seat):
    s.public.winner = (seat + 1) % s.public.players
    s.public.cause = 2
    emit(w, FORFEITED, seat, 0)


def to_move(s):
    if s.public.winner >= 0:
        return OVER
    return CHANCE if s.public.waiting == 1 else int(s.public.decider)


def viewer(s):
    return int(s.public.decider)


def write_observation(s, box, seat, out):
    p = s.public
    out[:] = 0
    out[0], out[1], out[2] = p.total, (p.decider - seat) % p.players, p.players
    for n in range(p.players):
        out[3 + n] = p.scores[(seat + n) % p.players]


def show(s, box, seat, seen_by, now, shown, observation):
    write_observation(s, box, seat, observation)


def list_outcomes(s, box, values, chances):
    for n in range(6):
        values[n], chances[n] = n + 1, 1.0 / 6.0
    return 6


def prefer(s, box, w, seed):
    """Roll until it is enough to win: the best script with one threshold."""
    p = s.public
    return HOLD if p.scores[p.decider] + p.total >= GOAL else ROLL


def draw_hidden(s, box, seat, seed):
    s.hidden.seed = seed


def write_returns(s, box, out):
    out[: s.public.players] = -1.0
    out[s.public.winner] = 1.0


def write_progress(s, box, out):
    for seat in range(SEATS):
        out[seat] = min(1.0, s.public.scores[seat] / GOAL)


def write_potential(s, box, weights, out):
    for seat in range(SEATS):
        out[seat] = weights[0] * s.public.scores[seat]


compile_functions(globals())
list_legal = advance

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
    viewer=viewer,
    prefer=prefer,
)


@dataclass(frozen=True, kw_only=True)
class Settings(core.Settings):
    seats: ClassVar = range(1, SEATS + 1)
    first_player: int | None = 0


class DiceRace(Game):
    name, title, settings_type = "dice_race_v0", "Dice Race", Settings
    utilities, least_return = "general", -1.0
    score_unit, score_field = "pips", "scores"
    engine = Engine("dice_race", __name__, RULES, seconds=5)
    label_fields = ("players",)
    ending_words: ClassVar = {"cause": ("none", "goal", "illegal_action")}
    shaping_terms: ClassVar = {"pips": "pips banked"}
    hashes: ClassVar = {"ruleset": "r" * 16, "interface": "i" * 16, "engine": "e" * 16}

    def __init__(self, settings):
        nothing = np.zeros((1, 1), np.uint8)
        super().__init__(settings, None, nothing[0], nothing, CATALOGUE, LAYOUT)

    def describe(self, action):
        return CATALOGUE.name(action)

    def events(self):
        rows = self.work.events[: self.work.event_count].tolist()
        return [
            {"event": EVENTS[n], "a": a, "b": b, "text": f"{EVENTS[n]} {a} {b}"} for n, a, b in rows
        ]

    def snapshot(self) -> dict[str, Any]:
        return {"scores": self.public.scores[: self.seats].tolist()}

    def zones(self):
        return [Zone("board", "board", self.title, str(self.picture("svg")))]

    def clocks(self):
        return []

    def position_of(self, record):
        return {"record": bytes(record).hex()}

    def record_of(self, position, seed=None):
        record = np.frombuffer(bytes.fromhex(position["record"]), np.uint8)
        if len(record) == STATE.itemsize and not record[8] < record[4] <= SEATS:
            raise FormatError("this is no dice race")
        return record

    def picture(self, mode):
        if mode == "rgb_array":
            return np.full((2, 3, 3), self.public.total, np.uint8)
        return f"<svg>{self.snapshot()}</svg>" if mode == "svg" else f"{self.snapshot()}"
