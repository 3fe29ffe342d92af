"""Users' own agents in this process: what goes wrong becomes one sentence with its place."""

import re

import numpy as np
import pytest

from tablemates.agents.errors import AgentError, CrashError, PolicyError
from tablemates.agents.outside.guard import GuardedAgent, answers
from tablemates.agents.outside.secret import hashed
from tablemates.agents.registry import find_agent
from tablemates.envs.core.views.agent import Candidate, Explanation
from tests.agents.bots import First


class Bad(First):
    """Does what its function says."""

    def __init__(self, what):
        self.what = what
        self.closed = False

    def act(self, situation):
        return self.what(situation)

    def explain(self, situation):
        self.what(situation)
        return Explanation((Candidate(5, 1.0, "why not"),))

    def close(self):
        self.closed = True


class BadWithBatches(Bad):
    def act_batch(self, batch):
        return self.what(batch)


SECRET = bytes(32)


def guarded(what, kind=Bad):
    return GuardedAgent(kind(what), "bot", SECRET)


def fail(situation):
    raise KeyError("snapshots")


def fail_in_numpy(situation):
    return np.linalg.inv(np.zeros((2, 2)))


def leave(situation):
    raise SystemExit(1)


class LeavingError(BaseException):
    pass


class MuteError(Exception):
    def __str__(self):
        raise RuntimeError("no message")


def leave_by_its_own_door(situation):
    raise LeavingError


def fail_without_a_message(situation):
    raise MuteError


class Shy:
    def __index__(self):
        raise ValueError("not today")


def refuse(situation):
    raise PolicyError("the network answers with numbers that are not finite")


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (fail, r"'bot' failed: test_guard.py, line \d+, in fail: KeyError: 'snapshots'"),
        (fail_in_numpy, r"'bot' failed: test_guard.py, line \d+, in fail_in_numpy: LinAlgError: "),
        (leave, r"'bot' failed: test_guard.py, line \d+, in leave: SystemExit: 1"),
        (leave_by_its_own_door, r"'bot' failed: test_guard.py, line \d+, .*: LeavingError"),
        (fail_without_a_message, r"'bot' failed: .*: MuteError: its message cannot be read"),
        (lambda _: Shy(), r"'bot' failed: test_guard.py, line \d+, in __index__: ValueError: not"),
        (refuse, r"the network answers with numbers that are not finite"),
        (lambda _: "north", r"'bot' answered 'north' \(str\), which is no integer"),
        (lambda _: 2.0, r"'bot' answered 2.0 \(float\), which is no integer"),
        (lambda _: 70_000, r"'bot' answered 70000, which is no action"),
    ],
)
def test_what_goes_wrong_becomes_a_crash_with_its_place(decision, what, sentence):
    with pytest.raises(CrashError) as caught:
        guarded(what).act(decision)
    assert re.match(sentence, str(caught.value))
    assert "\n" not in str(caught.value)
    if what is fail:
        assert isinstance(caught.value.__cause__, KeyError)
        with pytest.raises(CrashError, match="in fail"):
            guarded(fail).explain(decision)


def test_only_the_games_that_fail_have_errors(batch):
    second = hashed(SECRET, batch.keys[1], "key")

    def fail_in_second(situation):
        return fail(situation) if situation.key == second else 5

    found = answers(guarded(fail_in_second), batch)
    assert [isinstance(answer, CrashError) for answer in found] == [False, True, False, False]
    with pytest.raises(CrashError):
        guarded(fail_in_second).act_batch(batch)


@pytest.mark.parametrize("answer", [np.zeros(5, int), np.zeros(4), None])
def test_a_batch_of_another_shape_is_no_answer(batch, answer):
    found = answers(guarded(lambda _: answer, BadWithBatches), batch)
    assert all(isinstance(one, CrashError) for one in found)


@pytest.mark.parametrize("error", [KeyError("tables"), SystemExit(3)])
def test_closing_reaches_the_agent_and_its_failure_is_printed(error, monkeypatch, capsys):
    agent = guarded(fail)
    agent.close()
    assert agent.inner.closed
    monkeypatch.setattr(Bad, "close", lambda _bad: (_ for _ in ()).throw(error))
    guarded(fail).close()
    assert re.match("notice: 'bot' failed: .*when it was closed", capsys.readouterr().err)


@pytest.mark.parametrize("said", [None, "because", Explanation(({},))])
def test_reasons_that_are_none_are_a_crash_of_the_agent(decision, said, monkeypatch):
    monkeypatch.setattr(Bad, "explain", lambda _bad, _situation: said)
    with pytest.raises(CrashError, match="'bot' failed"):
        guarded(fail).explain(decision)


def test_what_an_agent_writes_into_its_decision_changes_nothing(batch):
    def cheat(situation):
        for array in (situation.observation, situation.mask, situation.public):
            array[:] = 1
        return 0

    before = [batch.observations.copy(), batch.masks.copy(), batch.publics.copy()]
    assert answers(guarded(cheat), batch) == [0] * 4
    for now, then in zip((batch.observations, batch.masks, batch.publics), before, strict=True):
        assert (now == then).all()


# -- factories --------------------------------------------------------------------------
@pytest.fixture
def module(tmp_path, monkeypatch):
    """Return a function that writes a module into the current folder and names it."""
    monkeypatch.chdir(tmp_path)

    def write(name, text):
        (tmp_path / f"{name}.py").write_text(text)
        return name

    return write


TAKES = "  def __init__(self, facts): pass\n"
AGENT = "from tablemates.envs.core.views.agent import Agent\nclass Bot(Agent):\n"


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("bots_a", "def f(:", r"'bots_a' fails: SyntaxError: .*line 1"),
        ("bots_b", "x = 1\ny = z", r"'bots_b' fails: bots_b.py, line 2, in <module>: NameError"),
        ("bots_c", AGENT + TAKES, r"cannot be made: TypeError: .*abstract.*act"),
        ("bots_d", "def Bot(facts):\n  return 1 / 0", r"bots_d.py, line 2, in Bot: ZeroDivision"),
        ("bots_h", AGENT + TAKES + "  act = __init__", "made an agent without a name"),
        ("bots_g", "import no_such_module", r"'bots_g' cannot be imported \(No module named"),
    ],
)
def test_a_broken_factory_gets_a_sentence(race, module, name, text, sentence):
    with pytest.raises(AgentError) as caught:
        find_agent(f"{module(name, text)}:Bot", race)
    assert re.search(sentence, str(caught.value))
    assert "\n" not in str(caught.value)


def test_modules_of_the_current_folder_are_found(race, module):
    text = AGENT + "  name = 'mine'\n  def __init__(self, f): pass\n  def act(self, s): return 5\n"
    assert find_agent(f"{module('bots_z', text)}:Bot", race).name == "mine"
