"""Verifying rows: whatever is changed in a file is found, and the first line is named."""

import json
from pathlib import Path

import numpy as np
import pytest

from tablemates import evaluate
from tablemates.agents.configs import read_config
from tablemates.agents.errors import AgentError
from tablemates.agents.evaluation.digests import policy_digest
from tablemates.agents.evaluation.line_ups import thinks_by_the_clock
from tablemates.agents.evaluation.plan import BLOCK, Plan
from tablemates.agents.evaluation.reading import DoesNotHoldError
from tablemates.agents.evaluation.rows import NO_ACTION, START, line_of, read_rows, rehashed
from tablemates.agents.evaluation.runner import play
from tablemates.agents.evaluation.verify import verify
from tablemates.envs.core.errors import FormatError
from tablemates.envs.core.replay import pack_actions, unpack_actions
from tests.agents.bots import First

BASE = Path("configs/eval/base.yaml")
BOTS = "tests.agents.bots"


def run(folder, **options):
    given = {"levels": [1, 4], "games": 5, "workers": 1, "out": folder, **options}
    play(read_config(Plan, BASE, options=given))
    return folder / "rows.jsonl"


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """Rows of self-play, of a team that errs, of forfeits and of a game that was cut."""
    folder = tmp_path_factory.mktemp("rows")
    agents = ["random", f"random+{BOTS}:First", f"{BOTS}:Illegal", f"{BOTS}:Broken"]
    return run(folder, agents=agents, players=[2, 3], noise=0.2, max_turns=12)


@pytest.fixture
def file(original, tmp_path):
    """A copy with the plan beside it."""
    for name in ("rows.jsonl", "plan.json"):
        (tmp_path / name).write_bytes((original.parent / name).read_bytes())
    return tmp_path / "rows.jsonl"


def fault(file, **options):
    """Return what is wrong with a file."""
    with pytest.raises(DoesNotHoldError) as caught:
        verify(file, **options)
    return str(caught.value).removeprefix(f"{file}, ")


def rewrite(file, rows):
    """Write rows as somebody would who knows how hashes are made."""
    before, lines = START, []
    for row in rows:
        line, before = rehashed(line_of(row), before)
        lines.append(line)
    file.write_text("\n".join(lines) + "\n")


def forge(file, n, **changes):
    """Change a row and make all hashes anew."""
    rows = read_rows(file)
    rows[n] = rows[n].model_copy(update=changes)
    rewrite(file, rows)


def test_honest_rows_hold(file):
    found = verify(file)
    rows = read_rows(file)
    assert (found.rows, found.simulated) == (80, 80)
    assert found.digest == rows[-1].hash
    assert found.notes == ()
    causes = {row.cause for row in rows}
    assert {"timeout", "illegal_action", "crash"} < causes
    assert verify(file, ask_agents=True).asked == (
        *("random", f"{BOTS}:First", f"{BOTS}:Illegal", f"{BOTS}:Broken"),
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda row: {"actions": pack_actions([*unpack_actions(row.actions)[:-1], 3])},
        lambda row: {"seed": row.seed + 1},
        lambda _row: {"ruleset": "0" * 16},
        lambda _row: {"policies": {"random": "0" * 16}},
        lambda row: {"outcome": "won" if row.outcome == "lost" else "lost"},
        lambda _row: {"progress": 0.5},
        lambda _row: {"final": "0" * 16},
        lambda _row: {"cause": "boss_defeated"},
        lambda row: {"number": row.number + 1},
        lambda row: {"turns": row.turns + 1},
        lambda row: {"decisions": row.decisions + 1},
        lambda _row: {"version": "9.9"},
        lambda _row: {"noise": 0.0},
    ],
)
@pytest.mark.parametrize("hashes", ["left", "made anew"])
def test_a_changed_entry_is_found_in_its_line(file, change, hashes):
    rows = read_rows(file)
    changes = change(rows[2])
    if hashes == "made anew":
        forge(file, 2, **changes)
    else:
        lines = file.read_text().splitlines()
        lines[2] = rows[2].model_copy(update=changes).model_dump_json()
        file.write_text("\n".join(lines) + "\n")
    said = fault(file)
    assert said.startswith("line 3: ")
    assert ("its hash does not follow" in said) == (hashes == "left")


def test_lines_in_another_order_are_found(file):
    lines = file.read_text().splitlines()
    rows = read_rows(file)
    file.write_text("\n".join([lines[0], lines[2], lines[1], *lines[3:]]) + "\n")
    assert fault(file).startswith("line 2: its hash does not follow")
    rewrite(file, [rows[0], rows[2], rows[1], *rows[3:]])
    assert fault(file).startswith("line 2: is game 2 of random+random at level 1 with 2 players")


def test_missing_and_added_lines_are_found(file):
    rows = read_rows(file)
    file.write_text("".join(file.read_text().splitlines(keepends=True)[:-1]))
    assert fault(file) == "line 80: is missing: the plan has 80 games"
    rewrite(file, [*rows[:4], *rows[5:]])
    assert fault(file).startswith("line 5: is game 0 of")
    rewrite(file, [*rows, rows[-1]])
    assert "line 81: is game 4 of" in fault(file)
    rewrite(file, [rows[0], rows[0], *rows[2:]])
    assert fault(file).startswith("line 2: is game 0 of")


def test_without_the_plan_every_game_counts_once_and_has_its_seed(file):
    (file.parent / "plan.json").unlink()
    rows = read_rows(file)
    assert verify(file).rows == 80
    rewrite(file, [*rows, rows[7]])
    assert "line 81: is game 2 of" in fault(file)
    assert "which stands there before" in fault(file)
    for seed in (7, rows[0].seed + 1):
        rewrite(file, [rows[0].model_copy(update={"seed": seed}), *rows[1:]])
        assert "is none of game 0" in fault(file)
    other = [row.model_copy(update={"seed": row.seed + BLOCK}) for row in rows]
    rewrite(file, other)
    assert fault(file).startswith("line 1: ")


def test_without_the_plan_policies_are_still_the_same_in_every_line(file):
    (file.parent / "plan.json").unlink()
    forge(file, 2, policies={"random": "0" * 16})
    assert fault(file).startswith("line 3: its policy digest of 'random' is 0000000000000000, that")
    forge(file, 2, policies={"rules": "0" * 16})
    assert fault(file) == "line 3: its policies are not those of its agents"


@pytest.mark.parametrize("where", [0, 60, 79])
def test_the_first_of_several_is_named(file, where):
    rows = read_rows(file)
    for n in (where, 79):
        rows[n] = rows[n].model_copy(update={"final": "0" * 16})
    rewrite(file, rows)
    assert fault(file).startswith(f"line {where + 1}: its final is 0000000000000000")


def test_the_first_of_several_is_named_whatever_is_wrong(file):
    forge(file, 3, progress=0.123)
    file.write_text(file.read_text() + "nonsense\n")
    assert fault(file).startswith("line 4: its progress is 0.123")


def honest(file, cause):
    return next((n, row) for n, row in enumerate(read_rows(file)) if row.cause == cause)


def test_what_was_played_must_end_where_the_row_ends(file):
    n, row = honest(file, "player_died")
    actions = unpack_actions(row.actions)
    short = {"actions": pack_actions(actions[:-1]), "decisions": row.decisions - 1}
    forge(file, n, **short)
    assert "its actions stop in the middle of the game" in fault(file)
    forge(file, n, actions=pack_actions([*actions, 3]), decisions=row.decisions + 1)
    assert f"go on after the end of the game, with number {len(actions)}" in fault(file)
    forge(file, n, actions=pack_actions([*actions[:4], NO_ACTION, *actions[4:]]))
    assert "its action number 4, 65535, is not legal" in fault(file)
    forge(file, n, actions=row.actions, decisions=row.decisions, forfeit="it gave up")
    assert "says 'it gave up' of a forfeit" in fault(file)


@pytest.mark.slow
def test_a_loss_is_no_forfeit_and_a_forfeit_no_other_cause(file):
    n, row = honest(file, "illegal_action")
    for cause in ("player_died", "timeout"):
        forge(file, n, cause=cause)
        assert fault(file).startswith(f"line {n + 1}: its action number")
    forge(file, n, cause="crash")  # "wait" was played: that is an answer
    assert "its cause is crash, and played again it is illegal_action" in fault(file)
    forge(file, n, cause="illegal_action", forfeit=None)
    assert "says None of a forfeit" in fault(file)
    forge(
        file, n, forfeit=row.forfeit, actions=pack_actions([*unpack_actions(row.actions)[:-1], 700])
    )
    assert "700, is not legal" in fault(file)


def test_a_game_that_was_not_cut_in_time_does_not_hold(file):
    n, row = honest(file, "timeout")
    assert row.turns == row.max_turns + 1
    rewrite(file, [one.model_copy(update={"max_turns": 11}) for one in read_rows(file)])
    (file.parent / "plan.json").unlink()
    assert "go on after the end of the game" in fault(file)
    rewrite(file, [one.model_copy(update={"max_turns": 13}) for one in read_rows(file)])
    assert fault(file) == f"line {n + 1}: its actions stop in the middle of the game"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"recipe": {}}, "its recipe makes no game: "),
        ({"actions": "nonsense"}, "its recipe"),
        ({"level": 2}, "is game 0 of"),
        ({"interface": "0" * 16}, "line 1: was played with another interface (0000000000000000"),
        ({"components": "0" * 16}, "line 1: was played with another components (0000000000000000"),
        ({"engine": "0" * 16}, "line 2: its engine is "),
    ],
)
def test_a_first_line_of_something_else_gets_a_sentence(file, changes, sentence):
    forge(file, 0, **changes)
    said = fault(file)
    assert sentence in said or "are damaged" in said


def test_other_versions_of_the_program_are_said(file):
    rewrite(file, [row.model_copy(update={"engine": "0" * 16}) for row in read_rows(file)])
    (note,) = verify(file).notes
    assert note.startswith("the rows were played with another engine (0000000000000000, here ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "has no line"),
        (b"{}\n", "line 1: is no row: 'agents' is missing"),
        (b"\xff\n", "line 1: is no text in UTF-8"),
        (b"[1]\n", "line 1: is no row: keys with values"),
    ],
)
def test_a_file_that_is_no_rows_gets_a_sentence(tmp_path, text, sentence):
    (tmp_path / "rows.jsonl").write_bytes(text)
    with pytest.raises(DoesNotHoldError) as caught:
        verify(tmp_path / "rows.jsonl")
    assert sentence in str(caught.value)


def test_a_damaged_plan_gets_a_sentence(file):
    plan = file.parent / "plan.json"
    told = json.loads(plan.read_text())
    for text, sentence in (
        ("{", "cannot be read"),
        ("[]", "is not the plan of rows"),
        (json.dumps(told | {"plan": told["plan"] | {"games": 0}}), "games: input should be"),
    ):
        plan.write_text(text)
        with pytest.raises(FormatError, match=sentence):
            verify(file)
    plan.write_text(json.dumps(told | {"policies": {}}))
    assert "its policy digest of 'random' is not that of plan.json" in fault(file)
    with pytest.raises(FormatError, match=r"nowhere: cannot be read"):
        verify(Path("nowhere"))


def test_a_sample_is_played_again_and_the_chain_is_checked_whole(file):
    assert verify(file, sample=10).simulated == 10
    assert verify(file, sample=1000).simulated == 80
    forge(file, 5, final="0" * 16)
    for _ in range(200):
        try:
            verify(file, sample=20)
        except DoesNotHoldError:
            break
    else:
        pytest.fail("a sample never meets the line")
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:-1], lines[-1].replace('"turns":', '"turns":1')]) + "\n")
    with pytest.raises(DoesNotHoldError):
        verify(file, sample=1)


# -- asking again -----------------------------------------------------------------------


def test_another_legal_action_is_found_by_asking_again(tmp_path, monkeypatch):
    """A forger who plays better than the agent and makes all hashes anew."""

    def better(_bot, situation):
        legal = np.flatnonzero(situation.mask)
        return int(legal[-1 if situation.key % 7 == 0 else 0])

    with monkeypatch.context() as context:
        context.setattr(First, "act", better)
        file = run(tmp_path, agents=[f"{BOTS}:First"])
    assert verify(file).rows == 10
    said = fault(file, ask_agents=True)
    assert "'tests.agents.bots:First', asked again, answers '" in said
    assert "in the row it played " in said


def test_a_pretended_crash_is_found_by_asking_again(file):
    n, row = honest(file, "illegal_action")
    actions = [*unpack_actions(row.actions)[:-1], NO_ACTION]
    forge(file, n, cause="crash", actions=pack_actions(actions))
    assert verify(file).rows == 80
    assert f"line {n + 1}: at decision {len(actions) - 1}" in fault(file, ask_agents=True)


def test_an_agent_that_has_changed_is_not_asked(file, monkeypatch):
    monkeypatch.setattr("tablemates.agents.evaluation.verify.policy_digest", lambda _name: "0" * 16)
    said = fault(file, ask_agents=True)
    assert said.startswith("line 1: 'random' has the policy digest ")
    assert "it is not the agent that played" in said


def test_a_wrong_line_before_an_agent_that_has_changed_is_named_first(file, monkeypatch):
    changed = f"{BOTS}:Broken"
    monkeypatch.setattr(
        "tablemates.agents.evaluation.verify.policy_digest",
        lambda name: "0" * 16 if name == changed else policy_digest(name),
    )
    assert f"{changed!r} has the policy digest" in fault(file, ask_agents=True)
    forge(file, 1, turns=99)
    assert fault(file, ask_agents=True).startswith("line 2: its turns is 99")


@pytest.mark.slow
def test_an_agent_that_thinks_by_the_clock_is_not_asked(tmp_path):
    file = run(tmp_path, agents=["rollout:1ms"], levels=[1], games=1, max_turns=2)
    assert verify(file, ask_agents=True).notes == (
        "not asked again, because they may answer otherwise: 'rollout:1ms' (thinks by the clock)",
    )


def test_who_thinks_by_the_clock():
    names = ("rollout:1s", "champion:200ms:runs/a/policy", "noise:0.1:mcts:1s")
    assert all(map(thinks_by_the_clock, names))
    names = ("rollout", "rollout:16", "champion:16:runs/1s", "runs/1s", "noise:0.1:rollout:8")
    assert not any(map(thinks_by_the_clock, names))


def test_an_agent_that_is_not_here_gets_a_sentence(file, monkeypatch):
    def missing(name, _facts, **_options):
        raise AgentError(f"no agent is called {name!r}")

    monkeypatch.setattr("tablemates.agents.evaluation.verify.find_agent", missing)
    with pytest.raises(AgentError, match="no agent is called 'random'"):
        verify(file, ask_agents=True)


def test_honest_games_of_other_settings_are_found(tmp_path):
    """A boss that is chosen where the plan leaves it open makes another benchmark of it."""
    planned = run(tmp_path / "planned", agents=["random"], levels=[3], games=3)
    other = run(tmp_path / "other", agents=["random"], levels=[3], games=6, boss="wildfire")
    rows = read_rows(other)
    rewrite(planned, rows[:3])
    said = "its game has boss 'wildfire', and that of"
    assert fault(planned).startswith(f"line 1: {said} plan.json None")
    lone = tmp_path / "lone.jsonl"
    rewrite(lone, [*read_rows(run(tmp_path / "three", agents=["random"], levels=[3])), rows[5]])
    assert fault(lone).startswith(f"line 6: {said} line 1 None")


# -- the command --------------------------------------------------------------------------


def test_the_command_says_what_it_found_and_has_an_exit_code(file, capsys):
    assert evaluate.main(["--verify", str(file)]) == 0
    assert "80 rows hold, all of them played again; digest " in capsys.readouterr().out
    forge(file, 0, outcome="won")
    assert evaluate.main(["--verify", str(file)]) == 1
    said = capsys.readouterr().err
    assert f"evaluate.py: {file}, line 1: its outcome is won, and played again it is lost" in said
    assert evaluate.main(["--verify", "nowhere"]) == 2
    assert evaluate.main(["--verify", str(file), "--sample", "0"]) == 2


@pytest.mark.parametrize(
    "words", [["--ask-agents"], ["--sample", "3"], ["--verify", "x", "--games", "3"]]
)
def test_options_that_do_not_go_together_are_named(words, capsys):
    with pytest.raises(SystemExit):
        evaluate.main(words)
    assert "with --verify" in capsys.readouterr().err
