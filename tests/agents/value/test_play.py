"""Playing by a value network: what is judged, what is logged, what the agent says."""

import numpy as np
import pytest

from tablemates.agents.facts import GameFacts
from tablemates.agents.registry import find_agent
from tablemates.agents.value.player import ValuePlayer
from tablemates.envs.core.engine.codes import OVER
from tablemates.envs.core.views.agent import Batch, Situation
from tablemates.envs.registry import GAMES, find_game, new_game
from tests.agents.value.conftest import race
from tests.core.dice_race import GIVE, HOLD, ROLL

LIMIT = 60


def outputs_of(weights, cells, seen):
    """Return the outputs of an observation, without compiled code."""
    which = np.flatnonzero(seen[: len(cells.zero)])
    values = np.clip(seen[which].astype(int), cells.low[which], cells.high[which])
    sums = weights.first_bias + weights.first[cells.zero[which] + values].sum(0)
    hidden = np.maximum(weights.second_bias + np.clip(sums, 0, 4) @ weights.second, 0)
    return 1 / (1 + np.exp(-(weights.third_bias + hidden @ weights.third)))


def played(player, weights, games=20, seed=0, epsilon=0.0, limit=LIMIT):
    tasks, log = player.new_tasks(games), player.new_log(games, limit)
    tasks.seeds[:] = seed + np.arange(games)
    tasks.players[:] = 2 + np.arange(games) % 3
    tasks.epsilons[:] = epsilon
    player.play(weights, tasks, log, player.new_choices(), 0.0)
    return log


def standing(scores=(0, 0), total=0, decider=0):
    """Return a game in the middle, as its decider sees it."""
    game = race(len(scores))
    game.new(3)
    game.public.scores[: len(scores)] = scores
    game.public.total, game.public.decider = total, decider
    game.restore(game.save())
    return Situation.of(game, 3, 0)


def test_differences_between_siblings_add_up_to_the_whole_first_layer(player, weights):
    log, checked = played(player, weights), 0
    for game in range(20):
        for at in range(game * LIMIT, game * LIMIT + log.decisions[game]):
            if log.kinds[at] == 0:
                expected = outputs_of(weights, player.cells, log.seen[at])
                np.testing.assert_allclose(log.best[at], expected, atol=1e-5)
                checked += 1
    assert checked > 100


def test_games_end_with_exact_returns_or_are_cut_off(player, weights):
    log = played(player, weights, epsilon=0.5)
    assert log.over.all()
    for game in range(20):
        returns = log.ends[game, 0, : log.players[game]]
        assert sorted(returns)[-1] == 1.0
        assert returns.sum() == 1.0  # one has won, the others lost: 0 on the scale
    short = played(player, weights, epsilon=0.5, limit=3)
    assert (short.decisions == 3).all()
    assert not short.over.any()


def test_a_winning_action_has_its_exact_value_and_is_taken(agent):
    situation = standing(scores=(15, 3), total=5)
    best, *others = agent.explain(situation).candidates
    assert (best.action, best.value) == (HOLD, 1.0)
    assert all(one.value < 1.0 for one in others)
    assert agent.act(situation) == HOLD


def test_giving_the_goal_to_the_other_seat_is_a_loss(agent):
    situation = standing(scores=(3, 15), total=5)
    values = {one.action: one.value for one in agent.explain(situation).candidates}
    assert values[GIVE] == 0.0


@pytest.mark.parametrize("decider", [0, 1])
def test_explanations_list_every_legal_action_the_best_first(agent, decider):
    situation = standing(scores=(4, 9), total=6, decider=decider)
    candidates = agent.explain(situation).candidates
    assert sorted(one.action for one in candidates) == np.flatnonzero(situation.mask).tolist()
    values = [one.value for one in candidates]
    assert values == sorted(values, reverse=True)
    assert candidates[0].action == agent.act(situation)
    assert f"{values[0]:.1%}" in candidates[0].reason


def test_many_games_are_answered_as_one_by_one(agent):
    game, situations = race(3), []
    for seed in range(12):
        game.new(seed)
        game.step(ROLL)
        situations.append(Situation.of(game, seed, 1))
    one = situations[0].alone()
    batch = type(one)(
        np.stack([s.observation for s in situations]),
        np.stack([s.mask for s in situations]),
        np.stack([s.public for s in situations]),
        [s.key for s in situations],
    )
    assert agent.act_batch(batch).tolist() == [agent.act(one) for one in situations]
    judged = agent.worth(batch)
    for row, situation in zip(judged, situations, strict=True):
        assert np.array_equal(row, agent.worth(situation.alone())[0], equal_nan=True)
        actions, values = agent.judge(situation)
        assert np.array_equal(row[actions], values[:, 0])
        assert np.isnan(np.delete(row, actions)).all()
    assert len({tuple(row) for row in np.nan_to_num(judged, nan=-1.0)}) > 1


def positions(key, count=30):
    """Return records and what their deciders are given, of positions far from each other."""
    game = new_game(find_game(key).settings_type(chance="explicit"))
    rng, records, given = np.random.default_rng(2), [], []
    game.new(0)
    while len(records) < count:
        for _ in range(9):
            outcomes = game.legal
            if game.step(int(rng.choice(outcomes))) == OVER:
                game.new(len(records))
        if game.to_move() >= 0:
            records.append(np.frombuffer(game.save(), np.uint8))
            given.append((game.to_move(), Situation.of(game, 0, 0)))
    return game, [(records[n], *given[n]) for n in rng.permutation(count)]


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_position_looks_the_same_whatever_was_looked_at_before(key):
    game, found = positions(key)
    player = ValuePlayer(GameFacts.of(game.settings))
    seats = np.array([seat for _, seat, _ in found], np.int8)
    observations, masks = player.look(np.stack([record for record, *_ in found]), seats)
    for n, (record, seat, one) in enumerate(found):
        game.restore(record.tobytes())
        seen = np.empty_like(game.observation)
        game.observe(seat, seen)
        np.testing.assert_array_equal(observations[n], seen)
        np.testing.assert_array_equal(masks[n], one.mask)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_an_action_is_worth_what_the_network_says_of_what_is_seen_after_it(key):
    game, found = positions(key, 12)
    agent = find_agent("value", GameFacts.of(game.settings))
    batch = Batch(
        *(np.stack([getattr(one, name) for *_, one in found])
          for name in ("observation", "mask", "public")), range(len(found))
    )  # fmt: skip
    worth, checked = agent.worth(batch), 0
    for n, (record, seat, one) in enumerate(found):
        for action in np.flatnonzero(one.mask).tolist():
            game.restore(record.tobytes())
            if game.step(action) == OVER:
                continue
            seen = np.empty_like(game.observation)
            game.observe(seat, seen)
            outputs = outputs_of(agent.weights, agent.player.cells, seen)
            expected = outputs[0] + agent.card.progress_weight * outputs[agent.player.pairs]
            assert worth[n, action] == pytest.approx(expected, abs=1e-4)
            checked += 1
    assert checked > 20
