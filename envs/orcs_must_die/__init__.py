"""Orcs Must Die! The Board Game: rules, parts, observation and views."""
