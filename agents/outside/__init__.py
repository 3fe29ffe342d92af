"""Agents that come from outside: factories and programs of users, and what keeps them in bounds."""
