"""TextArena: players read and write in turn.

>>> import textarena as ta
>>> import tablemates.text.frameworks.textarena  # registers every game by its Gymnasium id
>>> env = ta.make("KEY-v0", scenario={"level": 1})
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import textarena as ta

from tablemates.envs.core.game.seeds import fresh_seed
from tablemates.envs.registry import GAMES
from tablemates.text.game import TextGame


class TextArenaEnv(ta.Env):  # type: ignore[misc]
    """A game whose seats are all played; it has no state that it shares, nor a global seed.

    Args:
        game: Key of the game.
        scenario: Its parameters but for the number of players, which ``reset`` gets.
        **options: As of ``TextGame``.
    """

    def __init__(
        self, game: str, scenario: Mapping[str, Any] | None = None, **options: Any
    ) -> None:
        self._made = game, dict(scenario or {}), options
        self.game: TextGame | None = None

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a game; without a seed, any."""
        game, scenario, options = self._made
        given = fresh_seed() if seed is None else seed
        self.game = TextGame(game, scenario | {"players": num_players}, given, **options)
        self._instructed: set[int] = set()
        self._reason = ""

    def get_observation(self) -> tuple[int, str]:
        """Return who decides and what that player reads, the first time with the rules."""
        game = self._playing()
        player = max(game.game.to_move(), 0)
        rules = [] if player in self._instructed else [game.rules()]
        self._instructed.add(player)
        refused = [f"Your answer was refused: {self._reason}"] if self._reason else []
        return player, "\n\n".join([*rules, *refused, game.observation(player)])

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take the choice of an answer; return whether the game is over, and what became of it."""
        turn = self._playing().step(action)
        self._reason = turn.reason
        return turn.over, {"invalid_move": not turn.accepted, "reason": turn.reason}

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]:
        """Return what each player has earned, and how the game ended for it."""
        result = self._playing().result
        info = {
            player: {
                "role": f"Player {player}",
                "turn_count": counts.taken,
                "invalid_move": counts.forfeits > 0,
                "reason": result.cause,
                "progress": result.progress[player],
            }
            for player, counts in result.answers.items()
        }
        return dict(enumerate(result.returns)), info

    def _playing(self) -> TextGame:
        if self.game is None:
            raise RuntimeError("no game has begun: call reset(num_players)")
        return self.game


for _key, _game in GAMES.items():
    ta.register(_game.gymnasium_id, TextArenaEnv, game=_key)
