"""Skulls, kills, wounds, deaths and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.core.records.elements import total
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.rules.teams import (
    band,
    is_alive,
    named_boss,
    rift_of,
    spot,
    swap,
    team_of,
)
from tablemates.envs.orcs_must_die.state import Box, Public, State, Work

BOTH: Final = 2  # ``winner`` where both rifts have fallen at once


def finish(p: Public, w: Work, outcome: int, cause: int) -> None:
    """End the game: nothing is left to be decided."""
    p.outcome = outcome
    p.cause = cause
    p.decision = V.Decision.NONE
    p.chance = V.Chance.NONE
    emit(w, V.Event.GAME_WON if outcome == Outcome.WON else V.Event.GAME_LOST, cause)


def finish_for(p: Public, w: Work, winner: int, cause: int) -> None:
    """End a game of two teams for one of them, or for both (2)."""
    p.outcome = Outcome.WON
    p.cause = cause
    p.winner = winner
    p.decision = V.Decision.NONE
    p.chance = V.Chance.NONE
    p.claims = p.kept_decision = p.kept_active = 0
    if winner == BOTH:
        emit(w, V.Event.RIFTS_FELL, cause)
    else:
        emit(w, V.Event.TEAM_WON, winner, cause)


def settle_rifts(p: Public, w: Work) -> None:
    """End the game if a rift has fallen: both at one moment are a win that teams share (RIV-24)."""
    own, far = p.rift, p.far.rift
    if p.outcome != Outcome.RUNNING or (own > 0 and far > 0):
        return
    if own == far:
        finish_for(p, w, BOTH, V.Cause.SHARED)  # RIV-24
    else:
        finish_for(p, w, p.team if own > 0 else 1 - p.team, V.Cause.RIFT)  # RIV-24


def check_won(p: Public, w: Work) -> None:
    """Win if the last minion of the last wave is gone."""
    if p.outcome != Outcome.RUNNING or p.stage < V.STAGES or p.serving != 0:
        return
    if p.bosses_left > 0 or p.rivalry == 1:
        return  # BOSS-03 RIV-24
    if p.gone == p.entered and total(p.cards_left) == 0:
        finish(p, w, Outcome.WON, V.Cause.ALL_GONE)  # END-02


def hurt_rift(p: Public, w: Work, damage: int) -> None:
    """Take health off the rift; at 0 the game is lost."""
    p.rift -= min(damage, p.rift)
    if p.rivalry == 1:
        if p.step != V.Step.RIFT:  # where both fortresses are one moment
            settle_rifts(p, w)
    elif p.rift == 0 and p.outcome == Outcome.RUNNING:
        finish(p, w, Outcome.LOST, V.Cause.RIFT)  # END-01 END-03


def hurt_rift_of(p: Public, w: Work, team: int, damage: int) -> None:
    """Take health off a team's rift (RIV-19)."""
    if p.team == team:
        p.rift -= min(damage, p.rift)
        left = p.rift
    else:
        p.far.rift -= min(damage, p.far.rift)
        left = p.far.rift
    emit(w, V.Event.RIFT_HURT, team, damage, left)
    settle_rifts(p, w)


def heal_rift_of(p: Public, w: Work, team: int, health: int) -> None:
    """Heal a team's rift, up to its maximum (RIV-19)."""
    if p.team == team:
        p.rift = min(p.rift + health, p.rift_max)
    else:
        p.far.rift = min(p.far.rift + health, p.far.rift_max)
    emit(w, V.Event.RIFT_HEALED, team, health, rift_of(p, team))


def gain(p: Public, w: Work, seat: int, skulls: int) -> None:
    """Give skulls of its bank to a seat, or to the pool (-1)."""
    far = seat >= 0 and team_of(p, seat) != p.team  # RIV-02
    skulls = min(skulls, p.far.bank if far else p.bank)  # SKULL-02
    if skulls <= 0:
        return
    if far:
        p.far.bank -= skulls
    else:
        p.bank -= skulls
    if seat < 0:
        p.pool += skulls
    else:
        p.skulls[seat] += skulls
    emit(w, V.Event.SKULLS_GAINED, seat, skulls)


def kill(
    p: Public, box: Box, w: Work, tile: int, kind: int, state: int, source: int, seat: int
) -> None:
    """Kill a minion at once, for a seat or for the pool (-1)."""
    p.minions[tile, state, kind] -= 1  # ICON-11
    p.gone += 1
    emit(w, V.Event.MINION_KILLED, band(p, kind), spot(p, tile), source, seat)
    gain(p, w, seat, int(box.kill_skulls[int(kind >= V.LESSER)]))  # SKULL-01
    check_won(p, w)


def wound(p: Public, box: Box, w: Work, seat: int, wounds: int) -> None:
    """Wound a hero, who may die."""
    wounds = min(wounds, int(p.health[seat]))  # ATK-06
    if wounds <= 0:
        return
    p.health[seat] -= wounds
    emit(w, V.Event.HERO_WOUNDED, seat, wounds)
    if p.health[seat] == 0:
        p.at[seat] = -1  # DEATH-01
        p.stunned[seat] = 0
        emit(w, V.Event.HERO_DIED, seat)
        if p.rivalry == 1:
            p.claims |= 1 << seat  # RIV-19
        else:
            hurt_rift(p, w, box.hero_death)  # DEATH-01


def part_from(p: Public, boss: int) -> None:
    """Take a boss out of the fortress for good."""
    p.boss_state[boss] = V.BOSS_GONE
    p.boss_at[boss] = -1
    p.boss_health[boss] = p.boss_stunned[boss] = 0
    p.bosses_left -= 1
    p.gone += 1  # BOSS-10


def wound_boss(p: Public, box: Box, w: Work, boss: int, source: int, seat: int) -> None:
    """Take a health of a boss for a seat or for the pool (-1); at 0 it dies (BOSS-05)."""
    kind = int(p.boss_kind[boss])
    p.boss_health[boss] -= 1  # WND-02
    emit(w, V.Event.BOSS_WOUNDED, named_boss(p, boss), int(p.boss_health[boss]), source, seat)
    gain(p, w, seat, int(box.boss_purse[kind]))  # BOSS-11
    if p.boss_health[boss] == 0:
        emit(w, V.Event.BOSS_DIED, named_boss(p, boss), source, seat)
        part_from(p, boss)  # BOSS-05
        gain(p, w, seat, box.boss_skulls)  # BOSS-05
        check_won(p, w)


def stun_boss(p: Public, w: Work, boss: int) -> None:
    """Lay a standing boss down (BOSS-06)."""
    p.boss_stunned[boss] = 1  # BOSS-06
    emit(w, V.Event.BOSS_STUNNED, named_boss(p, boss), spot(p, int(p.boss_at[boss])))


def stun_hero(p: Public, w: Work, seat: int) -> None:
    """Lay a standing hero down (ICON-09, WND-01)."""
    p.stunned[seat] = 1
    emit(w, V.Event.HERO_STUNNED, seat)


def heal(p: Public, box: Box, w: Work, seat: int, health: int) -> None:
    """Heal a hero, up to its maximum."""
    health = min(health, int(box.hero_health[p.cards[seat, V.HERO]]) - int(p.health[seat]))
    if health > 0:
        p.health[seat] += health
        emit(w, V.Event.HEALED, seat, health)


def is_hurt(p: Public, box: Box, seat: int) -> bool:
    """Return whether a living hero has less than its full health."""
    return bool(is_alive(p, seat) and p.health[seat] < box.hero_health[p.cards[seat, V.HERO]])


def progress_of(p: Public, box: Box) -> float:
    """Return how far the team has come, from 0 to 1; it never falls."""
    if p.outcome == Outcome.WON:
        return 1.0
    if p.waves == 0 or p.entered == 0:
        return 0.0
    cards = float(box.army_cards[p.fortress])
    for boss in range(V.BOSSES):
        cards += int(p.boss_kind[boss] >= 0)  # BOSS-10
    return min((p.waves - 1 + p.gone / p.entered) / cards, 1.0 - 0.5 / cards)  # PROG-01


#: Terms of the potential for shaping, each from 0 to 1, in the order of its weights.
TERMS: Final[Mapping[str, str]] = {
    "progress": "army cards beaten, of those of the game (PROG-01)",
    "rift": "health of the rift, of its maximum",
    "kills": "minions gone, of those that have entered",
}


def write_potential(
    s: State, box: Box, weights: npt.NDArray[np.float64], out: npt.NDArray[np.float64]
) -> None:
    """Write each team's potential: the terms of ``TERMS`` by their weights."""
    p = s.public
    opened = p.team
    for team in range(1 + p.rivalry):
        if p.team != team:
            swap(p)
        kept = weights[0] * _progress(p, box) + weights[1] * (p.rift / p.rift_max)
        kept += weights[2] * (p.gone / max(1, p.entered))
        _write_team(p, team, kept, out)
    if p.team != opened:
        swap(p)


def _progress(p: Public, box: Box) -> float:
    """Return how far the team has come whose fortress is open."""
    if p.rivalry == 0:
        return float(progress_of(p, box))
    return (1.0 + p.rift / p.rift_max - p.far.rift / p.far.rift_max) / 2.0  # RIV-24


def _write_team(p: Public, team: int, value: float, out: npt.NDArray[np.float64]) -> None:
    """Write a number for each seat of a team, of one team for all seats there can be."""
    for seat in range(len(out)):
        if p.rivalry == 0 or (seat < p.players and team_of(p, seat) == team):
            out[seat] = value


def forfeit(s: State, _box: Box, w: Work, seat: int) -> None:
    """End the game because a seat broke the rules: its team loses."""
    if s.public.rivalry == 1:
        finish_for(s.public, w, 1 - team_of(s.public, seat), V.Cause.ILLEGAL_ACTION)
    else:
        finish(s.public, w, Outcome.LOST, V.Cause.ILLEGAL_ACTION)


def write_returns(s: State, _box: Box, out: npt.NDArray[np.float64]) -> None:
    """Write 1 for every seat of a team that has won, else 0; of two teams, -1 if it has lost."""
    p = s.public
    if p.rivalry == 0:
        out[:] = 1.0 if p.outcome == Outcome.WON else 0.0  # RET-01
        return
    out[:] = 0.0
    for team in range(V.TEAMS if p.outcome == Outcome.WON and p.winner != BOTH else 0):
        _write_team(p, team, 1.0 if p.winner == team else -1.0, out)  # RIV-24


def write_progress(s: State, box: Box, out: npt.NDArray[np.float64]) -> None:
    """Write how far each seat's team has come, from 0 to 1."""
    p = s.public
    own = float(_progress(p, box))
    out[:] = 0.0
    _write_team(p, p.team, own, out)
    if p.rivalry == 1:
        _write_team(p, 1 - p.team, 1.0 - own, out)


compile_functions(globals())
