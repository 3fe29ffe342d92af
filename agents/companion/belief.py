"""Beliefs about the partners in the other seats, by Bayes' rule from what they did.

The evidence of a decision depends on that decision alone, so it is kept by what could be seen then
and what was chosen: however somebody came to a position, through an undo or a branch or in a
replay, the belief there is the same.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from tablemates.agents.companion.partner_types import PartnerType, Population
from tablemates.agents.facts import GameFacts
from tablemates.agents.value.player import ValuePlayer
from tablemates.envs.core.hashing import digest
from tablemates.envs.core.records.layout import Array8, Array16, Bytes
from tablemates.envs.core.views.agent import Batch, Guess
from tablemates.envs.core.views.past import History
from tablemates.envs.registry import find_game

#: How likely each type is, or the logarithm of how likely it is to decide so; shape ``(types,)``.
Shares: TypeAlias = npt.NDArray[np.float64]

#: How often anybody does what their type would not: a stranger is only nearly one of the types.
_ERRORS: Final = 0.05
#: What a decision counts for: those of a game are alike, and say less than as many independent
#: ones of a known type would.
_WEIGHT: Final = 0.5
#: Decisions whose evidence is kept: of some hundred matches that are played side by side.
_KEPT: Final = 200_000
#: Kinds that are shown.
_SHOWN: Final = 4
#: Decisions of a game that are looked at together where only enough is asked for.
_STEP: Final = 4
#: Decisions that are judged at once.
_AT_ONCE: Final = 64


@dataclass(frozen=True, slots=True)
class Belief:
    """Belief of somebody about the partner in a seat.

    Attributes:
        seat: Where the partner sits.
        types: What it may be.
        shares: How likely each of these is, shape ``(types,)``.
    """

    seat: int
    types: Sequence[PartnerType]
    shares: Shares

    def kinds(self) -> dict[str, float]:
        """Return how likely each kind of partner is, the likeliest first."""
        found: dict[str, float] = {}
        for one, share in zip(self.types, self.shares.tolist(), strict=True):
            found[one.kind] = found.get(one.kind, 0.0) + share
        return dict(sorted(found.items(), key=lambda kind: -kind[1]))

    def guess(self) -> Guess:
        """Return it as a part of an explanation."""
        return Guess(self.seat, tuple(self.kinds().items())[:_SHOWN])


class Believer:
    """Finds beliefs; it remembers the evidence of decisions that it has seen before."""

    def __init__(self, facts: GameFacts, notify: Callable[[str], None]) -> None:
        self.population = Population(facts, notify)
        self._engine = find_game(facts.game).engine
        self._player = ValuePlayer(facts)
        self._prior = np.log([one.prior for one in self.population.types])
        self._evidence: OrderedDict[bytes, Shares] = OrderedDict()

    def beliefs(
        self,
        history: History | None,
        players: int,
        enough: Callable[[Sequence[Belief]], bool] | None = None,
    ) -> list[Belief]:
        """Return what can be believed of the partners of who decides, by seat.

        Without a history nothing is known, not even who decides: a belief for every seat.

        Args:
            history: What could be seen.
            players: Number of seats.
            enough: Whether some beliefs say enough: later decisions are not looked at then, and
                those of a game only in whole steps, so that more of it does not change the answer.
        """
        sums = np.tile(self._prior, (players, 1))
        seat = None if history is None else history.seat
        for past in () if history is None else (*history.earlier, history.now):
            known = np.flatnonzero((past.seats != seat) & (past.seats < players))
            step = max(1, len(known)) if enough is None else _STEP
            whole = len(known) - len(known) % step
            for part in known[:whole].reshape(-1, step):
                seats = past.seats[part]
                evidence = self._evidence_of(seats, past.actions[part], past.publics[part])
                np.add.at(sums, seats, _WEIGHT * evidence)
                if enough is not None and enough(found := self._of(sums, seat)):
                    return found
        return self._of(sums, seat)

    def _of(self, sums: Shares, own: int | None) -> list[Belief]:
        """Return the beliefs that follow from sums of evidence, shape ``(players, types)``."""
        shares = np.exp(sums - sums.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        types = self.population.types
        return [Belief(seat, types, one) for seat, one in enumerate(shares) if seat != own]

    def _evidence_of(self, seats: Array8, actions: Array16, publics: Bytes) -> Shares:
        """Return how each decision speaks for each type, shape ``(decisions, types)``."""
        keys = [
            digest(public.tobytes(), seat.tobytes(), action.tobytes())
            for public, seat, action in zip(publics, seats, actions, strict=True)
        ]
        new = {key: n for n, key in enumerate(keys) if key not in self._evidence}
        if new:
            wanted = [*new]
            for start in range(0, len(wanted), _AT_ONCE):
                part = wanted[start : start + _AT_ONCE]
                rows = np.array([new[key] for key in part])
                found = self._judged(seats[rows], actions[rows], publics[rows], part)
                self._evidence.update(zip(part, found, strict=True))
        for key in keys:
            self._evidence.move_to_end(key)
        evidence = np.array([self._evidence[key] for key in keys])
        while len(self._evidence) > _KEPT:
            self._evidence.popitem(last=False)
        return evidence.reshape(len(keys), len(self._prior))

    def _judged(
        self, seats: Array8, actions: Array16, publics: Bytes, keys: Sequence[bytes]
    ) -> Shares:
        records = self._player.records_of(publics)
        # They are asked as in any game; what was private to the decider is not known.
        records.view(self._engine.state)[:, 0]["public"]["explicit_chance"] = 0
        observations, masks = self._player.look(records, seats)
        seen = records[:, : self._engine.seen_size].copy()
        choices = masks.sum(axis=1, keepdims=True)
        # What hung on something private, or was no choice, says nothing.
        told = np.flatnonzero((masks[np.arange(len(actions)), actions] == 1) & (choices[:, 0] > 1))
        evidence = np.zeros((len(actions), len(self._prior)))
        if len(told):
            numbers = [int.from_bytes(key[:8], "little") for key in keys]
            batch = Batch(observations, masks, seen, numbers).part(told)
            chances = self.population.chances(batch, actions[told])
            evidence[told] = np.log((1 - _ERRORS) * chances + _ERRORS / choices[told])
        return evidence

    def close(self) -> None:
        """Close the agents of all types."""
        self.population.close()
