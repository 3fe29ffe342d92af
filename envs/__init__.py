"""Environments: ``portal_dash_v0`` is the game in PettingZoo's and Gymnasium's forms.

``core`` holds what knows no game, ``portal_dash`` the game itself.
"""
