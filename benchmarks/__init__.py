"""Measurements of speed, for the figures in the docs."""
