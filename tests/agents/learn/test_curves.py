"""Learning curves as a picture."""

import pytest

pytest.importorskip("tensorboard")
from torch.utils.tensorboard import SummaryWriter

from tablemates.agents.learn.curves import main


def logged(folder, tag, values):
    with SummaryWriter(folder / "tensorboard") as writer:
        for step, value in enumerate(values):
            writer.add_scalar(tag, value, 100 * step)
    return folder


def test_it_draws_every_run_with_its_name(tmp_path):
    one = logged(tmp_path / "seed_1", "eval/success_rate", [0.0, 0.2, 0.5])
    two = logged(tmp_path / "seed_2", "rollout/success_rate", [0.0] * 500)
    out = tmp_path / "both.svg"
    assert main([str(one), str(two), "--out", str(out)]) == 0
    drawn = out.read_text()
    assert "seed_1: won, evaluation" in drawn
    assert "seed_2: won, training" in drawn


def test_a_folder_without_logs_gets_a_sentence(tmp_path, capsys):
    assert main([str(tmp_path), "--out", str(tmp_path / "x.svg")]) == 2
    assert "has no learning curves: it is no run folder" in capsys.readouterr().err
    assert not (tmp_path / "x.svg").exists()
