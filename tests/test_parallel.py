"""The parallel view of Portal Dash plays the games of the AEC view."""

import numpy as np

from tablemates.envs.core.catalogue import WAIT
from tablemates.envs.portal_dash.game import Game
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash_v0 import env, parallel_env
from tests.playing import random_action


def test_every_agent_sees_the_same_games():
    settings = {"level": [1, 4], "players": [2, 4], "shaping": {"items": 1.0}, "max_turns": 6}
    view, plain = parallel_env(**settings), env(**settings)
    rng = np.random.default_rng(0)
    ends = set()
    for seed in range(4):
        seen, infos = view.reset(seed=seed)
        plain.reset(seed=seed)
        while view.agents:
            decider = plain.agent_selection
            for agent in view.agents:
                assert view.observation_space(agent).contains(seen[agent])
                shown = plain.observe(agent)
                assert np.array_equal(seen[agent]["observation"], shown["observation"])
                if agent != decider:
                    assert np.flatnonzero(infos[agent]["action_mask"]).tolist() == [WAIT]
            action = random_action(infos[decider]["action_mask"], rng)
            seen, rewards, terminated, truncated, infos = view.step(
                dict.fromkeys(view.agents, WAIT) | {decider: action}
            )
            plain.step(action)
            assert (rewards, terminated, truncated) == (
                plain.rewards,
                plain.terminations,
                plain.truncations,
            )
        assert infos["player_0"]["cause"] == plain.infos["player_0"]["cause"]
        assert len(set(rewards.values())) == 1, "the team wins or loses together"
        ends.add((terminated["player_0"], truncated["player_0"]))
        assert view.replay() == plain.replay()
        assert view.save() == plain.save()
    assert len(ends) == 2


def test_who_loses_by_playing_out_of_turn_is_in_events_and_replay():
    view = parallel_env(players=3, first_player=0, illegal_action="end")
    seen, _ = view.reset(seed=1)
    action = int(np.flatnonzero(seen["player_0"]["action_mask"])[0])
    view.step({"player_0": action, "player_1": WAIT, "player_2": action})
    assert view.events[-1]["event"] == "game_lost"
    assert view.events[-1]["player"] == 2
    game = Game(Settings.of_recipe(view.replay().recipe))
    list(view.replay().play(game))
    assert game.save() == view._game.save()
