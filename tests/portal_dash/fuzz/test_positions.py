"""Edited positions are accepted and unchanged, or refused in a sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tablemates.envs.core.answers import OVER
from tablemates.envs.core.record import RecordView
from tablemates.envs.portal_dash.components import load_components
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.positions import PositionError, dump_position, load_position
from tablemates.envs.portal_dash.rules.state import STATE
from tests.edits import assert_is_sentence, check_reader, edited
from tests.portal_dash.bare import any_board
from tests.portal_dash.games import LEVELS, choose, make_game, states
from tests.portal_dash.on_the_table import Inspector, ground_is_printed

pytestmark = pytest.mark.slow
#: Documents of a kind: some in every run of the tests, many in an exhaustive one.
counts = pytest.mark.parametrize(
    "count", [40, pytest.param(2_000, marks=pytest.mark.exhaustive)], ids=["some", "many"]
)


def play_on(game: PortalDash, answer: int, decisions: int, rng: np.random.Generator) -> None:
    """Play a few random decisions, with all invariants checked at each.

    A position may have ground that no tile shows; then nothing but the play itself is tried.
    """
    inspector = Inspector(game, from_position=True) if ground_is_printed(game) else None
    for _ in range(decisions):
        if inspector is not None:
            inspector.check(rng, shown=True)
        if answer == OVER:
            return
        answer = game.step(choose(game, rng))


@counts
def test_positions(count):
    rng = np.random.default_rng(5)
    documents: list[dict[str, Any]] = []
    for level in LEVELS:
        game = make_game(rng, level, int(rng.integers(1, 5)))
        for n, _ in enumerate(states(game, rng, 120)):
            if n % 20 == 0:
                documents.append(dump_position(game, game.record))
    for document in documents:
        del document["ruleset"]  # another edition would be noticed
    board = any_board(load_components())

    def accepts(position: Any) -> bool:
        try:
            record = load_position(board, position)
        except PositionError as error:
            assert_is_sentence(error)
            return False
        again = load_position(board, dump_position(board, record))
        assert again.tobytes() == record.tobytes(), "it does not come back"
        p = RecordView(record, STATE).public
        chance = ("sampled", "explicit")[p.explicit_chance]
        game = make_game(
            rng,
            int(p.level) or 1,
            int(p.players),
            chance=chance,
            board_shape=(8, 64),
            skip_forced=bool(p.skip_forced),
        )
        play_on(game, game.restore(record.tobytes()), 3, rng)
        return True

    check_reader(edited(documents), accepts, count)
