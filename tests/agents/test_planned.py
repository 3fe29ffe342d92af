"""Networks that read plans: what they are told, how they begin, and what they learn."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from tablemates.agents.errors import AgentError, FolderError, PolicyError
from tablemates.agents.networks import make_network
from tablemates.agents.networks.plan_rows import CHANCE, FEATURES, LOGIT, NO_PLAN, PLANS, PlanRows
from tablemates.agents.networks.plans_spec import NEVER
from tablemates.agents.portal_dash.advice import POINTS, PlanningAdviser
from tablemates.agents.registry import find_agent
from tablemates.envs.core.agent import Batch
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.observation.writer import observe_from
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.settings import Settings
from tests.agents.conftest import plans_spec, random_tensors, tokens_spec, write_random_policy
from tests.agents.games import UNUSUAL, played, situation

torch = pytest.importorskip("torch")

from tablemates.agents.configs import read_config  # noqa: E402
from tablemates.agents.learn.cloning import chance_loss, gain_of  # noqa: E402
from tablemates.agents.learn.config import TrainConfig  # noqa: E402
from tablemates.agents.learn.dataset.making import make  # noqa: E402
from tablemates.agents.learn.dataset.reading import DataSets, Decisions  # noqa: E402
from tablemates.agents.learn.dataset.shards import NONE  # noqa: E402
from tablemates.agents.learn.lanes import make_lanes  # noqa: E402
from tablemates.agents.learn.networks import new_network  # noqa: E402
from tablemates.agents.learn.training import train  # noqa: E402
from tablemates.envs.core.documents import DocumentError  # noqa: E402
from tests.agents.dataset.test_making import small  # noqa: E402

TUNED = "planner-tuned"
SETTINGS = Settings(level=[1, 4, 5], players=[1, 2, 4], mask_in_observation=False)


@pytest.fixture(scope="module")
def script(facts):
    return find_agent(TUNED, facts)


@pytest.fixture(scope="module")
def adviser(facts):
    return PlanningAdviser(TUNED, facts)


@pytest.fixture(scope="module")
def rows(facts):
    return PlanRows(facts.layout.size)


@pytest.fixture(scope="module")
def lanes(adviser):
    lanes = make_lanes(SETTINGS, 24, seed=0, advise=lambda _: adviser)
    rng = np.random.default_rng(0)
    for _ in range(60):
        lanes.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in lanes.masks]))
    return lanes


def fresh(spec, facts):
    """Return a network that has learned nothing."""
    torch.manual_seed(0)
    return new_network(spec, np.ones(facts.layout.size, np.float32))


# -- where plans lead -------------------------------------------------------------------
@pytest.mark.slow
def test_plans_end_where_their_turn_does(script):
    """What neither finds nor the next mobs change is as it was foreseen."""
    ended = placed = 0
    for game, key in islice(played(Settings(level=4, players=2), 1, script), 120):
        before = game.public_record.view(STATE["public"])[0]
        plans = script.plans(game.public_record, key, PLANS, POINTS)
        assert plans.actions[0] == script.act(situation(game, key))
        assert (np.diff(plans.values) <= 0).all()
        assert len(set(plans.actions.tolist())) == len(plans.actions)
        saved = game.save()
        for action, end in zip(plans.actions, plans.ends.view(STATE)[:, 0], strict=True):
            other = Game(Settings(level=4, players=2))
            other.restore(saved)
            other.step(int(action))
            after = other.public_record.view(STATE["public"])[0]
            assert end["public"]["turn"] == before["turn"]
            if after["turn"] > before["turn"] and before["actions_done"] > 0:
                assert np.array_equal(end["public"]["place_count"], after["place_count"])
                assert (end["public"]["height"] >= after["height"]).all()  # the next roll may mine
                assert end["public"]["actions_done"] == 2
                placed += (after["place_count"] != before["place_count"]).any()
                ended += 1
    assert ended > 20
    assert placed > 5


@pytest.mark.parametrize("settings", UNUSUAL[:3])
def test_every_kind_of_decision_has_plans(script, settings):
    for game, key in islice(played(settings, 2, script), 80):
        plans = script.plans(game.public_record, key, PLANS, POINTS)
        assert plans.actions[0] == script.act(situation(game, key))
        assert (plans.ends.view(STATE)["public"]["players"] == settings.players).all()


@pytest.mark.slow
def test_rows_tell_what_the_script_foresees(lanes, adviser, script, rows, facts):
    shown = lanes.games.decisions()
    assert lanes.observations.shape == (24, rows.size)
    assert np.array_equal(lanes.masks, shown.masks)
    seen, actions = rows.seen(lanes.observations), rows.actions(lanes.observations)
    features = rows.features(lanes.observations)
    assert np.array_equal(seen[:, 0], shown.observations)
    assert np.array_equal(actions[:, 0], script.act_batch(shown))
    box, out = facts.box, np.zeros(facts.layout.size, np.int8)
    for n in range(24):
        plans = script.plans(shown.publics[n], shown.keys[n], PLANS, POINTS)
        count = len(plans.actions)
        assert actions[n].tolist() == plans.actions.tolist() + [NO_PLAN] * (PLANS - count)
        seat = int(shown.publics[n].view(STATE["public"])[0]["decider"])
        for end, observation in zip(plans.ends, seen[n, 1:], strict=False):
            observe_from(end, box, seat, out)
            assert np.array_equal(observation, out)
        assert not seen[n, 1 + count :].any()
        assert not features[n, count:].any()
        np.testing.assert_allclose(features[n, :count, CHANCE], plans.chances, atol=2e-3)
        points = features[n, :count, LOGIT + 1] * 50.0
        np.testing.assert_allclose(points, plans.values - plans.values[0], atol=0.1)
    assert (actions >= 0).sum(1).max() == PLANS


def test_numbers_too_large_for_a_row_are_cut(rows, facts):
    row = rows.empty(np.ones((1, facts.layout.size), np.int8))
    assert (rows.actions(row) == NO_PLAN).all()
    rows.put_features(row, np.full((1, PLANS, FEATURES), -1e9))
    assert np.isfinite(rows.features(row)).all()
    assert (rows.seen(row)[0, 0] == 1).all()


def test_nothing_can_be_told_of_no_decisions(adviser, lanes, rows):
    shown = lanes.games.decisions()
    none = Batch(shown.observations[:0], shown.masks[:0], shown.publics[:0], [])
    assert adviser.tell(none)[0].shape == (0, rows.size)


def test_lanes_that_go_on_show_the_same_plans(lanes, adviser):
    other = make_lanes(SETTINGS, 24, seed=1, advise=lambda _: adviser)
    other.restore(lanes.state())
    assert np.array_equal(other.observations, lanes.observations)


def test_plans_are_told_in_equivalent_forms(adviser, rows, facts):
    """The exchange of places is the same in all positions of a row, and in its actions."""
    plain, told = (
        make_lanes(SETTINGS, 8, 3, symmetry=share, advise=lambda _: adviser) for share in (0.0, 1.0)
    )
    differ = 0
    for _ in range(40):
        views = told._telling._views
        seen, there = rows.seen(plain.observations), rows.seen(told.observations)
        for n in range(1 + PLANS):
            assert np.array_equal(views.of_observations(seen[:, n]), there[:, n])
            differ += (seen[:, n] != there[:, n]).any()
        known, shown = rows.actions(plain.observations), rows.actions(told.observations)
        for n in range(PLANS):
            there = known[:, n] >= 0
            meant = views.meant(np.maximum(shown[:, n], 0))
            assert np.array_equal(meant[there], known[there, n])
            assert np.array_equal(shown[:, n] >= 0, there)
        script = rows.actions(told.observations)[:, 0]
        plain.step(views.meant(script))
        told.step(script)
    assert differ > 100


# -- networks ---------------------------------------------------------------------------
def test_where_there_is_one_plan_it_is_played_unread(lanes, rows, facts):
    """Nothing that a network could say of it would change that."""
    spec = plans_spec(facts)
    network = make_network(spec, random_tensors(spec, facts))
    single = lanes.observations.copy()
    actions = rows.actions(single)
    actions[:, 1:] = NO_PLAN
    rows.put_actions(single, actions)
    for observations in (lanes.observations, single):
        logits = network.logits(observations, lanes.masks)
        read = network(observations, lanes.masks)[0]
        assert np.array_equal(np.isfinite(logits), lanes.masks != 0)
        several = (rows.actions(observations) >= 0).sum(1) > 1
        np.testing.assert_allclose(logits[several], read[several], rtol=1e-4)
        assert np.array_equal(logits.argmax(1), read.argmax(1))
    assert (logits.argmax(1) == actions[:, 0]).all()
    assert np.sort(logits, axis=1)[:, -2].max() <= NEVER


def test_a_new_network_plays_as_its_script_does(lanes, rows, facts):
    with torch.no_grad():
        logits, values = fresh(plans_spec(facts), facts)(
            torch.from_numpy(lanes.observations), torch.from_numpy(lanes.masks)
        )
    actions = rows.actions(lanes.observations)
    assert np.array_equal(logits.argmax(1).numpy(), actions[:, 0])
    chances = rows.features(lanes.observations)[:, 0, CHANCE]
    np.testing.assert_allclose(values.numpy(), chances, atol=2e-3)
    likely = logits.softmax(-1).numpy()
    for n in range(len(actions)):
        assert set(np.flatnonzero(likely[n])) <= set(actions[n].tolist())


def test_numpy_answers_like_pytorch(lanes, rows, facts):
    spec = plans_spec(facts)
    tensors = random_tensors(spec, facts)
    network = fresh(spec, facts)
    network.load_tensors(tensors)
    told = np.concatenate([lanes.observations, rows.empty(lanes.observations[:3, : rows.observed])])
    masks = np.concatenate([lanes.masks, lanes.masks[:3]])
    with torch.no_grad():
        theirs = [one.numpy() for one in network(*map(torch.from_numpy, (told, masks)))]
        alone = network.values(torch.from_numpy(told)).numpy()
    numpy_network = make_network(spec, tensors)
    logits, values = numpy_network(told, masks)
    legal = masks > 0
    assert np.isneginf(logits[~legal]).all()
    assert np.std(logits[logits > NEVER]) > 0.1
    np.testing.assert_allclose(logits[legal], theirs[0][legal], rtol=1e-4, atol=1e-4)
    for one in (theirs[1], alone, numpy_network.values(told)):
        np.testing.assert_allclose(values, one, rtol=1e-5, atol=1e-5)


def test_a_policy_reads_the_plans_that_its_script_makes(tmp_path, lanes, facts, rows):
    write_random_policy(tmp_path / "p", facts, spec=plans_spec(facts))
    agent = find_agent(str(tmp_path / "p"), facts)
    shown = lanes.games.decisions()
    answers = agent.act_batch(shown)
    assert np.array_equal(answers, agent.logits(lanes.observations, lanes.masks).argmax(1))
    assert [agent.act(shown[n]) for n in range(6)] == answers[:6].tolist()
    assert agent.explain(shown[0]).candidates[0].action == answers[0]
    np.testing.assert_allclose(
        agent.values(shown), agent.policy.network.values(lanes.observations), rtol=1e-6
    )
    assert (answers != rows.actions(lanes.observations)[:, 0]).any()


def test_the_champion_searches_among_plans(tmp_path, facts):
    write_random_policy(tmp_path / "p", facts, spec=plans_spec(facts))
    agent = find_agent(f"champion:4:{tmp_path / 'p'}", facts)
    game = Game(Settings(level=1, players=2))
    game.new(1)
    assert game.mask[agent.act(situation(game, 1))]


def test_rows_of_another_board_are_refused(facts):
    with pytest.raises(ValueError, match="rows of this board_shape have"):
        plans_spec(facts, inputs=facts.layout.size)


# -- learning ---------------------------------------------------------------------------
def decisions(scores, played, scored=None):
    """Return made-up decisions with a teacher's chances of the actions 0, 1, ..."""
    scores = np.array(scores, np.float16)
    scored = np.tile(np.arange(scores.shape[1]), (len(scores), 1)) if scored is None else scored
    n = len(scores)
    zeros = np.zeros(n)
    return Decisions(
        np.zeros((n, 1), np.int8), np.ones((n, 4), np.int8), zeros.astype(np.int16),
        np.array(played), np.array(scored, np.int16), scores, zeros > 0, zeros,
    )  # fmt: skip


def test_chances_of_what_is_played_are_learned():
    batch = decisions([[0.5, 0.3, 0.1], [0.9, 0.7, 0.0]], [0, 1], [[0, 1, 2], [2, 3, NONE]])
    even = torch.zeros(2, 4)
    assert chance_loss(even, batch, 0.1).mean() == pytest.approx(0.0, abs=1e-3)
    # The best ones alone are 0.2 and 0.1 above the mean of those that were compared.
    best = torch.tensor([[99.0, 0.0, 0.0, 0.0], [0.0, 0.0, 99.0, 0.0]])
    assert chance_loss(best, batch, 0.1).mean() == pytest.approx(-(2.0 + 1.0) / 2, abs=1e-2)
    # What nobody compared, and what is never played, does not count.
    off = best + torch.tensor([[0.0, 0.0, 0.0, 500.0], [500.0, 500.0, 0.0, 0.0]])
    assert chance_loss(off, batch, 0.1).mean() == pytest.approx(-1.5, abs=1e-2)
    never = best.clone()
    never[0, 2] = NEVER
    assert chance_loss(never, batch, 0.1).mean() == pytest.approx(-(1.0 + 1.0) / 2, abs=1e-2)
    alone = decisions([[0.5, 0.0]], [0], [[1, NONE]])
    assert len(chance_loss(even[:1], alone, 0.1)) == 0
    even.requires_grad_(True)
    chance_loss(even, batch, 0.1).mean().backward()
    assert even.grad.argmin(1).tolist() == [0, 2]


def test_gain_is_what_the_teacher_finds_better_than_what_was_played():
    batch = decisions([[0.5, 0.25], [0.5, 0.25], [0.5, 0.25]], [1, 0, 3])
    assert gain_of(np.array([0, 0, 0]), batch) == pytest.approx(0.25 / 3)
    assert gain_of(np.array([1, 1, 1]), batch) == pytest.approx(-0.25 / 3)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    out = tmp_path_factory.mktemp("data") / "futures"
    words = {"play": "{planner-tuned: 1.0}", "label": "futures:2", "adviser": TUNED,
             "plans": "true", "scores": "true", "decisions": 300, "noisy": 0.0}  # fmt: skip
    make(small(out, **words))
    return out


@pytest.mark.slow
def test_data_sets_carry_plans_and_what_they_come_to(data, facts, rows):
    spec = plans_spec(facts)
    found = DataSets([data], facts, 0.0, pytest.fail, spec).learned([0])
    actions = rows.actions(found.observations)
    assert np.array_equal(actions[:, 0], found.played)
    known = found.scored != NONE
    for n in range(len(found)):
        assert set(found.scored[n, known[n]]) <= set(actions[n].tolist())
    assert ((found.scores >= 0) & (found.scores <= 1)).all()
    assert (known.sum(1) > 1).mean() > 0.3
    with pytest.raises(FolderError, match=r"holds plans, and network\.kind=tokens reads none"):
        DataSets([data], facts, 0.0, pytest.fail, tokens_spec(facts, adviser=TUNED))
    with pytest.raises(FolderError, match=r"made with adviser: planner-tuned.*planner:miner"):
        DataSets([data], facts, 0.0, pytest.fail, plans_spec(facts, adviser="planner:miner"))


def training(run, data, *more):
    words = [f"run={run}", f"bc.data=['{data}']", "steps=1200", "checkpoint_every=600",
             f"network.adviser={TUNED}",
             "network.hidden=[16]", "network.token=8", "network.board=[4]", "network.plan=16",
             "bc.minibatch=64", "bc.held_out=0.3", "bc.files=1", "precision=float32"]  # fmt: skip
    return read_config(TrainConfig, Path("configs/train/bc.yaml"), [*words, *more])


@pytest.mark.slow
def test_a_network_learns_which_plans_are_best(tmp_path, data, facts):
    train(training(tmp_path / "run", data, "bc.held_out=0", "bc.learning_rate=1e-2",
                   "symmetry=0", "steps=10000"))  # fmt: skip
    found = DataSets([data], facts, 0.0, pytest.fail, plans_spec(facts)).learned([0])
    agent = find_agent(str(tmp_path / "run" / "policy"), facts)
    learned = torch.from_numpy(agent.logits(found.observations, found.masks))
    with torch.no_grad():
        begun = fresh(agent.policy.card.network, facts)(
            torch.from_numpy(found.observations), torch.from_numpy(found.masks)
        )[0]
    losses = [float(chance_loss(logits, found, 0.01).mean()) for logits in (begun, learned)]
    assert losses[1] < losses[0] - 0.2
    assert gain_of(learned.numpy().argmax(1), found) > 0.002


@pytest.mark.slow
def test_runs_that_read_plans_go_on_exactly(tmp_path, data):
    whole, parts = (
        training(tmp_path / name, data, "bc.decay=false") for name in ("whole", "parts")
    )
    train(whole)
    train(parts.model_copy(update={"steps": 600}))
    train(parts, resume=True)
    one, other = (
        (tmp_path / name / "policy" / "policy.safetensors").read_bytes()
        for name in ("whole", "parts")
    )
    assert one == other


@pytest.mark.slow
def test_ppo_goes_on_from_a_clone_that_reads_plans(tmp_path, data, facts):
    train(training(tmp_path / "clone", data))
    clone = tmp_path / "clone" / "policy"
    more = ["learner=ppo", f"parent={clone}", f"ppo.reference={clone}", "steps=256",
            "environment.lanes=8", "ppo.rollout=16", "ppo.minibatch=64", "symmetry=0.5",
            "environment.max_turns=3", "ppo.critic=privileged"]  # fmt: skip
    train(training(tmp_path / "ppo", data, *more))
    assert find_agent(str(tmp_path / "ppo" / "policy"), facts)
    write_random_policy(tmp_path / "other", facts, spec=tokens_spec(facts, adviser=TUNED))
    wrong = [*more[:1], *more[3:], f"ppo.reference={tmp_path / 'other'}"]
    with pytest.raises(PolicyError, match=r"kind tokens, which is told other things"):
        train(training(tmp_path / "wrong", data, *wrong))


def test_wrong_settings_get_a_sentence(facts, tmp_path):
    base = Path("configs/train/base.yaml")
    with pytest.raises(DocumentError, match=r"network\.kind=plans reads an adviser's plans"):
        read_config(TrainConfig, base, ["learner=ppo", "network.kind=plans"])
    with pytest.raises(DocumentError, match="plans are an adviser's: say whose"):
        small(tmp_path, plans="true")
    for wrong in ("futures:0", "futures:none", "futures:99999"):
        with pytest.raises(AgentError, match="write a number of futures"):
            find_agent(wrong, facts)


@pytest.mark.slow
def test_the_teacher_states_the_mean_of_its_futures(facts):
    """Candidates come best first, and the same futures again say the same."""
    one, again = (find_agent("futures:3", facts) for _ in range(2))
    several = 0
    for game, key in islice(played(Settings(level=3, players=2), 1, find_agent(TUNED, facts)), 25):
        told = one.explain(situation(game, key)).candidates
        values = [candidate.value for candidate in told]
        assert values == sorted(values, reverse=True)
        assert all(0.0 <= value <= 1.0 for value in values)
        assert told == again.explain(situation(game, key)).candidates
        assert one.act(situation(game, key)) == told[0].action
        several += len(told) > 2
    assert several > 5
