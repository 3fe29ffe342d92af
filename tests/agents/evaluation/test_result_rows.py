"""Rows: reading and writing them, digests of agents, and verification by replaying."""

import sys

import pytest

from tablemates.agents.evaluation.agent_digests import BUILT_IN, UNKNOWN, policy_digest
from tablemates.agents.evaluation.result_folder import DIGEST
from tablemates.agents.evaluation.result_rows import file_digest, read_rows
from tablemates.agents.evaluation.runner import play
from tablemates.agents.evaluation.verify import DoesNotHoldError, verify
from tablemates.agents.networks.policy import read_policy
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.history.replay import pack_actions, unpack_actions
from tests.agents.conftest import write_random_policy
from tests.agents.evaluated import BOTS, GAME, plan_of, write_rows


@pytest.fixture(scope="module")
def rows():
    """Rows of self-play, of a team, of forfeits and of games that were cut."""
    agents = ["random", f"random+{BOTS}:First", f"{BOTS}:Illegal", f"{BOTS}:Broken"]
    return play(plan_of(agents=agents, players=[2, 3], games=3, max_turns=12))


@pytest.fixture
def file(rows, tmp_path):
    write_rows(tmp_path / "rows.jsonl", rows)
    return tmp_path / "rows.jsonl"


def test_rows_are_read_as_they_were_written(rows, file):
    assert read_rows(file) == rows
    first, *others = read_rows(file)
    assert others[0].policies is first.policies  # equal entries take memory once


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{}\n", "line 1: 'game' is missing"),
        (b'{"agents": ["random"], "level": 1}\n', "other versions are not read: evaluate again"),
        (b"[1]\n", "keys with values"),
        (b"nonsense\n", "nvalid JSON"),
        (b"\xff\xfe\n", "nvalid JSON"),
    ],
)
def test_a_file_without_rows_gets_a_sentence(tmp_path, content, sentence):
    (tmp_path / "rows.jsonl").write_bytes(content)
    with pytest.raises(FormatError, match=r"rows\.jsonl") as caught:
        verify(tmp_path / "rows.jsonl", own=GAME)
    assert sentence in str(caught.value)


# -- digests of agents ------------------------------------------------------------------


def test_a_policy_folder_has_the_digest_of_its_weights(tmp_path, race):
    digests = []
    for seed in (0, 1, 0):
        folder = tmp_path / f"policy{len(digests)}"
        write_random_policy(folder, race, seed)
        digests.append(policy_digest(str(folder), GAME))
        assert read_policy(folder).card.weights.startswith(digests[-1])
        assert policy_digest(f"{folder}:sample", GAME) not in (UNKNOWN, *digests)
    assert digests[0] == digests[2] != digests[1]


def test_a_champion_has_the_digest_of_its_network(tmp_path, race):
    write_random_policy(tmp_path / "policy", race)
    found = policy_digest(f"champion:8:{tmp_path / 'policy'}", GAME)
    assert found == policy_digest(str(tmp_path / "policy"), GAME) != BUILT_IN


def test_a_module_has_the_digest_of_its_source(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "own_bot.py").write_text("class Bot: ...\n")
    before = policy_digest("own_bot:Bot", GAME)
    (tmp_path / "own_bot.py").write_text("class Bot: pass\n")
    assert UNKNOWN != before != policy_digest("own_bot:Bot", GAME)


# -- verification -------------------------------------------------------------------------


def test_rows_of_an_evaluation_hold(rows, file):
    assert {"timeout", "illegal_action", "crash"} < {row.cause for row in rows}
    held = f"{len(rows)} rows hold, {{}} of them played again; sha256 {file_digest(file)}"
    assert verify(file, own=GAME) == verify(file, own=GAME, sample=10**6) == [held.format("all")]
    assert verify(file, own=GAME, sample=5) == [held.format(5)]


@pytest.mark.parametrize(
    "changes",
    [
        lambda row: {"actions": pack_actions([*unpack_actions(row.actions)[:-1], 0])},
        lambda row: {"actions": pack_actions(unpack_actions(row.actions)[:-1])},
        lambda row: {"seed": row.seed + 1},
        lambda row: {"won": not row.won},
        lambda row: {"returns": (0.5, *row.returns[1:])},
        lambda row: {"turns": row.turns + 1},
        lambda row: {"decisions": row.decisions + 1},
        lambda row: {"agents": (*row.agents, "random")},
        lambda row: {"axes": {**row.axes, "players": 1}},
        lambda _row: {"progress": 0.5},
        lambda _row: {"final": "0" * 16},
        lambda _row: {"cause": "won"},
        lambda _row: {"ruleset": "0" * 16},
        lambda _row: {"recipe": {}},
        lambda _row: {"actions": "nonsense"},
    ],
)
def test_a_changed_row_is_named(rows, file, changes):
    write_rows(file, [*rows[:2], rows[2].model_copy(update=changes(rows[2])), *rows[3:]])
    with pytest.raises(DoesNotHoldError, match=r"rows\.jsonl, line 3: "):
        verify(file, own=GAME)


def test_rows_must_have_the_digest_that_was_reported(file):
    (file.parent / DIGEST).write_text(f"{file_digest(file)}  rows.jsonl\n")
    assert verify(file, own=GAME, sample=1)
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))
    with pytest.raises(DoesNotHoldError, match="sha256"):
        verify(file, own=GAME, sample=1)
