"""What the benchmarks make of figures; nothing here measures time."""

import importlib.util
from pathlib import Path

import pytest

from benchmarks import ours, peers, plots, processes
from benchmarks.measure import Figure
from benchmarks.report import Results
from benchmarks.targets import OWN, RATIOS, Target, reached
from docs.generators import performance
from docs.generators.readme import with_section

FIGURES = {
    name: Figure(name, "decisions/s", runs)
    for name, runs in {
        "ours, 1": [10.0, 12.0, 11.0],
        "ours, 2": [30.0, 20.0, 40.0],
        "theirs, 1": [1.0, 2.0, 2.0],
        "theirs, 2": [2.0, 4.0, 5.0],
    }.items()
}
OURS, THEIRS = ("ours, 1", "ours, 2"), ("theirs, 1", "theirs, 2")


def the_only(target, figures=FIGURES):
    (one,) = reached([target], figures)
    return one


def test_the_fastest_case_counts():
    one = the_only(Target("rate", OURS, 30))
    assert (one.case, one.figure.median, one.met) == ("ours, 2", 30, True)
    assert one.figure.range == (20, 40)
    assert not the_only(Target("rate", OURS, 30.1)).met


def test_a_ratio_is_taken_round_by_round_between_the_fastest():
    one = the_only(Target("ratio", OURS, 8, "×", against=THEIRS))
    assert one.figure.runs == [15, 5, 8]
    assert (one.case, one.other, one.met) == ("ours, 2", "theirs, 2", True)


def test_a_limit_may_be_the_most_that_is_allowed():
    start = {"start": Figure("start", "s", [1.0, 2.0, 1.5])}
    assert the_only(Target("start", ("start",), 1.5, "s", most=True), start).met
    assert not the_only(Target("start", ("start",), 1.4, "s", most=True), start).met


def test_a_rate_may_be_asked_for_as_the_time_of_one():
    copies = {"copy": Figure("copy", "copies/s", [2e7, 4e7, 5e7])}
    one = the_only(Target("copy", ("copy",), 25, "ns", most=True), copies)
    assert (one.figure.runs, one.figure.unit, one.met) == ([50, 25, 20], "ns", True)


def test_what_was_not_measured_is_no_line():
    targets = [
        Target("none of ours", ("other",), 1),
        Target("no peer", OURS, 1, "×", against=("other",)),
    ]
    assert reached(targets, FIGURES) == []


def test_every_target_is_about_cases_that_exist(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: "there")
    monkeypatch.setattr(peers, "version", lambda _name: "1")
    others, versions, skipped = peers.peers()
    names = {case.name for case in [*ours.cases(), *others]} | {*processes.NAMES, ours.RECORD}
    named = {name for target in (*OWN, *RATIOS) for name in (*target.cases, *target.against)}
    assert named <= names
    assert skipped == []
    assert {"pettingzoo", "open_spiel", "pgx", "jax", "shimmy"} == set(versions)


def test_names_of_cases_are_unique():
    names = [case.name for case in ours.cases()]
    assert len(set(names)) == len(names)


def test_peers_that_are_not_installed_are_skipped_by_name(monkeypatch):
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "pyspiel" else "there"
    )
    monkeypatch.setattr(peers, "version", lambda _name: "1")
    cases, versions, skipped = peers.peers()
    assert "open_spiel" not in versions
    assert not any("hanabi" in case.name or "open_spiel" in case.name for case in cases)
    assert skipped == [
        f"{name} (pyspiel not installed)"
        for name in ("pettingzoo hanabi_v5", "open_spiel hanabi", "open_spiel backgammon")
    ]


def test_results_are_read_as_they_were_written(tmp_path):
    results = Results({"cores": 2}, {"numpy": "2"}, {"runs": 3}, FIGURES, ["one that was not"])
    file = tmp_path / "new" / "bench.json"
    results.write(file)
    assert Results.read(file) == results


@pytest.fixture(scope="module")
def measured():
    names = [case.name for case in ours.cases()] + ["open_spiel hanabi"]
    return {name: Figure(name, "decisions/s", [9e5, 1e6, 2e6]) for name in names}


@pytest.mark.slow
@pytest.mark.parametrize("draw", [plots.draw_batches, plots.draw_costs])
def test_plots_are_the_same_bytes_for_the_same_figures(draw, measured):
    drawn = draw(measured)
    assert drawn == draw(measured)
    slower = {name: Figure(name, "decisions/s", [1e5, 5e5, 9e5]) for name in measured}
    assert drawn != draw(slower)


def test_a_plot_is_drawn_anew_when_its_figures_have_changed(tmp_path, monkeypatch):
    monkeypatch.setattr(performance, "PUBLISHED", tmp_path / "bench.json")
    monkeypatch.setitem(performance._PLOTS, "batches", lambda figures: f"{sorted(figures)}\n")
    few, many = (Results({}, {}, {}, dict(list(FIGURES.items())[:n]), []) for n in (2, 4))
    (tmp_path / "batches.svg").write_text(drawn := performance._drawn("batches", few))
    # Another version of the library draws other bytes.
    monkeypatch.setitem(performance._PLOTS, "batches", lambda figures: f"{sorted(figures)}!\n")
    assert performance._drawn("batches", few) == drawn
    assert performance._drawn("batches", many).startswith(f"{sorted(FIGURES)}!\n<!-- drawn from ")


def test_a_section_of_the_readme_is_new_and_the_rest_is_not():
    text = "a\n<!-- x: begin -->\nold\n<!-- x: end -->\nb\n"
    made = with_section(text, "x", ["new", "er", ""])
    assert made == "a\n<!-- x: begin -->\nnew\ner\n<!-- x: end -->\nb\n"
    with pytest.raises(ValueError, match="no section"):
        with_section(text, "y", [])


def test_learning_is_measured_from_games_and_from_recorded_decisions():
    pytest.importorskip("torch")
    from benchmarks.learning import measure
    from tablemates.agents.configs import read_config
    from tablemates.agents.learn.config import TrainConfig

    words = ["learner=ppo", "environment.lanes=4", "ppo.rollout=8", "ppo.minibatch=32",
             "network.hidden=[8]", "environment.max_turns=2"]  # fmt: skip
    found = measure(read_config(TrainConfig, Path("configs/train/maskable_ppo.yaml"), words), 2)
    assert found["games"] > 0
    assert found["recorded"] > 0
    assert 0 < found["share"] < 1
