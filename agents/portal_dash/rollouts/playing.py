"""The compiled entry points: copies of a game to try things on, and games played on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tablemates.agents.portal_dash.copying import PUBLIC_SIZE, copy_public
from tablemates.agents.portal_dash.nesting import nested
from tablemates.agents.portal_dash.planner.choice import SOURCES
from tablemates.agents.portal_dash.planner.desk import Desk, desk_of
from tablemates.agents.portal_dash.planner.paths import NO_PLAN, forget, next_planned, take_up
from tablemates.agents.portal_dash.planner.weights import Numbers
from tablemates.agents.portal_dash.rollouts.chances import chance_of, write_features
from tablemates.agents.portal_dash.rollouts.keys import decision_key
from tablemates.agents.portal_dash.rollouts.policies import BEST, Policy, answer
from tablemates.envs.core.cache import own_cache
from tablemates.envs.core.compiled import compiled
from tablemates.envs.core.record import Array8, Bytes, Words
from tablemates.envs.portal_dash.rules.ending import progress_of
from tablemates.envs.portal_dash.rules.flow import advance, is_legal, refresh, take
from tablemates.envs.portal_dash.rules.records import box_of, state_of, work_of
from tablemates.envs.portal_dash.rules.resample import draw_hidden
from tablemates.envs.portal_dash.rules.state import Box, State, Work
from tablemates.envs.portal_dash.rules.vocabulary import Decision, Outcome

#: Instead of an ``Outcome``: the first action is not legal, nothing was played.
ILLEGAL = -1
#: Instead of a first action: the policy chooses it.
NO_ACTION = -1
#: Instead of a judge.
NOBODY = -1

_FOLDER = Path(__file__).parent
#: What is not compiled; only what is makes machine code stale.
_PLAIN = {"__init__.py", "fitting.py", "rollouts.py", "script.py"}
_OWN = [file for file in _FOLDER.glob("*.py") if file.name not in _PLAIN]
_SOURCES = [*SOURCES, *_OWN, *(_FOLDER.parent / "rules_bot").glob("*.py")]

Integers = npt.NDArray[np.int64]


@nested
def play_on(
    game: Bytes,
    box: Box,
    w: Work,
    mask: Array8,
    desk: Desk,
    styles: Numbers,
    policies: Integers,
    seed: Any,
    taken: int,
    first: int,
    turns: int,
    judge: int,
    keeps: int,
    thought: Integers,
) -> int:
    """Play one game, see ``play_games``; return the decisions, or ``ILLEGAL``.

    At the decision where a game stops, the judge has thought last.
    """
    s: State = state_of(game)
    p = s.public
    public = game[:PUBLIC_SIZE]  # all that policies are shown
    w.event_count = 0
    w.ends_known = 0
    if p.outcome == Outcome.RUNNING:
        if p.decision == Decision.NONE:
            advance(s, box, w)
        else:
            refresh(s, box, w)
    last = int(p.turn) + turns
    n = 0
    forget(desk)
    while p.outcome == Outcome.RUNNING:
        over = p.turn > last
        if n == 0 and first != NO_ACTION and not over:
            if not is_legal(w, first):
                return ILLEGAL
            action = first
        else:
            if over and judge == NOBODY:
                break
            policy = judge if over else int(policies[p.decider])
            planned = NO_PLAN if over else next_planned(desk, p, w)
            if planned != NO_PLAN:
                action = planned
            else:
                key = decision_key(seed, taken + n)
                action = answer(policy, public, p, box, w, key, mask, desk, styles, thought)
                if keeps == 1 and policy >= Policy.PLANNER:
                    take_up(desk, int(thought[BEST]), int(p.turn))
            if over:
                break
        take(s, box, w, action)
        n += 1
    return n


with own_cache(_SOURCES) as CODE:

    @compiled
    def play_games(
        games: Bytes,
        box: Bytes,
        work: Bytes,
        mask: Array8,
        desk: Bytes,
        styles: Numbers,
        policies: Integers,
        seeds: Words,
        taken: Integers,
        first: Integers,
        turns: int,
        judge: int,
        keeps: int,
        model: Numbers,
        thought: Integers,
        outcomes: Array8,
        progress: Numbers,
        turns_begun: Integers,
        decisions: Integers,
        features: Numbers,
        chances: Numbers,
    ) -> None:
        """Play games to their ends, or for some turns.

        Args:
            games: Records, shape ``(games, STATE.itemsize)``, changed in place.
            box: What is in the box.
            work: Scratch space.
            mask: Scratch, all zeros, one place an action.
            desk: The planner's scratch space.
            styles: Sets of the planner's weights, shape ``(sets, players, weights)``.
            policies: Number of the policy of each seat, see ``policies``.
            seeds: What the policies' random keys come from, one a game.
            taken: Decisions taken before, for these keys.
            first: The first action of each game, or ``NO_ACTION``.
            turns: At most so many turns after the present one are begun; -1: the games
                stop where they are.
            judge: Number of the planner that judges where games stop, or ``NOBODY``.
            keeps: 1: planners keep to a plan until something else happens.
            model: Turns its terms into chances, see ``chances``.
            thought: Written: ``BEST`` and ``COUNT`` of what a planner thought last.
            outcomes: Written: how each game stands, or ``ILLEGAL``.
            progress: Written: how far it has come.
            turns_begun: Written: turns begun.
            decisions: Written: decisions taken.
            features: Written where a game is judged, shape ``(games, FEATURES)``.
            chances: Written: 1 where a game is won, 0 where it is lost, the judge's
                estimate where it goes on.
        """
        b = box_of(box)
        w = work_of(work)
        d = desk_of(desk)
        for i in range(len(games)):
            p = state_of(games[i]).public
            before = int(p.turn)
            n = play_on(
                games[i],
                b,
                w,
                mask,
                d,
                styles,
                policies,
                seeds[i],
                int(taken[i]),
                int(first[i]),
                turns,
                judge,
                keeps,
                thought,
            )
            chances[i] = 1.0 if p.outcome == Outcome.WON else 0.0
            if judge != NOBODY and p.outcome == Outcome.RUNNING:
                write_features(p, b, d.value_terms[thought[BEST]], features[i])
                chances[i] = chance_of(features[i], model)
            outcomes[i] = ILLEGAL if n == ILLEGAL else p.outcome
            progress[i] = progress_of(p, b)
            turns_begun[i] = p.turn - before
            decisions[i] = max(0, n)

    @compiled
    def copy_games(public: Bytes, box: Bytes, seeds: Words, games: Bytes) -> None:
        """Make games that look alike, each with a hidden part of its own.

        Args:
            public: The public part of a game.
            box: What is in the box.
            seeds: Of the hidden parts, one a game.
            games: Written, shape ``(games, STATE.itemsize)``: chance is sampled in them.
        """
        b = box_of(box)
        for i in range(len(games)):
            copy_public(games[i], public)
            s = state_of(games[i])
            p = s.public
            p.explicit_chance = 0
            if p.decision == Decision.CHANCE:  # asked again, it is drawn
                p.decision = Decision.NONE.value
                p.decision_about = 0
            draw_hidden(s, b, seeds[i])
