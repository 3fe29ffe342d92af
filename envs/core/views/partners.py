"""Partners: the agents at the seats that are not the learner's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium.utils import seeding

from tablemates.envs.core.errors import FormatError, PartnerError, SettingsError
from tablemates.envs.core.game.batch import GameBatch, Integers
from tablemates.envs.core.views.agent import Agent, Batch
from tablemates.envs.core.views.past import History
from tablemates.envs.core.views.seat_options import PartnerSpec, Pool, SeatChoice

#: In a line-up: the learner's own seat, and a seat that the game does not have.
FOCAL: Final = -1
EMPTY: Final = -2


@dataclass(frozen=True, slots=True)
class LineUp:
    """Agents by seat in one game."""

    seat: int  # the learner's
    partners: tuple[int, ...]  # indices into ``Partners.agents``, clockwise from the learner

    def by_seat(self, seats: int) -> list[int]:
        """Return the partner at each of ``seats`` seats, or ``FOCAL``, or ``EMPTY``."""
        row = [EMPTY] * seats
        players = len(self.partners) + 1
        for n, partner in enumerate((FOCAL, *self.partners)):
            row[(self.seat + n) % players] = partner
        return row


class Partners:
    """The learner's seat (``"random"``: drawn at every reset), and the agents at the others.

    ``find`` returns the agent of a name.
    """

    def __init__(
        self,
        seat: SeatChoice,
        partners: Sequence[PartnerSpec] | Pool | None,
        players: Sequence[int],
        find: Callable[[str], Agent],
    ) -> None:
        self._seat = _checked_seat(seat, players)
        self._drawn = isinstance(partners, Pool)
        self._alike = isinstance(partners, Pool) and partners.alike
        specs = partners.agents if isinstance(partners, Pool) else partners or ()
        if isinstance(specs, str) or not isinstance(specs, Sequence):
            raise SettingsError(f"partners={partners!r} is no list of agents")
        for count in players:
            self._check_count(len(specs), count)
        keys = [spec if isinstance(spec, str) else id(spec) for spec in specs]
        unique = dict(zip(keys, specs, strict=True))
        self._places = [list(unique).index(key) for key in keys]
        # All partners, each once, and their names.
        self.agents = tuple(find(one) if isinstance(one, str) else one for one in unique.values())
        for agent in self.agents:
            if not isinstance(agent, Agent):
                raise SettingsError(
                    f"partner {agent!r} is neither an agent's name nor an Agent "
                    "(tablemates.envs.core.views.agent)"
                )
        self.names = tuple(one if isinstance(one, str) else one.name for one in unique.values())
        self.want_history = any(agent.wants_history for agent in self.agents)
        # Those that were found by name are closed with the view.
        self._found = [self.agents[n] for n, key in enumerate(unique) if isinstance(key, str)]

    def __deepcopy__(self, memo: object) -> Partners:
        return self  # immutable, and agents are stateless between decisions

    def close(self) -> None:
        """Close partners that were created from a name; they may be asked again."""
        for agent in self._found:
            agent.close()

    def draw(self, players: int, rng: np.random.Generator) -> LineUp:
        """Return the line-up of a new game, what is random in it drawn by ``rng``."""
        self._check_count(len(self._places), players)
        if self._seat != "random":
            _checked_seat(self._seat, [players])
        seat = int(rng.integers(players)) if self._seat == "random" else self._seat
        places = self._places
        if self._drawn:
            draws = 1 if self._alike else players - 1
            places = [places[int(rng.integers(len(places)))] for _ in range(draws)]
            places *= (players - 1) // max(1, draws)
        return LineUp(seat, tuple(places))

    def names_of(self, line_up: LineUp) -> tuple[str, ...]:
        """Return the partners' names, clockwise from the learner."""
        return tuple(self.names[partner] for partner in line_up.partners)

    def to_json(self, line_up: LineUp) -> dict[str, Any]:
        """Return a line-up as JSON data."""
        return {"seat": line_up.seat, "partners": line_up.partners, "names": self.names}

    def from_json(self, data: Mapping[str, Any]) -> LineUp:
        """Return the line-up of ``to_json``."""
        if tuple(data["names"]) != self.names:
            raise FormatError(
                f"the game was saved with the partners {', '.join(data['names']) or 'none'}, "
                f"these are {', '.join(self.names) or 'none'}"
            )
        if self._seat not in ("random", data["seat"]):
            raise FormatError(
                f"the game was saved with seat={data['seat']}, here is seat={self._seat}"
            )
        return LineUp(data["seat"], tuple(data["partners"]))

    def _check_count(self, partners: int, players: int) -> None:
        if not self._drawn and partners != players - 1:
            raise SettingsError(
                f"{partners or 'no'} partner{'s are' if partners != 1 else ' is'} given for a game "
                f"of {players} players, whose other seats need {players - 1}: a list has one for "
                "each, clockwise; a Pool([...]) has some for every number"
            )


class Seating:
    """The line-ups of all lanes."""

    def __init__(self, partners: Partners, count: int, seats: int) -> None:
        self.partners = partners
        self.focal = np.zeros(count, np.int64)  # the learner's seat, shape ``(lanes,)``
        # The partners' names in each lane, clockwise from the learner.
        self.names: npt.NDArray[np.object_] = np.full(count, None, object)
        self._line_ups: list[LineUp] = [LineUp(0, ())] * count
        self._rngs = [seeding.np_random(None)[0] for _ in range(count)]
        self._by_seat = np.zeros((count, seats), np.int64)

    def seed(self, lane: int, seed: int) -> None:
        """Seed the line-ups of a lane."""
        self._rngs[lane] = seeding.np_random(seed)[0]

    def draw(self, lane: int, players: int) -> None:
        """Draw the line-up of a lane's new game."""
        self._seat(lane, self.partners.draw(players, self._rngs[lane]))

    def _seat(self, lane: int, line_up: LineUp) -> None:
        self._line_ups[lane] = line_up
        self._by_seat[lane] = line_up.by_seat(self._by_seat.shape[1])
        self.focal[lane] = line_up.seat
        self.names[lane] = self.partners.names_of(line_up)

    def ask(
        self, batch: GameBatch, lanes: Integers, histories: Sequence[History | None] | None = None
    ) -> Integers:
        """Return one legal action of the deciding partner in each of some lanes."""
        who = self._by_seat[lanes, batch.answers[lanes]]
        actions = np.zeros(len(lanes), np.int64)
        for number in np.unique(who).tolist():
            asked = who == number
            some, agent = lanes[asked], self.partners.agents[number]
            told = None
            if histories is not None and agent.wants_history:
                told = [histories[n] for n in np.flatnonzero(asked).tolist()]
            answers = np.asarray(agent.act_batch(Batch.of(batch, some, told)))
            self._check(batch, self.partners.names[number], some, answers)
            actions[asked] = answers
        return actions

    def _check(
        self, batch: GameBatch, name: str, lanes: Integers, answers: npt.NDArray[Any]
    ) -> None:
        if answers.shape != (len(lanes),) or answers.dtype.kind not in "iu":
            raise PartnerError(
                f"the partner {name!r} was asked for {len(lanes)} actions and answered an array "
                f"of {answers.dtype} of shape {answers.shape}"
            )
        known = (answers >= 0) & (answers < batch.masks.shape[1])
        legal = known & (batch.masks[lanes, np.where(known, answers, 0)] == 1)
        if not legal.all():
            n = int(np.argmin(legal))
            raise illegal_answer(name, int(answers[n]), f"in lane {lanes[n]}")

    def lane_to_json(self, lane: int) -> dict[str, Any]:
        """Return a lane's line-up as JSON data."""
        return self.partners.to_json(self._line_ups[lane])

    def to_json(self) -> list[Any]:
        """Return all line-ups, and what later ones are drawn from, as JSON data."""
        states = [rng.bit_generator.state for rng in self._rngs]
        return [[self.lane_to_json(lane), state] for lane, state in enumerate(states)]

    def from_json(self, data: Sequence[Any]) -> None:
        """Restore the line-ups of ``to_json``."""
        line_ups = [self.partners.from_json(line_up) for line_up, _ in data]
        for lane, (line_up, (_, state)) in enumerate(zip(line_ups, data, strict=True)):
            self._seat(lane, line_up)
            self._rngs[lane].bit_generator.state = state


def illegal_answer(name: str, action: object, where: str) -> PartnerError:
    """Return the error for a partner's illegal answer."""
    return PartnerError(
        f"the partner {name!r} answered {action!r} {where}, which is not legal there: "
        "an agent takes an action that its mask allows"
    )


def _checked_seat(seat: SeatChoice, players: Sequence[int]) -> SeatChoice:
    if seat == "random":
        return seat
    if isinstance(seat, bool) or not isinstance(seat, int | np.integer):
        raise SettingsError(f"seat={seat!r} is no number, 'random' or None")
    if not 0 <= seat < min(players):
        raise SettingsError(
            f"seat={seat} is no seat of a game of {min(players)} players: 0 to {min(players) - 1}"
        )
    return int(seat)
