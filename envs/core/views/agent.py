"""The agent protocol: what every player that is not a person looks like.

An agent is stateless between decisions. What it needs is in the ``Situation``, its random
numbers come from the key there; so undo, branching, handing over a seat and answering many
games at once work with every agent. One that learns about its partners from what they did
asks for the history (``wants_history``), which is given with every decision anew.

The key is an invertible function of the game's seed, from which everything hidden follows: it is
for agents that are trusted. Those that ``tablemates.agents.registry.find_agent`` makes of code that
does not come with the package hash it with a secret first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.game.batch import GameBatch, Integers
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.records.layout import Array8, Array16, Bytes
from tablemates.envs.core.views.decision_keys import decision_key, decision_keys
from tablemates.envs.core.views.past import History

#: What actions are worth, shape ``(decisions, actions)``; NaN: not legal, or unknown.
Worth: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Situation:
    """One decision as its decider may see it.

    Attributes:
        observation: Flat, relative to the decider, ``int8``.
        mask: 1 at legal actions, ``int8``.
        public: The public part of the game's record, and behind it what is private to the decider
            if there is such a part, ``uint8``. Read only.
        key: Seed of the random numbers of this one answer.
        history: What the decider could see before; None: nobody asked for it.
    """

    observation: Array8
    mask: Array8
    public: Bytes
    key: int
    history: History | None = None

    @classmethod
    def of(
        cls, game: Game, seed: int | None, decisions: int, history: History | None = None
    ) -> Situation:
        """Return a copy of a game's present decision.

        The key depends on the seed and the number alone: an agent repeats its answer after an
        undo and in a replay.

        Args:
            game: The game.
            seed: How it began; None: with a record.
            decisions: How many were taken before.
            history: What could be seen before.
        """
        key = decision_key(seed or 0, decisions)
        seen = game.observation.copy(), game.mask.copy(), game.seen(game.viewer)
        return cls(*seen, key, history)

    def rng(self) -> np.random.Generator:
        """Return the generator for this answer."""
        return np.random.default_rng(self.key)

    def alone(self) -> Batch:
        """Return a batch of this situation."""
        histories = None if self.history is None else [self.history]
        seen = self.observation[None], self.mask[None], self.public[None]
        return Batch(*seen, [self.key], histories)


@dataclass(frozen=True, slots=True)
class Batch:
    """Decisions of many games.

    Attributes:
        observations: Shape ``(games, values)``, ``int8``.
        masks: Shape ``(games, actions)``, ``int8``.
        publics: Shape ``(games, bytes)``, ``uint8``. Read only.
        keys: One seed a game.
        histories: What each decider could see before, None where nobody asked for it; None: in no
            game.
    """

    observations: Array8
    masks: Array8
    publics: Bytes
    keys: Sequence[int]
    histories: Sequence[History | None] | None = None

    @classmethod
    def of(
        cls,
        batch: GameBatch,
        lanes: Integers | slice = slice(None),
        histories: Sequence[History | None] | None = None,
    ) -> Batch:
        """Return the decisions of some lanes; of a slice in the buffers of the batch."""
        keys = decision_keys(batch.seeds[lanes], batch.moves[lanes])
        seen = batch.observations[lanes], batch.masks[lanes], batch.publics[lanes]
        return cls(*seen, keys, histories)

    def __len__(self) -> int:
        return len(self.keys)

    def __getitem__(self, n: int) -> Situation:
        history = None if self.histories is None else self.histories[n]
        seen = self.observations[n], self.masks[n], self.publics[n]
        return Situation(*seen, self.keys[n], history)

    def part(self, indices: npt.NDArray[np.integer]) -> Batch:
        """Return some of the decisions."""
        wanted: list[int] = indices.tolist()
        keys = [self.keys[n] for n in wanted]
        histories = None if self.histories is None else [self.histories[n] for n in wanted]
        seen = self.observations[indices], self.masks[indices], self.publics[indices]
        return Batch(*seen, keys, histories)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One legal action as an agent thinks of it.

    Attributes:
        action: Its number.
        value: How good, the agent's own scale; chances of winning where it has them.
        reason: A sentence.
    """

    action: int
    value: float
    reason: str


@dataclass(frozen=True, slots=True)
class Guess:
    """Belief of an agent about somebody in another seat.

    Attributes:
        seat: Where they sit.
        kinds: Agents like whom they play, and how likely each is; the likeliest first.
    """

    seat: int
    kinds: tuple[tuple[str, float], ...]

    def sentence(self, name: str) -> str:
        """Return it in words; ``name`` is what the player in that seat is called."""
        kind, share = self.kinds[0]
        return f"{name.capitalize()} plays like {kind}: {share:.0%}"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Reasons of an agent.

    Attributes:
        candidates: Its best candidates, best first.
        guesses: What it believes of players in other seats.
    """

    candidates: tuple[Candidate, ...] = field(default_factory=tuple)
    guesses: tuple[Guess, ...] = ()


class Agent(ABC):
    """Takes decisions.

    Attributes:
        name: As users type it and tables print it.
        observation_only: Whether observation and mask are all that it looks at.
        wants_history: Whether it looks at ``Situation.history``, which is kept on request only.
        worth_unit: Of ``worth``, such as chances of winning; empty: it does not say what every
            choice is worth.
        made_by: What makes it again, a function and its arguments: copies and pickles do. None:
            they hold its attributes.
        remote: How many decisions a service elsewhere is asked for side by side; it is not asked
            for a trial, for its answers cost. 0: the agent is none.
    """

    name: str
    observation_only = False
    wants_history = False
    worth_unit = ""
    made_by: tuple[Callable[..., Agent], tuple[Any, ...]] | None = None
    remote = 0

    def __reduce_ex__(self, protocol: Any) -> Any:
        return super().__reduce_ex__(protocol) if self.made_by is None else self.made_by

    @abstractmethod
    def act(self, situation: Situation) -> int:
        """Return the number of a legal action; the same situation gives the same answer."""

    def act_batch(self, batch: Batch) -> Array16:
        """Return one action for every game, shape ``(games,)``, as ``act`` would choose them."""
        return np.array([self.act(batch[n]) for n in range(len(batch))], np.int16)

    def explain(self, situation: Situation) -> Explanation:
        """Return why ``act`` answers as it does; empty where the agent has no reasons."""
        del situation
        return Explanation()

    def worth(self, batch: Batch) -> Worth:
        """Return what the agent thinks that each legal action is worth, in ``worth_unit``."""
        del batch
        raise NotImplementedError(f"{self.name} does not say what every choice is worth")

    def close(self) -> None:
        """Release resources such as a subprocess; a later ``act`` acquires them anew."""
        return


class BatchAgent(Agent):
    """An agent whose ``act_batch`` takes the decisions."""

    def act(self, situation: Situation) -> int:
        """Return what ``act_batch`` answers to this decision alone."""
        return int(self.act_batch(situation.alone())[0])
