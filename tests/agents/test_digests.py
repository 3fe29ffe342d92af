"""Digests of policies: equal files, equal digest; a changed one, another."""

import importlib
import sys

import pytest

from tablemates.agents.evaluation.digests import policy_digest
from tablemates.agents.evaluation.rows import START, UNKNOWN
from tablemates.agents.policy import read_policy
from tablemates.agents.registry import NAMES
from tests.agents.conftest import write_random_policy


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of somebody's with a bot, a module that it uses, weights, and one it does not."""
    folder = tmp_path / "somebody"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "bots.py").write_text("from somebody import ways\nfrom .more import x\nimport json\n")
    (folder / "ways.py").write_text("STEP = 1\n")
    (folder / "more.py").write_text("x = 1\n")
    (folder / "other.py").write_text("y = 1\n")
    (folder / "weights.yaml").write_text("a: 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    yield folder
    for name in [name for name in sys.modules if name.startswith("somebody")]:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("file", "counts"),
    [
        *(("bots.py", True), ("ways.py", True), ("more.py", True), ("__init__.py", True)),
        *(("weights.yaml", True), ("other.py", False)),
    ],
)
def test_a_script_has_the_digest_of_what_it_is_made_of(package, file, counts):
    before = policy_digest("somebody.bots:Bot")
    assert before == policy_digest("somebody.bots:Bot")
    assert len(before) == len(START)
    with (package / file).open("a") as stream:
        stream.write("# more\n")
    assert (policy_digest("somebody.bots:Bot") != before) == counts


def test_line_ends_of_another_system_make_no_other_agent(package):
    before = policy_digest("somebody.bots:Bot")
    text = (package / "ways.py").read_bytes()
    (package / "ways.py").write_bytes(text.replace(b"\n", b"\r\n"))
    assert policy_digest("somebody.bots:Bot") == before


@pytest.mark.slow
def test_named_agents_have_digests_of_their_own():
    digests = {name: policy_digest(name) for name in NAMES}
    assert UNKNOWN not in digests.values()
    assert len({digests[name] for name in ("random", "rules", "planner")}) == 3
    assert policy_digest("noise:0.1:rules") == policy_digest("rules")


def test_a_policy_folder_has_the_digest_of_its_weights(tmp_path, facts):
    digests = []
    for seed in (0, 1, 0):
        folder = tmp_path / f"policy{len(digests)}"
        write_random_policy(folder, facts, seed)
        digests.append(policy_digest(str(folder)))
        assert read_policy(folder).card.weights.startswith(digests[-1])
        drawn = policy_digest(f"{folder}:sample")
        assert drawn not in (UNKNOWN, *digests)
    assert digests[0] == digests[2] != digests[1]


def test_a_program_has_the_digest_of_the_files_that_its_command_names(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("print(1)\n")
    before = policy_digest(f"cmd:python {bot} --fast")
    assert before == policy_digest(f"cmd:python {bot} --slow") != UNKNOWN
    bot.write_text("print(2)\n")
    assert policy_digest(f"cmd:python {bot} --fast") != before
    for command in ("cmd:nowhere --fast", "cmd:'", "cmd:"):
        assert policy_digest(command) == UNKNOWN


def test_a_script_of_ones_own_has_the_digest_of_the_files_that_it_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "runs").mkdir()
    (tmp_path / "named_files_bot.py").write_text(
        "from pathlib import Path\nFILE = Path('runs/model.zip')\nOTHER = 'beside.txt'\n"
    )
    seen = [policy_digest("named_files_bot:Bot")]
    for name in ("runs/model.zip", "beside.txt"):
        for text in ("one", "two"):
            (tmp_path / name).write_text(text)
            seen.append(policy_digest("named_files_bot:Bot"))
    assert len(set(seen)) == 5
    long = f"cmd:python -c '{'x' * 300}'"
    assert policy_digest(long) == UNKNOWN


def test_a_module_of_the_current_folder_has_a_digest(tmp_path, monkeypatch):
    (tmp_path / "bot_of_this_folder.py").write_text("class Bot: pass\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [one for one in sys.path if one not in ("", str(tmp_path))])
    assert policy_digest("bot_of_this_folder:Bot") != UNKNOWN
