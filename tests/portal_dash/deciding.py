"""Games that an agent plays by itself, decision by decision."""

import numpy as np

from tablemates.envs.core.agent import Situation
from tablemates.envs.core.answers import CHANCE
from tablemates.envs.core.keys import decision_keys
from tablemates.envs.core.seeds import seed_for
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.rules.state import STATE
from tablemates.envs.portal_dash.settings import Settings

PUBLIC_BYTES = STATE["public"].itemsize

#: Between them they ask for every kind of decision, and lie outside what bots are made on.
UNUSUAL = [
    Settings(level=5, players=3),
    Settings(level=3, players=2, chance="explicit"),
    Settings(
        level={
            "tiles": 3,
            "mobs": {"wither skeleton": 3, "hoglin": 2, "blaze": 1},
            "bosses": [("wildfire", "hard"), ("ancient hoglin", "hard")],
        },
        players=4,
    ),
    Settings(level=2, players=1, skip_forced=False),
]


def situation(game, key):
    """Return the decision that a game stands at."""
    return Situation(game.observation, game.mask, game.record[:PUBLIC_BYTES], key)


def played(settings, number, agent, limit=3000):
    """Play a game with an agent; yield the game and the key before each of its decisions."""
    game = PortalDash(settings)
    seed = seed_for("test", number)
    rng = np.random.default_rng(seed)
    decider = game.new(seed)
    for n in range(limit):
        if decider == CHANCE:
            outcomes, chances = game.chance_outcomes()
            decider = game.step(int(rng.choice(outcomes, p=chances)))
        elif decider < 0:
            return
        else:
            key = decision_keys(np.array([seed], np.uint64), np.array([n], np.int64))[0]
            yield game, key
            decider = game.step(agent.act(situation(game, key)))
    raise AssertionError("the game does not end")


def progress_of(settings, number, agent):
    """Return how far an agent gets in a game."""
    last = None
    for game, _ in played(settings, number, agent):
        last = game
    return last.progress()
