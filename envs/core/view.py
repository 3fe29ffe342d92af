"""What every view of a game offers beside its framework's own methods."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, get_args

import gymnasium
import numpy as np
from gymnasium import spaces

from tablemates.envs.core import saving
from tablemates.envs.core.catalogue import Catalogue
from tablemates.envs.core.errors import ResetNeededError, SettingsError
from tablemates.envs.core.game import OVER, Game, Picture
from tablemates.envs.core.policies import Policies, Referee, ended_mask
from tablemates.envs.core.record import Array8
from tablemates.envs.core.replay import Replay
from tablemates.envs.core.seeds import checked_seed, drawn_seed, fresh_seed

Observation: TypeAlias = Array8 | dict[str, Any]
ObservationKind = Literal["flat", "dict", "tokens", "candidates"]
RENDER_MODES = ("ansi", "human", "rgb_array", "svg")


@dataclass(frozen=True, slots=True)
class Look:
    """What a view hands out.

    Attributes:
        observation: ``"flat"``: one int8 array; ``"dict"``: the same by named blocks;
            ``"tokens"``: a row for each thing on the table; ``"candidates"``: these, and a
            row for each legal choice.
        mask_in_observation: Wrap the observation into a dict with the action mask.
        render_mode: ``render`` returns for ``"ansi"`` text, for ``"rgb_array"`` pixels
            (height, width, 3), for ``"svg"`` a drawing as text; for ``"human"`` it prints text.
    """

    observation: ObservationKind
    mask_in_observation: bool
    render_mode: str | None

    def __post_init__(self) -> None:
        if self.observation not in get_args(ObservationKind):
            kinds = ", ".join(map(repr, get_args(ObservationKind)))
            raise SettingsError(f"observation={self.observation!r} is not one of {kinds}")
        if self.render_mode is not None and self.render_mode not in RENDER_MODES:
            raise SettingsError(
                f"render_mode={self.render_mode!r} is not one of {', '.join(RENDER_MODES)} or None"
            )

    def space(self, game: Game) -> spaces.Space[Any]:
        """Return a new observation space."""
        flat = self.observation == "flat"
        shown = game.observation_space if flat else game.space_of(self.observation)
        space: spaces.Space[Any] = deepcopy(shown)
        if not self.mask_in_observation:
            return space
        mask = spaces.Box(0, 1, (len(game.catalogue),), np.int8)
        return spaces.Dict({"observation": space, "action_mask": mask})

    def dress(self, game: Game, observation: Array8, mask: Array8) -> Observation:
        """Return a flat observation and a mask, both the caller's own, as this view shows them.

        Args:
            game: The view's game.
            observation: Flat, shape ``(size,)``, or a batch of them, ``(n, size)``.
            mask: Its mask, shape ``(actions,)``, or theirs, ``(n, actions)``.
        """
        seen: Observation = observation
        if self.observation != "flat":
            seen = game.show(self.observation, observation, mask)
        return {"observation": seen, "action_mask": mask} if self.mask_in_observation else seen


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment of a view to which ``go_back`` returns; see ``View.mark``."""

    saved: bytes
    replay: Replay


class View:
    """Methods that all views share; each view adds ``step``, ``reset`` and how it tells.

    Args:
        game: The game object, owned by this view from now on.
        policies: What happens at the edge.
        look: What the view hands out.
    """

    render_mode: str | None

    def __init__(self, game: Game, policies: Policies, look: Look) -> None:
        self.render_mode = look.render_mode
        self._game = game
        self._look = look
        self._referee = Referee(game, policies)
        self._length = len(game.catalogue)
        self._ended_mask = ended_mask(self._length)
        self._replay: Replay | None = None
        # What games come from that are begun without a seed, and how many came before.
        self._sequence: int | None = None
        self._place = 0
        self._seat = OVER
        self._bind()

    def _bind(self) -> None:
        """Keep the game's buffers at hand."""
        self._step = self._game.step
        self._mask = self._game.mask
        self._observation = self._game.observation
        self._actions: list[int] = [] if self._replay is None else self._replay.actions

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        for name in ("_step", "_mask", "_observation", "_actions"):
            del state[name]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    # -- what the view adds ------------------------------------------------------
    def _resume(self, gone: int) -> None:
        """Show the game as it stands now, which is not where the last step left it.

        Args:
            gone: What ``_gone`` returned when the game stood here.
        """
        raise NotImplementedError

    def _gone(self) -> int:
        """Return which agents have left a finished game, bit by bit."""
        return 0

    def _edge(self) -> bytes:
        """Return what is saved beside the record."""
        return self._referee.to_bytes(self._gone())

    def _read_edge(self, edge: bytes, answer: int) -> int:
        """Take what ``_edge`` returned; return which agents had left."""
        return self._referee.from_bytes(edge, answer)

    # -- the game ---------------------------------------------------------------
    @property
    def catalogue(self) -> Catalogue:
        """All actions by number, record and name."""
        return self._game.catalogue

    @property
    def hashes(self) -> Mapping[str, str]:
        """Hashes of the rules with their parts, of actions and observation, of the engine."""
        return self._game.hashes

    @property
    def events(self) -> list[dict[str, Any]]:
        """What happened in the last step (or in ``reset``), in order."""
        game, referee = self._begun(), self._referee
        if referee.illegal and not referee.terminated:
            return []  # the game has taken no note of what was refused
        return game.events()

    def snapshot(self) -> dict[str, Any]:
        """Return the public state as documented, versioned plain data."""
        return self._begun().snapshot()

    def legal_actions(self) -> list[int]:
        """Return the numbers of what the decider may do now, ascending; empty at the end."""
        mask = self._begun().mask
        if self._referee.over:  # a game that was cut short does not know it
            return []
        legal: list[int] = np.flatnonzero(mask).tolist()
        return legal

    def describe(self, action: int) -> str:
        """Return an action in words, as it is meant in the present decision."""
        return self._begun().describe(action)

    def resample(self, rng: np.random.Generator) -> None:
        """Draw anew what nobody knows; everything that can be seen stays as it is.

        What happens next is drawn anew too. The game is no longer the one of its seed.
        """
        game = self._begun()
        game.resample(drawn_seed(rng))
        self._restart_log()

    def save(self) -> bytes:
        """Return the game with its hidden part as bytes."""
        return saving.pack(self._begun(), self._edge())

    def restore(self, saved: bytes) -> None:
        """Go on from saved bytes; afterwards ``last`` answers as it did at ``save``.

        Raises:
            FormatError: The bytes are cut, damaged, foreign, of other rules, or of
                no possible game; nothing has changed.
        """
        record, edge = saving.unpack(self._game, saved)
        self._game.check(record)
        self._go_on(record, edge)

    def _go_on(self, record: bytes, edge: bytes) -> None:
        before = None if self._replay is None else self._game.save()
        answer = self._game.restore(record)
        try:
            gone = self._read_edge(edge, answer)
        except BaseException:
            if before is not None:
                self._game.restore(before)
            raise
        self._restart_log()
        self._resume(gone)

    def dump_position(self) -> dict[str, Any]:
        """Return the whole game as plain data that a person can read and edit."""
        return self._begun().dump_position()

    def load_position(self, position: Mapping[str, Any], seed: int | None = None) -> None:
        """Go on from a position.

        Args:
            position: What ``dump_position`` returned, perhaps edited, or a short one.
            seed: What the position leaves open is drawn from it; None: from the
                position's own ``seed``.

        Raises:
            GameError: It is no position of these rules; nothing has changed.
        """
        self._referee.begin(self._game.load_position(position, seed))
        self._restart_log()
        self._resume(0)

    def replay(self) -> Replay:
        """Return the game so far, to be played again from its beginning."""
        self._begun()
        assert self._replay is not None
        return replace(self._replay, actions=list(self._actions))

    def mark(self) -> Mark:
        """Remember this moment, with the way to it; undo is going back to a mark."""
        return Mark(self.save(), self.replay())

    def go_back(self, mark: Mark) -> None:
        """Return to a moment of this view."""
        self._go_on(*saving.unpack(self._game, mark.saved))
        self._keep_log(replace(mark.replay, actions=list(mark.replay.actions)))

    def render(self) -> Picture | None:  # type: ignore[override,unused-ignore]
        """Draw what can be seen, as ``render_mode`` says."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called, but no render_mode was chosen")
            return None
        if self.render_mode == "human":
            print(self._begun().picture("ansi"))
            return None
        return self._begun().picture(self.render_mode)

    def _repr_svg_(self) -> str | None:
        """Return the game as a drawing: notebooks show a view by this name."""
        return None if self._replay is None else str(self._game.picture("svg"))

    def close(self) -> None:
        """Release nothing: there is nothing to release."""

    # -- inside -------------------------------------------------------------------
    def _begun(self) -> Game:
        if self._replay is None:
            raise ResetNeededError("there is no game yet: call reset() first")
        return self._game

    def _begin(self, seed: int | None) -> None:
        """Begin the game of this seed, or the next one of the sequence."""
        if self._sequence is None or seed is not None:
            self._sequence = fresh_seed() if seed is None else seed
            self._place = 0
        else:
            self._place += 1
        self._referee.begin(self._game.new(self._sequence, self._place))
        self._keep_log(Replay.of_seed(self._game, self._game.seed))
        self._resume(0)

    def _restart_log(self) -> None:
        """Let the log of the game begin here."""
        self._keep_log(Replay.of_record(self._game))

    def _keep_log(self, replay: Replay) -> None:
        self._replay = replay
        self._actions = replay.actions

    def _chance_info(self) -> dict[str, Any]:
        values, probabilities = self._game.chance_outcomes()
        return {"outcomes": values.tolist(), "probabilities": probabilities.tolist()}

    def _settle(self, answer: int, action: int) -> int:
        """Let the referee settle a move and log it."""
        answer = self._referee.settle(answer, self._seat, action)
        if not self._referee.illegal or self._referee.terminated:
            self._actions.append(action)
        return answer


def checked_reset(seed: int | None) -> int | None:
    """Return the seed given to ``reset``; ``None`` stays ``None``."""
    return None if seed is None else checked_seed(seed)
