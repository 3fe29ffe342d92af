"""Agreement of two sets of strangers about entrants."""

import numpy as np
import pytest

from tablemates.agents.evaluation.report.proximities import BOARD, CELLS
from tablemates.agents.evaluation.studies import agreement


def test_tau_counts_pairs_that_both_rank_alike(monkeypatch):
    """Of three pairs of entrants, two are ranked alike and one is not."""
    monkeypatch.setattr(agreement, "_RESAMPLES", 100)  # all samples are alike
    one, other = (np.array([row] * 4).T for row in ([0.1, 0.5, 0.9], [0.1, 0.9, 0.5]))
    found = agreement.agreement(one, other)
    assert found == pytest.approx((1 / 3, 1 / 3, 1 / 3))  # all cells agree: no doubt is left
    assert agreement.agreement(one, one).value == 1
    assert agreement.agreement(one, -one).value == -1


@pytest.mark.slow
def test_the_interval_is_wide_where_cells_differ():
    rng = np.random.default_rng(0)
    one = np.array([[0.4], [0.5], [0.6]]) + rng.normal(0, 0.3, (3, 6))
    found = agreement.agreement(one, one)
    assert found.value == 1
    assert found.low < 0.5


def write(folder, proximities):
    folder.mkdir()
    (folder / BOARD).write_text("agent\n" + "".join(f"{name}\n" for name in proximities))
    lines = ["agent,proximity"]
    lines += [f"{name},{one}" for name, many in proximities.items() for one in many]
    (folder / CELLS).write_text("\n".join(lines) + "\nfloor,0.0\n")
    return str(folder)


@pytest.mark.slow
def test_the_command_reads_boards(tmp_path, capsys):
    one = write(tmp_path / "a", {"x": [0.9, 0.8], "y": [0.1, 0.2], "z": ["", 0.5]})
    other = write(tmp_path / "b", {"y": [0.3], "x": [0.7]})
    assert agreement.main(["--boards", one, other]) == 0
    said = capsys.readouterr().out
    assert "tau of 2 entrants over 2 and 1 cells: 1.00 [1.00, 1.00]" in said


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        *((["a"], "two runs"), (["a", "none"], "holds no board")),
        *((["a", "c"], "0 entrants in common"), (["a", "d"], "d has no cell that counts")),
    ],
)
def test_what_is_no_pair_of_boards_is_a_sentence(tmp_path, capsys, names, sentence):
    write(tmp_path / "a", {"x": [0.9], "z": [0.1]})
    write(tmp_path / "c", {"y": [0.9]})
    write(tmp_path / "d", {"x": [""], "z": [""]})
    assert agreement.main(["--boards", *(str(tmp_path / one) for one in names)]) != 0
    assert sentence in capsys.readouterr().err
