"""Agents as users write them; docs/evaluation.md shows these files and tests run them."""
