"""Search that knows no game: sequential halving over rollouts, and trees with explicit chance."""
