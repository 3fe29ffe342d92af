"""Judging agents: plans, the runner, rows, statistics and the report."""
