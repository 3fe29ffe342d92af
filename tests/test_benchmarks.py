"""Benchmarks: cases, ratios and the comparison of revisions; nothing here measures time."""

import pytest

from benchmarks.cases import measured_with, our_cases, peer_cases, process_cases
from benchmarks.measure import Case, Figure, Results, measure
from tablemates.agents.names import names_of
from tablemates.envs.registry import GAMES

FIGURES = {
    "vector_env, 1 lanes": Figure("decisions/s", [10.0, 20.0, 30.0]),
    "vector_env, 64 lanes": Figure("decisions/s", [30.0, 40.0, 80.0]),
    "vector_env, 64 lanes, two threads": Figure("decisions/s", [99.0, 99.0, 99.0]),
    "players 1, vector_env": Figure("decisions/s", [99.0, 99.0, 99.0]),
    "open_spiel hanabi": Figure("decisions/s", [3.0, 2.0, 2.0]),
    "import": Figure("s", [0.5, 0.4, 0.6]),
}


def results(**changes):
    given = {"machine": {"cores": 2}, "versions": {"numpy": "2"}, "figures": FIGURES}
    return Results(**{**given, "rounds": 3, "seconds": 1.0, "skipped": ["pgx (jax)"], **changes})


def test_a_ratio_is_taken_round_by_round_between_the_fastest_on_one_core():
    assert list(results().ratios()) == [
        ("vector_env, 64 lanes", "open_spiel hanabi", [10.0, 20.0, 40.0])
    ]
    assert list(results(figures={"import": FIGURES["import"]}).ratios()) == []


def test_results_are_read_as_they_were_written(tmp_path):
    file = tmp_path / "new" / "bench.json"
    results().write(file)
    assert Results.read(file) == results()
    assert "20.0 [10.0, 40.0]" in "\n".join(results().lines())


@pytest.mark.slow
def test_cases_are_measured_in_turn_and_names_are_unique():
    names = [case.name for case in (*process_cases(), *our_cases(), *peer_cases())]
    assert len(set(names)) == len(names)
    log = []

    def case(name, **options):
        def sample(_seconds):
            log.append(name)
            return 1.0

        return Case(name, lambda: sample, **options)

    figures = measure([case("a"), case("b", once=True)], 2, 0.1)
    assert log == ["a", "a", "b", "a"]  # the first is the warm-up
    assert [len(figure.runs) for figure in figures.values()] == [2, 1]
    assert Case("c", list, requires=("json", "no_such_module")).missing() == ["no_such_module"]


@pytest.mark.parametrize("key", GAMES)
def test_the_measured_agents_exist(key):
    known = {name.partition(":")[0] for name in names_of(key)}
    assert {name.partition(":")[0] for name in measured_with(key)["agents"]} <= known
