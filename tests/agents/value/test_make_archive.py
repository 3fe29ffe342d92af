"""Archives of won games: made by the command, used by the learner."""

import numpy as np
import pytest

from tablemates.agents.learn.make_archive import main
from tablemates.agents.learn.settings import TDConfig
from tablemates.agents.learn.td.learner import TDLearner
from tablemates.envs.core.history.start_archive import read_archive
from tablemates.envs.core.history.start_schedule import Starts
from tablemates.envs.registry import new_game
from tests.agents.value.solo import Settings, Solo


def made(out, *more, agent="holder"):
    game = "tests.agents.value.solo:Solo"
    options = ["--game", game, "--agent", f"tests.agents.value.solo:{agent}", "--games", "6"]
    return main([*options, "--out", str(out), *more])


@pytest.fixture
def archive(tmp_path):
    assert made(tmp_path / "won.safetensors") == 0
    return tmp_path / "won.safetensors"


def test_the_command_keeps_games_that_were_won(archive, capsys):
    positions, game = read_archive(archive, Solo(Settings())), Solo(Settings())
    assert len(positions.offsets) == 7
    for last in positions.offsets[1:] - 1:
        game.restore(positions.records[last].tobytes())
        assert game.public.scores[0] + game.public.total >= 20  # one action before the end


def test_an_agent_that_never_wins_is_refused(tmp_path, capsys):
    assert made(tmp_path / "none", "--max-turns", "5", agent="dawdler") == 2
    assert "won none of the games: use a stronger agent" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_a_game_with_winners_and_losers_has_no_archive(tmp_path, capsys):
    options = ["--game", "tests.core.dice_race:DiceRace", "--out", str(tmp_path / "none")]
    assert main(options) == 2
    assert "no games that all seats have won" in capsys.readouterr().err


def learner(archive, seed=0, **changes):
    sizes = {"width": 16, "hidden": 16, "games_per_batch": 40, "max_decisions": 100}
    settings = Settings(starts=Starts(archive, **changes))
    return TDLearner(new_game(settings), TDConfig(**sizes), seed, 10_000, 1)


def test_the_learner_begins_at_positions_nearer_to_the_start_as_it_wins(archive):
    one = learner(archive, games=200)
    log = one.update()
    assert log["rollout/start_success_rate"] == 1.0  # alone, nobody loses
    assert log["train/start_fraction"] > 0.02
    first = one._buffers[0]
    assert 0.5 < (first.positions >= 0).mean() < 0.9
    assert np.array_equal(first.positions >= 0, first.tasks.resumed == 1)
    for _ in range(12):
        log = one.update()
    assert log["train/start_fraction"] == 1.0
