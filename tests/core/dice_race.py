"""A second game for the core: a race with one die, small enough to check by hand.

The decider rolls or holds. A roll adds to the total of the turn, a 1 loses the
total and passes the die on; holding banks the total and passes the die on, or
gives it to another seat. Who banks ``GOAL`` first wins 1, everybody else loses
1 - so a reward that reaches the wrong seat is noticed. With ``shaped`` banking
earns a tenth of a point for every pip, for that seat alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces

from tablemates.envs.core.catalogue import Catalogue, Group
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.game import CHANCE, ILLEGAL, OVER
from tablemates.envs.core.seeds import drawn_seed

GOAL = 20
SEATS = 5  # so that the outcomes 1 to 6 are numbers of the catalogue
ROLL, HOLD, GIVE = 1, 2, 3  # GIVE + seat clockwise from the decider, 1 to 4
CATALOGUE = Catalogue([Group("wait"), Group("roll"), Group("hold"), Group("give", (SEATS - 1,))])
# Fields of the record: then one score for each seat.
SEED, ROLLS, TURN, DECIDER, TOTAL, WAITING, WINNER, PLAYERS = range(8)
SCORES = 8
SIZE = 3 + SEATS  # of the observation


class DiceRace:
    """Implements the protocol ``tablemates.envs.core.game.Game``."""

    name = "dice_race_v0"
    catalogue = CATALOGUE
    observation_space = spaces.Box(0, 127, (SIZE,), np.int8)
    record_layout = "0123456789abcdef"
    hashes: ClassVar = {"ruleset": "r" * 16, "interface": "i" * 16, "engine": "e" * 16}

    def __init__(self, players=2, explicit=False, shaped=False, first=0) -> None:
        self.settings = {"players": players, "explicit": explicit, "shaped": shaped}
        self.players = [players] if isinstance(players, int) else list(players)
        self.explicit_chance = explicit
        self.shaped = shaped
        self.first = first
        self.seed = 0
        self.record = np.zeros(SCORES + SEATS, np.int64)
        self.mask = np.zeros(len(CATALOGUE), np.int8)
        self.observation = np.zeros(SIZE, np.int8)
        self.seats = self.max_seats = max(self.players)
        self._earned = [0.0] * SEATS
        self._events: list[dict[str, Any]] = []

    def __getstate__(self):
        return self.players, self.explicit_chance, self.shaped, self.first, self.save()

    def __setstate__(self, state):
        *settings, record = state
        self.__init__(*settings)
        if any(record):
            self.restore(record)

    @property
    def recipe(self) -> Mapping[str, Any]:
        return {"players": self.seats, "explicit": self.explicit_chance, "shaped": self.shaped}

    @property
    def labels(self) -> Mapping[str, int]:
        return {"players": self.seats}

    @property
    def turn(self) -> int:
        return int(self.record[TURN])

    @property
    def public_record(self):
        return self.record.view(np.uint8)  # the seed is in it; agents of tests do not mind

    def new(self, seed: int, place: int = 0) -> int:
        rng = np.random.default_rng([seed, place])
        self.seed = drawn_seed(rng) if place else seed
        self.seats = int(rng.choice(self.players))
        self.record[:] = 0
        self.record[SEED] = np.uint64(self.seed).astype(np.int64)
        self.record[PLAYERS], self.record[TURN] = self.seats, 1
        self.record[DECIDER] = self.first
        self._events = [{"kind": "started", "players": self.seats}]
        return self._look()

    def step(self, action: int) -> int:
        if not (0 <= action < len(self.mask) and self.mask[action]):
            return ILLEGAL
        r = self.record
        self._earned = [0.0] * SEATS
        self._events = []
        if r[WAITING]:
            r[WAITING] = 0
            self._fall(action)
        elif action == ROLL:
            if self.explicit_chance:
                r[WAITING] = 1
            else:
                rng = np.random.default_rng([int(r[SEED].astype(np.uint64)), int(r[ROLLS])])
                self._fall(int(rng.integers(1, 7)))
            r[ROLLS] += 1
        else:
            self._bank((int(r[DECIDER]) + max(0, action - HOLD)) % self.seats)
        return self._look()

    def _fall(self, pips: int) -> None:
        self._events.append({"kind": "rolled", "seat": int(self.record[DECIDER]), "pips": pips})
        if pips == 1:
            self._pass()
        else:
            self.record[TOTAL] += pips

    def _bank(self, seat: int) -> None:
        r = self.record
        r[SCORES + seat] += r[TOTAL]
        if self.shaped:
            self._earned[seat] = 0.1 * int(r[TOTAL])
        if r[SCORES + seat] >= GOAL:
            r[WINNER] = seat + 1
        else:
            self._pass()

    def _pass(self) -> None:
        self.record[TOTAL] = 0
        self.record[TURN] += 1
        self.record[DECIDER] = (self.record[DECIDER] + 1) % self.seats

    def _look(self) -> int:
        """Bring mask and observation up to the record."""
        r = self.record
        self.mask[:] = 0
        if r[WAITING]:
            self.mask[1:7] = 1
        elif not r[WINNER]:
            self.mask[ROLL] = 1
            self.mask[HOLD : GIVE + self.seats - 1] = r[TOTAL] > 0
        self.observe(int(r[DECIDER]), self.observation)
        return self.to_move()

    def to_move(self) -> int:
        if self.record[WINNER]:
            return OVER
        return CHANCE if self.record[WAITING] else int(self.record[DECIDER])

    def rewards(self) -> list[float]:
        winner = int(self.record[WINNER])
        if winner:
            return [1.0 if seat + 1 == winner else -1.0 for seat in range(self.seats)]
        return self._earned[: self.seats]

    def forfeit(self, seat: int) -> int:
        self.record[WINNER] = (seat + 1) % self.seats + 1
        self._events = [{"kind": "forfeited", "seat": seat}]
        return self._look()

    def ending(self) -> Mapping[str, Any]:
        return {"winner": int(self.record[WINNER]) - 1}

    def observe(self, seat: int, out) -> None:
        out[:] = 0
        out[:3] = self.record[TOTAL], (self.record[DECIDER] - seat) % self.seats, self.seats
        for n in range(self.seats):
            out[3 + n] = self.record[SCORES + (seat + n) % self.seats]

    def space_of(self, kind):
        return spaces.Dict(
            {
                "table": spaces.Box(0, 127, (3,), np.int8),
                "scores": spaces.Box(0, 127, (SEATS,), np.int8),
            }
        )

    def show(self, kind, observation, mask):
        return {"table": observation[..., :3], "scores": observation[..., 3:]}

    def state(self):
        out = np.zeros(SIZE, np.int8)
        self.observe(0, out)
        return out

    def chance_outcomes(self):
        return np.arange(1, 7, dtype=np.int16), np.full(6, 1 / 6)

    def save(self) -> bytes:
        return self.record.tobytes()

    def check(self, record: bytes) -> None:
        fields = np.frombuffer(record or bytes(8), np.int64)
        if len(fields) != len(self.record) or not 0 <= fields[DECIDER] < fields[PLAYERS] <= SEATS:
            raise FormatError("this is no dice race")

    def restore(self, record: bytes) -> int:
        fields = np.frombuffer(record, np.int64)
        self.record[:] = fields
        self.seats = int(fields[PLAYERS])
        self._events = []
        self._earned = [0.0] * SEATS
        return self._look()

    def resample(self, seed: int) -> None:
        self.record[SEED] = seed

    def describe(self, action: int) -> str:
        return CATALOGUE.name(action)

    def events(self) -> list[dict[str, Any]]:
        return list(self._events)

    def snapshot(self) -> dict[str, Any]:
        return {"scores": self.record[SCORES : SCORES + self.seats].tolist()}

    def dump_position(self) -> dict[str, Any]:
        return {"record": self.record.tolist()}

    def load_position(self, position: Mapping[str, Any], seed: int | None = None) -> int:
        return self.restore(np.array(position["record"], np.int64).tobytes())

    def picture(self, mode: str):
        if mode == "rgb_array":
            return np.full((2, 3, 3), self.record[TOTAL], np.uint8)
        return f"<svg>{self.snapshot()}</svg>" if mode == "svg" else f"{self.snapshot()}"
