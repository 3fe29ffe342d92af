"""Learning: networks, learners and policy files.

The only place that imports PyTorch and Stable-Baselines3.
"""
