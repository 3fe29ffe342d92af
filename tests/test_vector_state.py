"""The state of lanes whose games are over."""

import numpy as np

from tablemates.envs.portal_dash_v0 import layout, vector_env


def test_a_finished_lane_is_shown_from_one_seat_with_what_is_hidden_and_without():
    vector = vector_env(8, players=3, autoreset_mode="Disabled")
    vector.reset(seed=0)
    rng = np.random.default_rng(0)
    while True:
        _, _, ended, *_ = vector.step(
            [rng.choice(np.flatnonzero(mask)) for mask in vector.action_masks()]
        )
        shown = vector.state(privileged=True)[:, : layout().size]
        assert np.array_equal(shown, vector.state())
        if (ended & (vector._batch._public["active_player"] > 0)).any():
            return
        if ended.any():
            vector.reset(options={"reset_mask": ended})
