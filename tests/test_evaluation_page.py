"""What docs/evaluation.md shows works: examples, commands, links, messages."""

import json
import re
import shlex

import pytest

from docs.rule_index import ROOT
from tablemates import evaluate
from tablemates.agents.evaluation.rows import read_rows
from tablemates.agents.outside.program import FORMAT, VERSION, Question, Reply

PAGE = ROOT / "docs" / "evaluation.md"
TEXT = PAGE.read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)


def commands():
    lines = "".join(blocks("bash")).splitlines()
    return [line for line in lines if "evaluate.py" in line]


def test_the_examples_are_the_files_that_tests_run():
    assert [*blocks("python")] == [
        (ROOT / "docs" / "examples" / name).read_text()
        for name in ("monte_carlo.py", "sb3_model.py", "line_bot.py")
    ]


@pytest.mark.slow
def test_a_model_of_another_library_plays(tmp_path, monkeypatch):
    from sb3_contrib import MaskablePPO

    from docs.examples import sb3_model
    from tablemates.envs import portal_dash_v0

    env = portal_dash_v0.gym_env(level=1, players=2)
    MaskablePPO("MlpPolicy", env, n_steps=16, device="cpu").save(tmp_path / "model")
    monkeypatch.setattr(sb3_model, "FILE", tmp_path / "model.zip")
    words = ["--agents", "docs.examples.sb3_model:Model", "--levels", "1", "--games", "2"]
    assert evaluate.main([*words, "--workers", "1", "--out", str(tmp_path / "out")]) == 0
    rows = read_rows(tmp_path / "out" / "rows.jsonl")
    assert [row.forfeit for row in rows] == [None, None]


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
