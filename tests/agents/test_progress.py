"""Progress where there is no terminal: lines, which nobody needs to read."""

import sys

from tablemates.agents.commands import run
from tablemates.agents.progress import progress
from tablemates.envs.core.errors import GameError


class Closed:
    """A pipe whose reader has gone."""

    def write(self, _text):
        raise BrokenPipeError(32, "Broken pipe")

    def flush(self):
        raise BrokenPipeError(32, "Broken pipe")

    def isatty(self):
        return False


def test_work_goes_on_when_nobody_reads_its_progress(monkeypatch):
    with progress("playing", "games", 3) as report:
        monkeypatch.setattr(sys, "stderr", Closed())
        report(3, "")


def test_a_command_keeps_its_exit_code_when_nobody_reads_its_sentence(monkeypatch):
    def work():
        raise GameError("wrong")

    monkeypatch.setattr(sys, "stderr", Closed())
    assert run("play.py", work) == 2


def test_the_last_line_is_said_once(capsys):
    with progress("playing", "games", 3) as report:
        for _ in range(4):
            report(3, "")
    assert capsys.readouterr().err.count("3 of 3 games") == 1
