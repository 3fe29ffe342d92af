"""The games, their views for each framework, and the registry that names them.

``<game>_v0``  A game's views, under the version of its rules.
``<game>/``    A game: its rules, parts, words and pictures.
``core/``      Machinery that every turn-based game shares; no module here imports a game.
``registry``   The one list of games, and their names in Gymnasium's and PettingZoo's
               registries.
``spiel``      Every game in OpenSpiel: importing this module registers them by their keys.
``testing``    Checks that hold for every game: run them on a game of the registry or on one
               of your own.
"""
