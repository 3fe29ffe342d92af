"""The rules, compiled: one concern a module."""
