"""Methods that all views of one game share, beside those of their framework."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np

from tablemates.envs.core.display.raster import check_libraries
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.errors import (
    FormatError,
    IllegalActionError,
    ResetNeededError,
    SettingsError,
)
from tablemates.envs.core.game.catalogue import WAIT, Catalogue
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.observation import Layout
from tablemates.envs.core.game.presentation import Picture
from tablemates.envs.core.game.seeds import checked_seed, drawn_seed, fresh_seed
from tablemates.envs.core.game.starts import TRUE_START
from tablemates.envs.core.hashing import hash_of
from tablemates.envs.core.history import saves
from tablemates.envs.core.history.replay import Replay
from tablemates.envs.core.records.layout import Bytes
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.core.views.illegal_actions import (
    MoveResult,
    checked_action,
    ended_mask,
    refusal,
)
from tablemates.envs.core.views.infos import chance_info
from tablemates.envs.core.views.past import History, Past, Recorder


class GameProperties:
    """Properties of the game, the same in every view."""

    _game: Game

    @property
    def settings(self) -> Any:
        """Parameters of the game."""
        return self._game.settings

    @property
    def catalogue(self) -> Catalogue:
        """All actions by number, record and name."""
        return self._game.catalogue

    @property
    def layout(self) -> Layout:
        """The observation's named blocks, their numbers and ranges."""
        return self._game.layout

    @property
    def hashes(self) -> Mapping[str, str]:
        """Hashes of ``ruleset`` (with the parts), ``interface`` and ``engine``."""
        return self._game.hashes


class View(GameProperties):
    """Common methods of the views of one game.

    Args:
        game: The game object, owned by this view, whose settings say what the view shows, what it
            does with illegal actions, and so on.
    """

    render_mode: str | None

    def __init__(self, game: Game) -> None:
        self.render_mode = game.settings.render_mode
        if self.render_mode == "rgb_array":
            check_libraries()  # now: Gymnasium's wrappers hide the sentence from render()
        self._game = game
        self._result = MoveResult(game)
        self._length = len(game.catalogue)
        self._ended_mask = ended_mask(self._length)
        self._replay: Replay | None = None
        # Games without a seed of their own: the seed of the sequence, and how many came before.
        self._sequence: int | None = None
        self._place = 0
        # Random keys of agents: their seed, and the decisions taken before the log begins.
        self._key_seed = 0
        self._earlier_moves = 0
        # Decisions of this game, and what could be seen before the present one.
        self._recorder: Recorder | None = None
        self._public: Bytes | None = None
        self._seat = OVER
        self._ended = True
        self._bind()

    def _bind(self) -> None:
        """Keep references to the game's buffers, which are looked up in every step."""
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
    def _check_edge(self, edge: Mapping[str, Any]) -> None:
        """Refuse a saved game that does not fit this view, before anything changes."""

    def _resume(self, edge: Mapping[str, Any] | None = None) -> None:
        """Show the present state of the game; ``edge`` is that of a restored game."""
        del edge
        self._show(OVER if self._result.over else self._game.to_move())

    def _show(self, answer: int) -> None:
        """Note who is next."""
        self._seat = answer
        self._ended = answer == OVER
        if self._recorder is not None and answer >= 0:
            self._public = self._game.public_record.copy()

    def _edge(self) -> dict[str, Any]:
        """Return what is saved beside the record, as JSON data."""
        moves = self._earlier_moves + len(self._actions)
        kept = {} if self._recorder is None else {"past": self._recorder.past().to_json()}
        return {**self._result.to_json(), "seed": self._key_seed, "moves": moves, **kept}

    # -- the game ---------------------------------------------------------------
    @property
    def events(self) -> list[dict[str, Any]]:
        """Events of the last step (or of ``reset``), in order."""
        game, result = self._started(), self._result
        if result.illegal and not result.terminated:
            return []  # the game did not take part in a refused action
        return game.events()

    def snapshot(self) -> dict[str, Any]:
        """Return the public state as documented, versioned plain data."""
        return self._started().snapshot()

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the decider, ascending; empty at the end."""
        legal = self._started().legal
        return [] if self._result.over else legal  # a truncated game does not know that it is over

    def rolls(self) -> dict[tuple[int, ...], float]:
        """Return what a whole roll comes to with explicit chance: outcomes and probability."""
        game = self._started()
        return game.rolls() if self._seat == CHANCE else {}

    def describe(self, action: int) -> str:
        """Return an action in words, for the present decision.

        Raises:
            IllegalActionError: It is neither legal nor that of who waits: it means nothing now.
        """
        game = self._started()
        action, legal = checked_action(action, self._length), self.legal_actions()
        if action in legal:
            return game.describe(action)
        if action == WAIT and self._seat != CHANCE:
            return "wait"
        raise IllegalActionError(
            refusal(game, action) if legal else "the game is over: there is no decision"
        )

    def situation(self) -> Situation:
        """Return the present decision as agents get it, with its history if that is kept.

        Raises:
            ResetNeededError: Nobody decides: the game is over.
            SettingsError: Chance decides.
        """
        game = self._started()
        if self._result.over:
            raise ResetNeededError("the game is over: there is no decision")
        if self._seat == CHANCE:
            raise SettingsError("chance decides: draw an outcome by info['probabilities']")
        history = None
        if self._recorder is not None:
            history = History(self._seat, self._recorder.past())
        return Situation.of(game, self._key_seed, self._earlier_moves + len(self._actions), history)

    def resample(self, rng: np.random.Generator) -> None:
        """Redraw everything hidden, and future chance, given all that has been seen."""
        game = self._started()
        game.resample(drawn_seed(rng))
        self._earlier_moves += len(self._actions)
        self._keep_log(Replay.of(game))

    def save(self) -> bytes:
        """Return the game with its hidden part as bytes."""
        game = self._started()
        return saves.pack(game, game.save(), self._edge())

    def restore(self, saved: bytes) -> None:
        """Go on from saved bytes; observations, rewards and infos are those at ``save``.

        Raises:
            FormatError: The bytes are damaged, or of another game, version or rules; nothing
                has changed.
        """
        record, edge = saves.unpack(self._game, saved)
        self._game.check(record)
        past = self._past_in(edge)
        self._check_edge(edge)
        answer = self._game.restore(record)
        self._result.from_json(edge, answer)
        self._key_seed, self._earlier_moves = edge["seed"], edge["moves"]
        self._record(past)
        self._keep_log(Replay.of(self._game))
        self._resume(edge)

    def dump_position(self) -> dict[str, Any]:
        """Return the whole game as plain data that a person can read and edit."""
        return self._started().dump_position()

    def load_position(self, position: Mapping[str, Any], seed: int | None = None) -> None:
        """Go on from a position.

        Args:
            position: What ``dump_position`` returned, perhaps edited, or a short one.
            seed: What the position leaves open is drawn from it; None: from the
                position's own ``seed``.

        Raises:
            GameError: It is no position of these rules; nothing has changed.
        """
        self._result.begin(self._game.load_position(position, seed))
        # A seed of the position alone: agents answer alike whatever was played before.
        self._key_seed, self._earlier_moves = int(hash_of(self._game.save().hex()), 16), 0
        self._record()
        self._keep_log(Replay.of(self._game))
        self._resume()

    def replay(self) -> Replay:
        """Return the game so far as its beginning and its actions."""
        self._started()
        assert self._replay is not None
        return replace(self._replay, actions=list(self._actions))

    def render(self) -> Picture | None:  # type: ignore[override,unused-ignore]
        """Return (or print, for ``"human"``) a picture of the game."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() was called, but no render_mode was chosen")
            return None
        if self.render_mode == "human":
            print(self._started().picture("ansi"))
            return None
        return self._started().picture(self.render_mode)

    def _repr_svg_(self) -> str | None:
        """Return the game as a drawing, for notebooks."""
        return None if self._replay is None else str(self._game.picture("svg"))

    def close(self) -> None:
        """Close the view, which holds no resources."""

    # -- inside -------------------------------------------------------------------
    def _started(self) -> Game:
        if self._replay is None:
            raise ResetNeededError("there is no game yet: call reset() first")
        return self._game

    def _begin(self, seed: int | None, options: Mapping[str, Any] | None = None) -> None:
        """Begin the game of this seed, or the next one of the sequence.

        Args:
            seed: The seed, None: the next game.
            options: ``{"start": ...}`` begins it at a position, or where ``save`` was called,
                with all that is hidden drawn anew from the seed.
        """
        if self._sequence is None or seed is not None:
            self._sequence = fresh_seed() if seed is None else checked_seed(seed)
            self._place = 0
        else:
            self._place += 1
        game = self._game
        answer, truly = game.new(self._sequence, self._place), game.position == TRUE_START
        if (start := (options or {}).get("start")) is not None:
            answer, truly = self._start_at(start), False
        self._result.begin(answer)
        self._key_seed, self._earlier_moves = game.seed, 0
        self._record()
        self._keep_log(Replay.of(game, game.seed if truly else None))
        self._resume()

    def _start_at(self, start: Any) -> int:
        """Go to a position or a saved game and draw what is hidden anew; answers who is next."""
        game = self._game
        if isinstance(start, bytes):
            record, _ = saves.unpack(game, start)
            game.check(record)
            answer = game.restore(record)
        elif isinstance(start, Mapping):
            answer = game.load_position(start, game.seed)
        else:
            raise SettingsError(
                f"start={start!r} is neither a position, as dump_position() returns it, nor the "
                "bytes of save()"
            )
        game.resample(game.seed)
        game.position = TRUE_START  # of no archive
        return answer

    @property
    def _keeps_history(self) -> bool:
        """True if somebody may ask for the history."""
        return bool(self._game.settings.history)

    def _record(self, before: Past | None = None) -> None:
        """Begin to note decisions, after those of ``before``."""
        if self._keeps_history:
            self._recorder = Recorder(self._game, before)

    def _past_in(self, edge: Mapping[str, Any]) -> Past | None:
        """Return the decisions before a saved game's present one; None where nobody asks."""
        if not self._keeps_history:
            return None
        if "past" in edge:
            return Past.from_json(edge["past"], len(self._game.public_record))
        if edge["moves"]:
            raise FormatError(
                "the game was saved without its history, and here somebody asks for it: save it "
                "by an environment with history=True"
            )
        return None

    def _keep_log(self, replay: Replay) -> None:
        self._replay = replay
        self._actions = replay.actions

    def _chance_info(self) -> dict[str, Any]:
        return chance_info(self._game, *self._game.chance_outcomes())

    def _settle(self, answer: int, action: int) -> int:
        """Apply the policies to a move and log it."""
        answer = self._result.settle(answer, self._seat, action)
        if not self._result.illegal or self._result.terminated:
            self._actions.append(action)
            if self._recorder is not None and self._seat >= 0:
                assert self._public is not None
                self._recorder.note(self._seat, action, self._public)
        return answer
