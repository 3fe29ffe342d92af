"""What may be exchanged: the engine, asked, goes on in the same way."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tablemates.agents.learn.lanes import make_lanes  # noqa: E402
from tablemates.agents.learn.symmetry import Symmetry  # noqa: E402
from tablemates.agents.policy_agent import PolicyAgent, load_policy  # noqa: E402
from tablemates.envs.core.agent import Situation  # noqa: E402
from tablemates.envs.core.record import RecordView  # noqa: E402
from tablemates.envs.portal_dash.observation.writer import observe_privileged  # noqa: E402
from tablemates.envs.portal_dash.rules import engine  # noqa: E402
from tablemates.envs.portal_dash.rules.state import WORK  # noqa: E402
from tablemates.envs.portal_dash.rules.vocabulary import Decision  # noqa: E402
from tablemates.envs.portal_dash.settings import Settings  # noqa: E402
from tests.agents.conftest import tokens_spec, write_random_policy  # noqa: E402
from tests.observation.looking import LAYOUT, PRIVILEGED, record, seen  # noqa: E402
from tests.observation.situations import play  # noqa: E402
from tests.observation.test_unseen import rotated  # noqa: E402

SYMMETRY = Symmetry(PRIVILEGED)
COMPARED = (Decision.ACTION, Decision.MINE, Decision.REMOVE_BLOCK, Decision.USE, Decision.WOUND)
COLUMNS, SLOTS, PLACES = range(7, 23), range(23, 29), range(51, 60)


class Orders:
    """What a view exchanges, as the places that each thing comes from."""

    def __init__(self, views):
        ids = views.ids[0]
        self.cube = ids[COLUMNS] - COLUMNS.start
        self.slots = ids[SLOTS] - SLOTS.start
        self.places = ids[PLACES] - PLACES.start

    def of(self, game):
        """Return the game with everything exchanged in the record itself."""
        game = game.copy()
        s = record(game)
        p, h = s.public, s.hidden
        p.height[:], p.cube[:], h.cube[:] = (
            p.height[self.cube],
            p.cube[self.cube],
            h.cube[self.cube],
        )
        p.place_colour[:], p.place_count[:] = (
            p.place_colour[self.places],
            p.place_count[self.places],
        )
        seat = int(p.decider)
        for name in ("kind", "active", "mode", "hearts", "starting", "enchantments"):
            rows = getattr(p, f"item_{name}")
            rows[seat] = rows[seat][self.slots]
        if p.slot_in_use >= 0:
            p.slot_in_use = int(np.flatnonzero(self.slots == p.slot_in_use)[0])
        return game


def privileged(game, box, seat):
    out = np.zeros(PRIVILEGED.size, np.int8)
    observe_privileged(game, box, seat, out)
    return out


def only_my_slots(views):
    """Let the others' slots be: the records exchange the decider's alone."""
    items = LAYOUT["items"]
    others = (views.places >= items.start + items.size // 4) & (
        views.places < items.start + items.size
    )
    views.sources[:, others] = views.places[others]
    return views


def legal(game, box, work):
    """Return the legal actions of a game that was changed by hand."""
    engine.legal(game, box, work)
    w = RecordView(work, WORK)
    return set(w.legal[: w.legal_count].tolist())


@pytest.mark.slow
def test_the_engine_goes_on_alike_from_equivalent_positions():
    work, other_work = np.zeros((2, WORK.itemsize), np.uint8)
    rng = np.random.default_rng(0)
    compared = set()
    for players, level in ((1, 5), (3, 2), (4, 4)):
        for n, (game, box) in enumerate(play(level, players, players, 400)):
            p = record(game).public
            if n % 3 or p.decision not in COMPARED:
                continue
            seat = int(p.decider)
            told_from = privileged(game, box, seat)[None]
            views = only_my_slots(SYMMETRY.draw(told_from, rng))
            other = Orders(views).of(game)
            told = views.of_observations(told_from)[0]
            assert np.array_equal(told, privileged(other, box, seat))
            actions = legal(game, box, work)
            ids = sorted(legal(other, box, other_work))
            meant = views.ids[0][ids]
            assert set(meant.tolist()) == actions
            pick = int(rng.integers(len(ids)))
            before = game.copy()
            engine.step(before, box, work, int(meant[pick]))
            engine.step(other, box, other_work, ids[pick])
            after, q = record(before).public, record(other).public
            compared.add(Decision(int(p.decision)).name)
            if after.outcome != 0 or after.decider != seat:
                assert (after.outcome, after.decider) == (q.outcome, q.decider)
                continue
            # A tile that was found lies in the first free slot, wherever the others lie.
            if Decision(int(after.decision)) in (Decision.KEEP_TILE, Decision.REPLACE):
                continue
            assert np.array_equal(
                views.of_observations(privileged(before, box, seat)[None])[0],
                privileged(other, box, seat),
            )
    assert len(compared) >= 4


def test_actions_are_told_and_meant_alike():
    rng = np.random.default_rng(1)
    observations = np.zeros((5, LAYOUT.size), np.int8)
    views = Symmetry(LAYOUT).draw(observations, rng)
    actions = rng.integers(0, views.ids.shape[1], (5, 7))
    actions[:, 3] = -1
    told = views.told(actions)
    assert (told[:, 3] == -1).all()
    for n in (0, 1, 2, 4, 5, 6):
        assert np.array_equal(views.meant(told[:, n]), actions[:, n])
    masks = (rng.random(views.ids.shape) < 0.2).astype(np.int8)
    for n, mask in enumerate(views.of_masks(masks)):
        assert set(views.ids[n][mask != 0]) == set(np.flatnonzero(masks[n]))
    stay = Symmetry(LAYOUT).draw(observations, rng, share=0.0)
    assert (stay.ids == np.arange(stay.ids.shape[1])).all()
    assert (stay.sources == stay.places).all()


def test_columns_of_a_task_change_places_only_if_they_have_one_size():
    observations = np.zeros((200, LAYOUT.size), np.int8)
    block = LAYOUT["places"]
    sizes = observations[:, block.slice].reshape(200, *block.shape)[:, :, block.index("size")]
    sizes[:] = [3, 3, 0, 3, 4, 0, 5, 0, 0]
    observations[:, block.slice].reshape(200, *block.shape)[:, :, block.index("size")] = sizes
    places = Symmetry(LAYOUT).draw(observations, np.random.default_rng(0)).ids[:, PLACES]
    assert {tuple(one - PLACES.start) for one in places} == {
        (0, 1, 2, 3, 4, 5, 6, 7, 8),
        (1, 0, 2, 3, 4, 5, 6, 7, 8),
    }


def test_lanes_told_otherwise_are_the_same_games():
    settings = Settings(level=[1, 5], players=[1, 3], mask_in_observation=False)
    plain, told = (make_lanes(settings, 8, 3, symmetry=share) for share in (0.0, 1.0))
    rng = np.random.default_rng(0)
    differ = 0
    for n in range(120):
        views = told._telling._views
        assert np.array_equal(views.of_observations(plain.observations), told.observations)
        assert np.array_equal(views.of_observations(plain.privileged()), told.privileged())
        differ += (plain.observations != told.observations).any(axis=1).sum()
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in told.masks])
        if n == 60:
            state, shown = told.state(), told.observations.copy()
            told.step(actions)
            told.restore(state)
            assert np.array_equal(told.observations, shown)
        meant = views.meant(actions)
        one, other = plain.step(meant), told.step(actions)
        assert np.array_equal(one.rewards, other.rewards)
        assert np.array_equal(one.ended, other.ended)
    assert differ > 600


def test_a_policy_decides_alike_from_every_seat_and_in_every_colour(tmp_path, facts):
    """Colours are the absolute numbers of seats: nothing of them is seen."""
    write_random_policy(tmp_path / "p", facts, spec=tokens_spec(facts))
    agent = PolicyAgent("p", load_policy(tmp_path / "p", facts, pytest.fail))
    asked = 0
    for n, (game, box) in enumerate(play(2, 4, 8, 120)):
        if n % 10:
            continue
        work = np.zeros(WORK.itemsize, np.uint8)
        mask = np.zeros(len(facts.catalogue), np.int8)
        mask[sorted(legal(game, box, work))] = 1
        answers, logits = set(), []
        for by in range(4):
            other = rotated(game, by)
            assert record(other).public.decider == (record(game).public.decider + by) % 4
            situation = Situation(seen(other, box), mask, other, 0)
            answers.add(agent.act(situation))
            logits.append(agent.logits(situation.observation[None], mask[None]))
        assert len(answers) == 1
        assert all(np.array_equal(logits[0], one) for one in logits)
        asked += 1
    assert asked == 12
