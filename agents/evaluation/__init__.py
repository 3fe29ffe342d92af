"""Evaluation of agents: plans, the arena, rows, statistics and reports."""
