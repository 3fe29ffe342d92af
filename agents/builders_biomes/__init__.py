"""Agents for Builders & Biomes."""
