"""Learning curves are drawn from TensorBoard logs."""

import numpy as np
import pytest

pytest.importorskip("torch")

from torch.utils.tensorboard import SummaryWriter

from tablemates.agents.learn import curves


def log(folder, offset=0.0, start=1):
    with SummaryWriter(folder / "tensorboard", purge_step=start) as writer:
        for step in range(start, 30):
            writer.add_scalar("rollout/success_rate", step / 30 + offset, step)
            writer.add_scalar("time/fps", 100, step)


def test_scalars_of_a_resumed_run_are_read_once(tmp_path):
    log(tmp_path / "run")
    log(tmp_path / "run", offset=1.0, start=20)
    steps, values = curves.read_scalars(tmp_path / "run")["rollout/success_rate"]
    assert steps.tolist() == list(range(1, 30))
    assert np.allclose(values, steps / 30 + (steps >= 20), atol=1e-6)


def test_runs_are_drawn_side_by_side(tmp_path, capsys):
    folders = [str(tmp_path / name) for name in ("a", "b")]
    for folder in folders:
        log(tmp_path / folder)
    out = tmp_path / "out" / "curves.png"
    assert curves.main([*folders, "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"\x89PNG")
    assert str(out) in capsys.readouterr().out


def test_a_folder_without_logs_gets_a_sentence(tmp_path, capsys):
    assert curves.main([str(tmp_path)]) == 2
    assert "is no run folder with TensorBoard logs" in capsys.readouterr().err
