"""Archives of positions to start from."""

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.history.start_archive import RecordedGame, read_archive, write_archive
from tests.core.dice_race import HOLD, ROLL, DiceRace, Settings

#: Two games of two players: the second one longer.
GAMES = [
    RecordedGame(0, 5, [ROLL, ROLL, ROLL]),
    RecordedGame(0, 9, [ROLL, ROLL, ROLL, ROLL, ROLL]),
    RecordedGame(1, 7, [ROLL, ROLL]),
]


def race(players=(2, 3)):
    return DiceRace(Settings(players=list(players)))


@pytest.fixture
def file(tmp_path):
    write_archive(tmp_path / "starts.safetensors", race(), GAMES, "nobody")
    return tmp_path / "starts.safetensors"


def test_positions_are_those_of_the_games(file):
    starts, game = read_archive(file, race()), race([2])
    assert starts.offsets.tolist() == [0, 3, 8, 10]
    assert starts.scenarios.tolist() == [0, 0, 1]
    game.new(9)
    for place in range(3, 8):
        assert starts.records[place].tobytes() == game.save()
        game.step(ROLL)


def test_only_games_of_the_wanted_scenarios_are_read(file):
    starts = read_archive(file, race([3]))
    assert starts.offsets.tolist() == [0, 2]
    assert starts.scenarios.tolist() == [0]
    with pytest.raises(FormatError, match=r"no game of these scenarios .players-4"):
        read_archive(file, race([4]))


def test_other_rules_are_refused(file, monkeypatch):
    monkeypatch.setattr(DiceRace, "hashes", DiceRace.hashes | {"ruleset": "x" * 16})
    with pytest.raises(FormatError, match=r"played with the ruleset rrrr.* make an archive"):
        read_archive(file, race())


def test_another_game_is_refused_by_its_name(file, monkeypatch):
    monkeypatch.setattr(DiceRace, "name", "chess_v0")
    with pytest.raises(FormatError, match=r"its games are of dice_race_v0, not of chess_v0"):
        read_archive(file, race())


def test_a_missing_or_foreign_file_is_refused(tmp_path):
    command = rf"make_archive --game \S+DiceRace --agent AGENT --out {tmp_path / 'none'}$"
    with pytest.raises(FormatError, match=f"there is no such archive.*{command}"):
        read_archive(tmp_path / "none", race())
    (tmp_path / "text").write_text("hello")
    with pytest.raises(FormatError, match="is no archive of positions"):
        read_archive(tmp_path / "text", race())
    save_file({"a": np.zeros(1)}, tmp_path / "other")
    with pytest.raises(FormatError, match="is no archive of positions"):
        read_archive(tmp_path / "other", race())


@pytest.mark.parametrize(
    "change",
    [
        {"actions": [ROLL] * 9},  # too few
        {"actions": [HOLD] * 10},  # refused by the rules
        {"actions": [60000] * 10},
        {"lengths": [-1, 9, 2]},
        {"scenarios": [0, 0, 9]},
        {"seeds": [1]},
    ],
)
def test_damaged_archives_are_refused(file, change):
    from safetensors import safe_open

    with safe_open(file, "np") as opened:
        about = opened.metadata()
    tensors = load_file(file)
    for name, values in change.items():
        tensors[name] = np.array(values).astype(tensors[name].dtype)
    save_file(tensors, file, about)
    with pytest.raises(FormatError, match="is damaged: make it again"):
        read_archive(file, race())


def test_a_game_that_goes_on_after_its_end_is_damaged(tmp_path):
    game, actions = race([1]), []
    game.new(3)
    while game.to_move() >= 0:
        actions.append(HOLD if game.public.total >= 5 else ROLL)
        game.step(actions[-1])
    file = tmp_path / "starts"
    write_archive(file, game, [RecordedGame(0, 3, [*actions, ROLL])], "nobody")
    with pytest.raises(FormatError, match="is damaged"):
        read_archive(file, game)
