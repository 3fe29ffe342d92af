"""What every turn-based game needs and no single game owns; nothing here imports a game."""
