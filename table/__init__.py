"""The game table where people play, in the terminal."""
