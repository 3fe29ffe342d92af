"""Programs as agents: what they are asked, and what becomes of bad ones."""

import copy
import json
import pickle
import subprocess
import sys
import time
from pathlib import Path
from select import select

import numpy as np
import pytest

from tablemates.agents.errors import AgentError, CrashError, StallError
from tablemates.agents.outside import program as programs
from tablemates.agents.outside.guard import answers
from tablemates.agents.outside.program import ProgramAgent, Question
from tablemates.agents.registry import find_agent
from tests.agents.outside.conftest import PROGRAM


def is_alive(pid):
    """Return whether a process runs; one that has ended and waits to be asked does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def legal(decision):
    return np.flatnonzero(decision.mask).tolist()


def test_a_program_answers_and_says_why(program, decision):
    agent = program("repeats")
    first = legal(decision)[0]
    assert agent.act(decision) == first
    (candidate,) = agent.explain(decision).candidates
    assert (candidate.action, candidate.value) == (first, 1.0)
    seed, explain, seat = json.loads(candidate.reason)
    assert 0 <= seed < 2**53
    assert seed != decision.key >> 11
    assert explain is True
    assert seat == "player 0"


def test_the_question_holds_what_can_be_seen_and_what_is_legal_in_words(program, decision):
    asked = program("repeats", seconds=7.0).question(decision).model_dump()
    assert Question.model_validate(json.loads(json.dumps(asked))).model_dump() == asked
    assert asked["snapshot"] == {"scores": [0, 0]}
    assert [(one["action"], one["name"]) for one in asked["choices"]] == [(1, "roll"), (7, "pass")]
    assert (asked["seat"], asked["seconds"]) == ("player 0", 7.0)


def test_the_random_numbers_of_a_question_are_those_of_the_run(race, decision):
    def seed(secret):
        return ProgramAgent("bot", "python", race, 1.0, secret).question(decision).seed

    assert seed(bytes(32)) == seed(bytes(32)) != seed(bytes(31) + b"1")


BAD = {
    "garbage": "answered 'I think north', which is no answer",
    "truth_action": "which is no answer: action: ",
    "unknown_action": "answered 999, but actions go from 0 to 7",
    "illegal_candidate": "named the candidate 0, which is not legal",
    "dies": "exit code 3 instead of answering (on stderr: two | three | KeyError: 'snapshots')",
    "is_killed": "was ended by the signal SIGKILL instead of answering",
    "closes_its_output": "closed its output instead of answering",
}


@pytest.mark.slow
@pytest.mark.parametrize("how", BAD)
def test_a_bad_program_gets_a_sentence(program, decision, how):
    agent = program(how)
    with pytest.raises(CrashError) as caught:
        agent.act(decision)
    assert str(caught.value).startswith(f"{agent.name!r} ")
    assert BAD[how] in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["answers_twice", "writes_without_end"])
def test_what_nobody_asked_for_is_not_taken_for_the_next_answer(program, decision, how):
    agent = program(how)
    agent.act(decision)
    assert select([agent._process._popen.stdout], [], [], 20)[0]
    with pytest.raises(CrashError, match="wrote a line too many: "):
        agent.act(decision)
    assert agent.act(decision) in range(8)


def wait_for(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(programs, "START_SECONDS", 0.4)


@pytest.mark.slow
def test_a_program_that_hangs_is_ended_with_its_children(program, decision, tmp_path, impatient):
    agent = program("hangs_with_children", tmp_path / "pids", seconds=0.6)
    with pytest.raises(StallError, match="did not answer within 1 seconds"):
        agent.act(decision)
    pids = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    wait_for(lambda: not any(is_alive(pid) for pid in pids))


def test_after_a_failure_it_is_started_anew(program, batch, tmp_path):
    sign = tmp_path / "sign"
    agent = program("fails_at_times", sign)
    first = legal(batch[0])[0]
    assert answers(agent, batch) == [first] * 4
    sign.touch()
    found = answers(agent, batch)
    assert isinstance(found[0], CrashError)
    assert found[1:] == [first] * 3


def test_nothing_is_left_of_a_closed_program(program, decision):
    agent = program("repeats")
    agent.act(decision)
    process = agent._process._popen
    agent.close()
    assert process.returncode == 0  # it ended by itself when its input did
    assert agent.act(decision) == legal(decision)[0]  # asked again, started again
    assert agent._process._popen.pid != process.pid


def test_a_copy_starts_a_program_of_its_own(program, decision):
    agent = program("repeats")
    agent.act(decision)
    for copied in (copy.deepcopy(agent), pickle.loads(pickle.dumps(agent))):
        assert copied.act(decision) == agent.act(decision)
        assert copied._process._popen.pid != agent._process._popen.pid
        copied.close()


@pytest.mark.slow
@pytest.mark.parametrize("how", ["repeats", "hangs"])
def test_the_end_of_a_script_ends_its_programs(how):
    script = f"""
from tablemates.agents.outside.process import Process
process = Process("bot", "{sys.executable} {PROGRAM} {how}")
if "{how}" == "hangs":
    process._popen.stdin.write(b"{{}}\\n")
print(process._popen.pid)
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert not is_alive(int(done.stdout))


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("cmd:", "names no program"),
        ("cmd:  ", "names no program"),
        ("cmd:./no-such-bot --fast", "there is no program './no-such-bot' that can be executed"),
        ("cmd:no-such-bot-anywhere", "there is no program 'no-such-bot-anywhere'"),
        ("cmd:pyproject.toml", "there is no program 'pyproject.toml' that can be executed"),
        ("cmd:'./bot", "no closing quotation"),
    ],
)
def test_what_is_no_program_gets_a_sentence_before_any_game(race, spec, sentence):
    with pytest.raises(AgentError) as caught:
        find_agent(spec, race)
    assert sentence in str(caught.value)
