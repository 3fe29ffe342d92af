"""Games on parts with other assumed numbers, beside those on the usual ones."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tablemates.agents.facts import GameFacts  # noqa: E402
from tablemates.agents.learn.advising import part_of  # noqa: E402
from tablemates.agents.learn.curriculum import Curriculum  # noqa: E402
from tablemates.agents.learn.lanes import make_lanes  # noqa: E402
from tablemates.agents.learn.parts import SETS, drawn_parts  # noqa: E402
from tablemates.agents.portal_dash.advice import MarkingAdviser  # noqa: E402
from tablemates.envs.core.errors import FormatError  # noqa: E402
from tablemates.envs.core.vector_choosing import Chosen  # noqa: E402
from tablemates.envs.portal_dash.components import Mark, load_components  # noqa: E402
from tablemates.envs.portal_dash.game import Game  # noqa: E402
from tablemates.envs.portal_dash.settings import Settings  # noqa: E402
from tablemates.envs.portal_dash_v0 import vector_env  # noqa: E402

OWN = Path("tests/rules/parts.yaml")
OTHERS = sorted(Path("configs/parts").glob("*.yaml"))


def leaves(values, place=()):
    """Yield every value of a tree with its place."""
    for key, value in values.items():
        if isinstance(value, dict):
            yield from leaves(value, (*place, key))
        else:
            yield (*place, key), value


def differences(one, other):
    mine, theirs = (dict(leaves(two.parts.model_dump(by_alias=True))) for two in (one, other))
    assert mine.keys() == theirs.keys()
    return {place for place in mine if mine[place] != theirs[place]}


@pytest.mark.parametrize("path", [None, OWN])
def test_assumed_numbers_move_and_printed_ones_stay(path):
    usual = load_components(path)
    drawn = drawn_parts(path, SETS, seed=3)
    moved = [differences(usual, one) for one in drawn]
    assert all(moved)
    assert len({one.digest() for one in drawn}) == SETS
    every = set().union(*moved)
    assert {usual.marks[place] for place in every} == {Mark.ASSUMED}
    kinds = {place[-1] for place in every}
    assert {"dice", "steps", "hearts", "copies"} <= kinds
    assert len(every) > 20
    again = drawn_parts(path, SETS, seed=3)
    assert [one.digest() for one in again] == [one.digest() for one in drawn]
    # Sums that the rules need stay: every set makes a box.
    assert len({one.record().tobytes() for one in drawn}) == SETS


def played(games, steps, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        masks = games.action_masks()
        yield games.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in masks]))


def test_lanes_play_with_the_parts_that_were_chosen():
    """Each lane goes on as a game of its own with these parts."""
    settings = Settings(level=3, players=2, mask_in_observation=False)
    others = drawn_parts(None, 2, seed=1)
    games = vector_env(4, level=3, players=2, mask_in_observation=False,
                       autoreset_mode="SameStep")  # fmt: skip
    games.reset(seed=0)
    games.offer_parts([Game(replace(settings, components=one)) for one in others])
    rng = np.random.default_rng(0)
    seeds = [11, 12, 13, 14]
    games.begin([0, 1, 2, 3], Chosen(seeds, [0] * 4, [2] * 4, [0] * 4, rng, [1, 0, 2, 1]))
    parts = [others[0], load_components(), others[1], others[0]]
    alone = [
        Game(Settings(level=3, players=2, components=one, mask_in_observation=False))
        for one in parts
    ]
    for game, seed in zip(alone, seeds, strict=True):
        game.new(seed)
    for _ in range(150):
        masks = games.action_masks()
        shown = games.observe()
        for game, mask, seen in zip(alone, masks, shown, strict=True):
            assert np.array_equal(game.mask, mask)
            assert np.array_equal(game.observation, seen)
        states = games.state(privileged=True)
        assert states.shape[1] > shown.shape[1]
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        games.step(actions)
        answers = [game.step(int(action)) for game, action in zip(alone, actions, strict=True)]
        if min(answers) < 0:
            break
    else:
        pytest.fail("no game has ended")


@pytest.mark.slow
def test_a_share_of_the_lanes_plays_on_other_parts_and_goes_on_exactly():
    settings = Settings(level=[1, 2], players=2, max_turns=3, mask_in_observation=False)
    lanes = make_lanes(settings, 32, 5, perturbed_parts=0.5)
    rng = np.random.default_rng(0)

    def step(one):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in one.masks])
        one.step(actions)
        return actions

    for _ in range(150):
        step(lanes)
    parts = lanes.games.parts
    assert 5 < (parts == 0).sum() < 27
    assert len(set(parts.tolist())) > 5
    state, again = lanes.state(), make_lanes(settings, 32, 5, perturbed_parts=0.5)
    again.restore(state)
    for _ in range(40):
        assert np.array_equal(again.observations, lanes.observations)
        again.step(step(lanes))
    # With the usual parts these are no games.
    with pytest.raises(FormatError, match="no game of these rules"):
        again.restore({**state, "parts": [0] * 32})


@pytest.mark.slow
def test_an_adviser_is_asked_with_the_parts_of_each_lane():
    settings = Settings(level=[1, 4], players=2, max_turns=6, mask_in_observation=False)
    lanes = make_lanes(
        settings,
        24,
        5,
        perturbed_parts=0.7,
        advise=lambda facts: MarkingAdviser("planner-tuned", facts),
    )
    usual = MarkingAdviser("planner-tuned", GameFacts.of(settings))
    others = [
        MarkingAdviser("planner-tuned", GameFacts.of(replace(settings, components=one)))
        for one in drawn_parts(None, SETS, seed=5)
    ]
    rng = np.random.default_rng(0)
    elsewhere = 0
    for _ in range(150):
        shown = lanes.games.decisions()
        assert np.array_equal(lanes.observations, shown.observations)
        for lane, which in enumerate(lanes.games.parts.tolist()):
            one = part_of(shown, np.array([lane]))
            told = (others[which - 1] if which else usual).tell(one)[1]
            assert np.array_equal(lanes.masks[lane], told[0])
            elsewhere += bool(which)
        lanes.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in lanes.masks]))
    assert len(set(lanes.games.parts.tolist())) > 5
    assert elsewhere > 100


def test_without_the_switch_the_curriculum_draws_what_it_drew():
    """Runs that were begun before go on exactly."""
    plain, other = (Curriculum([1], [2], 0.5, 7, 0.3, 5, parts, 0.5) for parts in (0, 4))
    drawn = plain.draw(20)
    assert drawn.parts is None
    told = other.draw(20)
    assert told.seeds == drawn.seeds
    assert told.openings == drawn.openings
    assert set(told.parts) > {0}


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_the_other_boxes_of_the_benchmark_can_be_played(path):
    assert len(OTHERS) == 3
    moved = differences(load_components(), load_components(path))
    assert len(moved) >= 10
    assert {load_components().marks[place] for place in moved} == {Mark.ASSUMED}
    game = Game(Settings(level=5, players=4, components=str(path)))
    assert game.new(1) >= 0
