"""Recorded games for these tests: a won one in whole and its beginning, as replay and as row."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tablemates.agents.evaluation.replays.playback import Playback
from tablemates.agents.evaluation.result_rows import Row, final_hash, result_of
from tablemates.agents.scripts.random import RandomAgent
from tablemates.envs.core.history.replay import Replay, pack_actions
from tablemates.envs.core.views.agent import Candidate, Explanation
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.settings import Settings
from tests.portal_dash.golden import won_game

SHORT = 24  # moves of the beginning


def replay_of(moves=None):
    """Return the golden game that a team won, or its beginning."""
    case = won_game()
    game = PortalDash(Settings(level=1, players=2))
    replay = Replay.of(game, case.seed)
    replay.actions.extend(case.script[:moves])
    return replay


def playback_of(moves=None, **known):
    return Playback(replace(replay_of(moves), **known), "game.json")


def row_of_replay(replay, agents, **fields):
    """Return the row of a game as an evaluation would have written it."""
    game = PortalDash(Settings.of_recipe(replay.recipe))
    for _ in replay.play(game):
        pass
    known = {
        "game": game.name,
        "agents": agents,
        "rotation": 0,
        "scenario": "level-1-players-2",
        "axes": {"level": 1, "players": 2},
        "number": 0,
        "seed": replay.seed,
        "forfeit": None,
        "decisions": len(replay.actions),
        "max_turns": 500,
        "seconds": 0.0,
        "version": "0",
        "policies": dict.fromkeys(agents, "unknown"),
        "recipe": dict(game.recipe),
        "actions": pack_actions(replay.actions),
        "final": final_hash(game.save()),
    }
    ending = result_of(game, game.ending(), game.seats, over=True)
    return Row(**{**ending, **game.hashes, **known, **fields})


#: Of the run whose games these are.
SECRET = bytes(32)


class Talker(RandomAgent):
    """Has a reason for everything."""

    name = "talker"

    def explain(self, situation):
        legal = np.flatnonzero(situation.mask)[:5]
        return Explanation(
            tuple(
                Candidate(int(action), 1 - n / 4, f"key {situation.key}, place {n}")
                for n, action in enumerate(legal)
            )
        )
