"""Training. PyTorch, Stable-Baselines3 and Ray are imported here and nowhere else."""
