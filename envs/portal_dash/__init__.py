"""The game Portal Dash: its parts, its rules, and what can be seen of it."""
