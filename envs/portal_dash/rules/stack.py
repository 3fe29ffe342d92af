"""The item stack: drawing, reshuffling, and Netherite items shuffled into its top.

When chance is sampled the order lies in ``hidden.stack`` (top last); when it is
explicit no order exists and every draw is asked for.
"""

from __future__ import annotations

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.core.records.random import lay_out, random_below
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.agenda import Step, pop, push
from tablemates.envs.portal_dash.state import Box, Hidden, Public, State, Work
from tablemates.envs.portal_dash.vocabulary import Chance, Event

#: Tiles of the stack that a Netherite item is shuffled with (USE-04).
NETHERITE_DEPTH = 5
#: History entries: a kind that was drawn, or this plus a kind that was shuffled in.
SHUFFLED_IN = 64


def stack_size(p: Public) -> int:
    """Return how many tiles are in the stack."""
    size = 0
    for kind in range(V.ITEM_KINDS):
        size += p.stack_count[kind]
    return size


def discard_size(p: Public) -> int:
    """Return how many tiles are in the discard pile."""
    size = 0
    for kind in range(V.ITEM_KINDS):
        size += p.discards[kind]
    return size


def shuffle(values: Array8, first: int, end: int, seed: int, stream: int, index: int) -> int:
    """Permute ``values[first:end]`` uniformly; return the next unused index of the stream."""
    for i in range(end - 1, first, -1):
        j = first + random_below(seed, stream, index, i + 1 - first)
        index += 1
        value = values[i]
        values[i] = values[j]
        values[j] = value
    return index


def shuffle_top(h: Hidden, first: int, size: int) -> None:
    """Permute the positions ``first`` to ``size - 1`` of the hidden order uniformly."""
    stream = Chance.SHUFFLE.value
    h.counters[stream] = shuffle(h.stack, first, size, h.seed, stream, int(h.counters[stream]))


def order_stack(s: State) -> None:
    """Write a fresh uniform order of all tiles in the stack (SETUP-09, ITEM-07)."""
    s.hidden.stack[:] = -1
    shuffle_top(s.hidden, 0, lay_out(s.public.stack_count, s.hidden.stack))


def clear_history(p: Public) -> None:
    """Forget the stack's history: its order is uniform again."""
    p.history[:] = 0
    p.history_length = 0


def refill(s: State, w: Work) -> None:
    """Shuffle the discard pile into a new stack (ITEM-07)."""
    p = s.public
    for kind in range(V.ITEM_KINDS):
        p.stack_count[kind] = p.discards[kind]
        p.discards[kind] = 0
    clear_history(p)
    if p.explicit_chance != 1:
        order_stack(s)
    emit(w, Event.STACK_SHUFFLED, stack_size(p))


def draw(s: State, w: Work, player: int) -> None:
    """Ask for the top tile; an empty stack is refilled first; no tiles at all: none is drawn."""
    p = s.public
    pop(p)
    if stack_size(p) == 0 and discard_size(p) > 0:
        refill(s, w)  # ITEM-07
    if stack_size(p) > 0:
        push(p, Step.CHANCE, Chance.TILE_DRAWN.value, player, 0)


def take_tile(s: State, w: Work, player: int, kind: int) -> None:
    """Reveal a drawn tile to the finder."""
    p = s.public
    if p.explicit_chance != 1:
        s.hidden.stack[stack_size(p) - 1] = -1
    p.stack_count[kind] -= 1
    p.drawn[0 if p.drawn[0] == -1 else 1] = kind
    if p.history_length > 0:
        p.history[p.history_length] = kind
        p.history_length += 1
        _forget_if_uniform(p)
    emit(w, Event.TILE_DRAWN, player, kind)


def _forget_if_uniform(p: Public) -> None:
    """Drop the history once no tile that was shuffled in can still be in the stack."""
    for i in range(p.history_length):
        if p.history[i] >= SHUFFLED_IN and p.stack_count[p.history[i] - SHUFFLED_IN] > 0:
            return
    clear_history(p)


def shuffle_in(s: State, box: Box, w: Work, place: int) -> None:
    """Shuffle a Netherite item with the top five tiles of the stack (USE-04)."""
    p = s.public
    kind = int(box.netherite[place])
    p.supply[place] = 0
    if stack_size(p) == 0 and discard_size(p) > 0:
        refill(s, w)  # USE-04
    size = stack_size(p)
    p.stack_count[kind] += 1
    p.history[p.history_length] = SHUFFLED_IN + kind
    p.history_length += 1
    if p.explicit_chance != 1:
        s.hidden.stack[size] = kind
        shuffle_top(s.hidden, max(0, size - NETHERITE_DEPTH), size + 1)  # USE-04
    emit(w, Event.NETHERITE_ADDED, p.active_player, kind)


compile_functions(globals())
