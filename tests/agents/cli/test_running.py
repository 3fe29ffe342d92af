"""Parts that all commands share: what is said while something takes long."""

import threading

from tablemates.agents.cli import running
from tablemates.agents.cli.running import under_way


def test_what_takes_long_is_said_at_once_and_again(monkeypatch, capsys):
    with under_way("Starting"):
        assert capsys.readouterr().err == "Starting ...\n"
    monkeypatch.setattr(running, "_SECOND", 0.0)
    said, again = [], threading.Event()

    def note(sentence):
        said.append(sentence)
        if len(said) > 1:
            again.set()

    with under_way("Starting", note):
        assert said[0] == "Starting ..."
        assert again.wait(timeout=60)
    assert said[1] == "Starting ... 0 s"
    assert capsys.readouterr().err == ""
