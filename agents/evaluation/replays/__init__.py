"""Replays: games that were played, looked at again in the terminal, as a page or as a film."""
