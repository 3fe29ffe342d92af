"""Rows: reading and writing them, digests of agents, and verification by replaying."""

import sys

import pytest

from tablemates.agents.evaluation.digests import BUILT_IN, UNKNOWN, policy_digest
from tablemates.agents.evaluation.rows import file_digest, read_rows
from tablemates.agents.evaluation.run_folder import DIGEST
from tablemates.agents.evaluation.runner import play
from tablemates.agents.evaluation.verify import DoesNotHoldError, verify
from tablemates.agents.policy import read_policy
from tablemates.envs.core.errors import FormatError, GameError
from tablemates.envs.core.replay import pack_actions, unpack_actions
from tests.agents.conftest import write_random_policy
from tests.agents.evaluated import BOTS, CUSTOM, plan_of, write_rows


@pytest.fixture(scope="module")
def rows():
    """Rows of self-play, of a team, of forfeits, of a custom level and of games that were cut."""
    agents = ["random", f"random+{BOTS}:First", f"{BOTS}:Illegal", f"{BOTS}:Broken"]
    return play(plan_of(agents=agents, players=[2, 3], games=3, level=[1, CUSTOM], max_turns=12))


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
        verify(tmp_path / "rows.jsonl")
    assert sentence in str(caught.value)


# -- digests of agents ------------------------------------------------------------------


def test_a_policy_folder_has_the_digest_of_its_weights(tmp_path, facts):
    digests = []
    for seed in (0, 1, 0):
        folder = tmp_path / f"policy{len(digests)}"
        write_random_policy(folder, facts, seed)
        digests.append(policy_digest(str(folder), "portal_dash"))
        assert read_policy(folder).card.weights.startswith(digests[-1])
        assert policy_digest(f"{folder}:sample", "portal_dash") not in (UNKNOWN, *digests)
    assert digests[0] == digests[2] != digests[1]


def test_a_champion_has_the_digest_of_its_network(tmp_path, facts):
    write_random_policy(tmp_path / "policy", facts)
    found = policy_digest(f"champion:8:{tmp_path / 'policy'}", "portal_dash")
    assert found == policy_digest(str(tmp_path / "policy"), "portal_dash") != BUILT_IN


def test_a_module_has_the_digest_of_its_source(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "own_bot.py").write_text("class Bot: ...\n")
    before = policy_digest("own_bot:Bot", "portal_dash")
    (tmp_path / "own_bot.py").write_text("class Bot: pass\n")
    assert UNKNOWN != before != policy_digest("own_bot:Bot", "portal_dash")


@pytest.mark.parametrize("name", ["random", "planner:miner", "rollout:8", "mcts:1s"])
def test_agents_of_the_package_are_known_by_its_version(name):
    assert policy_digest(name, "portal_dash") == BUILT_IN


@pytest.mark.parametrize("name", ["cmd:python bot.py", "no.such.module:Bot", "randm"])
def test_other_agents_have_no_digest(name):
    assert policy_digest(name, "portal_dash") == UNKNOWN


# -- verification -------------------------------------------------------------------------


def test_rows_of_an_evaluation_hold(rows, file):
    assert {"timeout", "illegal_action", "crash"} < {row.cause for row in rows}
    held = f"{len(rows)} rows hold, {{}} of them played again; sha256 {file_digest(file)}"
    assert verify(file) == verify(file, sample=10**6) == [held.format("all")]
    assert verify(file, sample=5) == [held.format(5)]


@pytest.mark.parametrize(
    "changes",
    [
        lambda row: {"actions": pack_actions([*unpack_actions(row.actions)[:-1], 3])},
        lambda row: {"actions": pack_actions(unpack_actions(row.actions)[:-1])},
        lambda row: {"seed": row.seed + 1},
        lambda row: {"won": not row.won},
        lambda row: {"returns": (0.5, *row.returns[1:])},
        lambda row: {"turns": row.turns + 1},
        lambda row: {"decisions": row.decisions + 1},
        lambda row: {"agents": (*row.agents, "random")},
        lambda row: {"axes": {**row.axes, "players": 4}},
        lambda _row: {"progress": 0.5},
        lambda _row: {"final": "0" * 16},
        lambda _row: {"cause": "boss_defeated"},
        lambda _row: {"ruleset": "0" * 16},
        lambda _row: {"recipe": {}},
        lambda _row: {"actions": "nonsense"},
    ],
)
def test_a_changed_row_is_named(rows, file, changes):
    write_rows(file, [*rows[:2], rows[2].model_copy(update=changes(rows[2])), *rows[3:]])
    with pytest.raises(DoesNotHoldError, match=r"rows\.jsonl, line 3: "):
        verify(file)


def test_a_sample_finds_a_changed_row_sooner_or_later(rows, file):
    write_rows(file, [rows[0].model_copy(update={"final": "0" * 16}), *rows[1:]])

    def finds():
        try:
            verify(file, sample=len(rows) // 2)
        except DoesNotHoldError:
            return True
        return False

    assert any(finds() for _ in range(40))


def test_rows_must_have_the_digest_that_was_reported(file):
    (file.parent / DIGEST).write_text(f"{file_digest(file)}  rows.jsonl\n")
    assert verify(file, sample=1)
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))
    with pytest.raises(DoesNotHoldError, match="sha256"):
        verify(file, sample=1)


def test_another_version_of_the_program_is_a_note(rows, file):
    write_rows(file, [row.model_copy(update={"version": "9.9"}) for row in rows[:2]])
    _, note = verify(file)
    assert note.startswith("note: the rows were played with another version (9.9, here ")


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("empty.jsonl", {}, "has no rows"),
        ("empty.jsonl", {"sample": 0}, "--sample 0: take 1 or more"),
    ],
)
def test_what_cannot_be_verified_gets_a_sentence(tmp_path, name, options, sentence):
    (tmp_path / "empty.jsonl").touch()
    with pytest.raises(GameError, match=sentence):
        verify(tmp_path / name, **options)
