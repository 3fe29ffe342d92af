"""The referee in small: it knows nothing of the engine, agrees with games, and sees faults."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.rulebook import load_rulebook
from tablemates.envs.portal_dash.settings import Settings
from tests.judge import referee
from tests.judge.referee.checks import CHECKS
from tests.judge.referee.games import Batch, batches, judge_batch, share
from tests.judge.referee.printed import standard_box
from tests.judge.referee.reader import Reader
from tests.judge.referee_faults.doctored import DOCTORED, seen_by, spoiled
from tests.judge.referee_faults.planted import PLANTED
from tests.judge.referee_faults.positions import POSITIONS, log_from
from tests.judge.referee_faults.run import run_in_a_process

FOLDER = Path(referee.__file__).parent
#: The only modules that play games; the rest reads what they have written down.
PLAYING = {"games.py", "reader.py"}
#: Games from each position; more of those from the beginning, which are short.
GAMES = dict.fromkeys(POSITIONS, 5) | {"late": 14, "new": 12}


@pytest.fixture(scope="module")
def logs():
    return [log_from(name, seed) for name, games in GAMES.items() for seed in range(games)]


def imports_of(path):
    """Return the modules that a file imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(str(node.module))
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_nothing_of_the_rules_is_imported(path):
    names = imports_of(path)
    assert not [name for name in names if "portal_dash.rules" in name]
    if path.name not in PLAYING:
        assert not [name for name in names if name.startswith(("envs", "agents"))]


@pytest.mark.slow
def test_random_games_are_right(logs):
    assert Counter(seen_by(log) for log in logs) == {"": len(logs)}


@pytest.mark.slow
@pytest.mark.parametrize("fault", DOCTORED, ids=lambda fault: fault.check)
def test_doctored_logs_are_objected_to(logs, fault):
    tried = Counter()
    for log in logs:
        for number, doctored in enumerate(spoiled(log, fault)):
            check = seen_by(doctored)
            tried[check] += 1
            if check == fault.check:
                return
            if number == 5:  # this log will not show it
                break
    pytest.fail(f"not seen: {dict(tried)}")


def test_every_check_has_faults_that_it_sees():
    assert {fault.check for fault in DOCTORED} == set(CHECKS)
    assert {fault.check for fault in PLANTED} == set(CHECKS)


def test_checks_go_by_rules_that_exist():
    known = set(load_rulebook().rules)
    assert not {rule for check in CHECKS.values() for rule in check.rules} - known


def test_planted_faults_replace_text_that_is_there_once():
    rules = FOLDER.parents[2] / "envs/portal_dash/rules"
    for fault in PLANTED:
        source = (rules / f"{fault.file}.py").read_text(encoding="utf-8")
        assert source.count(fault.old) == 1, (fault.file, fault.old)


@pytest.mark.slow
def test_a_fault_planted_in_the_engine_is_seen():
    number = next(n for n, fault in enumerate(PLANTED) if fault.check == "turn order")
    (line,) = run_in_a_process([str(number)])
    assert "seen by 'turn order'" in line


def test_games_of_all_kinds_add_up():
    tasks = share(20_000)
    assert sum(len(seeds) for _, seeds in tasks) == 20_000
    assert {batch for batch, _ in tasks} == set(batches())
    assert len({seed for _, seeds in tasks for seed in seeds}) == 20_000


def test_a_few_games_are_of_every_level_number_of_players_and_agent():
    tasks = share(800, referee.QUICK_KINDS)
    assert sum(len(seeds) for _, seeds in tasks) == 800
    some = {batch for batch, _ in tasks}
    assert {(b.level, b.players) for b in some} == {(b.level, b.players) for b in batches()}
    assert {b.agent for b in some} == {b.agent for b in batches()}


def test_both_ways_to_read_events_agree():
    game = Game(Settings(level=5, players=2))
    fast, slow = Reader(game), Reader(game, slow=True)
    game.new(7)
    while not game.public.outcome:
        assert fast.events() == slow.events()
        game.step(int(game.mask.argmax()))
    assert fast.events() == slow.events()


def test_scripted_games_are_right():
    batch = Batch(2, 2, "rules", "fr", forced=False, late=False, weight=1)
    assert list(judge_batch(batch, range(2))) == ["", ""]


def test_what_is_printed():
    box = standard_box()
    assert sum(box.cube.values()) == 64
    assert len(box.netherite) == 8
    assert sum(i.copies for i in box.items.values()) - len(box.starting) == 48
