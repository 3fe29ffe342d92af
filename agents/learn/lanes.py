"""Games side by side as learners need them: arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, cast

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from tablemates.agents.facts import GameFacts
from tablemates.agents.learn.advising import AdviserOfParts
from tablemates.agents.learn.curriculum import Curriculum
from tablemates.agents.learn.parts import SETS, drawn_parts
from tablemates.agents.learn.symmetry import Symmetry, Telling
from tablemates.agents.portal_dash.advice import Adviser
from tablemates.envs import portal_dash_v0
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.partners import PartnerSpec, Pool, SeatChoice
from tablemates.envs.core.record import Array8
from tablemates.envs.core.seeds import seed_for
from tablemates.envs.portal_dash.components import Components
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.observation.layout import make_layout
from tablemates.envs.portal_dash.settings import Settings


@dataclass(frozen=True, slots=True)
class Stepped:
    """What one decision in every lane led to.

    Attributes:
        rewards: Shape ``(lanes,)``.
        ended: Whether the lane's game is over; the lane shows the next one already.
        last: By lane, the last observation of each game that is over.
        cut: Whether it was cut short, so that nobody has won or lost; shape ``(lanes,)``.
        endings: By lane, how each game ended.
    """

    rewards: npt.NDArray[np.float32]
    ended: npt.NDArray[np.bool_]
    last: Mapping[int, Array8]
    cut: npt.NDArray[np.bool_]
    endings: Mapping[int, dict[str, Any]]


class Lanes:
    """Several games, one decision of each at a time; a lane whose game ends begins the next.

    Args:
        games: A vector view of flat observations in which lanes begin anew in the same
            step, such as ``vector_env(64, autoreset_mode="SameStep")``.
        seed: Names the sequence of games; all of them are for training.
        curriculum: Chooses what is played after each game; None: the games do.
        telling: Tells decisions in equivalent forms; None: they are told as they are.
        adviser: Tells a network that listens to it what it thinks of each decision.

    Attributes:
        observations: Of the decisions to be taken, with what the adviser tells beside them,
            shape ``(lanes, inputs)``.
        masks: Their legal actions, or the adviser's marks, shape ``(lanes, actions)``.
    """

    def __init__(
        self,
        games: VectorEnv[Any, Any, Any],
        seed: int,
        curriculum: Curriculum | None = None,
        telling: Telling | None = None,
        adviser: Adviser | None = None,
    ) -> None:
        if games.metadata["autoreset_mode"] is not AutoresetMode.SAME_STEP:
            raise ValueError("lanes are always under way: choose autoreset_mode='SameStep'")
        self.games = games
        self._curriculum = curriculum
        self.observation_space: gymnasium.Space[Any] = games.single_observation_space
        self.action_space = cast("spaces.Discrete[np.int64]", games.single_action_space)
        self.observations: Array8
        self.masks: Array8
        self._endings: list[dict[str, Any]] = []
        self._telling = telling
        self._adviser = adviser
        self.begin(seed)

    def __len__(self) -> int:
        return self.games.num_envs

    def begin(self, seed: int) -> None:
        """Begin the games of a seed in all lanes."""
        # Runs with seeds next to each other shall not share lanes.
        self._show(*self.games.reset(seed=seed_for("train", seed * 2**16)))

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> Stepped:
        """Take one decision in every lane."""
        meant = actions if self._telling is None else self._telling.meant(actions)
        observations, rewards, terminated, truncated, info = self.games.step(meant)
        ended = terminated | truncated
        last: dict[int, Array8] = {}
        endings: dict[int, dict[str, Any]] = {}
        if "final_info" in info:
            for lane in np.flatnonzero(ended).tolist():
                last[lane] = info["final_obs"][lane]
                endings[lane] = _of_lane(info["final_info"], lane)
        self._endings += endings.values()
        if self._curriculum is not None and endings:
            self._choose(self._curriculum, endings)
        self._show(observations, info)
        cut = truncated & ~terminated
        return Stepped(rewards.astype(np.float32), ended, last, cut, endings)

    def _choose(self, curriculum: Curriculum, endings: Mapping[int, dict[str, Any]]) -> None:
        """Begin what the curriculum chooses where games have ended; buffers show it at once."""
        for ending in endings.values():
            curriculum.note(ending["level"], ending["players"], won=ending["outcome"] == "won")
        self.games.begin([*endings], curriculum.draw(len(endings)))  # type: ignore[attr-defined]

    def _show(self, observations: Array8, info: Mapping[str, Any]) -> None:
        self._seen = observations, info["action_mask"]
        self._tell()

    def _tell(self) -> None:
        """Tell the learner of the decisions to be taken."""
        self.observations, self.masks = self._seen
        if self._adviser is not None:
            decisions = self.games.decisions()  # type: ignore[attr-defined]
            self.observations, self.masks = self._adviser.tell(decisions)
        if self._telling is not None:
            self.observations, self.masks = self._telling.tell(self.observations, self.masks)

    def privileged(self) -> Array8:
        """Return the observations with what nobody knows behind them, for a critic."""
        states: Array8 = self.games.state(privileged=True)  # type: ignore[attr-defined]
        return states if self._telling is None else self._telling.privileged(states)

    def take_endings(self) -> list[dict[str, Any]]:
        """Return how the games ended that ended since the last call."""
        endings, self._endings = self._endings, []
        return endings

    def state(self) -> dict[str, Any]:
        """Return the games, and what the next ones come from, as text."""
        state = {"games": self.games.save().hex()}  # type: ignore[attr-defined]
        if self._curriculum is not None:
            state["curriculum"] = self._curriculum.state()
            state["parts"] = self.games.parts.tolist()  # type: ignore[attr-defined]
        if self._telling is not None:
            state["telling"] = self._telling.state()
        return state

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from ``state``; observations and masks show where it was taken.

        Raises:
            ValueError: There are other lanes, or the games are damaged or of other rules.
        """
        if self._curriculum is not None:
            self.games.parts[:] = state.get("parts", 0)  # type: ignore[attr-defined]
        self.games.restore(bytes.fromhex(state["games"]))  # type: ignore[attr-defined]
        if self._curriculum is not None:
            self._curriculum.restore(state["curriculum"])
        if self._telling is not None:
            self._telling.restore(state["telling"])
        self._tell()


def _of_lane(info: Mapping[str, Any], lane: int) -> dict[str, Any]:
    """Return one lane's part of Gymnasium's vector form, without its mask."""
    names = [name for name in info if not name.startswith("_") and name != "action_mask"]
    values = {name: info[name][lane] for name in names if info[f"_{name}"][lane]}
    return {
        name: value.item() if isinstance(value, np.generic) else value
        for name, value in values.items()
    }


def make_lanes(
    settings: Settings,
    count: int,
    seed: int,
    seat: SeatChoice | None = None,
    partners: Sequence[PartnerSpec] | Pool | None = None,
    threads: int = 1,
    share: float = 0.0,
    perturbed: float = 0.0,
    opening: int = 1,
    symmetry: float = 0.0,
    perturbed_parts: float = 0.0,
    advise: Callable[[GameFacts], Adviser | None] | None = None,
) -> Lanes:
    """Return games of the vector view side by side.

    Args:
        settings: Of each game; observations have to be flat, and masks always come beside them.
        count: How many.
        seed: As for ``Lanes``.
        seat: The learner's in each game, ``None`` for all of them; see ``vector_env``.
        partners: Who plays the other seats.
        threads: Step the games in so many threads.
        share: Of the games that a ``Curriculum`` draws by their weights.
        perturbed: Of the games that begin with random actions; see there.
        opening: How many these are at most.
        symmetry: Share of the decisions that are told in another of their equivalent forms,
            see ``tablemates.agents.learn.symmetry``.
        perturbed_parts: Share of the games that are played with other assumed numbers on
            the parts, see ``tablemates.agents.learn.parts``.
        advise: Returns who tells what it thinks of each decision, of a game with its parts.

    Raises:
        SettingsError, ComponentsError: No game can be made of the settings.
    """
    if settings.observation != "flat":
        raise SettingsError(
            f"lanes have flat observations, not observation={settings.observation!r}"
        )
    settings = replace(settings, mask_in_observation=False)
    values = {field.name: getattr(settings, field.name) for field in fields(Settings)}
    games = portal_dash_v0.vector_env(
        count,
        **values,
        seat=seat,
        partners=partners,
        threads=threads,
        autoreset_mode=AutoresetMode.SAME_STEP,
        copy=False,
    )
    curriculum = None
    all_settings = [settings]
    if perturbed_parts > 0:
        if isinstance(settings.components, Components):
            raise SettingsError("other numbers are drawn around parts that are named by their path")
        others = drawn_parts(settings.components, SETS, seed)
        all_settings += [replace(settings, components=one) for one in others]
        games.offer_parts([Game(one) for one in all_settings[1:]])
    sets = len(all_settings) - 1
    if share > 0 or perturbed > 0 or sets > 0:
        levels = [level for level in settings.level_choices if isinstance(level, int)]
        if len(levels) < len(settings.level_choices):
            raise SettingsError("games that are drawn by a curriculum are of levels with a number")
        choices = settings.player_choices
        curriculum = Curriculum(
            levels, choices, share, seed, perturbed, opening, sets, perturbed_parts
        )
    adviser = None
    if advise is not None:
        known = [one for each in all_settings if (one := advise(GameFacts.of(each))) is not None]
        if known:
            adviser = AdviserOfParts(known, lambda: games.parts) if sets else known[0]
    telling = None
    if symmetry > 0:
        layout = make_layout(settings.board_shape, privileged=True)
        rows = None if adviser is None else adviser.rows
        telling = Telling(Symmetry(layout, rows), symmetry, seed)
    return Lanes(games, seed, curriculum, telling, adviser)
