"""Laws of bosses: where each is, and what is under way with it."""

from __future__ import annotations

from typing import Any

from tablemates.envs.core.engine.laws import Faults
from tablemates.envs.core.engine.team_ending import Outcome
from tablemates.envs.orcs_must_die import vocabulary as V
from tablemates.envs.orcs_must_die.vocabulary import BossState, Decision, Step

#: The steps in which a boss that enters is chosen a tile, or sets out from it.
_ENTERING = (Step.SERVE, Step.ENTER)


def faults_of_bosses(p: Any, box: Any) -> Faults:
    """Yield what no game can have: the key of a position, and the reason."""
    there = p.boss_kind >= 0
    here = p.boss_state == BossState.HERE
    if ((p.boss_state != BossState.WAITS) & ~there).any() or (p.boss_state > BossState.GONE).any():
        yield "bosses", "there is no boss of this moment"
        return
    if ((p.boss_at >= 0) != here).any() or (p.boss_at >= box.tiles[p.fortress]).any():
        yield "bosses", "a boss that is here stands on a tile of the fortress, and no other does"
        return
    most = box.boss_health[p.boss_kind, p.team_size] * there
    if (p.boss_health > most).any() or ((p.boss_health > 0) != here).any():
        yield "bosses", "a boss that is here has some health, and not more than at the beginning"
    if (p.boss_stunned > here).any():
        yield "bosses", "only a boss that is here can be stunned"
    if p.bosses_left != (there & (p.boss_state != BossState.GONE)).sum():
        yield "bosses", "the bosses that wait or are here are counted wrong"
    early = [m for m in range(V.BOSSES) if p.boss_state[m] > 0 and p.stage < min(m + 2, V.STAGES)]
    if early:
        yield "bosses", "a boss entered before its moment"


def faults_of_way_of_bosses(p: Any) -> Faults:
    """Yield what cannot be under way with bosses."""
    there = p.boss_kind >= 0
    here = p.boss_state == BossState.HERE
    if p.due >= 0 and p.outcome == Outcome.RUNNING:
        waits = p.boss_state[p.due] == BossState.WAITS
        late = p.step not in _ENTERING or (waits and p.step == Step.ENTER)
        asked = p.decision == Decision.BOSS_TILE
        if late or (asked and not waits) or not there[p.due]:
            yield "way.due", "a boss is due until it has entered"
    elif p.decision == Decision.BOSS_TILE:
        yield "way.due", "no boss is due"
    bits = p.set_out | p.boss_attacked
    if any(bits >> m & 1 and not there[m] for m in range(V.BOSSES)):
        yield "way.set_out, boss_attacked", "there is no boss of this moment"
    spent = p.boss_wounds.sum(1) > 0
    if (spent & ~there).any() or any(
        p.boss_laid >> m & 1 and not (p.boss_stunned[m] or p.boss_state[m] == BossState.GONE)
        for m in range(V.BOSSES)
    ):
        yield "way.boss_wounds, boss_laid", "there is no boss to wound or to stun"
    kind = p.kind - V.TYPES
    if 0 <= kind < V.BOSSES and (
        p.step != Step.ATTACK or not here[kind] or p.boss_at[kind] != p.tile
    ):
        yield "way.kind", "there is no boss that attacks"
    for flight in p.flights[: p.flying]:
        if flight[1] >= V.TYPES and (flight[2] != 1 or not here[flight[1] - V.TYPES]):
            yield "way.flights", "a boss moves alone"


def has_attacked(p: Any) -> bool:
    """Return whether the group that the record names has attacked, a type or a boss."""
    boss = p.kind - V.TYPES
    bits = p.boss_attacked >> boss if boss >= 0 else int(p.attacked[p.tile]) >> p.kind
    return bool(bits & 1)
