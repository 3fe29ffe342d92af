"""Settings of the game, and the same ones with NumPy's scalars and arrays."""

import numpy as np

SETTINGS = [
    ({"level": [1, 2]}, {"level": [np.int64(1), np.int64(2)]}),
    ({"level": [[1, 2], "easy"]}, {"level": [np.array([1, 2]), np.str_("easy")]}),
]
