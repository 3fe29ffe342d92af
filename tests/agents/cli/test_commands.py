"""The commands: quick help, and sentences instead of tracebacks."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import __main__ as benchmarks
from benchmarks import cluster, compare, first_contact, text
from benchmarks import td as speed
from docs.generators import __main__ as generators
from tablemates import mcp, warmup
from tablemates.agents.cli.command_line import examples_of
from tablemates.agents.cli.settings_models import kinds_of, option_of
from tablemates.agents.evaluation import evaluate
from tablemates.agents.evaluation.studies import beside, calibration, variance
from tablemates.agents.learn import curves, make_archive, make_dataset, train
from tablemates.envs.registry import DEFAULT_GAME, GAMES
from tablemates.table import play
from tablemates.text import dataset

OTHER = [*GAMES][1]
ROOT = Path(__file__).resolve().parents[3]
COMMANDS = {
    one.script: one
    for module in (
        *(train, evaluate, play, make_archive, make_dataset, curves, calibration, variance, warmup),
        *(benchmarks, cluster, compare, first_contact, mcp, dataset, speed, text, generators),
    )
    for one in [module.COMMAND]
}
HEAVY = """
import sys
from importlib import import_module
try:
    import_module(sys.argv[1]).main(["--help"])
except SystemExit:
    pass
heavy = {"torch", "stable_baselines3", "matplotlib", "jinja2", "rich", *sys.argv[2:]}
assert not heavy & {*sys.modules}, heavy & {*sys.modules}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "more"),
    [
        ("tablemates.agents.evaluation.evaluate", ["numba"]),
        ("tablemates.table.play", ["numba"]),
        ("tablemates.agents.learn.train", []),
    ],
)
def test_help_imports_nothing_heavy(module, more):
    program = [sys.executable, "-c", HEAVY, module, *more]
    done = subprocess.run(program, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("usage: ") == 1


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_every_command_has_the_one_grammar_and_help_with_examples(command, capsys):
    with pytest.raises(SystemExit, match="0"):
        command.parse(["--help"])
    shown = capsys.readouterr().out
    assert f"usage: {command.script} " in shown
    assert f"examples:\n  {command.script}" in shown
    for example in examples_of(command):
        if "--help" not in example:
            command.parse(shlex.split(example))
    assert capsys.readouterr().err == ""  # in today's spelling
    options = set(re.findall(r"(?<!\S)--[^\s,=]+", shown))
    assert not [one for one in options if "_" in one]
    unsaid = re.findall(r"^  (--\S+(?: [A-Z]+)?)\n  -", shown, re.MULTILINE)
    assert not unsaid, "options without help"


def test_one_word_means_the_same_in_every_command():
    """An option of two commands takes words of one kind."""
    kinds = {}
    for command in COMMANDS.values():
        for place, found in kinds_of(command.settings).items():
            words = {bool, int, float, str, Path, dict}
            option = option_of(place, command.short)
            kinds.setdefault(option, {})[command.script] = frozenset(words & found)
    for option, by in kinds.items():
        assert len({*by.values()}) == 1, (option, by)


@pytest.mark.parametrize(
    ("main", "words", "sentence"),
    [
        (evaluate.main, "--agents randm", "no agent is called 'randm'; did you mean 'random'?"),
        (evaluate.main, "--scenario players=99", "--scenario: players=99"),
        (evaluate.main, "--scenario lvel=1", f"--scenario: {DEFAULT_GAME} has no parameter 'lvel'"),
        (evaluate.main, "--scenario level", "--scenario: 'level' is not NAME=VALUE"),
        (evaluate.main, "--components nowhere", "nowhere: there is no such folder or file"),
        (evaluate.main, "--games x", "--games: no tier is called 'x'"),
        (evaluate.main, "--workers x", "--workers: input should be a valid integer, not 'x'"),
        (train.main, "--config nowhere.yaml", "nowhere.yaml: cannot be read"),
        (train.main, "--config quick", "quick: there is no such file; did you mean configs/train"),
        (train.main, "--scenario lvel=1", f"--scenario: {DEFAULT_GAME} has no parameter 'lvel'"),
        (train.main, "--ppo.lr 1", "unknown option --ppo.lr; did you mean '--ppo."),
        (play.main, f"--game {OTHER[:-1]}", f"--game: no game is called {OTHER[:-1]!r}; did you"),
        (play.main, "--port x", "--port: input should be a valid integer, not 'x'"),
        (play.main, "--lvl 1", "unknown option --lvl"),
        (play.main, "--load x", "--load goes with --text"),
        (warmup.main, f"--game {OTHER[:-1]}", f"no game is called {OTHER[:-1]!r}; did you"),
        (warmup.main, "--agents valu", "no agent is called 'valu'; did you mean 'value'?"),
        (make_archive.main, "--out docs", "docs is a folder: name a file with --out"),
        (beside.main, "--out README.md", "README.md is no table with the columns game, components"),
        (curves.main, "--runs nowhere", "nowhere has no learning curves"),
        (generators.main, f"--game {OTHER} --results nowhere", "nowhere/results.csv: No such file"),
        (generators.main, "--game chess --results tests", "no leaderboard is called 'chess'"),
        (evaluate.main, "--level 1", "unknown option --level; did you mean --scenario level=1?"),
        (benchmarks.main, "--only ?", "no case has '?' in its name"),
        (benchmarks.main, "--rounds 0", "--rounds: input should be greater than or equal to 1"),
        (compare.main, "--revision no_such_one", "git rev-parse --verify --end-of-options no_such"),
        (speed.main, "--agent nowhere", "nowhere: there is no such policy folder"),
    ],
)
def test_a_wrong_command_line_gets_one_sentence(main, words, sentence, capsys):
    with pytest.raises(SystemExit, match="2"):
        sys.exit(main(shlex.split(words)))
    shown = capsys.readouterr()
    command, said = shown.err.split(": ", 1)
    assert re.fullmatch(r"(train|evaluate|play)\.py|python -m [\w.]+", command)
    assert said.startswith(sentence)
    assert said.count("\n") == 1
    assert shown.out == ""


@pytest.mark.parametrize(
    ("main", "words", "meant"),
    [
        (train.main, ["--resume", "runs/x"], "--run runs/x --resume"),
        (train.main, ["runs/x", "--resume"], "--run runs/x"),
        (train.main, ["configs/train/quick.yaml"], "--config configs/train/quick.yaml"),
        (evaluate.main, ["--luck", "random", "value"], "--agents random value --luck"),
        (evaluate.main, ["cmd:python bot.py"], "--agents 'cmd:python bot.py'"),
        (play.main, [OTHER], f"--game {OTHER}"),
        (make_dataset.main, ["runs/data"], "--out runs/data"),
        (make_archive.main, ["runs/starts"], "--out runs/starts"),
        (calibration.main, ["value"], "--agent value"),
        (variance.main, ["value"], "--agent value"),
        (warmup.main, [OTHER], f"--game {OTHER}"),
        (benchmarks.main, ["env"], "--only env"),
    ],
)
def test_a_word_without_its_option_gets_a_hint(main, words, meant, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(words)
    said = capsys.readouterr().err
    assert "unexpected word" in said
    assert f"; did you mean {meant}?; --help lists all options\n" in said


@pytest.mark.parametrize(
    ("main", "name"), [(train.main, "train"), (evaluate.main, "evaluate"), (play.main, "play")]
)
def test_installed_commands_call_themselves_by_their_names(main, name, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", [f"/usr/bin/tablemates-{name}"])
    with pytest.raises(SystemExit, match="2"):
        main(["--no-such-option"])
    assert capsys.readouterr().err.startswith(f"tablemates-{name}: ")
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    shown = capsys.readouterr().out
    assert f"tablemates-{name}" in shown
    assert not re.search(r"\b(train|evaluate|play)\.py\b", shown)


@pytest.mark.parametrize(
    ("command", "old", "new"),
    [
        (train.COMMAND, "--environment.num_envs 8", "--environment.num-envs 8"),
        (train.COMMAND, "--environment.scenario level=2", "--scenario level=2"),
        (train.COMMAND, "--environment.max_turns 9", "--max-turns 9"),
        (
            evaluate.COMMAND,
            "--cross_play --agents value rules",
            "--cross-play --agents value rules",
        ),
        (play.COMMAND, "--level 1 --players 2", "--scenario level=1 players=2"),
        (play.COMMAND, "--level=1 --scenario players=2", "--scenario level=1 players=2"),
        (play.COMMAND, "--first-player none", "--scenario first_player=none"),
        (play.COMMAND, f"--game {OTHER} --players 2", f"--game {OTHER} --scenario players=2"),
        (play.COMMAND, "--games saved", "--folder saved"),
        (make_dataset.COMMAND, "--play rules", "--agent rules"),
        (curves.COMMAND, "runs/a runs/b --out c.svg", "--runs runs/a runs/b --out c.svg"),
        (compare.COMMAND, "--only env -- HEAD~2", "--only env --revision HEAD~2"),
        (warmup.COMMAND, f"--games {OTHER}", f"--game {OTHER}"),
        (speed.COMMAND, "--policy runs/x", "--agent runs/x"),
    ],
)
def test_old_spellings_work_and_hint_at_the_new_ones(command, old, new, capsys):
    assert command.parse(shlex.split(old)) == command.parse(shlex.split(new))
    hints = capsys.readouterr().err
    assert hints.startswith(f"{command.script}: ")
    assert " is now --" in hints


def test_a_stopped_command_says_so(monkeypatch, capsys):
    def stop(*_args):
        raise KeyboardInterrupt

    monkeypatch.setattr(train, "start", stop)
    assert train.main([]) == 130
    assert capsys.readouterr().err == "train.py: stopped\n"
