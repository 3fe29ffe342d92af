"""Random players for tests of the views."""

import numpy as np


def random_action(mask, rng):
    """Return a legal action, drawn evenly."""
    return int(rng.choice(np.flatnonzero(mask)))


def play_aec(env, rng, moves=10**6):
    """Play random legal actions in an AEC environment; yield after each."""
    for _ in range(moves):
        if not env.agents or any(env.terminations.values()) or any(env.truncations.values()):
            return
        env.step(random_action(env.last()[4]["action_mask"], rng))
        yield


def play_single(env, rng, moves=10**6):
    """Play random legal actions in a single-controller environment; yield what ``step`` returns."""
    for _ in range(moves):
        answer = env.step(random_action(env.action_masks(), rng))
        yield answer
        if answer[2] or answer[3]:
            return
