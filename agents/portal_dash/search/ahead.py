"""The agent ``ahead``: the tuned planner's plans, judged by where they stand two rolls later.

Each plan is followed through two rolls of the mob die once for every third of its faces, with the
same dice for all plans. Choices while mobs move are made by the planner's value of what they lead
to at once; the turn in between is planned anew. That costs little more than the planner itself, so
networks can be given its results as inputs.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from tablemates.agents.facts import GameFacts
from tablemates.agents.portal_dash.compiled import PLANNER_CODE, SIZE, copy_game, nested
from tablemates.agents.portal_dash.planner.agent import Plans, tuned_planner
from tablemates.agents.portal_dash.planner.buffers import SearchBuffers, buffers_of, new_buffers
from tablemates.agents.portal_dash.planner.expansion import run_on
from tablemates.agents.portal_dash.planner.search import ROOT, best_row, choice_values
from tablemates.agents.portal_dash.planner.value import total, value_of
from tablemates.agents.portal_dash.planner.weights import Numbers, Term, tuned_weights
from tablemates.agents.portal_dash.search.rollouts import judged
from tablemates.envs.core.agent import Agent, Candidate, Explanation, Situation
from tablemates.envs.core.cache import compiling, folder_within
from tablemates.envs.core.compiled import code_kept_in, compiled
from tablemates.envs.core.random import random_below, random_bits
from tablemates.envs.core.record import Array8, Bytes
from tablemates.envs.portal_dash.once import advance, decide, list_legal
from tablemates.envs.portal_dash.rules.records import box_of, state_of, work_of
from tablemates.envs.portal_dash.rules.state import WORK, Box, Public, Work
from tablemates.envs.portal_dash.rules.vocabulary import Chance, Decision, Outcome

#: Number of plans that are followed at most, and how many points they may be behind the best.
MOST: Final = 4
POINTS: Final = 30.0
#: Futures of each plan: together they show every third of the mob die's faces once at each roll.
ROLLS: Final = 3
#: Weight of the planner's own win probability, against that after the rolls.
_OWN: Final = 0.5
_KEYS: Final = 2**62
_FACES: Final = 6
#: Seeds tried for a pair of rolls; one in nine fits.
_SEEDS: Final = 200
#: Largest number of decisions until the mobs have moved.
_LONGEST: Final = 100
_WORSE: Final = -1e18


@nested
def _seed_with(key: int, future: int, turn: int) -> Any:
    """Return a seed whose mob die shows one third of its faces in a turn, another in the next."""
    seed: Any = np.uint64(0)  # one type throughout, or the compiler would unify it to a float
    for n in range(_SEEDS):
        seed = np.uint64(random_bits(key, future, n))
        first = random_below(seed, Chance.MOB_DIE.value, turn, _FACES)
        second = random_below(seed, Chance.MOB_DIE.value, turn + 1, _FACES)
        if first * ROLLS // _FACES == future and second * ROLLS // _FACES == (future + 1) % ROLLS:
            break
    return seed


@nested
def _rolled(p: Public) -> bool:
    """Return whether this turn's dice have been rolled and its actions are still to come."""
    begins = p.decision == Decision.ACTION and p.actions_done == 0
    return begins or (p.decision != Decision.NONE and p.decision < Decision.ACTION)


@nested
def _to_actions(
    game: Bytes, spare: Bytes, box: Box, w: Work, buf: SearchBuffers, turn: int
) -> None:
    """Play a game on until the actions of a turn begin.

    Args:
        game: Changed in place.
        spare: Scratch space, a record.
        box: The parts of the game.
        w: Scratch space.
        buf: Weights and buffers.
        turn: The first turn whose actions count.
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
            buf.legal[i] = w.legal[i]
        best = int(buf.legal[0])
        fights = p.decision == Decision.FIGHT or p.decision == Decision.REROLL
        if count > 1 and not fights:
            highest = _WORSE
            for i in range(count):
                copy_game(spare, game)
                tried = state_of(spare)
                w.event_count = 0
                w.ends_known = 0
                decide(tried, box, w, int(buf.legal[i]))
                run_on(tried, box, w)
                value_of(tried.public, box, buf)
                value = total(buf)
                if value > highest:
                    highest = value
                    best = int(buf.legal[i])
        w.event_count = 0
        w.ends_known = 0
        decide(s, box, w, best)
        if p.outcome == Outcome.RUNNING:
            advance(s, box, w)


CODE: Final = folder_within(PLANNER_CODE, [Path(__file__)])

with code_kept_in(CODE):

    @compiled
    def follow(
        ends: Bytes,
        games: Bytes,
        box: Bytes,
        work: Bytes,
        buffers: Bytes,
        key: int,
        terms: Numbers,
        outcomes: Array8,
    ) -> None:
        """Follow plans through the next two rolls of the mob die.

        Args:
            ends: Where the plans lead, shape ``(plans, bytes)``; not those of ``buffers``.
            games: Scratch space, shape ``(2, bytes)``.
            box: The parts of the game.
            work: Scratch space.
            buffers: A planner's weights and buffers.
            key: Seed of the dice, the same for all plans.
            terms: Written: the planner's terms at the beginning of the actions after these rolls,
                or at the end of the game, shape ``(plans, ROLLS, terms)``.
            outcomes: Written: an ``Outcome`` each, shape ``(plans, ROLLS)``.
        """
        b = box_of(box)
        w = work_of(work)
        buf = buffers_of(buffers)
        for n in range(len(ends)):
            start = state_of(ends[n]).public
            for i in range(len(buf.weights)):
                buf.weights[i] = buf.sets[start.players - 1, i]
            turn = int(start.turn) + (0 if _rolled(start) else 1)
            for future in range(ROLLS):
                game = games[0]
                copy_game(game, ends[n])
                s = state_of(game)
                p = s.public
                s.hidden.seed = _seed_with(key, future, turn)
                for step in range(2):
                    if step == 1 and p.outcome == Outcome.RUNNING:
                        copy_game(buf.nodes[ROOT], game)
                        w.ends_known = 0
                        best = best_row(buf, choice_values(b, w, buf))
                        copy_game(game, buf.ends[best])
                    _to_actions(game, games[1], b, w, buf, turn + step)
                value_of(p, b, buf)
                for t in range(len(buf.terms)):
                    terms[n, future, t] = buf.terms[t]
                outcomes[n, future] = p.outcome


@dataclass(frozen=True, slots=True)
class Lookahead:
    """The plans of a decision after the next rolls.

    Attributes:
        plans: The planner's, best first.
        terms: Its terms of each after them, shape ``(plans, ROLLS, terms)``.
        outcomes: An ``Outcome`` each, shape ``(plans, ROLLS)``.
        futures: The win probability there, shape ``(plans, ROLLS)``.
    """

    plans: Plans
    terms: Numbers
    outcomes: Array8
    futures: Numbers

    @property
    def later(self) -> Numbers:
        """Mean win probability after the rolls, shape ``(plans,)``."""
        return np.asarray(self.futures.mean(axis=1))

    @property
    def error(self) -> Numbers:
        """Standard error of the difference of ``later`` from the first plan's."""
        apart = self.futures - self.futures[0]
        return np.asarray(apart.std(axis=1, ddof=1) / np.sqrt(ROLLS))

    @property
    def chances(self) -> Numbers:
        """Win probability of each plan, the planner's own and that after the rolls together."""
        return _OWN * self.plans.chances + (1.0 - _OWN) * self.later


class AheadAgent(Agent):
    """Follows the tuned planner's plans two rolls further.

    Args:
        facts: The game.
    """

    name = "ahead"

    def __init__(self, facts: GameFacts) -> None:
        self._planner = tuned_planner(facts)
        self._box = facts.box.copy()
        self._work = np.zeros(WORK.itemsize, np.uint8)
        self._buffers = new_buffers(tuned_weights())
        self._games = np.zeros((2, SIZE), np.uint8)

    def act(self, situation: Situation) -> int:
        """Return the first action of the plan with the highest win probability."""
        seen = self.look_ahead(situation.public, situation.key)
        return int(seen.plans.actions[np.argmax(seen.chances)])

    def explain(self, situation: Situation) -> Explanation:
        """Return the plans with their win probabilities, best first."""
        seen = self.look_ahead(situation.public, situation.key)
        chances, later = seen.chances, seen.later
        return Explanation(
            tuple(
                Candidate(
                    int(seen.plans.actions[n]),
                    float(chances[n]),
                    f"{seen.plans.chances[n]:.0%} to win as it is planned, {later[n]:.0%} after "
                    "the next two rolls of the mob die",
                )
                for n in np.argsort(-chances, kind="stable").tolist()
            )
        )

    def look_ahead(self, public: Bytes, key: int) -> Lookahead:
        """Return the planner's plans and where they stand after the next rolls.

        Args:
            public: The public part of a game at a decision.
            key: Seed of everything that is drawn.
        """
        plans = self._planner.plans(public, key, MOST, POINTS)
        count = len(plans.actions)
        terms = np.zeros((count, ROLLS, len(Term)))
        outcomes = np.zeros((count, ROLLS), np.int8)
        if count == 1:  # nothing to compare it with
            futures = np.tile(plans.chances[:, None], ROLLS)
            return Lookahead(plans, terms + plans.terms[:, None], outcomes, futures)
        arguments = (
            *(np.ascontiguousarray(plans.ends), self._games, self._box, self._work, self._buffers),
            *(int(key) % _KEYS, terms, outcomes),
        )
        with compiling("ahead", 20, CODE):
            follow(*arguments)
        chance, value = float(plans.chances[0]), float(plans.values[0])
        return Lookahead(plans, terms, outcomes, judged(outcomes, terms.sum(axis=2), chance, value))
