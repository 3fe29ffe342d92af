import numpy as np

from tablemates.envs.core.agent import Agent, Batch, Situation
from tests.core.conftest import single
from tests.core.dice_race import HOLD, ROLL


class Cautious(Agent):
    """Holds as soon as it may, and rolls a die of its own to be unpredictable."""

    name = "cautious"

    def act(self, situation: Situation) -> int:
        if situation.mask[HOLD] and situation.rng().random() < 0.5:
            return HOLD
        return ROLL


def test_a_batch_is_answered_as_its_decisions_are():
    env = single(players=2)
    situations = []
    for seed in range(40):
        env.reset(seed=seed)
        observation, *_, info = env.step(ROLL)
        situations.append((observation, info["action_mask"], np.zeros(0, np.uint8), seed))
    observations, masks, publics, keys = zip(*situations, strict=True)
    batch = Batch(np.stack(observations), np.stack(masks), np.stack(publics), keys)
    agent = Cautious()
    answers = agent.act_batch(batch)
    assert answers.shape == (len(batch),) == (40,)
    assert answers.tolist() == [agent.act(batch[n]) for n in range(40)]
    assert set(answers.tolist()) == {ROLL, HOLD}
    assert agent.explain(batch[0]).candidates == ()
