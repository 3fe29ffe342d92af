"""What made a game go as it went: chances to win before and after every choice.

The adviser's estimates say what each choice was worth against the best one, and how far
dice and draws moved the chance between one choice and the next. These add up to the
outcome. Where the game began with a seed and nobody asked for other dice, luck is
besides reckoned exactly, see ``tablemates.agents.evaluation.luck``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from tablemates import __version__
from tablemates.agents.evaluation.luck.model import Model
from tablemates.agents.evaluation.luck.players import Floats
from tablemates.agents.evaluation.luck.walker import Walker
from tablemates.agents.evaluation.rows import Row
from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.planner.agent import tuned_planner
from tablemates.agents.portal_dash.planner.chances import chances_of, curve_of, features_of
from tablemates.agents.portal_dash.planner.search import UNSEEN
from tablemates.envs.core.game import OVER
from tablemates.envs.core.keys import decision_key
from tablemates.envs.core.replay import Replay, pack_actions
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.rules.vocabulary import Outcome
from tablemates.envs.portal_dash.settings import Settings
from tablemates.table.glass import Glass, legal_of

_PUBLIC_BYTES: Final = STATE["public"].itemsize
#: Futures in which a choice is judged that the planner does not look into.
_FUTURES: Final = 4
#: Where luck is reckoned exactly, its sources by these names.
SOURCES: Final = ("dice", "fights", "finds")


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game, as much of it as is needed to judge it.

    Attributes:
        settings: Of the game.
        replay: How it began, and what was chosen.
        records: The game before each choice.
        won: Whether the team won.
        exact: Whether luck can be reckoned exactly.
    """

    settings: Settings
    replay: Replay
    records: Sequence[bytes]
    won: bool
    exact: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """A choice of a player.

    Attributes:
        at: Which move it was.
        turn: In which turn.
        seat: Whose choice.
        before: The chance to win with the best choice.
        after: With the one that was taken.
        text: That one in words.
        better: The best one in words, None if it was taken.
    """

    at: int
    turn: int
    seat: int
    before: float
    after: float
    text: str
    better: str | None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of a game's chances.

    Attributes:
        moments: Every choice of a player, in order.
        won: Whether the team won.
        luck: Exact luck by source, in parts of a win; None where it cannot be known.
    """

    moments: list[Moment]
    won: bool
    luck: Mapping[str, float] | None = field(default=None)

    def luck_after(self, n: int) -> float:
        """Return by how much dice and draws moved the chance after a choice."""
        end = 1.0 if self.won else 0.0
        last = n + 1 == len(self.moments)
        return (end if last else self.moments[n + 1].before) - self.moments[n].after


def judge(played: Played, progress: Callable[[float], None]) -> Judgement:
    """Ask the adviser about every choice of a game.

    Args:
        played: The game.
        progress: Called now and then with how much is done, from 0 to 1.
    """
    glass, judges = Glass(played.settings), _Judges(played.settings)
    moments: list[Moment] = []
    for at, (record, action) in enumerate(zip(played.records, played.replay.actions, strict=True)):
        game = glass.still(record)
        seat = game.to_move()
        if seat < 0:
            continue
        key = decision_key(played.replay.seed or 0, at)
        turn, legal, text = game.turn, legal_of(game), game.describe(action)
        values, chances = judges.look(game, key)
        best, chosen = int(np.argmax(values)), legal.index(action)
        better = None if best == chosen else game.describe(legal[best])
        before, after = float(chances[best]), float(chances[chosen])
        if values[chosen] <= UNSEEN:
            after = min(before, judges.look_after(glass, record, action, key))
        moments.append(Moment(at, turn, seat, before, after, text, better))
        if at % 20 == 0:
            progress(at / len(played.records))
    luck = _exact_luck(played) if played.exact else None
    return Judgement(moments, played.won, luck)


class _Judges:
    """The planner at its strongest, asked what choices are worth."""

    def __init__(self, settings: Settings) -> None:
        self._planner = tuned_planner(GameFacts.of(settings))
        self._curve = curve_of(self._planner.name)

    def look(self, game: Game, key: int) -> tuple[Floats, Floats]:
        """Return the values and the chances to win of the legal choices, ascending."""
        values = self._planner.values(game.record[:_PUBLIC_BYTES].copy(), key)
        return values, chances_of(self._curve, features_of(game.public, values))

    def look_after(self, glass: Glass, record: bytes, action: int, key: int) -> float:
        """Return the chance to win after a choice that the planner did not look into.

        It looks into the most promising ones alone. For another one it is asked at the next
        decision, in the mean of a few futures.
        """
        total = 0.0
        for n in range(_FUTURES):
            game = glass.drawn(record, (key + n) % 2**64)
            game.step(action)
            if game.to_move() == OVER:
                total += float(game.public.outcome == Outcome.WON)
            else:
                total += float(self.look(game, key)[1].max())
        return total / _FUTURES


def _exact_luck(played: Played) -> dict[str, float]:
    """Return how lucky the team was by source; its mean over many games is 0."""
    parts = played.settings.components
    walker = Walker(parts if parts is None else Path(str(parts)))
    replay, recipe = played.replay, played.replay.recipe
    level = recipe["level"]
    row = Row(
        agents=("table",) * int(recipe["players"]),
        level=level if isinstance(level, int) else 0,
        players=int(recipe["players"]),
        number=0,
        seed=replay.seed or 0,
        noise=0.0,
        outcome="won" if played.won else "lost",
        cause="",
        forfeit=None,
        progress=0.0,
        turns=0,
        decisions=len(replay.actions),
        max_turns=1,
        seconds=0.0,
        ruleset=replay.hashes["ruleset"],
        interface=replay.hashes["interface"],
        engine="",
        components="",
        version=__version__,
        policies={},
        recipe=dict(recipe),
        actions=pack_actions(replay.actions),
        final="",
        hash="",
    )
    found = Model.read().luck(walker.walk(row))
    return dict(zip(SOURCES, (float(one) for one in found), strict=True))
