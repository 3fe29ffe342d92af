"""The game table's server: pages, games and bots for people in a browser."""
