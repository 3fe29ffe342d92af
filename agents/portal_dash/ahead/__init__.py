"""The tuned planner, which also sees what the next rolls of the mob die make of its plans."""
