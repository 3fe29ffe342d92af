"""What a run goes on with: the weights that it was begun with, whoever has changed them since."""

import json
import shutil

import pytest

torch = pytest.importorskip("torch")

from tablemates.agents.errors import FolderError  # noqa: E402
from tablemates.agents.learn.lineage import weights_of  # noqa: E402
from tablemates.agents.learn.run_folder import RunFolder  # noqa: E402
from tablemates.agents.learn.training import train  # noqa: E402
from tablemates.agents.policy import CARD, WEIGHTS, read_policy  # noqa: E402
from tablemates.agents.registry import POLICIES  # noqa: E402
from tests.agents.conftest import mlp_spec, write_random_policy  # noqa: E402
from tests.agents.test_ppo import small  # noqa: E402


def clone(folder, facts, seed=0):
    write_random_policy(folder, facts, seed, mlp_spec(facts, hidden=(8,), value="win"))
    return read_policy(folder).card.weights


def test_the_weights_behind_an_agent_are_found(policy_folder):
    own = read_policy(policy_folder).card.weights
    for spec in ("", ":sample"):
        assert weights_of(f"{policy_folder}{spec}") == own
    for spec in ("noise:0.1:", "champion:16:", "champion:", "noise:0.1:champion:4:"):
        assert weights_of(f"{spec}{policy_folder}") == own
    assert weights_of("champion:4") == read_policy(POLICIES["ppo"]).card.weights
    for spec in ("rules", "rollout:16", "noise:0.1:rules", f"{policy_folder}/nothing"):
        assert weights_of(spec) is None


@pytest.mark.parametrize("role", ["ppo__reference", "environment__partners"])
def test_a_run_does_not_go_on_with_other_weights(tmp_path, facts, role):
    other = tmp_path / "other"
    digest = clone(other, facts)
    named = {"ppo__reference": other, "environment__partners": f"['noise:0.5:{other}']"}
    words = {role: named[role], "ppo__critic": "shared"}
    run = tmp_path / "run"
    train(small(run, **words, steps=128))
    card = read_policy(run / "policy").card
    assert card.reference == (digest if role == "ppo__reference" else None)
    clone(other, facts, seed=1)
    with pytest.raises(FolderError, match=f"other weights than {role.replace('__', '.')}"):
        train(small(run, **words), resume=True)
    clone(other, facts)
    train(small(run, **words), resume=True)


def test_a_run_from_before_this_was_noted_goes_on(tmp_path, facts):
    run, other = tmp_path / "run", tmp_path / "other"
    clone(other, facts)
    words = {"ppo__reference": other, "ppo__critic": "shared"}
    train(small(run, **words, steps=128))
    newest = RunFolder(run).newest()
    state = RunFolder(run).read_state()
    del state["policies"]
    torch.save(state, newest / "learner.pt")
    (newest / "learner.sha256").unlink()
    train(small(run, **words), resume=True)


def test_a_run_goes_on_without_the_policy_that_it_began_with(tmp_path, facts):
    parent = tmp_path / "parent"
    digest = clone(parent, facts)
    words = {"parent": parent, "ppo__critic": "shared"}
    train(small(tmp_path / "whole", **words))
    train(small(tmp_path / "run", **words, steps=128))
    shutil.rmtree(parent)
    train(small(tmp_path / "run", **words), resume=True)
    assert read_policy(tmp_path / "run" / "policy").card.parent == digest
    one, other = ((tmp_path / name / "policy" / WEIGHTS).read_bytes() for name in ("run", "whole"))
    assert one == other


def test_a_run_that_was_made_longer_says_what_it_is_not(tmp_path, capsys):
    """Its rate had fallen to nothing, and jumps up."""
    run, words = tmp_path / "run", {"ppo__critic": "shared"}
    train(small(run, **words, steps=128))
    train(small(run, **words, steps=128), resume=True)
    assert "was to have" not in capsys.readouterr().err
    train(small(run, **words), resume=True)
    said = capsys.readouterr().err
    assert "notice: " in said
    assert "was to have 128 decisions and now has 256: " in said
    assert "(the learning rate) jumps up" in said
    train(small(tmp_path / "even", **words, ppo__decay="false", steps=128))
    train(small(tmp_path / "even", **words, ppo__decay="false"), resume=True)
    assert "was to have" not in capsys.readouterr().err


def test_cards_from_before_the_reference_was_noted_are_read(policy_folder):
    file = policy_folder / CARD
    card = json.loads(file.read_text())
    del card["reference"]
    file.write_text(json.dumps(card))
    assert read_policy(policy_folder).card.reference is None
