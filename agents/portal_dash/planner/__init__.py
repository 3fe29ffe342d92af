"""The planner: a script that looks ahead over its turn with a hand-made value."""
