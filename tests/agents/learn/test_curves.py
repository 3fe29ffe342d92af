"""Learning curves as a picture."""

import pytest

pytest.importorskip("tensorboard")
from torch.utils.tensorboard import SummaryWriter

from tablemates.agents.learn.curves import main

#: Seeds, and what their runs won in the end.
ENDS = ((1, 0.4), (2, 0.6), (3, 1.0), (4, 0.0))


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


def test_a_line_that_a_resumed_run_took_back_is_left_out(tmp_path):
    run = logged(tmp_path / "run", "rollout/progress", [0.5])
    logged(run, "eval/success_rate", [0.2])
    with SummaryWriter(run / "tensorboard", purge_step=0) as writer:
        writer.add_scalar("eval/success_rate", 0.4, 0)
    out = tmp_path / "run.svg"
    assert main([str(run), "--out", str(out)]) == 0
    assert "won, evaluation" in out.read_text()


def test_runs_of_several_seeds_become_one_line(tmp_path, capsys):
    runs = [logged(tmp_path / f"seed_{n}", "eval/success_rate", [0.0, won]) for n, won in ENDS]
    out = tmp_path / "mean.svg"
    assert main([*map(str, runs), "--mean", "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "seed_3: won 100.0 % in its last evaluation" in printed
    # The best and the worst of four are left out of an interquartile mean.
    assert "interquartile mean: 50.0 % [" in printed
    assert "interquartile mean of 4 runs" in out.read_text()


def test_a_mean_is_of_runs_in_the_same_scenarios(tmp_path, capsys):
    one, other = (
        logged(tmp_path / name, f"eval_success_rate/{name}", [0.5]) for name in ("easy", "hard")
    )
    out = tmp_path / "x.svg"
    assert main([str(one), str(other), "--mean", "--out", str(out)]) == 2
    assert "were evaluated in different scenarios" in capsys.readouterr().err
    runs = [logged(tmp_path / name, "eval/success_rate", [0.5]) for name in ("a", "b", "c")]
    for run, level in zip(runs, (1, 1, 2), strict=True):
        (run / "config.yaml").write_text(f"environment: {{scenario: {{level: {level}}}}}\n")
    assert main([*map(str, runs[:2]), "--mean", "--out", str(out)]) == 0
    assert main([*map(str, runs[1:]), "--mean", "--out", str(out)]) == 2


def test_a_mean_needs_evaluations(tmp_path, capsys):
    run = logged(tmp_path / "run", "rollout/success_rate", [0.0])
    assert main([str(run), "--mean", "--out", str(tmp_path / "x.svg")]) == 2
    assert "has no evaluations: train it with --evaluate-games" in capsys.readouterr().err


def test_a_folder_without_logs_gets_a_sentence(tmp_path, capsys):
    assert main([str(tmp_path), "--out", str(tmp_path / "x.svg")]) == 2
    assert "has no learning curves: it is no run folder" in capsys.readouterr().err
    assert not (tmp_path / "x.svg").exists()
