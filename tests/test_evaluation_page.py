"""What docs/evaluation.md shows works: examples, commands, links, messages."""

import json
import re
import shlex

import pytest

import evaluate
from agents.outside.messages import FORMAT, VERSION, Question, Reply
from docs.rule_index import ROOT

PAGE = ROOT / "docs" / "evaluation.md"
TEXT = PAGE.read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


def commands():
    lines = "".join(blocks("bash")).splitlines()
    return [line for line in lines if "evaluate.py" in line]


def test_the_examples_are_the_files_that_tests_run():
    assert [*blocks("python")] == [
        (ROOT / "docs" / "examples" / name).read_text() for name in ("forward.py", "line_bot.py")
    ]


def test_the_messages_are_of_the_format():
    question, reply = (json.loads(block) for block in blocks("json"))
    asked = Question.model_validate(question)
    assert (asked.format, asked.version) == (FORMAT, VERSION)
    assert Reply.model_validate(reply).model_dump() == reply  # no key is unknown


@pytest.mark.parametrize("command", commands())
def test_commands_have_options_that_there_are(command):
    words = shlex.split(command)
    assert words[:2] == [".venv/bin/python", "evaluate.py"]
    assert vars(evaluate.parser().parse_args(words[2:]))


def test_options_that_are_named_exist():
    options = set(re.findall(r"(?<!\S)`?(--[a-z][a-z-]+)", TEXT))
    known = {option for action in evaluate.parser()._actions for option in action.option_strings}
    assert options <= known | {"--text", "--partners", "--fast"}


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\(([^)#]+)\)", TEXT))))
def test_links_lead_somewhere(path):
    assert (PAGE.parent / path).exists()
