"""Settings of the game, and the same ones with NumPy's scalars and arrays."""

import numpy as np

SETTINGS = [
    (
        {"level": {"beginners": [1], "boards": [0, 2]}},
        {"level": {"beginners": np.array([1]), "boards": [np.int64(0), np.int32(2)]}},
    )
]
