"""Agents that look further ahead than the planner: rollouts, tree search, two-roll lookahead."""
