"""Plans: cells, line-ups, tiers, scenarios, the benchmark, and errors in plans."""

import pytest

from tablemates.agents.cli.settings_models import configs_folder, read_config
from tablemates.agents.evaluation.plan import TIERS, Plan, Schedule, pairs
from tablemates.agents.evaluation.report.contents import benchmark_line, benchmarks
from tablemates.envs.core.files.documents import DocumentError
from tablemates.envs.core.hashing import hash_of
from tablemates.envs.portal_dash import game
from tablemates.envs.portal_dash.parts import load_components

BENCH = configs_folder() / "eval" / "portal_dash-v2.yaml"
CUSTOM = "tiles: 3\nmobs: {hoglin: 3}\nbosses: [[wildfire, hard]]\n"


#: Parameters of the game; all others are the plan's own.
SCENARIO = ("level", "players", "edition", "boss")


def with_scenario(options):
    """Return a plan's options, those of the game under ``scenario``."""
    scenario = {name: options[name] for name in SCENARIO if name in options}
    rest = {name: value for name, value in options.items() if name not in SCENARIO}
    return {**rest, "scenario": scenario} if scenario else rest


def plan_of(**options):
    return read_config(Plan, options=with_scenario(options))


def bench_of(**options):
    changes = with_scenario(options)
    scenario = {**read_config(Plan, BENCH).scenario, **changes.pop("scenario", {})}
    return read_config(Plan, BENCH, {**changes, "scenario": scenario})


def test_cells_are_players_by_level_by_line_up():
    plan = plan_of(agents=["rules", "planner+rules"], level=[1, 5], players=[2, 3])
    assert [(cell.scenario, "+".join(cell.agents)) for cell in plan.cells()] == [
        ("level-1-players-2", "rules+rules"),
        ("level-1-players-2", "planner+rules"),
        ("level-5-players-2", "rules+rules"),
        ("level-5-players-2", "planner+rules"),
        ("level-1-players-3", "rules+rules+rules"),
        ("level-1-players-3", "planner+rules+planner"),
        ("level-5-players-3", "rules+rules+rules"),
        ("level-5-players-3", "planner+rules+planner"),
    ]
    assert Schedule(plan).names == ["rules", "planner"]


def test_cross_play_pairs_all_agents():
    assert ["".join(pair) for pair in pairs("abc", 2)] == ["aa", "ab", "ac", "bb", "bc", "cc"]
    assert len(pairs("abc", 3)) == 9
    plan = plan_of(agents=["rules", "random"], cross_play=True, level=[1], players=[2, 3])
    assert ["+".join(cell.agents) for cell in plan.cells()] == [
        "rules+rules",
        "rules+random",
        "random+random",
        "rules+rules+rules",
        "rules+random+rules",
        "random+rules+random",
        "random+random+random",
    ]


def test_a_custom_level_is_a_file_or_a_mapping(tmp_path):
    (tmp_path / "mine.yaml").write_text(CUSTOM)
    content = {"tiles": 3, "mobs": {"hoglin": 3}, "bosses": [["wildfire", "hard"]]}
    plan = plan_of(level=[2, str(tmp_path / "mine.yaml"), content])
    (tmp_path / "mine.yaml").unlink()  # it has been read
    again = Plan.model_validate(plan.model_dump())
    for one in (plan, again):
        scenarios = list(one.scenarios.values())
        assert [one.axes["level"] for one in scenarios] == [2, "mine", "custom"]
        assert scenarios[1].recipe["level"] == {"name": "mine", **content}
        assert scenarios[2].recipe["level"] == content


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"games": "bord"}, "--games: no tier is called 'bord'; did you mean 'board'?"),
        ({"agents": ["rules", "rules"]}, "--agents: 'rules' is given twice"),
        (
            {"agents": ["a+b"], "players": [1]},
            "'a+b' has 2 agents, and a game of 1 player has fewer seats",
        ),
        ({"agents": ["a+b", "c"], "cross_play": True}, "pairs are made of single agents"),
        ({"cross_play": True, "agents": ["a", "b"], "players": [1]}, "need two players"),
        ({"level": []}, "--scenario: a list of levels must not be empty"),
        ({"level": ["nowhere.yaml"]}, "'nowhere.yaml' is neither the number of a level nor"),
        ({"game": "chess"}, "--game: no game is called 'chess'"),
    ],
)
def test_a_wrong_plan_gets_a_sentence(options, sentence):
    with pytest.raises(DocumentError) as caught:
        plan_of(**options)
    assert sentence in str(caught.value)


# -- the benchmark ------------------------------------------------------------------


FROZEN = {"portal_dash-v1": "44e7649a4198d930", "portal_dash-v2": "a3a8729525c9421b"}


@pytest.mark.parametrize("name", ["portal_dash-v1", "portal_dash-v2"])
def test_a_benchmark_is_frozen(name):
    """If this fails: leave the file as it was and write one with the next number."""
    bench = benchmarks()[name]
    frozen = bench.what
    younger = ("luck", "until", "match")  # than the first benchmark
    assert [frozen.pop(name) for name in younger] == [False, None, 1]
    del frozen["agents"]
    assert hash_of(frozen) == FROZEN[name]


def test_the_newest_benchmark_is_for_the_rules_on_disk():
    name, bench = [one for one in benchmarks().items() if one[1].game == "portal_dash"][-1]
    ruleset = game.ruleset_hash(load_components(), "en")
    assert bench.ruleset == ruleset, f"other rules or parts need a benchmark after {name}"


def test_a_plan_that_is_exactly_the_benchmark_has_its_name():
    for tier in TIERS:
        bench = bench_of(agents=["planner", "rules"], games=tier, workers=3, lanes=7)
        assert benchmark_line(bench, bench.ruleset) == f"portal_dash-v2, tier {tier}"
    by_hand = plan_of(players=[1, 2, 3, 4], games="dev")
    assert benchmark_line(by_hand, bench.ruleset) == "portal_dash-v2, tier dev"
    sentence = benchmark_line(bench, "0123456789abcdef")
    assert sentence.startswith(f"not portal_dash-v2: its ruleset is {bench.ruleset}")
    assert (
        benchmark_line(bench, benchmarks()["portal_dash-v1"].ruleset)
        == f"portal_dash-v1, tier {bench.tier}"
    )


@pytest.mark.parametrize(
    "options",
    [
        *({"games": 401}, {"level": [1, 2, 3, 4]}, {"players": [1, 2, 4, 3]}, {"seed": 1}),
        *({"edition": "fr"}, {"boss": "wildfire"}, {"max_turns": 499}, {"purpose": "tune"}),
        {"cross_play": True, "agents": ["a", "b"], "players": [2, 3, 4]},
    ],
    ids=str,
)
def test_any_other_plan_has_not(options):
    bench = bench_of(**options)
    assert benchmark_line(bench, bench.ruleset) == ""
