"""Planning a whole turn by a value network."""

import numpy as np
import pytest

from tablemates.agents.errors import AgentError
from tablemates.agents.facts import GameFacts
from tablemates.agents.game_agents import agents_of
from tablemates.agents.registry import find_agent
from tablemates.envs.core.engine.codes import CHANCE, OVER
from tablemates.envs.core.views.agent import Situation
from tablemates.envs.registry import GAMES, find_game, new_game
from tests.agents.value.conftest import race
from tests.agents.value.test_champion import situations
from tests.agents.value.test_files import written

#: Positions of a turn that are looked at by hand, at most.
MANY = 300


def plans(game, judge, left):
    """Yield first actions and what each plan of this turn is worth, looking at every order."""
    mover, before = game.to_move(), game.save()
    left.append(1)
    if len(left) > MANY:
        return
    for action, worth in judge(Situation.of(game, 0, 0)):
        game.step(action)
        if game.to_move() == mover:
            yield from ((action, value) for _, value in plans(game, judge, left))
        else:
            yield action, worth
        game.restore(before)


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key in GAMES if "value" in agents_of(key).policies])
def test_a_wide_beam_finds_the_best_plan_of_the_turn(key):
    settings = find_game(key).settings_type(players=2, chance="explicit")
    game, facts = new_game(settings), GameFacts.of(settings)
    value, turn = find_agent("value", facts), find_agent("turn:4096", facts)
    rng, checked, longer = np.random.default_rng(5), 0, 0

    def judge(situation):
        actions, outputs = value.judge(situation)
        weight = value.card.progress_weight
        merits = outputs[:, 0] + weight * outputs[:, outputs.shape[1] // 2]
        return zip(actions.tolist(), merits.tolist(), strict=True)

    game.new(8)
    while checked < 10 and game.to_move() != OVER:
        if game.to_move() == CHANCE:
            outcomes, chances = game.chance_outcomes()
            game.step(int(rng.choice(outcomes, p=chances)))
            continue
        seen, best = [], {}
        for action, worth in plans(game, judge, seen):
            best[action] = max(worth, best.get(action, 0.0))
        now = Situation.of(game, 8, checked)
        if len(seen) <= MANY and now.mask.sum() > 1:
            assert best[turn.act(now)] == pytest.approx(max(best.values()), abs=1e-5)
            checked += 1
            longer += len(seen) > 1
        game.step(int(rng.choice(game.legal)))
    assert checked >= 5
    assert longer >= 3


def test_it_explains_what_it_plays(tmp_path, weights, facts):
    agent = find_agent(f"turn:4:{written(tmp_path / 'policy', weights)}", facts, lambda _notice: 0)
    for now in situations(agent):
        best = agent.explain(now).candidates
        assert best[0].action == agent.act(now)
        assert {one.action for one in best} <= set(np.flatnonzero(now.mask).tolist())


@pytest.mark.parametrize("width", ["0", "-3", "wide"])
def test_a_width_that_is_none_is_refused(facts, width):
    with pytest.raises(AgentError, match="is no width of a beam"):
        find_agent(f"turn:{width}:a/folder", facts)


def test_batches_are_answered_as_single_decisions(tmp_path, weights, facts):
    agent = find_agent(f"turn:{written(tmp_path / 'policy', weights)}", facts, lambda _notice: 0)
    found = []
    game = race(3)
    for seed in range(12):
        game.new(seed)
        found.append(Situation.of(game, seed, 0))
    alone = [agent.act(one) for one in found]
    batch = type(found[0].alone())(
        *(np.stack([getattr(one, name) for one in found]) for name in ("observation", "mask")),
        np.stack([one.public for one in found]),
        [one.key for one in found],
    )
    assert agent.act_batch(batch).tolist() == alone
