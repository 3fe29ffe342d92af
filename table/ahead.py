"""What certainly comes of a choice: all that happens before the next roll, draw or decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from tablemates.envs.core.game import CHANCE, OVER
from tablemates.envs.portal_dash.action_strings import group_of, space_of
from tablemates.envs.portal_dash.decision_strings import describe_decision
from tablemates.envs.portal_dash.event_strings import told
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.vocabulary import Decision, Outcome
from tablemates.table.glass import Glass
from tablemates.table.odds import Odds, fight_odds, reach_at, reroll_odds

#: Decisions after which one stands somewhere else of one's own accord, or is pushed there.
_WALKS: Final = frozenset({Decision.START_SPACE, Decision.ACTION, Decision.STEP, Decision.PUSH})


@dataclass(frozen=True, slots=True)
class Consequences:
    """What comes of a choice.

    Attributes:
        happens: What certainly happens at once, in sentences.
        then: What is asked, or rolled or drawn, after that.
        over: ``won`` or ``lost`` if the game ends with it, else None.
        reach: Of a step: hearts that the decider may lose there at each number of the mob
            die; None elsewhere.
        odds: Of a fight; None elsewhere.
    """

    happens: list[str]
    then: str
    over: str | None
    reach: dict[str, int] | None
    odds: Odds | None


class Ahead:
    """Looks at what certainly comes of each choice of a decision.

    Args:
        game: The game.
        glass: Where it is tried.
    """

    def __init__(self, game: Game, glass: Glass) -> None:
        self._game = game
        self._trial = glass.certain(game.save())
        self._begin = self._trial.save()

    def of(self, action: int) -> Consequences:
        """Return what comes of a legal choice."""
        game, trial = self._game, self._trial
        trial.restore(self._begin)
        trial.step(action)
        p, names = trial.public, trial.strings.names
        over = None
        if trial.to_move() == OVER:
            over = "won" if p.outcome == Outcome.WON else "lost"
        events = trial.events()
        seat = int(game.public.decider)
        group = C.WAIT if game.to_move() == CHANCE else group_of(action)
        walks = group in (C.STEP, C.SPACE) and game.public.decision in _WALKS
        reach = reach_at(p, names, seat) if walks and over is None else None
        odds = self._odds(action, group, events)
        return Consequences(told(events), describe_decision(p, names), over, reach, odds)

    def _odds(self, action: int, group: int, events: list[dict[str, Any]]) -> Odds | None:
        game, trial = self._game, self._trial
        p, names = game.public, game.strings.names
        if p.decision == Decision.REROLL and group == C.COUNT:
            return reroll_odds(p, names, action - C.COUNT)
        if p.decision == Decision.FIGHT and group == C.SPACE:
            space = space_of(names, action)
            piece = next(m for m in range(L.MOBS) if p.mob_space[m] == space)
            return fight_odds(p, names, int(p.decision_about), piece)
        for event in events:
            if event["event"] == "fight_started" and trial.to_move() == CHANCE:
                return fight_odds(trial.public, names, event["slot"], event["mob"])
        return None
