"""Users' own agents in this process: errors with their place, and time limits."""

import contextlib
import json
import re
import signal
import threading
import time

import numpy as np
import pytest

from tablemates.agents.errors import AgentError, CrashError, PolicyError, StallError
from tablemates.agents.outside import guard as guards
from tablemates.agents.outside import limits
from tablemates.agents.outside.asking import answers
from tablemates.agents.outside.guard import GuardedAgent
from tablemates.agents.outside.limits import TooLateError, within
from tablemates.agents.registry import find_agent
from tablemates.envs.core.agent import Candidate, Explanation
from tests.agents.bots import First

HERE = __name__


class Bad(First):
    """Does what its function says."""

    def __init__(self, what):
        self.what = what
        self.closed = False

    def act(self, situation):
        return self.what(situation)

    def close(self):
        self.closed = True


class BadWithBatches(Bad):
    def act_batch(self, batch):
        return self.what(batch)


def guarded(what, seconds=20.0, kind=Bad):
    return GuardedAgent(kind(what), "bot", seconds)


def fail(situation):
    raise KeyError("snapshots")


def fail_in_numpy(situation):
    return np.linalg.inv(np.zeros((2, 2)))


def fail_in_python(situation):
    return json.loads("north")


def leave(situation):
    raise SystemExit(1)


def refuse(situation):
    raise PolicyError("the network answers with numbers that are not finite")


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (fail, r"'bot' failed: test_guard.py, line \d+, in fail: KeyError: 'snapshots'"),
        (fail_in_numpy, r"'bot' failed: test_guard.py, line \d+, in fail_in_numpy: LinAlgError: "),
        (fail_in_python, r"'bot' failed: test_guard.py, line \d+, in fail_in_python: JSONDecode"),
        (leave, r"'bot' failed: test_guard.py, line \d+, in leave: SystemExit: 1"),
        (refuse, r"the network answers with numbers that are not finite"),
        (lambda _: "north", r"'bot' answered 'north' \(str\), which is no number"),
        (lambda _: None, r"'bot' answered None \(NoneType\), which is no number"),
        (lambda _: 2.0, r"'bot' answered 2.0 \(float\), which is no number"),
    ],
)
def test_what_goes_wrong_becomes_a_crash_with_its_place(decision, what, sentence):
    with pytest.raises(CrashError) as caught:
        guarded(what).act(decision)
    assert re.match(sentence, str(caught.value))
    assert "\n" not in str(caught.value)


def test_the_users_own_error_is_kept_for_whoever_looks(decision):
    with pytest.raises(CrashError) as caught:
        guarded(fail).act(decision)
    assert isinstance(caught.value.__cause__, KeyError)


def test_whoever_stops_the_run_stops_it(decision):
    def stop(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        guarded(stop).act(decision)


def test_numbers_of_numpy_are_numbers_and_illegal_ones_are_for_the_judge(decision):
    assert guarded(lambda _: np.int16(7)).act(decision) == 7
    assert guarded(lambda _: -1).act(decision) == -1


# -- batches ------------------------------------------------------------------------


def test_only_the_games_that_fail_have_errors(batch):
    def fail_in_second(situation):
        return fail(situation) if situation.key == batch.keys[1] else 5

    found = answers(guarded(fail_in_second), batch)
    assert [answer if isinstance(answer, int) else type(answer) for answer in found] == [
        5, CrashError, 5, 5,
    ]  # fmt: skip
    with pytest.raises(CrashError):
        guarded(fail_in_second).act_batch(batch)


def test_a_batch_that_fails_is_asked_game_by_game(batch):
    sizes = []

    def fail_with_second(part):
        sizes.append(len(part))
        if batch.keys[1] in part.keys:
            raise KeyError
        return np.full(len(part), 5)

    found = answers(guarded(fail_with_second, kind=BadWithBatches), batch)
    assert sizes == [4, 1, 1, 1, 1]
    assert [isinstance(answer, CrashError) for answer in found] == [False, True, False, False]


def test_a_batch_that_fails_where_none_of_its_games_does_counts_for_none(batch):
    def fail_together(part):
        return fail(part) if len(part) > 1 else np.array([5])

    found = answers(guarded(fail_together, kind=BadWithBatches), batch)
    assert all(isinstance(answer, CrashError) for answer in found)


@pytest.mark.parametrize(
    "answer", [np.zeros(5, int), np.zeros(4), np.zeros((4, 1), int), None, [[1], 2, 3, 4]]
)
def test_a_batch_of_another_shape_is_no_answer(batch, answer):
    found = answers(guarded(lambda _: answer, kind=BadWithBatches), batch)
    assert all(isinstance(one, CrashError) for one in found)


def test_agents_without_a_guard_are_asked_as_carefully(batch, facts):
    assert all(isinstance(one, CrashError) for one in answers(Bad(fail), batch))
    assert answers(find_agent("random", facts), batch) == [
        int(one) for one in find_agent("random", facts).act_batch(batch)
    ]


# -- time -----------------------------------------------------------------------------


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(guards, "START_SECONDS", 0.0)
    monkeypatch.setattr(limits, "_AGAIN", 0.2)


def sleep(_):
    time.sleep(1000)


def loop(_):
    while True:
        pass


def loop_stubbornly(_):
    end = time.monotonic() + 0.7
    while time.monotonic() < end:
        with contextlib.suppress(BaseException):
            loop(_)
    return 5


def wait_for_a_lock(_):
    lock = threading.Lock()
    with lock, lock:
        pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no alarms here")
@pytest.mark.parametrize("what", [sleep, loop, wait_for_a_lock, loop_stubbornly])
def test_whoever_is_late_is_interrupted(decision, what, impatient):
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(StallError, match=r"^'bot' did not answer within 0\.2 seconds$"):
        guarded(what, 0.2).act(decision)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def in_a_thread(work):
    """Do work in another thread, as where there are no alarms; return what it raised."""
    raised = []

    def run():
        try:
            work()
        except AgentError as error:
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(20)
    assert not thread.is_alive()
    return raised


@pytest.mark.parametrize("what", [loop, loop_stubbornly])
def test_python_code_is_interrupted_without_alarms_too(decision, what, impatient):
    (error,) = in_a_thread(lambda: guarded(what, 0.2).act(decision))
    assert isinstance(error, StallError)


def test_what_is_done_in_time_is_never_interrupted():
    def work():
        for _ in range(2000):
            assert within(0.05, lambda: 5) == 5
        time.sleep(0.1)

    work()
    assert in_a_thread(work) == []


def test_an_answer_on_the_edge_is_either_in_time_or_late():
    def work():
        late = 0
        for n in range(100):
            try:
                within(0.002, lambda n=n: time.sleep(0.0015 + n * 1e-5))
            except TooLateError:
                late += 1
        assert late
        time.sleep(0.01)

    work()
    assert in_a_thread(work) == []


def test_an_alarm_of_somebody_elses_goes_on():
    rang = []
    before = signal.signal(signal.SIGALRM, lambda *_: rang.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        within(0.1, lambda: None)
        time.sleep(0.4)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert rang == [1]


def test_the_first_answer_may_take_longer(decision, monkeypatch):
    monkeypatch.setattr(guards, "START_SECONDS", 1.0)
    slow = guarded(lambda _: time.sleep(0.3) or 5, 0.1)
    assert slow.act(decision) == 5
    with pytest.raises(StallError):
        slow.act(decision)


def test_one_that_never_answers_is_not_waited_for_for_ever(decision, impatient):
    asked = []
    agent = guarded(lambda _: asked.append(1) or sleep(_), 0.1)
    for _ in range(5):
        with pytest.raises(StallError):
            agent.act(decision)
    assert len(asked) == 3


def test_a_batch_has_time_for_each_of_its_games(batch, impatient):
    def answer(part):
        time.sleep(0.2)
        return np.full(len(part), 5)

    assert answers(guarded(answer, 0.1, BadWithBatches), batch) == [5] * 4
    assert isinstance(answers(guarded(answer, 0.04, BadWithBatches), batch)[0], StallError)


def test_an_interruption_is_no_exception_that_agents_catch(decision, impatient):
    caught = []

    def catch(situation):
        try:
            loop(situation)
        except Exception as error:  # noqa: BLE001 (as many do)
            caught.append(error)

    with pytest.raises(StallError):
        guarded(catch, 0.2).act(decision)
    assert caught == []


# -- the rest of an agent -------------------------------------------------------------


def test_reasons_are_guarded_too_and_closing_reaches_the_agent(decision):
    class Wise(Bad):
        def explain(self, situation):
            self.what(situation)
            return Explanation((Candidate(5, 1.0, "why not"),))

    wise = GuardedAgent(Wise(lambda _: 5), "bot", 20.0)
    assert wise.explain(decision).candidates[0].reason == "why not"
    with pytest.raises(CrashError, match="in fail"):
        GuardedAgent(Wise(fail), "bot", 20.0).explain(decision)
    wise.close()
    assert wise.inner.closed


# -- the registry -----------------------------------------------------------------------


def test_factories_are_guarded_where_there_is_a_limit(facts):
    assert isinstance(find_agent("tests.agents.bots:First", facts), First)
    agent = find_agent("tests.agents.bots:First", facts, answer_seconds=3.0)
    assert isinstance(agent, GuardedAgent)
    assert agent.name == "first"
    assert not isinstance(find_agent("random", facts, answer_seconds=3.0), GuardedAgent)


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Return a function that writes a module into the current folder and names it."""
    monkeypatch.chdir(tmp_path)

    def write(name, text):
        (tmp_path / f"{name}.py").write_text(text)
        return name

    return write


TAKES = "  def __init__(self, facts): pass\n"
AGENT = "from tablemates.envs.core.agent import Agent\nclass Bot(Agent):\n"


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("bots_a", "def f(:", r"'bots_a' fails: SyntaxError: .*line 1"),
        ("bots_b", "x = 1\ny = z", r"'bots_b' fails: bots_b.py, line 2, in <module>: NameError"),
        ("bots_c", AGENT + TAKES, r"cannot be made: TypeError: .*abstract.*act"),
        ("bots_d", "def Bot(facts):\n  return 1 / 0", r"bots_d.py, line 2, in Bot: ZeroDivision"),
        ("bots_e", "def Bot():\n  pass", r"cannot be made: TypeError: Bot\(\) takes 0 positional"),
        ("bots_h", AGENT + TAKES + "  act = __init__", "made an agent without a name"),
        ("bots_g", "import no_such_module", r"'bots_g' cannot be imported \(No module named"),
    ],
)
def test_factories_that_do_not_do_get_a_sentence(facts, module, name, text, sentence):
    with pytest.raises(AgentError) as caught:
        find_agent(f"{module(name, text)}:Bot", facts)
    assert re.search(sentence, str(caught.value))
    assert "\n" not in str(caught.value)


def test_modules_of_the_current_folder_are_found(facts, module):
    text = AGENT + "  name = 'mine'\n  def __init__(self, f): pass\n  def act(self, s): return 5\n"
    assert find_agent(f"{module('bots_z', text)}:Bot", facts).name == "mine"


def test_time_that_passed_meanwhile_counts_for_an_alarm_of_somebody_elses():
    before = signal.signal(signal.SIGALRM, lambda *_: None)
    try:
        signal.setitimer(signal.ITIMER_REAL, 100.0)
        within(50.0, lambda: time.sleep(0.2))
        assert 0.0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 99.8
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def test_a_number_too_large_for_an_action_is_a_crash(decision):
    with pytest.raises(CrashError, match="answered 70000, which is no action"):
        guarded(lambda _: 70_000).act(decision)


@pytest.mark.parametrize("error", [KeyError("tables"), SystemExit(3)])
def test_who_fails_when_it_is_closed_costs_nothing(error, monkeypatch, capsys):
    def closing(_bad):
        raise error

    monkeypatch.setattr(Bad, "close", closing)
    guarded(fail).close()
    assert "notice: 'bot' failed when it was closed: " in capsys.readouterr().err
