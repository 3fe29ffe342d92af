"""Harm to a player: hearts, armour, pushes, damaged items."""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.agenda import Step, pop, push
from tablemates.envs.portal_dash.rules.ending import lose
from tablemates.envs.portal_dash.rules.geometry import has, is_lava, is_magma, neighbour
from tablemates.envs.portal_dash.state import Public, Work
from tablemates.envs.portal_dash.vocabulary import MAGMA, Cause, Decision, Event, Mode, Reason


def ask(p: Public, decision: Decision, decider: int, about: int) -> None:
    """Stop for a player's choice; the frame stays on the agenda until it is made."""
    p.decision = decision
    p.decider = decider
    p.decision_about = about


def lower_item(p: Public, w: Work, player: int, slot: int, reason: int) -> None:
    """Move an item to the bottom row: no hearts, and leggings have no mode there."""
    p.item_active[player, slot] = 0  # ITEM-01
    p.item_hearts[player, slot] = 0  # MOB-14
    p.item_mode[player, slot] = Mode.NONE  # MOB-11
    emit(w, Event.ITEM_DAMAGED, player, slot, int(p.item_kind[player, slot]), reason)


def lose_hearts(p: Public, w: Work, player: int, damage: int, source: int) -> None:
    """Take damage off the life tracker; a player without hearts ends the game (END-02)."""
    p.hearts[player] = max(0, int(p.hearts[player]) - damage)
    emit(w, Event.HEART_LOST, player, source, int(p.hearts[player]))
    if p.hearts[player] == 0:  # END-02
        lose(p, w, Cause.PLAYER_DIED.value, player, source)


def harm(p: Public, w: Work, player: int, damage: int, source: int) -> None:
    """Deal damage: armour hearts first, piece by piece, then the life tracker."""
    if damage == 0:
        pop(p)
        return
    for slot in range(V.SLOTS):
        if p.item_hearts[player, slot] > 0:  # MOB-11
            ask(p, Decision.WOUND, player, source)
            return
    pop(p)
    lose_hearts(p, w, player, damage, source)


def wound_armour(p: Public, w: Work, slot: int) -> None:
    """Take one heart off a piece of armour; the frame goes on with the rest."""
    frame = p.agenda[p.agenda_length - 1]
    player = int(frame[1])
    frame[2] -= 1
    p.item_hearts[player, slot] -= 1
    hearts = int(p.item_hearts[player, slot])
    emit(
        w,
        Event.ARMOUR_HEART_LOST,
        player,
        int(frame[3]),
        slot,
        int(p.item_kind[player, slot]),
        hearts,
    )
    if hearts == 0:  # MOB-11
        lower_item(p, w, player, slot, Reason.WORN_OUT.value)


def can_push(p: Public, player: int, direction: int) -> bool:
    """Return whether a push may move a player one step that way (MOB-13)."""
    space = neighbour(p, int(p.player_space[player]), direction)
    if space == -1:
        return False
    return not is_lava(p, space) and not has(p.mob_words, space)  # MOB-13


def pushed_player(p: Public) -> int:
    """Return whom the push under way moves: whoever chooses, it is the attacked player."""
    return int(p.agenda[p.agenda_length - 1, 1])


def start_push(p: Public, player: int, mob: int) -> None:
    """Ask where to, if there is any space that the player can be pushed to."""
    for direction in range(4):
        if can_push(p, player, direction):
            ask(p, Decision.PUSH, p.active_player, mob)  # MOB-13
            return
    pop(p)


def push_player(p: Public, w: Work, player: int, direction: int) -> None:
    """Move a pushed player; magma burns, whatever boots they wear (MOB-13)."""
    origin = int(p.player_space[player])
    space = neighbour(p, origin, direction)
    p.player_space[player] = space
    emit(w, Event.PUSHED, player, origin, space)
    if is_magma(p, space):  # MOB-13
        push(p, Step.HARM, player, 1, MAGMA)


def start_item_damage(p: Public, player: int, mob: int) -> None:
    """Ask which active item is damaged, if there is any (MOB-14)."""
    for slot in range(V.SLOTS):
        if p.item_active[player, slot] == 1:
            ask(p, Decision.DAMAGE_ITEM, player, mob)
            return
    pop(p)


compile_functions(globals())
