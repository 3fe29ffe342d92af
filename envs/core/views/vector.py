"""The vector view: many games side by side, a decision of each at a time.

A lane plays what the single view plays: lane ``n`` of ``reset(seed=s)`` has the games of
``reset(seed=s + n)`` there, one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from tablemates.envs.core.engine.codes import NEXT
from tablemates.envs.core.errors import (
    FormatError,
    IllegalActionError,
    ResetNeededError,
    SettingsError,
)
from tablemates.envs.core.game.batch import Floats, GameBatch, Integers
from tablemates.envs.core.game.catalogue import WAIT
from tablemates.envs.core.game.observation import Observation, space_of_lanes
from tablemates.envs.core.game.seeds import fresh_seed, seeds_of_lanes
from tablemates.envs.core.game.settings import check_choice
from tablemates.envs.core.history import saves
from tablemates.envs.core.records.layout import Array8
from tablemates.envs.core.views.agent import Batch
from tablemates.envs.core.views.common import GameProperties
from tablemates.envs.core.views.illegal_actions import MoveResult, ended_mask, refusal
from tablemates.envs.core.views.lockstep import Booleans, Lockstep
from tablemates.envs.core.views.partners import Partners, Seating
from tablemates.envs.core.views.past import Past


class GameVectorEnv(GameProperties, VectorEnv[Any, Any, Any]):
    """Games as a ``gymnasium.vector.VectorEnv``, for one controller or for one seat of each.

    ``reset`` and ``step`` return what ``SyncVectorEnv`` makes of single views.

    Args:
        batch: The games, owned by this view, whose settings say what the view shows, what it does
            with illegal actions, and so on.
        autoreset_mode: When a lane whose game is over begins the next one.
        partners: Who sits where; ``None``: the controller decides for every seat.
        copy: Return copies of observations and masks. If False they are buffers of which the
            next call writes only what has changed: do not keep them and do not write to them.

    Raises:
        SettingsError: There is no such mode, or the games are not for lanes.
    """

    def __init__(
        self,
        batch: GameBatch,
        autoreset_mode: AutoresetMode | str,
        partners: Partners | None = None,
        copy: bool = True,
    ) -> None:
        self._partners = partners  # older versions of Gymnasium close what could not be made, too
        if batch.game.explicit_chance:
            raise SettingsError("lanes have no explicit chance: leave chance='sampled'")
        if batch.game.settings.render_mode is not None:
            raise SettingsError("lanes are not drawn: restore game(n) in a view of one game")
        count, game = len(batch), batch.game
        self._batch, self._game = batch, game
        if not isinstance(autoreset_mode, AutoresetMode):
            check_choice("autoreset_mode", autoreset_mode, [mode.value for mode in AutoresetMode])
        self._mode = AutoresetMode(autoreset_mode)
        self._lanes = f"{count} lanes, autoreset {self._mode.value}"
        seating = None if partners is None else Seating(partners, count, game.max_seats)
        self._lockstep = Lockstep(batch, seating)
        self._copy = copy
        self.num_envs = count
        self.metadata = {"render_modes": [], "autoreset_mode": self._mode}
        self.single_observation_space = game.shown_space()
        self.single_action_space = spaces.Discrete(len(game.catalogue))
        self.observation_space = space_of_lanes(self.single_observation_space, count)
        self.action_space = spaces.MultiDiscrete(np.full(count, len(game.catalogue)))
        self._ended_mask = ended_mask(len(game.catalogue))
        self._rows = np.arange(count)
        self._final_masks: Array8 = np.zeros_like(batch.masks)
        self._running = False
        self._had_games = False  # so that each lane has a sequence of games

    # -- Gymnasium ------------------------------------------------------------------
    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin new games.

        Args:
            seed: Lane ``n`` gets ``seed + n``, or a list's own for each lane; see
                the single view. Without one, the next games of each lane's sequence.
            options: ``{"reset_mask": boolean array}``: only these lanes.

        Returns:
            Observations and info.
        """
        seeds = seeds_of_lanes(seed, self.num_envs)
        lanes = np.flatnonzero(_checked_reset_mask(options, self.num_envs))
        if not self._running and len(lanes) < self.num_envs:
            raise ResetNeededError("there are no games in the other lanes: call reset()")
        self._running = False  # after an error, as of a partner, lanes are half played
        self._begin(lanes, seeds)
        self._mark_ended()
        self._running = True
        values = self._values(lanes) | self._blank(lanes)
        return self.observe(), self._in_vector_form(values, lanes)

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observation, Floats, Booleans, Booleans, dict[str, Any]]:
        """Play an action of the seat that decides in every lane.

        Args:
            actions: Numbers of the catalogue, shape ``(lanes,)``. That of a lane
                which begins a new game now is ignored.

        Returns:
            Observations, rewards, terminated, truncated, info.

        Raises:
            IllegalActionError: One is not legal and the policy is to raise, or one is
                outside the action space; nothing has changed.
            PartnerError: A partner's answer is not legal; ``reset`` begins anew.
            ResetNeededError: There are no running games.
            TypeError: They are no integers.
        """
        numbers = self._checked_actions(actions)
        lockstep = self._lockstep
        final: dict[str, Any] = {}
        self._running = False  # as in ``reset``
        rewards, terminated, truncated, refused = lockstep.play(numbers)
        self._show_own_seats()
        if self._mode is AutoresetMode.SAME_STEP and np.count_nonzero(lockstep.ended):
            over = np.flatnonzero(lockstep.ended)
            final = self._final(over, refused)
            refused = refused & ~lockstep.ended
            lockstep.begin_next(over)
        self._mark_ended()
        self._running = True
        info = self._info(refused) | final
        return self.observe(), rewards, terminated, truncated, info

    def observe(self) -> Observation:
        """Return the observations of the decisions to be taken."""
        batch = self._started()
        return self._game.show(self._own(batch.observations), self._own(batch.masks))

    def action_masks(self) -> Array8:
        """Return the masks of the decisions to be taken, shape ``(lanes, actions)``."""
        return self._own(self._started().masks)

    def decisions(self) -> Batch:
        """Return the decisions to be taken as agents get them, in buffers of this view."""
        batch = self._started()
        return Batch.of(batch, histories=self._lockstep.histories(self._rows))

    @property
    def seats(self) -> Integers:
        """Seats that decide, by lane, shape ``(lanes,)``."""
        return self._lockstep.seats

    @property
    def seat_rewards(self) -> Floats | None:
        """Rewards of the last step by seat, shape ``(lanes, seats)``.

        Of a competitive game of which the controller plays every seat: the step itself returns
        what it earned the seat that moved. Else ``None``.
        """
        return self._lockstep.seat_rewards

    def close_extras(self, **_options: object) -> None:
        """Close partners that were created from a name (e.g. subprocesses)."""
        if self._partners is not None:
            self._partners.close()

    # -- as a value -----------------------------------------------------------------------
    def save(self) -> bytes:
        """Return all games with their hidden parts, and what the next ones are drawn from."""
        batch, lockstep = self._started(), self._lockstep
        edge = {
            "seeds": batch.seeds.tolist(),
            "moves": batch.moves.tolist(),
            "sequences": batch.sequences.tolist(),
            "places": batch.places.tolist(),
            "ended": lockstep.ended.tolist(),
            "illegal_in_a_row": lockstep.illegal_in_a_row.tolist(),
            "line_ups": None if lockstep.seating is None else lockstep.seating.to_json(),
            "pasts": self._pasts(),
        }
        return saves.pack(batch.game, batch.save(), edge, self._lanes)

    def restore(self, saved: bytes) -> None:
        """Go on from saved bytes, exactly as the saved view would have gone on.

        Raises:
            FormatError: The bytes are damaged, or of another game, version, rules, number of
                lanes or partners; nothing has changed.
        """
        batch, lockstep = self._batch, self._lockstep
        records, edge = saves.unpack(batch.game, saved, self._lanes)
        size = len(records) // len(batch)
        for lane in range(len(batch)):
            batch.game.check(records[lane * size : (lane + 1) * size])
        if (edge["line_ups"] is None) != (lockstep.seating is None):
            raise FormatError(
                "the games were saved with partners and here are none, or the reverse"
            )
        pasts = self._pasts_in(edge)
        if lockstep.seating is not None:
            lockstep.seating.from_json(edge["line_ups"])
        seeds, moves = np.array(edge["seeds"], np.uint64), np.array(edge["moves"])
        batch.restore(records, seeds, moves)
        batch.sequences[:] = np.array(edge["sequences"], np.uint64)
        batch.places[:] = edge["places"]
        lockstep.resume(np.array(edge["ended"]), np.array(edge["illegal_in_a_row"]), pasts)
        self._running = self._had_games = True
        self._show_own_seats()
        self._mark_ended()

    def game(self, lane: int) -> bytes:
        """Return one lane's game as bytes that views of one game ``restore``."""
        batch, lockstep = self._started(), self._lockstep
        game = batch.game
        result = MoveResult(game)
        result.begin(game.restore(batch.record(lane)))
        result.truncated = bool(lockstep.ended[lane]) and not result.terminated
        result.illegal_in_a_row = int(lockstep.illegal_in_a_row[lane])
        edge = result.to_json() | {"seed": int(batch.seeds[lane]), "moves": int(batch.moves[lane])}
        if lockstep.seating is not None:
            edge["line_up"] = lockstep.seating.lane_to_json(lane)
        if lockstep.recorders is not None:
            edge["past"] = lockstep.recorders[lane].past().to_json()
        return saves.pack(game, game.save(), edge)

    def _pasts(self) -> list[dict[str, Any]] | None:
        """Return the decisions of all lanes' games as JSON data; None: they are not kept."""
        recorders = self._lockstep.recorders
        return None if recorders is None else [one.past().to_json() for one in recorders]

    def _pasts_in(self, edge: Mapping[str, Any]) -> list[Past | None]:
        """Return the decisions of saved games, None where nobody asks for them."""
        count, found = self.num_envs, edge.get("pasts")
        if self._lockstep.recorders is None:
            return [None] * count
        if found is None:
            raise FormatError(
                "the games were saved without their history, and here somebody asks for it: save "
                "them by an environment with history=True"
            )
        size = self._batch.public_size
        return [Past.from_json(one, size) for one in found]

    # -- inside -----------------------------------------------------------------------
    def _started(self) -> GameBatch:
        if not self._running:
            raise ResetNeededError("there are no games: call reset()")
        return self._batch

    def _own(self, array: Array8) -> Array8:
        return array.copy() if self._copy else array

    def _begin(self, lanes: Integers, seeds: Sequence[int | None]) -> None:
        """Begin games with the seeds that are given, elsewhere the next ones."""
        lockstep = self._lockstep
        if not self._had_games:
            seeds = [fresh_seed() if seed is None else seed for seed in seeds]
        self._had_games = True
        given = {lane: seed for lane in lanes.tolist() if (seed := seeds[lane]) is not None}
        if lockstep.seating is not None:
            for lane, seed in given.items():
                lockstep.seating.seed(lane, seed)
        if given:
            lockstep.begin(np.array(list(given)), list(given.values()))
        if len(given) < len(lanes):
            lockstep.begin_next(np.setdiff1d(lanes, list(given)))

    def _mark_ended(self) -> None:
        """Show in the masks whose game is over."""
        ended = self._lockstep.ended
        if np.count_nonzero(ended):
            self._batch.masks[ended] = self._ended_mask

    def _show_own_seats(self) -> None:
        """Show games that are over as the learner's seat sees them, whoever would decide there."""
        seating, batch = self._lockstep.seating, self._batch
        if seating is not None:
            for lane in np.flatnonzero(self._lockstep.ended).tolist():
                batch.observe(lane, int(seating.focal[lane]))

    # -- info -----------------------------------------------------------------------
    @cached_property
    def _running_info(self) -> dict[str, Any]:
        """The part of ``info`` that stays the same while no game ends; nobody may write to it."""
        form = self._in_vector_form(self._blank(self._rows), self._rows)
        for array in form.values():
            array.flags.writeable = False
        return form | {f"_{name}": form["_illegal"] for name in self._values(self._rows)}

    def _info(self, refused: Booleans) -> dict[str, Any]:
        """Return ``info`` about the games that are shown, over or not."""
        info = self._running_info | self._values(self._rows)
        info["illegal"] = refused
        ended = self._lockstep.ended
        if np.count_nonzero(ended):
            over = np.flatnonzero(ended)
            for name, column in self._batch.endings(over).items():
                info[name] = info[name].copy()
                info[name][over] = column
        return info

    def _final(self, over: Integers, refused: Booleans) -> dict[str, Any]:
        """Return ``info`` about games that end now, whose lanes show the next ones already."""
        values = self._values(over) | self._batch.endings(over) | {"illegal": refused[over]}
        del values["action_mask"]
        info = self._in_vector_form(values, over)
        there = info["_seat"]
        # A buffer: allocating it each time would cost more than everything else here.
        self._final_masks[:, WAIT] = there
        info["action_mask"], info["_action_mask"] = self._own(self._final_masks), there
        shown = np.full(self.num_envs, None, object)
        for lane, observation in zip(over.tolist(), self._batch.observations[over], strict=True):
            mask = self._ended_mask.copy()
            shown[lane] = self._game.show(observation, mask)
        return {"final_info": info, "_final_info": there, "final_obs": shown, "_final_obs": there}

    def _values(self, lanes: Integers) -> dict[str, npt.NDArray[Any]]:
        """Return what ``info`` says of the decisions of some lanes."""
        lockstep = self._lockstep
        here = self._place_of(lanes)
        masks = self._batch.masks
        values: dict[str, npt.NDArray[Any]] = {
            "action_mask": self._own(masks) if isinstance(here, slice) else masks[here]
        }
        if lockstep.seating is None:
            values["seat"] = lockstep.seats[here].copy()
        else:
            values["seat"] = lockstep.seating.focal[here].copy()
            values["partners"] = lockstep.seating.names[here].copy()
        labels = self._batch.labels.items()
        return values | {name: label[here].astype(np.int64) for name, label in labels}

    def _blank(self, lanes: Integers) -> dict[str, npt.NDArray[Any]]:
        """Return the further entries of games that have just begun."""
        refused = np.zeros(len(lanes), np.bool_)
        return {"illegal": refused, **self._game.blank_endings(len(lanes))}

    def _place_of(self, lanes: Integers) -> Integers | slice:
        """Return lanes as an index, which for all of them is a slice: numbers cost more."""
        return slice(None) if len(lanes) == self.num_envs else lanes

    def _in_vector_form(self, values: Mapping[str, Any], lanes: Integers) -> dict[str, Any]:
        """Return values as Gymnasium has them: whole arrays, and masks of who has one."""
        there = np.zeros(self.num_envs, np.bool_)
        there[self._place_of(lanes)] = True
        form: dict[str, Any] = {}
        for name, some in values.items():
            form[name], form[f"_{name}"] = some, there
            if len(lanes) < self.num_envs:
                # Zeros, or ``None`` where they are objects: cheaper than filling them in.
                make = np.empty if some.dtype == object else np.zeros
                form[name] = make((self.num_envs, *some.shape[1:]), some.dtype)
                form[name][lanes] = some
        return form

    # -- checks -----------------------------------------------------------------------
    def _checked_actions(self, actions: npt.ArrayLike) -> Integers:
        """Return actions as an array of its own, ``NEXT`` where a game has ended."""
        self._started()
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,) or numbers.dtype.kind not in "iu":
            raise TypeError(
                f"actions are {numbers.dtype} of shape {numbers.shape}, "
                f"not an integer for each of {self.num_envs} lanes"
            )
        numbers = numbers.astype(np.int64)
        ended = self._lockstep.ended
        if np.count_nonzero(ended):
            if self._mode is AutoresetMode.DISABLED:
                lanes = np.flatnonzero(ended)[:8].tolist()
                how = 'reset(options={"reset_mask": ...})'
                raise ResetNeededError(f"the games of lanes {lanes} are over: call {how}")
            numbers[ended] = NEXT
        length = len(self._ended_mask)
        # Unsigned, so that what is negative is too large as well; but an ended lane's is no action.
        wrong = numbers.view(np.uint64) >= length
        if np.count_nonzero(wrong) and np.count_nonzero(wrong := wrong & ~ended):
            lane = int(np.argmax(wrong))
            raise IllegalActionError(
                f"lane {lane}: action {numbers[lane]} is outside the action space 0 to {length - 1}"
            )
        if self._game.settings.illegal_action == "raise":
            legal = self._batch.allows(np.maximum(numbers, 0)) | ended
            if not legal.all():
                lane = int(np.argmin(legal))
                game = self._game
                game.restore(self._batch.record(lane))
                raise IllegalActionError(f"lane {lane}: {refusal(game, int(numbers[lane]))}")
        return numbers


def _checked_reset_mask(options: Mapping[str, Any] | None, lanes: int) -> Booleans:
    """Return which lanes begin anew: all where there is no ``reset_mask``."""
    mask = (options or {}).get("reset_mask")
    if mask is None:
        return np.ones(lanes, np.bool_)
    mask = np.asarray(mask)
    if mask.shape != (lanes,) or mask.dtype != np.bool_ or not mask.any():
        raise SettingsError(
            f"reset_mask is {mask.dtype} of shape {mask.shape} with {np.sum(mask)} lanes to "
            f"begin anew, not a boolean for each of {lanes} lanes, one of them true"
        )
    return mask
