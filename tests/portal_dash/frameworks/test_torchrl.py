"""TorchRL on the view for one controller: specs, a collector's batch, a masked update."""

import warnings

import pytest

from tests.portal_dash.frameworks.samples import sample

# Those of TorchRL itself, about its coming versions.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]


@pytest.fixture(scope="module")
def learned():
    """Return the names that the sample of the docs defines, and the weights before it learns."""
    # Imported here: every worker collects the test, and one runs it.
    torch = pytest.importorskip("torch", reason="pip install 'tablemates[torchrl]'")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own, about its coming versions
        pytest.importorskip("torchrl", reason="pip install 'tablemates[torchrl]'")
    torch.manual_seed(0)
    names = {}
    code = sample("frameworks.md", "TorchRL")
    before, _, after = code.partition("optimiser = ")
    exec(before, names)
    names["weights"] = [p.detach().clone() for p in names["loss_module"].parameters()]
    exec("optimiser = " + after, names)
    return names


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"level": [1, 5], "players": [1, 4]},
        {"illegal_action": "penalty", "max_turns": 2, "shaping": {"progress": 1.0}},
    ],
    ids=str,
)
def test_the_specs_hold(learned, settings, monkeypatch):
    from torchrl.envs.utils import check_env_specs

    view = learned["portal_dash_v0"].gym_env
    monkeypatch.setattr(
        learned["portal_dash_v0"], "gym_env", lambda **given: view(**{**given, **settings})
    )
    check_env_specs(learned["make_env"](), seed=1)


def test_a_batch_holds_legal_actions_and_the_mask_of_each(learned):
    batch = learned["batch"]
    masks, actions = batch["action_mask"], batch["action"]
    assert str(masks.dtype) == "torch.bool"
    assert batch.shape == (256,)
    assert masks.gather(-1, actions[..., None]).all()
    assert batch["next", "done"].sum() >= 2, "games end, and the next one starts"
    chances = learned["actor"].get_dist(batch.select("observation", "action_mask")).probs
    assert (chances[~masks] == 0).all()
