"""Rows: what a line says, that it plays again, and that a change in the file is found."""

from pathlib import Path

import pytest

from tablemates.agents.configs import read_config
from tablemates.agents.evaluation.plan import Plan
from tablemates.agents.evaluation.rows import (
    START,
    Row,
    each_row,
    follows,
    line_of,
    read_rows,
    write_rows,
)
from tablemates.agents.evaluation.runner import play
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.replay import pack_actions, unpack_actions
from tablemates.envs.portal_dash.components import load_components
from tests.agents.replayed import played_again

BASE = Path("configs/eval/base.yaml")


@pytest.fixture(scope="module")
def rows():
    options = {"agents": ["random"], "levels": [1, 4], "games": 3, "workers": 1}
    return play(read_config(Plan, BASE, options=options))


@pytest.fixture
def file(rows, tmp_path):
    write_rows(tmp_path / "rows.jsonl", rows)
    return tmp_path / "rows.jsonl"


def unbroken(file):
    """Return whether every line of a file follows the one before it."""
    before = START
    for row, text in each_row(file):
        if not follows(text, before):
            return False
        before = row.hash
    return True


def test_lines_can_be_read_and_play_again_to_the_same_end(rows, file):
    read = read_rows(file)
    assert [row.untimed() for row in read] == [row.untimed() for row in rows]
    assert [played_again(row) for row in read] == read


def test_rows_that_are_read_share_what_is_equal(file):
    first, *others = read_rows(file)
    assert all(row.policies is first.policies for row in others)
    assert others[0].recipe is first.recipe
    assert others[-1].recipe is not first.recipe  # of another level
    assert others[0].model_copy(update={"turns": 3}).model_fields_set == others[0].model_fields_set


def test_the_last_hash_stands_for_the_file(rows, tmp_path):
    digest = write_rows(tmp_path / "all", rows)
    assert read_rows(tmp_path / "all")[-1].hash == digest
    assert write_rows(tmp_path / "some", rows[1:]) != digest
    assert write_rows(tmp_path / "none", []) == START


def test_a_row_names_parts_version_and_policies(rows):
    for row in rows:
        assert load_components().digest().startswith(row.components)
        assert row.version
        assert list(row.policies) == ["random"]
        assert len(row.policies["random"]) == len(row.hash or START)
        assert (row.noise, row.forfeit) == (0, None)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("seed", 3), ("outcome", "won"), ("progress", 0.9), ("cause", "boss_defeated")),
        *(("actions", pack_actions([1])), ("final", "0" * 16), ("policies", {"random": "0"})),
        *(("number", 7), ("agents", ("rules", "rules")), ("seconds", 0.5)),
    ],
)
def test_a_changed_line_does_not_follow_the_one_before(file, field, value):
    assert unbroken(file)
    lines = file.read_text().splitlines()
    row = Row.model_validate_json(lines[2])
    changed = row.model_copy(update={field: value}).model_dump_json()
    assert changed != lines[2]
    file.write_text("\n".join([*lines[:2], changed, *lines[3:]]) + "\n")
    assert not unbroken(file)


def test_lines_in_another_order_or_missing_do_not_follow(file):
    lines = file.read_text().splitlines()
    for other in ([lines[1], lines[0], *lines[2:]], lines[1:], [*lines[:2], *lines[3:]]):
        file.write_text("\n".join(other) + "\n")
        assert not unbroken(file)
    file.write_text("\n".join([*lines, lines[-1]]) + "\n")
    assert not unbroken(file)


def test_a_line_without_its_hash_follows_nothing(rows):
    line = line_of(rows[0])
    assert follows(line)
    assert not follows(line.replace(',"hash":', ',"other":'))
    assert not follows("")


def test_a_changed_game_does_not_play_again_to_its_end(rows):
    row = rows[0]
    actions = unpack_actions(row.actions)
    for changed in ({"seed": row.seed + 1}, {"actions": pack_actions(actions[:-1])}):
        try:
            again = played_again(row.model_copy(update=changed))
        except FormatError:
            continue
        assert again.final != row.final
    for changed in ({"progress": 0.9}, {"outcome": "won"}, {"turns": 99}, {"final": "0" * 16}):
        lie = row.model_copy(update=changed)
        assert played_again(lie) != lie


def test_rows_of_other_rules_are_refused(rows):
    row = rows[0].model_copy(update={"ruleset": "0123456789abcdef"})
    with pytest.raises(FormatError, match="another ruleset"):
        played_again(row)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [("{}", "'agents' is missing"), ("[1]", "keys with values"), ("nonsense", "nvalid JSON")],
)
def test_a_line_that_is_no_row_is_named(file, line, sentence):
    with file.open("a") as stream:
        stream.write(line + "\n")
    with pytest.raises(FormatError, match=r"rows\.jsonl, line 7: ") as caught:
        read_rows(file)
    assert sentence in str(caught.value)


def test_a_file_that_is_no_text_gets_a_sentence(file):
    file.write_bytes(b"\xff\xfe\n")
    with pytest.raises(FormatError, match=r"rows\.jsonl: is not a text file"):
        read_rows(file)
