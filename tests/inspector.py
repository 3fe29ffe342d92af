"""What holds in every state of every game of the package, checked from outside the rules.

    inspector = GameInspector(game)     # once a game object
    inspector.check(rng)                # at every step

A game's own tests add what holds on its table (``check_table``).
"""

from __future__ import annotations

import json
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np

from tablemates.envs.core.answers import CHANCE, ILLEGAL, OVER
from tablemates.envs.core.game import Game


class GameInspector:
    """Checks the states of one game object.

    Args:
        game: The game.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.twin = type(game)(game.settings)

    def check(self, rng: np.random.Generator, positions: bool = True) -> None:
        """Check the state that the game is in.

        Args:
            rng: Chooses which illegal actions are tried.
            positions: Whether to make a position of it and a game of that, which
                takes three quarters of the time.

        Raises:
            AssertionError: Something is wrong.
        """
        self.look()
        self.check_table()
        self.check_choices()
        self.check_refusals(rng)
        self.check_copies(rng)
        if positions:
            self.check_positions()
        self.check_observation()

    def look(self) -> None:
        """Read the state."""
        self.seat = self.game.to_move()

    def check_table(self) -> None:
        """What lies on the table adds up."""

    def check_choices(self) -> None:
        """Legal list, mask and a list made from the bare record agree."""
        game = self.game
        listed = [int(a) for a in game.work.legal[: game.work.legal_count]]
        assert bool(listed) == (self.seat != OVER)
        assert all(a < b for a, b in pairwise(listed)), "legal actions ascend"
        assert np.flatnonzero(game.mask).tolist() == listed
        assert not set(game.mask.tolist()) - {0, 1}
        self.twin.restore(game.save())
        assert np.flatnonzero(self.twin.mask).tolist() == listed
        if self.seat == CHANCE:
            values, chances = game.chance_outcomes()
            assert values.tolist() == listed
            assert abs(chances.sum() - 1.0) < 1e-12
            assert chances.min() > 0.0
        elif self.seat != OVER:
            assert listed[0] > 0, "`wait` is never legal for the decider"
            assert listed[-1] < len(game.catalogue)
            assert 0 <= self.seat < game.seats
            # A position may say otherwise than the settings.
            skips = getattr(game.public, "skip_forced", game.settings.skip_forced)
            assert len(listed) > 1 or not skips, "no forced steps"

    def check_refusals(self, rng: np.random.Generator) -> None:
        """Illegal actions are refused and change nothing."""
        game = self.game
        illegal = np.flatnonzero(game.mask == 0)
        tried = [-3, 0, len(game.catalogue), 2**31 - 1, *rng.choice(illegal, 3).tolist()]
        if self.seat == CHANCE:
            tried.remove(0)
        before = game.record.tobytes(), game.mask.tobytes(), game.observation.tobytes()
        for action in tried:
            assert game.step(int(action)) == ILLEGAL
        assert before == (game.record.tobytes(), game.mask.tobytes(), game.observation.tobytes())

    def check_copies(self, rng: np.random.Generator) -> None:
        """A restored copy is equal, and what happens to it does not touch the original."""
        game, twin = self.game, self.twin
        saved = game.save()
        assert saved == game.record.tobytes()
        assert twin.restore(saved) == self.seat
        assert twin.save() == saved
        np.testing.assert_array_equal(twin.mask, game.mask)
        np.testing.assert_array_equal(twin.observation, game.observation)
        if self.seat != OVER:
            twin.step(int(rng.choice(np.flatnonzero(twin.mask))))
            assert twin.save() != saved
        assert game.save() == saved

    def check_positions(self) -> None:
        """The game as JSON makes the same bytes again."""
        position = self.game.dump_position()
        read = json.loads(json.dumps(position, allow_nan=False))
        assert read == position
        assert self.twin.load_position(read) == self.seat
        assert self.twin.save() == self.game.save(), self.differences()

    def check_observation(self) -> None:
        """Observations lie in their space, for the decider and for others."""
        game, space = self.game, self.game.observation_space
        assert game.observation.dtype == np.int8
        assert space.contains(game.observation)
        other = np.empty_like(game.observation)
        for seat in range(game.seats):
            game.observe(seat, other)
            assert space.contains(other)
            if seat == self.seat:
                np.testing.assert_array_equal(other, game.observation)

    def check_words(self) -> None:
        """Everything reads well, and the drawing is well-formed."""
        game = self.game
        texts = [game.decision(), *(event["text"] for event in game.events())]
        texts += [game.describe(action) for action in np.flatnonzero(game.mask).tolist()]
        assert all(text and "{" not in text for text in texts)
        json.dumps(game.snapshot(), allow_nan=False)
        assert str(game.picture("text")).endswith("\n")
        ElementTree.fromstring(str(game.picture("svg")))

    def check_hidden(self, seed: int) -> None:
        """What is hidden shows nowhere: drawn anew, all that a seat is given stays the same."""
        game, twin = self.game, self.twin
        twin.restore(game.save())
        before = self.given(twin)
        twin.resample(seed)
        twin.restore(twin.save())
        assert twin.public_record.tobytes() == game.public_record.tobytes()
        assert self.given(twin) == before
        twin.check(twin.save())

    @staticmethod
    def given(game: Game) -> tuple[object, ...]:
        """Return everything that a seat is given."""
        legal = np.flatnonzero(game.mask).tolist()
        return (
            game.observation.tobytes(),
            legal,
            game.decision(),
            [game.describe(action) for action in legal],
            game.snapshot(),
            game.picture("text"),
            game.picture("svg"),
            game.progress(),
        )

    def differences(self) -> list[str]:
        """Return the names of the fields in which game and twin differ."""
        a, b = (one.record.view(one.engine.state)[0] for one in (self.game, self.twin))
        return [
            f"{part}.{name}: {a[part][name]} / {b[part][name]}"
            for part in ("public", "hidden")
            for name in self.game.engine.state[part].names
            if not np.array_equal(a[part][name], b[part][name])
        ]
