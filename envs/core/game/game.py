"""A game object: one game in buffers, stepped by compiled code.

After every call that changes it, ``mask`` and ``observation`` describe the decision now to be
taken; views copy them where they hand them out. Moves answer with a number that says who is
next, so that a view need not look anything else up while the game goes on.
"""

from __future__ import annotations

import sys
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final, Literal, cast

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from tablemates.envs.core.engine.codes import BEGIN, CHANCE, FORFEIT, OVER, SHOW
from tablemates.envs.core.engine.shaping import shaping_numbers
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.game.catalogue import Catalogue
from tablemates.envs.core.game.observation import Layout, Observation, ObservationForms
from tablemates.envs.core.game.presentation import Presentation
from tablemates.envs.core.game.seeds import word
from tablemates.envs.core.game.settings import Settings
from tablemates.envs.core.game.starts import TRUE_START, StartSource
from tablemates.envs.core.hashing import hash_of, hash_of_files
from tablemates.envs.core.records.layout import Array8, Bytes, RecordView

#: Parts and set-ups of a game that has none.
_NO_PARTS: Final = np.zeros((1, 1), np.uint8)
Utilities = Literal["identical", "zero_sum", "general"]


def row(columns: Mapping[str, npt.NDArray[Any]], n: int) -> dict[str, Any]:
    """Return one game's entries of those of many, numbers as Python's own."""
    values = {name: column[n] for name, column in columns.items()}
    return {
        name: value.item() if isinstance(value, np.generic) else value
        for name, value in values.items()
    }


class Game(Presentation):
    """A game for any number of seats with one decision at a time.

    What differs from game to game is in class attributes, which a subclass sets, and in modules
    beside ``game.py``, which are imported on use, for most programs need none: those of
    ``Presentation``, and these. A game in one file has those of ``core.plain``, or methods.

    | module | functions |
    |---|---|
    | ``positions`` | ``dump_position(game, record)``, ``load_position(game, position, seed)`` |
    | | and, where it has keys of its own, ``Position``, a model of them |
    | ``laws`` | ``faults(game, record)`` |

    Buffers are those of ``GameBuffers``: ``mask`` marks outcomes at a chance node and nothing when
    the game is over, ``observation`` is relative to the one who decides, and agents get
    ``public_record``.

    Args:
        settings: Parameters of the game.
        components: The parts, None where a game has no others than its own.
        box: The parts as bytes of the hooks' ``BOX``.
        scenarios: What the settings put on the table, shape ``(scenarios, bytes)``: one is
            drawn at every start.
        catalogue: All actions; None: the class says them.
        layout: Blocks of the observation; None: the class says them.

    Attributes:
        box_record: The parts as a record.
        max_seats: Most seats that a game of these settings can have; ``seats``: those of the
            present one.
        shaped: Whether a move can earn a reward before the game is over.
        starts: Where new games begin; None: at the true start.
        position: Where in the archive of ``starts`` the present one began, or ``TRUE_START``.
    """

    #: Changes with every change of what the rules do.
    rules_version: ClassVar[int] = 1
    #: The files that the rules are made of; empty: the one of the class.
    rule_sources: ClassVar[Sequence[Path]] = ()
    #: The least return of a seat; the greatest is 1.
    least_return: float = 0.0
    #: How the seats' returns are related: ``"identical"`` in a co-operative game.
    utilities: Utilities
    #: Unit of the final score of a seat, such as ``"XP"``; None: there is no score.
    score_unit: ClassVar[str | None] = None
    #: Public field with the score of each seat; None: there is no score.
    score_field: ClassVar[str | None] = None
    #: Public fields that tell games of one environment apart, such as level and players.
    label_fields: ClassVar[tuple[str, ...]] = ("players",)
    #: What else ``endings`` has beside the entries of every game, with type and meaning.
    ending_entries: ClassVar[Mapping[str, tuple[str, str]]] = {}
    #: The block of the observation that each group of actions points into.
    about: Mapping[str, str] = {}
    #: Actions that others must not know who took; histories and logs have *wait* instead.
    secret_actions: Container[int] = frozenset()
    #: Terms of the potential for shaping in the order of the hook, and what they say.
    shaping_terms: ClassVar[Mapping[str, str]] = {}
    #: File or folder of the standard parts; None: the game has none.
    parts_file: ClassVar[Path | None] = None

    def __init__(
        self,
        settings: Settings,
        components: Any = None,
        box: Bytes = _NO_PARTS[0],
        scenarios: Bytes = _NO_PARTS,
        catalogue: Catalogue | None = None,
        layout: Layout | None = None,
    ) -> None:
        catalogue, layout = catalogue or self.catalogue, layout or self.layout
        self.settings = settings
        self.components = components
        self.scenarios = scenarios
        self._choice: Mapping[str, Any] = settings.draws[0]
        self.starts: StartSource | None = None
        self.position = TRUE_START
        self.catalogue = catalogue
        self.layout = layout
        self.observation_space = layout.flat_space()
        self.seats = self.max_seats = max(settings.player_choices)
        self.explicit_chance = settings.chance == "explicit"
        self.shaping = shaping_numbers(
            float(settings.reward == "progress"),
            settings.shaping,
            settings.shaping_discount,
            self.shaping_terms,
        )
        self.shaped = bool(settings.shaping)
        players = np.array(settings.player_choices, np.uint8)
        sizes = len(catalogue), layout.size
        super().__init__(self.engine, box, scenarios, players, sizes, self.shaping)
        self.box_record: Any = RecordView(box, self.engine.rules.box)
        self.player_choices = players
        self.lane.explicit_chance = int(self.explicit_chance)
        self.lane.skip_forced = int(settings.skip_forced)
        self.work.keep_events = 1

    def __reduce__(self) -> tuple[Any, ...]:
        # With the parts, because their file may have changed since it was read.
        settings = self.settings
        if settings.components is not None:
            settings = replace(settings, components=self.components)
        return type(self), (settings,), (self.save(), self._choice, self.starts, self.position)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        record, self._choice, self.starts, self.position = state
        if any(record):
            self.restore(record)

    # -- what it is ---------------------------------------------------------------
    @cached_property
    def hashes(self) -> Mapping[str, str]:
        """``ruleset``, ``interface`` and ``engine``."""
        parts = [] if self.components is None else [self.components.digest()]
        own = Path(str(sys.modules[type(self).__module__].__file__))
        return {
            "ruleset": hash_of([self.rules_version, *parts]),
            "interface": hash_of([self.catalogue.digest, self.layout.digest]),
            "engine": hash_of_files(self.rule_sources or [own]),
        }

    @property
    def recipe(self) -> Mapping[str, Any]:
        """Plain data that ``Settings.of_recipe`` makes settings for this game of."""
        return self.settings.recipe(self._choice, self.seats)

    @property
    def co_operative(self) -> bool:
        """True if all seats get the same return."""
        return self.utilities == "identical"

    @property
    def record_layout(self) -> str:
        """Hash of what the bytes of ``save`` mean."""
        return hash_of(str(self.engine.state.descr))

    @property
    def labels(self) -> Mapping[str, int]:
        """Numbers that tell games of one environment apart, such as level and players."""
        return {name: int(getattr(self.public, name)) for name in self.label_fields}

    @property
    def turn(self) -> int:
        """Turns begun so far."""
        return int(self.public.turn)

    @property
    def seed(self) -> int:
        """The seed of the game that began last."""
        return int(self.lane.seed)

    def fields(self, record: Bytes) -> Any:
        """Return a record of this game by fields."""
        return RecordView(record, self.engine.state)

    # -- playing --------------------------------------------------------------------
    def new(self, seed: int, place: int = 0) -> int:
        """Begin a game of a sequence and answer who is next.

        Args:
            seed: What the sequence comes from; its first game is the game of this seed.
            place: How many games of the sequence come before. Later games have seeds
                of their own, and what the settings leave open for each game is drawn
                too: both depend on these two numbers alone.
        """
        lane, first = self.lane, self.settings.first_player
        if self.starts is not None:
            outcome = self.scaled(self.returns()[0]) if lane.to_move == OVER else 0.0
            self.starts.note(self.position, outcome)
        lane.sequence, lane.place = seed, place
        lane.first_player = -1 if first is None else first
        answer = self.step(BEGIN)
        self.seats = int(lane.players)
        self._choice = self.settings.draws[lane.scenario]
        if self.starts is not None:
            number = self.settings.number_of(int(lane.scenario), self.seats)
            self.position = self.starts.draw(number, np.random.default_rng(self.seed))
            if self.position != TRUE_START:
                self.record[:] = self.starts.record_at(self.position)
                self.public.explicit_chance = int(self.explicit_chance)
                self.resample(self.seed)
                return self.step(SHOW)
        return answer

    def rewards(self) -> list[float]:
        """Return what the last move earned each seat."""
        return cast("list[float]", self.reward[: self.seats].tolist())

    def forfeit(self, seat: int) -> int:
        """End the game because a seat broke the rules; answers ``OVER``."""
        return self.step(FORFEIT - seat)

    def returns(self) -> list[float]:
        """Return what a finished game has earned each seat without shaping, else zeros."""
        return cast("list[float]", self.end()[0, : self.seats].tolist())

    def scaled(self, value: float) -> float:
        """Return a return on the scale from 0 (the least) to 1 (the greatest)."""
        return (value - self.least_return) / (1.0 - self.least_return)

    def progress(self, seat: int = 0) -> float:
        """Return how far a seat has come, from 0 to 1."""
        return float(self.end()[1, seat])

    def endings(self, records: Bytes) -> dict[str, npt.NDArray[Any]]:
        """Return how games ended: the last entries of ``info``, see ``infos.ENTRIES``.

        Args:
            records: Of these settings, shape ``(games, bytes)``; none of them changes.

        Returns:
            Arrays whose first axis is that of the games.
        """
        public = records.view(self.engine.state)[:, 0]["public"]
        returns = np.empty((len(records), self.engine.seats))
        progress = np.empty_like(returns)
        if len(records):  # else there is no need to compile anything
            self.engine.endings(records, self.box, np.arange(len(records)), returns, progress)
        seats, score = self.max_seats, self.score_field
        return {
            **{name: known[public[name]] for name, known in self._words.items()},
            **({} if score is None else {"scores": public[score][:, :seats].astype(np.int64)}),
            "returns": returns[:, :seats],
            "progress": progress[:, 0] if self.co_operative else progress[:, :seats],
            "turns": public["turn"].astype(np.int64),
        }

    @cached_property
    def _words(self) -> Mapping[str, npt.NDArray[np.object_]]:
        return {name: np.array(known, object) for name, known in self.ending_words.items()}

    def ending(self) -> dict[str, Any]:
        """Return how the game ended: ``endings`` of this one game, numbers as Python's own."""
        return row(self.endings(self.record[None]), 0)

    def blank_endings(self, count: int) -> dict[str, npt.NDArray[Any]]:
        """Return what ``info`` has of ``endings`` while so many games go on."""
        shapes = self._no_endings.items()
        zeros = {
            name: np.zeros((count, *column.shape[1:]), column.dtype) for name, column in shapes
        }
        return zeros | {name: known[:1].repeat(count) for name, known in self._words.items()}

    @cached_property
    def _no_endings(self) -> dict[str, npt.NDArray[Any]]:
        return self.endings(self.record[None][:0])

    # -- what can be seen ---------------------------------------------------------------
    def state(self) -> Array8:
        """Return seat 0's observation."""
        out = np.empty(self.layout.size, np.int8)
        self.observe(0, out)
        return out

    def shown_space(self) -> spaces.Space[Any]:
        """Return a new space of what ``show`` returns for one observation."""
        kind = self.settings.observation
        arrays = {"flat": self.layout.flat_space, "scaled": self.layout.scaled_space}
        space: spaces.Space[Any] = arrays[kind]() if kind in arrays else self.forms.space(kind)
        if not self.settings.mask_in_observation:
            return space
        mask = spaces.Box(0, 1, (len(self.catalogue),), np.int8)
        return spaces.Dict({"observation": space, "action_mask": mask})

    def show(self, observation: Array8, mask: Array8) -> Observation:
        """Return flat observations in the form that the settings ask for.

        Args:
            observation: One, or a batch along the first axis; the caller's own.
            mask: Its legal actions, or theirs.
        """
        kind = self.settings.observation
        seen: Observation = observation
        if kind == "scaled":
            seen = self.layout.normalised(observation)
        elif kind != "flat":
            seen = forms = self.forms.show(kind, observation, mask)
            if kind == "candidates" and self.to_move() == CHANCE:
                forms["candidates"][:] = 0  # outcomes are no actions of the catalogue
        if not self.settings.mask_in_observation:
            return seen
        return {"observation": seen, "action_mask": mask}

    @cached_property
    def forms(self) -> ObservationForms:
        """The forms of observations that are derived from the flat one."""
        return ObservationForms(self.layout, self.catalogue, self.about)

    # -- as a value -----------------------------------------------------------------------
    def save(self) -> bytes:
        """Return the whole game as bytes of a fixed length."""
        return self.record.tobytes()

    def check(self, record: bytes) -> None:
        """Refuse a record that is no game of these rules: as a position, it must come back."""
        self.check_fit(record)
        try:
            for place, reason in self.faults(np.frombuffer(record, np.uint8)):
                raise ValueError(f"{place}: {reason}")
            again = self.record_of(self.position_of(np.frombuffer(record, np.uint8)))
        except (ValueError, LookupError, TypeError, OverflowError) as error:
            raise FormatError(f"no game of these rules looks like that: {error}") from error
        if again.tobytes() != record:
            raise FormatError("no game of these rules looks like that: its numbers disagree")

    def faults(self, record: Bytes) -> Iterable[tuple[str, str]]:
        """Return what no game can have of what a record holds: keys of a position, and reasons.

        Components are conserved, counts are no less than 0, and what is under way can go on. Play
        never leads to a fault, and no position with one is loaded.
        """
        found: Iterable[tuple[str, str]] = self._module("laws").faults(self, record)
        return found

    def check_fit(self, record: bytes) -> None:
        """Refuse a record that these settings have no room for."""
        size = self.engine.state.itemsize
        if len(record) != size:
            raise FormatError(f"a game has {size} bytes, not {len(record)}")
        public: Any = RecordView(np.frombuffer(record, np.uint8), self.engine.state).public
        players, explicit = int(public.players), bool(public.explicit_chance)
        if not 1 <= players <= self.max_seats:
            raise FormatError(
                f"a game of {players} players does not fit an environment for "
                f"{self.max_seats}: choose players={players}"
            )
        if explicit != self.explicit_chance:
            chance = "explicit" if explicit else "sampled"
            raise FormatError(f"the game has {chance} chance: choose chance={chance!r}")

    def restore(self, record: bytes) -> int:
        """Go on from saved bytes that have been checked; answers who is next.

        If the game does not fit these settings, a ``FormatError`` says so and nothing has changed.
        """
        self.check_fit(record)
        self.record[:] = np.frombuffer(record, np.uint8)
        self.seats = int(self.public.players)
        return self.step(SHOW)

    def told_action(self, action: int) -> int:
        """Return a choice as all are told of it: 0, *wait*, if it is made in secret."""
        return 0 if action in self.secret_actions else action

    def resample(self, seed: int, seat: int = -1) -> None:
        """Draw what a seat does not see anew; -1: what the one who decides does not see.

        What is legal then follows from the hand that was drawn for who decides.
        """
        self.engine.resample(self.record, self.box, word(seed), seat)
        decider = self.to_move()
        if self.engine.has_private and (decider == CHANCE or seat not in (-1, decider)):
            self.step(SHOW)

    def dump_position(self) -> dict[str, Any]:
        """Return the whole game as plain data that people can edit."""
        return self.position_of(self.record)

    def load_position(self, position: Mapping[str, Any], seed: int | None = None) -> int:
        """Go on from a position, open points drawn from ``seed``; answers who is next."""
        return self.restore(self.record_of(position, seed).tobytes())

    def position_of(self, record: Bytes) -> dict[str, Any]:
        """Return a record as plain data that people can edit."""
        found: dict[str, Any] = self._module("positions").dump_position(self, record)
        return found

    def position_schema(self) -> dict[str, Any]:
        """Return the JSON schema of positions; empty: the game has no keys of its own for them."""
        model = getattr(self._module("positions"), "Position", None)
        return {} if model is None else dict(model.model_json_schema())

    def record_of(self, position: Mapping[str, Any], seed: int | None = None) -> Bytes:
        """Return the record of a position.

        Args:
            position: Of ``position_of``, perhaps edited, or a short one.
            seed: What the position leaves open is drawn from it; None: from its own.

        Raises:
            GameError: The position is invalid.
        """
        found: Bytes = self._module("positions").load_position(self, position, seed)
        return found
