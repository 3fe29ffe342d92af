"""The game Explorers: its parts, its rules, and what can be seen of it."""
