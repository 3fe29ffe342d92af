"""Agents that look further ahead than the planner: rollouts and tree search."""
