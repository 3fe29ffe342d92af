"""Errors of ours are not booked on agents: other games are kept, a sentence says what failed."""

import shlex
import sys
from typing import ClassVar

import pytest

from tablemates.agents.errors import AgentError, OwnError
from tablemates.agents.evaluation import evaluate
from tablemates.agents.evaluation.result_folder import JOURNAL, ROWS
from tablemates.agents.evaluation.result_rows import read_rows
from tablemates.agents.evaluation.runner import play
from tablemates.agents.registry import find_agent
from tablemates.agents.scripts.random import RandomAgent
from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.registry import new_game
from tablemates.table.session.partners import act
from tests.agents.evaluated import plan_of
from tests.agents.outside.conftest import PROGRAM
from tests.core import lanterns

GAME = f"{__name__}:Unspeakable"


def bad(how):
    return f"cmd:{shlex.join([sys.executable, '-S', '-E', str(PROGRAM), how])}"


class Settings(lanterns.Settings):
    game: ClassVar = GAME


class Unspeakable(lanterns.Lanterns):
    """A game that cannot say what can be seen once a storm has come."""

    name, settings_type = "unspeakable_v0", Settings

    def snapshot(self):
        if self.public.storms:
            raise KeyError((-1, 0))
        return super().snapshot()


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_ours_is_no_forfeit_and_ends_the_run_in_a_sentence(
    tmp_path, monkeypatch, capsys, workers
):
    bot = bad("repeats")
    command = ["--game", GAME, "--scenario", "players=2", "--agents", "random", bot]
    command += ["--games", "12", "--workers", str(workers), "--out", str(tmp_path)]
    assert evaluate.main(command) == OwnError.exit_code != 0
    said = capsys.readouterr().err
    assert "Traceback" not in said
    for part in ("an error of Tablemates, not of an agent", "unspeakable_v0, seed ", "decision "):
        assert part in said
    assert "in question: KeyError: (-1, 0)" in said
    kept = [row for part in (tmp_path / JOURNAL).iterdir() for row in read_rows(part)]
    assert f"{len(kept)} of 24 games are kept in {tmp_path}" in said
    assert sum("random" in row.agents for row in kept) == 12
    assert len(kept) > 12 or "the first of 12 games that failed" in said
    assert {row.forfeit for row in kept} == {None}
    monkeypatch.setattr(Unspeakable, "snapshot", lanterns.Lanterns.snapshot)  # mended
    assert evaluate.main([*command, "--workers", "1"]) == 0
    rows = read_rows(tmp_path / ROWS)
    before = {(row.agents, row.number): row for row in kept}
    assert len(rows) == 24
    assert [before.get((row.agents, row.number), row) for row in rows] == rows


def test_the_decision_that_failed_is_named(monkeypatch):
    ask = RandomAgent.act_batch

    def fail(agent, batch):
        if (batch.publics[:, 0] > 2).any():
            raise IndexError("out of bounds")
        return ask(agent, batch)

    monkeypatch.setattr(RandomAgent, "act_batch", fail)
    failed = r"in lanterns_v0, seed \d+, decision \d+: 'random' could not be asked: .*IndexError"
    with pytest.raises(OwnError, match=failed):
        play(plan_of(agents=["random"], players=[2], games=20))


def test_whatever_else_fails_ends_in_a_sentence_too(monkeypatch, capsys):
    def fail(*_):
        raise ZeroDivisionError("no idea")

    monkeypatch.setattr(GameBatch, "endings", fail)
    command = ["--game", "tests.core.lanterns:Lanterns", "--games", "2", "--workers", "1"]
    assert evaluate.main(command) == OwnError.exit_code
    said = capsys.readouterr().err
    assert "evaluate.py: an error of Tablemates: " in said
    assert "ZeroDivisionError: no idea" in said
    assert "Traceback" not in said


def test_at_the_table_an_error_of_ours_is_not_the_partners(race, monkeypatch):
    game = new_game(race.settings)
    game.new(0)
    agent = find_agent("random", race)
    monkeypatch.setattr(RandomAgent, "act_batch", lambda *_: {}["key"])
    with pytest.raises(AgentError, match=r"^an error of Tablemates, not of an agent: 'random' "):
        act(agent, Situation.of(game, 0, 0))
