"""The view of one seat: the learner decides for it alone, partners answer for the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from operator import index
from typing import Any

from tablemates.envs.core.engine.codes import ILLEGAL, OVER
from tablemates.envs.core.errors import FormatError, SettingsError
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.observation import Observation
from tablemates.envs.core.history.replay import Replay
from tablemates.envs.core.views.gym import GameEnv
from tablemates.envs.core.views.lockstep import ATTEMPTS
from tablemates.envs.core.views.partners import LineUp, Partners, illegal_answer


class OneSeatEnv(GameEnv):
    """A game as a ``gymnasium.Env`` for one seat.

    ``reset`` and ``step`` go on to that seat's next decision or to the end of the game. The reward
    of a step is what the seat has earned since its decision, and ``events`` are those since then.
    Observations are the seat's own, the last one of a game too, whoever would decide there.
    In ``info``, ``seat`` is the learner's and ``partners`` are their names, clockwise from it.
    After a partner has failed there is no game until ``reset`` or ``restore``.
    """

    def __init__(self, game: Game, partners: Partners) -> None:
        self._partners = partners
        self._line_up: LineUp | None = None
        # `events`: those of a beginning, then what the actions since this record brought.
        self._opening: list[dict[str, Any]] = []
        self._since: tuple[bytes, int] | None = None
        super().__init__(game)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action of the learner's seat, and let partners answer; see ``GameEnv.step``."""
        number = self._checked(action)
        self._opening, self._since = [], (self._game.save(), len(self._actions))
        self._move(number)
        self._ask_partners()
        result = self._result
        reward = result.pending[self._seated().seat]
        return self._seen(), reward, result.terminated, result.truncated, self._info()

    @property
    def events(self) -> list[dict[str, Any]]:
        """Events since the learner's last decision (or of ``reset``), in order."""
        self._started()
        events = list(self._opening)
        if self._since is not None and len(self._actions) > self._since[1]:
            # Played again, so that only callers who ask pay for it.
            record, count = self._since
            game = deepcopy(self._game)
            seat = game.restore(record)
            for action in self._actions[count:]:
                answer = game.step(action)
                seat = game.forfeit(seat) if answer == ILLEGAL else answer
                events += game.events()
        return events

    def close(self) -> None:
        """Close partners that were created from a name (e.g. subprocesses)."""
        self._partners.close()

    # -- inside -----------------------------------------------------------------
    @property
    def _keeps_history(self) -> bool:
        return super()._keeps_history or self._partners.want_history

    def _begin(self, seed: int | None, options: Mapping[str, Any] | None = None) -> None:
        for _ in range(ATTEMPTS):
            self._line_up = None
            super()._begin(seed, options)
            if not self._ended:
                return
            seed = None
        self._replay = None
        raise SettingsError(f"{ATTEMPTS} games in a row ended before their learner was asked")

    def _resume(self, edge: Mapping[str, Any] | None = None) -> None:
        super()._resume(edge)
        players = self._game.seats
        if self._line_up is None or len(self._line_up.partners) != players - 1:
            with self._no_game_on_error():
                self._line_up = self._partners.draw(players, self.np_random)
        self._opening = self._game.events()
        self._since = self._game.save(), len(self._actions)
        self._ask_partners()

    def _move(self, number: int) -> None:
        """Play an action of the decider."""
        self._show(self._settle(self._step(number), number))

    def _ask_partners(self) -> None:
        """Let partners answer until the learner is asked or the game is over."""
        line_up = self._seated()
        by_seat = line_up.by_seat(self._game.seats)
        with self._no_game_on_error():
            while self._seat not in (line_up.seat, OVER):
                number = by_seat[self._seat]
                answer = self._partners.agents[number].act(self.situation())
                try:
                    action = index(answer)
                except TypeError:
                    action = -1
                if not (0 <= action < self._length and self._mask[action]):
                    name = self._partners.names[number]
                    raise illegal_answer(name, answer, f"at seat {self._seat}")
                self._move(action)

    @contextmanager
    def _no_game_on_error(self) -> Iterator[None]:
        """Leave no half-played game if the block fails."""
        try:
            yield
        except BaseException:
            self._replay = None
            raise

    def _seated(self) -> LineUp:
        assert self._line_up is not None
        return self._line_up

    def _seen(self) -> Observation:
        seen = self._observation.copy()
        if self._ended:  # where the game shows it as another seat sees it
            self._game.observe(self._seated().seat, seen)
        return self._game.show(seen, self.action_masks())

    def _info(self) -> dict[str, Any]:
        line_up = self._seated()
        names = self._partners.names_of(line_up)
        return super()._info() | {"seat": line_up.seat, "partners": names}

    # -- as a value -----------------------------------------------------------------
    def _edge(self) -> dict[str, Any]:
        return {**super()._edge(), "line_up": self._partners.to_json(self._seated())}

    def _check_edge(self, edge: Mapping[str, Any]) -> None:
        try:
            if "line_up" in edge:
                self._line_up = self._partners.from_json(edge["line_up"])
            else:
                self._line_up = self._partners.draw(len(edge["rewards"]), self.np_random)
        except SettingsError as error:
            raise FormatError(str(error)) from error

    def _keep_log(self, replay: Replay) -> None:
        super()._keep_log(replay)
        self._opening, self._since = [], None
