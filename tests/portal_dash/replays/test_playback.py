"""A game looked at in any order: every stop is the state that the game was in."""

import numpy as np
import pytest

from tablemates.agents.evaluation.replays.playback import Playback, read_game
from tablemates.agents.games import NO_ACTION
from tablemates.envs.core.errors import FormatError
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.evaluated import write_rows
from tests.portal_dash.replays.games import playback_of, replay_of, row_of_replay


@pytest.fixture(scope="module")
def won():
    return playback_of()


def states_of(replay):
    """Yield what can be seen of the game before each move and at the end."""
    game = PortalDash(Settings.of_recipe(replay.recipe))
    for seat in replay.play(game):
        arrays = game.record, game.mask, game.observation
        yield seat, [array.copy() for array in arrays], game.told(), game.turn


def assert_same(playback, arrays):
    game = playback.game
    for here, there in zip((game.record, game.mask, game.observation), arrays, strict=True):
        assert np.array_equal(here, there)


def test_forward_back_and_across_every_stop_is_the_state_of_the_game(won):
    states = list(states_of(won.replay))
    assert len(states) == len(won) + 1 == 238
    across = np.random.default_rng(1).permutation(len(states)).tolist()
    for stop in (*range(len(states)), *reversed(range(len(states))), *across):
        won.go(stop)
        seat, arrays, sentences, turn = states[stop]
        assert_same(won, arrays)
        assert won.happened == sentences
        assert won.turn == turn
        assert won.move is None if stop == len(won) else won.move.seat == seat


def test_moves_are_in_words_and_legal(won):
    for stop, move in enumerate(won.moves):
        won.go(stop)
        assert move.action in won.legal()
        assert move.words == won.game.describe(move.action)
        assert won.question == move.question != ""
    won.go(len(won))
    assert won.question == "The team has won: every boss is defeated."
    assert won.outcome == "won"


# -- how games end --------------------------------------------------------------------


def test_a_game_that_was_cut(tmp_path):
    row = row_of_replay(replay_of(60), ("a", "b"), cause="timeout", max_turns=5)
    playback = Playback(read_game(str(write_rows(tmp_path / "rows.jsonl", [row]))), "rows.jsonl")
    playback.go(60)
    assert playback.question == "The game was cut after 5 turns: it counts as lost."
    assert playback.outcome == "lost"


@pytest.mark.parametrize("by_seat", [None, 0, 1])
def test_a_forfeited_game_ends_with_who_forfeited_it(by_seat, won):
    replay = replay_of(30)
    seat = won.moves[30].seat
    if by_seat is None:
        replay.actions.append(NO_ACTION)
    else:
        seat = by_seat
        replay.actions.append(len(won.game.catalogue) + by_seat)
    row = row_of_replay(replay, ("a", "b"), cause="stall", forfeit="'b' took too long")
    playback = Playback(row.replay(), "rows.jsonl:1")
    assert playback.moves[-1].words == "an illegal action"
    assert playback.moves[-1].seat == seat
    playback.go(31)
    assert playback.question == "The game was forfeited: 'b' took too long"
    assert playback.outcome == "lost"


# -- files -----------------------------------------------------------------------------
def test_rows_are_read_by_their_line(tmp_path):
    rows = [row_of_replay(replay_of(n), ("random", "rules")) for n in (5, 6, 7)]
    file = write_rows(tmp_path / "rows.jsonl", rows)
    replay = read_game(f"{file}:2")
    assert replay == rows[1].replay()
    assert replay.agents == ("random", "rules")
    alone = write_rows(tmp_path / "one.jsonl", [rows[2]])
    assert read_game(str(alone)) == rows[2].replay()


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("nothing.json", None, "is not there"),
        ("list.json", "[1]", "list.json: this is no replay: its 'format' is not"),
        ("rows.jsonl", "", "rows.jsonl has no line 1"),
        ("rows.jsonl", "{}\n", "rows.jsonl:1: 'game' is missing"),
        ("rows.jsonl:0", "{}\n", "rows.jsonl has no line 0"),
    ],
)
def test_a_file_that_is_no_game_gets_a_sentence(tmp_path, name, content, sentence):
    if content is not None:
        file = tmp_path / name.partition(":")[0]
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(FormatError) as found:
        read_game(str(tmp_path / name))
    assert sentence in str(found.value)
