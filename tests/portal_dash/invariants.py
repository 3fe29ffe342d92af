"""What holds in every state of every game, checked from outside the rules.

    inspector = Inspector(game)         # once a game object
    inspector.check(rng)                # at every step

Nothing of the engine is used to say what is right, except where two ways to
the same thing are compared.
"""

from __future__ import annotations

import json
from itertools import pairwise
from types import SimpleNamespace

import numpy as np

from tablemates.envs.core.answers import ILLEGAL
from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.positions import dump_position, load_position
from tablemates.envs.portal_dash.rules import limits as L
from tablemates.envs.portal_dash.rules.state import BOX, STATE
from tablemates.envs.portal_dash.rules.vocabulary import Decision, Outcome
from tests.portal_dash import on_the_table


def check_invariants(game: PortalDash, seed: int = 0) -> None:
    """Check one state; for a whole game, keep an ``Inspector``."""
    Inspector(game).check(np.random.default_rng(seed))


class Inspector:
    """Checks the states of one game object."""

    def __init__(self, game: PortalDash) -> None:
        self.game = game
        self.twin = PortalDash(game.settings)
        self.box_buffer = game.components.record((L.ROWS, L.COLUMNS))
        self.box = plain(RecordView(self.box_buffer, BOX), BOX)
        self.record = RecordView(game.record, STATE)

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
        """Read the record as plain lists, which are much faster to go through."""
        self.p = plain(self.record.public, STATE["public"])
        self.h = plain(self.record.hidden, STATE["hidden"])
        self.frames = [tuple(row) for row in self.p.agenda[: self.p.agenda_length]]
        self.running = self.p.outcome == Outcome.RUNNING

    def check_table(self) -> None:
        """What lies on the table adds up."""
        for check in on_the_table.CHECKS:
            check(self)

    # -- choices ------------------------------------------------------------------

    def check_choices(self) -> None:
        """Legal list, mask and a list made from the bare record agree."""
        game, p = self.game, self.p
        listed = [int(a) for a in game.work.legal[: game.work.legal_count]]
        assert bool(listed) == self.running
        assert all(a < b for a, b in pairwise(listed)), "legal actions ascend"
        assert np.flatnonzero(game.mask).tolist() == listed
        assert not set(game.mask.tolist()) - {0, 1}
        self.twin.restore(game.save())
        assert np.flatnonzero(self.twin.mask).tolist() == listed
        assert self.running or (p.decision, p.decider) == (Decision.NONE, -1)
        if p.decision == Decision.CHANCE:
            values, chances = game.chance_outcomes()
            assert values.tolist() == listed
            assert abs(chances.sum() - 1.0) < 1e-12
            assert chances.min() > 0.0
            assert p.decider == -1
        elif self.running:
            assert listed[0] > 0, "`wait` is never legal for the decider"
            assert listed[-1] < len(game.catalogue)
            assert 0 <= p.decider < p.players
            assert len(listed) > 1 or not p.skip_forced, "no forced steps"

    def check_refusals(self, rng: np.random.Generator) -> None:
        """Illegal actions are refused and change nothing."""
        game = self.game
        illegal = np.flatnonzero(game.mask == 0)
        tried = [-3, 0, len(game.catalogue), 2**31 - 1, *rng.choice(illegal, 3).tolist()]
        if self.p.decision == Decision.CHANCE:
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
        assert twin.restore(saved) == game.to_move()
        assert twin.save() == saved
        np.testing.assert_array_equal(twin.mask, game.mask)
        np.testing.assert_array_equal(twin.observation, game.observation)
        if self.running:
            twin.step(int(rng.choice(np.flatnonzero(twin.mask))))
            assert twin.save() != saved
        assert game.save() == saved

    def check_positions(self) -> None:
        """The game as JSON makes the same bytes again."""
        position = dump_position(self.game.record, self.game.components)
        read = json.loads(json.dumps(position, allow_nan=False))
        assert read == position
        again = load_position(read, self.game.components)
        assert again.tobytes() == self.game.record.tobytes(), differences(again, self.game.record)

    def check_observation(self) -> None:
        """Observations lie in their space, for the decider and for others."""
        game, space = self.game, self.game.observation_space
        assert game.observation.dtype == np.int8
        assert space.contains(game.observation)
        other = np.empty_like(game.observation)
        for seat in range(self.p.players):
            game.observe(seat, other)
            assert space.contains(other)
            if seat == self.p.decider:
                np.testing.assert_array_equal(other, game.observation)


def plain(view, dtype):
    """Return a record with numbers and lists of numbers as attributes."""
    return SimpleNamespace(
        **{name: np.asarray(getattr(view, name)).tolist() for name in dtype.names}
    )


def differences(one, other):
    """Return the names of the fields in which two records differ."""
    a, b = one.view(STATE)[0], other.view(STATE)[0]
    return [
        f"{part}.{name}: {a[part][name]} / {b[part][name]}"
        for part in ("public", "hidden")
        for name in STATE[part].names
        if not np.array_equal(a[part][name], b[part][name])
    ]
