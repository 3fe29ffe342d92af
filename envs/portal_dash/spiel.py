"""Portal Dash as a game of OpenSpiel, registered as ``portal_dash`` when this is imported.

    import pyspiel
    import tablemates.envs.portal_dash.spiel

    game = pyspiel.load_game("portal_dash(level=3,players=4)")
    state = game.new_initial_state()

A co-operative game: all players get the same, 1 if the team wins, else 0. Its parameters
are ``level`` (1 to 5), ``edition`` (``"en"`` or ``"fr"``) and those of
``tablemates.envs.core.spiel``.
"""

from __future__ import annotations

from tablemates.envs.core.spiel import register
from tablemates.envs.portal_dash.game import PortalDash
from tablemates.envs.portal_dash.settings import Settings

register(PortalDash, Settings, "portal_dash", {"level": 1, "edition": "en"})
