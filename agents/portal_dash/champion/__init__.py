"""The champion: a trained network with search at play time."""
