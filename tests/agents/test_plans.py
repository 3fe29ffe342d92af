"""Plans: cells, line-ups, tiers, scenarios, the benchmark, and errors in plans."""

import pytest

from tablemates.agents.configs import configs_folder, read_config
from tablemates.agents.evaluation.command import parser
from tablemates.agents.evaluation.plan import (
    BLOCK,
    JOIN,
    TIERS,
    Plan,
    Schedule,
    members_of,
    pairs,
    seated,
    taking_turns,
)
from tablemates.agents.evaluation.report.results import benchmark_line, benchmarks
from tablemates.envs.core.documents import DocumentError
from tablemates.envs.core.hashing import hash_of
from tablemates.envs.core.seeds import seed_for
from tablemates.envs.portal_dash import hashes
from tablemates.envs.portal_dash.components import load_components
from tests.agents.evaluated import with_scenario

BENCH = configs_folder() / "eval" / "bench-v1.yaml"
CUSTOM = "tiles: 3\nmobs: {hoglin: 3}\nbosses: [[wildfire, hard]]\n"


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


@pytest.mark.parametrize("purpose", ["eval", "tune"])
def test_every_cell_has_the_same_seeds(purpose):
    plan = plan_of(agents=["rules", "random"], games=5, seed=3, purpose=purpose)
    schedule = Schedule(plan)
    tasks = [schedule.task(place) for place in range(len(schedule))]
    seeds = [seed_for(purpose, 3 * BLOCK + number) for number in range(5)]
    assert [task.seed for task in tasks] == seeds * len(plan.cells())
    assert [task.cell for task in tasks] == [cell for cell in plan.cells() for _ in range(5)]


@pytest.mark.parametrize(
    ("line_up", "members"),
    [
        ("planner", ("planner",)),
        ("planner+rules", ("planner", "rules")),
        ("a+b+c", ("a", "b", "c")),
        ("cmd:./bot +x", ("cmd:./bot +x",)),
        ("planner+cmd:./bot a+b", ("planner", "cmd:./bot a+b")),
    ],
)
def test_a_line_up_is_parsed_and_recognised_by_its_seats(line_up, members):
    assert members_of(line_up) == members
    for players in range(len(members), 5):
        assert JOIN.join(taking_turns(seated(members, players))) == line_up


def test_a_policy_folder_may_have_a_plus_in_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs" / "a+b").mkdir(parents=True)
    assert members_of(str(tmp_path / "runs" / "a+b")) == (str(tmp_path / "runs" / "a+b"),)
    assert members_of("planner+runs/a+b") == ("planner", "runs/a+b")


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


def test_a_tier_is_a_number_of_games():
    for tier, games in TIERS.items():
        assert (plan_of(games=tier).games, plan_of(games=games).tier) == (games, tier)
        assert plan_of(games=games + 1).tier is None


def test_what_is_left_out_is_that_of_the_benchmark():
    assert [*plan_of().scenarios] == [f"level-{n}-players-2" for n in range(1, 6)]
    assert [*plan_of(players=[1, 3]).scenarios][4:6] == ["level-5-players-1", "level-1-players-3"]


def test_the_command_line_names_scenarios():
    words = ["--scenario", "level=1,3", "players=2,4", "edition=fr"]
    plan, _ = parser().parse_settings(words)
    assert [*plan.scenarios] == [f"level-{n}-players-{count}" for count in (2, 4) for n in (1, 3)]
    assert {one.recipe["edition"] for one in plan.scenarios.values()} == {"fr"}


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
        ({"games": 0}, "greater than or equal to 1, not 0"),
        ({"agents": ["rules", "rules"]}, "--agents: 'rules' is given twice"),
        ({"agents": ["rules", "rules+rules"]}, "'rules+rules' is given twice"),
        (
            {"agents": ["a+b"], "players": [1]},
            "'a+b' has 2 agents, and a game of 1 player has fewer seats",
        ),
        ({"agents": ["a+b+c"]}, "'a+b+c' has 3 agents, and a game of 2 players"),
        ({"agents": ["a+b", "c"], "cross_play": True}, "pairs are made of single agents"),
        ({"cross_play": True}, "cross_play: pairs need two agents or more"),
        ({"cross_play": True, "agents": ["a", "b"], "players": [1]}, "need two players"),
        ({"players": [2**31]}, "the game is for 1 to 4 players"),
        ({"level": []}, "--scenario: a list of levels must not be empty"),
        ({"level": [2, 3, 2]}, "--scenario: 'level-2-players-2' is given twice"),
        ({"level": ["nowhere.yaml"]}, "'nowhere.yaml' is neither the number of a level nor"),
        ({"scenario": {"levels": 1}}, "has no parameter 'levels'; did you mean 'level'?"),
        ({"game": "chess"}, "--game: no game is called 'chess'"),
        ({"seed": -1}, "--seed"),
    ],
)
def test_a_wrong_plan_gets_a_sentence(options, sentence):
    with pytest.raises(DocumentError) as caught:
        plan_of(**options)
    assert sentence in str(caught.value)


# -- the benchmark ------------------------------------------------------------------


def test_the_benchmark_is_frozen():
    """If this fails: leave ``bench-v1`` as it was and write a ``bench-v2``."""
    frozen = bench_of().what
    del frozen["agents"]
    assert hash_of(frozen) == "44e7649a4198d930"


def test_the_newest_benchmark_is_for_the_rules_on_disk():
    name, bench = list(benchmarks().items())[-1]
    ruleset = hashes.ruleset_hash(load_components(), "en")
    assert bench.ruleset == ruleset, f"other rules or parts need a benchmark after {name}"


def test_a_plan_that_is_exactly_the_benchmark_has_its_name():
    for tier in TIERS:
        bench = bench_of(agents=["planner", "rules"], games=tier, workers=3, lanes=7)
        assert benchmark_line(bench, bench.ruleset) == f"bench-v1, tier {tier}"
    by_hand = plan_of(players=[1, 2, 3, 4], games="dev")
    assert benchmark_line(by_hand, bench.ruleset) == "bench-v1, tier dev"
    sentence = benchmark_line(bench, "0123456789abcdef")
    assert sentence.startswith(f"not bench-v1: its ruleset is {bench.ruleset}")


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


@pytest.mark.parametrize("file", sorted((configs_folder() / "eval").glob("*.yaml")), ids=str)
def test_shipped_plans_are_valid(file):
    assert read_config(Plan, file).cells()
