"""Environments: ``portal_dash_v0`` and ``explorers_v0``, for PettingZoo and Gymnasium.

``core`` holds what knows no game, ``portal_dash`` and ``explorers`` the games themselves.
"""
