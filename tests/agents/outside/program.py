"""A program that plays, badly in the way that its first argument names."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def answer(question, **more):
    say(json.dumps({"action": question["choices"][0]["action"]} | more) + "\n")


def dies(question):
    print("one\ntwo\n\nthree", file=sys.stderr)
    print("KeyError: 'snapshots'", file=sys.stderr)
    sys.exit(3)


def is_killed(question):
    os.kill(os.getpid(), signal.SIGKILL)


def hangs(question):
    time.sleep(1000)


def hangs_with_children(question):
    """Start a child that holds the pipes open, and say its number where a test looks."""
    child = subprocess.Popen(["sleep", "1000"])
    Path(sys.argv[2]).write_text(f"{os.getpid()} {child.pid}")
    time.sleep(1000)


def closes_its_output(question):
    os.close(1)
    time.sleep(1000)


def writes_without_end(question):
    while True:
        say('{"action": 1}\n')


def answers_twice(question):
    answer(question)
    answer(question)


def answers_once(question):
    answer(question)
    sys.exit(0)


def fails_at_times(question):
    """Fail when the file is there, and take it away."""
    if Path(sys.argv[2]).exists():
        Path(sys.argv[2]).unlink()
        sys.exit(1)
    answer(question)


def hangs_later(question):
    """Answer in the first process that plays, and hang in the others."""
    with Path(sys.argv[2]).open("a+") as file:
        file.seek(0)
        if str(os.getpid()) not in file.read().split():
            file.write(f"{os.getpid()} ")
        file.seek(0)
        first = file.read().split()[0] == str(os.getpid())
    answer(question) if first else time.sleep(1000)


def writes_down(question):
    """Keep the question for whoever wants to foretell the next ones."""
    with Path(sys.argv[2]).open("a") as file:
        file.write(json.dumps(question) + "\n")
    answer(question)


def repeats(question):
    """Name the question as the reason."""
    action = question["choices"][0]["action"]
    reason = json.dumps([question["seed"], question["explain"], question["seat"]])
    answer(question, candidates=[{"action": action, "value": 1, "reason": reason}], extra="?")


WORDS = {
    "garbage": "I think north\n",
    "truth_action": '{"action": true}\n',
    "unknown_action": '{"action": 999}\n',
    "illegal_action": '{"action": 0}\n',
    "illegal_candidate": '{"action": 1, "candidates": [{"action": 0}]}\n',
}

if __name__ == "__main__":
    how = sys.argv[1]
    for line in sys.stdin:
        if how in WORDS:
            say(WORDS[how])
        else:
            globals()[how](json.loads(line))
