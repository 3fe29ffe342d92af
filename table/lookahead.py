"""Exact consequences of a choice: what certainly happens, odds of fights, reach of the mobs.

The planner's functions for odds and reach run as plain Python here, because one person's
view of one game is not worth compiling anything for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Final

import numpy as np

from tablemates.agents.portal_dash.planner import combat
from tablemates.agents.portal_dash.planner.buffers import BUFFERS, FACES
from tablemates.envs.core.answers import CHANCE, OVER
from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.actions import group_of, space_of
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.naming import Names
from tablemates.envs.portal_dash.reading import as_python
from tablemates.envs.portal_dash.rules import catalogue as C
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import STATE, Public
from tablemates.envs.portal_dash.rules.vocabulary import Decision, Outcome
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash.speech import describe_decision, told

_PUBLIC: Final = STATE["public"]
assert _PUBLIC.fields is not None
_EXPLICIT: Final = int(_PUBLIC.fields["explicit_chance"][1])
#: Decisions after which the decider stands somewhere else.
_WALKS: Final = frozenset({Decision.START_SPACE, Decision.ACTION, Decision.STEP, Decision.PUSH})


class Sandbox:
    """Scratch copies of a game, to look at positions of it and play on; not thread-safe.

    Args:
        settings: The game's.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def _explicit(self) -> PortalDash:
        return PortalDash(replace(self._settings, chance="explicit"))

    @cached_property
    def _sampled(self) -> PortalDash:
        return PortalDash(replace(self._settings, chance="sampled"))

    def still(self, record: bytes) -> PortalDash:
        """Return a game in a state, to be read."""
        return self._with(record, bool(record[_EXPLICIT]))

    def certain(self, record: bytes) -> PortalDash:
        """Return a game that stops at the next roll or draw, its hidden part resampled."""
        game = self._with(record, True)
        game.resample(0)
        return game

    def drawn(self, record: bytes, seed: int) -> PortalDash:
        """Return a game with dice and draws of its own, its hidden part resampled."""
        game = self._with(record, False)
        game.resample(seed)
        return game

    def _with(self, record: bytes, explicit: bool) -> PortalDash:
        game = self._explicit if explicit else self._sampled
        changed = bytearray(record)
        changed[_EXPLICIT] = int(explicit)
        game.restore(bytes(changed))
        return game


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds of a fight.

    Attributes:
        mob: The mob.
        life: Number of hits that defeat it.
        defeat: The exact probability of that.
        hits: The mean number of hits that count, at most its life.
        dice: Number of dice rolled.
    """

    mob: str
    life: int
    defeat: float
    hits: float
    dice: int


@dataclass(frozen=True, slots=True)
class Consequences:
    """Consequences of a choice.

    Attributes:
        happens: What certainly happens at once, in sentences.
        then: The next decision or chance node, in words.
        over: ``won`` or ``lost`` if the game ends with it, else None.
        reach: For a step: hearts that the decider may lose there, by number of the mob die.
        odds: For a fight.
    """

    happens: list[str]
    then: str
    over: str | None
    reach: dict[str, int] | None
    odds: Odds | None


class Lookahead:
    """Finds the consequences of each choice of a decision.

    Args:
        game: The game.
        sandbox: Where choices are tried.
    """

    def __init__(self, game: PortalDash, sandbox: Sandbox) -> None:
        self._game = game
        self._trial = sandbox.certain(game.save())
        self._start = self._trial.save()

    def of(self, action: int) -> Consequences:
        """Return the consequences of a legal action."""
        game, trial = self._game, self._trial
        trial.restore(self._start)
        trial.step(action)
        p, names = trial.public, trial.names
        over = None
        if trial.to_move() == OVER:
            over = "won" if p.outcome == Outcome.WON else "lost"
        events = trial.events()
        group = C.WAIT if game.to_move() == CHANCE else group_of(action)
        walks = group in (C.STEP, C.SPACE) and game.public.decision in _WALKS
        reach = None
        if walks and over is None:
            reach = reach_at(p, names, int(game.public.decider))
        odds = self._odds(action, group, events)
        return Consequences(told(events), describe_decision(p, names), over, reach, odds)

    def _odds(self, action: int, group: int, events: list[dict[str, Any]]) -> Odds | None:
        game, trial = self._game, self._trial
        p, names = game.public, game.names
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


def fight_odds(p: Public, names: Names, slot: int, piece: int) -> Odds:
    """Return the odds of the active player's weapon against a mob, before any die is rolled."""
    defeat, hits = as_python(combat.weapon_odds)(p, names.box, slot, piece)
    kind = int(p.item_kind[p.active_player, slot])
    dice = names.numbers(kind, p.item_enchantments[p.active_player, slot]).dice
    return Odds(names.mob(p, piece), names.mob_life(p, piece), float(defeat), float(hits), dice)


def reroll_odds(p: Public, names: Names, lowest: int) -> Odds:
    """Return the odds of the fight under way if its ``lowest`` lowest dice are rerolled."""
    defeat, hits = as_python(combat.reroll_odds)(p, names.box, lowest)
    piece = int(p.fight_mob)
    return Odds(names.mob(p, piece), names.mob_life(p, piece), float(defeat), float(hits), lowest)


def reach_at(p: Public, names: Names, seat: int) -> dict[str, int]:
    """Return the hearts that a player may lose in its place, by number of the mob die.

    Mobs move in a straight line, as the planner sees them, so that lava in the way makes
    this an upper bound.
    """
    desk = _desk()
    as_python(combat.read_gear)(p, names.box, desk)
    as_python(combat.write_threat)(p, names.box, desk)
    return {str(face + 1): int(desk.damage[face, seat]) for face in range(FACES)}


@cache
def _desk() -> Any:
    return RecordView(np.zeros(BUFFERS.itemsize, np.uint8), BUFFERS)
