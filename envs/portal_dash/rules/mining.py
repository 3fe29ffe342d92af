"""Mining blocks and using them: pickaxes, colour abilities, piglin tasks."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.records.layout import Words
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.agenda import Step, pop, push
from tablemates.envs.portal_dash.rules.cube import remove_block
from tablemates.envs.portal_dash.rules.geometry import ZERO, bit
from tablemates.envs.portal_dash.rules.harm import ask, lower_item
from tablemates.envs.portal_dash.rules.items import needs_repair, repair
from tablemates.envs.portal_dash.state import Box, Public, State, Work
from tablemates.envs.portal_dash.vocabulary import Colour, Decision, Event, Reason


def used_blocks(p: Public) -> int:
    """Return how many blocks lie in the used pile."""
    total = 0
    for colour in range(V.COLOURS):
        total += p.used[colour]
    return total


def hand_blocks(p: Public) -> int:
    """Return how many blocks of the action under way are still to be used."""
    total = 0
    for colour in range(V.COLOURS):
        total += p.hand[colour]
    return total


def can_mine_with(p: Public, box: Box, slot: int) -> bool:
    """Return whether a pickaxe of the active player would give any block (MINE-04)."""
    kind = int(p.item_kind[p.active_player, slot])
    return box.item_blocks[kind] > 0 or used_blocks(p) > 0  # MINE-04


def take_block(p: Public, box: Box, w: Work, column: int) -> None:
    """Take an exposed block of any layer into the hand (MINE-01)."""
    colour = remove_block(p, box, w, column, Reason.MINED.value)
    p.hand[colour] += 1


def start_pickaxe(p: Public, box: Box, slot: int) -> None:
    """Use a pickaxe: first what it draws from the used pile, then what it mines (MINE-04)."""
    kind = int(p.item_kind[p.active_player, slot])
    p.slot_in_use = slot
    p.mined = 0
    p.mines_left = box.item_blocks[kind]  # MINE-02
    push(p, Step.PICKAXE_DOWN, 0, 0, 0)
    push(p, Step.USE_BLOCKS, 0, 0, 0)  # MINE-03
    push(p, Step.MINE, 0, 0, 0)
    push(p, Step.BLIND, min(int(box.item_blind[kind]), used_blocks(p)), 0, 0)  # MINE-04


def take_used(p: Public, w: Work, colour: int) -> None:
    """Take a block drawn from the used pile into the hand."""
    p.used[colour] -= 1
    p.hand[colour] += 1
    p.mined += 1  # MINE-04
    emit(w, Event.BLOCK_DRAWN, p.active_player, colour)


def start_mine(p: Public) -> None:
    """Ask for the next block of a pickaxe, until its number is used up (MINE-02)."""
    if p.mines_left > 0:
        ask(p, Decision.MINE, p.active_player, int(p.slot_in_use))
    else:
        pop(p)


def mine(p: Public, box: Box, w: Work, column: int) -> None:
    """Take the chosen block with the pickaxe in use."""
    p.mines_left -= 1
    p.mined += 1
    take_block(p, box, w, column)


def pickaxe_down(p: Public, w: Work) -> None:
    """Lay the pickaxe down once its last block has been used (ACT-05)."""
    pop(p)
    slot = int(p.slot_in_use)
    p.mined = 0
    p.slot_in_use = -1
    if slot >= 0:  # it may have been replaced meanwhile
        lower_item(p, w, p.active_player, slot, Reason.USED.value)  # ACT-05


def use_blocks(p: Public) -> None:
    """Ask which block in hand is used next, until none is left (MINE-03)."""
    if hand_blocks(p) == 0:
        pop(p)
    else:
        ask(p, Decision.BLOCK, p.active_player, 0)


def use_ability(s: State, w: Work, colour: int) -> None:
    """Use a block's colour ability; an ability without effect uses it up all the same."""
    p = s.public
    player = p.active_player
    p.hand[colour] -= 1
    emit(w, Event.ABILITY_USED, player, colour)
    if colour == Colour.BROWN and obstacles(p, w.ends):
        push(p, Step.COVER, 0, 0, 0)  # USE-05
        return
    p.used[colour] += 1  # USE-06
    if colour == Colour.BLACK:
        for place in range(V.NETHERITE):
            if p.supply[place] == 1:
                push(p, Step.NETHERITE, 0, 0, 0)  # USE-04
                break
    elif colour != Colour.BROWN:
        push(p, Step.CHOOSE_PLAYER, colour, 0, 0)


def use_on_player(p: Public, box: Box, w: Work, colour: int, player: int) -> None:
    """Heal, repair or equip the chosen player (USE-01 to USE-03)."""
    if colour == Colour.RED:
        p.hearts[player] = V.HEARTS  # USE-01
        emit(w, Event.HEALED, player, V.HEARTS)
    elif colour == Colour.GRAY:
        for slot in range(V.SLOTS):
            if needs_repair(p, box, player, slot):  # USE-02
                repair(p, box, w, player, slot)
    else:
        push(p, Step.FIND, player, 0, 0)  # USE-03


def obstacles(p: Public, words: Words) -> bool:
    """Write the spaces that a brown block may cover; return whether there are any (USE-05)."""
    found = False
    for r in range(p.rows):
        words[r] = (p.lava[r] | p.magma[r] | p.soul_sand[r]) & ~p.brown[r]  # USE-05
        words[r] &= ~p.mob_words[r]  # USE-05
    for player in range(p.players):
        space = int(p.player_space[player])
        words[space >> 6] &= ~bit(space & 63)  # USE-05
    for r in range(p.rows):
        if words[r] != ZERO:
            found = True
    return found


def cover(p: Public, w: Work, space: int) -> None:
    """Lay a brown block on an obstacle, for good (USE-05)."""
    p.brown[space >> 6] |= bit(space & 63)  # USE-05
    emit(w, Event.SPACE_COVERED, p.active_player, space)


compile_functions(globals())
