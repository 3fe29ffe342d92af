"""Plans: cells, line-ups, tiers, custom levels, the benchmark, and errors in plans."""

import pytest

from tablemates.agents.configs import configs_folder, read_config
from tablemates.agents.evaluation.plan import (
    BLOCK,
    JOIN,
    TIERS,
    Plan,
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

BENCH = configs_folder() / "eval" / "bench-v1.yaml"
CUSTOM = "tiles: 3\nmobs: {hoglin: 3}\nbosses: [[wildfire, hard]]\n"


def plan_of(**options):
    return read_config(Plan, options=options)


def bench_of(**options):
    return read_config(Plan, BENCH, options)


def test_cells_are_players_by_level_by_line_up():
    plan = plan_of(agents=["rules", "planner+rules"], levels=[1, 5], players=[2, 3])
    assert [(cell.players, cell.level, "+".join(cell.agents)) for cell in plan.cells()] == [
        (2, 1, "rules+rules"),
        (2, 1, "planner+rules"),
        (2, 5, "rules+rules"),
        (2, 5, "planner+rules"),
        (3, 1, "rules+rules+rules"),
        (3, 1, "planner+rules+planner"),
        (3, 5, "rules+rules+rules"),
        (3, 5, "planner+rules+planner"),
    ]
    assert plan.names() == ["rules", "planner"]


@pytest.mark.parametrize("purpose", ["eval", "tune"])
def test_every_cell_has_the_same_seeds(purpose):
    plan = plan_of(agents=["rules", "random"], games=5, seed=3, purpose=purpose)
    for cell in plan.cells():
        seeds = [plan.task(cell, number).seed for number in range(5)]
        assert seeds == [seed_for(purpose, 3 * BLOCK + number) for number in range(5)]


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
    plan = plan_of(agents=["rules", "random"], cross_play=True, levels=[1], players=[2, 3])
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


def test_a_custom_level_is_a_file_or_a_mapping(tmp_path):
    (tmp_path / "mine.yaml").write_text(CUSTOM)
    content = {"tiles": 3, "mobs": {"hoglin": 3}, "bosses": [["wildfire", "hard"]]}
    plan = plan_of(levels=["2", str(tmp_path / "mine.yaml"), content])
    assert plan.level_names == [2, "mine", "custom"]
    assert plan.level_choice("mine") == plan.level_choice("custom") == content
    assert plan.settings("mine", 2).level == content
    assert plan.recipe(plan.cells()[1])["level"] == content
    again = Plan.model_validate(plan.model_dump())
    assert again.level_choice("mine") == content


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"games": "bord"}, "--games: no tier is called 'bord'; did you mean 'board'?"),
        ({"games": 0}, "greater than or equal to 1, not 0"),
        ({"agents": ["rules", "rules"]}, "--agents: 'rules' is given twice"),
        ({"agents": ["rules", "rules+rules"]}, "the team rules+rules is given twice"),
        ({"agents": ["a+b"], "players": [1]}, "--players: 'a+b' has 2 agents, and a game of 1"),
        ({"agents": ["a+b+c"]}, "'a+b+c' has 3 agents, and a game of 2 players"),
        ({"agents": ["a+b", "c"], "cross_play": True}, "pairs are made of single agents"),
        ({"cross_play": True}, "--cross_play: pairs need two agents or more"),
        ({"cross_play": True, "agents": ["a", "b"], "players": [1]}, "needs two players"),
        ({"players": [2**31]}, "the game is for 1 to 4 players, not 2147483648"),
        ({"levels": []}, "--levels"),
        ({"levels": ["nowhere.yaml"]}, "'nowhere.yaml' is neither the number of a level nor"),
        ({"seed": -1}, "--seed"),
        ({"level": [1]}, "unknown key 'level'; did you mean 'levels'?"),
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
    assert hash_of(frozen) == "137d7040a20493e7"


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
        *({"games": 401}, {"levels": [1, 2, 3, 4]}, {"players": [1, 2, 4, 3]}, {"seed": 1}),
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
