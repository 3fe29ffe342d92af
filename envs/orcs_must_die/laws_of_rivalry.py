"""Laws of games of two teams: what only they have, and what they need."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tablemates.envs.core.engine.laws import Faults
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.records.vocabulary import word_of
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.game import OrcsMustDie
from tablemates.envs.orcs_must_die.rules.harm import BOTH
from tablemates.envs.orcs_must_die.rules.teams import leads_first, team_of
from tablemates.envs.orcs_must_die.vocabulary import Decision, Step

#: Fields that only games of two teams set: zero, or -1, in others.
_ONLY: Final = (
    *("team", "lap", "claims", "kept_decision", "kept_active", "proposed", "proposal"),
    *("proposer", "agreed", "hero_wounds", "heroes_laid"),
)
#: Steps that both fortresses go through, one after the other.
_BOTH_SIDES: Final = {
    *(Step.SHOP, Step.TRAPSBURG, Step.ROUND, Step.UPGRADE, Step.MOVE, Step.PACKS, Step.REVEAL),
    *(Step.SERVE, Step.ENTER, Step.ENTER_PACKS, Step.FALL, Step.GAS, Step.TRAPS, Step.RIFT),
    *(Step.ATTACK, Step.STAND, Step.UP_STAGE, Step.UP_SHOP),
}


def faults_of_teams(game: OrcsMustDie, state: Any) -> Faults:
    """Yield what two teams cannot have, and what one cannot: place and reason."""
    p, picks = state.public, state.private.picks
    made = game.settings.rivalry
    if word_of(V.Rivalry(min(1, p.rivalry))) != made or p.rivalry > 1:
        yield "teams", f"the game was made for rivalry={made!r}"
        return
    if not p.rivalry:
        if any(np.any(getattr(p, field)) for field in _ONLY) or p.team_size != p.players:
            yield "way", "this needs two teams"
        elif p.kind >= V.HERO_KIND or p.winner >= 0 or picks.any():
            yield "way.kind, picks", "this needs two teams"
        return
    if p.team_size * V.TEAMS != p.players or p.seating > 1 or p.consent > 1 or p.team > 1:
        yield "teams", "two teams have the same number of seats"
        return
    if max(p.far.fortress, p.fortress) >= len(game.components.names("fortresses")):
        yield "teams.far.fortress", "there is no such fortress"
        return
    if not 1 <= p.far.stage <= V.STAGES:
        yield "teams.far.stage", "levels are 1 to 3"
        return
    if ((p.at >= 0) & (p.far.at >= 0)).any():
        yield "teams.far.at", "a hero is in one fortress"
    if p.lap and p.step not in _BOTH_SIDES:
        yield "way.lap", "the step does not go through both fortresses"
    runs = p.lord >= 0 and p.step in _BOTH_SIDES and p.outcome == Outcome.RUNNING
    if runs and p.team != (leads_first(p) ^ p.lap):
        yield "way.lap, team", "the lord's fortress comes first, then the other"
    if (p.outcome == Outcome.WON) != (p.winner >= 0) or p.winner > BOTH:
        yield "teams.winner", "it does not go with the outcome"
    every = (1 << p.players) - 1
    if (p.claims | p.agreed | p.heroes_laid | p.refused) & ~every:
        yield "way", "nobody takes this seat"
    if p.outcome == Outcome.RUNNING:
        yield from _faults_of_questions(p)
        yield from _faults_of_picks(game, p, picks)


def _faults_of_questions(p: Any) -> Faults:
    """Yield what claims and votes cannot be."""
    if (p.decision == Decision.CLAIM or p.proposed == Decision.CLAIM) and not p.claims:
        yield "way.claims", "nobody has died"
    if any(p.health[seat] for seat in range(p.players) if p.claims >> seat & 1):
        yield "way.claims", "the dead are claimed for"
    if p.kept_decision and not p.claims:
        yield "way.kept_decision", "a claim comes first"
    if max(p.kept_active, p.proposer) >= p.players:
        yield "way.kept_active, proposer", "nobody takes this seat"
    if (p.decision == Decision.AGREE) != (p.proposed > 0):
        yield "way.proposed", "a team agrees on what is proposed"
    elif p.proposed > 0 and (
        team_of(p, p.active) != team_of(p, p.proposer)
        or p.agreed >> p.active & 1
        or p.consent != V.Consent.VOTE
    ):
        yield "active", "this seat is not asked for its consent"


def _faults_of_picks(game: OrcsMustDie, p: Any, picks: Any) -> Faults:
    """Yield what heroes chosen in secret cannot be (RIV-04)."""
    if p.step != Step.CHOOSE:
        if picks.any():
            yield "teams.picks", "heroes have been shown"
        return
    if p.lord < 0:
        yield "lord", "it is drawn before heroes are chosen"
        return
    cursor = int(p.cursor)
    chosen = (p.cards[: p.players, V.HERO] >= 0).sum()
    if (chosen > 0) != (cursor >= p.players) or chosen not in (0, p.players):
        yield "seats", "heroes are shown when both teams have chosen"
    wanted = np.zeros_like(picks)
    for n, seat in enumerate(_choosers(p)[:cursor] if cursor < p.players else ()):
        team = team_of(p, seat)
        known = [other for other in range(int(p.players)) if team_of(p, other) == team]
        wanted[known, seat] = picks[seat, seat]
        earlier = [other for other in _choosers(p)[:n] if team_of(p, other) == team]
        most = int(game.box_record.heroes[team])
        if not 1 <= picks[seat, seat] <= most or picks[seat, seat] in picks[seat, earlier]:
            yield "teams.picks", "each seat that has chosen has a hero of its own"
    if (picks != wanted).any():
        yield "teams.picks", "a team knows what its own seats have chosen"
    placed = sum(bool(p.at[n] >= 0 or p.far.at[n] >= 0) for n in range(int(p.players)))
    if placed != max(0, cursor - int(p.players)):
        yield "seats", "heroes are placed in seat order"


def chooser(p: Any) -> int:
    """Return the seat that chooses or places its hero (RIV-04)."""
    players, cursor = int(p.players), int(p.cursor)
    if cursor >= players:
        return (int(p.lord) + cursor) % players
    return _choosers(p)[cursor]


def _choosers(p: Any) -> list[int]:
    """Return the seats in the order in which they choose: the lord's team first."""
    seats = [(int(p.lord) + n) % int(p.players) for n in range(int(p.players))]
    return sorted(seats, key=lambda seat: team_of(p, seat) != leads_first(p))
