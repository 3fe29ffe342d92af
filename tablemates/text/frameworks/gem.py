"""GEM: Gymnasium with strings, for the player of one seat.

>>> import gem
>>> import tablemates.text.frameworks.gem  # registers every game by its Gymnasium id
>>> env = gem.make("KEY-v0", scenario={"players": 2}, partners="rules")
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from gem import Env, register

from tablemates.envs.core.game.seeds import fresh_seed
from tablemates.envs.registry import GAMES
from tablemates.text.game import ALONE, TextGame, Turn


class GemEnv(Env):  # type: ignore[misc]
    """A game for one seat; the reward is its return at the end of the game.

    Args:
        game: Key of the game.
        scenario: Its parameters.
        seed: Of the game before the first ``reset``; None: any.
        **options: As of ``TextGame``; the seat is 0, the partners are ``random``, unless told.
    """

    def __init__(
        self,
        game: str,
        scenario: Mapping[str, Any] | None = None,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        self._made = game, scenario, ALONE | options
        given = fresh_seed() if seed is None else seed
        self.game = TextGame(game, scenario, given, **self._made[2])

    def reset(self, seed: int | None = None) -> tuple[str, dict[str, Any]]:
        """Begin a game and return the rules with the first observation; no global seed is set."""
        self.game.reset(fresh_seed() if seed is None else seed)
        return f"{self.game.rules()}\n\n{self.game.observation()}", self._info()

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Take the choice of an answer; one that is refused is told why."""
        turn = self.game.step(action)
        result = self.game.result
        reward = result.returns[self.game.seat or 0] if turn.over and turn.accepted else 0.0
        refused = f"Your answer was refused: {turn.reason}\n\n" if turn.reason else ""
        cut = result.cause == "timeout"
        seen = f"{refused}{self.game.observation()}"
        return seen, reward, turn.over and not cut, cut, self._info(turn)

    def sample_random_action(self) -> str:
        """Return any legal answer."""
        return f'{{"action": {random.choice(self.game.legal()).id}}}'

    def spawn(self, same_state: bool = False, **kwargs: Any) -> GemEnv:
        """Return another environment of this kind, with the same game if asked for."""
        if same_state:
            return deepcopy(self)
        game, scenario, options = self._made
        return GemEnv(**{"game": game, "scenario": scenario, **options, **kwargs})

    def _info(self, turn: Turn | None = None) -> dict[str, Any]:
        return {
            "legal": [one._asdict() for one in self.game.legal()],
            "refused": "" if turn is None else turn.reason,
            **self.game.row(),
        }


for _key, _game in GAMES.items():
    register(_game.gymnasium_id, GemEnv, game=_key)
