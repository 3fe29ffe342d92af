"""Checks that hold for every game: run them on a game of the registry or on one of your own.

    from tablemates.envs.testing import check_game
    check_game(Settings(players=3))

Random games are played with sampled and with explicit chance, and every state is checked from
outside the rules: masks, refusals, copies, hidden information, probabilities, observations,
positions, words and pictures, returns; then the views are compared with each other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, get_args

import numpy as np

from tablemates.envs.core.engine.codes import CHANCE, ILLEGAL, OVER
from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.core.game.game import Game, Utilities
from tablemates.envs.core.game.settings import Settings
from tablemates.envs.core.history.replay import Replay
from tablemates.envs.core.views.aec import GameAECEnv
from tablemates.envs.core.views.gym import GameEnv
from tablemates.envs.registry import new_game

#: States between two of those that are drawn, told in words and written as positions.
SHOWN_EVERY: Final = 16
_CLOSE: Final = 1e-9


class CheckError(AssertionError):
    """A game does not do what every game has to; the message says what, and in which state."""


def check_game(settings: Settings, games: int = 3, seed: int = 0, most: int = 2_000) -> None:
    """Play random games and check every state.

    Args:
        settings: Of the game; both kinds of chance are tried.
        games: How many are played to the end with each kind.
        seed: Of the games and of the random choices.
        most: Decisions after which a game is left unfinished.

    Raises:
        CheckError: Something is wrong.
    """
    for chance in ("sampled", "explicit"):
        _check_games(replace(settings, chance=chance), games, seed, most)
    check_views(replace(settings, chance="sampled"), seed, most)


def _check_games(settings: Settings, games: int, seed: int, most: int) -> None:
    checker = Checker(settings)
    game, rng = checker.game, np.random.default_rng(seed)
    for n in range(games):
        game.new(seed + n)
        replay = Replay.of(game, game.seed)
        while game.to_move() != OVER and len(replay.actions) < most:
            with _place(game, replay):
                checker.check(rng, shown=len(replay.actions) % SHOWN_EVERY == 0)
            action = int(rng.choice(np.flatnonzero(game.mask)))
            game.step(action)
            replay.actions.append(action)
        with _place(game, replay):
            checker.check(rng, shown=True)
            checker.check_again(replay)


@contextmanager
def _place(game: Game, replay: Replay) -> Iterator[None]:
    """Name the state in which a check fails."""
    try:
        yield
    except AssertionError as error:
        where = f"{game.name}, {game.settings.chance} chance, seed {replay.seed}"
        raise CheckError(f"{where}, after {len(replay.actions)} moves: {error}") from error


class Checker:
    """Checks the states of one game object; a game's own tests may extend it."""

    def __init__(self, settings: Settings) -> None:
        self.game = new_game(settings)
        self.twin = new_game(settings)  # another one, for copies
        known = get_args(Utilities)
        if self.game.utilities not in known:
            raise CheckError(
                f"utilities: {self.game.utilities!r} is none of {', '.join(map(repr, known))}"
            )

    def check(self, rng: np.random.Generator, shown: bool) -> None:
        """Check the state that the game is in, if ``shown`` its pictures and position too."""
        self.check_choices()
        self.check_laws()
        self.check_refusals(rng)
        self.check_copies(rng)
        self.check_forfeits()
        self.check_observation()
        self.check_chance()
        self.check_hidden(rng, shown)
        self.check_returns()
        if shown:
            self.check_position()

    def check_choices(self) -> None:
        """Check that who decides has legal actions: an ascending list, and the same mask."""
        game = self.game
        seat, listed = game.to_move(), game.work.legal[: game.work.legal_count].tolist()
        assert np.flatnonzero(game.mask).tolist() == listed, "mask and list of actions differ"
        if seat == OVER:
            assert not listed, "there are legal actions after the end"
        elif seat != CHANCE:
            assert 0 <= seat < game.seats, f"seat {seat} decides in a game of {game.seats}"
            assert listed[:1] != [0], "`wait` is legal for who decides"
            assert len(listed) > game.settings.skip_forced, "a decision with one option is offered"
        for action in listed:
            assert game.describe(action), f"action {action} has no words"

    def check_laws(self) -> None:
        """The state keeps to the laws of the game, and none of its numbers is below nothing."""
        for place, reason in self.game.faults(self.game.record):
            raise AssertionError(f"{place}: {reason}")

    def check_refusals(self, rng: np.random.Generator) -> None:
        """Illegal actions are refused and change nothing."""
        game = self.game
        illegal = rng.choice(np.flatnonzero(game.mask == 0), 3).tolist()
        before = _bytes(game)
        for action in (*illegal, -3, len(game.mask), 2**31 - 1):
            assert game.step(action) == ILLEGAL, f"illegal action {action} is not refused"
        assert _bytes(game) == before, "a refused action changes the game"

    def check_copies(self, rng: np.random.Generator) -> None:
        """A restored copy is equal, and moving it leaves the original alone."""
        game, twin = self.game, self.twin
        saved = game.save()
        game.check(saved)
        assert twin.restore(saved) == game.to_move(), "a copy lets another seat decide"
        assert _bytes(twin) == _bytes(game), "a copy differs"
        if game.to_move() != OVER:
            action = int(rng.choice(np.flatnonzero(game.mask)))
            twin.step(action)
            assert twin.save() != saved, f"action {action} changes nothing"
        assert game.save() == saved, "moving a copy changes the original"

    def check_forfeits(self) -> None:
        """A game is over when a seat forfeits it, and can be kept like any other."""
        game, twin = self.game, self.twin
        for seat in range(game.seats) if game.to_move() != OVER else ():
            twin.restore(game.save())
            assert twin.forfeit(seat) == OVER, f"the game goes on after seat {seat} forfeits it"
            assert not twin.mask.any(), f"actions are legal after seat {seat} forfeits the game"
        if game.to_move() != OVER:
            forfeited = twin.save()
            twin.check(forfeited)
            assert twin.restore(forfeited) == OVER, "a forfeited game goes on when it is restored"

    def check_observation(self) -> None:
        """Observations are in their space; what is written step by step is the whole."""
        game = self.game
        space, whole = game.observation_space, np.empty_like(game.observation)
        for seat in range(game.seats):
            game.observe(seat, whole)
            assert space.contains(whole), f"the observation of seat {seat} is outside its space"
            if seat == game.to_move():
                wrong = np.flatnonzero(whole != game.observation)
                assert not len(wrong), (
                    f"observation: values {wrong[:5]} were not brought up to date"
                )

    def check_chance(self) -> None:
        """At a chance node every outcome has a probability above zero; they add up to 1."""
        game = self.game
        if game.to_move() == CHANCE:
            values, chances = game.chance_outcomes()
            assert values.tolist() == np.flatnonzero(game.mask).tolist(), "outcomes and mask differ"
            assert (chances > 0).all(), "an outcome has no probability"
            assert abs(chances.sum() - 1.0) < _CLOSE, "probabilities do not add up to 1"

    def check_hidden(self, rng: np.random.Generator, shown: bool) -> None:
        """Drawing the hidden part anew changes nothing that players are given.

        Nor does it change what a choice leads to before chance decides.
        """
        game, twin = self.game, self.twin
        for seat in range(game.seats if game.has_private else 0):
            twin.restore(game.save())
            twin.resample(int(rng.integers(2**63)), seat)
            same = twin.seen(seat).tobytes() == game.seen(seat).tobytes()
            assert same, f"what seat {seat} sees was drawn anew"
            seen = np.empty((2, game.observation.size), np.int8)
            twin.observe(seat, seen[0])
            game.observe(seat, seen[1])
            wrong = np.flatnonzero(seen[0] != seen[1])
            assert not len(wrong), f"seat {seat} observes what is hidden: values {wrong[:5]}"
            if game.to_move() >= 0:
                choice = len(twin.legal) > game.settings.skip_forced
                assert choice, f"drawn anew for seat {seat}, who decides has no choice"
            for name, show in _SHOWN.items() if shown else ():
                with game.seen_as(seat), twin.seen_as(seat):
                    assert show(twin) == show(game), f"{name} shows seat {seat} what is hidden"
        twin.restore(game.save())
        twin.resample(int(rng.integers(2**63)))
        twin.check(twin.save())
        assert twin.public_record.tobytes() == game.public_record.tobytes(), (
            "public part drawn anew"
        )
        twin.restore(twin.save())
        dealt = game.has_private and game.to_move() == CHANCE  # into hands, unseen
        assert dealt or np.array_equal(twin.mask, game.mask), "the mask shows what is hidden"
        assert np.array_equal(twin.observation, game.observation), "the observation shows it"
        if shown:
            for name, show in _SHOWN.items():
                assert show(twin) == show(game), f"{name} shows what is hidden"
        shown_later = game.has_private  # by what is chosen
        if game.to_move() >= 0 and not shown_later:
            action = int(rng.choice(np.flatnonzero(game.mask)))
            assert self._afterstate(game, action) == self._afterstate(twin, action), (
                f"what action {action} leads to before chance decides depends on what is hidden"
            )

    def _afterstate(self, game: Game, action: int) -> bytes:
        saved = game.save()
        game.public.explicit_chance = 1
        game.step(action)
        public = game.public_record.tobytes()
        game.restore(saved)
        return public

    def check_position(self) -> None:
        """The game as plain data becomes the same game again."""
        game, twin = self.game, self.twin
        position = game.dump_position()
        read = json.loads(json.dumps(position, allow_nan=False))
        assert read == position, "the position is no JSON data"
        twin.load_position(read)
        assert twin.save() == game.save(), "the position is that of another game"
        json.dumps(game.snapshot(), allow_nan=False)

    def check_returns(self) -> None:
        """Returns are zeros until the end, then what the kind of utilities says."""
        game = self.game
        returns = game.returns()
        for seat in range(game.seats):
            assert 0.0 <= game.progress(seat) <= 1.0, f"progress of seat {seat} is not 0 to 1"
        if game.to_move() != OVER:
            assert not any(returns), "a game that goes on has returns"
            return
        assert all(game.least_return <= one <= 1.0 for one in returns), f"returns {returns}"
        if game.co_operative:
            assert len(set(returns)) == 1, f"the team's returns differ: {returns}"
        if game.utilities == "zero_sum":
            assert abs(sum(returns)) < _CLOSE, f"returns {returns} do not add up to 0"
        for name, words in game.ending_words.items():
            assert game.ending()[name] in words, f"{name} of the ending has no word"

    def check_again(self, replay: Replay) -> None:
        """The same seed and actions make the same game."""
        for _ in Replay.from_json(json.loads(json.dumps(replay.to_json()))).play(self.twin):
            pass
        assert self.twin.save() == self.game.save(), "the same seed and actions, another game"


def _bytes(game: Game) -> tuple[bytes, bytes, bytes]:
    return game.record.tobytes(), game.mask.tobytes(), game.observation.tobytes()


#: What players are shown, by what error messages call it.
_SHOWN: Final[dict[str, Callable[[Game], Any]]] = {
    "the snapshot": lambda game: game.snapshot(),
    "the question": lambda game: game.decision(),
    "a choice's words": lambda game: [game.describe(n) for n in game.shown_legal],
    "the text": lambda game: game.picture("text"),
    "the drawing": lambda game: game.picture("svg"),
    "the zones": lambda game: (game.zones(), game.clocks()),
}


def check_views(settings: Settings, seed: int = 0, most: int = 2_000) -> None:
    """Play one game with sampled chance in every view and compare what they answer."""
    settings = replace(
        settings, illegal_action="raise", observation="flat", mask_in_observation=False
    )
    single, aec = GameEnv(new_game(settings)), GameAECEnv(new_game(settings))
    batch = GameBatch(new_game(settings), 2)
    observation: Any
    observation, info = single.reset(seed=seed)
    aec.reset(seed=seed)
    batch.new(np.arange(2), [seed, seed])
    rng = np.random.default_rng(seed)
    returns = np.zeros(batch.game.max_seats)
    for n in range(most):
        where = f"{settings.game}, seed {seed}, decision {n}"
        seat = info["seat"]
        if seat < 0:  # nobody had anything to decide
            return
        seen: Any = aec.observe(aec.agent_selection)
        if not (
            aec.agent_selection == aec.possible_agents[seat]
            and np.array_equal(seen, observation)
            and np.array_equal(batch.observations[1], observation)
            and batch.answers[1] == seat
        ):
            raise CheckError(f"{where}: views show different observations or deciders")
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, over, _, info = single.step(action)
        aec.step(action)
        batch.step(np.full(2, action))
        earned = np.array([aec.rewards[agent] for agent in aec.possible_agents])
        returns[: len(earned)] += earned
        if earned[seat] != reward:
            raise CheckError(f"{where}: gym_env and env reward seat {seat} differently")
        if over:
            final = batch.endings(np.array([1]))["returns"][0]
            plain = not settings.shaping and settings.reward != "progress"
            if plain and not np.allclose(final, returns):
                raise CheckError(f"{where}: rewards add up to {returns}, returns are {final}")
            return
