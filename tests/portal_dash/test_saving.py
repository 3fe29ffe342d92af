"""Games as values: saving, copying, undo and replays; and the hashes that name what they are of."""

import numpy as np

from tablemates.envs import portal_dash_v0
from tablemates.envs.core.catalogue import WAIT
from tablemates.envs.core.replay import Replay
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.settings import Settings
from tests.playing import play_aec

LEVELS = [1, 2, 3, 4, 5]
PLAYERS = [1, 2, 3, 4]


# -- save, restore, copy, undo, replay -------------------------------------------------


def test_replays_of_all_levels_end_in_the_same_record(tmp_path):
    env = portal_dash_v0.raw_env(
        level=LEVELS, players=PLAYERS, edition="fr", illegal_action="penalty"
    )
    for seed in range(8):
        env.reset(seed=seed)
        for _ in play_aec(env, np.random.default_rng(seed)):
            env.step(WAIT) if env.legal_actions() else None
        file = tmp_path / "game.json"
        env.replay().write(file)
        assert file.stat().st_size < 4000
        replay = Replay.read(file)
        game = PortalDash(Settings.of_recipe(replay.recipe))
        answers = list(replay.play(game))
        assert answers[-1] == -2
        assert game.save() == env._game.save()


# -- hashes ----------------------------------------------------------------------------


def test_hashes_change_with_what_they_name_and_nothing_else(tmp_path):
    base = portal_dash_v0.env().hashes
    assert all(len(value) == 16 for value in base.values())
    for same in ({"level": 4}, {"players": 4}, {"boss": None}, {"illegal_action": "end"}):
        assert portal_dash_v0.env(**same).hashes == base
    french = portal_dash_v0.env(edition="fr").hashes
    assert french["ruleset"] != base["ruleset"]
    assert french["interface"] == base["interface"]
    wide = portal_dash_v0.env(board_shape=(8, 48)).hashes
    assert wide["ruleset"] == base["ruleset"]
    assert wide["interface"] != base["interface"]
    parts = tmp_path / "parts.yaml"
    parts.write_text("dice:\n  combat: {faces: [0, 1, 2], copies: [2, 2, 2], mark: assumed}\n")
    mine = portal_dash_v0.env(components=parts).hashes
    assert mine["ruleset"] != base["ruleset"]
    assert mine["interface"] == base["interface"]
