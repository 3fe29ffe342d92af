"""Policy networks that play without PyTorch, and the files they are kept in.

``network``      Policy networks in NumPy, so that playing needs no PyTorch.
``policy``       Trained policies: their folders, and agents that play them in NumPy,
                 without PyTorch.
``weight_files`` Folders with a file of weights and a card, which every kind of trained
                 agent is kept in.
"""
