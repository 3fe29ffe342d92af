"""Games of OpenSpiel, see ``tablemates.envs.spiel``.

The first move is chance's, which draws the game's seed, evenly out of ``games``; the seed
says how the table is laid out. What happens then says ``chance``:

- ``explicit``: every roll and every draw is a chance node with its exact
  probabilities. Nothing is hidden: what lies face down is not decided yet.
- ``sampled``: rolls and draws come from the seed as well, so that there is no other
  chance node. What lies face down is hidden from all players, and the state has it: its
  copies, ``str(state)``, ``history()`` (which begins with the seed) and serialised states tell
  it. A player that shall not know it gets observations and information states, which do not; a
  search asks for ``resample_from_infostate``.

OpenSpiel serialises a Python state by pickling its attributes. Here they are a saved
game (``tablemates.envs.core.history.saves``), checked when it is read; but a serialised state of
unknown origin should not be read, as no pickle should.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.core.game.game import Game
from tablemates.envs.core.game.seeds import LARGEST
from tablemates.envs.core.hashing import digest
from tablemates.envs.core.views.frozen_states import FrozenState, FrozenStates

try:
    import pyspiel
except ImportError as error:
    raise ImportError(
        "the game of OpenSpiel needs OpenSpiel: pip install 'tablemates[spiel]'", name="pyspiel"
    ) from error

#: Parameters of every game with their defaults.
PARAMETERS: Final[Mapping[str, int | str]] = {
    "players": 2,
    "chance": "explicit",
    "seed": 0,
    "games": 1000,
    "max_turns": 200,
}
#: More decisions, and more chance nodes, than any turn has; OpenSpiel wants a bound.
PER_TURN: Final = 500

_Floats = npt.NDArray[np.float32]
_Chance = pyspiel.GameType.ChanceMode
_Information = pyspiel.GameType.Information
_UTILITIES: Final = {
    "identical": pyspiel.GameType.Utility.IDENTICAL,
    "zero_sum": pyspiel.GameType.Utility.ZERO_SUM,
    "general": pyspiel.GameType.Utility.GENERAL_SUM,
}


def register(game: type[Game]) -> None:
    """Register a game with OpenSpiel by its key, as ``Settings.game`` says it.

    Its parameters there are ``PARAMETERS`` and those of its recipes that are a number or a word.
    """
    described = _game_type(game, _Chance.EXPLICIT_STOCHASTIC, _Information.PERFECT_INFORMATION)
    # A class, because OpenSpiel drops it after Python has shut down.
    pyspiel.register_game(described, type(game.__name__, (SpielGame,), {"kind": game}))


def _parameters(game: type[Game] | Game) -> dict[str, Any]:
    """Return the parameters of a game with their defaults."""
    settings = game.settings_type
    own = {name: getattr(settings, name) for name in settings.recipe_fields}
    return {**{name: one for name, one in own.items() if type(one) in (int, str)}, **PARAMETERS}


def _game_type(game: type[Game] | Game, chance_mode: Any, information: Any) -> Any:
    """Return OpenSpiel's description of a game as registered, or of one with its settings."""
    settings = game.settings_type
    seats = game.settings.seat_counts if isinstance(game, Game) else settings.seats
    return pyspiel.GameType(
        short_name=settings.game,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance_mode,
        information=information,
        utility=_UTILITIES[game.utilities],
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with one set of parameters, ``given`` those that are not the defaults.

    The game's seed is one of ``games`` that begin with ``seed``; with one game there is no draw. A
    game that has not ended after ``max_turns`` turns pays 0 to all. Where chance or information
    differs from that as registered, so does OpenSpiel's description.
    """

    kind: ClassVar[type[Game]]

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        values, settings = {**_parameters(self.kind), **(given or {})}, self.kind.settings_type
        self.seeds = range(values["seed"], values["seed"] + values["games"])
        self.max_turns: int = values["max_turns"]
        outside = not self.seeds or self.seeds[0] < 0 or self.seeds[-1] > LARGEST
        if outside or self.max_turns < 1:
            raise SettingsError(
                "seed must be 0 or more, games and max_turns 1 or more, "
                "seed + games at most 2**64: "
                + ", ".join(f"{name}={values[name]!r}" for name in ("seed", "games", "max_turns"))
            )
        make: Any = self.kind
        own = {name: one for name, one in values.items() if name in settings.recipe_fields}
        game: Game = make(settings(**own))
        self.max_turns = min(self.max_turns, game.settings.turn_limit or self.max_turns)
        self.moments = FrozenStates(game)
        explicit = game.explicit_chance
        chance = explicit or len(self.seeds) > 1
        super().__init__(
            _game_type(
                game,
                _Chance.EXPLICIT_STOCHASTIC if chance else _Chance.DETERMINISTIC,
                _Information.PERFECT_INFORMATION
                if explicit and not game.has_private
                else _Information.IMPERFECT_INFORMATION,
            ),
            pyspiel.GameInfo(
                num_distinct_actions=len(game.catalogue),
                # Values of outcomes are numbers of the mask.
                max_chance_outcomes=max(len(self.seeds), len(game.catalogue)) if chance else 0,
                num_players=values["players"],
                min_utility=game.least_return,
                max_utility=1.0,
                utility_sum=None,
                max_game_length=PER_TURN * self.max_turns,
            ),
            dict(given or {}),
        )
        self._chance_nodes: int = (len(self.seeds) > 1) + explicit * PER_TURN * self.max_turns
        self._first: FrozenState | None = None

    def new_initial_state(self) -> SpielState:
        """Return the beginning: chance is to draw the seed, unless there is but one."""
        if len(self.seeds) == 1 and self._first is None:
            self._first = self.moments.begin(self.seeds[0])
        return SpielState(self, self._first)

    def max_chance_nodes_in_history(self) -> int:
        """Return more chance nodes than any game has."""
        return self._chance_nodes

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> SpielObserver:
        """Return what looks at states, as OpenSpiel's algorithms ask for it."""
        if params:
            raise SettingsError(f"observers have no parameters: {dict(params)}")
        return SpielObserver(self.moments.game.layout.size, iig_obs_type)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One state: a moment of a game, or None at the beginning, where chance is to draw the seed."""

    def __init__(self, game: SpielGame, moment: FrozenState | None) -> None:
        super().__init__(game)
        # Copied one by one when the state is, pickled when it is serialised.
        self._moments = game.moments
        self._seeds = game.seeds
        self._max_turns = game.max_turns
        self.moment = moment  # the present state of the game; None before its seed is drawn

    # -- OpenSpiel ------------------------------------------------------------------
    def current_player(self) -> int:
        """Return the seat that decides, or OpenSpiel's number for chance or the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.moment is None or self.moment.to_move == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return self.moment.to_move

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        moment = self.moment
        return moment is not None and (moment.to_move == OVER or moment.turn > self._max_turns)

    def returns(self) -> list[float]:
        """Return what each player gets; zeros until the game is over."""
        return [0.0] * self.num_players() if self.moment is None else self.moment.returns

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their exact probabilities."""
        if self.moment is None:
            return [(n, 1.0 / len(self._seeds)) for n in range(len(self._seeds))]
        return self.moment.outcomes()

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> SpielState:
        """Return a state that a player cannot tell from this one: the rest is drawn anew."""
        state: SpielState = self.clone()
        if self.moment is not None:
            seed = int(probability_sampler() * 2**53)
            state.moment = self._moments.resampled(self.moment, seed, player_id)
        return state

    def __str__(self) -> str:
        """Return who decides what, and a digest of the whole state.

        It is no observation: it tells apart states of which the players see the same.
        """
        moment = self.moment
        if moment is None:
            return "The game has not begun."
        game = self._moments.at(moment)
        sentence = game.decision()
        whole = digest(moment.record, moment.memory)
        return f"Turn {moment.turn}. {sentence} [{whole.hex()}]"

    def _legal_actions(self, player: int) -> list[int]:
        del player  # OpenSpiel asks for the one who decides alone
        assert self.moment is not None
        return list(self.moment.legal)

    def _apply_action(self, action: int) -> None:
        if self.moment is None:
            self.moment = self._moments.begin(self._seeds[action])
        else:
            self.moment = self._moments.after(self.moment, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self._moments.game.catalogue.name(action)
        if self.moment is None:
            return f"seed {self._seeds[action]}"
        # With its number: OpenSpiel tells outcomes apart by their strings.
        return f"{self._moments.at(self.moment).describe(action)} ({action})"

    # -- what is seen ---------------------------------------------------------------
    def look(self, player: int, out: _Floats) -> None:
        """Write what a player sees; zeros before the game has begun."""
        if self.moment is None:
            out[:] = 0.0
            return
        seen = np.empty(out.shape, np.int8)
        self._moments.at(self.moment).observe(player, seen)
        out[:] = seen

    def tell(self, player: int | None, memory: bool) -> str:
        """Return what a player sees in words; None: what everybody sees.

        With ``memory`` it ends with a digest of all that has been seen and done until now.
        """
        who = "" if player is None else f"{self._moments.game.player_name(player)} looks on.\n"
        if self.moment is None:
            return f"{who}The game has not begun."
        seat = -1 if player is None else player
        table = digest(self._moments.at(self.moment).seen(seat).tobytes())
        text = f"{who}{self.moment.picture(seat)}table {table.hex()}"
        return f"{text}\nmemory {self.moment.memory.hex()}" if memory else text


class SpielObserver:
    """Looks at states: as a tensor what ``observe`` of the views returns, and as text.

    But for hands, players see the same, each from their seat. The tensor of an information
    state is that of the observation, which holds what has been seen of the stack; its text tells
    any two pasts apart.
    """

    def __init__(self, size: int, iig_obs_type: Any) -> None:
        none = pyspiel.PrivateInfoType.NONE
        self._memory = iig_obs_type is not None and iig_obs_type.perfect_recall
        self._public = iig_obs_type is None or iig_obs_type.public_info
        self._seated = iig_obs_type is None or iig_obs_type.private_info != none
        self.tensor: _Floats | None = None
        self.dict: dict[str, _Floats] = {}
        if self._public:
            self.tensor = np.zeros(size, np.float32)
            self.dict["info_state" if self._memory else "observation"] = self.tensor

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into ``tensor``."""
        if self.tensor is not None:
            state.look(player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str | None:
        """Return what a player sees in words; None: the game has no private information."""
        return state.tell(player if self._seated else None, self._memory) if self._public else None
