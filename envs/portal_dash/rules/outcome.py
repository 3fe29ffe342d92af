"""Effects of an outcome of chance, sampled or stepped from outside."""

from __future__ import annotations

import numpy as np

from tablemates.envs.core.compiler.decorators import compile_functions
from tablemates.envs.core.engine.events import emit
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.rules.agenda import pop
from tablemates.envs.portal_dash.rules.chance import outcomes, sample
from tablemates.envs.portal_dash.rules.cube import uncover
from tablemates.envs.portal_dash.rules.fighting import add_die
from tablemates.envs.portal_dash.rules.harm import ask
from tablemates.envs.portal_dash.rules.mining import take_used
from tablemates.envs.portal_dash.rules.stack import take_tile
from tablemates.envs.portal_dash.rules.track import reveal_tile
from tablemates.envs.portal_dash.state import Box, Public, State, Work
from tablemates.envs.portal_dash.vocabulary import Chance, Decision, Event


def receive(s: State, box: Box, w: Work, kind: int, a: int, b: int, outcome: int) -> None:
    """Let the rules take an outcome of chance."""
    p = s.public
    if kind == Chance.BLOCKS_DIE:
        p.blocks_die = outcome
        emit(w, Event.BLOCKS_DIE, p.active_player, outcome)
    elif kind == Chance.MOB_DIE:
        p.mob_die = outcome
        emit(w, Event.MOB_DIE, p.active_player, outcome)
    elif kind == Chance.COMBAT_DIE:
        add_die(p, w, outcome)
    elif kind == Chance.TILE_DRAWN:
        take_tile(s, w, a, outcome)
    elif kind == Chance.USED_BLOCK:
        take_used(p, w, outcome)
    elif kind == Chance.BLOCK_UNCOVERED:
        s.hidden.cube[a, b] = -1
        uncover(p, w, a, b, outcome)
    else:
        s.hidden.tiles[a] = -1
        reveal_tile(p, box, w, a, outcome)


def allow_outcomes(p: Public, box: Box, w: Work, kind: int) -> None:
    """Write the possible outcomes of a kind of chance to ``w.legal``."""
    values = np.empty(V.DRAWABLE_TILES, np.int16)
    chances = np.empty(V.DRAWABLE_TILES, np.float64)
    w.legal_count = outcomes(p, box, kind, values, chances)
    for i in range(w.legal_count):
        w.legal[i] = values[i]


def hidden_outcome(s: State, box: Box) -> int:
    """Return the outcome that the hidden part holds for the chance node."""
    frame = s.public.agenda[s.public.agenda_length - 1]
    return sample(s, box, int(frame[1]), int(frame[2]), int(frame[3]))


def run_chance(s: State, box: Box, w: Work) -> None:
    """Take a sampled outcome, or stop for an explicit one unless only one is possible."""
    p = s.public
    frame = p.agenda[p.agenda_length - 1]
    kind = int(frame[1])
    a = int(frame[2])
    b = int(frame[3])
    if p.explicit_chance == 0:
        pop(p)
        receive(s, box, w, kind, a, b, sample(s, box, kind, a, b))
        return
    allow_outcomes(p, box, w, kind)
    if w.legal_count == 1 and p.skip_forced == 1 and p.explicit_chance == 1:
        pop(p)
        receive(s, box, w, kind, a, b, int(w.legal[0]))
        return
    ask(p, Decision.CHANCE, -1, kind)


compile_functions(globals())
