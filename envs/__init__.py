"""Environments: ``<game>_v0`` is a game in PettingZoo's and Gymnasium's forms.

``core`` holds what knows no game, ``<game>`` a game itself, ``registry`` lists the games.
"""
