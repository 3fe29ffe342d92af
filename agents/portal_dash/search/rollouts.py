"""Rollouts: candidates played on by the tuned planner, each in the same futures.

Futures are copies of what is public with the hidden part drawn by ``resample``. Where a future
stops short of the end, the planner's points there say how likely a win is.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.compiled import (
    PLANNER_CODE,
    PUBLIC_SIZE,
    SIZE,
    copy_public,
    decision_key,
    nested,
)
from tablemates.agents.portal_dash.planner.buffers import (
    BUFFERS,
    SearchBuffers,
    buffers_of,
    new_buffers,
)
from tablemates.agents.portal_dash.planner.chances import (
    FEATURES,
    chance_of,
    read_model,
    write_features,
)
from tablemates.agents.portal_dash.planner.search import best_row, evaluate
from tablemates.agents.portal_dash.planner.weights import Numbers, Term, tuned_weights
from tablemates.agents.search.halving import Budget, Integers, SearchResult, halve
from tablemates.envs.core.cache import compiling, folder_within
from tablemates.envs.core.compiled import code_kept_in, compiled
from tablemates.envs.core.record import Array8, Array16, Bytes, RecordView, Words
from tablemates.envs.portal_dash.once import draw_hidden, refresh, take
from tablemates.envs.portal_dash.rules.records import box_of, state_of, work_of
from tablemates.envs.portal_dash.rules.state import WORK, Box, Work
from tablemates.envs.portal_dash.rules.vocabulary import Outcome

#: Turns started after the present one before a future is judged.
TURNS: Final = 1
#: Weight of the planner's points where futures are judged, in logits.
WEIGHT: Final = 0.005
#: In place of an action: the planner chooses.
NO_ACTION = -1
_WORD: Final = 2**64


@nested
def _play_on(
    game: Bytes, box: Box, w: Work, buf: SearchBuffers, seed: Any, first: int, turns: int
) -> int:
    """Play one game, see ``play_games``.

    Returns:
        The number of legal actions of the decision where it stops, which is evaluated last; 0 if
        the game has ended.
    """
    s = state_of(game)
    p = s.public
    public = game[:PUBLIC_SIZE]  # all that the planner is shown
    w.event_count = 0
    w.ends_known = 0
    refresh(s, box, w)
    last = int(p.turn) + turns
    n = 0
    while p.outcome == Outcome.RUNNING:
        over = p.turn > last
        action = NO_ACTION
        if n == 0 and first != NO_ACTION:
            action = first
        if action == NO_ACTION:
            count = evaluate(public, box, w, decision_key(seed, n), buf)
            if over:
                return count
            action = int(buf.actions[best_row(buf, count)])
        take(s, box, w, action)
        n += 1
    return 0


CODE: Final = folder_within(PLANNER_CODE, [Path(__file__)])

with code_kept_in(CODE):

    @compiled
    def play_games(
        public: Bytes,
        box: Bytes,
        work: Bytes,
        buffers: Bytes,
        game: Bytes,
        actions: Integers,
        seeds: Words,
        turns: int,
        model: Numbers,
        outcomes: Array8,
        terms: Numbers,
        chance: Numbers,
    ) -> int:
        """Play each of some first actions on in each of some futures.

        Args:
            public: The public part of a game at a player's decision.
            box: The parts of the game.
            work: Scratch space.
            buffers: The planner's weights and buffers.
            game: Scratch space, a record.
            actions: The first actions; ``NO_ACTION``: the planner chooses.
            seeds: Of the futures: what is hidden, and the planner's random keys.
            turns: Turns started after the present one, at most; -1: evaluate the decision only.
            model: Parameters of the network for win probabilities.
            outcomes: Written: an ``Outcome`` each, shape ``(actions * futures,)``.
            terms: Written where a future stops short of the end: the planner's terms of its best
                choice there, shape ``(actions * futures, terms)``.
            chance: Written with -1 turns: the win probability, shape ``(1,)``.

        Returns:
            The number of legal actions where the last future stopped.
        """
        b = box_of(box)
        w = work_of(work)
        buf = buffers_of(buffers)
        s = state_of(game)
        i = 0
        count = 0
        for action in actions:
            for seed in seeds:
                copy_public(game, public)
                s.public.explicit_chance = 0
                draw_hidden(s, b, seed)
                count = _play_on(game, b, w, buf, seed, action, turns)
                outcomes[i] = s.public.outcome
                if count > 0:
                    row = best_row(buf, count)
                    for t in range(terms.shape[1]):
                        terms[i, t] = buf.value_terms[row, t]
                    if turns < 0:
                        features = np.empty(FEATURES)
                        write_features(s.public, b, buf.value_terms[row], features)
                        chance[0] = chance_of(features, model)
                i += 1
        return count


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The planner's evaluation of a decision's legal actions, ascending.

    Attributes:
        actions: Their numbers.
        values: Their values, in the planner's points.
        terms: The terms of each value, shape ``(actions, terms)``, by ``Term``.
        chance: The win probability of the best one.
    """

    actions: Array16
    values: Numbers
    terms: Numbers
    chance: float


class Rollouts:
    """Plays candidates on with the tuned planner in every seat.

    *Common random numbers*: dice, stack, tiles and blocks of a future lie in its hidden part, and
    the planner's random keys come from its seed. All candidates play the same futures, so that
    equal candidates fare alike and others differ by what they do.

    Args:
        facts: The game.
    """

    def __init__(self, facts: GameFacts) -> None:
        self._box = facts.box.copy()
        self._work = np.zeros(WORK.itemsize, np.uint8)
        self._game = np.zeros(SIZE, np.uint8)
        self._buffers = new_buffers(tuned_weights())
        self._result = cast(SearchBuffers, RecordView(self._buffers, BUFFERS))
        self._model = read_model()

    def evaluate(self, public: Bytes, key: int) -> Evaluation:
        """Return the planner's evaluation of a decision.

        Args:
            public: The public part of a game at a player's decision.
            key: Seed of the planner's random numbers.
        """
        _, _, chance, n = self._play(public, [NO_ACTION], [key % _WORD], -1)
        result = self._result
        actions, values = result.actions[:n].copy(), result.values[:n].copy()
        return Evaluation(actions, values, result.value_terms[:n].copy(), chance)

    def play(
        self,
        public: Bytes,
        actions: npt.ArrayLike,
        seeds: npt.ArrayLike,
        chance: float,
        value: float,
    ) -> tuple[Numbers, Numbers]:
        """Play actions on in some futures.

        Args:
            public: The public part of a game at a player's decision.
            actions: The actions; they must be legal.
            seeds: One for each future, ``uint64``.
            chance: The planner's win probability of the decision.
            value: The planner's value of its best choice.

        Returns:
            Win probabilities, shape ``(actions, futures)``, and the planner's terms where the
            futures stop (0 where they have ended), shape ``(actions, futures, terms)``.
        """
        outcomes, terms, _, _ = self._play(public, actions, seeds, TURNS)
        return judged(outcomes, terms.sum(axis=2), chance, value), terms

    def halve(
        self,
        public: Bytes,
        actions: Integers,
        prior: Numbers,
        trust: float,
        evaluation: Evaluation,
        budget: Budget,
        key: int,
    ) -> tuple[SearchResult, Numbers]:
        """Find the best action by sequential halving, see ``halving``.

        Args:
            public: As in ``play``.
            actions: The candidates, the one with the best prior first.
            prior: Their prior win probabilities; only differences count.
            trust: Standard deviation of the errors of these differences.
            evaluation: The planner's.
            budget: The cost limit.
            key: Seed of the futures.

        Returns:
            The result, and the planner's mean terms at the ends of each candidate's futures.
        """
        rng = np.random.default_rng(key % _WORD)
        value = float(evaluation.values.max())
        sums = np.zeros((len(actions), evaluation.terms.shape[1]))

        def play(alive: Integers, futures: int) -> Numbers:
            seeds = rng.integers(_WORD, size=futures, dtype=np.uint64)
            chances, terms = self.play(public, actions[alive], seeds, evaluation.chance, value)
            sums[alive] += terms.sum(axis=1)
            return chances

        found = halve(prior, trust, budget, play)
        return found, sums / found.futures[:, None]

    def _play(
        self, public: Bytes, actions: npt.ArrayLike, seeds: npt.ArrayLike, turns: int
    ) -> tuple[Array8, Numbers, float, int]:
        firsts, words = np.array(actions, np.int64), np.array(seeds, np.uint64)
        shape = (len(firsts), len(words))
        outcomes = np.zeros(shape, np.int8)
        terms = np.zeros((*shape, len(Term)))
        chance = np.zeros(1)
        arguments = (
            *(np.require(public, np.uint8, ["C", "W"]), self._box, self._work, self._buffers),
            *(self._game, firsts, words, turns, self._model),
            *(outcomes.reshape(-1), terms.reshape(-1, len(Term)), chance),
        )
        with compiling("rollouts", 20, CODE):
            count = play_games(*arguments)
        return outcomes, terms, float(chance[0]), count


def judged(outcomes: Array8, points: Numbers, chance: float, value: float) -> Numbers:
    """Return the win probabilities of futures: 0 and 1 where they have ended.

    Elsewhere the planner's points there are compared with those at the start. The network is not
    asked again: fitted to planners' games, it is blind to the harm of what they never do.

    Args:
        outcomes: Of the futures, an ``Outcome`` each.
        points: The planner's where they stop.
        chance: The planner's win probability at the start.
        value: The value of its best choice there.
    """
    start = np.clip(chance, 0.01, 0.99)
    logit = np.log(start / (1.0 - start)) + WEIGHT * (points - value)
    later = 1.0 / (1.0 + np.exp(-np.clip(logit, -30.0, 30.0)))
    return np.asarray(np.where(outcomes == Outcome.RUNNING, later, outcomes == Outcome.WON))
