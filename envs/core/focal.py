"""The view of one seat: the learner decides for it alone, partners answer for the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from operator import index
from typing import Any

from tablemates.envs.core.agent import Situation
from tablemates.envs.core.errors import FormatError, SettingsError
from tablemates.envs.core.game import ILLEGAL, OVER, Game
from tablemates.envs.core.hashing import hash_of
from tablemates.envs.core.keys import decision_key
from tablemates.envs.core.lockstep import ATTEMPTS
from tablemates.envs.core.partners import LineUp, Partners
from tablemates.envs.core.policies import Policies, edge_size
from tablemates.envs.core.replay import Replay
from tablemates.envs.core.seating import illegal_answer
from tablemates.envs.core.single import GameEnv
from tablemates.envs.core.view import Look, Observation, View


class FocalEnv(GameEnv):
    """A game as a ``gymnasium.Env`` for one seat.

    ``reset`` and ``step`` go on to that seat's next decision or to the end of the
    game; what partners are asked stays inside. The reward of a step is what the
    seat has earned since its decision, and ``events`` are what has happened since
    then. ``info`` holds ``seat`` (the learner's) and ``partners`` (their names,
    clockwise from it) beside what it holds for one controller of all seats.

    A partner that fails stops the step, and the game stands where it stood before.

    Args:
        game: The game object, owned by this view from now on.
        policies: Illegal actions and truncation.
        look: What observations look like.
        partners: Who sits where.
    """

    def __init__(self, game: Game, policies: Policies, look: Look, partners: Partners) -> None:
        self._partners = partners
        self._line_up: LineUp | None = None
        # Of the partners' random numbers: what they come from, and decisions taken so far.
        self._key_seed: int | None = 0
        self._moves = 0
        # What `events` is made of: what a beginning brought, the record that actions were
        # played on since, and how many there were before.
        self._opening: list[dict[str, Any]] = []
        self._since: tuple[bytes, int] | None = None
        super().__init__(game, policies, look)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action of the learner's seat, and let partners answer theirs.

        Args:
            action: A number of the catalogue.

        Returns:
            Observation, reward, terminated, truncated, info.

        Raises:
            IllegalActionError: It is not legal and the policy is to raise, or it is
                outside the action space.
            PartnerError: A partner's answer is not legal.
            ResetNeededError: There is no running game.
            TypeError: It is no integer.
        """
        number = self._checked(action)
        with self._taken_back_on_error():
            self._mark_moment()
            self._move(number)
            self._ask_partners()
        referee = self._referee
        reward = referee.pending[self._seated().seat]
        return self._seen(), reward, referee.terminated, referee.truncated, self._info()

    @property
    def events(self) -> list[dict[str, Any]]:
        """What happened since the learner's last decision (or in ``reset``), in order."""
        self._begun()
        events = list(self._opening)
        if self._since is not None and len(self._actions) > self._since[1]:
            # Played again, because only those that ask shall pay for it.
            record, count = self._since
            game = deepcopy(self._game)
            seat = game.restore(record)
            for action in self._actions[count:]:
                answer = game.step(action)
                seat = game.forfeit(seat) if answer == ILLEGAL else answer
                events += game.events()
        return events

    def load_position(self, position: Mapping[str, Any], seed: int | None = None) -> None:
        """Go on from a position; ``seed`` draws what it leaves open.

        Raises:
            GameError: It is no position of these rules, or one for other partners;
                nothing has changed.
        """
        with self._taken_back_on_error():
            self._key_seed = None  # none of the game before
            super().load_position(position, seed)

    def close(self) -> None:
        """Let go of what partners hold that were given by name, such as processes."""
        self._partners.close()

    # -- inside -----------------------------------------------------------------
    def _begin(self, seed: int | None) -> None:
        for _ in range(ATTEMPTS):
            self._line_up, self._key_seed = None, 0  # that of a refused position is none
            try:
                super()._begin(seed)
            except BaseException:
                self._replay = None
                raise
            if not self._ended:
                return
            seed = None
        raise SettingsError(f"{ATTEMPTS} games in a row ended before their learner was asked")

    def _resume(self, gone: int) -> None:
        super()._resume(gone)
        players = self._game.seats
        if self._key_seed is None:  # a position
            self._key_seed, self._moves = self._seed_of_position(), 0
        elif self._line_up is None:  # a new game
            self._key_seed, self._moves = self._game.seed, 0
        if self._line_up is None or len(self._line_up.partners) != players - 1:
            self._line_up = self._partners.draw(players, self.np_random)
        self._mark_moment()
        self._opening = self._game.events()
        self._ask_partners()

    def _mark_moment(self) -> None:
        """Let ``events`` begin here."""
        self._opening = []
        self._since = self._game.save(), len(self._actions)

    def _move(self, number: int) -> None:
        """Play an action of whoever decides."""
        self._show(self._settle(self._step(number), number))
        self._moves += not self._referee.illegal

    def _ask_partners(self) -> None:
        """Let partners answer until the learner is asked or the game is over."""
        line_up, seed = self._seated(), self._keyed()
        by_seat = line_up.by_seat(self._game.seats)
        while self._seat not in (line_up.seat, OVER):
            number = by_seat[self._seat]
            situation = Situation(
                self._observation.copy(),
                self._mask.copy(),
                self._game.public_record.copy(),
                decision_key(seed, self._moves),
            )
            answer = self._partners.agents[number].act(situation)
            try:
                action = index(answer)
            except TypeError:
                action = -1
            if not (0 <= action < self._length and self._mask[action]):
                name, seat = self._partners.names[number], self._seat
                raise illegal_answer(name, answer, f"at seat {seat}")
            self._move(action)

    def _seated(self) -> LineUp:
        assert self._line_up is not None
        return self._line_up

    def _keyed(self) -> int:
        assert self._key_seed is not None
        return self._key_seed

    def _seed_of_position(self) -> int:
        """Return a seed of the game alone: it goes on alike whatever was played here before."""
        return int(hash_of(self._game.save().hex()), 16)

    def _info(self) -> dict[str, Any]:
        line_up = self._seated()
        info = super()._info() | {"seat": line_up.seat}
        return info | {"partners": self._partners.called(line_up)}

    # -- as a value -----------------------------------------------------------------
    def _go_on(self, record: bytes, edge: bytes) -> None:
        with self._taken_back_on_error():  # partners are asked on the way
            super()._go_on(record, edge)

    def _keep_log(self, replay: Replay) -> None:
        super()._keep_log(replay)
        self._opening, self._since = [], None

    def _edge(self) -> bytes:
        tail = self._partners.to_bytes(self._seated(), self._keyed(), self._moves)
        return super()._edge() + tail

    def _read_edge(self, edge: bytes, answer: int) -> int:
        players = self._game.seats
        tail = edge[edge_size(players) :]
        if tail:
            seated = self._partners.from_bytes(tail, players)
        else:  # saved by a view without partners
            try:
                line_up = self._partners.draw(players, self.np_random)
            except SettingsError as error:
                raise FormatError(str(error)) from error
            seated = line_up, self._seed_of_position(), 0
        gone = super()._read_edge(edge, answer)
        self._line_up, self._key_seed, self._moves = seated
        return gone

    @contextmanager
    def _taken_back_on_error(self) -> Iterator[None]:
        """Leave the game as it was if the block fails."""
        replay = self._replay
        if replay is None:
            try:
                yield
            except BaseException:
                self._replay = None
                raise
            return
        record, edge = self._game.save(), self._referee.to_bytes(0)
        count = len(self._actions)
        seated = self._line_up, self._key_seed, self._moves
        events = self._opening, self._since
        try:
            yield
        except BaseException:
            answer = self._game.restore(record)
            self._referee.from_bytes(edge, answer)
            View._keep_log(self, replay)
            del self._actions[count:]
            self._line_up, self._key_seed, self._moves = seated
            self._opening, self._since = events
            GameEnv._resume(self, 0)
            raise
