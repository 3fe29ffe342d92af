"""A competitive game for the core: a race with one die, small enough to check by hand.

The decider rolls or passes the die on. A roll adds to the total of the turn, a 1 loses
the total and passes the die on; holding banks the total and passes the die on, or
gives it to another seat. Who banks ``GOAL`` first wins 1, everybody else loses
1 - so a reward that reaches the wrong seat is noticed. The potential of a seat is a
tenth of a point for every pip that it has banked.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

import numpy as np

from tablemates.envs.core import settings as core
from tablemates.envs.core.answers import CHANCE, OVER
from tablemates.envs.core.catalogue import Catalogue, Group
from tablemates.envs.core.compiled import helper
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.game import Game
from tablemates.envs.core.hooks import game_cache, load_engine
from tablemates.envs.core.observation_forms import Block, Layout, Number
from tablemates.envs.core.random import random_below
from tablemates.envs.core.record import I8, I16, I32, U64, Array8, Array16, dtype_of

GOAL = 20
SEATS = 5  # so that the outcomes 1 to 6 are numbers of the catalogue
ACTION_WORDS = 1
ROLL, HOLD, GIVE, PASS = 1, 2, 3, 7  # GIVE + seat clockwise from the decider, less 1
CATALOGUE = Catalogue(
    [Group("wait"), Group("roll"), Group("hold"), Group("give", (SEATS - 1,)), Group("pass")]
)
STARTED, ROLLED, FORFEITED = range(3)


class Public:
    turn: I32
    players: I8
    decider: I8
    waiting: I8  # 1: the die falls
    explicit_chance: I8
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


class Work:
    legal_count: I32
    event_count: I32
    keep_events: I32
    legal: Annotated[Array16, np.int16, 8]
    events: Annotated[Array16, np.int16, (4, 3)]


Shown = Nothing
STATE, WORK = dtype_of(State), dtype_of(Work)
BOX = SCENARIO = SHOWN = dtype_of(Nothing)


@helper
def emit(w, kind, a, b):
    w.events[w.event_count, 0] = kind
    w.events[w.event_count, 1] = a
    w.events[w.event_count, 2] = b
    w.event_count += 1


@helper
def set_up(s, box, scenario, w, seed, players, first_player, explicit_chance, skip_forced):
    p = s.public
    p.turn, p.players, p.decider = 1, players, max(0, first_player)
    p.explicit_chance = explicit_chance
    p.waiting, p.total, p.winner, p.cause = 0, 0, -1, 0
    p.scores[:] = 0
    s.hidden.seed, s.hidden.rolls = seed, 0
    emit(w, STARTED, players, 0)


@helper
def list_legal(s, box, w):
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


advance = list_legal


@helper
def next_seat(p):
    p.total = 0
    p.turn += 1
    p.decider = (p.decider + 1) % p.players


@helper
def fall(p, w, pips):
    p.waiting = 0
    emit(w, ROLLED, int(p.decider), pips)
    if pips == 1:
        next_seat(p)
    else:
        p.total += pips


@helper
def hidden_outcome(s, box):
    s.hidden.rolls += 1
    return 1 + random_below(s.hidden.seed, 0, int(s.hidden.rolls), 6)


@helper
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
            p.winner = seat
            p.cause = 1
        else:
            next_seat(p)
    list_legal(s, box, w)


@helper
def forfeit(s, box, w, seat):
    s.public.winner = (seat + 1) % s.public.players
    s.public.cause = 2
    emit(w, FORFEITED, seat, 0)


@helper
def to_move(s):
    if s.public.winner >= 0:
        return OVER
    return CHANCE if s.public.waiting == 1 else int(s.public.decider)


@helper
def viewer(s):
    return int(s.public.decider)


@helper
def write_observation(s, box, seat, out):
    p = s.public
    out[:] = 0
    out[0] = p.total
    out[1] = (p.decider - seat) % p.players
    out[2] = p.players
    for n in range(p.players):
        out[3 + n] = p.scores[(seat + n) % p.players]


@helper
def show(s, box, seat, seen_by, now, shown, observation):
    write_observation(s, box, seat, observation)


@helper
def list_outcomes(s, box, values, chances):
    for n in range(6):
        values[n] = n + 1
        chances[n] = 1.0 / 6.0
    return 6


@helper
def prefer(s, box, w, seed):
    """Roll until it is enough to win: the best script with one threshold."""
    p = s.public
    return HOLD if p.scores[p.decider] + p.total >= GOAL else ROLL


@helper
def draw_hidden(s, box, seed):
    s.hidden.seed = seed


@helper
def write_returns(s, box, out):
    out[: s.public.players] = -1.0
    out[s.public.winner] = 1.0


@helper
def write_progress(s, box, out):
    for seat in range(SEATS):
        out[seat] = min(1.0, s.public.scores[seat] / GOAL)


@helper
def write_potential(s, box, weights, out):
    for seat in range(SEATS):
        out[seat] = weights[0] * s.public.scores[seat]


LAYOUT = Layout(
    1,
    (1, 1),
    (
        Block(
            "table",
            0,
            (3,),
            ("number",),
            0,
            tuple(Number(n, n, 0, 127) for n in ("total", "decider", "players")),
            "the table",
        ),
        Block(
            "scores",
            3,
            (SEATS, 1),
            ("seat", "number"),
            1,
            (Number("score", "pips banked", 0, 127),),
            "from the seat that looks",
        ),
    ),
)


@dataclass(frozen=True, kw_only=True)
class Settings(core.Settings):
    game: ClassVar = "tests.core.dice_race:DiceRace"
    seats: ClassVar = range(1, SEATS + 1)
    first_player: int | None = 0


class DiceRace(Game):
    name = "dice_race_v0"
    title = "Dice Race"
    settings_type = Settings
    utilities = "general"
    least_return = -1.0
    score_unit = "pips"
    score_field = "scores"
    engine = load_engine(sys.modules[__name__], game_cache("dice_race", [Path(__file__)]))
    label_fields = ("players",)
    ending_words: ClassVar = {"cause": ("none", "goal", "illegal_action")}
    shaping_terms: ClassVar = {"pips": "pips banked"}
    compile_seconds = 5
    hashes: ClassVar = {"ruleset": "r" * 16, "interface": "i" * 16, "engine": "e" * 16}

    def __init__(self, settings: Settings) -> None:
        nothing = np.zeros((1, 1), np.uint8)
        super().__init__(settings, None, nothing[0], nothing, CATALOGUE, LAYOUT)

    def describe(self, action: int) -> str:
        return CATALOGUE.name(action)

    def events(self) -> list[dict[str, Any]]:
        names = ("started", "rolled", "forfeited")
        rows = self.work.events[: self.work.event_count].tolist()
        return [
            {"event": names[kind], "a": a, "b": b, "text": f"{names[kind]} {a} {b}"}
            for kind, a, b in rows
        ]

    def snapshot(self) -> dict[str, Any]:
        return {"scores": self.public.scores[: self.seats].tolist()}

    def position_of(self, record) -> dict[str, Any]:
        return {"record": bytes(record).hex()}

    def record_of(self, position: Mapping[str, Any], seed: int | None = None):
        record = np.frombuffer(bytes.fromhex(position["record"]), np.uint8)
        if len(record) == STATE.itemsize and not record[5] < record[4] <= SEATS:
            raise FormatError("this is no dice race")
        return record

    def picture(self, mode: str):
        if mode == "rgb_array":
            return np.full((2, 3, 3), self.public.total, np.uint8)
        return f"<svg>{self.snapshot()}</svg>" if mode == "svg" else f"{self.snapshot()}"
