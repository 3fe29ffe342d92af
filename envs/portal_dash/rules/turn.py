"""The turn: dice, blocks die, mob die, two actions, reveal, the next player."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.portal_dash.rules.agenda import Step, pop, push
from tablemates.envs.portal_dash.rules.cube import removal_height
from tablemates.envs.portal_dash.rules.fighting import has_target
from tablemates.envs.portal_dash.rules.harm import ask
from tablemates.envs.portal_dash.rules.items import needs_repair, repair
from tablemates.envs.portal_dash.rules.mining import can_mine_with, start_pickaxe
from tablemates.envs.portal_dash.rules.moving import is_boots, start_walk
from tablemates.envs.portal_dash.state import Box, Public, Work
from tablemates.envs.portal_dash.vocabulary import Chance, Decision, Event, ItemType

#: What choosing a slot would do now.
NOTHING = 0
FIGHT = 1
WALK = 2
PICKAXE = 3
REPAIR = 4


def start_turn(p: Public, w: Work) -> None:
    """Begin the active player's turn: everything it consists of goes on the agenda (TURN-01)."""
    pop(p)
    p.turn += 1
    p.blocks_die = -1
    p.mob_die = -1
    p.actions_done = 0
    emit(w, Event.TURN_STARTED, p.active_player, p.turn)
    push(p, Step.END_TURN, 0, 0, 0)
    push(p, Step.REVEAL, 0, 0, 0)  # TURN-01
    push(p, Step.ACTION, 0, 0, 0)
    push(p, Step.ACTION, 0, 0, 0)  # ACT-01
    push(p, Step.MOBS, 0, 0, 0)  # TURN-01
    push(p, Step.BLOCKS, 0, 0, 0)  # TURN-01
    push(p, Step.CHANCE, Chance.MOB_DIE.value, 0, 0)  # TURN-01
    push(p, Step.CHANCE, Chance.BLOCKS_DIE.value, 0, 0)  # TURN-01


def end_turn(p: Public, w: Work) -> None:
    """Pass the dice to the left (TURN-01)."""
    pop(p)
    emit(w, Event.TURN_ENDED, p.active_player)
    p.active_player = (p.active_player + 1) % p.players  # TURN-01
    push(p, Step.TURN, 0, 0, 0)


def start_removal(p: Public, w: Work, face: int) -> None:
    """Ask which block is removed; with none of the colour exposed nothing is (BLOCK-04)."""
    if removal_height(p, face) == 0:  # BLOCK-04
        pop(p)
        emit(w, Event.NO_BLOCK_REMOVED, p.active_player, face)
    else:
        ask(p, Decision.REMOVE_BLOCK, p.active_player, face)


def slot_use(p: Public, box: Box, slot: int) -> int:
    """Return what the active player may do with a slot as an action.

    An item in the active row is used, one in the bottom row repaired; armour
    that misses hearts is repaired where it lies (ACT-01, REPAIR-03).
    """
    player = p.active_player
    kind = int(p.item_kind[player, slot])
    if kind == -1:
        return NOTHING
    if needs_repair(p, box, player, slot):  # REPAIR-03
        return REPAIR  # ACT-04
    item = box.item_type[kind]
    if item == ItemType.SWORD or item == ItemType.BOW:
        return FIGHT if has_target(p, box, slot) else NOTHING  # ACT-01
    if is_boots(p, box, player, slot):
        return WALK
    if item == ItemType.PICKAXE:
        return PICKAXE if can_mine_with(p, box, slot) else NOTHING
    return NOTHING


def act_with(p: Public, box: Box, w: Work, slot: int) -> None:
    """Use or repair the item in a slot as an action."""
    use = slot_use(p, box, slot)
    if use == FIGHT:
        push(p, Step.FIGHT, slot, 0, 0)
    elif use == WALK:
        start_walk(p, box, slot)
    elif use == PICKAXE:
        start_pickaxe(p, box, slot)
    else:
        repair(p, box, w, p.active_player, slot)  # ACT-04


compile_functions(globals())
