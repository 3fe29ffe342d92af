"""Mobs that act: whom they walk to, where they end, whom they hit, where new ones come."""

from __future__ import annotations

import numpy as np

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.records.layout import Words
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.agenda import Step, pop, push
from tablemates.envs.portal_dash.rules.geometry import (
    ZERO,
    add_diamond,
    bit,
    distance,
    has,
    has_player,
    spread,
)
from tablemates.envs.portal_dash.rules.harm import ask
from tablemates.envs.portal_dash.rules.pieces import (
    effect_of,
    flies,
    front_of_line,
    kind_of,
    lift_mob,
    place_mob,
    range_of,
    source_of,
)
from tablemates.envs.portal_dash.state import Box, Public, Work
from tablemates.envs.portal_dash.vocabulary import Decision, Effect, Event


def in_range(p: Public, box: Box, mob: int, player: int) -> bool:
    """Return whether a piece can attack a player from where it stands."""
    reach = range_of(p, box, mob)
    away = distance(int(p.mob_space[mob]), int(p.player_space[player]))
    return away <= reach  # MOB-09


def any_in_range(p: Public, box: Box, mob: int) -> bool:
    """Return whether a piece can attack anybody from where it stands."""
    for player in range(p.players):
        if in_range(p, box, mob, player):
            return True
    return False


def walkable_for(p: Public, may_fly: bool, words: Words) -> None:
    """Write the face-up spaces that a mob may enter, pieces left aside (MOB-05)."""
    for r in range(p.rows):
        words[r] = p.open_words[r]
        lava = p.lava[r] & ~p.brown[r]  # MOB-15
        if not may_fly:  # MOB-05
            words[r] &= ~lava  # MOB-05


def find_ends(p: Public, box: Box, w: Work, mob: int) -> bool:
    """Write to ``w.ends`` the spaces where an activated piece may end.

    Growing the set of spaces within reach step by step, the first step that
    meets a space from which somebody is in range tells how far the nearest
    players are, and all goals at that distance. If they are too far for this
    activation, the ends are the spaces reached when the steps are used up from
    which a goal is as near as it can be: a second growth, backwards from the
    goals, tells which.

    Returns:
        Whether it moves at all.
    """
    moves = int(box.kind_moves[kind_of(p, box, mob)])  # BOSS-04
    if moves == 0 or any_in_range(p, box, mob):  # MOB-06
        return False
    rows = p.rows
    reach = range_of(p, box, mob)
    walkable_for(p, flies(p, box, mob), w.passable)
    for r in range(rows):
        w.passable[r] &= ~p.mob_words[r]  # MOB-05
        w.goal[r] = ZERO
        w.seen[r] = ZERO
    for player in range(p.players):
        space = int(p.player_space[player])
        # Players' spaces need not be closed to it: a mob next to a player has reached a goal.
        add_diamond(w.goal, rows, space, reach)
    start = int(p.mob_space[mob])
    w.seen[start >> 6] = bit(start & 63)
    steps = 0
    met = False
    while not met:
        if not spread(w.seen, w.passable, rows, w.following):
            return False  # MOB-07
        steps += 1
        for r in range(rows):
            if w.seen[r] & w.goal[r] != ZERO:  # MOB-07
                met = True
        if steps == moves:
            for r in range(rows):
                w.front[r] = w.seen[r]
    for r in range(rows):
        w.ends[r] = w.seen[r] & w.goal[r]  # MOB-08
    if steps > moves:  # MOB-08
        for _ in range(steps - moves):
            spread(w.ends, w.passable, rows, w.following)
        for r in range(rows):
            w.ends[r] &= w.front[r]
    return True


def start_move(p: Public, box: Box, w: Work, mob: int) -> None:
    """Walk a piece towards the nearest players; the active player chooses among equal ends."""
    emit(w, Event.MOB_ACTIVATED, mob)
    if find_ends(p, box, w, mob):
        w.ends_known = 1
        ask(p, Decision.MOB_END, p.active_player, mob)
    else:
        pop(p)
        push(p, Step.ATTACK, mob, 0, 0)


def move_mob(p: Public, w: Work, mob: int, space: int) -> None:
    """End a piece's walk, then let it attack."""
    origin = int(p.mob_space[mob])
    lift_mob(p, mob)
    place_mob(p, mob, space)
    emit(w, Event.MOB_MOVED, mob, origin, space)
    push(p, Step.ATTACK, mob, 0, 0)


def attack(p: Public, box: Box, mob: int) -> None:
    """Hit one player in range, whom the active player chooses, or all of them (MOB-10)."""
    removes = effect_of(p, box, mob) == Effect.REMOVE_BLOCK
    if box.kind_area[kind_of(p, box, mob), p.mob_die - 1] == 1:  # MOB-10
        pop(p)
        if removes:
            push_block_removal(p)
        for i in range(p.players - 1, -1, -1):
            player = (p.active_player + i) % p.players  # MOB-10
            if in_range(p, box, mob, player):
                push(p, Step.HIT, player, mob, 0)
    elif any_in_range(p, box, mob):  # MOB-10
        ask(p, Decision.TARGET, p.active_player, mob)
    else:
        pop(p)
        if removes:  # BOSS-03
            push_block_removal(p)


def push_block_removal(p: Public) -> None:
    """A hard boss's 3 removes a block as "?" does, hit or not (BOSS-03)."""
    push(p, Step.REMOVE_BLOCK, 5, 1, 0)


def hit(p: Public, box: Box, w: Work, player: int, mob: int) -> None:
    """Deal a piece's damage, then what the attack does besides."""
    kind = kind_of(p, box, mob)
    damage = int(box.kind_damage[kind, p.mob_die - 1])
    source = source_of(p, box, mob)
    emit(w, Event.MOB_ATTACKED, mob, player, damage)
    effect = effect_of(p, box, mob)
    if damage == 0:  # MOB-13 MOB-14 BOSS-03
        effect = Effect.NONE.value
    if effect == Effect.PUSH:
        push(p, Step.PUSH, player, mob, 0)  # MOB-13
    elif effect == Effect.DAMAGE_ITEM:
        push(p, Step.DAMAGE_ITEM, player, mob, 0)  # MOB-14
    if box.kind_direct[kind, p.mob_die - 1] == 1:  # BOSS-02
        push(p, Step.HARM_LIFE, player, damage, source)
    else:
        push(p, Step.HARM, player, damage, source)


def is_free_spawner(p: Public, space: int) -> bool:
    """Return whether neither mob nor player stands on a spawner (MOB-03)."""
    return not has(p.mob_words, space) and not has_player(p, space)  # MOB-03


def spawner_at(p: Public, box: Box, place: int, i: int) -> int:
    """Return the space of a spawner of a face-up tile, or -1."""
    space = int(box.part_spawner[p.tiles[place], i])
    if space == -1:
        return -1
    return space + box.start_columns + place * box.tile_columns


def spawn_distance(p: Public, box: Box) -> int:
    """Return how near the nearest free spawner is to the active player, or -1."""
    best = -1
    piece = int(p.player_space[p.active_player])
    for place in range(p.parts_open):
        for i in range(V.SPAWNERS):
            space = spawner_at(p, box, place, i)
            if space == -1:
                break
            if is_free_spawner(p, space):
                d = distance(space, piece)
                if best == -1 or d < best:
                    best = d
    return best


def start_spawn(p: Public, box: Box, w: Work) -> None:
    """Let the front mob of the line come, if there is one and a place for it (MOB-03)."""
    if p.line_length == 0 or spawn_distance(p, box) == -1:  # MOB-03
        emit(w, Event.NOTHING_SPAWNED)
        pop(p)
    else:
        ask(p, Decision.SPAWNER, p.active_player, 0)


def spawn(p: Public, w: Work, space: int) -> None:
    """Put the front mob of the line on a spawner; it is not activated (MOB-03)."""
    mob = front_of_line(p)
    place_mob(p, mob, space)
    emit(w, Event.MOB_SPAWNED, mob, space)


def resolve_mob_die(p: Public, box: Box) -> None:
    """Mark the mobs of the rolled number, and the bosses; with none of them a mob spawns."""
    pending = 0
    for mob in range(V.REGULAR_MOBS):
        if p.mob_space[mob] >= 0 and box.mob_number[mob] == p.mob_die:  # MOB-02
            pending |= 1 << mob
    for i in range(V.BOSSES):
        if p.mob_space[V.REGULAR_MOBS + i] >= 0:  # MOB-04
            pending |= 1 << (V.REGULAR_MOBS + i)
    p.pending_mobs = np.int32(pending)  # type: ignore[assignment]
    pop(p)
    if pending != 0:
        push(p, Step.NEXT_MOB, 0, 0, 0)
    else:
        push(p, Step.SPAWN, 0, 0, 0)  # MOB-03


compile_functions(globals())
