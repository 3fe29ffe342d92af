"""Environments: ``envs.portal_dash_v0`` is the game, in PettingZoo's and Gymnasium's forms.

``envs.core`` holds what knows no game, ``envs.portal_dash`` the game itself.
"""

import portal_dash_registration

__version__ = "0.1.0"

portal_dash_registration.install()
