"""Agents that know this game: random ones, and scripted ones that follow its rules of thumb."""
