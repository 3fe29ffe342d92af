"""TorchRL on the view for one controller: specs, a collector's batch, a masked update."""

import warnings

import pytest

torch = pytest.importorskip("torch", reason="pip install 'tablemates[torchrl]'")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its own, about its coming versions
    pytest.importorskip("torchrl", reason="pip install 'tablemates[torchrl]'")

from tablemates.envs.core.errors import IllegalActionError  # noqa: E402
from tests.frameworks.samples import sample  # noqa: E402

# Those of TorchRL itself, about its coming versions.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]


@pytest.fixture(scope="module")
def learned():
    """Return the names that the sample of the docs leaves, and the weights before it."""
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
        {"level": 5, "players": 4},
        {"level": [1, 2], "players": [1, 3]},
        {"illegal_action": "penalty", "max_turns": 2, "shaping": {"progress": 1.0}},
    ],
    ids=str,
)
def test_its_specs_hold(learned, settings, monkeypatch):
    from torchrl.envs.utils import check_env_specs

    view = learned["portal_dash_v0"].gym_env
    monkeypatch.setattr(
        learned["portal_dash_v0"], "gym_env", lambda **given: view(**{**given, **settings})
    )
    check_env_specs(learned["make_env"](), seed=1)


def test_a_batch_holds_legal_actions_and_the_mask_of_each(learned):
    batch = learned["batch"]
    masks, actions = batch["action_mask"], batch["action"]
    assert masks.dtype == torch.bool
    assert batch.shape == (256,)
    assert masks.gather(-1, actions[..., None]).all()
    assert masks.sum(-1).min() > 1, "only decisions with a choice are asked for"
    assert batch["next", "done"].sum() >= 2, "games end, and the next one begins"
    assert torch.isfinite(batch["action_log_prob"]).all()


def test_the_masked_distribution_gives_nothing_to_what_is_illegal(learned):
    batch = learned["batch"].select("observation", "action_mask")
    chances = learned["actor"].get_dist(batch).probs
    assert (chances[~batch["action_mask"]] == 0).all()
    torch.testing.assert_close(chances.sum(-1), torch.ones(256))


def test_an_update_changes_every_weight_that_it_should(learned):
    assert all(torch.isfinite(value).all() for value in learned["losses"].values())
    changed = [
        not torch.equal(before, after)
        for before, after in zip(
            learned["weights"], learned["loss_module"].parameters(), strict=True
        )
    ]
    assert all(changed)


def test_without_the_mask_the_game_refuses(learned):
    """The sample would not pass if its mask were not used."""
    env = learned["make_env"]()
    state = env.reset()
    wrong = int(torch.where(~state["action_mask"])[0][5])
    with pytest.raises(IllegalActionError):
        env.step(state.set("action", torch.tensor(wrong)))
