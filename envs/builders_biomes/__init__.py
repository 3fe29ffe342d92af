"""The game Builders & Biomes: its parts, its rules, and what can be seen of it."""
