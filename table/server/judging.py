"""What made a game go as it went: chances to win before and after every choice.

The adviser's estimates say what each choice was worth against the best one, and how far
dice and draws moved the chance between one choice and the next. These add up to the
outcome. Where the game began with a seed and nobody asked for other dice, luck is
besides reckoned exactly, see ``agents.evaluation.luck``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from agents.evaluation.luck.model import Model
from agents.evaluation.luck.walker import Walker
from agents.evaluation.rows import Row
from agents.facts import GameFacts
from agents.portal_dash.planner.agent import PlannerAgent
from agents.portal_dash.planner.chances import chances_of, curve_of, features_of
from envs import __version__
from envs.core.keys import decision_key
from envs.core.replay import Replay, pack_actions
from envs.portal_dash.rules.state import STATE
from envs.portal_dash.settings import Settings
from table.glass import Glass, legal_of

_PUBLIC_BYTES: Final = STATE["public"].itemsize
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
    glass = Glass(played.settings)
    planner = PlannerAgent(GameFacts.of(played.settings))
    curve = curve_of(planner.name)
    seed = played.replay.seed or 0
    moments: list[Moment] = []
    for at, (record, action) in enumerate(zip(played.records, played.replay.actions, strict=True)):
        game = glass.still(record)
        seat = game.to_move()
        if seat < 0:
            continue
        public = game.record[:_PUBLIC_BYTES].copy()
        values = planner.values(public, decision_key(seed, at))
        chances = chances_of(curve, features_of(game.public, values))
        legal = legal_of(game)
        best = int(np.argmax(chances))
        moments.append(
            Moment(
                at,
                game.turn,
                seat,
                float(chances[best]),
                float(chances[legal.index(action)]),
                game.describe(action),
                None if legal[best] == action else game.describe(legal[best]),
            )
        )
        if at % 20 == 0:
            progress(at / len(played.records))
    luck = _exact_luck(played) if played.exact else None
    return Judgement(moments, played.won, luck)


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
