"""What the planner's numbers are fitted with: weights, chances of winning, habits of its styles.

All of it plays on tuning seeds alone.
"""
