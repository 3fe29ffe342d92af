"""Partners: the agents at the seats that are not the learner's."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from tablemates.envs.core.agent import Agent
from tablemates.envs.core.errors import FormatError, SettingsError
from tablemates.envs.core.seeds import checked_seed

#: A partner: an agent, or what the agents' registry knows one by.
PartnerSpec: TypeAlias = Agent | str
SeatChoice: TypeAlias = int | Literal["random"]

#: In a line-up: the learner's own seat, and one that the game has not.
FOCAL: Final = -1
EMPTY: Final = -2


@dataclass(frozen=True)
class Pool:
    """Agents from which every seat but the learner's draws one at every reset.

    Attributes:
        agents: Agents or their names; one that stands there twice is drawn twice as often.
    """

    agents: Sequence[PartnerSpec]

    def __post_init__(self) -> None:
        if isinstance(self.agents, str) or not isinstance(self.agents, Sequence):
            raise SettingsError(f"a pool is a list of agents, not {self.agents!r}")
        if not self.agents:
            raise SettingsError("a pool of partners must not be empty")


@dataclass(frozen=True, slots=True)
class LineUp:
    """Who sits where in one game.

    Attributes:
        seat: The learner's.
        partners: Who answers, clockwise from the learner: numbers of ``Partners.agents``.
    """

    seat: int
    partners: tuple[int, ...]

    def by_seat(self, seats: int) -> list[int]:
        """Return the partner at each of so many places; ``FOCAL``, ``EMPTY``: there is none."""
        row = [EMPTY] * seats
        players = len(self.partners) + 1
        for n, partner in enumerate((FOCAL, *self.partners)):
            row[(self.seat + n) % players] = partner
        return row


class Partners:
    """The learner's seat, and whoever may sit at the others.

    Args:
        seat: The learner's seat, or ``"random"``: drawn at every reset.
        partners: One for each other seat, clockwise from the learner's, or a ``Pool``.
        players: The numbers of players that there can be.
        find: Returns the agent of a name.

    Attributes:
        agents: Everybody who may answer.
        names: What they are called.

    Raises:
        SettingsError: The seat is none of every game, or partners are too few or too many.
    """

    def __init__(
        self,
        seat: SeatChoice,
        partners: Sequence[PartnerSpec] | Pool | None,
        players: Sequence[int],
        find: Callable[[str], Agent],
    ) -> None:
        self._seat = _checked_seat(seat, players)
        specs = partners.agents if isinstance(partners, Pool) else _checked(partners, players)
        self.agents: tuple[Agent, ...] = ()
        self.names: tuple[str, ...] = ()
        # One that stands there twice is asked as one.
        self._places: list[int] = []
        self._found: list[Agent] = []
        known: dict[str | int, int] = {}
        for spec in specs:
            same = spec if isinstance(spec, str) else id(spec)
            if same not in known:
                known[same] = len(self.agents)
                agent = find(spec) if isinstance(spec, str) else spec
                if not isinstance(agent, Agent):
                    raise SettingsError(
                        f"partner {agent!r} is neither an agent's name nor an Agent "
                        "(tablemates.envs.core.agent)"
                    )
                self.agents += (agent,)
                if agent is not spec:
                    self._found.append(agent)
                self.names += (spec if isinstance(spec, str) else agent.name,)
            self._places.append(known[same])
        self._drawn = isinstance(partners, Pool)

    def __deepcopy__(self, memo: object) -> Partners:
        return self  # nothing in here changes, and agents keep nothing between decisions

    def close(self) -> None:
        """Let go of what agents found by name hold; they may be asked again."""
        for agent in self._found:
            agent.close()

    def draw(self, players: int, rng: np.random.Generator) -> LineUp:
        """Return who sits where in a new game; what is open comes from ``rng``.

        Raises:
            SettingsError: There are too many or too few of them for so many players.
        """
        if self._seat != "random":
            _checked_seat(self._seat, [players])
        if not self._drawn:
            _check_count(len(self._places), players)
        seat = int(rng.integers(players)) if self._seat == "random" else self._seat
        if not self._drawn:
            return LineUp(seat, tuple(self._places))
        choices = len(self._places)
        return LineUp(
            seat, tuple(self._places[int(rng.integers(choices))] for _ in range(players - 1))
        )

    def called(self, line_up: LineUp) -> tuple[str, ...]:
        """Return the partners' names, clockwise from the learner."""
        return tuple(self.names[partner] for partner in line_up.partners)

    def to_bytes(self, line_up: LineUp, seed: int, moves: int) -> bytes:
        """Return what a saved game needs so that partners go on in it as they would have.

        Args:
            line_up: Who sits where.
            seed: What their random keys come from.
            moves: How many decisions were taken.
        """
        return json.dumps({**self.to_json(line_up), "seed": seed, "moves": moves}).encode()

    def from_bytes(self, data: bytes, players: int) -> tuple[LineUp, int, int]:
        """Return what was given to ``to_bytes``.

        Raises:
            FormatError: It is none of these partners.
        """
        try:
            edge = json.loads(data)
            seed, moves = checked_seed(edge["seed"]), int(edge["moves"])
        except (ValueError, TypeError, LookupError, OverflowError, RecursionError) as error:
            raise FormatError("the saved game does not say who sits where") from error
        return self.from_json(edge, players), seed, moves

    def to_json(self, line_up: LineUp) -> dict[str, Any]:
        """Return plain data of which ``from_json`` makes the line-up again."""
        return {"seat": line_up.seat, "partners": line_up.partners, "names": self.names}

    def from_json(self, data: Any, players: int) -> LineUp:
        """Return the line-up of plain data.

        Args:
            data: What ``to_json`` returned.
            players: Of the game.

        Raises:
            FormatError: It is none of these partners.
        """
        try:
            seat, partners = int(data["seat"]), tuple(map(int, data["partners"]))
            names = tuple(map(str, data["names"]))
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise FormatError("the saved game does not say who sits where") from error
        if names != self.names:
            raise FormatError(
                f"the game was saved with the partners {', '.join(names) or 'none'}, "
                f"these are {', '.join(self.names) or 'none'}"
            )
        known = all(0 <= partner < len(self.agents) for partner in partners)
        if not known or len(partners) != players - 1 or not 0 <= seat < players:
            raise FormatError("the saved game is damaged: its partners are not those of its seats")
        if self._seat not in ("random", seat):
            raise FormatError(f"the game was saved with seat={seat}, here is seat={self._seat}")
        return LineUp(seat, partners)


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


def _checked(
    partners: Sequence[PartnerSpec] | None, players: Sequence[int]
) -> Sequence[PartnerSpec]:
    if isinstance(partners, str) or not isinstance(partners, Sequence | None):
        raise SettingsError(f"partners={partners!r} is no list of agents")
    for count in players:
        _check_count(len(partners or ()), count)
    return partners or ()


def _check_count(partners: int, players: int) -> None:
    if partners != players - 1:
        raise SettingsError(
            f"{partners or 'no'} partner{'s are' if partners != 1 else ' is'} given for a game of "
            f"{players} players, whose other seats need {players - 1}: a list has one for each, "
            "clockwise; a Pool([...]) has some for every number"
        )
