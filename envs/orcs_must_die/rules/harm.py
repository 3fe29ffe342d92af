"""Skulls, kills, wounds, deaths and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.engine.team_ending import Outcome, ending_of
from tablemates.envs.core.records.elements import total
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.state import Box, Public, State, Work


def finish(p: Public, w: Work, outcome: int, cause: int) -> None:
    """End the game: nothing is left to be decided."""
    p.outcome = outcome
    p.cause = cause
    p.decision = V.Decision.NONE
    p.chance = V.Chance.NONE
    emit(w, V.Event.GAME_WON if outcome == Outcome.WON else V.Event.GAME_LOST, cause)


def check_won(p: Public, w: Work) -> None:
    """Win if the last minion of the last wave is gone."""
    if p.outcome != Outcome.RUNNING or p.stage < V.STAGES or p.serving != 0:
        return
    if p.bosses_left > 0:
        return  # BOSS-03
    if p.gone == p.entered and total(p.cards_left) == 0:
        finish(p, w, Outcome.WON, V.Cause.ALL_GONE)  # END-02


def hurt_rift(p: Public, w: Work, damage: int) -> None:
    """Take health off the rift; at 0 the game is lost."""
    p.rift -= min(damage, int(p.rift))
    if p.rift == 0 and p.outcome == Outcome.RUNNING:
        finish(p, w, Outcome.LOST, V.Cause.RIFT)  # END-01 END-03


def gain(p: Public, w: Work, seat: int, skulls: int) -> None:
    """Give skulls of the bank to a seat, or to the pool (-1)."""
    skulls = min(skulls, int(p.bank))  # SKULL-02
    if skulls <= 0:
        return
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
    emit(w, V.Event.MINION_KILLED, kind, tile, source, seat)
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
        hurt_rift(p, w, int(box.hero_death))  # DEATH-01


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
    emit(w, V.Event.BOSS_WOUNDED, boss, int(p.boss_health[boss]), source, seat)
    gain(p, w, seat, int(box.boss_purse[kind]))  # BOSS-11
    if p.boss_health[boss] == 0:
        emit(w, V.Event.BOSS_DIED, boss, source, seat)
        part_from(p, boss)  # BOSS-05
        gain(p, w, seat, int(box.boss_skulls))  # BOSS-05
        check_won(p, w)


def stun_boss(p: Public, w: Work, boss: int) -> None:
    """Lay a standing boss down (BOSS-06)."""
    p.boss_stunned[boss] = 1  # BOSS-06
    emit(w, V.Event.BOSS_STUNNED, boss, int(p.boss_at[boss]))


def heal(p: Public, box: Box, w: Work, seat: int, health: int) -> None:
    """Heal a hero, up to its maximum."""
    health = min(health, int(box.hero_health[p.cards[seat, V.HERO]]) - int(p.health[seat]))
    if health > 0:
        p.health[seat] += health
        emit(w, V.Event.HEALED, seat, health)


def is_hurt(p: Public, box: Box, seat: int) -> bool:
    """Return whether a living hero has less than its full health."""
    return bool(p.at[seat] >= 0 and p.health[seat] < box.hero_health[p.cards[seat, V.HERO]])


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
    """Write the team's potential: the terms of ``TERMS`` by their weights."""
    p = s.public
    kept = weights[0] * progress_of(p, box) + weights[1] * (p.rift / p.rift_max)
    out[:] = kept + weights[2] * (p.gone / max(1, int(p.entered)))


compile_functions(globals())

forfeit, write_returns, write_progress = ending_of(
    finish, V.Cause.ILLEGAL_ACTION, progress_of
)  # RET-01
