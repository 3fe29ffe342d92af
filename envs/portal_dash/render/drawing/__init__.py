"""The drawing of a game as SVG: one module for each part of the table."""
