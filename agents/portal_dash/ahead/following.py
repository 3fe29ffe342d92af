"""The compiled entry point: where plans stand after the next two rolls of the mob die.

A plan is followed as it was made. Whatever there is to choose while mobs move is chosen by
the planner's value of what it leads to at once; the turn in between is planned anew. That
is far less than to have planners play on, decision by decision, and shows most of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates.agents.portal_dash.copying import copy_game
from tablemates.agents.portal_dash.nesting import nested
from tablemates.agents.portal_dash.planner.choice import SOURCES
from tablemates.agents.portal_dash.planner.desk import Desk, desk_of
from tablemates.agents.portal_dash.planner.running import run_on
from tablemates.agents.portal_dash.planner.search import ROOT, choice_values
from tablemates.agents.portal_dash.planner.value import total, value_of
from tablemates.agents.portal_dash.planner.weights import Numbers
from tablemates.envs.core.cache import own_cache
from tablemates.envs.core.compiled import compiled
from tablemates.envs.core.record import Array8, Bytes
from tablemates.envs.portal_dash.rules.flow import advance, decide
from tablemates.envs.portal_dash.rules.legal import list_legal
from tablemates.envs.portal_dash.rules.random import random_below, random_bits
from tablemates.envs.portal_dash.rules.records import box_of, state_of, work_of
from tablemates.envs.portal_dash.rules.state import Box, Public, Work
from tablemates.envs.portal_dash.rules.vocabulary import Chance, Decision, Outcome

#: Futures of each plan: the next rolls together show every third of the mob die's faces once.
ROLLS: Final = 3
_FACES: Final = 6
#: Seeds that are tried for a roll; one in nine does.
_SEEDS: Final = 200
#: Decisions until the mobs have moved, at the most.
_LONGEST: Final = 100
_WORSE: Final = -1e18


@nested
def _seed_with(key: int, future: int, turn: int) -> Any:
    """Return a seed whose mob die shows one third of its faces in a turn, another in the next."""
    seed: Any = np.uint64(0)  # of one type throughout, or the compiler would make a float of it
    for n in range(_SEEDS):
        seed = np.uint64(random_bits(key, future, n))
        first = random_below(seed, Chance.MOB_DIE.value, turn, _FACES)
        second = random_below(seed, Chance.MOB_DIE.value, turn + 1, _FACES)
        if first * ROLLS // _FACES == future and second * ROLLS // _FACES == (future + 1) % ROLLS:
            break
    return seed


@nested
def _rolled(p: Public) -> bool:
    """Return whether this turn's dice have been rolled, and its actions are still to come."""
    begins = p.decision == Decision.ACTION and p.actions_done == 0
    return begins or (p.decision != Decision.NONE and p.decision < Decision.ACTION)


@nested
def _to_actions(game: Bytes, spare: Bytes, box: Box, w: Work, desk: Desk, turn: int) -> None:
    """Go on until the actions of a turn begin.

    Args:
        game: It is changed.
        spare: Scratch space.
        box: What is in the box.
        w: Scratch space.
        desk: Weights and scratch space.
        turn: The first turn whose actions are meant.
    """
    s = state_of(game)
    p = s.public
    w.event_count = 0
    w.ends_known = 0
    if p.outcome == Outcome.RUNNING and p.decision == Decision.NONE:
        advance(s, box, w)
    for _ in range(_LONGEST):
        if p.outcome != Outcome.RUNNING:
            return
        acts = p.decision == Decision.ACTION and p.actions_done == 0
        if acts and p.turn >= turn:
            return
        w.ends_known = 0
        list_legal(s, box, w)
        count = int(w.legal_count)
        for i in range(count):
            desk.legal[i] = w.legal[i]
        best = int(desk.legal[0])
        fights = p.decision == Decision.FIGHT or p.decision == Decision.REROLL
        if count > 1 and not fights:
            highest = _WORSE
            for i in range(count):
                copy_game(spare, game)
                tried = state_of(spare)
                w.event_count = 0
                w.ends_known = 0
                decide(tried, box, w, int(desk.legal[i]))
                run_on(tried, box, w)
                value_of(tried.public, box, desk)
                value = total(desk)
                if value > highest:
                    highest = value
                    best = int(desk.legal[i])
        w.event_count = 0
        w.ends_known = 0
        decide(s, box, w, best)
        if p.outcome == Outcome.RUNNING:
            advance(s, box, w)


with own_cache([*SOURCES, Path(__file__)]) as CODE:

    @compiled
    def follow(
        ends: Bytes,
        games: Bytes,
        box: Bytes,
        work: Bytes,
        desk: Bytes,
        key: int,
        terms: Numbers,
        outcomes: Array8,
    ) -> None:
        """Follow plans through the next two rolls of the mob die.

        Args:
            ends: Where the plans lead, shape ``(plans, bytes)``; not those of ``desk``.
            games: Scratch space, shape ``(2, bytes)``.
            box: What is in the box.
            work: Scratch space.
            desk: A planner's weights and scratch space.
            key: What the dice come from; all plans meet the same.
            terms: Written: the planner's terms at the beginning of the actions after these
                rolls, or at the end of the game, shape ``(plans, ROLLS, terms)``.
            outcomes: Written: an ``Outcome`` each, shape ``(plans, ROLLS)``.
        """
        b = box_of(box)
        w = work_of(work)
        d = desk_of(desk)
        for n in range(len(ends)):
            begun = state_of(ends[n]).public
            for i in range(len(d.weights)):
                d.weights[i] = d.sets[begun.players - 1, i]
            rolled = _rolled(begun)
            turn = int(begun.turn) + (0 if rolled else 1)
            for future in range(ROLLS):
                game = games[0]
                copy_game(game, ends[n])
                s = state_of(game)
                p = s.public
                s.hidden.seed = _seed_with(key, future, turn)
                for step in range(2):
                    if step == 1 and p.outcome == Outcome.RUNNING:
                        copy_game(d.nodes[ROOT], game)
                        w.ends_known = 0
                        count = choice_values(b, w, d)
                        best = 0
                        for i in range(1, count):
                            if d.values[i] > d.values[best]:
                                best = i
                        copy_game(game, d.ends[best])
                    _to_actions(game, games[1], b, w, d, turn + step)
                value_of(p, b, d)
                for t in range(len(d.terms)):
                    terms[n, future, t] = d.terms[t]
                outcomes[n, future] = p.outcome
