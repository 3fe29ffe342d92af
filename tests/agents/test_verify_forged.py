"""Verifying rows of somebody who knows how hashes are made, and who played nothing."""

import json

import pytest

from tablemates.agents.evaluation.digests import policy_digest
from tablemates.agents.evaluation.reading import DoesNotHoldError
from tablemates.agents.evaluation.rows import UNKNOWN, read_rows
from tablemates.agents.evaluation.verify import verify
from tablemates.agents.registry import is_limited
from tests.agents.test_verify import BOTS, fault, rewrite, run

BROKEN = f"{BOTS}:Broken"


@pytest.fixture
def forfeited(tmp_path):
    """Rows of an agent that fails at once, without their plan."""
    file = run(tmp_path / "out", agents=[BROKEN], levels=[1], players=[2], games=3)
    (file.parent / "plan.json").unlink()
    return file


def forge(file, **changes):
    rewrite(file, [row.model_copy(update=changes) for row in read_rows(file)])
    return file


def of(name):
    return {"agents": (name, name), "policies": {name: policy_digest(name)}}


@pytest.mark.parametrize("asked", [True, False])
def test_an_agent_without_a_limit_cannot_be_too_late(forfeited, asked):
    forge(forfeited, **of("rules"), cause="stall", forfeit="'rules' did not answer")
    said = fault(forfeited, ask_agents=asked)
    assert said == "line 1: it was lost because 'rules' did not answer in time, which has no limit"


def test_games_that_others_lost_by_being_late_are_counted(forfeited):
    found = verify(forge(forfeited, cause="stall", forfeit="too late"), ask_agents=True)
    assert any(note.startswith("3 games were lost because an answer") for note in found.notes)


@pytest.mark.parametrize("asked", [True, False])
def test_a_row_with_too_few_agents_is_named(forfeited, asked):
    forge(forfeited, agents=(BROKEN,))
    said = "line 1: its level, players or agents are not those of its recipe"
    assert fault(forfeited, ask_agents=asked) == said


def test_an_agent_that_has_a_digest_here_cannot_do_without(forfeited):
    forge(forfeited, policies={BROKEN: UNKNOWN})
    assert f"policy digest {UNKNOWN}, and here" in fault(forfeited, ask_agents=True)


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf"), 1e308])
def test_times_that_nobody_can_have_needed_are_none(forfeited, seconds):
    forge(forfeited, seconds=seconds)
    with pytest.raises(DoesNotHoldError, match="line 1: is no row"):
        verify(forfeited)


def test_a_plan_that_is_nothing_but_brackets_gets_a_sentence(forfeited, capsys):
    from tablemates.evaluate import main

    (forfeited.parent / "plan.json").write_text("[" * 200_000)
    assert main(["--agents", "random", "--out", str(forfeited.parent)]) == 2
    assert "plan.json is damaged" in capsys.readouterr().err
    assert len(json.loads(forfeited.read_text().splitlines()[0])["agents"]) == 2


@pytest.mark.parametrize(
    ("name", "limited"),
    [
        ("planner", False),
        ("planner:careful", False),
        ("rollout:16", False),
        ("champion:16:runs/my/policy", False),
        ("runs/my/policy:sample", False),
        ("bc", False),
        ("noise:0.1:planner", False),
        ("noise:0.1:bots:Mine", True),
        ("bots:Mine", True),
        ("cmd:./bot --fast", True),
    ],
)
def test_whose_time_is_limited(name, limited):
    assert is_limited(name) is limited
