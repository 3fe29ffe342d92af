"""The common part of all turn-based games; no module here imports a game."""
