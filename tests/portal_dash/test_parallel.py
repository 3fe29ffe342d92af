"""The parallel view of Portal Dash plays the games of the AEC view."""

import numpy as np

from tablemates.envs.core.catalogue import WAIT
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.settings import Settings
from tablemates.envs.portal_dash_v0 import parallel_env


def test_who_loses_by_playing_out_of_turn_is_in_events_and_replay():
    view = parallel_env(players=3, first_player=0, illegal_action="end")
    seen, _ = view.reset(seed=1)
    action = int(np.flatnonzero(seen["player_0"]["action_mask"])[0])
    view.step({"player_0": action, "player_1": WAIT, "player_2": action})
    assert view.events[-1]["event"] == "game_lost"
    assert view.events[-1]["player"] == 2
    game = PortalDash(Settings.of_recipe(view.replay().recipe))
    list(view.replay().play(game))
    assert game.save() == view._game.save()
