"""Plans: cells, line-ups, tiers, the benchmark, and what is wrong with a plan."""

import shutil
from pathlib import Path

import pytest

from tablemates.agents.configs import configs_folder, read_config
from tablemates.agents.evaluation.benchmark import benchmark_line, benchmarks
from tablemates.agents.evaluation.line_ups import JOIN, members_of, pairs, seated, taking_turns
from tablemates.agents.evaluation.plan import BLOCK, Plan
from tablemates.envs.core.documents import DocumentError
from tablemates.envs.core.hashing import hash_of
from tablemates.envs.core.seeds import purpose_of, seed_for
from tablemates.envs.portal_dash import hashes
from tablemates.envs.portal_dash.components import load_components

BASE = Path("configs/eval/base.yaml")
BENCH = configs_folder() / "eval" / "bench-v1.yaml"


def plan_of(file=BASE, **options):
    return read_config(Plan, file, options=options)


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


def test_every_cell_has_the_same_seeds_and_those_are_for_evaluation():
    plan = plan_of(agents=["rules", "random"], games=5, seed=3)
    for cell in plan.cells():
        tasks = list(plan.tasks(cell))
        assert [task.number for task in tasks] == list(range(5))
        assert [task.seed for task in tasks] == [
            seed_for("eval", 3 * BLOCK + number) for number in range(5)
        ]
        assert all(purpose_of(task.seed) == "eval" for task in tasks)


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
def test_a_line_up_is_told_by_its_name(line_up, members):
    assert members_of(line_up) == members
    for players in range(len(members), 5):
        assert JOIN.join(taking_turns(seated(members, players))) == line_up


def test_a_folder_may_have_a_plus_in_its_name(tmp_path):
    folder = tmp_path / "a+b"
    folder.mkdir()
    assert members_of(str(folder)) == (str(folder),)


def test_seats_are_filled_in_turn():
    assert [seated(("a", "b"), players) for players in (2, 3, 4)] == [
        ("a", "b"),
        ("a", "b", "a"),
        ("a", "b", "a", "b"),
    ]
    assert seated(("a",), 3) == ("a", "a", "a")


def test_cross_play_pairs_everybody_with_everybody():
    assert pairs(["a", "b", "c"], 2) == [
        *(("a", "a"), ("a", "b"), ("a", "c"), ("b", "b"), ("b", "c"), ("c", "c"))
    ]
    assert len(pairs(["a", "b", "c"], 3)) == 9
    plan = plan_of(agents=["rules", "random"], cross_play=True, levels=[1], players=[2, 3])
    teams = ["+".join(cell.agents) for cell in plan.cells()]
    assert teams[:3] == ["rules+rules", "rules+random", "random+random"]
    assert teams[3:] == [
        "rules+rules+rules",
        "rules+random+rules",
        "random+rules+random",
        "random+random+random",
    ]


@pytest.mark.parametrize(
    ("tier", "games"), [("smoke", 50), ("dev", 400), ("board", 2000), ("claim", 10000)]
)
def test_a_tier_is_a_number_of_games(tier, games):
    plan = plan_of(games=tier)
    assert (plan.games, plan.tier) == (games, tier)
    assert plan_of(games=games).tier == tier
    assert plan_of(games=games + 1).tier is None
    assert plan_of(games=str(games)).games == games


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"games": "bord"}, "games: no tier is called 'bord'; did you mean 'board'?"),
        ({"games": 0}, "games: input should be greater than or equal to 1, not 0"),
        ({"games": "2.5"}, "games: no tier is called '2.5'"),
        ({"agents": ["rules", "rules"]}, "agents: 'rules' stands there twice"),
        ({"agents": ["rules", "rules+rules"]}, "players: the team rules+rules stands among"),
        (
            {"agents": ["planner+rules"], "players": [1, 2]},
            "--players: 'planner+rules' are 2, and a game of 1 player has no seat for all of",
        ),
        (
            {"agents": ["a+b+c"]},
            "base.yaml, line 8: players: 'a+b+c' are 3, and a game of 2 players",
        ),
        ({"agents": ["a+b", "c"], "cross_play": True}, "cross_play: pairs are made of single"),
        ({"cross_play": True}, "--cross_play: pairs need two agents or more"),
        (
            {"cross_play": True, "agents": ["a", "b"], "players": [1]},
            "players: cross_play is for partners",
        ),
        ({"noise": 0.1, "players": [2, 1]}, "players: noise is for partners, and a game of one"),
        ({"players": [2**31]}, "players: the game is for 1 to 4 players, not 2147483648"),
        ({"players": [0]}, "players: the game is for 1 to 4 players, not 0"),
        ({"noise": 1.5}, "noise: input should be less than or equal to 1, not 1.5"),
        ({"tiers": {"a": 0}}, "tiers"),
        ({"levels": []}, "levels"),
        ({"seed": -1}, "seed"),
    ],
)
def test_a_wrong_plan_gets_a_sentence(options, sentence):
    with pytest.raises(DocumentError) as caught:
        plan_of(**options)
    assert sentence in str(caught.value)


# -- the benchmark ------------------------------------------------------------------


@pytest.fixture(scope="module")
def ruleset():
    return hashes.ruleset_hash(load_components(), "en")


def test_the_benchmark_is_frozen():
    """If this fails: leave ``bench-v1`` as it was and write a ``bench-v2``."""
    frozen = dict(plan_of(BENCH).what)
    del frozen["agents"]
    assert frozen.pop("purpose") == "eval"  # before it was a setting there was nothing else
    assert hash_of(frozen) == "0348c525a5ff9606"


def test_the_newest_benchmark_is_for_the_rules_on_disk(ruleset):
    name, bench = list(benchmarks().items())[-1]
    assert bench.ruleset == ruleset, f"other rules or parts need a benchmark after {name}"


@pytest.mark.parametrize("tier", ["smoke", "dev", "board", "claim"])
def test_a_plan_that_is_exactly_the_benchmark_bears_its_name(tier):
    bench = plan_of(BENCH, agents=["planner", "rules"], games=tier, workers=3, lanes=7)
    assert benchmark_line(bench, bench.ruleset) == f"bench-v1, tier {tier}"
    by_hand = plan_of(levels=[1, 2, 3, 4, 5], players=[1, 2, 3, 4], games=tier)
    assert benchmark_line(by_hand, bench.ruleset) == f"bench-v1, tier {tier}"


@pytest.mark.parametrize(
    "options",
    [
        *({"games": 401}, {"levels": [1, 2, 3, 4]}, {"players": [1, 2, 4, 3]}, {"seed": 1}),
        *({"edition": "fr"}, {"boss": "wildfire"}, {"max_turns": 499}, {"tiers": {"board": 9}}),
        {"noise": 0.1, "players": [2, 3, 4]},
        {"cross_play": True, "agents": ["a", "b"], "players": [2, 3, 4]},
    ],
)
def test_any_other_plan_does_not(options):
    bench = plan_of(BENCH)
    assert benchmark_line(bench, bench.ruleset)
    assert benchmark_line(plan_of(BENCH, **options), bench.ruleset) == ""


def test_plans_that_are_called_like_a_benchmark_are_none(tmp_path, monkeypatch):
    folder = tmp_path / "eval"
    shutil.copytree(BASE.parent, folder)
    shutil.copy(folder / "bench-v1.yaml", folder / "bench-v1-mine.yaml")
    monkeypatch.setattr("tablemates.agents.evaluation.benchmark.configs_folder", lambda: tmp_path)
    assert list(benchmarks()) == ["bench-v1"]


def test_other_rules_or_parts_are_said_clearly():
    bench = plan_of(BENCH)
    sentence = benchmark_line(bench, "0123456789abcdef")
    assert sentence.startswith(f"not bench-v1: its ruleset is {bench.ruleset}")
    assert "the rules or parts here are 0123456789abcdef" in sentence


def test_the_path_of_a_folder_may_come_last(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs" / "a+b").mkdir(parents=True)
    assert members_of("planner+runs/a+b") == ("planner", "runs/a+b")
    assert members_of("noise:0.1:runs/a+b") == ("noise:0.1:runs/a+b",)
    assert members_of("planner+ppo") == ("planner", "ppo")
