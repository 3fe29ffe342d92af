"""Pictures of what can be seen of a game."""
