"""The mob die: who acts, where to, whom it attacks; who appears."""

from __future__ import annotations

from tests.judge.referee.blocks import remove_block
from tests.judge.referee.board import (
    ends_of_way,
    kind_of,
    number_of,
    players_in_range,
    source_of,
)
from tests.judge.referee.harm import damage_item, harm, push
from tests.judge.referee.match import Match
from tests.judge.referee.numbers import PLAYER, distance, space_action, space_of


def resolve_mob_die(m: Match, number: int) -> None:
    """Expect the mobs of a number and the boss to act, or a mob to appear (MOB-02 to MOB-04)."""
    t = m.t
    bosses = {mob for mob in t.mobs if mob in t.boss_sides}
    t.pending |= bosses | {mob for mob in t.mobs if mob not in bosses and number_of(mob) == number}
    if not t.pending:
        spawn(m)
    while t.pending:
        spaces = {space_action(t.mobs[mob]): mob for mob in t.pending}
        mob = spaces[m.decide("mob order", "next mob", t.active, spaces)]
        t.pending.discard(mob)
        m.event("mob order", "mob_activated", mob=mob)
        act(m, mob, number)


def spawn(m: Match) -> None:
    """Expect the front mob of the line on the nearest free spawner (MOB-03)."""
    t = m.t
    held = set(t.mobs.values()) | {player["space"] for player in t.players}
    free = [space for space in t.spawners if space not in held]
    if not free or not t.line:
        m.event("spawn", "nothing_spawned")
        return
    here = t.players[t.active]["space"]
    nearest = min(distance(space, here) for space in free)
    spaces = [space_action(space) for space in free if distance(space, here) == nearest]
    space = space_of(m.decide("spawn", "spawner", t.active, spaces))
    mob = t.line.pop(0)
    m.event("spawn", "mob_spawned", mob=mob, space=space)
    t.mobs[mob] = space


def act(m: Match, mob: str, number: int) -> None:
    """Expect a mob to move and to attack."""
    t = m.t
    ends = ends_of_way(t, mob)
    if ends:
        actions = [space_action(space) for space in ends]
        space = space_of(m.decide("mob way", "mob end", t.active, actions, mob))
        m.event("mob moved", "mob_moved", mob=mob, origin=t.mobs[mob], space=space)
        t.mobs[mob] = space
    else:
        coming = m.log.entries[m.log.at : m.log.at + 2]
        moves = any(e.get("event") == "mob_moved" or e.get("decision") == "mob end" for e in coming)
        m.require("mob way", not moves, lambda: f"{mob} moves although it stays: {coming}")
    printed = kind_of(t, mob)
    attack = printed.attacks[number - 1] if mob in t.boss_sides else printed.attacks[0]
    near = players_in_range(t, t.mobs[mob], printed.range)
    if attack.all:
        for seat in near:
            hit(m, mob, seat, number)
    elif near:
        n = len(t.players)
        actions = [PLAYER + (seat - t.active) % n for seat in near]
        choice = m.decide("mob target", "target", t.active, actions, mob) - PLAYER
        hit(m, mob, (t.active + choice) % n, number)
    if attack.effect == "remove block":
        remove_block(m, "?", "boss")


def hit(m: Match, mob: str, seat: int, number: int) -> None:
    """Expect an attack on a player, and what follows from the damage."""
    t = m.t
    attacks = kind_of(t, mob).attacks
    attack = attacks[number - 1] if mob in t.boss_sides else attacks[0]
    m.event("attack", "mob_attacked", mob=mob, player=seat, damage=attack.damage)
    harm(m, seat, attack.damage, source_of(t, mob), attack.through_armour)
    if attack.effect == "push":
        push(m, seat)
    elif attack.effect == "damage item":
        damage_item(m, seat)
