"""Edited positions: whatever is accepted comes back and plays on, the rest gets a sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.records.layout import RecordView
from tablemates.envs.portal_dash import vocabulary as V
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.parts import load_components
from tablemates.envs.portal_dash.positions import PositionError, dump_position, load_position
from tablemates.envs.portal_dash.state import STATE
from tests.edits import assert_is_sentence, check_reader, edited
from tests.portal_dash.bare import any_board
from tests.portal_dash.fuzz.mutations import mutated
from tests.portal_dash.games import LEVELS, choose, make_game, states
from tests.portal_dash.on_the_table import Inspector, ground_is_printed

pytestmark = pytest.mark.slow
#: Documents of a kind: some in every run of the tests, many in an exhaustive one.
counts = pytest.mark.parametrize(
    "count", [40, pytest.param(2_000, marks=pytest.mark.exhaustive)], ids=["some", "many"]
)
DECISIONS = 50  # that are played from a position


def mobs_in_play(game: PortalDash) -> list[int]:
    """Return the regular mobs on the board and in the line."""
    p = game.public
    on_board = [mob for mob in range(V.REGULAR_MOBS) if p.mob_space[mob] >= 0]
    return sorted([*on_board, *p.line[: p.line_length].tolist()])


def play_on(game: PortalDash, answer: int, rng: np.random.Generator) -> None:
    """Play random decisions: choices, observations, counters and pieces hold at each.

    Blocks and tiles are those of the box, or the position would not come back. A position may have
    ground that no tile shows; then the rest is not looked at.
    """
    inspector = Inspector(game, from_position=True)
    mobs, p = mobs_in_play(game), game.public
    for n in range(DECISIONS):
        inspector.check_choices()
        inspector.check_observation()
        assert p.turn >= 0 <= p.decisions
        assert min(p.hearts) >= 0
        assert mobs_in_play(game) == mobs
        if n % 10 == 0 or answer == OVER:
            inspector.check_position()
            if ground_is_printed(game):
                inspector.check(rng)
        if answer == OVER:
            return
        answer = game.step(choose(game, rng))


@pytest.fixture(scope="module")
def documents() -> list[dict[str, Any]]:
    rng = np.random.default_rng(5)
    found = []
    for level in LEVELS:
        game = make_game(rng, level, int(rng.integers(1, 5)))
        for n, _ in enumerate(states(game, rng, 120)):
            if n % 20 == 0:
                found.append(dump_position(game, game.record))
    for document in found:
        del document["ruleset"]  # another edition would be noticed
    return found


@counts
@pytest.mark.parametrize("edits", [edited, mutated], ids=["keys", "steps"])
def test_what_loads_plays_and_the_rest_gets_a_sentence(documents, edits, count):
    board, rng = any_board(load_components()), np.random.default_rng(7)

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
        play_on(game, game.restore(record.tobytes()), rng)
        return True

    check_reader(edits(documents), accepts, count)
