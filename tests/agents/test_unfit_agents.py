"""Agents that break the rules, fail, die or say nothing: the run ends and says why, in any game."""

import shlex
import sys

import pytest

from tablemates.agents import registry
from tablemates.agents.evaluation.runner import play
from tablemates.agents.outside import program
from tablemates.envs.core.game.batch import GameBatch
from tablemates.envs.registry import GAMES
from tests.agents.evaluated import BOTS, plan_of
from tests.agents.outside.conftest import PROGRAM

UNFIT = {
    f"{BOTS}:Outside": ("illegal_action", "played -1, which is no action"),
    f"{BOTS}:Broken": ("crash", "ZeroDivisionError: no idea"),
    f"{BOTS}:Leaving": ("crash", "LeavingError"),
    "illegal_action": ("illegal_action", "played 'wait', which is not legal"),
    "garbage": ("crash", "which is no answer"),
    "dies": ("crash", "ended with exit code 3 instead of answering"),
    "hangs": ("stall", "did not answer within"),
}


def spec_of(name):
    """Return an agent as users type it: programs are called by what they do."""
    words = [sys.executable, "-S", "-E", str(PROGRAM), name]
    return name if ":" in name else f"cmd:{shlex.join(words)}"


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_the_run_ends_and_its_rows_say_why(key, monkeypatch):
    monkeypatch.setattr(registry, "PATIENCE", 0.2)
    monkeypatch.setattr(program, "START_SECONDS", 3.0)
    monkeypatch.setattr(program, "ATTEMPTS", 1)  # each waits for the program that hangs
    scenario = {"players": 2}
    plan = plan_of(game=key, scenario=scenario, agents=[*map(spec_of, UNFIT), "random"], games=1)
    forfeits = [row for row in play(plan) if row.forfeit is not None]
    for name, (cause, reason) in UNFIT.items():
        own = [row for row in forfeits if repr(spec_of(name)) in row.forfeit]
        assert own, name
        for row in own:
            assert row.cause == cause, name
            assert not row.won, name
            assert reason in row.forfeit


def test_a_game_that_goes_on_after_a_forfeit_stops_the_run(monkeypatch):
    monkeypatch.setattr(GameBatch, "forfeit", lambda *_: None)
    with pytest.raises(RuntimeError, match="a forfeited game goes on"):
        play(plan_of(players=[2], agents=[f"{BOTS}:Broken"], games=1))
