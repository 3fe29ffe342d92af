"""Players on the move: single steps, boots, magma, soul sand, treasure chests."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.agenda import Step, pop, push
from tablemates.envs.portal_dash.rules.geometry import (
    has,
    is_lava,
    is_magma,
    is_soul_sand,
    neighbour,
)
from tablemates.envs.portal_dash.rules.harm import ask, lower_item
from tablemates.envs.portal_dash.rules.items import enchanted
from tablemates.envs.portal_dash.state import Box, Public, Work
from tablemates.envs.portal_dash.vocabulary import MAGMA, Decision, Event, ItemType, Reason


def fire_walking(p: Public, box: Box, player: int) -> bool:
    """Return whether the boots in use make magma and soul sand ordinary (MOVE-05)."""
    slot = int(p.slot_in_use)
    if slot == -1:
        return False
    kind = int(p.item_kind[player, slot])
    return enchanted(p, player, slot, box.item_fire, kind) > 0  # MOVE-05


def step_cost(p: Public, box: Box, direction: int) -> int:
    """Return how many steps a move of the active player that way needs, 0 if it is not legal."""
    player = p.active_player
    space = neighbour(p, int(p.player_space[player]), direction)
    if space == -1 or has(p.mob_words, space) or is_lava(p, space):  # MOVE-02
        return 0
    if is_soul_sand(p, space) and not fire_walking(p, box, player):  # MOVE-04
        return 2
    return 1


def make_step(p: Public, box: Box, w: Work, direction: int, cost: int) -> None:
    """Move the active player one space; entering magma hurts (MOVE-03)."""
    player = p.active_player
    origin = int(p.player_space[player])
    space = neighbour(p, origin, direction)
    p.player_space[player] = space
    emit(w, Event.PLAYER_MOVED, player, origin, space, cost)
    if is_magma(p, space) and not fire_walking(p, box, player):  # MOVE-05
        push(p, Step.HARM, player, 1, MAGMA)  # MOVE-03


def start_walk(p: Public, box: Box, slot: int) -> None:
    """Use boots, or leggings that lie as boots (MOVE-01, MOVE-07)."""
    player = p.active_player
    p.slot_in_use = slot
    p.steps_left = enchanted(p, player, slot, box.item_steps, int(p.item_kind[player, slot]))
    push(p, Step.WALK, 0, 0, 0)


def walk_on(p: Public, box: Box, w: Work, direction: int) -> None:
    """Take one step of a walk; the walk ends when its steps are used up."""
    cost = step_cost(p, box, direction)
    p.steps_left -= cost  # MOVE-01
    if p.steps_left == 0:
        pop(p)
        push(p, Step.MOVED, 0, 0, 0)
    make_step(p, box, w, direction, cost)


def moved(p: Public, w: Work) -> None:
    """End a movement action: boots go down, then a chest may be opened (ACT-05, MOVE-06)."""
    player = p.active_player
    slot = int(p.slot_in_use)
    if slot >= 0:
        p.slot_in_use = -1
        p.steps_left = 0
        lower_item(p, w, player, slot, Reason.USED.value)  # ACT-05
    if chest_at(p, int(p.player_space[player])) >= 0:  # MOVE-06
        ask(p, Decision.OPEN_CHEST, player, 0)
    else:
        pop(p)


def chest_at(p: Public, space: int) -> int:
    """Return which chest token lies on a space, or -1."""
    for i in range(V.CHESTS):
        if p.chest_space[i] == space:
            return i
    return -1


def open_chest(p: Public, w: Work) -> None:
    """Return the token; every player finds an item, the mover first (MOVE-06)."""
    player = p.active_player
    space = int(p.player_space[player])
    p.chest_space[chest_at(p, space)] = -1  # MOVE-06
    emit(w, Event.CHEST_OPENED, player, space)
    for i in range(p.players - 1, -1, -1):
        push(p, Step.FIND, (player + i) % p.players, 0, 0)  # MOVE-06


def is_boots(p: Public, box: Box, player: int, slot: int) -> bool:
    """Return whether an item moves its owner: boots, or leggings in boots mode."""
    kind = int(p.item_kind[player, slot])
    if box.item_type[kind] == ItemType.LEGGINGS:
        return p.item_mode[player, slot] == 1  # MOVE-07
    return box.item_type[kind] == ItemType.BOOTS


compile_functions(globals())
