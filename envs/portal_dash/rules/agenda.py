"""Agenda of what is still to be done: a stack of small frames, the next one on top.

The rules never call into each other's future: a rule that starts something pushes
the frames that finish it. So the engine can stop at any decision, the pending
work is part of the record, and no rule needs recursion.
"""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import helper
from tablemates.envs.core.records.vocabulary import EventKind
from tablemates.envs.portal_dash.state import Public


class Step(EventKind):
    """Kinds of frames, and the names of their up to three numbers."""

    START = 0, "player"
    TURN = 1
    CHANCE = 2, "chance"  # then those of the Chance
    BLOCKS = 3
    MOBS = 4
    NEXT_MOB = 5
    SPAWN = 6
    MOVE_MOB = 7, "mob"
    ATTACK = 8, "mob"
    HIT = 9, "player mob"
    HARM = 10, "player damage source"
    HARM_LIFE = 11, "player damage source"  # armour cannot block it
    PUSH = 12, "player mob"
    DAMAGE_ITEM = 13, "player mob"
    REMOVE_BLOCK = 14, "face reason"
    ACTION = 15
    WALK = 16
    MOVED = 17
    FIND = 18, "player"
    DRAW = 19, "player"
    KEEP = 20, "player"
    REPLACE = 21, "player item"
    ENCHANT = 22, "player item"
    MODE = 23, "player slot"
    FIGHT = 24, "slot"
    ROLL = 25
    REROLL = 26, "slot"
    FIGHT_END = 27
    BLIND = 28, "blocks"  # still to be drawn
    MINE = 29
    PICKAXE_DOWN = 30
    USE_BLOCKS = 31
    USE = 32, "colour"
    CHOOSE_PLAYER = 33, "colour"
    NETHERITE = 34
    COVER = 35
    REVEAL = 36
    END_TURN = 37


@helper
def push(p: Public, step: Step, a: int, b: int, c: int) -> None:
    """Put a frame on top of the agenda."""
    frame = p.agenda[p.agenda_length]
    frame[0] = step
    frame[1] = a
    frame[2] = b
    frame[3] = c
    p.agenda_length += 1


@helper
def pop(p: Public) -> None:
    """Take the top frame off; its bytes are cleared so that equal games stay equal bytes."""
    p.agenda_length -= 1
    p.agenda[p.agenda_length, :] = 0
