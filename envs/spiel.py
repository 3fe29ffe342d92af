"""Every game in OpenSpiel: importing this module registers them by their keys.

    import pyspiel
    import tablemates.envs.spiel

    game = pyspiel.load_game("KEY(players=2)")
    state = game.new_initial_state()

Parameters are those of ``tablemates.envs.core.views.openspiel``, and the game's own ones that are a
number or a word, such as ``level``.
"""

from __future__ import annotations

from tablemates.envs.core.views.openspiel import register
from tablemates.envs.registry import GAMES, find_game

for _key in GAMES:
    register(find_game(_key))
