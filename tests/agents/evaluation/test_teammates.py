"""Benchmarks with strangers: proximity to best responses, and certificates that say what it is."""

import io
from dataclasses import replace

import numpy as np
import pytest
from rich.console import Console

from docs.generators.teammates import RESULTS
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation import evaluate, teammates
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.report import proximities
from tablemates.agents.evaluation.result_folder import ROWS
from tablemates.agents.evaluation.result_rows import read_rows
from tablemates.agents.evaluation.runner import play
from tablemates.agents.evaluation.stats.proximity import ProximityCell, proximity_of
from tablemates.agents.evaluation.teammates import Benchmark, Wanted, read_benchmark, run
from tablemates.agents.evaluation.verify import verify
from tablemates.agents.names import PARTNERS, names_of
from tablemates.agents.population import (
    games_with_strangers,
    partners_of,
    population_of,
    response_folder,
)
from tablemates.envs.core.errors import SettingsError
from tablemates.envs.registry import find_game
from tests.agents.evaluated import BOTS, GAME

FIRST, LIGHTER = f"{BOTS}:First", f"{BOTS}:Lighter"


def cell(block="a", partners=("p",), **scores):
    found = {name: np.asarray(values, float) for name, values in scores.items()}
    rivals = tuple(name for name in found if name not in ("floor", "best"))
    return ProximityCell(block, "s", partners, found, "floor", "best", rivals)


def won(share, games=400):
    """Return games of which a share is won, the first ones."""
    return np.arange(games) < share * games


def test_proximity_is_the_share_of_the_way_from_floor_to_best():
    one = cell(floor=won(0.2), best=won(0.8), p=won(0.5), mine=won(0.65))
    assert one.proximity("mine")[0] == pytest.approx(0.75)
    assert one.proximity("floor")[0] == 0
    assert one.proximity("best")[0] == 1
    two = cell("b", floor=won(0), best=won(0.5), p=won(0.2), mine=won(0.1))
    found = proximity_of("mine", [one, two])
    assert found.mean.value == pytest.approx((0.75 + 0.2) / 2)
    assert found.worst.value == pytest.approx(0.2)
    assert found.mean.low < found.mean.value < found.mean.high
    assert found == proximity_of("mine", [one, two])


def test_the_worst_quarter_is_rounded_up():
    cells = [
        cell(f"{n}", floor=won(0), best=won(1), p=won(0.5), mine=won(n / 10)) for n in range(1, 6)
    ]
    assert proximity_of("mine", cells).worst.value == pytest.approx((0.1 + 0.2) / 2)


@pytest.mark.parametrize(
    ("rival", "certificate"), [(won(0.5), "holds"), (won(0.8), "open"), (won(0.95), "fails")]
)
def test_a_certificate_is_by_the_paired_difference(rival, certificate):
    assert cell(floor=won(0.1), best=won(0.8), p=rival).certificate == certificate


def test_the_same_seeds_decide_what_independent_games_would_leave_open():
    """Better in 8 games of 400 and worse in none: known, although both win about half."""
    assert cell(floor=won(0), best=won(0.52), p=won(0.5)).certificate == "holds"


def test_a_cell_without_room_is_named_and_not_counted():
    flat = cell(floor=won(0.3), best=won(0.3), p=won(0.3), mine=won(0.3))
    assert not flat.room
    assert np.isnan(flat.proximity("mine")[0])
    assert not proximities.with_room([flat])


def test_certified_cells_are_counted_apart():
    sure = cell(floor=won(0.1), best=won(0.8), p=won(0.5), mine=won(0.45))
    unsure = cell("b", floor=won(0.1), best=won(0.8), p=won(0.5), mine=won(0.8))
    found = proximities.certified("mine", [sure, unsure])
    assert (found.cells, found.mean.value) == (1, pytest.approx(0.5))
    assert proximities.certified("mine", [unsure]) is None
    board = [proximity_of("mine", [sure, unsure])]
    shown, _ = proximities.tables("small", [sure, unsure], board, ["mine"])
    assert dict(zip(shown.heads, shown.lines[0], strict=True))["in certified cells"][:4] == "50.0"
    assert "1 hold, 1 open, 0 fail" in shown.note


# -- played -----------------------------------------------------------------------------------


@pytest.fixture
def small(monkeypatch):
    found = Benchmark(
        floor=FIRST,
        candidates=(LIGHTER,),
        games=4,
        parts=[{"game": GAME, "scenario": {"players": n}} for n in (2, 3)],
    )
    monkeypatch.setattr(teammates, "read_benchmark", lambda _name: found)
    monkeypatch.setattr(teammates, "partners_of", lambda *_: ("random", LIGHTER))
    return found


def wanted(*entrants, out=None, **more):
    settings = {"lanes": 4, "workers": 1, "out": out}
    values = {"entrants": entrants, "game": None, "games": None, "strangers": None}
    return Wanted(**{**values, "overwrite": False, "more": settings, **more})


def played(small, asked):
    text = io.StringIO()
    return run("small", asked, Console(file=text, width=160)), text.getvalue()


def test_an_entrant_meets_every_stranger_and_the_same_run_gives_the_same_files(small, tmp_path):
    board, said = played(small, wanted("random", out=tmp_path / "a"))
    assert [one.agent for one in board] in (["random"], [])
    assert "Score by cell" in said
    assert "Certificates" in said
    again, _ = played(small, wanted("random", out=tmp_path / "b"))
    assert again == board
    names = (proximities.BOARD, proximities.CELLS, proximities.PICTURE)
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    cells = (tmp_path / "a" / proximities.CELLS).read_text()
    for partners in ("random,", "random+random,", f"{LIGHTER}+{LIGHTER},"):
        assert partners in cells
    rows = next((tmp_path / "a").glob("*-3/rows.jsonl"))
    assert "rows hold" in verify(rows, own=GAME)[0]
    resumed, _ = played(small, wanted("random", out=tmp_path / "a"))
    assert resumed == board


def test_all_agents_of_a_cell_play_the_same_games(small, monkeypatch):
    seen = []
    monkeypatch.setattr(
        teammates, "cell_of", lambda *given: seen.append(given[1]) or original(*given)
    )
    played(small, wanted("random"))
    for rows in seen:
        seeds = {row.agents: set() for row in rows}
        for row in rows:
            seeds[row.agents].add(row.seed)
        assert len({frozenset(one) for one in seeds.values()}) == 1


original = teammates.cell_of


def test_the_best_is_whoever_does_best_and_the_response_is_judged():
    one = cell(floor=won(0), best=won(0.6), p=won(0.5), mine=won(0.8))
    assert (one.best, one.response, one.certificate) == ("mine", "best", "fails")
    assert one.proximity("mine")[0] == 1
    assert one.proximity("p")[0] == pytest.approx(0.5 / 0.8)


def test_partners_are_mixed_and_named_in_candidates(small, monkeypatch):
    more = small.model_copy(
        update={
            "candidates": (LIGHTER, "clumsy:{partner}:0.5"),
            "parts": tuple(one.model_copy(update={"mixed": 1}) for one in small.parts[1:]),
        }
    )
    monkeypatch.setattr(teammates, "read_benchmark", lambda _name: more)
    seen = []
    monkeypatch.setattr(teammates, "cell_of", lambda *given: seen.append(given) or original(*given))
    played(more, wanted("random"))
    assert [given[2] for given in seen] == [("random",) * 2, (LIGHTER,) * 2, ("random", LIGHTER)]
    assert [given[4] for given in seen] == [
        (LIGHTER, "clumsy:random:0.5"),
        (LIGHTER, f"clumsy:{LIGHTER}:0.5"),
        (LIGHTER,),
    ]
    cells = [original(*given) for given in seen]
    assert set(cells[2].scores) == {"random", LIGHTER, FIRST}
    assert set(cells[0].scores) == {"random", LIGHTER, FIRST, "clumsy:random:0.5"}


def test_responses_that_were_trained_are_candidates_beside_their_partner(small, tmp_path):
    (response_folder(tmp_path, GAME, "random") / "policy").mkdir(parents=True)
    policy = str(response_folder(tmp_path, GAME, "random") / "policy")
    known = ("random", "response:{partner}:4@{trained}", "response:{partner}:4", "turn::{trained}")
    more = small.model_copy(update={"candidates": known})
    asked = wanted("random", responses=tmp_path)
    found = [teammates._candidates(more, GAME, (one, one), asked) for one in ("random", LIGHTER)]
    assert found == [
        ("random", f"response:random:4@{policy}", "response:random:4", f"turn::{policy}"),
        ("random", f"response:{LIGHTER}:4"),
    ]
    assert teammates._candidates(more, GAME, ("random", LIGHTER), asked) == ("random",)


def test_a_network_that_comes_with_a_game_is_a_candidate_unless_another_was_trained(
    small, tmp_path
):
    game = games_with_strangers()[0]
    (taught, (kind, *_)), *_ = population_of(game).taught.items()
    more = small.model_copy(update={"candidates": ("turn", "{trained}", "champion:4:{trained}")})

    def found(partner, responses=None):
        asked = wanted("random", responses=responses)
        return teammates._candidates(more, game, (partner, partner), asked)

    shipped = ("turn", taught, f"champion:4:{taught}")
    assert found(kind) == found(f"{kind}:0.3", tmp_path) == shipped
    assert found("value") == found(f"{kind}er") == ("turn",)
    folder = response_folder(tmp_path, game, kind) / "policy"
    folder.mkdir(parents=True)
    assert found(kind, tmp_path) == ("turn", str(folder), f"champion:4:{folder}")


def test_an_entrant_may_have_a_network_for_each_game(small, tmp_path, monkeypatch):
    def named(entrants, _game):  # no agent has the key of a game of tests in its name
        return {one.replace("{any}", BOTS): one for one in entrants}

    monkeypatch.setattr(teammates, "_named", named)
    board, said = played(small, wanted("{any}:Lighter", out=tmp_path))
    assert "{any}:Lighter" in said
    assert {one.agent for one in board} <= {"{any}:Lighter"}
    cells = (tmp_path / proximities.CELLS).read_text()
    assert ",{any}:Lighter," in cells


def test_the_name_of_the_game_stands_in_an_entrants_name():
    assert teammates._named(("a/{game}/b", "c"), "g") == {"a/g/b": "a/{game}/b", "c": "c"}


def test_parts_have_folders_of_their_own():
    found = read_benchmark("teammates-v1").parts
    assert len({one.folder for one in found}) == len(found)
    part = teammates.Part(game="g", scenario={"players": 2, "level": ["hard", "easy"]})
    assert part.folder == "g-hard-easy-2"


def test_a_part_may_name_its_strangers_and_sealed_ones_take_their_place(tmp_path):
    game = games_with_strangers()[0]
    file = tmp_path / "sealed.yaml"
    file.write_text(f"{game}: {{digest: x, partners: [value, turn]}}\n")
    every = teammates.Part(game=game, scenario={"players": 3})
    some = every.model_copy(update={"partners": ("rules",)})
    assert some.teams(None) == [("rules", "rules")]
    assert [team[0] for team in every.teams(None)] == list(partners_of(game))
    assert some.teams(file) == [("value", "value"), ("turn", "turn")]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (wanted(), "needs entrants: name them by --agents"),
        (wanted("random+random"), "is a team: an entrant is one agent"),
        (wanted("random", game="nowhere"), "small has no cells of nowhere; it has some of"),
        (wanted("random", scenario={"players": 5}), "no cells of any game with players=5"),
        (wanted("randon"), "no agent is called 'randon'"),
    ],
)
def test_what_cannot_be_played_is_a_sentence(small, asked, sentence):
    with pytest.raises((AgentError, SettingsError), match=sentence):
        played(small, asked)


def test_sealed_strangers_come_from_a_file(tmp_path):
    one, other, *_ = games_with_strangers()
    file = tmp_path / "sealed.yaml"
    file.write_text(f"{one}: {{digest: x, partners: [rules]}}\n")
    assert partners_of(one, file) == ("rules",)
    with pytest.raises(AgentError, match=f"has no strangers of {other}, only of {one}"):
        partners_of(other, file)
    file.write_text(f"{one}: {{partners: []}}\n")
    with pytest.raises(AgentError, match=f"{one}: "):
        partners_of(one, file)


# -- the benchmark that comes with the package ------------------------------------------------


def test_teammates_v1_names_games_with_strangers_and_agents_that_exist():
    found = read_benchmark("teammates-v1")
    for part in found.parts:
        assert find_game(part.game).utilities == "identical"
        assert set(part.partners) <= set(population_of(part.game).dev)
        known = {name.partition(":")[0] for name in names_of(part.game)} | {*PARTNERS}
        named = {name.partition(":")[0] for name in (found.floor, *found.candidates)}
        assert named <= known | {teammates.TRAINED}
        assert find_game(part.game).settings_type(**part.scenario)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("--luck", None), ("--max-turns", "3"), ("--until", "decided"), ("--match", "2")),
        *(("--ruleset", "abc"), ("--components", "tutorial")),
    ],
)
def test_what_a_benchmark_says_itself_is_refused(capsys, option, value):
    words = ["--benchmark", "teammates-v1", "--agents", "rules", option, *filter(None, [value])]
    with pytest.raises(SystemExit):
        evaluate.main(words)
    assert f"{option} does not go with --benchmark" in capsys.readouterr().err


def test_a_parameter_that_is_the_games_usual_one_chooses_cells_too(monkeypatch):
    wishes = []
    monkeypatch.setattr(teammates, "run", lambda name, wish, console: wishes.append(wish))
    usual = Plan().scenario
    for name, value in usual.items():
        one = value[0] if isinstance(value, list | tuple) else value
        evaluate.main(["--benchmark", "teammates-v1", "--scenario", f"{name}={one}"])
        assert [*wishes[-1].scenario] == [name]
    evaluate.main(["--benchmark", "teammates-v1", "--scenario", "players=2"])
    parts = [wishes[-1].of(part) for part in read_benchmark("teammates-v1").parts]
    assert {part.scenario["players"] for part in parts if part is not None} == {2}


@pytest.mark.parametrize("narrower", [{}, {"level": 3}])
def test_the_command_chooses_cells_by_game_and_scenario(monkeypatch, narrower):
    wishes = []
    monkeypatch.setattr(teammates, "run", lambda name, wish, console: wishes.append(wish))
    part = next(one for one in read_benchmark("teammates-v1").parts if "level" in one.scenario)
    words = [f"{name}={value}" for name, value in narrower.items()]
    words = ["--scenario", *words, "players=2"] if words else []
    evaluate.main(["--benchmark", "teammates-v1", "--agents", "x", "--game", part.game, *words])
    (wish,) = wishes
    found = wish.of(part)
    assert found.game == part.game
    assert found.scenario == part.scenario | narrower
    assert wish.of(part.model_copy(update={"game": "another"})) is None
    if narrower:
        assert wish.of(part.model_copy(update={"scenario": {"level": 2, "players": 2}})) is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--benchmark", "teammate-v1", "--agents", "rules"], "did you mean 'teammates-v1'?"),
        (["--benchmark", "teammates-v1"], "needs entrants: name them by --agents"),
        (["--strangers", "x.yaml"], "--strangers goes with --benchmark"),
    ],
)
def test_the_command_says_what_is_wrong(capsys, words, sentence):
    try:
        code = evaluate.main(words)
    except SystemExit as error:
        code = error.code
    assert code == 2
    assert sentence in capsys.readouterr().err


# -- the board that was published -------------------------------------------------------------


#: Block of seeds of the published board.
BLOCK = 3
#: What depends on the machine.
PASSING = {"seconds"}
#: What depends on the version of the program: records and recipes may have got more fields since.
OF_VERSION = {*PASSING, "version", "engine", "recipe", "final"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", sorted({part.game for part in read_benchmark("teammates-v1").parts})
)
def test_the_published_board_repeats(game):
    """All agents that come with the package take the same actions again."""
    rows = [one for one in read_rows(RESULTS / ROWS) if one.game.rpartition("_v")[0] == game]
    assert {"value", "turn", "champion:4"} <= {row.agents[-1] for row in rows}
    for row in rows:
        plan = Plan(
            game=game,
            scenario=row.axes,
            agents=("+".join(row.agents),),
            games=1,
            seed=BLOCK,
            workers=1,
            lanes=1,
        )
        (again,) = play(plan)
        assert again.model_dump(exclude=OF_VERSION) == row.model_dump(exclude=OF_VERSION)


@pytest.mark.slow
def test_a_part_of_the_benchmark_gives_the_same_bytes_however_it_is_played(tmp_path, monkeypatch):
    whole = read_benchmark("teammates-v1")
    part = next(one for one in whole.parts if len(one.partners) > 1)
    part = part.model_copy(update={"partners": part.partners[:2]})
    shorter = whole.model_copy(update={"parts": (part,)})
    monkeypatch.setattr(teammates, "read_benchmark", lambda _name: shorter)
    found = []
    for folder, lanes in ((tmp_path / "a", 1), (tmp_path / "b", 2)):
        asked = wanted("rules", "value", out=folder, game=part.game, games=2)
        asked.more["lanes"] = lanes
        run("teammates-v1", replace(asked, scenario=part.scenario), Console(file=io.StringIO()))
        rows = read_rows(folder / part.folder / ROWS)
        found.append([row.model_dump(exclude=PASSING) for row in rows])
        assert "rows hold" in verify(folder / part.folder / ROWS)[0]
    assert found[0] == found[1]
    for name in (proximities.BOARD, proximities.CELLS, proximities.PICTURE):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
